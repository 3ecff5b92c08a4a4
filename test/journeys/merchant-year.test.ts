import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignPlatformPlan } from '../../src/domain/billing/platform-billing/set-plan.ts';
import { stayInTheDay, turnClock, turnToPlatformInvoice } from '../support/builders/build.ts';
import { disputeOf, submit } from '../support/builders/disputes.ts';
import { anAdvance, aSplit } from '../support/builders/partners.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { expectSoundBooks, openService, openShop, type Place, type Shop } from './shop.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
  shop = await openShop(place);
});
afterAll(() => place.stop());

const daySeconds = 86_400;
const daysOfYear = 365;
const shares = ['33.33', '7.77'] as const;

/** Money has two decimals, in events four. */
const cents = (text: string): bigint => BigInt(text.replace(/\.(\d\d).*$/, '$1'));
const total = (amounts: readonly string[]): bigint => amounts.reduce((sum, each) => sum + cents(each), 0n);

/** What is paid on a day: between 20.00 and 59.99, seldom a sum that shares or fees divide. */
function amountOf(day: number): string {
  const hundredths = 2000 + ((day * 1777 + 331) % 4000);
  return (hundredths / 100).toFixed(2);
}

/** A card pays at once. A wallet pays some seconds later, so when the clock is turned. */
async function sell(day: number, splitId: string): Promise<string> {
  const { checkout_id } = await shop.card({ amount: amountOf(day), splitId });
  const scenario = day % 3 === 1 ? 'success' : 'card_success';
  return (await shop.api('payAsTestPayer', { body: { checkout_id, scenario } })).data.transaction_id;
}

async function dispute(transaction_id: string, evidence: string): Promise<string> {
  const { data } = await shop.api('openTestDispute', { body: { transaction_id } });
  await submit(shop, data.id, evidence);
  return data.id;
}

async function refund(id: string, amount: string): Promise<string> {
  return (await shop.api('refundTransaction', { params: { id }, body: { amount } })).data.refund_id;
}

async function payOut(amount: string, about: Record<string, unknown> = {}): Promise<string> {
  const body = aPayout('bank_transfer', { amount, ...about });
  return (await shop.api('requestPayout', { body })).data.payout_id;
}

/** The payment of a day, and the first partner of the split. */
type Today = { readonly payment: string; readonly partner: string | undefined };
type Occasion = { readonly day: number; readonly make: (today: Today) => Promise<string> };

/** What else happens, on which day of the year. Each makes an object and returns its id. On the days of disputes, a card pays. */
const occasions = {
  advance: { day: 21, make: () => anAdvance(shop.api, { amount: '150.05', fee: '15.01' }) },
  won: { day: 60, make: ({ payment }) => dispute(payment, 'WIN: the customer signed for it.') },
  lost: { day: 90, make: ({ payment }) => dispute(payment, 'We disagree.') },
  refund: { day: 120, make: ({ payment }) => refund(payment, '7.77') },
  payout: { day: 201, make: () => payOut('444.44') },
  partnerPayout: { day: 240, make: ({ partner }) => payOut('123.45', { subaccount_id: partner }) },
} as const satisfies Readonly<Record<string, Occasion>>;

/** Lives through a year, a payment with a split on each of its days, up to the twelfth invoice of the platform. */
async function live() {
  const { platform } = place.database.databases;
  const of = { merchantId: shop.merchant.merchantId, by: 'operator' };
  await assignPlatformPlan(platform, of, { plan: 'standard', tax_basis_points: 1555 });
  const { id: split, partners } = await aSplit(shop.api, shares);
  const made = new Map<string, string>();
  // What settles some seconds after its day would else settle on the next one.
  await stayInTheDay(shop.api);
  for (let today = 0; today < daysOfYear; today += 1) {
    if (today > 0) await turnClock(shop.api, daySeconds);
    const payment = await sell(today, split);
    for (const [name, { day, make }] of Object.entries<Occasion>(occasions))
      if (day === today) made.set(name, await make({ payment, partner: partners[0] }));
  }
  await turnToPlatformInvoice(shop.api);
  return { partners, made: (name: keyof typeof occasions) => made.get(name) ?? '' };
}

type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** All pages of a list, oldest item first. */
async function all<T>(
  page: (query: { limit: number; cursor?: string }) => Promise<{ data: Page<T> }>,
): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await page({ limit: 100, ...(cursor !== undefined && { cursor }) });
    items.push(...data.items);
    cursor = data.next_cursor;
  }
  return items.toReversed();
}

const entriesOfBalance = () => all((query) => shop.api('listLedgerEntries', { query }));
const entriesOfPartner = (id: string) =>
  all((query) => shop.api('listSubaccountEntries', { params: { id }, query }));
const payments = () => all((query) => shop.api('listTransactions', { query: { ...query, type: 'payment' } }));
const eventsOf = (type: string) => all((query) => shop.api('listEvents', { query: { ...query, type } }));
const invoices = () => all((query) => shop.api('listPlatformInvoices', { query }));

type Entry = Awaited<ReturnType<typeof entriesOfBalance>>[number];

/** Whether the object that moved money can be read by the id that the entry names. There is no operation for one invoice of the platform. */
async function isReadable({ type, id }: Entry['source'], billed: readonly string[]): Promise<boolean> {
  const params = { id };
  if (type === 'payment') return (await shop.api('getTransaction', { params })).data.id === id;
  if (type === 'refund') return (await shop.api('getRefund', { params })).data.refund_id === id;
  if (type === 'dispute') return (await shop.api('getDispute', { params })).data.id === id;
  if (type === 'payout') return (await shop.api('getPayout', { params })).data.payout_id === id;
  if (type === 'capital_advance') return (await shop.api('getCapitalAdvance', { params })).data.id === id;
  return type === 'platform_invoice' && billed.includes(id);
}

/** Each balance as its entries lead to it, each from the one before. */
function ledTo(entries: readonly Entry[]): Record<string, bigint> {
  const balances: Record<string, bigint> = {};
  for (const { bucket, currency, amount, balance_after } of entries) {
    const of = `${bucket} ${currency}`;
    balances[of] = (balances[of] ?? 0n) + cents(amount);
    expect(cents(balance_after)).toBe(balances[of]);
  }
  return balances;
}

/** What each type of entry comes to, over all buckets; nothing for what only goes from one bucket to another. */
function byType(entries: readonly Entry[]): Record<string, bigint> {
  const totals: Record<string, bigint> = {};
  for (const { type, amount } of entries) totals[type] = (totals[type] ?? 0n) + cents(amount);
  return Object.fromEntries(Object.entries(totals).filter(([, amount]) => amount !== 0n));
}

/** The days on which these happened, each once. */
const daysOf = (happened: readonly { readonly created: number }[]) =>
  new Set(happened.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10)));

let year: Awaited<ReturnType<typeof live>>;
const named = (name: keyof typeof occasions) => ({ params: { id: year.made(name) } });

describe('a year of a merchant', () => {
  beforeAll(async () => {
    year = await live();
  }, 300_000);

  it('leaves the books sound, and comes to the end of all that began in it', async () => {
    const { api } = shop;
    const ends = {
      advance: (await api('getCapitalAdvance', named('advance'))).data.status,
      won: (await api('getDispute', named('won'))).data.status,
      lost: (await api('getDispute', named('lost'))).data.status,
      refund: (await api('getRefund', named('refund'))).data.status,
      payout: (await api('getPayout', named('payout'))).data.status,
      partnerPayout: (await api('getPayout', named('partnerPayout'))).data.status,
    };

    await expectSoundBooks(place);
    expect(ends).toEqual({
      advance: 'repaid',
      won: 'won',
      lost: 'lost',
      refund: 'completed',
      payout: 'completed',
      partnerPayout: 'completed',
    });
    expect((await payments()).map(({ amount, status }) => [amount, status])).toEqual(
      Array.from({ length: daysOfYear }, (_, day) => [
        amountOf(day),
        day === occasions.lost.day ? 'reversed' : 'completed',
      ]),
    );
  });

  it('brings twelve invoices of the platform, each paid', async () => {
    const billed = await invoices();

    expect(billed.map(({ status, amount }) => `${status} ${amount}`)).toEqual(
      Array.from({ length: 12 }, () => 'paid 11.56'),
    );
    expect(await eventsOf('billing.invoice.created')).toHaveLength(12);
    const [starts, ends] = [billed.map((one) => one.period_start), billed.map((one) => one.period_end)];
    expect(starts.slice(1)).toEqual(ends.slice(0, -1));
  });

  it('settles a split on each of its days, and every partner has their share to the cent', async () => {
    const sold = await payments();
    const settled = await eventsOf('split.settled');

    expect(settled).toHaveLength(daysOfYear * shares.length);
    expect(daysOf(settled).size).toBe(daysOfYear);
    for (const [at, partner] of year.partners.entries()) {
      const entries = await entriesOfPartner(partner);
      const credited = entries.filter(({ type }) => type === 'split.settled');
      const { balance } = (await shop.api('getSubaccount', { params: { id: partner } })).data;

      const share = cents(shares[at] ?? '');
      expect(credited.map(({ transaction_id: of, amount }) => [of, cents(amount)])).toEqual(
        sold.map(({ id, net_amount: net, reserve_amount: reserve }) => [
          id,
          ((cents(net) - cents(reserve ?? '0.00')) * share) / 10_000n,
        ]),
      );
      expect(total(entries.map(({ amount }) => amount))).toBe(cents(balance.USD));
      expect(entries.at(-1)?.balance_after).toBe(balance.USD);
      const told = settled.filter(({ data }) => data['subaccount_id'] === partner);
      expect(total(told.map(({ data }) => String(data['net'])))).toBe(
        total(credited.map(({ amount }) => amount)),
      );
    }
  });

  it('ends with a balance that its entries explain to the cent, from the first to the last', async () => {
    const entries = await entriesOfBalance();
    const { available, pending, reserve } = (await shop.api('getBalance')).data;

    expect(ledTo(entries)).toEqual({
      'available USD': cents(available.USD),
      'pending USD': cents(pending.USD),
      'reserve USD': cents(reserve.USD),
    });
    expect([available.ZWG, pending.ZWG, reserve.ZWG, pending.USD]).toEqual(['0.00', '0.00', '0.00', '0.00']);
    expect(cents(reserve.USD)).toBeGreaterThan(0n);
    expect(entries.filter(({ description }) => description === '')).toEqual([]);
    const billed = (await invoices()).map(({ id }) => id);
    const sources = new Map(entries.map(({ source }) => [source.id, source]));
    for (const source of sources.values())
      expect([source, await isReadable(source, billed)]).toEqual([source, true]);
  });

  it('ends with entries that come to what the payments, refunds, payouts and all else came to', async () => {
    const [sold, billed, entries] = [await payments(), await invoices(), await entriesOfBalance()];
    const shared = await Promise.all(year.partners.map(entriesOfPartner));
    const credited = shared.flat().filter(({ type }) => type === 'split.settled');
    const { amount: disputed } = await disputeOf(shop, year.made('lost'));

    expect(byType(entries)).toEqual({
      'payment.captured': total(sold.map(({ net_amount: net }) => net)),
      'split.settled': -total(credited.map(({ amount }) => amount)),
      'capital.disbursed': cents('150.05'),
      'capital.repayment': -cents('165.06'),
      'refund.requested': -cents('7.77'),
      'payout.requested': -cents('444.44'),
      'dispute.opened': -cents(disputed) - cents(amountOf(occasions.won.day)),
      'dispute.won': cents(amountOf(occasions.won.day)),
      'platform.paid': -total(billed.map(({ amount }) => amount)),
    });
  });
});
