import { byCard, firstPage, paidCheckout, payment, payOutAll } from './payments.ts';
import { type Data, fieldsOf, type Shop } from './shop.ts';
import { onPath, type Start, type Starts } from './start.ts';

async function partner(shop: Shop): Promise<string> {
  return String((await shop.api('createSubaccount', { body: { name: 'Tatenda Banda' } }))['id']);
}

const sharing = { name: 'Market stall', currency: 'USD' };

async function split(shop: Shop, about: Data = {}): Promise<string> {
  const shares = [{ subaccount_id: await partner(shop), share: '20.00' }];
  return String((await shop.api('createSplit', { body: { ...sharing, shares, ...about } }))['id']);
}

/** A partner who has got shares of two payments. */
async function paidPartner(shop: Shop): Promise<string> {
  const id = await partner(shop);
  const splitId = await split(shop, { shares: [{ subaccount_id: id, share: '20.00' }] });
  for (let paid = 0; paid < 2; paid += 1) await paidCheckout(shop, { ...byCard, splitId });
  return id;
}

const withPartner = async (shop: Shop) => ({ partner: await partner(shop) });
const shared = (...shares: readonly string[]) => ({
  request: { body: { ...sharing, shares: shares.map((share) => ({ subaccount_id: '{{partner}}', share })) } },
});

const splits: Starts = {
  listSubaccounts: [firstPage(partner), { name: 'all' }],
  createSubaccount: [{ name: 'a partner', request: { body: { name: 'Tatenda Banda', label: 'stall 4' } } }],
  getSubaccount: [onPath('a partner', partner)],
  listSubaccountEntries: [onPath('two shares', paidPartner, { request: { query: { limit: '1' } } })],
  listSplits: [firstPage((shop) => split(shop)), { name: 'all' }],
  createSplit: [
    { name: 'a split', make: withPartner, ...shared('20.00') },
    {
      name: 'a partner twice',
      refusal: 'SPLIT_SHARES_INVALID',
      make: withPartner,
      ...shared('1.00', '2.00'),
    },
  ],
  deactivateSplit: [onPath('a split', (shop) => split(shop))],
};

const terms = { amount: '1.00', fee: '0.50', currency: 'USD', holdback_rate: '10.00' };

async function offer(shop: Shop): Promise<string> {
  return String((await shop.api('createTestCapitalOffer', { body: terms }))['id']);
}

/** An offer that can be accepted: no other advance is outstanding. */
async function openOffer(shop: Shop): Promise<string> {
  await payment(shop);
  const { items } = await shop.api('listCapitalAdvances', { query: { status: 'outstanding' } });
  for (const each of Array.isArray(items) ? items : [])
    await shop.api('repayCapitalAdvance', { path: { id: String(fieldsOf(each)['id']) } });
  return await offer(shop);
}

async function advance(shop: Shop): Promise<string> {
  const id = await openOffer(shop);
  return String((await shop.api('acceptCapitalOffer', { path: { id } }))['id']);
}

async function spentAdvance(shop: Shop): Promise<string> {
  const id = await advance(shop);
  await payOutAll(shop);
  return id;
}

async function taken(shop: Shop): Promise<string> {
  const id = await openOffer(shop);
  await shop.api('acceptCapitalOffer', { path: { id } });
  return id;
}

const capital: Starts = {
  listCapitalOffers: [firstPage(offer), { name: 'all' }],
  acceptCapitalOffer: [
    onPath('an offer', openOffer),
    onPath('accepted already', taken, { refusal: 'OFFER_NOT_AVAILABLE' }),
  ],
  listCapitalAdvances: [firstPage(advance), { name: 'all' }],
  getCapitalAdvance: [onPath('an advance', advance)],
  repayCapitalAdvance: [
    onPath('an advance', advance),
    onPath('paid out already', spentAdvance, { as: 'withoutWebhook', refusal: 'INSUFFICIENT_BALANCE' }),
  ],
  createTestCapitalOffer: [
    { name: 'an offer', request: { body: terms } },
    {
      name: 'too much',
      refusal: 'AMOUNT_TOO_LARGE',
      request: { body: { ...terms, amount: '999999999999.00' } },
    },
  ],
};

export const moneyStarts: Starts = { ...splits, ...capital };

/** The same request with a split of another currency. */
export function withOtherSplit(start: Start, field: string): Start {
  return {
    ...start,
    name: 'a split of another currency',
    refusal: 'SPLIT_CURRENCY_MISMATCH',
    make: async (shop) => ({ ...(await start.make?.(shop)), split: await split(shop, { currency: 'ZWG' }) }),
    request: { ...start.request, body: { ...fieldsOf(start.request?.body), [field]: '{{split}}' } },
  };
}
