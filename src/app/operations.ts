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
import * as subscriptions from '../api/billing/subscriptions/handlers.ts';
import { getBalance, getProfile, listLedgerEntries } from '../api/merchants/account/handlers.ts';
import {
  advanceTestClock,
  createTestCapitalOffer,
  getTestClock,
  openTestDispute,
  payAsTestPayer,
  resetSandbox,
  setTestKyc,
  triggerTestEvent,
} from '../api/merchants/sandbox/handlers.ts';
import * as capital from '../api/money/capital/handlers.ts';
import * as splits from '../api/money/splits/handlers.ts';
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
import {
  abortCheckout,
  captureCheckout,
  createCheckout,
  getCheckoutStatus,
  voidAuthorization,
} from '../api/payments/checkout/handlers.ts';
import {
  acceptDispute,
  deleteDisputeFile,
  getDispute,
  getDisputeFile,
  listDisputes,
  submitDisputeEvidence,
  uploadDisputeFile,
} from '../api/payments/disputes/handlers.ts';
import { getMobileStatus, listWallets } from '../api/payments/mobile-money/handlers.ts';
import {
  createPaymentLink,
  deactivatePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  updatePaymentLink,
} from '../api/payments/payment-links/handlers.ts';
import { getRefund, refundTransaction } from '../api/payments/refunds/handlers.ts';
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
import {
  createAgent,
  createAgentCashOut,
  getAgent,
  listAgents,
  reactivateAgent,
  suspendAgent,
  topUpAgentFloat,
} from '../api/payouts/agents/handlers.ts';
import {
  createBankAccount,
  deleteBankAccount,
  listBankAccounts,
} from '../api/payouts/bank-accounts/handlers.ts';
import {
  createPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  listPayoutBatchItems,
} from '../api/payouts/payout-batches/handlers.ts';
import { getPayout, listPayouts, requestPayout } from '../api/payouts/payouts/handlers.ts';
import type { Handlers, RemovedHandlers } from '../engine/calls/handler.ts';
import { mayLag } from '../engine/calls/may-lag.ts';

/** The handler of each operationId. Named one by one, so that the compiler finds a missing or an extra handler. */
export const operations = {
  createCheckout,
  getCheckoutStatus,
  abortCheckout,
  captureCheckout,
  voidAuthorization,
  getMobileStatus,
  listWallets,
  listTransactions: mayLag(listTransactions),
  getTransaction,
  refundTransaction,
  listDisputes: mayLag(listDisputes),
  getDispute,
  submitDisputeEvidence,
  acceptDispute,
  uploadDisputeFile,
  getDisputeFile,
  deleteDisputeFile,
  getRefund,
  createPaymentLink,
  listPaymentLinks: mayLag(listPaymentLinks),
  getPaymentLink,
  updatePaymentLink,
  deactivatePaymentLink,
  requestPayout,
  listPayouts: mayLag(listPayouts),
  listPayoutBatches: mayLag(listPayoutBatches),
  createPayoutBatch,
  getPayoutBatch,
  listPayoutBatchItems: mayLag(listPayoutBatchItems),
  getPayout,
  createBankAccount,
  listBankAccounts: mayLag(listBankAccounts),
  deleteBankAccount,
  listAgents,
  createAgent,
  getAgent,
  suspendAgent,
  reactivateAgent,
  topUpAgentFloat,
  createAgentCashOut,
  registerTerminal,
  listTerminals: mayLag(listTerminals),
  processTerminalPayment,
  deactivateTerminal,
  getBalance,
  listLedgerEntries,
  getProfile,
  createSubaccount: splits.createSubaccount,
  listSubaccounts: splits.listSubaccounts,
  getSubaccount: splits.getSubaccount,
  listSubaccountEntries: splits.listSubaccountEntries,
  createSplit: splits.createSplit,
  listSplits: mayLag(splits.listSplits),
  deactivateSplit: splits.deactivateSplit,
  listCapitalOffers: capital.listCapitalOffers,
  acceptCapitalOffer: capital.acceptCapitalOffer,
  listCapitalAdvances: capital.listCapitalAdvances,
  getCapitalAdvance: capital.getCapitalAdvance,
  repayCapitalAdvance: capital.repayCapitalAdvance,
  listInvoices: mayLag(listInvoices),
  createInvoice,
  getInvoice,
  updateInvoice,
  sendInvoice,
  voidInvoice,
  listSubscriptions: mayLag(subscriptions.listSubscriptions),
  createSubscription: subscriptions.createSubscription,
  listSubscriptionPlans: mayLag(subscriptions.listSubscriptionPlans),
  createSubscriptionPlan: subscriptions.createSubscriptionPlan,
  updateSubscriptionPlan: subscriptions.updateSubscriptionPlan,
  getSubscription: subscriptions.getSubscription,
  updateSubscription: subscriptions.updateSubscription,
  pauseSubscription: subscriptions.pauseSubscription,
  resumeSubscription: subscriptions.resumeSubscription,
  cancelSubscription: subscriptions.cancelSubscription,
  createVirtualTerminalSession,
  listVirtualTerminalSessions: mayLag(listVirtualTerminalSessions),
  getVirtualTerminalSession,
  chargeVirtualTerminalSession,
  cancelVirtualTerminalSession,
  createCustomer,
  listCustomers: mayLag(listCustomers),
  getCustomer,
  updateCustomer,
  deleteCustomer,
  setupPaymentMethod,
  listPaymentMethods: mayLag(listPaymentMethods),
  getPaymentMethod,
  deletePaymentMethod,
  getPlatformSubscription,
  listPlatformInvoices: mayLag(listPlatformInvoices),
  listReports: mayLag(listReports),
  createReport,
  getReport,
  downloadReport,
  listEvents: mayLag(listEvents),
  recoverEvents,
  getEvent,
  listEventDeliveries: mayLag(listEventDeliveries),
  replayEvent,
  listWebhookEvents,
  listErrorCodes,
  verifyWebhookSignature,
  getTestClock,
  advanceTestClock,
  resetSandbox,
  setTestKyc,
  createTestCapitalOffer,
  openTestDispute,
  payAsTestPayer,
  triggerTestEvent,
} satisfies Handlers;

/** What only older versions have. An entry goes when the last version that has the operation is retired. */
export const removedOperations = {} satisfies RemovedHandlers & {
  readonly [Id in RemovedOperationId]: unknown;
};
