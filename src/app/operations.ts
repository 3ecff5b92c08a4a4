import type { Handlers } from '../core/calls/handler.ts';
import { getBalance, getProfile } from '../resources/account/handlers.ts';
import { createBankAccount, listBankAccounts } from '../resources/bank-accounts/handlers.ts';
import { abortCheckout, createCheckout, getCheckoutStatus } from '../resources/checkout/handlers.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../resources/customers/handlers.ts';
import {
  getEvent,
  listEventDeliveries,
  listEvents,
  recoverEvents,
  replayEvent,
} from '../resources/events/handlers.ts';
import {
  createInvoice,
  getInvoice,
  listInvoices,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '../resources/invoices/handlers.ts';
import { listErrorCodes, listWebhookEvents, verifyWebhookSignature } from '../resources/meta/handlers.ts';
import { getMobileStatus } from '../resources/mobile-money/handlers.ts';
import {
  createPaymentLink,
  deactivatePaymentLink,
  listPaymentLinks,
  updatePaymentLink,
} from '../resources/payment-links/handlers.ts';
import {
  deletePaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  setupPaymentMethod,
} from '../resources/payment-methods/handlers.ts';
import { listPayouts, requestPayout } from '../resources/payouts/handlers.ts';
import { refundTransaction } from '../resources/refunds/handlers.ts';
import {
  cancelSubscription,
  createSubscription,
  createSubscriptionPlan,
  getSubscription,
  listSubscriptionPlans,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
  updateSubscriptionPlan,
} from '../resources/subscriptions/handlers.ts';
import {
  deactivateTerminal,
  listTerminals,
  processTerminalPayment,
  registerTerminal,
} from '../resources/terminals/handlers.ts';
import { getTransaction, listTransactions } from '../resources/transactions/handlers.ts';
import {
  cancelVirtualTerminalSession,
  chargeVirtualTerminalSession,
  createVirtualTerminalSession,
  getVirtualTerminalSession,
  listVirtualTerminalSessions,
} from '../resources/virtual-terminal/handlers.ts';
import { advanceTestClock, getTestClock, resetSandbox, setTestKyc } from '../sandbox/handlers.ts';

/** operationId → handler, by name, so that a missing, an extra and an unused one are all found. */
export const operations = {
  createCheckout,
  getCheckoutStatus,
  abortCheckout,
  getMobileStatus,
  listTransactions,
  getTransaction,
  refundTransaction,
  createPaymentLink,
  listPaymentLinks,
  updatePaymentLink,
  deactivatePaymentLink,
  requestPayout,
  listPayouts,
  createBankAccount,
  listBankAccounts,
  registerTerminal,
  listTerminals,
  processTerminalPayment,
  deactivateTerminal,
  getBalance,
  getProfile,
  listInvoices,
  createInvoice,
  getInvoice,
  updateInvoice,
  sendInvoice,
  voidInvoice,
  listSubscriptions,
  createSubscription,
  listSubscriptionPlans,
  createSubscriptionPlan,
  updateSubscriptionPlan,
  getSubscription,
  pauseSubscription,
  resumeSubscription,
  cancelSubscription,
  createVirtualTerminalSession,
  listVirtualTerminalSessions,
  getVirtualTerminalSession,
  chargeVirtualTerminalSession,
  cancelVirtualTerminalSession,
  createCustomer,
  listCustomers,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  setupPaymentMethod,
  listPaymentMethods,
  getPaymentMethod,
  deletePaymentMethod,
  listEvents,
  recoverEvents,
  getEvent,
  listEventDeliveries,
  replayEvent,
  listWebhookEvents,
  listErrorCodes,
  verifyWebhookSignature,
  getTestClock,
  advanceTestClock,
  resetSandbox,
  setTestKyc,
} satisfies Handlers;
