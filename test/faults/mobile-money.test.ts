import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { Shop } from '../journeys/shop.ts';
import { aWalletCheckout, type openedCheckout } from '../support/builders/build.ts';
import { atOnce, counted, times } from '../support/checks/at-once.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { until } from '../support/faults/victim.ts';
import { hurry, type LiveWallets, openLiveShop, openLiveWallets } from '../support/rails/live-wallets.ts';
import { faults } from '../support/rails/mobile-money-books.ts';
import type { Operator } from '../support/rails/mobile-money-operator.ts';

/**
 * Payments over a rail that fails. For each payment: one charge, one posting and one event; or the money is back; or nothing was
 * charged and nothing posted.
 */
let place: LiveWallets;
let shop: Shop;

beforeAll(async () => {
  place = await openLiveWallets({ timeoutSeconds: 1 });
});
afterAll(async () => {
  process.stdout.write(`requests repeated, by status: ${JSON.stringify(repeated)}\n`);
  await place.stop();
});
beforeEach(async () => {
  place.operator.behave({});
  shop = await openLiveShop(place);
});

const mostTries = 20;
/** How many answers of each status were repeated. */
const repeated: Record<number, number> = {};

const payments = isWholeProfile ? 1000 : 16;
const atOneTime = 8;
const patienceMs = isWholeProfile ? 900_000 : 120_000;

type Opened = Awaited<ReturnType<typeof openedCheckout>>;
type Ending = 'paid' | 'money back' | 'not charged' | 'undecided';
type Fault = {
  readonly name: string;
  readonly manner: Parameters<Operator['behave']>[0];
  /** How every payment must end; absent: any sound way. */
  readonly ends?: Ending;
  /** What happens besides, with each payment. */
  readonly meanwhile?: (payment: number) => void;
};

const onlyPayments = (manner: object) => (order: { readonly type: string }) =>
  order.type === 'merchantpay' ? manner : {};

const cases: readonly Fault[] = [
  { name: 'nothing fails', manner: {}, ends: 'paid' },
  { name: 'the answer is lost', manner: { answer: 'lost-after', callbacks: 'none' }, ends: 'paid' },
  { name: 'the answer comes too late', manner: { answer: 'late', callbacks: 'none' }, ends: 'paid' },
  { name: 'the request is lost', manner: { answer: 'lost-before' }, ends: 'undecided' },
  { name: 'a 503 hides a success', manner: { answer: '503-after', callbacks: 'none' }, ends: 'paid' },
  { name: 'the answer is not JSON', manner: { answer: 'malformed', callbacks: 'none' }, ends: 'paid' },
  { name: 'the answer has wrong types', manner: { answer: 'wrong-types', callbacks: 'none' }, ends: 'paid' },
  { name: 'the callback comes first', manner: { callbacks: 'before-answer' }, ends: 'paid' },
  { name: 'the callback comes twice', manner: { callbacks: 'twice' }, ends: 'paid' },
  {
    name: 'the callback comes first and the answer is lost',
    manner: { callbacks: 'before-answer', answer: 'lost-after' },
    ends: 'paid',
  },
  { name: 'the payer has no money', manner: { decision: faults.insufficientFunds }, ends: 'not charged' },
  { name: 'another amount is paid', manner: onlyPayments({ paid: { amount: '51.00' } }), ends: 'money back' },
  {
    name: 'the access token ends again and again',
    manner: {},
    ends: 'paid',
    meanwhile: (payment) => payment % 5 === 0 && place.operator.expireTokens(),
  },
  {
    name: 'everything at random',
    manner: (_, number) =>
      [
        {},
        { answer: 'lost-after' } as const,
        { answer: '503-after', callbacks: 'none' } as const,
        { decision: faults.requestDeclined, callbacks: 'twice' } as const,
        { callbacks: 'before-answer', answer: 'malformed' } as const,
      ][number % 5] ?? {},
  },
];

describe(`${payments} payments`, { timeout: patienceMs }, () => {
  it.each(cases)('when $name', async ({ manner, ends, meanwhile }) => {
    place.operator.behave(manner);

    await atOnce(
      atOneTime,
      times(payments, (made) => async () => {
        meanwhile?.(made);
        await push(made);
      }),
    );
    await settle(ends === 'undecided');

    const ended = await endingsOf();
    const figures = counted(ended);
    expect(ended).toHaveLength(payments);
    expect(ended.filter((ending) => ending.startsWith('odd'))).toEqual([]);
    expect(ends === undefined ? figures : figures[ends]).toEqual(ends === undefined ? figures : payments);
  });

  it('that are approved after the merchant has stopped waiting', async () => {
    place.operator.behave(onlyPayments({ decision: 'never' }));
    // At once: after two minutes the checkout would expire instead, and a late approval would complete it.
    await atOnce(
      atOneTime,
      times(payments, (made) => async () => {
        const { checkout_id: id } = await push(made);
        await persist(() => shop.api('abortCheckout', { params: { id } }));
      }),
    );
    for (const id of await attempts()) await place.operator.decide(id, 'approve');
    await settle(false);

    expect(counted(await endingsOf())).toEqual({ 'money back': payments });
  });
});

async function push(made: number): Promise<Opened> {
  const phone = `077${String(1_000_000 + made).padStart(7, '0')}`;
  const body = aWalletCheckout(phone, { amount: '50.00', notificationUrl: place.notificationUrl });
  const asking = { body, headers: { 'idempotency-key': newId() } };
  return (await persist(() => shop.api('createCheckout', asking))).data;
}

type Said = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

/** Repeats a refusal that may be repeated, with the same key and after the pause that it names, as integrators are told to. */
async function persist<Answer extends Said>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const answer = await ask();
    if (answer.status < 300) return answer;
    const mayRepeat = answer.status === 429 || answer.status === 503;
    if (!mayRepeat || answer.body['retryable'] !== true) throw new Error(JSON.stringify(answer.body));
    repeated[answer.status] = (repeated[answer.status] ?? 0) + 1;
    await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after') ?? 1) * 1000));
  }
  throw new Error(`a request was refused ${mostTries} times`);
}

const kinds = ['payments.requery', 'payments.confirm', 'refunds.finish', 'refunds.confirm'];

/** Lets the questions be asked until every payment and refund is decided, or as often as that may help. */
async function settle(staysOpen: boolean): Promise<void> {
  await place.operator.settled();
  if (staysOpen) {
    await hurry(place, shop, kinds);
    await until('the questions were asked', async () => (await due()) === 0);
    return;
  }
  await until(
    'everything is decided',
    async () => {
      await hurry(place, shop, kinds);
      await new Promise((done) => setTimeout(done, 200));
      return (await pending()) === 0;
    },
    patienceMs,
  );
  await place.operator.settled();
}

const merchantOf = () => shop.merchant.merchantId;
const counting = async (text: string) =>
  Number((await place.database.asOwner(text, [merchantOf()]))[0]?.['n']);
const pending = () =>
  counting(`SELECT count(*)::int AS n FROM live.transactions WHERE merchant_id = $1 AND status = 'pending'`);
const due = () =>
  counting(
    `SELECT count(*)::int AS n FROM live.jobs WHERE merchant_id = $1 AND kind LIKE 'payments.%' AND (state = 'running' OR due_at <= now())`,
  );

async function attempts(): Promise<string[]> {
  const rows = await place.database.asOwner(
    `SELECT id FROM live.transactions WHERE merchant_id = $1 AND type = 'payment'`,
    [merchantOf()],
  );
  return rows.map(({ id }) => String(id));
}

/** How each payment ended, here and at the operator. */
async function endingsOf(): Promise<string[]> {
  const rows = await place.database.asOwner(
    `SELECT t.id, t.status, t.amount,
       (SELECT count(*)::int FROM live.ledger_journals j WHERE j.source_id = t.id AND j.movement = 'payment.captured') AS captured,
       (SELECT count(*)::int FROM live.events e WHERE e.resource_id = t.id AND e.type = 'payment.capture.completed') AS told,
       (SELECT count(*)::int FROM live.refunds r WHERE r.payment_id = t.id AND r.status = 'completed') AS refunded
     FROM live.transactions t WHERE t.merchant_id = $1 AND t.type = 'payment'`,
    [merchantOf()],
  );
  return rows.map((row) => endingOf(row));
}

function endingOf(row: Readonly<Record<string, unknown>>): string {
  const paid = place.operator.books.asked.get(String(row['id']))?.transaction;
  const amount = BigInt(String(row['amount']));
  const left = paid ? place.operator.books.leftOf(paid) : 0n;
  const there =
    paid === undefined ? 'nothing' : left === amount ? 'paid' : left === 0n ? 'given back' : 'a part';
  const here = ['status', 'captured', 'told', 'refunded'].map((name) => String(row[name])).join(' ');
  return endings[`${there}, ${here}`] ?? `odd: ${there}, ${here}`;
}

/** What the operator has, then here: the status, postings of the payment, events of its completion, and completed refunds. */
const endings: Readonly<Record<string, Ending>> = {
  'paid, completed 1 1 0': 'paid',
  'given back, reversed 0 0 1': 'money back',
  'given back, failed 0 0 1': 'money back',
  'nothing, failed 0 0 0': 'not charged',
  'nothing, pending 0 0 0': 'undecided',
};
