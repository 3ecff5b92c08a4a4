import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createdLink, openedSession } from '../../../../support/builders/counter.ts';
import { draftedInvoice } from '../../../../support/builders/invoices.ts';
import { aPayout } from '../../../../support/builders/payouts.ts';
import { subscribed } from '../../../../support/builders/subscriptions.ts';
import { createdCustomer } from '../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';
import { plain } from '../client.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  await fill(apiOf(office.app.baseUrl, office.merchant.secretKey));
});
afterAll(() => office.stop());

/** One of each thing that the dashboard lists. */
async function fill(api: Api): Promise<void> {
  const link = await createdLink(api);
  const session = await openedSession(api, { amount: '100.00' });
  await payByCard(session.payment_url, '4242424242424242');
  const { data } = await api('listTransactions');
  const transaction_id = data.items[0]?.id ?? '';
  await api('refundTransaction', { params: { id: transaction_id }, body: { amount: '1.00' } });
  await api('requestPayout', { body: aPayout('agent_cash') });
  await api('openTestDispute', { body: { transaction_id } });
  await draftedInvoice(api);
  await createdCustomer(api);
  await subscribed(api);
  expect(link.id).toMatch(/^plink_/);
}

describe('a list with a filter that nothing fits', () => {
  it.each([
    'payments?status=failed',
    'payments/refunds?status=failed',
    'payouts?status=returned',
    'disputes?status=won',
    'balance/journal?currency=ZWG',
    'counter/sales?status=expired',
    'links?currency=ZWG',
    'invoices?status=void',
    'customers?email=nobody@example.com',
    'subscriptions?status=canceled',
    'subscriptions/plans?status=inactive',
  ])('says what to do, and not that there is nothing yet: %s', async (list) => {
    const owner = await office.as('owner');
    const all = await owner.open(`/dashboard/test/${list.replace(/[?].*/, '')}`);
    const shown = await owner.open(`/dashboard/test/${list}`);

    expect(all.text).toMatch(/<tbody>\s*<tr/);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/<tbody>\s*<tr/);
    expect(plain(shown)).toMatch(/take away a filter/);
    expect(plain(shown)).not.toMatch(/No [a-z ]+ yet/);
  });
});
