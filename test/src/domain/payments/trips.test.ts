import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RoundTrip, watchTrips } from '../../../../scripts/bench/baselines/recorder.ts';
import { aCardCheckout } from '../../../support/builders/build.ts';
import { type Api, apiOf } from '../../../support/service/api.ts';
import { type App, startApp } from '../../../support/service/app.ts';
import { payByCard } from '../../../support/service/page.ts';

let app: App;
let api: Api;
let calls = 0;
const watch = watchTrips();

beforeAll(async () => {
  // Without workers: they claim for all merchants at once, and at times of their own.
  app = await startApp({ role: 'api' });
  const ofMerchant = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  api = async (operationId, asking) => {
    calls += 1;
    return await ofMerchant(operationId, asking);
  };
});
afterAll(async () => {
  watch.stop();
  await app.stop();
});

/** Opens a checkout, shows its page, takes its form, and shows the receipt. */
async function pay(): Promise<string> {
  const { data } = await api('createCheckout', { body: aCardCheckout() });
  expect((await payByCard(data.payment_url, '4242424242424242')).name).toBe('receipt');
  const { transaction_id: id = '' } = (await api('getCheckoutStatus', { params: { id: data.checkout_id } }))
    .data;
  return id;
}

const refund = (id: string) => api('refundTransaction', { params: { id }, body: { amount: '1.00' } });

/** The calls so far are added up every two seconds, in a transaction of its own that belongs to no call. */
async function trafficIsWritten(): Promise<void> {
  await expect.poll(writtenCalls, { timeout: 60_000 }).toBe(calls);
}

async function writtenCalls(): Promise<unknown> {
  const [row] = await app.database.asOwner('SELECT sum(calls)::int AS calls FROM sandbox.app_traffic');
  return row?.['calls'];
}

/** Not of a call: NOTIFY is sent once for many, a key is known for a second, and a connection is new once. */
const ofOthers = /^NOTIFY|"api_keys"|pg_is_in_recovery/;

/** @returns the trips of a call that is made the second time, so that every statement is prepared */
async function tripsOf(call: () => Promise<unknown>): Promise<readonly RoundTrip[]> {
  await call();
  await trafficIsWritten();
  const { trips } = await watch.record(call);
  return trips.filter((trip) => !trip.every(({ text }) => ofOthers.test(text)));
}

it('a card payment takes at most 16 round trips to PostgreSQL, from the checkout to the status that a merchant reads', async () => {
  const trips = await tripsOf(pay);

  const statements = trips.flat().map(({ text }) => text);
  expect(statements.filter((text) => text.includes('ledger_post'))).toHaveLength(1);
  expect(statements.filter((text) => text === 'COMMIT')).toHaveLength(3);
  expect(trips.length).toBeLessThanOrEqual(16);
});

it('a refund takes at most 14 round trips', async () => {
  const payments = [await pay(), await pay()];

  const trips = await tripsOf(() => refund(payments.pop() ?? ''));

  const statements = trips.flat().map(({ text }) => text);
  expect(statements.filter((text) => text.includes('ledger_post'))).toHaveLength(2);
  expect(trips.length).toBeLessThanOrEqual(14);
});

it('a transaction that only writes sends its last statement and COMMIT together', async () => {
  const trips = await tripsOf(pay);

  const alone = trips.filter((trip) => trip.length === 1 && trip[0]?.text === 'COMMIT');
  expect(alone).toEqual([]);
});
