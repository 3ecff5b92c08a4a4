import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardScenarios, walletScenarios } from '../../src/domain/money/gateways/sandbox/scenarios.ts';
import { aWalletCheckout, turnClock } from '../support/builders/build.ts';
import { openPage, submit } from '../support/service/page.ts';
import { openService, openShop, type Place, type Shop } from './shop.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

// What a bank takes back in a dispute, and when, is played in disputes.test.ts.
const numbers = cardScenarios
  .filter(({ disputedAfterMs }) => disputedAfterMs === undefined)
  .map(({ number }) => number);
const phones = [...walletScenarios.flatMap(({ phone }) => phone ?? []), '0781234567'];

/** What customers, the merchant and the clock may do. `which` chooses among the checkouts opened so far. */
const which = fc.nat(1000);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('push' as const), phone: fc.constantFrom(...phones) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('card' as const), which, number: fc.constantFrom(...numbers) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wallet' as const), which, phone: fc.constantFrom(...phones) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('authorise' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('abort' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      seconds: fc.constantFrom(1, 5, 29, 60, 119, 900),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Opened = Awaited<ReturnType<Shop['card']>>;

async function take(shop: Shop, opened: Opened[], next: Step): Promise<void> {
  if (next.kind === 'turn') return void (await turnClock(shop.api, next.seconds));
  if (next.kind === 'open') return void opened.push(await shop.card());
  if (next.kind === 'push') {
    const body = aWalletCheckout(next.phone, { notificationUrl: app.notificationUrl });
    const answer = await shop.api('createCheckout', { body });
    expect([201, 400, 503]).toContain(answer.status);
    if (answer.status === 201) opened.push(answer.data);
    return;
  }
  const checkout = opened[next.which % Math.max(1, opened.length)];
  if (checkout) await touch(shop, checkout, next);
}

async function touch(shop: Shop, checkout: Opened, next: Extract<Step, { which: number }>): Promise<void> {
  if (next.kind === 'abort') {
    const { status } = await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });
    expect([200, 409]).toContain(status);
    return;
  }
  const page = await openPage(checkout.payment_url);
  const wanted = next.kind === 'card' || next.kind === 'wallet' ? 'pay' : next.kind;
  // A browser has only the buttons of the page that it loaded.
  if (!page.text.includes(`/${wanted}"`)) return;
  const after = await submit(page, wanted, fieldsOf(next));
  expect([200, 410, 422]).toContain(after.status);
}

function fieldsOf(next: Step): Record<string, string> {
  if (next.kind === 'card')
    return { method: 'card', number: next.number, expiry: '12/40', holder: 'T. Moyo', cvv: '737' };
  return next.kind === 'wallet' ? { method: 'wallet_a', phone: next.phone } : {};
}

/** Three players at once, each in its own order. */
async function play(shop: Shop, steps: readonly Step[]): Promise<Opened[]> {
  const opened = [await shop.card()];
  const hands = [0, 1, 2].map(async (hand) => {
    for (const [index, next] of steps.entries()) if (index % 3 === hand) await take(shop, opened, next);
  });
  await Promise.all(hands);
  await turnClock(shop.api, 3600);
  await turnClock(shop.api, 40 * 24 * 3600);
  return opened;
}

type Row = Awaited<ReturnType<Shop['listOf']>>[number];

/** What is wrong with a checkout after the game. */
function problemsOf(status: string, rows: readonly Row[], events: readonly string[]): string[] {
  const count = (type: Row['type'], wanted: Row['status']) =>
    rows.filter((row) => row.type === type && row.status === wanted).length;
  const told = (type: string) => events.filter((event) => event === type).length;
  const paid = count('payment', 'completed');
  const returned = count('refund', 'completed');
  const checks: [string, boolean][] = [
    ['is still open', status === 'pending'],
    ['has an undecided row', rows.some((row) => row.status === 'pending')],
    ['is completed without just one payment', (status === 'completed') !== (paid === 1)],
    ['was paid without being told once', told('payment.capture.completed') !== paid],
    ['was handed back without being told once', told('payment.refund.completed') !== returned],
    ['is reversed without a refund', count('payment', 'reversed') > returned],
    ['has a failed attempt that was not told', told('payment.capture.declined') < count('payment', 'failed')],
  ];
  return checks.filter(([, wrong]) => wrong).map(([name]) => name);
}

describe('any game of calls, payments and clock turns', () => {
  const seed = 20_261_120;
  const games = fc.sample(fc.array(step, { minLength: 45, maxLength: 45 }), { seed, numRuns: 5 });

  it.each(games.map((steps, game) => [game, steps] as const))(
    '(game %i) each checkout ends once',
    async (_game, steps) => {
      const shop = await openShop(app);

      const opened = await play(shop, steps);

      const wrong: unknown[] = [];
      let net = 0n;
      for (const checkout of opened) {
        const [{ status }, rows, events] = await Promise.all([
          shop.statusOf(checkout),
          shop.listOf(checkout),
          shop.eventsOf(checkout),
        ]);
        const problems = problemsOf(status, rows, events);
        if (problems.length > 0) wrong.push({ problems, status, rows, events });
        for (const row of rows)
          if (row.type === 'payment' && row.status === 'completed') net += cents(row.net_amount);
      }
      expect(wrong).toEqual([]);
      const { data } = await shop.api('getBalance');
      expect(cents(data.available.USD) + cents(data.reserve.USD) + cents(data.pending.USD)).toBe(net);
      expect(await jobsOf(shop)).toEqual([]);
    },
  );

  it('reaches most outcomes over all games', () => {
    const kinds = new Set(games.flat().map(({ kind }) => kind));

    expect(kinds.size).toBe(10);
  });
});

function cents(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** Jobs that are left over or were given up, but for those of the coming months. */
function jobsOf(shop: Shop) {
  return app.database.asOwner(
    `SELECT kind, state, last_error FROM sandbox.jobs WHERE merchant_id = $1 AND kind NOT IN ('ledger.release-reserve', 'platform-billing.bill')`,
    [shop.merchant.merchantId],
  );
}
