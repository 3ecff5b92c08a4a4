// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
import type { Money4 } from "./openapi.d.ts";
export type paths = Record<string, never>;
export interface webhooks {
    readonly "payment.capture.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture completed
         * @description Card or wallet capture succeeded.
         */
        readonly post: operations["onPaymentCaptureCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.declined": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture declined
         * @description A payment attempt was refused, canceled by the customer or not answered in time.
         */
        readonly post: operations["onPaymentCaptureDeclined"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.pending": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture pending
         * @description A payment attempt was accepted by the gateway and its outcome is not known yet.
         */
        readonly post: operations["onPaymentCapturePending"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.refunded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture refunded
         * @description A refund of the payment completed, in full or in part.
         */
        readonly post: operations["onPaymentCaptureRefunded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.reversed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture reversed
         * @description Nothing is left of the payment, after a refund or a lost dispute; or it arrived when it was no longer expected and is given back.
         */
        readonly post: operations["onPaymentCaptureReversed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture expired
         * @description A checkout expired while the outcome of its payment attempt was not known.
         */
        readonly post: operations["onPaymentCaptureExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.authorized": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture authorized
         * @description An amount was held on the customer's card. It is taken when the merchant captures it.
         */
        readonly post: operations["onPaymentCaptureAuthorized"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.capture.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment capture cancelled
         * @description A checkout was aborted or cancelled while the outcome of its payment attempt was not known.
         */
        readonly post: operations["onPaymentCaptureCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.authorization.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment authorization created
         * @description An amount was held on the customer's card for a later capture.
         */
        readonly post: operations["onPaymentAuthorizationCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.authorization.voided": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment authorization voided
         * @description A held amount was released without a capture, because the merchant asked for it or its time was over.
         */
        readonly post: operations["onPaymentAuthorizationVoided"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.refund.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment refund completed
         * @description Refund credited to customer.
         */
        readonly post: operations["onPaymentRefundCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.refund.pending": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment refund pending
         * @description Refund awaiting gateway confirmation.
         */
        readonly post: operations["onPaymentRefundPending"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.refund.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment refund failed
         * @description The gateway refused a refund, and the money is available again.
         */
        readonly post: operations["onPaymentRefundFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.refund.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment refund cancelled
         * @description A refund was canceled before the gateway confirmed it. Not sent so far, because no refund can be canceled once the
         *     gateway has been asked.
         */
        readonly post: operations["onPaymentRefundCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.refund.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment refund created
         * @description A refund was accepted.
         */
        readonly post: operations["onPaymentRefundCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.order.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment order created
         * @description A checkout was opened.
         */
        readonly post: operations["onPaymentOrderCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.order.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment order cancelled
         * @description A checkout was aborted by the merchant, or cancelled by the customer on the payment page.
         */
        readonly post: operations["onPaymentOrderCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.order.approved": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment order approved
         * @description A checkout was paid, or its amount is held on the customer's card.
         */
        readonly post: operations["onPaymentOrderApproved"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.order.voided": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment order voided
         * @description A checkout expired unpaid, or its held amount was released.
         */
        readonly post: operations["onPaymentOrderVoided"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.succeeded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item succeeded
         * @description Single payout item completed.
         */
        readonly post: operations["onPaymentPayoutItemSucceeded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item failed
         * @description The destination refused a payout, and the money is available again.
         */
        readonly post: operations["onPaymentPayoutItemFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.blocked": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item blocked
         * @description A held payout was refused after review.
         */
        readonly post: operations["onPaymentPayoutItemBlocked"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.held": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item held
         * @description A payout waits for a review: an operator holds it, or five wrong codes were given for its cash.
         */
        readonly post: operations["onPaymentPayoutItemHeld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.returned": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item returned
         * @description The bank sent a completed payout back.
         */
        readonly post: operations["onPaymentPayoutItemReturned"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-item.unclaimed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout item unclaimed
         * @description The cash of a payout was not collected in time.
         */
        readonly post: operations["onPaymentPayoutItemUnclaimed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-batch.success": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout batch success
         * @description Each payout of a batch has ended.
         */
        readonly post: operations["onPaymentPayoutBatchSuccess"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-batch.processing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout batch processing
         * @description A batch of payouts is under way.
         */
        readonly post: operations["onPaymentPayoutBatchProcessing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "payment.payout-batch.denied": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Payment payout batch denied
         * @description No item of a batch became a payout.
         */
        readonly post: operations["onPaymentPayoutBatchDenied"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.invoice.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing invoice created
         * @description Platform subscription invoice generated.
         */
        readonly post: operations["onBillingInvoiceCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.paid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice paid
         * @description A customer paid an invoice.
         */
        readonly post: operations["onInvoicingInvoicePaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice cancelled
         * @description An invoice was voided.
         */
        readonly post: operations["onInvoicingInvoiceCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice created
         * @description An invoice was drafted.
         */
        readonly post: operations["onInvoicingInvoiceCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.refunded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice refunded
         * @description A refund of the payment of an invoice completed, in full or in part.
         */
        readonly post: operations["onInvoicingInvoiceRefunded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.sent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice sent
         * @description An invoice was sent: it got its number and its page.
         */
        readonly post: operations["onInvoicingInvoiceSent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.unpaid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice unpaid
         * @description The due date of an invoice passed, and it was not paid.
         */
        readonly post: operations["onInvoicingInvoiceUnpaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice updated
         * @description A draft of an invoice was changed.
         */
        readonly post: operations["onInvoicingInvoiceUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "invoicing.invoice.reminder-sent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invoicing invoice reminder sent
         * @description A reminder of an unpaid invoice is due. The service sends no e-mail; pass the address of the page on to the customer.
         */
        readonly post: operations["onInvoicingInvoiceReminderSent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.invoice.payment-failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing invoice payment failed
         * @description The USD balance was too low for an invoice of the platform. It is tried daily for seven days.
         */
        readonly post: operations["onBillingInvoicePaymentFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.activated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription activated
         * @description The first cycle of a subscription was paid.
         */
        readonly post: operations["onBillingSubscriptionActivated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.cancelled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription cancelled
         * @description A subscription was canceled, by request or after the last attempt to charge for it.
         */
        readonly post: operations["onBillingSubscriptionCancelled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription created
         * @description A subscription was created.
         */
        readonly post: operations["onBillingSubscriptionCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.expired": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription expired
         * @description The last cycle of a subscription is over.
         */
        readonly post: operations["onBillingSubscriptionExpired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.payment-failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription payment failed
         * @description An attempt to charge for a cycle of a subscription failed.
         */
        readonly post: operations["onBillingSubscriptionPaymentFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.re-activated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription re-activated
         * @description A paused subscription was resumed.
         */
        readonly post: operations["onBillingSubscriptionReActivated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.suspended": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription suspended
         * @description A subscription was paused, by request or after the last attempt to charge for it.
         */
        readonly post: operations["onBillingSubscriptionSuspended"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.subscription.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing subscription updated
         * @description A subscription was put on another plan or way to pay, or a cancellation at the end of its period was planned or taken back.
         */
        readonly post: operations["onBillingSubscriptionUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.plan.activated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing plan activated
         * @description A plan may be subscribed to again.
         */
        readonly post: operations["onBillingPlanActivated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.plan.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing plan created
         * @description A plan was created.
         */
        readonly post: operations["onBillingPlanCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.plan.deactivated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing plan deactivated
         * @description A plan takes no new subscriptions.
         */
        readonly post: operations["onBillingPlanDeactivated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "billing.plan.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Billing plan updated
         * @description The name or the description of a plan was changed.
         */
        readonly post: operations["onBillingPlanUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "split.settled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Split settled
         * @description Net share credited to a subaccount.
         */
        readonly post: operations["onSplitSettled"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.dispute.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer dispute created
         * @description Chargeback or dispute opened.
         */
        readonly post: operations["onCustomerDisputeCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.dispute.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer dispute updated
         * @description The status of a dispute changed, or the bank gave more time for an answer, or the money of a lost dispute back.
         */
        readonly post: operations["onCustomerDisputeUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.dispute.resolved": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer dispute resolved
         * @description A dispute was won or lost.
         */
        readonly post: operations["onCustomerDisputeResolved"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "risk.dispute.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Risk dispute created
         * @description The network warned of a dispute to come.
         */
        readonly post: operations["onRiskDisputeCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.dispute.evidence-submitted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer dispute evidence submitted
         * @description The merchant submitted evidence.
         */
        readonly post: operations["onCustomerDisputeEvidenceSubmitted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.payout.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer payout completed
         * @description A payout to a customer completed. Not sent so far, because payouts go to the merchant, to partners and to whom the
         *     merchant names; `payment.payout-item.succeeded` tells of all of them.
         */
        readonly post: operations["onCustomerPayoutCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.payout.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer payout failed
         * @description A payout to a customer failed. Not sent so far, because payouts go to the merchant, to partners and to whom the merchant
         *     names; `payment.payout-item.failed` tells of all of them.
         */
        readonly post: operations["onCustomerPayoutFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.onboarding.submitted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant onboarding submitted
         * @description Sub-merchant submitted KYC for review.
         */
        readonly post: operations["onMerchantOnboardingSubmitted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.onboarding.kyc-approved": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant onboarding KYC approved
         * @description Sub-merchant KYC approved.
         */
        readonly post: operations["onMerchantOnboardingKycApproved"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.onboarding.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant onboarding completed
         * @description A sub-merchant reached the highest KYC tier.
         */
        readonly post: operations["onMerchantOnboardingCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.onboarding.kyc-rejected": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant onboarding KYC rejected
         * @description KYC of a sub-merchant was rejected.
         */
        readonly post: operations["onMerchantOnboardingKycRejected"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.onboarding.document-requested": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant onboarding document requested
         * @description A sub-merchant was asked for a further document.
         */
        readonly post: operations["onMerchantOnboardingDocumentRequested"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.managed-account.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer managed account created
         * @description A managed account was opened. Not sent so far, because the service manages no accounts for customers of a merchant.
         */
        readonly post: operations["onCustomerManagedAccountCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.managed-account.status-changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer managed account status changed
         * @description The status of a managed account changed. Not sent so far, because the service manages no accounts for customers of a
         *     merchant.
         */
        readonly post: operations["onCustomerManagedAccountStatusChanged"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.managed-account.risk-assessed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer managed account risk assessed
         * @description The risk of a managed account was assessed. Not sent so far, because the service manages no accounts for customers of a
         *     merchant.
         */
        readonly post: operations["onCustomerManagedAccountRiskAssessed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "customer.managed-account.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Customer managed account updated
         * @description A managed account was changed. Not sent so far, because the service manages no accounts for customers of a merchant.
         */
        readonly post: operations["onCustomerManagedAccountUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.account.balance-updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant account balance updated
         * @description A balance of the merchant changed; sent at most once a minute.
         */
        readonly post: operations["onMerchantAccountBalanceUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "merchant.settings.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Merchant settings updated
         * @description Settings of an app were changed. The event names the settings, not their values, and is sent to the new destination.
         */
        readonly post: operations["onMerchantSettingsUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vault.payment-token.created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Vault payment token created
         * @description A payment method was saved.
         */
        readonly post: operations["onVaultPaymentTokenCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vault.payment-token.deleted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Vault payment token deleted
         * @description A saved payment method was deleted.
         */
        readonly post: operations["onVaultPaymentTokenDeleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vault.payment-token.updated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Vault payment token updated
         * @description The bank renewed a saved card, so its expiry date or its last digits changed. The token still works.
         */
        readonly post: operations["onVaultPaymentTokenUpdated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "compliance.process.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compliance process completed
         * @description A compliance process completed. Not sent so far, because no process beside onboarding checks merchants or customers;
         *     `merchant.onboarding.*` tells of that.
         */
        readonly post: operations["onComplianceProcessCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "compliance.process.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compliance process failed
         * @description A compliance process failed. Not sent so far, because no process beside onboarding checks merchants or customers;
         *     `merchant.onboarding.*` tells of that.
         */
        readonly post: operations["onComplianceProcessFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "compliance.process.end-user-action-required": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compliance process end-user action required
         * @description A compliance process waits for the person concerned. Not sent so far, because no process beside onboarding checks
         *     merchants or customers; `merchant.onboarding.*` tells of that.
         */
        readonly post: operations["onComplianceProcessEndUserActionRequired"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "compliance.screening.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compliance screening completed
         * @description A screening ended. Not sent so far, because the service screens nobody.
         */
        readonly post: operations["onComplianceScreeningCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "identity.consent.granted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Identity consent granted
         * @description A person consented to a use of their data. Not sent so far, because the service asks nobody for such a consent.
         */
        readonly post: operations["onIdentityConsentGranted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "identity.consent.revoked": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Identity consent revoked
         * @description A person withdrew a consent. Not sent so far, because the service asks nobody for such a consent.
         */
        readonly post: operations["onIdentityConsentRevoked"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "reporting.report.available": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Reporting report available
         * @description A report can be downloaded.
         */
        readonly post: operations["onReportingReportAvailable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.cash-out.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent cash-out completed
         * @description An agent handed out the cash of a payout.
         */
        readonly post: operations["onAgentCashOutCompleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.cash-out.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent cash-out failed
         * @description A wrong one-time code was given to an agent.
         */
        readonly post: operations["onAgentCashOutFailed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.cash-out.held": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent cash-out held
         * @description A fifth wrong one-time code put the payout on hold.
         */
        readonly post: operations["onAgentCashOutHeld"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.float.topped-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent float topped up
         * @description The float of an agent was topped up.
         */
        readonly post: operations["onAgentFloatToppedUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.float.low": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent float low
         * @description The float of an agent fell below its threshold.
         */
        readonly post: operations["onAgentFloatLow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.float.depleted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent float depleted
         * @description The float of an agent is used up.
         */
        readonly post: operations["onAgentFloatDepleted"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.suspended": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent suspended
         * @description An agent was suspended.
         */
        readonly post: operations["onAgentSuspended"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "agent.re-activated": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Agent re-activated
         * @description A suspended agent was reactivated.
         */
        readonly post: operations["onAgentReActivated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "capital.offer_created": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capital offer created
         * @description Merchant has a new advance offer.
         */
        readonly post: operations["onCapitalOfferCreated"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "capital.disbursed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capital disbursed
         * @description Advance funds credited to the balance.
         */
        readonly post: operations["onCapitalDisbursed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "capital.repayment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capital repayment
         * @description Holdback deducted from settlement.
         */
        readonly post: operations["onCapitalRepayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "capital.repaid": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Capital repaid
         * @description Advance fully repaid.
         */
        readonly post: operations["onCapitalRepaid"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The fields that every event has. */
        readonly EventEnvelope: {
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `event`.
             * @constant
             */
            readonly object: "event";
            /** @description The event type. */
            readonly type: string;
            /**
             * Format: int64
             * @description When it happened, Unix time in seconds.
             */
            readonly created: number;
            /** @description The resource that triggered the event. */
            readonly data: unknown;
            /** @description The version that shapes `data`. */
            readonly api_version: components["schemas"]["ApiVersion"];
            /** @description False in the sandbox. */
            readonly livemode: boolean;
            /** @description Id of the resource whose events `sequence` counts. */
            readonly resource_id: string;
            /**
             * Format: int64
             * @description 1, 2, 3 … per resource, without gaps.
             */
            readonly sequence: number;
            readonly synthetic?: components["schemas"]["SyntheticMark"];
        };
        /** @description An event that is registered and not sent yet. */
        readonly OpenEvent: components["schemas"]["EventEnvelope"] & {
            readonly data: components["schemas"]["OpenData"];
        };
        /** @description The specification does not show the data of this event. `id` will be there; any other field is an illustration until the event is implemented. */
        readonly OpenData: {
            /** @description Id of the resource that triggered the event. */
            readonly id: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The transaction of the attempt, as it was when the event happened. */
        readonly CaptureData: {
            readonly id: components["schemas"]["TransactionId"];
            /** @description What the customer was asked to pay; of a held amount, what was captured of it, once there is a capture. */
            readonly amount: components["schemas"]["Money4"];
            /** @description The amount less the fee, which is known once the payment is completed. Zero when the payment failed. */
            readonly net: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["TransactionStatus"];
            /** @description The fee. Zero when nothing was paid. */
            readonly fee: components["schemas"]["Money4"];
            /** @description The gateway that took the attempt. */
            readonly gateway: components["schemas"]["GatewayName"];
            /** @description The checkout of the attempt; null for a payment without one. */
            readonly checkout_id: components["schemas"]["CheckoutId"] | null;
            /** @description The merchant's own reference, as sent. */
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            /** @description How the customer paid. */
            readonly payment_method: components["schemas"]["PaymentMethodSummary"] | null;
            /** @description What the payment comes from. */
            readonly source: components["schemas"]["TransactionSource"];
            /** @description Data of your own, as it was sent with what the payment comes from; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
            /** @description Why nothing was paid; else null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
            /** @description True when the money arrived after the checkout had ended. */
            readonly late: boolean;
        };
        /** @description An attempt was paid. */
        readonly PaymentCaptureCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.completed";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description An attempt was not paid. */
        readonly PaymentCaptureDeclinedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.declined";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description An attempt waits for its outcome. */
        readonly PaymentCapturePendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.pending";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description The amount of an attempt is held. */
        readonly PaymentCaptureAuthorizedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.authorized";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description A payment was refunded in full or in part. */
        readonly PaymentCaptureRefundedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.refunded";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description Nothing is left of a payment. */
        readonly PaymentCaptureReversedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.reversed";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description The checkout of an undecided attempt expired. */
        readonly PaymentCaptureExpiredEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.expired";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description The checkout of an undecided attempt was aborted. */
        readonly PaymentCaptureCancelledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.capture.cancelled";
            readonly data: components["schemas"]["CaptureData"];
        };
        /** @description The held amount, as it was when the event happened. */
        readonly AuthorizationData: {
            /** @description The payment. */
            readonly id: components["schemas"]["TransactionId"];
            readonly checkout_id: components["schemas"]["CheckoutId"];
            /** @description The merchant's own reference, as sent. */
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            readonly status: components["schemas"]["AuthorizationStatus"];
            /** @description The amount that was held. */
            readonly amount: components["schemas"]["Money4"];
            /** @description How much the merchant asked to capture; null without a capture. */
            readonly amount_captured: components["schemas"]["Money4"] | null;
            readonly currency: components["schemas"]["Currency"];
            /** @description Why it was released, or null. */
            readonly void_reason: components["schemas"]["AuthorizationVoidReason"] | null;
            /** @description When it is released if it is not captured before. */
            readonly expires_at: components["schemas"]["Instant"];
        };
        /** @description An amount is held. */
        readonly PaymentAuthorizationCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.authorization.created";
            readonly data: components["schemas"]["AuthorizationData"];
        };
        /** @description A held amount was released. */
        readonly PaymentAuthorizationVoidedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.authorization.voided";
            readonly data: components["schemas"]["AuthorizationData"];
        };
        /** @description The refund, as it was when the event happened. The specification does not show these fields. */
        readonly RefundData: {
            readonly id: components["schemas"]["RefundId"];
            /** @description The payment that is refunded. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description What goes back to the customer. */
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["RefundStatus"];
            /** @description The reason the merchant gave, or `late_payment` or `surplus_payment` for money that was no longer expected. */
            readonly reason: string | null;
            /** @description Why nothing went back; else null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /** @description A refund reached the customer. */
        readonly PaymentRefundCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.refund.completed";
            readonly data: components["schemas"]["RefundData"];
        };
        /** @description A refund waits for the gateway. */
        readonly PaymentRefundPendingEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.refund.pending";
            readonly data: components["schemas"]["RefundData"];
        };
        /** @description A refund was refused by the gateway. */
        readonly PaymentRefundFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.refund.failed";
            readonly data: components["schemas"]["RefundData"];
        };
        /** @description A refund was accepted. */
        readonly PaymentRefundCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.refund.created";
            readonly data: components["schemas"]["RefundData"];
        };
        /** @description The checkout, as it was when the event happened. The specification does not show these fields. */
        readonly OrderData: {
            readonly id: components["schemas"]["CheckoutId"];
            /** @description What the customer is asked to pay. */
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["CheckoutStatusValue"];
            /** @description The merchant's own reference, as sent. If another object opened the checkout, such as a payment link or an invoice, the id of that object. */
            readonly merchantTransactionId: components["schemas"]["MerchantReference"];
            /** @description Why nothing was paid; else null. It is null too if the last attempt was undecided when the session expired. The money may still come, so do not ask the customer to pay again. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /** @description A checkout was opened. */
        readonly PaymentOrderCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.order.created";
            readonly data: components["schemas"]["OrderData"];
        };
        /** @description A checkout was paid, or its amount is held. */
        readonly PaymentOrderApprovedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.order.approved";
            readonly data: components["schemas"]["OrderData"];
        };
        /** @description A checkout was aborted. */
        readonly PaymentOrderCancelledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.order.cancelled";
            readonly data: components["schemas"]["OrderData"];
        };
        /** @description A checkout expired unpaid, or its held amount was released. */
        readonly PaymentOrderVoidedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.order.voided";
            readonly data: components["schemas"]["OrderData"];
        };
        /** @description The payout, as it was when the event happened. The specification does not show these fields. */
        readonly PayoutItemData: {
            readonly id: components["schemas"]["PayoutId"];
            readonly method: components["schemas"]["PayoutMethod"];
            /** @description Gross amount. */
            readonly amount: components["schemas"]["Money4"];
            /** @description The fee of the payout. */
            readonly fee: components["schemas"]["Money4"];
            /** @description The amount less the fee. */
            readonly net: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["PayoutStatus"];
            /** @description Why no money arrived; else null. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /** @description The money of a payout has left. */
        readonly PaymentPayoutItemSucceededEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.succeeded";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description A payout was refused by its destination. */
        readonly PaymentPayoutItemFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.failed";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description A payout came back after it was completed. */
        readonly PaymentPayoutItemReturnedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.returned";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description The dispute, as it was when the event happened, without its evidence. The specification does not show these fields. */
        readonly DisputeData: {
            readonly id: components["schemas"]["DisputeId"];
            /** @description The payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description What is disputed. */
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly reason: components["schemas"]["DisputeReason"];
            readonly status: components["schemas"]["DisputeStatus"];
            /** @description How it ended; else null. */
            readonly resolution: components["schemas"]["DisputeResolution"] | null;
            readonly evidence_due_at: components["schemas"]["Instant"];
            readonly created_at: components["schemas"]["Instant"];
            readonly opened_at: components["schemas"]["InstantOrNull"];
            readonly submitted_at: components["schemas"]["InstantOrNull"];
            readonly resolved_at: components["schemas"]["InstantOrNull"];
            /** @description When the bank gave the money of a lost dispute back to the merchant. */
            readonly reinstated_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A customer disputes a payment with their bank. */
        readonly CustomerDisputeCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "customer.dispute.created";
            readonly data: components["schemas"]["DisputeData"];
        };
        /** @description The status of a dispute changed, or the bank gave more time for an answer, or the money of a lost dispute back. */
        readonly CustomerDisputeUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "customer.dispute.updated";
            readonly data: components["schemas"]["DisputeData"];
        };
        /** @description A dispute was won or lost. */
        readonly CustomerDisputeResolvedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "customer.dispute.resolved";
            readonly data: components["schemas"]["DisputeData"];
        };
        /** @description The network warned of a dispute to come. */
        readonly RiskDisputeCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "risk.dispute.created";
            readonly data: components["schemas"]["DisputeData"];
        };
        /** @description The merchant submitted evidence. */
        readonly CustomerDisputeEvidenceSubmittedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "customer.dispute.evidence-submitted";
            readonly data: components["schemas"]["DisputeData"];
        };
        /** @description A payout waits for a review. */
        readonly PaymentPayoutItemHeldEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.held";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description A held payout was refused after the review. */
        readonly PaymentPayoutItemBlockedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.blocked";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description Nobody collected the cash of a payout in time. */
        readonly PaymentPayoutItemUnclaimedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-item.unclaimed";
            readonly data: components["schemas"]["PayoutItemData"];
        };
        /** @description The batch, as it was when the event happened. The specification does not show these fields. */
        readonly PayoutBatchData: {
            readonly id: components["schemas"]["PayoutBatchId"];
            readonly status: components["schemas"]["PayoutBatchStatus"];
            readonly counts: components["schemas"]["PayoutBatchCounts"];
        };
        /** @description A batch of payouts was accepted. */
        readonly PaymentPayoutBatchProcessingEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-batch.processing";
            readonly data: components["schemas"]["PayoutBatchData"];
        };
        /** @description Each payout of a batch has ended. */
        readonly PaymentPayoutBatchSuccessEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-batch.success";
            readonly data: components["schemas"]["PayoutBatchData"];
        };
        /** @description No item of a batch became a payout. */
        readonly PaymentPayoutBatchDeniedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "payment.payout-batch.denied";
            readonly data: components["schemas"]["PayoutBatchData"];
        };
        /** @description A code that was given to an agent for a payout, right or wrong. The specification does not show these fields. */
        readonly CashOutData: {
            readonly id: components["schemas"]["PayoutId"];
            readonly agent_id: components["schemas"]["AgentId"];
            /** @description What the agent hands out for the right code. */
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["PayoutStatus"];
            /** @description Always null; `status` is the state of the payout. */
            readonly failure: components["schemas"]["FailureInfo"] | null;
        };
        /** @description The cash that an agent has in one currency. The specification does not show these fields. */
        readonly FloatData: {
            readonly id: components["schemas"]["AgentId"];
            readonly currency: components["schemas"]["Currency"];
            readonly balance: components["schemas"]["Money4"];
            /** @description Null if none was set. */
            readonly low_threshold: components["schemas"]["Money4"] | null;
        };
        /** @description The agent, as they were when the event happened. The specification does not show these fields. */
        readonly AgentData: {
            readonly id: components["schemas"]["AgentId"];
            readonly name: string;
            readonly phone: components["schemas"]["Phone"];
            readonly location: string | null;
            readonly status: components["schemas"]["AgentStatus"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description An agent handed out the cash of a payout. */
        readonly AgentCashOutCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.cash-out.completed";
            readonly data: components["schemas"]["CashOutData"];
        };
        /** @description A wrong code was given to an agent. */
        readonly AgentCashOutFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.cash-out.failed";
            readonly data: components["schemas"]["CashOutData"];
        };
        /** @description The fifth wrong code holds the payout. */
        readonly AgentCashOutHeldEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.cash-out.held";
            readonly data: components["schemas"]["CashOutData"];
        };
        /** @description An agent got cash. */
        readonly AgentFloatToppedUpEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.float.topped-up";
            readonly data: components["schemas"]["FloatData"];
        };
        /** @description The float of an agent fell below its threshold. */
        readonly AgentFloatLowEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.float.low";
            readonly data: components["schemas"]["FloatData"];
        };
        /** @description An agent has no cash left. */
        readonly AgentFloatDepletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.float.depleted";
            readonly data: components["schemas"]["FloatData"];
        };
        /** @description An agent was suspended. */
        readonly AgentSuspendedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.suspended";
            readonly data: components["schemas"]["AgentData"];
        };
        /** @description A suspended agent was reactivated. */
        readonly AgentReActivatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "agent.re-activated";
            readonly data: components["schemas"]["AgentData"];
        };
        /** @description The invoice, as it was when the event happened. The specification does not show these fields. */
        readonly InvoiceData: {
            readonly id: components["schemas"]["InvoiceId"];
            readonly status: components["schemas"]["InvoiceStatus"];
            readonly number: components["schemas"]["InvoiceNumberOrNull"];
            readonly customer: components["schemas"]["BilledCustomer"];
            readonly items: readonly components["schemas"]["InvoiceItemData"][];
            readonly currency: components["schemas"]["Currency"];
            /** @description The sum of the lines, without tax. */
            readonly subtotal: components["schemas"]["Money4"];
            /** @description The sum of the taxes of the lines. */
            readonly tax: components["schemas"]["Money4"];
            /** @description `subtotal` and `tax`. */
            readonly total: components["schemas"]["Money4"];
            /** @description Zero or the total; refunds are not deducted. */
            readonly amount_paid: components["schemas"]["Money4"];
            /** @description What is still to be paid. */
            readonly amount_due: components["schemas"]["Money4"];
            readonly due_date: components["schemas"]["CalendarDate"];
            /** @description True when it was sent, is not paid, and its due date is over. */
            readonly overdue: boolean;
            /** @description The merchant's own reference. */
            readonly reference: string | null;
            /** @description Shown to the customer below the lines. */
            readonly notes: string | null;
            /** @description Where the customer reads and pays it; null until it is sent. */
            readonly hosted_url: components["schemas"]["PageUrl"] | null;
            /** @description The payment that paid it. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            /** @description The subscription that made it. */
            readonly subscription_id: components["schemas"]["SubscriptionId"] | null;
            /** @description The period of the subscription that it bills begins then; null without a subscription. */
            readonly period_start: components["schemas"]["InstantOrNull"];
            /** @description The period ends before this moment; null without a subscription. */
            readonly period_end: components["schemas"]["InstantOrNull"];
            readonly reminder_days: components["schemas"]["ReminderDays"];
            /** @description How many reminders there were. */
            readonly reminders_sent: number;
            readonly last_reminder_at: components["schemas"]["InstantOrNull"];
            /** @description Data of your own; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
            readonly created_at: components["schemas"]["Instant"];
            readonly sent_at: components["schemas"]["InstantOrNull"];
            readonly paid_at: components["schemas"]["InstantOrNull"];
            readonly voided_at: components["schemas"]["InstantOrNull"];
        };
        /** @description One line of the invoice, with its amount and tax. */
        readonly InvoiceItemData: {
            /** @description What is sold. */
            readonly description: string;
            /** @description How many. */
            readonly quantity: number;
            /** @description The price of one, without tax. */
            readonly unit_amount: components["schemas"]["Money4"];
            /** @description In per cent, with two decimals. */
            readonly tax_rate: components["schemas"]["Percent"] | null;
            /** @description Quantity times unit amount. */
            readonly amount: components["schemas"]["Money4"];
            /** @description The tax on the amount. */
            readonly tax: components["schemas"]["Money4"];
        };
        /** @description An invoice was paid in full. */
        readonly InvoicingInvoicePaidEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.paid";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description An invoice was voided; nothing is owed. */
        readonly InvoicingInvoiceCancelledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.cancelled";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description An invoice was drafted. */
        readonly InvoicingInvoiceCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.created";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description A refund of the payment of an invoice reached the customer, in full or in part. */
        readonly InvoicingInvoiceRefundedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.refunded";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description An invoice was sent: it got its number and its page. */
        readonly InvoicingInvoiceSentEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.sent";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description A reminder of an invoice is due. */
        readonly InvoicingInvoiceReminderSentEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.reminder-sent";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description The due date of an invoice passed, and it was not paid. */
        readonly InvoicingInvoiceUnpaidEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.unpaid";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description A draft of an invoice was changed. */
        readonly InvoicingInvoiceUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "invoicing.invoice.updated";
            readonly data: components["schemas"]["InvoiceData"];
        };
        /** @description The subscription, as it was when the event happened. The specification does not show these fields. */
        readonly SubscriptionData: {
            readonly id: components["schemas"]["SubscriptionId"];
            readonly status: components["schemas"]["SubscriptionStatus"];
            /** @description True when the customer may use what was bought. */
            readonly entitled: boolean;
            readonly collection_state: components["schemas"]["CollectionState"];
            /** @description The plan. After a change without `prorate` it is the new one at once, which begins with the next period. */
            readonly plan_id: components["schemas"]["PlanId"];
            /** @description What one period of `plan_id` costs, without tax. */
            readonly amount: components["schemas"]["Money4"];
            /** @description Tax on the amount, as the plan has it; null for none. */
            readonly tax_rate: components["schemas"]["Percent"] | null;
            readonly currency: components["schemas"]["Currency"];
            readonly customer: components["schemas"]["BilledCustomer"];
            /** @description The wallet that is prompted for each period; null without one. */
            readonly wallet_type: components["schemas"]["WalletType"] | null;
            /** @description The number that is prompted; null without a wallet. */
            readonly phone_masked: components["schemas"]["PhoneMasked"] | null;
            /** @description The saved card that is charged for each period; null without one. */
            readonly payment_method_id: components["schemas"]["PaymentMethodId"] | null;
            readonly current_period_start: components["schemas"]["InstantOrNull"];
            readonly current_period_end: components["schemas"]["InstantOrNull"];
            readonly next_billing_at: components["schemas"]["InstantOrNull"];
            readonly trial_ends_at: components["schemas"]["InstantOrNull"];
            /** @description How many periods were billed. */
            readonly cycle_count: number;
            /** @description The invoice of the newest period; null before the first. */
            readonly latest_invoice_id: components["schemas"]["InvoiceId"] | null;
            readonly cancel_at_period_end: boolean;
            readonly canceled_at: components["schemas"]["InstantOrNull"];
            readonly cancel_reason: string | null;
            /** @description Data of your own; null without any. */
            readonly metadata: components["schemas"]["Metadata"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description The first period was paid. */
        readonly BillingSubscriptionActivatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.activated";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description A subscription was canceled. */
        readonly BillingSubscriptionCancelledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.cancelled";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description A subscription was created. */
        readonly BillingSubscriptionCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.created";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description The last period is over. */
        readonly BillingSubscriptionExpiredEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.expired";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description An attempt to charge for a period failed. */
        readonly BillingSubscriptionPaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.payment-failed";
            readonly data: components["schemas"]["SubscriptionData"] & {
                /** @description Why this try failed. Null if nobody was asked, as without a wallet or a card, and while the outcome is not known, when the money may still come. */
                readonly failure?: components["schemas"]["FailureInfo"] | null;
            };
        };
        /** @description A subscription was resumed. */
        readonly BillingSubscriptionReActivatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.re-activated";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description A subscription has another plan or way to pay, or ends with its period, or does not any more. */
        readonly BillingSubscriptionUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.updated";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description A subscription was paused. */
        readonly BillingSubscriptionSuspendedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.subscription.suspended";
            readonly data: components["schemas"]["SubscriptionData"];
        };
        /** @description The plan, as it was when the event happened. The specification does not show these fields. */
        readonly PlanData: {
            readonly id: components["schemas"]["PlanId"];
            readonly status: components["schemas"]["SubscriptionPlanStatus"];
            readonly name: string;
            readonly description: string | null;
            /** @description What one period costs, without tax. */
            readonly amount: components["schemas"]["Money4"];
            /** @description Tax on the amount; null for none. */
            readonly tax_rate: components["schemas"]["Percent"] | null;
            readonly currency: components["schemas"]["Currency"];
            readonly interval: components["schemas"]["PlanInterval"];
            /** @description How many intervals a period has. */
            readonly interval_count: number;
            readonly trial_days: number;
            /** @description How many periods are billed; null for no end. */
            readonly max_cycles: number | null;
            readonly on_exhausted: components["schemas"]["OnExhausted"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A plan takes subscriptions again. */
        readonly BillingPlanActivatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.plan.activated";
            readonly data: components["schemas"]["PlanData"];
        };
        /** @description A plan was created. */
        readonly BillingPlanCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.plan.created";
            readonly data: components["schemas"]["PlanData"];
        };
        /** @description A plan takes no new subscriptions. */
        readonly BillingPlanDeactivatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.plan.deactivated";
            readonly data: components["schemas"]["PlanData"];
        };
        /** @description A plan has another name or description. */
        readonly BillingPlanUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.plan.updated";
            readonly data: components["schemas"]["PlanData"];
        };
        /** @description The platform's invoice, as it was when the event happened. The specification does not show these fields. */
        readonly PlatformInvoiceData: {
            readonly id: components["schemas"]["InvoiceId"];
            readonly number: components["schemas"]["PlatformInvoiceNumber"];
            readonly status: components["schemas"]["PlatformInvoiceStatus"];
            readonly plan_name: string;
            readonly lines: readonly components["schemas"]["PlatformInvoiceLineData"][];
            /** @description The price of the plan, without tax. */
            readonly subtotal: components["schemas"]["Money4"];
            readonly tax_rate: components["schemas"]["PlatformTaxRate"];
            readonly tax: components["schemas"]["Money4"];
            /** @description `subtotal` and `tax`: what is taken from the balance. */
            readonly amount: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly period_start: components["schemas"]["Instant"];
            readonly period_end: components["schemas"]["Instant"];
            readonly due_date: components["schemas"]["CalendarDate"];
            /** @description How many of its tries found the balance too low. */
            readonly failed_tries: number;
            readonly created_at: components["schemas"]["Instant"];
            readonly paid_at: components["schemas"]["InstantOrNull"];
        };
        /** @description One line of the invoice. */
        readonly PlatformInvoiceLineData: {
            readonly type: components["schemas"]["PlatformInvoiceLineType"];
            readonly description: string;
            readonly amount: components["schemas"]["Money4"];
        };
        /** @description The platform billed the merchant. */
        readonly BillingInvoiceCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.invoice.created";
            readonly data: components["schemas"]["PlatformInvoiceData"];
        };
        /** @description An invoice of the platform could not be collected. */
        readonly BillingInvoicePaymentFailedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "billing.invoice.payment-failed";
            readonly data: components["schemas"]["PlatformInvoiceData"];
        };
        /** @description The report, as it was when the event happened. The specification does not show these fields. */
        readonly ReportData: {
            readonly id: components["schemas"]["ReportId"];
            readonly type: components["schemas"]["ReportType"];
            readonly format: components["schemas"]["ReportFormat"];
            readonly status: components["schemas"]["ReportStatus"];
            /** @description The first moment of the period. */
            readonly from: components["schemas"]["Instant"];
            /** @description The first moment after the period, or when the report was created. */
            readonly before: components["schemas"]["Instant"];
            readonly rows: number;
            /** Format: int64 */
            readonly bytes: number;
            readonly created_at: components["schemas"]["Instant"];
            readonly available_at: components["schemas"]["InstantOrNull"];
            readonly expires_at: components["schemas"]["InstantOrNull"];
        };
        /** @description A report can be downloaded. */
        readonly ReportingReportAvailableEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "reporting.report.available";
            readonly data: components["schemas"]["ReportData"];
        };
        /**
         * @description State of the newest submission.
         * @enum {string}
         */
        readonly OnboardingStatus: "submitted" | "approved" | "rejected" | "document_requested";
        /** @description The merchant's KYC, as it was when the event happened. The specification does not show these fields. */
        readonly OnboardingData: {
            readonly id: components["schemas"]["MerchantIdentifier"];
            readonly status: components["schemas"]["OnboardingStatus"];
            /** @description The tier asked for, and once approved the tier reached: 0 none, 1 basic, 2 full. */
            readonly tier: number;
        };
        /** @description KYC was submitted. */
        readonly MerchantOnboardingSubmittedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.onboarding.submitted";
            readonly data: components["schemas"]["OnboardingData"];
        };
        /** @description KYC was approved. */
        readonly MerchantOnboardingKycApprovedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.onboarding.kyc-approved";
            readonly data: components["schemas"]["OnboardingData"];
        };
        /** @description KYC tier 2 was reached. */
        readonly MerchantOnboardingCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.onboarding.completed";
            readonly data: components["schemas"]["OnboardingData"];
        };
        /** @description KYC was rejected. */
        readonly MerchantOnboardingKycRejectedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.onboarding.kyc-rejected";
            readonly data: components["schemas"]["OnboardingData"];
        };
        /** @description A further document was asked for. */
        readonly MerchantOnboardingDocumentRequestedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.onboarding.document-requested";
            readonly data: components["schemas"]["OnboardingData"];
        };
        /** @description Amount with four decimals that may be negative. */
        readonly SignedMoney4: Money4;
        /** @description One balance in every currency. */
        readonly BalanceByCurrency: {
            readonly USD: components["schemas"]["SignedMoney4"];
            readonly ZWG: components["schemas"]["SignedMoney4"];
        };
        /** @description The balances at the moment of the event. The specification does not show these fields. */
        readonly BalanceData: {
            readonly id: components["schemas"]["MerchantIdentifier"];
            /** @description What can be paid out; negative while refunds exceed what is available. */
            readonly available: components["schemas"]["BalanceByCurrency"];
            /** @description What is not settled yet. */
            readonly pending: components["schemas"]["BalanceByCurrency"];
            /** @description What the rolling reserve holds. */
            readonly reserve: components["schemas"]["BalanceByCurrency"];
        };
        /** @description Balances changed. */
        readonly MerchantAccountBalanceUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.account.balance-updated";
            readonly data: components["schemas"]["BalanceData"];
        };
        /**
         * @description Always `settled`.
         * @enum {string}
         */
        readonly SplitSettlementStatus: "settled";
        /** @description A share of a payment. The specification does not show these fields. */
        readonly SplitSettlementData: {
            readonly id: components["schemas"]["SplitId"];
            readonly subaccount_id: components["schemas"]["SubaccountId"];
            /** @description The payment. */
            readonly transaction_id: components["schemas"]["TransactionId"];
            /** @description The share in per cent. */
            readonly share: components["schemas"]["Percent"];
            /** @description What was shared out, after fee and reserve. */
            readonly amount: components["schemas"]["Money4"];
            /** @description What the subaccount got of it. */
            readonly net: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["SplitSettlementStatus"];
        };
        /** @description A share was credited to a subaccount. */
        readonly SplitSettledEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "split.settled";
            readonly data: components["schemas"]["SplitSettlementData"];
        };
        /** @description The offer, as it was when the event happened. The specification does not show these fields. */
        readonly CapitalOfferData: {
            readonly id: components["schemas"]["CapitalOfferId"];
            /** @description What is credited when it is accepted. */
            readonly amount: components["schemas"]["Money4"];
            /** @description What it costs. */
            readonly fee: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            /** @description The part of each settled payment that is kept, in per cent. */
            readonly holdback_rate: components["schemas"]["Percent"];
            readonly status: components["schemas"]["CapitalOfferStatus"];
        };
        /** @description An advance is offered. */
        readonly CapitalOfferCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "capital.offer_created";
            readonly data: components["schemas"]["CapitalOfferData"];
        };
        /** @description The advance, as it was when the event happened. The specification does not show these fields. */
        readonly CapitalAdvanceData: {
            readonly id: components["schemas"]["CapitalAdvanceId"];
            /** @description What was credited. */
            readonly amount: components["schemas"]["Money4"];
            /** @description What it costs. */
            readonly fee: components["schemas"]["Money4"];
            /** @description Of the amount and the fee together. */
            readonly amount_repaid: components["schemas"]["Money4"];
            /** @description Of the amount and the fee together. */
            readonly amount_remaining: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["CapitalAdvanceStatus"];
        };
        /** @description An advance was credited. */
        readonly CapitalDisbursedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "capital.disbursed";
            readonly data: components["schemas"]["CapitalAdvanceData"];
        };
        /** @description An advance is repaid. */
        readonly CapitalRepaidEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "capital.repaid";
            readonly data: components["schemas"]["CapitalAdvanceData"];
        };
        /** @description A repayment, and what remained after it. The specification does not show these fields. */
        readonly CapitalRepaymentData: {
            readonly id: components["schemas"]["CapitalAdvanceId"];
            /** @description The payment of which a part was kept; null when the merchant repaid early. */
            readonly transaction_id: components["schemas"]["TransactionId"] | null;
            /** @description What was repaid. */
            readonly amount: components["schemas"]["Money4"];
            /** @description What remained afterwards. */
            readonly amount_remaining: components["schemas"]["Money4"];
            readonly currency: components["schemas"]["Currency"];
            readonly status: components["schemas"]["CapitalAdvanceStatus"];
        };
        /** @description A part of an advance was repaid. */
        readonly CapitalRepaymentEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "capital.repayment";
            readonly data: components["schemas"]["CapitalRepaymentData"];
        };
        /** @description The app, and which of its settings have changed. The specification does not show these fields. */
        readonly SettingsData: {
            readonly id: components["schemas"]["AppId"];
            /** @description The profile shows `webhook_url`, `event_types`, `features`, `api_version` and, among its limits, `rate_limit`. `webhook_secret` means that another secret signs, or that the previous one is no longer valid; `webhook_paused`, that deliveries were paused or resumed; `api_keys`, that a key of the app was created, revoked or rolled, or that its permissions were changed. */
            readonly changed: readonly ("webhook_url" | "event_types" | "webhook_secret" | "webhook_paused" | "features" | "rate_limit" | "api_version" | "api_keys")[];
        };
        /** @description Settings of an app were changed. */
        readonly MerchantSettingsUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "merchant.settings.updated";
            readonly data: components["schemas"]["SettingsData"];
        };
        /** @description The payment method, as it was when the event happened. The specification does not show these fields. */
        readonly PaymentMethodData: {
            readonly id: components["schemas"]["PaymentMethodId"];
            readonly customer_id: components["schemas"]["CustomerId"];
            /** @description Null when no card was ever saved. */
            readonly type: components["schemas"]["SavedCardType"] | null;
            readonly brand: string | null;
            readonly last4: string | null;
            readonly exp_month: number | null;
            readonly exp_year: number | null;
            readonly status: components["schemas"]["PaymentMethodStatus"];
            readonly created_at: components["schemas"]["Instant"];
        };
        /** @description A card was saved for later payments. */
        readonly VaultPaymentTokenCreatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "vault.payment-token.created";
            readonly data: components["schemas"]["PaymentMethodData"];
        };
        /** @description A payment method was deleted. */
        readonly VaultPaymentTokenDeletedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "vault.payment-token.deleted";
            readonly data: components["schemas"]["PaymentMethodData"];
        };
        /** @description A saved card was renewed. */
        readonly VaultPaymentTokenUpdatedEvent: components["schemas"]["EventEnvelope"] & {
            /** @constant */
            readonly type: "vault.payment-token.updated";
            readonly data: components["schemas"]["PaymentMethodData"];
        };
        /** @description Version of the API, named by its date. */
        readonly ApiVersion: string;
        /** @description Event id. */
        readonly EventId: string;
        /** @description True if `triggerTestEvent` made the event up. Absent in every other event. */
        readonly SyntheticMark: boolean;
        /** @description Transaction id. */
        readonly TransactionId: string;
        /** @description Amount with four decimals. */
        readonly Money4: Money4;
        /**
         * @description Currency code.
         * @enum {string}
         */
        readonly Currency: "USD" | "ZWG";
        /**
         * @description State of a transaction.
         * @enum {string}
         */
        readonly TransactionStatus: "pending" | "completed" | "failed" | "reversed" | "authorized" | "voided";
        /** @description Name of the gateway that handles the payment. In live it is the name that the operator of the service gave it. */
        readonly GatewayName: "sandbox_card" | "sandbox_domestic_switch" | "sandbox_wallet_a" | "sandbox_terminal" | "sandbox_payout";
        /** @description Checkout session id. */
        readonly CheckoutId: string;
        /** @description The merchant's own reference. */
        readonly MerchantReference: string;
        /**
         * @description How the customer pays.
         * @enum {string}
         */
        readonly PaymentMethodType: "card" | "domestic_switch" | "wallet_a" | "wallet_b" | "wallet_c";
        /** @description Phone number with its middle hidden. */
        readonly PhoneMasked: string;
        /** @description How the customer paid; never a full card or phone number. */
        readonly PaymentMethodSummary: {
            readonly type: components["schemas"]["PaymentMethodType"];
            readonly brand: string | null;
            readonly last4: string | null;
            readonly phone_masked: components["schemas"]["PhoneMasked"] | null;
        };
        /**
         * @description What kind of object a transaction comes from.
         * @enum {string}
         */
        readonly TransactionSourceType: "checkout" | "payment_link" | "virtual_terminal_session" | "terminal" | "invoice" | "subscription" | "refund" | "payout";
        /** @description Id of the object that a transaction comes from; its prefix depends on `type`. */
        readonly SourceId: string;
        /** @description What a transaction comes from. */
        readonly TransactionSource: {
            readonly type: components["schemas"]["TransactionSourceType"];
            readonly id: components["schemas"]["SourceId"];
        };
        /** @description Data of your own, as it was sent with what the payment comes from; null without any. */
        readonly Metadata: {
            readonly [key: string]: string;
        } | null;
        /**
         * @description What to suggest to the customer.
         * @enum {string}
         */
        readonly FailureAdvice: "try_again" | "try_later" | "use_other_method" | "contact_issuer" | "none";
        /** @description Why no money moved. This is the outcome of an attempt, never an HTTP error. */
        readonly FailureInfo: {
            readonly code: "CARD_DECLINED" | "CARD_INSUFFICIENT_FUNDS" | "CARD_EXPIRED" | "CARD_CVV_INVALID" | "CARD_BLOCKED" | "CARD_NOT_TEST_CARD" | "GATEWAY_TIMEOUT" | "WALLET_CANCELLED" | "WALLET_WRONG_PIN" | "WALLET_INSUFFICIENT_FUNDS" | "WALLET_TIMEOUT" | "WALLET_UNREACHABLE" | "WALLET_LIMIT_EXCEEDED" | "WALLET_INIT_FAILED" | "AMOUNT_MISMATCH" | "ATTEMPTS_EXHAUSTED" | "CHECKOUT_ABORTED" | "CHECKOUT_CANCELLED" | "CHECKOUT_EXPIRED" | "CAPTURE_REJECTED" | "REFUND_REJECTED" | "DESTINATION_REJECTED" | "COMPLIANCE_BLOCKED" | "PAYOUT_UNCLAIMED" | "PAYOUT_RETURNED";
            /** @description The reason in words. */
            readonly message: string;
            readonly advice: components["schemas"]["FailureAdvice"];
        };
        /**
         * @description What became of a held amount.
         * @enum {string}
         */
        readonly AuthorizationStatus: "held" | "capturing" | "captured" | "refused" | "voiding" | "voided";
        /**
         * @description Why a held amount was released.
         * @enum {string}
         */
        readonly AuthorizationVoidReason: "requested" | "expired" | "unwanted";
        /**
         * Format: date-time
         * @description Time in UTC with milliseconds, ISO 8601.
         */
        readonly Instant: string;
        /** @description Refund id. */
        readonly RefundId: string;
        /**
         * @description State of a refund.
         * @enum {string}
         */
        readonly RefundStatus: "pending" | "completed" | "failed";
        /**
         * @description State of a checkout session.
         * @enum {string}
         */
        readonly CheckoutStatusValue: "pending" | "completed" | "failed" | "expired" | "authorized" | "voided";
        /** @description Payout id. */
        readonly PayoutId: string;
        /**
         * @description How a payout reaches the merchant.
         * @enum {string}
         */
        readonly PayoutMethod: "bank_transfer" | "agent_cash" | "mobile_money";
        /**
         * @description State of a payout.
         * @enum {string}
         */
        readonly PayoutStatus: "processing" | "held" | "completed" | "failed" | "blocked" | "unclaimed" | "returned";
        /** @description Id of a payout batch. */
        readonly PayoutBatchId: string;
        /**
         * @description State of a payout batch.
         * @enum {string}
         */
        readonly PayoutBatchStatus: "processing" | "completed" | "denied";
        /** @description How many items came to what. */
        readonly PayoutBatchCounts: {
            readonly total: number;
            /** @description They are not payouts yet. */
            readonly waiting: number;
            /** @description Payouts that are under way or held. */
            readonly processing: number;
            readonly completed: number;
            /** @description Payouts that failed, were blocked or came back. */
            readonly failed: number;
            /** @description They did not become payouts. */
            readonly refused: number;
        };
        /** @description Invoice id. */
        readonly InvoiceId: string;
        /** @description Number of an invoice of the platform. The platform numbers its invoices without gaps. */
        readonly PlatformInvoiceNumber: string;
        /**
         * @description State of an invoice of the platform.
         * @enum {string}
         */
        readonly PlatformInvoiceStatus: "open" | "paid" | "past_due";
        /**
         * @description What a line is for.
         * @enum {string}
         */
        readonly PlatformInvoiceLineType: "plan" | "tax";
        /** @description In per cent, with two decimals; zero for no tax. */
        readonly PlatformTaxRate: string;
        /**
         * Format: date
         * @description A day, ISO 8601.
         */
        readonly CalendarDate: string;
        /**
         * Format: date-time
         * @description Time in UTC with milliseconds, or null.
         */
        readonly InstantOrNull: string | null;
        /**
         * @description State of an invoice.
         * @enum {string}
         */
        readonly InvoiceStatus: "draft" | "sent" | "paid" | "void";
        /** @description The number of the invoice, given when it is sent; null before. Numbers have no gaps. */
        readonly InvoiceNumberOrNull: string | null;
        /** @description Customer id. */
        readonly CustomerId: string;
        /** @description Phone number as `+2637XXXXXXXX`; the second digit may be 8. */
        readonly Phone: string;
        /** @description A copy of the customer's details at that time. Later changes of the customer do not change it. */
        readonly BilledCustomer: {
            /** @description Id of the saved customer; null if it is not a saved one. */
            readonly id: components["schemas"]["CustomerId"] | null;
            readonly name: string;
            readonly email: string | null;
            readonly phone: components["schemas"]["Phone"] | null;
        };
        /** @description Per cent with two decimals. */
        readonly Percent: string;
        /**
         * Format: uri
         * @description Address of a hosted page.
         */
        readonly PageUrl: string;
        /** @description Subscription id. */
        readonly SubscriptionId: string;
        /** @description Days from the due date on which a reminder is due, at 08:00 UTC. `-3` is three days before it, `7` a week after. */
        readonly ReminderDays: readonly number[];
        /**
         * @description State of a subscription.
         * @enum {string}
         */
        readonly SubscriptionStatus: "active" | "paused" | "canceled";
        /**
         * @description Whether the periods of a subscription are paid.
         * @enum {string}
         */
        readonly CollectionState: "ok" | "retrying" | "exhausted";
        /** @description Plan id. */
        readonly PlanId: string;
        /**
         * @description Mobile money wallet.
         * @enum {string}
         */
        readonly WalletType: "wallet_a" | "wallet_b" | "wallet_c";
        /** @description Payment method id. */
        readonly PaymentMethodId: string;
        /**
         * @description Whether a plan takes new subscriptions.
         * @enum {string}
         */
        readonly SubscriptionPlanStatus: "active" | "inactive";
        /**
         * @description Unit of a period.
         * @enum {string}
         */
        readonly PlanInterval: "day" | "week" | "month" | "year";
        /**
         * @description What happens to a subscription whose period was still not paid on day 7.
         * @enum {string}
         */
        readonly OnExhausted: "pause" | "cancel";
        /** @description Split id. */
        readonly SplitId: string;
        /** @description Subaccount id. */
        readonly SubaccountId: string;
        /** @description Dispute id. */
        readonly DisputeId: string;
        /**
         * @description Why the customer disputes the payment.
         * @enum {string}
         */
        readonly DisputeReason: "fraudulent" | "duplicate" | "not_received" | "not_as_described" | "other";
        /**
         * @description State of a dispute, or of an early warning.
         * @enum {string}
         */
        readonly DisputeStatus: "warning" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost";
        /**
         * @description How a dispute ended.
         * @enum {string}
         */
        readonly DisputeResolution: "decided" | "accepted" | "deadline_missed" | "refunded" | "lapsed";
        /** @description Merchant id. */
        readonly MerchantIdentifier: string;
        /** @description Id of the API app. */
        readonly AppId: string;
        /**
         * @description What kind of card a customer saved.
         * @enum {string}
         */
        readonly SavedCardType: "card" | "domestic_switch";
        /**
         * @description Whether a saved card can be charged, and if not, why.
         * @enum {string}
         */
        readonly PaymentMethodStatus: "pending" | "active" | "expired" | "deleted";
        /** @description Report id. */
        readonly ReportId: string;
        /**
         * @description What a report lists.
         * @enum {string}
         */
        readonly ReportType: "transactions" | "payouts" | "ledger_entries" | "fees";
        /**
         * @description Format of the file.
         * @enum {string}
         */
        readonly ReportFormat: "csv" | "jsonl";
        /**
         * @description State of a report.
         * @enum {string}
         */
        readonly ReportStatus: "pending" | "available" | "expired";
        /** @description Agent id. */
        readonly AgentId: string;
        /**
         * @description State of an agent.
         * @enum {string}
         */
        readonly AgentStatus: "active" | "suspended";
        /** @description Capital offer id. */
        readonly CapitalOfferId: string;
        /**
         * @description State of a capital offer.
         * @enum {string}
         */
        readonly CapitalOfferStatus: "available" | "accepted" | "expired";
        /** @description Capital advance id. */
        readonly CapitalAdvanceId: string;
        /**
         * @description State of a capital advance.
         * @enum {string}
         */
        readonly CapitalAdvanceStatus: "outstanding" | "repaid";
    };
    responses: {
        /** @description Acknowledged. Answer within 15 seconds. */
        readonly Acknowledged: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not acknowledged, like every other status. The event is sent again, up to five attempts in all. */
        readonly NotAcknowledged: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
         * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
         */
        readonly ServiceSignature: string;
        /**
         * @description The version that shapes the body, equal to its `api_version`.
         * @example 2026-01-01
         */
        readonly EventServiceVersion: components["schemas"]["ApiVersion"];
        /**
         * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
         * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
         */
        readonly ServiceDeliveryId: string;
        /**
         * @description Number of this attempt, from 1.
         * @example 1
         */
        readonly ServiceAttempt: number;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly onPaymentCaptureCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureDeclined: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureDeclinedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCapturePending: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCapturePendingEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureRefunded: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureRefundedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureReversed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureReversedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureExpiredEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureAuthorized: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureAuthorizedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentCaptureCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCaptureCancelledEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentAuthorizationCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentAuthorizationCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentAuthorizationVoided: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentAuthorizationVoidedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentRefundCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentRefundCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentRefundPending: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentRefundPendingEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentRefundFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentRefundFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentRefundCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "payment.refund.cancelled";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentRefundCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentRefundCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentOrderCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentOrderCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentOrderCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentOrderCancelledEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentOrderApproved: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentOrderApprovedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentOrderVoided: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentOrderVoidedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemSucceeded: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemSucceededEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemBlocked: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemBlockedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemHeld: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemHeldEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemReturned: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemReturnedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutItemUnclaimed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutItemUnclaimedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutBatchSuccess: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutBatchSuccessEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutBatchProcessing: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutBatchProcessingEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onPaymentPayoutBatchDenied: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentPayoutBatchDeniedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingInvoiceCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingInvoiceCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoicePaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoicePaidEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceCancelledEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceRefunded: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceRefundedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceSent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceSentEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceUnpaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceUnpaidEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onInvoicingInvoiceReminderSent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvoicingInvoiceReminderSentEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingInvoicePaymentFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingInvoicePaymentFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionActivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionActivatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionCancelled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionCancelledEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionExpired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionExpiredEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionPaymentFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionPaymentFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionReActivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionReActivatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionSuspended: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionSuspendedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingSubscriptionUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingSubscriptionUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingPlanActivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingPlanActivatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingPlanCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingPlanCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingPlanDeactivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingPlanDeactivatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onBillingPlanUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BillingPlanUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onSplitSettled: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SplitSettledEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerDisputeCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerDisputeCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerDisputeUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerDisputeUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerDisputeResolved: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerDisputeResolvedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onRiskDisputeCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RiskDisputeCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerDisputeEvidenceSubmitted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CustomerDisputeEvidenceSubmittedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerPayoutCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.payout.completed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerPayoutFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.payout.failed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantOnboardingSubmitted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantOnboardingSubmittedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantOnboardingKycApproved: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantOnboardingKycApprovedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantOnboardingCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantOnboardingCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantOnboardingKycRejected: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantOnboardingKycRejectedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantOnboardingDocumentRequested: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantOnboardingDocumentRequestedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerManagedAccountCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.managed-account.created";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerManagedAccountStatusChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.managed-account.status-changed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerManagedAccountRiskAssessed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.managed-account.risk-assessed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCustomerManagedAccountUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "customer.managed-account.updated";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantAccountBalanceUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantAccountBalanceUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onMerchantSettingsUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MerchantSettingsUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onVaultPaymentTokenCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VaultPaymentTokenCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onVaultPaymentTokenDeleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VaultPaymentTokenDeletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onVaultPaymentTokenUpdated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["VaultPaymentTokenUpdatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onComplianceProcessCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "compliance.process.completed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onComplianceProcessFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "compliance.process.failed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onComplianceProcessEndUserActionRequired: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "compliance.process.end-user-action-required";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onComplianceScreeningCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "compliance.screening.completed";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onIdentityConsentGranted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "identity.consent.granted";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onIdentityConsentRevoked: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OpenEvent"] & {
                    /** @constant */
                    readonly type: "identity.consent.revoked";
                };
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onReportingReportAvailable: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReportingReportAvailableEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentCashOutCompleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentCashOutCompletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentCashOutFailed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentCashOutFailedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentCashOutHeld: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentCashOutHeldEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentFloatToppedUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentFloatToppedUpEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentFloatLow: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentFloatLowEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentFloatDepleted: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentFloatDepletedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentSuspended: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentSuspendedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onAgentReActivated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AgentReActivatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCapitalOfferCreated: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapitalOfferCreatedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCapitalDisbursed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapitalDisbursedEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCapitalRepayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapitalRepaymentEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
    readonly onCapitalRepaid: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description Signature of the body, made anew for each attempt. Two `v1` for 24 hours after the secret was changed.
                 * @example t=1768467673,v1=5f1d7b0c9e3a48d2b6c4f0a1e8d37c52946b0fe1a7c8d25394e6b1f08a7d3c62
                 */
                readonly "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The version that shapes the body, equal to its `api_version`.
                 * @example 2026-01-01
                 */
                readonly "Service-Version": components["parameters"]["EventServiceVersion"];
                /**
                 * @description Id of this delivery, the same in each of its attempts. A replay is another delivery of the same event.
                 * @example whd_019bc1007ed97d1c8a3f5e2b7a9c4d60
                 */
                readonly "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description Number of this attempt, from 1.
                 * @example 1
                 */
                readonly "Service-Attempt": components["parameters"]["ServiceAttempt"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapitalRepaidEvent"];
            };
        };
        readonly responses: {
            readonly "2XX": components["responses"]["Acknowledged"];
            readonly "4XX": components["responses"]["NotAcknowledged"];
        };
    };
}
