import type { RemovedOperationId } from '../../generated/versions.ts';
import { getPlatformSubscription, listPlatformInvoices } from '../api/billing/billing/handlers.ts';
import {
  createInvoice,
  getInvoice,
  listInvoices,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '../api/billing/invoices/handlers.ts';
import { createReport, downloadReport, getReport, listReports } from '../api/billing/reports/handlers.ts';
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
} from '../api/billing/subscriptions/handlers.ts';
import { getBalance, getProfile } from '../api/merchants/account/handlers.ts';
import {
  advanceTestClock,
  getTestClock,
  resetSandbox,
  setTestKyc,
} from '../api/merchants/sandbox/handlers.ts';
import {
  getEvent,
  listEventDeliveries,
  listEvents,
  recoverEvents,
  replayEvent,
} from '../api/notices/events/handlers.ts';
import { listErrorCodes, listWebhookEvents, verifyWebhookSignature } from '../api/notices/meta/handlers.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../api/payers/customers/handlers.ts';
import {
  deletePaymentMethod,
  getPaymentMethod,
  listPaymentMethods,
  setupPaymentMethod,
} from '../api/payers/payment-methods/handlers.ts';
import { abortCheckout, createCheckout, getCheckoutStatus } from '../api/payments/checkout/handlers.ts';
import { getMobileStatus } from '../api/payments/mobile-money/handlers.ts';
import {
  createPaymentLink,
  deactivatePaymentLink,
  listPaymentLinks,
  updatePaymentLink,
} from '../api/payments/payment-links/handlers.ts';
import { refundTransaction } from '../api/payments/refunds/handlers.ts';
import {
  deactivateTerminal,
  listTerminals,
  processTerminalPayment,
  registerTerminal,
} from '../api/payments/terminals/handlers.ts';
import { getTransaction, listTransactions } from '../api/payments/transactions/handlers.ts';
import {
  cancelVirtualTerminalSession,
  chargeVirtualTerminalSession,
  createVirtualTerminalSession,
  getVirtualTerminalSession,
  listVirtualTerminalSessions,
} from '../api/payments/virtual-terminal/handlers.ts';
import { createBankAccount, listBankAccounts } from '../api/payouts/bank-accounts/handlers.ts';
import { listPayouts, requestPayout } from '../api/payouts/payouts/handlers.ts';
import type { Handlers, RemovedHandlers } from '../engine/calls/handler.ts';

/** The handler of each operationId. Named one by one, so that the compiler finds a missing or an extra handler. */
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
  getPlatformSubscription,
  listPlatformInvoices,
  listReports,
  createReport,
  getReport,
  downloadReport,
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

/** What only older versions have. An entry goes when the last version that has the operation is retired. */
export const removedOperations = {} satisfies RemovedHandlers & {
  readonly [Id in RemovedOperationId]: unknown;
};
