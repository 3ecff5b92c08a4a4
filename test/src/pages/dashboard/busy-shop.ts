import { submitAsOperator } from '../../../../src/domain/merchants/onboarding/as-operator.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { openedSession } from '../../../support/builders/counter.ts';
import { files } from '../../../support/builders/disputes.ts';
import { draftedInvoice, sentInvoice } from '../../../support/builders/invoices.ts';
import { aSubmission } from '../../../support/builders/onboarding.ts';
import { anAdvance, anOffer, aSplit } from '../../../support/builders/partners.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { subscribed } from '../../../support/builders/subscriptions.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { payByCard, payByWallet } from '../../../support/service/page.ts';
import type { Office } from './office.ts';

/** Gives the merchant of the office something to show on every screen. */
export async function prepared(office: Office): Promise<void> {
  const { app, merchant } = office;
  const api = apiOf(app.baseUrl, merchant.secretKey);
  const open = (order: string, about: Record<string, unknown> = {}) => opened(api, app.baseUrl, order, about);
  const paid = await open('order-paid', { amount: '100.00' });
  await payByCard(paid.payment_url, '4242424242424242');
  await payByCard((await open('order-declined')).payment_url, '4000000000000002');
  await payByWallet((await open('order-wallet')).payment_url, '0771111111');
  await api('advanceTestClock', { body: { advance_seconds: 24 * 3600 } });
  const held = await open('order-still-held', { capture: 'manual' });
  await payByCard(held.payment_url, '4242424242424242');
  const [first] = (await api('listTransactions', { query: { status: 'completed' } })).data.items.slice(-1);
  await api('refundTransaction', {
    params: { id: first?.id ?? '' },
    body: { amount: '5.00', reason: 'broken' },
  });
  await api('requestPayout', { body: aPayout('agent_cash') });
  await api('createPayoutBatch', { body: { items: [aPayout('mobile_money', { amount: '2.00' })] } });
  const period = { from_date: '2026-01-01', to_date: '2026-01-31' };
  await api('createReport', { body: { type: 'fees', format: 'csv', ...period } });
  await sells(api);
  await lends(api, first?.id ?? '');
  await submitsKyc(office);
  await differs(office);
  await inviteSomebody(office);
}

async function opened(api: Api, baseUrl: string, order: string, about: Record<string, unknown>) {
  const usual = { amount: '10.00', currency: 'USD', merchantTransactionId: order };
  const addresses = { returnUrl: `${baseUrl}/docs/return`, notificationUrl: `${baseUrl}/docs/hook` };
  const { data } = await api('createCheckout', { body: { ...usual, ...addresses, ...about } });
  return data;
}

/** One of each thing that is sold: every screen of selling then has rows and links. */
async function sells(api: Api): Promise<void> {
  await api('createPaymentLink', {
    body: { amount: '25.00', currency: 'USD', title: 'Dance class', max_uses: 20 },
  });
  const { data } = await api('createCustomer', { body: { name: 'Rudo Ncube', email: 'rudo@example.com' } });
  const named = { customer: undefined, customer_id: data.id };
  await sentInvoice(api, { due_date: '2020-01-31' });
  await draftedInvoice(api, named);
  await subscribed(api, { name: 'Tea club' }, named);
  await aSplit(api, ['20.00']);
}

/** A sale at the counter, a dispute, an offer and an advance, a reader and an agent. */
async function lends(api: Api, transaction_id: string): Promise<void> {
  const reason = 'not_received';
  const { data } = await api('openTestDispute', { body: { transaction_id, reason, amount: '20.00' } });
  const content = files.pdf.toString('base64');
  await api('uploadDisputeFile', { params: { id: data.id }, body: { name: 'note.pdf', content } });
  const owner = { bank_account_number: '12345678901', bank_account_name: 'Corner Shop Ltd' };
  await api('createBankAccount', { body: { type: 'bank', bank_name: 'Settlement Bank', ...owner } });
  await anAdvance(api);
  await anOffer(api, { currency: 'ZWG' });
  await openedSession(api);
  const reader = { serial_number: 'PAX-1', device_model: 'pax_a920', location_name: 'Till 1' } as const;
  await api('registerTerminal', { body: reader });
  await api('createAgent', { body: { name: 'Corner kiosk', phone: '0771234567' } });
}

/** Something for operators to decide. */
async function submitsKyc({ app }: Office): Promise<void> {
  const made = await app.aMerchant({ kycTier: 0, businessName: 'New Shop' });
  const of = { merchantId: merchantId(made.merchantId), by: 'owner@people.test' };
  await submitAsOperator(app.service.contexts.live, of, aSubmission(1));
}

/** Money that a provider states and nobody knows. */
async function differs({ app }: Office): Promise<void> {
  const { db } = app.service.contexts.live;
  const days = { from: '2026-03-02', to: '2026-03-02' };
  const about = { kind: 'payment', reference: 'order-1', currency: 'USD', bookedOn: days.from } as const;
  const lines = [{ ...about, line: '1', gatewayReference: 'RRN-0001', amount: 125_000n }];
  const statement = { id: '2026-03-02', currency: 'USD', ...days, opening: null, closing: null, lines };
  await importStatement(db, { gateway: 'acquirer', by: 'test' }, statement);
  await runReconciliation(db, { gateway: 'acquirer', ...days, graceDays: 3 });
}

async function inviteSomebody({ as }: Office): Promise<void> {
  const owner = await as('owner');
  const invite = await owner.open('/dashboard/test/team/invite');
  await owner.submit(invite, '/team/invite', { email: 'new@people.test', role: 'viewer' });
}
