import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, showId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { sendOdd } from '../../../../support/service/api.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

/** Sends polls one after the other. */
async function statusesOf(paths: readonly string[], key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await sendOdd(app.baseUrl, { path, key })).status);
  return statuses;
}

const times = (count: number, statusOf: number) => Array.from({ length: count }, () => statusOf);

it('counts the polls of one checkout in one bucket, however the URL is written', async () => {
  const { merchant, push } = await openShop(app);
  const { checkout_id: id } = await push('0776666666');
  const written = [
    (at: number) => `/v1/transactions/${id}/mobile-status?at=${at}`,
    () => `/v1/transactions/${id.replace('c', '%63')}/mobile-status`,
  ];

  const paths = Array.from({ length: 32 }, (_, at) => written[at % 2]?.(at) ?? '');
  const statuses = await statusesOf(paths, merchant.publicKey);

  expect(statuses).toEqual([...times(30, 200), ...times(2, 429)]);
});

it('counts polls of made-up checkouts to the key, so that they cannot evade the limit', async () => {
  const { merchant, push } = await openShop(app, { rateLimit: 60 });
  const { checkout_id: known } = await push('0776666666');
  const made = Array.from({ length: 62 }, () => `/v1/transactions/${showId('chk', newId())}/mobile-status`);

  const statuses = await statusesOf(made, merchant.publicKey);
  const [ofKnown] = await statusesOf([`/v1/transactions/${known}/mobile-status`], merchant.publicKey);

  expect(statuses).toEqual([...times(60, 404), ...times(2, 429)]);
  expect(ofKnown).toBe(200);
});

it.each([
  ['ids that are too long', (n: number) => `${'x'.repeat(65 + n)}/mobile-status`, 400],
  ['ids that are not encoded as they must be', (n: number) => `${n}%zz/mobile-status`, 400],
  ['ids of many thousand letters', (n: number) => `${n}${'%7C'.repeat(4000)}/mobile-status`, 400],
])('counts polls with %s to the key, too', async (_what, made, status) => {
  const { merchant } = await openShop(app, { rateLimit: 60 });
  const paths = Array.from({ length: 62 }, (_, n) => `/v1/transactions/${made(n)}`);

  const statuses = await statusesOf(paths, merchant.publicKey);

  expect(statuses.filter((each) => each === status).length).toBeLessThanOrEqual(60);
  expect(statuses.slice(-2)).toEqual(times(2, 429));
});

it('counts polls in a version that is not known to the key, too', async () => {
  const { merchant } = await openShop(app, { rateLimit: 60 });
  const statuses: number[] = [];
  for (let n = 0; n < 62; n += 1) {
    const path = `/v1/transactions/${showId('chk', newId())}/mobile-status`;
    const headers = { 'Service-Version': '1999-01-01' };
    statuses.push((await sendOdd(app.baseUrl, { path, key: merchant.publicKey, headers })).status);
  }

  expect(statuses).toEqual([...times(60, 400), ...times(2, 429)]);
});

it('counts only the merchant’s own polls of a checkout', async () => {
  const [honest, other] = [await openShop(app), await openShop(app)];
  const { checkout_id: id } = await honest.push('0776666666');
  const path = `/v1/transactions/${id}/mobile-status`;

  const strange = await statusesOf(
    Array.from({ length: 31 }, () => path),
    other.merchant.publicKey,
  );
  const own = await statusesOf([path], honest.merchant.publicKey);

  expect(strange).toEqual([...times(30, 404), 429]);
  expect(own).toEqual([200]);
});
