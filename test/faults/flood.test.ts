import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSoundBooks, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { times } from '../support/checks/at-once.ts';
import { percentile } from '../support/checks/latency.ts';
import { startApp } from '../support/service/app.ts';
import { payByCard } from '../support/service/page.ts';

/** One merchant sends far more than the database can serve at once. `npm run bench -- flood` measures the same at full size. */
let app: Place;
beforeAll(async () => {
  app = { ...(await startApp()), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(() => app.stop());

const [refunds, turns] = [120, 40];

async function aPayment(shop: Shop): Promise<string> {
  const checkout = await shop.card({ amount: '100.00' });
  await payByCard(checkout.payment_url, '4242424242424242');
  return (await shop.statusOf(checkout)).transaction_id ?? '';
}

/** Eight customers call until it is over. Returns what each call took, and the codes of those that failed. */
async function callUntil({ api }: Shop, isOver: () => boolean) {
  const [tookMs, failed]: [number[], string[]] = [[], []];
  const timed = async (call: () => Promise<{ status: number; code: string }>) => {
    const startedAt = performance.now();
    const { status, code } = await call();
    tookMs.push(performance.now() - startedAt);
    if (status >= 400) failed.push(code);
  };
  const customer = async (place: number) => {
    for (let made = 0; !isOver(); made += 1) {
      const headers = { 'idempotency-key': `${place}-${performance.now()}-${made}` };
      await timed(() => api('createCheckout', { body: aCardCheckout(), headers }));
      await timed(() => api('listTransactions', { query: { status: 'completed' } }));
    }
  };
  await Promise.all(times(8, customer));
  return { tookMs, failed };
}

it('serves another merchant while one sends 120 refunds and 40 turns of the clock at once', async () => {
  const [flooding, quiet] = [await openShop(app), await openShop(app)];
  const paid = [await aPayment(flooding), await aPayment(flooding)];
  const quietEndMs = performance.now() + 1000;
  const before = await callUntil(quiet, () => performance.now() > quietEndMs);
  let isOver = false;
  const flood = Promise.all([
    ...times(refunds, (place) =>
      flooding.api('refundTransaction', {
        params: { id: paid[place % paid.length] ?? '' },
        body: { amount: '0.01' },
      }),
    ),
    ...times(turns, () => flooding.api('advanceTestClock', { body: { advance_seconds: 1 } })),
  ]).finally(() => {
    isOver = true;
  });

  const floodedAt = performance.now();
  const during = await callUntil(quiet, () => isOver);
  const floodMs = performance.now() - floodedAt;

  const flooded = (await flood).map(({ status, code }) => (status < 300 ? 'served' : code));
  expect([before.failed, during.failed]).toEqual([[], []]);
  const p99 = percentile(during.tookMs, 0.99);
  // Whoever waited behind the flood would wait for most of it, however slow the machine is.
  expect(p99).toBeLessThan(Math.max(600, 5 * percentile(before.tookMs, 0.99), floodMs / 5));
  // Those of one merchant wait for each other, and may be told to try again.
  expect(new Set([...flooded, 'SERVICE_UNAVAILABLE'])).toEqual(new Set(['served', 'SERVICE_UNAVAILABLE']));
  // The job of a refund is taken away while it runs when the call itself ends the refund: on a slow machine its time comes before that.
  const complaints = /could not be|unavailable|(?<!refunds\.finish.*)taken over|failed for good/;
  const ofWorkers = app.lines.filter((line) => !line.includes('request_id') && complaints.test(line));
  expect(ofWorkers).toEqual([]);
  await expectSoundBooks(app);
});
