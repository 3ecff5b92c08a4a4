import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  assignPlatformPlan,
  setPlatformPlan,
} from '../../../../src/domain/billing/platform-billing/set-plan.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { aCardCheckout, turnClock, turnToPlatformInvoice } from '../../../support/builders/build.ts';
import { eventsOfMerchant, runAgain } from '../../../support/builders/inside.ts';
import { aPayout } from '../../../support/builders/payouts.ts';
import { apiOf } from '../../../support/service/api.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await billedShop();
});

const day = 86_400;

type Terms = { readonly amount?: bigint; readonly tax_basis_points?: number };

/** A shop on the plan `standard` of 10.00 a month, or with terms of its own. */
async function billedShop(terms: Terms = {}): Promise<Shop> {
  const opened = await openShop(place);
  await assign(opened, terms);
  return opened;
}

function assign({ merchant: { merchantId } }: Shop, terms: Terms, plan = 'standard') {
  const { platform } = place.database.databases;
  return assignPlatformPlan(platform, { merchantId, by: 'test' }, { plan, ...terms });
}

const invoicesOf = async ({ api }: Shop) =>
  (await api('listPlatformInvoices', { query: { limit: 100 } })).data.items;
const standingOf = async ({ api }: Shop) => (await api('getPlatformSubscription')).data;
const statusesOf = async (of: Shop) => (await invoicesOf(of)).map(({ status }) => status);

async function failedTries({ merchant }: Shop): Promise<number> {
  const events = await eventsOfMerchant(place, merchant);
  return events.filter(({ type }) => type === 'billing.invoice.payment-failed').length;
}

describe('the subscription to the platform', () => {
  it('begins with the first payment, and shows the plan before that', async () => {
    const before = await standingOf(shop);
    await aPayment(shop);
    const after = await standingOf(shop);

    expect(before).toEqual({
      status: 'not_started',
      plan_name: 'Standard',
      amount: '10.00',
      tax_rate: '0.00',
      tax: '0.00',
      total: '10.00',
      currency: 'USD',
      amount_due: '0.00',
      started_at: null,
      next_invoice_at: null,
      past_due_since: null,
      restricted_since: null,
    });
    expect(after).toMatchObject({ status: 'active', amount_due: '0.00' });
    const [start, next] = [after.started_at, after.next_invoice_at].map((at) => new Date(at ?? ''));
    expect(next?.getUTCMonth()).not.toBe(start?.getUTCMonth());
  });

  it('makes twelve invoices in a year, in one leap of the clock as in twelve', async () => {
    const terms = { tax_basis_points: 1555 };
    const [leaping, stepping] = [await billedShop(terms), await billedShop(terms)];
    // Not enough to pay any invoice twice.
    for (const one of [leaping, stepping]) await aPayment(one, '160.00');

    await turnClock(leaping.api, 366 * day);
    for (let month = 0; month < 12; month += 1) await turnClock(stepping.api, 30.5 * day);

    const [leap, steps] = [await invoicesOf(leaping), await invoicesOf(stepping)];
    const shown = (invoices: typeof leap) =>
      invoices.map(({ status, amount, period_start: from, period_end: to, paid_at: paid }) => ({
        status,
        amount,
        days: Math.round((Date.parse(to) - Date.parse(from)) / 1000 / day),
        late: Date.parse(paid ?? '') - Date.parse(to),
      }));
    expect(leap).toHaveLength(12);
    expect(shown(leap)).toEqual(shown(steps));
    expect(new Set(shown(leap).map(({ late }) => late))).toEqual(new Set([0]));
    const { started_at: start, next_invoice_at: next } = await standingOf(leaping);
    expect(leap.map(({ period_end: end }) => end)).toEqual([
      ...leap.slice(0, 1).map(({ period_end: end }) => end),
      ...leap.slice(0, -1).map(({ period_start: from }) => from),
    ]);
    expect([
      leap.at(-1)?.period_start,
      Date.parse(next ?? '') > Date.parse(leap[0]?.period_end ?? ''),
    ]).toEqual([start, true]);
    expect(leap[0]).toMatchObject({
      status: 'paid',
      lines: [
        { type: 'plan', description: 'Standard, one month', amount: '10.00' },
        { type: 'tax', description: 'Tax, 15.55 %', amount: '1.56' },
      ],
      subtotal: '10.00',
      tax_rate: '15.55',
      tax: '1.56',
      amount: '11.56',
    });
    // 160.00 less 3.5 %, and twelve times 11.56; the reserve came back.
    expect([await leaping.available(), await stepping.available()]).toEqual(['15.68', '15.68']);
  });

  it('that begins on a 31st ends short months on their last day, and long ones on their 31st', async () => {
    const { now } = (await shop.api('getTestClock')).data;
    const noon = Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 31, 12);
    await turnClock(shop.api, Math.ceil((noon - Date.parse(now)) / 1000));
    await aPayment(shop);

    await turnClock(shop.api, 91 * day);

    const ends = (await invoicesOf(shop)).map(({ period_end: end }) => new Date(end).getUTCDate());
    expect(ends).toEqual([30, 31, expect.toBeOneOf([28, 29])]);
  });

  it('pages through its invoices, and filters them by status', async () => {
    await aPayment(shop, '100.00');
    await turnClock(shop.api, 95 * day);
    const all = await invoicesOf(shop);

    const first = (await shop.api('listPlatformInvoices', { query: { limit: 2 } })).data;
    const query = { limit: 2, cursor: String(first.next_cursor) };
    const second = (await shop.api('listPlatformInvoices', { query })).data;
    const open = (await shop.api('listPlatformInvoices', { query: { status: 'open' } })).data;

    expect(all).toHaveLength(3);
    expect([...first.items, ...second.items]).toEqual(all);
    expect([first.has_more, second.has_more, open.items]).toEqual([true, false, []]);
  });

  it('makes no invoice for a plan that costs nothing', async () => {
    await assign(shop, {}, 'free');
    await aPayment(shop);

    await turnClock(shop.api, 100 * day);

    expect([await invoicesOf(shop), await shop.available()]).toEqual([[], '96.50']);
  });

  it('makes no invoice for a merchant whose own price is nothing, whatever the plan costs', async () => {
    await assign(shop, { amount: 0n });
    await aPayment(shop);

    await turnClock(shop.api, 100 * day);

    expect([await invoicesOf(shop), await shop.available()]).toEqual([[], '96.50']);
  });

  it('adds no tax for a merchant whose own rate is nothing, whatever the plan says', async () => {
    const taxed = { plan: 'taxed', amount: 100_000n, taxBasisPoints: 1500 };
    await setPlatformPlan(place.database.databases.platform, taxed, 'test');
    await assign(shop, {}, 'taxed');
    const usual = await standingOf(shop);

    await assign(shop, { tax_basis_points: 0 }, 'taxed');

    expect(usual).toMatchObject({ tax_rate: '15.00', tax: '1.50', total: '11.50' });
    expect(await standingOf(shop)).toMatchObject({ tax_rate: '0.00', tax: '0.00', total: '10.00' });
  });

  it('bills a month once, however often its job runs', async () => {
    await aPayment(shop);
    await turnClock(shop.api, 32 * day);
    const [invoice] = await invoicesOf(shop);

    await runAgain(place, shop.merchant, 'platform-billing.bill', {});
    const id = invoice?.id.replace('inv_', '') ?? '';
    await runAgain(place, shop.merchant, 'platform-billing.collect', { invoiceId: id });
    await turnClock(shop.api, 60);

    expect(await invoicesOf(shop)).toEqual([invoice]);
    expect(await shop.available()).toBe('81.50');
  });
});

describe('an invoice that the balance does not cover', () => {
  it('is tried eight times in seven days, and then restricts the merchant until it is paid', async () => {
    await aPayment(shop, '5.00');
    await turnToPlatformInvoice(shop.api);
    const late = await standingOf(shop);
    const tries: number[] = [await failedTries(shop)];
    for (let n = 1; n <= 10; n += 1) {
      await turnClock(shop.api, day);
      tries.push(await failedTries(shop));
    }
    const standing = await standingOf(shop);
    const { platform_billing: shown } = (await shop.api('getProfile')).data;
    await aPayment(shop, '20.00');
    await turnClock(shop.api, 120);

    expect(late).toMatchObject({ status: 'past_due', amount_due: '10.00' });
    expect(tries.at(-1)).toBe(8);
    expect(standing).toMatchObject({ status: 'restricted', amount_due: '10.00' });
    expect(shown).toEqual({ status: 'restricted', amount_due: '10.00', new_payments: true });
    expect(await standingOf(shop)).toMatchObject({
      status: 'active',
      amount_due: '0.00',
      past_due_since: null,
      restricted_since: null,
    });
    expect((await invoicesOf(shop))[0]).toMatchObject({ status: 'paid', failed_tries: 8 });
    // 4.57 and 18.30 came in, 10.00 went out.
    expect(await shop.available()).toBe('12.87');
  });

  it('is paid to the last cent of the balance, and counts its failed tries alone', async () => {
    await assign(shop, { amount: 91_500n });
    await aPayment(shop, '10.00');
    await turnToPlatformInvoice(shop.api);
    const first = [await statusesOf(shop), await shop.available()];

    await turnToPlatformInvoice(shop.api);
    await turnClock(shop.api, day);

    const tries = (await invoicesOf(shop)).map(({ failed_tries: n }) => n);
    expect([first, tries]).toEqual([
      [['paid'], '0.00'],
      [2, 0],
    ]);
  });

  it('is paid before a newer one, each in full', async () => {
    await aPayment(shop, '5.00');
    await turnToPlatformInvoice(shop.api);
    // Another one of 8.00, as after a month without any job.
    const [counter] = await place.database.asOwner(
      'UPDATE sandbox.platform_invoice_counters SET last = last + 1 RETURNING last',
    );
    await place.database.asOwner(
      `INSERT INTO sandbox.platform_invoices (merchant_id, id, number, status, plan_name, subtotal, tax_basis_points, tax, total, period_start,
          period_end, failed_tries, created_at)
        SELECT merchant_id, $2, $3, status, plan_name, 80000, 0, 0, 80000, period_end,
          (period_end AT TIME ZONE 'UTC' + interval '30 days') AT TIME ZONE 'UTC', 1, created_at
        FROM sandbox.platform_invoices WHERE merchant_id = $1`,
      [shop.merchant.merchantId, newId(), counter?.['last']],
    );
    const after = async (amount: string) => {
      await aPayment(shop, amount);
      await turnClock(shop.api, 120);
      return [await statusesOf(shop), await shop.available(), (await standingOf(shop)).status];
    };

    const [nine, sixteen] = [await after('5.00'), await after('7.50')];

    expect(nine).toEqual([['past_due', 'past_due'], '9.14', 'past_due']);
    expect(sixteen).toEqual([['past_due', 'paid'], '6.00', 'past_due']);
  });

  it('is tried at most twice a day, even if the days of its tries have long passed', async () => {
    await aPayment(shop, '5.00');
    await turnToPlatformInvoice(shop.api);
    await place.database.asOwner(
      `UPDATE sandbox.platform_invoices SET created_at = (created_at AT TIME ZONE 'UTC' - interval '10 days') AT TIME ZONE 'UTC' WHERE merchant_id = $1`,
      [shop.merchant.merchantId],
    );

    const tries = [await failedTries(shop)];
    for (const seconds of [day, day / 2, day / 2]) {
      await turnClock(shop.api, seconds);
      tries.push(await failedTries(shop));
    }

    expect(tries).toEqual([1, 2, 3, 4]);
  });

  it('is paid within minutes of the money coming, without another failed try', async () => {
    await aPayment(shop, '5.00');
    await turnToPlatformInvoice(shop.api);
    await aPayment(shop, '20.00');

    await turnClock(shop.api, 120);

    expect(await standingOf(shop)).toMatchObject({ status: 'active', amount_due: '0.00' });
    expect([await statusesOf(shop), await failedTries(shop)]).toEqual([['paid'], 1]);
  });

  it('is the only one: a month that ends while the merchant is restricted is not billed', async () => {
    await aPayment(shop, '5.00');

    await turnClock(shop.api, 130 * day);

    expect([await statusesOf(shop), await failedTries(shop)]).toEqual([['past_due'], 8]);
  });

  it('never takes the balance below zero, whatever a payout takes at the same moment', async () => {
    const shops = await Promise.all(Array.from({ length: 4 }, () => billedShop()));
    for (const one of shops) await aPayment(one, '20.00');

    const outcomes = await Promise.all(
      shops.map(async (one) => {
        const payout = one.api('requestPayout', { body: aPayout('agent_cash', { amount: '12.00' }) });
        await Promise.all([payout, turnToPlatformInvoice(one.api)]);
        return { paidOut: (await payout).status, left: await one.available() };
      }),
    );

    // 18.30 is enough for the payout or for the invoice, not for both.
    for (const { paidOut, left } of outcomes)
      expect([paidOut, left]).toEqual(paidOut === 201 ? [201, '6.30'] : [409, '8.30']);
  });
});

describe('the numbers of the platform’s invoices', () => {
  it('have no gap when many merchants are billed at once', async () => {
    const shops = await Promise.all(Array.from({ length: 6 }, () => billedShop()));
    for (const one of shops) await aPayment(one, '50.00');

    await Promise.all(shops.map(({ api }) => turnClock(api, 62 * day)));

    const numbers = (
      await place.database.asOwner('SELECT number FROM sandbox.platform_invoices ORDER BY number')
    ).map(({ number }) => Number(number));
    expect(numbers).toEqual(numbers.map((_number, at) => at + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(12);
  });
});

async function restricted() {
  const merchant = await place.aMerchant({ mode: 'live' });
  await place.database.asOwner(
    `INSERT INTO live.platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, past_due_at, restricted_at, created_at)
      VALUES ($1, gen_random_uuid(), 'restricted', now(), now() + interval '1 month', '2026-02-05T08:00:00Z', now(), now())`,
    [merchant.merchantId],
  );
  return { merchant, api: apiOf(place.baseUrl, merchant.secretKey) };
}

describe('a live merchant who is restricted', () => {
  it('takes no new payments, and still reads, refunds and pays out', async () => {
    const { api } = await restricted();

    const refused = await api('createCheckout', { body: aCardCheckout() });
    const refund = await api('refundTransaction', { params: { id: `txn_${'0'.repeat(32)}` }, body: {} });
    const payout = await api('requestPayout', { body: aPayout('agent_cash') });
    const { platform_billing: shown } = (await api('getProfile')).data;

    expect(refused).toMatchObject({ status: 403, code: 'PLATFORM_INVOICE_OVERDUE' });
    expect(refused.body['details']).toEqual({ past_due_since: '2026-02-05T08:00:00.000Z' });
    expect([refund.code, payout.code]).not.toContain('PLATFORM_INVOICE_OVERDUE');
    expect((await api('getBalance')).status).toBe(200);
    expect(shown).toEqual({ status: 'restricted', amount_due: '0.00', new_payments: false });
  });

  it('takes payments again at once when the invoice is paid', async () => {
    const { merchant, api } = await restricted();
    const before = await api('createInvoice', { body: {} });
    await place.database.asOwner(
      `UPDATE live.platform_subscriptions SET status = 'active', past_due_at = NULL, restricted_at = NULL WHERE merchant_id = $1`,
      [merchant.merchantId],
    );

    const after = await api('createCheckout', { body: aCardCheckout() });

    expect([before.code, after.code]).toEqual(['PLATFORM_INVOICE_OVERDUE', 'GATEWAY_NOT_CONFIGURED']);
  });
});
