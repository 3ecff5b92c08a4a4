// Made by `npm run generate` from openapi.yaml and webhooks.yaml. Do not edit.
import type { MoneyInput } from './openapi.d.ts';

/** Named schema → the values it lists, in the contract's order. */
export const values = {
  "Currency": [
    "USD",
    "ZWG",
  ],
  "CurrencyInput": [
    "USD",
    "ZWG",
  ],
  "WalletType": [
    "wallet_a",
    "wallet_b",
    "wallet_c",
  ],
  "PaymentMethodType": [
    "card",
    "domestic_switch",
    "wallet_a",
    "wallet_b",
    "wallet_c",
  ],
  "GatewayName": [
    "sandbox_card",
    "sandbox_domestic_switch",
    "sandbox_wallet_a",
    "sandbox_terminal",
    "sandbox_payout",
  ],
  "GatewayStatus": [
    "PENDING",
    "PAID",
    "CANCELLED",
    "INSUFFICIENT_FUNDS",
    "WRONG_PIN",
    "TIMEOUT",
  ],
  "CheckoutStatusValue": [
    "pending",
    "completed",
    "failed",
    "expired",
  ],
  "TransactionType": [
    "payment",
    "refund",
    "payout",
  ],
  "TransactionStatus": [
    "pending",
    "completed",
    "failed",
    "reversed",
  ],
  "RefundStatus": [
    "pending",
    "completed",
    "failed",
  ],
  "PaymentLinkStatus": [
    "active",
    "paused",
    "exhausted",
    "expired",
    "deactivated",
  ],
  "PayoutMethod": [
    "bank_transfer",
    "agent_cash",
    "mobile_money",
  ],
  "PayoutStatus": [
    "processing",
    "completed",
    "failed",
    "returned",
  ],
  "BankAccountType": [
    "bank",
    "mobile_money",
  ],
  "Feature": [
    "payouts",
    "payment_links",
    "refunds",
  ],
  "InvoiceStatus": [
    "draft",
    "sent",
    "paid",
    "void",
  ],
  "PlanInterval": [
    "day",
    "week",
    "month",
    "year",
  ],
  "OnExhausted": [
    "pause",
    "cancel",
  ],
  "SubscriptionPlanStatus": [
    "active",
    "inactive",
  ],
  "SubscriptionStatus": [
    "active",
    "paused",
    "canceled",
  ],
  "CollectionState": [
    "ok",
    "retrying",
    "exhausted",
  ],
  "VirtualTerminalSessionStatus": [
    "pending",
    "paid",
    "canceled",
    "expired",
  ],
  "DeviceModel": [
    "sunmi_p3",
    "sunmi_p3_mix",
    "pax_a920",
    "telpo_tps900",
    "zcs_z90",
    "newland_n910",
    "ingenico_apos_a8",
    "other",
  ],
  "PaymentMethodStatus": [
    "pending",
    "active",
    "expired",
    "deleted",
  ],
  "EventDeliveryStatus": [
    "none",
    "pending",
    "delivered",
    "exhausted",
  ],
  "WebhookDeliveryStatus": [
    "pending",
    "retrying",
    "delivered",
    "exhausted",
  ],
  "EventGroupInput": [
    "PAYMENT_CAPTURE",
    "PAYMENT_AUTHORIZATION",
    "PAYMENT_REFUND",
    "PAYMENT_ORDER",
    "PAYOUT",
    "INVOICE",
    "SUBSCRIPTION",
    "BILLING_PLAN",
    "SPLIT",
    "DISPUTE",
    "CUSTOMER_PAYOUT",
    "MERCHANT_ONBOARDING",
    "MERCHANT_ACCOUNT",
    "VAULT",
    "COMPLIANCE",
    "IDENTITY",
    "REPORTING",
    "AGENT",
    "CAPITAL",
  ],
} as const;

/** A part of the service that can be switched off for an app; it gates operations. */
export type Feature = (typeof values)['Feature'][number];

/** The most that one payment or one payout may be. */
export const greatestAmounts = {
  payment: '1000000.00' as MoneyInput,
  payout: '1000000.00' as MoneyInput,
};
