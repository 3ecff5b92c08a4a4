import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const day = 24 * 3600;
const advance = (seconds: unknown) =>
  shop.api('advanceTestClock', { body: { advance_seconds: seconds } as Record<string, unknown> });
const secondsAhead = (time: string) => (Date.parse(time) - Date.now()) / 1000;

describe('the sandbox clock', () => {
  it('shows real time until it is turned, then its own time and how far it is ahead', async () => {
    const before = await shop.api('getTestClock');
    const turned = await turnClock(shop.api, 3600);
    const again = await turnClock(shop.api, 60);
    const after = await shop.api('getTestClock');

    expect(before.data.offset_seconds).toBe(0);
    expect(Math.abs(secondsAhead(before.data.now))).toBeLessThan(5);
    expect(turned).toMatchObject({ offset_seconds: 3600, fired: [], fired_total: 0, more: false });
    expect(again.offset_seconds).toBe(3660);
    expect(after.data.offset_seconds).toBe(3660);
    expect(Math.abs(secondsAhead(after.data.now) - 3660)).toBeLessThan(5);
  });

  it('belongs to one merchant', async () => {
    const other = await openShop(app);

    await turnClock(shop.api, day);

    expect((await other.api('getTestClock')).data.offset_seconds).toBe(0);
  });

  it('dates everything that happens after it was turned', async () => {
    await turnClock(shop.api, 10 * day);

    const checkout = await shop.card();
    await payByCard(checkout.payment_url, '4242424242424242');

    const { created_at, expires_at } = await shop.statusOf(checkout);
    const [payment] = await shop.listOf(checkout);
    const { data: balance } = await shop.api('getBalance');
    expect(Math.abs(secondsAhead(created_at) - 10 * day)).toBeLessThan(5);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 60 * 1000);
    expect(Math.abs(secondsAhead(payment?.completed_at ?? '') - 10 * day)).toBeLessThan(5);
    expect(Math.abs(secondsAhead(balance.as_of) - 10 * day)).toBeLessThan(5);
    const held = Date.parse(payment?.reserve_release_at ?? '') - Date.parse(payment?.completed_at ?? '');
    expect(held).toBe(90 * day * 1000);
  });

  it('goes no further than 3660 days', async () => {
    for (let years = 0; years < 10; years += 1) await turnClock(shop.api, 366 * day);

    const refused = await advance(1);

    expect(refused).toMatchObject({ status: 409, code: 'CLOCK_LIMIT_EXCEEDED' });
    expect((await shop.api('getTestClock')).data.offset_seconds).toBe(3660 * day);
  });

  it.each([0, -1, 1.5, 31_622_401, '60', null])('is not turned by %s', async (seconds) => {
    const refused = await advance(seconds);

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('does not exist in live', async () => {
    const merchant = await app.aMerchant({ mode: 'live' });
    const live = apiOf(app.baseUrl, merchant.secretKey);

    const [read, turned] = [
      await live('getTestClock'),
      await live('advanceTestClock', { body: { advance_seconds: 1 } }),
    ];

    expect([read.code, turned.code]).toEqual(['TEST_MODE_ONLY', 'TEST_MODE_ONLY']);
  });

  it('is turned once for one idempotency key', async () => {
    const asking = { body: { advance_seconds: 60 }, headers: { 'idempotency-key': 'turn-1' } };

    const first = await shop.api('advanceTestClock', asking);
    const second = await shop.api('advanceTestClock', asking);

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((await shop.api('getTestClock')).data.offset_seconds).toBe(60);
  });
});

describe('turning the sandbox clock', () => {
  it('runs due jobs in the order of their due times, each at its own time', async () => {
    const slow = await shop.push('0775555555');
    const quick = await shop.push('0772222222');
    const silent = await shop.push('0776666666');

    const { fired, fired_total } = await turnClock(shop.api, 200);

    const times = fired.map(({ due_at }) => due_at);
    expect(times).toEqual(times.toSorted());
    expect(fired).toHaveLength(fired_total);
    const [wrongPin, paid, nobody] = await Promise.all([slow, quick, silent].map(shop.listOf));
    const callbacks = fired.filter(({ kind }) => kind === 'payments.callback');
    expect(callbacks.map(({ resource_id }) => resource_id)).toEqual([paid?.[0]?.id, wrongPin?.[0]?.id]);
    expect(secondsTaken(paid?.[0])).toBe(30);
    expect(secondsTaken(wrongPin?.[0])).toBe(45);
    expect(secondsTaken(nobody?.[0])).toBeCloseTo(120, 0);
  });

  it('runs the jobs that other jobs enqueue: a late payment is made and refunded on the way', async () => {
    const checkout = await shop.push('0778888888');
    await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });

    const { fired } = await turnClock(shop.api, 30 * day);

    expect(fired.map(({ kind }) => kind)).toContain('refunds.finish');
    const [refund] = await shop.listOf(checkout);
    expect(refund).toMatchObject({ type: 'refund', status: 'completed' });
    expect(Date.parse(refund?.completed_at ?? '') - Date.now()).toBeLessThan(200_000);
  });

  it('answers when all due jobs are done, also those that a worker took first and those that they enqueued', async () => {
    const rounds = Array.from({ length: 40 }, async () => {
      const own = await openShop(app);
      const checkout = await own.push('0770000002');
      await turnClock(own.api, 1);
      return (await own.listOf(checkout)).map(({ type, status }) => `${type} ${status}`);
    });

    const ends = new Set((await Promise.all(rounds)).map((rows) => rows.join()));

    expect([...ends]).toEqual(['refund completed,payment failed']);
  });

  it('leaves other merchants’ checkouts alone', async () => {
    const other = await openShop(app);
    const checkout = await other.card();

    await turnClock(shop.api, day);

    expect(await other.statusOf(checkout)).toMatchObject({ status: 'pending' });
  });
});

describe('turning the sandbox clock while payments are made', () => {
  it('leaves no job with a due time of the old clock', async () => {
    const making = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? shop.card() : shop.push(index % 4 === 1 ? '0772222222' : '0781234567'),
    );
    const turning = async () => {
      for (let turns = 0; turns < 6; turns += 1) await turnClock(shop.api, 7);
    };

    const [made] = await Promise.all([Promise.all(making), turning()]);

    expect(await jobsOutOfTime()).toEqual([]);
    await turnClock(shop.api, 31);
    const pushes = made.filter(({ requires_polling }) => requires_polling);
    const statuses = await Promise.all(pushes.map(shop.statusOf));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['completed']));
    await turnClock(shop.api, 1800);
    const open = made.filter(({ requires_polling }) => !requires_polling);
    const ends = await Promise.all(open.map(shop.statusOf));
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['expired']));
  });

  it('adds up simultaneous turns', async () => {
    const turns = await Promise.all(Array.from({ length: 5 }, () => advance(10)));

    expect(turns.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await shop.api('getTestClock')).data.offset_seconds).toBe(50);
  });
});

function secondsTaken(row: { created_at: string; completed_at: string | null } | undefined): number {
  return (Date.parse(row?.completed_at ?? '') - Date.parse(row?.created_at ?? '')) / 1000;
}

/** Jobs that are due at another time than their checkout or payment says. */
function jobsOutOfTime() {
  return app.database.asOwner(
    `SELECT j.kind, j.key FROM sandbox.jobs j JOIN sandbox.merchant_states s USING (merchant_id)
      LEFT JOIN sandbox.checkouts c ON c.merchant_id = j.merchant_id AND j.kind = 'checkout.expire' AND c.id::text = j.key
      LEFT JOIN sandbox.transactions t ON t.merchant_id = j.merchant_id AND j.kind = 'payments.callback'
        AND t.id::text = split_part(j.key, '/', 1)
      WHERE abs(extract(epoch FROM j.due_at + s.clock_offset_ms * interval '1 millisecond'
        - coalesce(c.expires_at, t.created_at + CASE t.method_phone WHEN '+263772222222' THEN interval '30 seconds' ELSE interval '5 seconds' END))) > 0.002`,
  );
}
