import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { turnClock } from '../support/builders/build.ts';
import { aPayment, expectSoundBooks, openService, openShop, type Place, type Shop } from './shop.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const minute = 60;
const day = 24 * 3600;

/** `available` and `reserve`. */
async function balance(): Promise<readonly string[]> {
  await expectSoundBooks(place);
  const { available, pending, reserve } = (await shop.api('getBalance')).data;
  expect(pending.USD).toBe('0.00');
  return [available.USD, reserve.USD];
}

/** Turns the clock to the next time that this time of day comes. */
async function turnTo(time: string) {
  const now = Date.parse((await shop.api('getTestClock')).data.now);
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`);
  return await turnClock(shop.api, Math.floor(((today > now ? today : today + day * 1000) - now) / 1000));
}

describe('the rolling reserve', () => {
  it('is held until a minute before the 90 days are over, and is then released', async () => {
    const id = await aPayment(shop, '100.00');
    const { reserve_release_at: releasedAt, created_at: createdAt } = (
      await shop.api('getTransaction', { params: { id } })
    ).data;
    const held: (readonly string[])[] = [await balance()];

    await turnClock(shop.api, 89 * day);
    held.push(await balance());
    await turnClock(shop.api, day - minute);
    held.push(await balance());
    const { fired } = await turnClock(shop.api, minute);

    expect(held).toEqual([
      ['91.50', '5.00'],
      ['91.50', '5.00'],
      ['91.50', '5.00'],
    ]);
    expect(fired).toContainEqual({ kind: 'ledger.release-reserve', resource_id: id, due_at: releasedAt });
    expect(Math.round((Date.parse(releasedAt ?? '') - Date.parse(createdAt)) / 1000 / minute)).toBe(
      90 * 24 * 60,
    );
    expect(await balance()).toEqual(['96.50', '0.00']);
  });

  it('is released for each payment at that payment’s own time', async () => {
    await aPayment(shop, '100.00');
    await turnClock(shop.api, 30 * day);
    await aPayment(shop, '50.00');

    await turnClock(shop.api, 60 * day);
    const between = await balance();
    await turnClock(shop.api, 30 * day);

    expect(between).toEqual(['142.25', '2.50']);
    expect(await balance()).toEqual(['144.75', '0.00']);
  });

  it('is released at the next midnight for what was refunded, and after 90 days for the rest', async () => {
    await turnTo('12:00:00');
    const id = await aPayment(shop, '100.00');
    const refund = await shop.api('refundTransaction', { params: { id }, body: { amount: '40.00' } });
    const rows = [await balance()];

    await turnTo('23:59:00');
    rows.push(await balance());
    await turnTo('00:00:01');
    rows.push(await balance());
    await turnClock(shop.api, 90 * day);
    rows.push(await balance());

    expect(refund.data).toMatchObject({ status: 'completed' });
    expect(rows).toEqual([
      ['51.50', '5.00'],
      ['51.50', '5.00'],
      ['53.50', '3.00'],
      ['56.50', '0.00'],
    ]);
  });

  it('is released by one job for all refunds of a day, and leaves the merchant owing fees at most', async () => {
    await turnTo('12:00:00');
    for (const id of [await aPayment(shop, '100.00'), await aPayment(shop, '100.00')]) {
      const refund = await shop.api('refundTransaction', { params: { id } });
      expect(refund.data).toMatchObject({ status: 'completed' });
    }
    const before = await balance();

    const { fired } = await turnTo('00:00:01');

    expect(before).toEqual(['-17.00', '10.00']);
    expect(fired.filter(({ kind }) => kind === 'ledger.release-reserve')).toHaveLength(1);
    expect(await balance()).toEqual(['-7.00', '0.00']);
  });
});
