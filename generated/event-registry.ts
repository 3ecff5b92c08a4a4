// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.

export const registryVersion = '2026-01-01';

/** The registry, in the order and shape in which `listWebhookEvents` shows it. */
export const eventGroups = [
  {
    "group": "PAYMENT_CAPTURE",
    "events": [
      {
        "id": "payment.capture.completed",
        "name": "Payment capture completed",
        "description": "Card or wallet capture succeeded.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.declined",
        "name": "Payment capture declined",
        "description": "A payment attempt was refused, canceled by the customer or not answered in time.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.pending",
        "name": "Payment capture pending",
        "description": "A payment attempt was accepted by the gateway and its outcome is not known yet.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.refunded",
        "name": "Payment capture refunded",
        "description": "A refund of the payment completed, in full or in part.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.reversed",
        "name": "Payment capture reversed",
        "description": "Nothing is left of the payment, after a refund or a lost dispute; or it arrived when it was no longer expected and is given back.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.expired",
        "name": "Payment capture expired",
        "description": "A checkout expired while the outcome of its payment attempt was not known.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "payment.capture.authorized",
        "name": "Payment capture authorized",
        "description": "An amount was held on the customer's card. It is taken when the merchant captures it.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.capture.cancelled",
        "name": "Payment capture cancelled",
        "description": "A checkout was aborted or cancelled while the outcome of its payment attempt was not known.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "PAYMENT_AUTHORIZATION",
    "events": [
      {
        "id": "payment.authorization.created",
        "name": "Payment authorization created",
        "description": "An amount was held on the customer's card for a later capture.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.authorization.voided",
        "name": "Payment authorization voided",
        "description": "A held amount was released without a capture, because the merchant asked for it or its time was over.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "PAYMENT_REFUND",
    "events": [
      {
        "id": "payment.refund.completed",
        "name": "Payment refund completed",
        "description": "Refund credited to customer.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.refund.pending",
        "name": "Payment refund pending",
        "description": "Refund awaiting gateway confirmation.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.refund.failed",
        "name": "Payment refund failed",
        "description": "The gateway refused a refund, and the money is available again.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.refund.cancelled",
        "name": "Payment refund cancelled",
        "description": "A refund was canceled before the gateway confirmed it. Not sent so far, because no refund can be canceled once the\ngateway has been asked.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "payment.refund.created",
        "name": "Payment refund created",
        "description": "A refund was accepted.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "PAYMENT_ORDER",
    "events": [
      {
        "id": "payment.order.created",
        "name": "Payment order created",
        "description": "A checkout was opened.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "payment.order.cancelled",
        "name": "Payment order cancelled",
        "description": "A checkout was aborted by the merchant, or cancelled by the customer on the payment page.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "payment.order.approved",
        "name": "Payment order approved",
        "description": "A checkout was paid, or its amount is held on the customer's card.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.order.voided",
        "name": "Payment order voided",
        "description": "A checkout expired unpaid, or its held amount was released.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  },
  {
    "group": "PAYOUT",
    "events": [
      {
        "id": "payment.payout-item.succeeded",
        "name": "Payment payout item succeeded",
        "description": "Single payout item completed.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.payout-item.failed",
        "name": "Payment payout item failed",
        "description": "The destination refused a payout, and the money is available again.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.payout-item.blocked",
        "name": "Payment payout item blocked",
        "description": "A held payout was refused after review.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "payment.payout-item.held",
        "name": "Payment payout item held",
        "description": "A payout waits for a review: an operator holds it, or five wrong codes were given for its cash.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "payment.payout-item.returned",
        "name": "Payment payout item returned",
        "description": "The bank sent a completed payout back.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.payout-item.unclaimed",
        "name": "Payment payout item unclaimed",
        "description": "The cash of a payout was not collected in time.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "payment.payout-batch.success",
        "name": "Payment payout batch success",
        "description": "Each payout of a batch has ended.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "payment.payout-batch.processing",
        "name": "Payment payout batch processing",
        "description": "A batch of payouts is under way.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "payment.payout-batch.denied",
        "name": "Payment payout batch denied",
        "description": "No item of a batch became a payout.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  },
  {
    "group": "INVOICE",
    "events": [
      {
        "id": "billing.invoice.created",
        "name": "Billing invoice created",
        "description": "Platform subscription invoice generated.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "invoicing.invoice.paid",
        "name": "Invoicing invoice paid",
        "description": "A customer paid an invoice.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "invoicing.invoice.cancelled",
        "name": "Invoicing invoice cancelled",
        "description": "An invoice was voided.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "invoicing.invoice.created",
        "name": "Invoicing invoice created",
        "description": "An invoice was drafted.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "invoicing.invoice.refunded",
        "name": "Invoicing invoice refunded",
        "description": "A refund of the payment of an invoice completed, in full or in part.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "invoicing.invoice.sent",
        "name": "Invoicing invoice sent",
        "description": "An invoice was sent: it got its number and its page.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "invoicing.invoice.unpaid",
        "name": "Invoicing invoice unpaid",
        "description": "The due date of an invoice passed, and it was not paid.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "invoicing.invoice.updated",
        "name": "Invoicing invoice updated",
        "description": "A draft of an invoice was changed.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "invoicing.invoice.reminder-sent",
        "name": "Invoicing invoice reminder sent",
        "description": "A reminder of an unpaid invoice is due. The service sends no e-mail; pass the address of the page on to the customer.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "billing.invoice.payment-failed",
        "name": "Billing invoice payment failed",
        "description": "The USD balance was too low for an invoice of the platform. It is tried daily for seven days.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  },
  {
    "group": "SUBSCRIPTION",
    "events": [
      {
        "id": "billing.subscription.activated",
        "name": "Billing subscription activated",
        "description": "The first cycle of a subscription was paid.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "billing.subscription.cancelled",
        "name": "Billing subscription cancelled",
        "description": "A subscription was canceled, by request or after the last attempt to charge for it.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.subscription.created",
        "name": "Billing subscription created",
        "description": "A subscription was created.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.subscription.expired",
        "name": "Billing subscription expired",
        "description": "The last cycle of a subscription is over.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "billing.subscription.payment-failed",
        "name": "Billing subscription payment failed",
        "description": "An attempt to charge for a cycle of a subscription failed.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "billing.subscription.re-activated",
        "name": "Billing subscription re-activated",
        "description": "A paused subscription was resumed.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.subscription.suspended",
        "name": "Billing subscription suspended",
        "description": "A subscription was paused, by request or after the last attempt to charge for it.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.subscription.updated",
        "name": "Billing subscription updated",
        "description": "A subscription was put on another plan or way to pay, or a cancellation at the end of its period was planned or taken back.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "BILLING_PLAN",
    "events": [
      {
        "id": "billing.plan.activated",
        "name": "Billing plan activated",
        "description": "A plan may be subscribed to again.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.plan.created",
        "name": "Billing plan created",
        "description": "A plan was created.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.plan.deactivated",
        "name": "Billing plan deactivated",
        "description": "A plan takes no new subscriptions.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "billing.plan.updated",
        "name": "Billing plan updated",
        "description": "The name or the description of a plan was changed.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "SPLIT",
    "events": [
      {
        "id": "split.settled",
        "name": "Split settled",
        "description": "Net share credited to a subaccount.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  },
  {
    "group": "DISPUTE",
    "events": [
      {
        "id": "customer.dispute.created",
        "name": "Customer dispute created",
        "description": "Chargeback or dispute opened.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "customer.dispute.updated",
        "name": "Customer dispute updated",
        "description": "The status of a dispute changed, or the bank gave more time for an answer, or the money of a lost dispute back.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "customer.dispute.resolved",
        "name": "Customer dispute resolved",
        "description": "A dispute was won or lost.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "risk.dispute.created",
        "name": "Risk dispute created",
        "description": "The network warned of a dispute to come.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "customer.dispute.evidence-submitted",
        "name": "Customer dispute evidence submitted",
        "description": "The merchant submitted evidence.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "CUSTOMER_PAYOUT",
    "events": [
      {
        "id": "customer.payout.completed",
        "name": "Customer payout completed",
        "description": "A payout to a customer completed. Not sent so far, because payouts go to the merchant, to partners and to whom the\nmerchant names; `payment.payout-item.succeeded` tells of all of them.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "customer.payout.failed",
        "name": "Customer payout failed",
        "description": "A payout to a customer failed. Not sent so far, because payouts go to the merchant, to partners and to whom the merchant\nnames; `payment.payout-item.failed` tells of all of them.\n",
        "implemented": false,
        "triggerSource": "none"
      }
    ]
  },
  {
    "group": "MERCHANT_ONBOARDING",
    "events": [
      {
        "id": "merchant.onboarding.submitted",
        "name": "Merchant onboarding submitted",
        "description": "Sub-merchant submitted KYC for review.",
        "implemented": true,
        "triggerSource": "dashboard"
      },
      {
        "id": "merchant.onboarding.kyc-approved",
        "name": "Merchant onboarding KYC approved",
        "description": "Sub-merchant KYC approved.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "merchant.onboarding.completed",
        "name": "Merchant onboarding completed",
        "description": "A sub-merchant reached the highest KYC tier.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "merchant.onboarding.kyc-rejected",
        "name": "Merchant onboarding KYC rejected",
        "description": "KYC of a sub-merchant was rejected.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "merchant.onboarding.document-requested",
        "name": "Merchant onboarding document requested",
        "description": "A sub-merchant was asked for a further document.",
        "implemented": true,
        "triggerSource": "operator"
      }
    ]
  },
  {
    "group": "MERCHANT_ACCOUNT",
    "events": [
      {
        "id": "customer.managed-account.created",
        "name": "Customer managed account created",
        "description": "A managed account was opened. Not sent so far, because the service manages no accounts for customers of a merchant.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "customer.managed-account.status-changed",
        "name": "Customer managed account status changed",
        "description": "The status of a managed account changed. Not sent so far, because the service manages no accounts for customers of a\nmerchant.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "customer.managed-account.risk-assessed",
        "name": "Customer managed account risk assessed",
        "description": "The risk of a managed account was assessed. Not sent so far, because the service manages no accounts for customers of a\nmerchant.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "customer.managed-account.updated",
        "name": "Customer managed account updated",
        "description": "A managed account was changed. Not sent so far, because the service manages no accounts for customers of a merchant.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "merchant.account.balance-updated",
        "name": "Merchant account balance updated",
        "description": "A balance of the merchant changed; sent at most once a minute.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "merchant.settings.updated",
        "name": "Merchant settings updated",
        "description": "Settings of an app were changed. The event names the settings, not their values, and is sent to the new destination.",
        "implemented": true,
        "triggerSource": "dashboard"
      }
    ]
  },
  {
    "group": "VAULT",
    "events": [
      {
        "id": "vault.payment-token.created",
        "name": "Vault payment token created",
        "description": "A payment method was saved.",
        "implemented": true,
        "triggerSource": "gateway"
      },
      {
        "id": "vault.payment-token.deleted",
        "name": "Vault payment token deleted",
        "description": "A saved payment method was deleted.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "vault.payment-token.updated",
        "name": "Vault payment token updated",
        "description": "The bank renewed a saved card, so its expiry date or its last digits changed. The token still works.",
        "implemented": true,
        "triggerSource": "gateway"
      }
    ]
  },
  {
    "group": "COMPLIANCE",
    "events": [
      {
        "id": "compliance.process.completed",
        "name": "Compliance process completed",
        "description": "A compliance process completed. Not sent so far, because no process beside onboarding checks merchants or customers;\n`merchant.onboarding.*` tells of that.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "compliance.process.failed",
        "name": "Compliance process failed",
        "description": "A compliance process failed. Not sent so far, because no process beside onboarding checks merchants or customers;\n`merchant.onboarding.*` tells of that.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "compliance.process.end-user-action-required",
        "name": "Compliance process end-user action required",
        "description": "A compliance process waits for the person concerned. Not sent so far, because no process beside onboarding checks\nmerchants or customers; `merchant.onboarding.*` tells of that.\n",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "compliance.screening.completed",
        "name": "Compliance screening completed",
        "description": "A screening ended. Not sent so far, because the service screens nobody.\n",
        "implemented": false,
        "triggerSource": "none"
      }
    ]
  },
  {
    "group": "IDENTITY",
    "events": [
      {
        "id": "identity.consent.granted",
        "name": "Identity consent granted",
        "description": "A person consented to a use of their data. Not sent so far, because the service asks nobody for such a consent.",
        "implemented": false,
        "triggerSource": "none"
      },
      {
        "id": "identity.consent.revoked",
        "name": "Identity consent revoked",
        "description": "A person withdrew a consent. Not sent so far, because the service asks nobody for such a consent.",
        "implemented": false,
        "triggerSource": "none"
      }
    ]
  },
  {
    "group": "REPORTING",
    "events": [
      {
        "id": "reporting.report.available",
        "name": "Reporting report available",
        "description": "A report can be downloaded.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  },
  {
    "group": "AGENT",
    "events": [
      {
        "id": "agent.cash-out.completed",
        "name": "Agent cash-out completed",
        "description": "An agent handed out the cash of a payout.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.cash-out.failed",
        "name": "Agent cash-out failed",
        "description": "A wrong one-time code was given to an agent.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.cash-out.held",
        "name": "Agent cash-out held",
        "description": "A fifth wrong one-time code put the payout on hold.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.float.topped-up",
        "name": "Agent float topped up",
        "description": "The float of an agent was topped up.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.float.low",
        "name": "Agent float low",
        "description": "The float of an agent fell below its threshold.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.float.depleted",
        "name": "Agent float depleted",
        "description": "The float of an agent is used up.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.suspended",
        "name": "Agent suspended",
        "description": "An agent was suspended.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "agent.re-activated",
        "name": "Agent re-activated",
        "description": "A suspended agent was reactivated.",
        "implemented": true,
        "triggerSource": "api"
      }
    ]
  },
  {
    "group": "CAPITAL",
    "events": [
      {
        "id": "capital.offer_created",
        "name": "Capital offer created",
        "description": "Merchant has a new advance offer.",
        "implemented": true,
        "triggerSource": "operator"
      },
      {
        "id": "capital.disbursed",
        "name": "Capital disbursed",
        "description": "Advance funds credited to the balance.",
        "implemented": true,
        "triggerSource": "api"
      },
      {
        "id": "capital.repayment",
        "name": "Capital repayment",
        "description": "Holdback deducted from settlement.",
        "implemented": true,
        "triggerSource": "schedule"
      },
      {
        "id": "capital.repaid",
        "name": "Capital repaid",
        "description": "Advance fully repaid.",
        "implemented": true,
        "triggerSource": "schedule"
      }
    ]
  }
] as const;

export type EventGroup = (typeof eventGroups)[number]['group'];

/** The implemented events; recording any other type does not compile. */
export type EventType =
  | 'payment.capture.completed'
  | 'payment.capture.declined'
  | 'payment.capture.pending'
  | 'payment.capture.refunded'
  | 'payment.capture.reversed'
  | 'payment.capture.expired'
  | 'payment.capture.authorized'
  | 'payment.capture.cancelled'
  | 'payment.authorization.created'
  | 'payment.authorization.voided'
  | 'payment.refund.completed'
  | 'payment.refund.pending'
  | 'payment.refund.failed'
  | 'payment.refund.created'
  | 'payment.order.created'
  | 'payment.order.cancelled'
  | 'payment.order.approved'
  | 'payment.order.voided'
  | 'payment.payout-item.succeeded'
  | 'payment.payout-item.failed'
  | 'payment.payout-item.blocked'
  | 'payment.payout-item.held'
  | 'payment.payout-item.returned'
  | 'payment.payout-item.unclaimed'
  | 'payment.payout-batch.success'
  | 'payment.payout-batch.processing'
  | 'payment.payout-batch.denied'
  | 'billing.invoice.created'
  | 'invoicing.invoice.paid'
  | 'invoicing.invoice.cancelled'
  | 'invoicing.invoice.created'
  | 'invoicing.invoice.refunded'
  | 'invoicing.invoice.sent'
  | 'invoicing.invoice.unpaid'
  | 'invoicing.invoice.updated'
  | 'invoicing.invoice.reminder-sent'
  | 'billing.invoice.payment-failed'
  | 'billing.subscription.activated'
  | 'billing.subscription.cancelled'
  | 'billing.subscription.created'
  | 'billing.subscription.expired'
  | 'billing.subscription.payment-failed'
  | 'billing.subscription.re-activated'
  | 'billing.subscription.suspended'
  | 'billing.subscription.updated'
  | 'billing.plan.activated'
  | 'billing.plan.created'
  | 'billing.plan.deactivated'
  | 'billing.plan.updated'
  | 'split.settled'
  | 'customer.dispute.created'
  | 'customer.dispute.updated'
  | 'customer.dispute.resolved'
  | 'risk.dispute.created'
  | 'customer.dispute.evidence-submitted'
  | 'merchant.onboarding.submitted'
  | 'merchant.onboarding.kyc-approved'
  | 'merchant.onboarding.completed'
  | 'merchant.onboarding.kyc-rejected'
  | 'merchant.onboarding.document-requested'
  | 'merchant.account.balance-updated'
  | 'merchant.settings.updated'
  | 'vault.payment-token.created'
  | 'vault.payment-token.deleted'
  | 'vault.payment-token.updated'
  | 'reporting.report.available'
  | 'agent.cash-out.completed'
  | 'agent.cash-out.failed'
  | 'agent.cash-out.held'
  | 'agent.float.topped-up'
  | 'agent.float.low'
  | 'agent.float.depleted'
  | 'agent.suspended'
  | 'agent.re-activated'
  | 'capital.offer_created'
  | 'capital.disbursed'
  | 'capital.repayment'
  | 'capital.repaid';

/** Implemented event → its subject. */
export const eventSubjects = {
  "payment.capture.completed": "payment",
  "payment.capture.declined": "payment",
  "payment.capture.pending": "payment",
  "payment.capture.refunded": "payment",
  "payment.capture.reversed": "payment",
  "payment.capture.expired": "payment",
  "payment.capture.authorized": "payment",
  "payment.capture.cancelled": "payment",
  "payment.authorization.created": "authorization",
  "payment.authorization.voided": "authorization",
  "payment.refund.completed": "refund",
  "payment.refund.pending": "refund",
  "payment.refund.failed": "refund",
  "payment.refund.created": "refund",
  "payment.order.created": "order",
  "payment.order.cancelled": "order",
  "payment.order.approved": "order",
  "payment.order.voided": "order",
  "payment.payout-item.succeeded": "payout",
  "payment.payout-item.failed": "payout",
  "payment.payout-item.blocked": "payout",
  "payment.payout-item.held": "payout",
  "payment.payout-item.returned": "payout",
  "payment.payout-item.unclaimed": "payout",
  "payment.payout-batch.success": "payout_batch",
  "payment.payout-batch.processing": "payout_batch",
  "payment.payout-batch.denied": "payout_batch",
  "billing.invoice.created": "platform_invoice",
  "invoicing.invoice.paid": "invoice",
  "invoicing.invoice.cancelled": "invoice",
  "invoicing.invoice.created": "invoice",
  "invoicing.invoice.refunded": "invoice",
  "invoicing.invoice.sent": "invoice",
  "invoicing.invoice.unpaid": "invoice",
  "invoicing.invoice.updated": "invoice",
  "invoicing.invoice.reminder-sent": "invoice",
  "billing.invoice.payment-failed": "platform_invoice",
  "billing.subscription.activated": "subscription",
  "billing.subscription.cancelled": "subscription",
  "billing.subscription.created": "subscription",
  "billing.subscription.expired": "subscription",
  "billing.subscription.payment-failed": "subscription",
  "billing.subscription.re-activated": "subscription",
  "billing.subscription.suspended": "subscription",
  "billing.subscription.updated": "subscription",
  "billing.plan.activated": "plan",
  "billing.plan.created": "plan",
  "billing.plan.deactivated": "plan",
  "billing.plan.updated": "plan",
  "split.settled": "split_settlement",
  "customer.dispute.created": "dispute",
  "customer.dispute.updated": "dispute",
  "customer.dispute.resolved": "dispute",
  "risk.dispute.created": "dispute",
  "customer.dispute.evidence-submitted": "dispute",
  "merchant.onboarding.submitted": "onboarding",
  "merchant.onboarding.kyc-approved": "onboarding",
  "merchant.onboarding.completed": "onboarding",
  "merchant.onboarding.kyc-rejected": "onboarding",
  "merchant.onboarding.document-requested": "onboarding",
  "merchant.account.balance-updated": "account",
  "merchant.settings.updated": "settings",
  "vault.payment-token.created": "payment_method",
  "vault.payment-token.deleted": "payment_method",
  "vault.payment-token.updated": "payment_method",
  "reporting.report.available": "report",
  "agent.cash-out.completed": "cash_out",
  "agent.cash-out.failed": "cash_out",
  "agent.cash-out.held": "cash_out",
  "agent.float.topped-up": "agent_float",
  "agent.float.low": "agent_float",
  "agent.float.depleted": "agent_float",
  "agent.suspended": "agent",
  "agent.re-activated": "agent",
  "capital.offer_created": "capital_offer",
  "capital.disbursed": "capital_advance",
  "capital.repayment": "capital_repayment",
  "capital.repaid": "capital_advance",
} as const satisfies { readonly [E in EventType]: string };

/** Subject → the table whose rows its events are about. */
export const subjectTables = {
  "payment": "transactions",
  "authorization": "authorizations",
  "refund": "refunds",
  "order": "checkouts",
  "payout": "payouts",
  "payout_batch": "payout_batches",
  "platform_invoice": "platform_invoices",
  "invoice": "invoices",
  "subscription": "subscriptions",
  "plan": "plans",
  "split_settlement": "split_settlements",
  "dispute": "disputes",
  "onboarding": "kyc_submissions",
  "account": "ledger_heads",
  "settings": "settings_changes",
  "payment_method": "payment_methods",
  "report": "reports",
  "cash_out": "cash_outs",
  "agent_float": "agent_floats",
  "agent": "agents",
  "capital_offer": "capital_offers",
  "capital_advance": "capital_advances",
  "capital_repayment": "capital_repayments",
} as const satisfies { readonly [S in (typeof eventSubjects)[EventType]]: string };

/** The events that the notification URL of a checkout is sent, whatever its app subscribes to: `toNotificationUrl` of `x-event`. */
export const notificationTypes = [
  "payment.capture.completed",
  "payment.capture.declined",
  "payment.refund.completed",
  "payment.refund.pending"
] as const;

/** How an event is delivered: `x-delivery` of webhooks.yaml. */
export const deliveryTerms = {
  "attempts": 5,
  "firstDelaySeconds": 2,
  "acknowledgeSeconds": 15,
  "toleranceSeconds": 300,
  "rotationHours": 24,
} as const;
