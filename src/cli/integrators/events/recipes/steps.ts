import { fieldsOf } from '../../access/profiles.ts';
import type { Body, Shop } from './shop.ts';

/** Does in the sandbox what causes an event. */
export type Recipe = (shop: Shop) => Promise<unknown>;

export const day = 86_400;
const route = {
  bank_name: 'First Bank',
  bank_account_number: '1002003004',
  bank_account_name: 'Corner Shop',
  bank_branch_code: '01101',
};
const wallet = {
  method: 'mobile_money',
  mobile_money_provider: 'wallet_a',
  mobile_money_number: '0771111111',
  currency: 'USD',
};

export const refund = async (shop: Shop, body: Body = {}) =>
  shop.call('refundTransaction', { id: await shop.payment('card_success', { amount: '100.00' }), body });
export const held = (shop: Shop) => shop.payment('card_success', { amount: '100.00', capture: 'manual' });

export async function dispute(shop: Shop, about: Body = {}): Promise<string> {
  const transaction_id = await shop.payment('card_success', { amount: '100.00' });
  return String((await shop.call('openTestDispute', { body: { transaction_id, ...about } }))['id']);
}

export async function contested(shop: Shop): Promise<string> {
  const id = await dispute(shop);
  await shop.call('submitDisputeEvidence', {
    id,
    body: { evidence: 'WIN: the customer signed for the parcel.' },
  });
  return id;
}

export async function payout(shop: Shop, amount: string, afterSeconds: number): Promise<void> {
  await shop.payment('card_success', { amount: '200.00' });
  await shop.call('requestPayout', { body: { method: 'bank_transfer', currency: 'USD', amount, ...route } });
  await shop.advance(afterSeconds);
}

const bankFee = 1n;

/** Pays out what USD there are. No cents: they would choose how the payout ends. */
export async function emptyBalance(shop: Shop): Promise<void> {
  const { available } = await shop.call('getBalance');
  const [whole = '0'] = String(fieldsOf(available)['USD']).split('.');
  if (BigInt(whole) <= bankFee) return;
  await shop.call('requestPayout', {
    body: { method: 'bank_transfer', currency: 'USD', amount: `${whole}.00`, ...route },
  });
}

export async function batch(shop: Shop, amounts: readonly string[]): Promise<void> {
  await shop.payment('card_success', { amount: '200.00' });
  await shop.call('createPayoutBatch', { body: { items: amounts.map((amount) => ({ ...wallet, amount })) } });
}

export async function agent(shop: Shop, about: Body = {}): Promise<string> {
  const body = { name: 'Corner Shop', phone: '0772000111', ...about };
  return String((await shop.call('createAgent', { body }))['id']);
}

export async function floatOf(shop: Shop, amount: string, about: Body = {}): Promise<string> {
  const id = await agent(shop, about);
  await shop.call('topUpAgentFloat', { id, body: { amount, currency: 'USD' } });
  return id;
}

/** A payout in cash that nobody else collects, and an agent who hands it out. */
export async function cashOut(
  shop: Shop,
  { float, wrong = 0, about = {} }: { float: string; wrong?: number; about?: Body },
) {
  const id = await floatOf(shop, float, about);
  await shop.payment('card_success', { amount: '200.00' });
  const body = { method: 'agent_cash', amount: '20.23', currency: 'USD' };
  const { payout_id, agent_otp } = await shop.call('requestPayout', { body });
  const other = String((Number(agent_otp) + 1) % 100_000_000).padStart(8, '0');
  for (let tried = 0; tried < wrong; tried += 1)
    await shop
      .call('createAgentCashOut', { id, body: { payout_id, agent_otp: other } })
      .catch(() => undefined);
  if (wrong === 0) await shop.call('createAgentCashOut', { id, body: { payout_id, agent_otp } });
}

/** Pays in what is missing until so much is available. Fee and reserve take less than half of it. */
export async function payIn(shop: Shop, currency: string, wanted: bigint): Promise<void> {
  const { available } = await shop.call('getBalance');
  const missing = wanted - centsIn(fieldsOf(available)[currency]);
  if (missing <= 0n) return;
  await shop.payment('card_success', { amount: `${(2n * missing) / 100n + 1n}.00`, currency });
}

/** Money has two decimals in every currency. */
export const centsIn = (money: unknown): bigint => BigInt(String(money).replace('.', ''));

export async function advance(shop: Shop, about: Body = {}): Promise<void> {
  const terms = { amount: '500.00', fee: '50.00', currency: 'USD', holdback_rate: '10.00', ...about };
  const { id, currency } = await shop.call('createTestCapitalOffer', { body: terms });
  await repayOutstanding(shop, String(currency));
  await shop.call('acceptCapitalOffer', { id: String(id) });
}

/** While an advance is outstanding, no other in its currency can be accepted. */
async function repayOutstanding(shop: Shop, currency: string): Promise<void> {
  const { items } = await shop.call('listCapitalAdvances');
  const advances = Array.isArray(items) ? items.map((each: unknown) => fieldsOf(each)) : [];
  const earlier = advances.find((each) => each['status'] === 'outstanding' && each['currency'] === currency);
  if (!earlier) return;
  await payIn(shop, currency, centsIn(earlier['amount_remaining']));
  await shop.call('repayCapitalAdvance', { id: String(earlier['id']) });
}

export async function invoice(shop: Shop, about: Body = {}): Promise<{ id: string; url: string }> {
  const items = [{ description: 'Wedding cake', quantity: 1, unit_amount: '100.00', tax_rate: '15.00' }];
  const customer = { name: 'Tariro Moyo', email: 'tariro@example.com', phone: '0771234567' };
  const body = { customer, currency: 'USD', items, due_date: '2099-01-31', ...about };
  const made = await shop.call('createInvoice', { body });
  return { id: String(made['id']), url: String(made['hosted_url']) };
}

export async function paidInvoice(shop: Shop): Promise<string> {
  const { id, url } = await invoice(shop, { send: true });
  await shop.pay(url);
  return String((await shop.call('getInvoice', { id }))['transaction_id']);
}

export async function plan(shop: Shop, about: Body = {}): Promise<string> {
  const body = { name: 'Tea club', amount: '12.00', currency: 'USD', interval: 'month', ...about };
  return String((await shop.call('createSubscriptionPlan', { body }))['plan_id']);
}

type Terms = { readonly of?: Body; readonly phone?: string; readonly afterSeconds?: number };

export async function subscription(
  shop: Shop,
  { of = {}, phone, afterSeconds }: Terms = {},
): Promise<string> {
  const payer = phone === undefined ? {} : { wallet_type: 'wallet_a', customer_phone: phone };
  const body = { plan_id: await plan(shop, of), customer: { name: 'Rudo Ncube' }, ...payer };
  const { id } = await shop.call('createSubscription', { body });
  if (afterSeconds !== undefined) await shop.advance(afterSeconds);
  return String(id);
}

export const setPlan = (shop: Shop, id: string, body: Body) =>
  shop.call('updateSubscriptionPlan', { id, body });

/** Back to tier 1 first: a tier that the merchant has already causes no event. */
export async function raise(shop: Shop): Promise<void> {
  await shop.call('setTestKyc', { body: { tier: 1 } });
  await shop.call('setTestKyc', { body: { tier: 2 } });
}

/** The month after this time, as cards write their expiry: `01/27`. */
export function monthAfter(at: Date): string {
  const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  return next.toISOString().slice(2, 7).split('-').toReversed().join('/');
}
