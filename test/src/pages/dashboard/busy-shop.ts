import { aPayout } from '../../../support/builders/payouts.ts';
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
  await api('advanceTestClock', { body: { advance: 'P1D' } });
  const held = await open('order-still-held', { capture: 'manual' });
  await payByCard(held.payment_url, '4242424242424242');
  const [first] = (await api('listTransactions', { query: { status: 'completed' } })).data.items.slice(-1);
  await api('refundTransaction', {
    params: { id: first?.id ?? '' },
    body: { amount: '5.00', reason: 'broken' },
  });
  await api('requestPayout', { body: aPayout('agent_cash') });
  await inviteSomebody(office);
}

async function opened(api: Api, baseUrl: string, order: string, about: Record<string, unknown>) {
  const usual = { amount: '10.00', currency: 'USD', merchantTransactionId: order };
  const addresses = { returnUrl: `${baseUrl}/docs/return`, notificationUrl: `${baseUrl}/docs/hook` };
  const { data } = await api('createCheckout', { body: { ...usual, ...addresses, ...about } });
  return data;
}

async function inviteSomebody({ as }: Office): Promise<void> {
  const owner = await as('owner');
  const invite = await owner.open('/dashboard/test/team/invite');
  await owner.submit(invite, '/team/invite', { email: 'new@people.test', role: 'viewer' });
}
