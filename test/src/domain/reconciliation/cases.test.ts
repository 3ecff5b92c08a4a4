import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement, StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { changeCase } from '../../../../src/domain/reconciliation/cases/change-case.ts';
import {
  findChangesAcrossMerchants,
  listCasesAcrossMerchants,
  type NewCase,
} from '../../../../src/domain/reconciliation/cases/queries.ts';
import { reconcileDay, usualRange } from '../../../../src/domain/reconciliation/matching/day.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import type { Db } from '../../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aStatement, type Booked, booked, stating, writeBooks } from './books.ts';

let database: TestDatabase;
let db: Db;
let gateways = 0;
let gateway = '';
const merchant = randomUUID();
const range = { from: '2026-03-01', to: '2026-03-09' };
const graceDays = 3;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});
afterAll(() => database.close());

/** Every test has a gateway of its own. */
function aGateway(): string {
  gateways += 1;
  gateway = `gateway_${gateways}`;
  return gateway;
}

async function books(...all: readonly Partial<Booked>[]): Promise<readonly Booked[]> {
  const written = all.map((one) => booked({ gateway, merchant, ...one }));
  await writeBooks(database, written);
  return written;
}

const states = (statement: Statement) => importStatement(db, { gateway, by: 'test' }, statement);
const run = (tell?: (fresh: NewCase) => void) =>
  runReconciliation(db, { gateway, ...range, graceDays }, tell);

/** A statement of the days from 2 to 5 March, unless it is told otherwise. */
const stated = (lines: readonly StatementLine[], days: Partial<Statement> = {}) =>
  states(aStatement({ from: '2026-03-02', to: '2026-03-05', lines, ...days }));

async function cases() {
  const found = await listCasesAcrossMerchants(db, { gateway }, { before: undefined, most: 100 });
  return Promise.all(
    found.toReversed().map(async (one) => ({ ...one, log: await findChangesAcrossMerchants(db, one.id) })),
  );
}

const short = async () =>
  (await cases()).map(({ kind, state, resolution }) => [kind, state, resolution].filter(Boolean).join(' '));

/** As if each statement had come in on the day after its last one. */
const cameInTime = () =>
  database.asOwner(`DO $$ BEGIN SET LOCAL session_replication_role = replica;
    UPDATE sandbox.statements SET imported_at = to_day + 1 WHERE gateway = '${gateway}'; END $$`);

/** Whether nothing is unexplained on any day. */
async function addsUp(): Promise<boolean> {
  const days = await Promise.all(
    ['02', '03', '04', '05', '06', '07'].map((day) =>
      reconcileDay(db, { gateway, day: `2026-03-${day}`, graceDays }),
    ),
  );
  return days.flat().every(({ unexplained }) => unexplained === 0n);
}

/** A weekend. */
const closedOn = (day: string) => ['2026-03-07', '2026-03-08'].includes(day);

describe('a run', () => {
  it('finds a payment that the service never saw', async () => {
    aGateway();
    await stated([stating(booked({ gateway, merchant }), { amount: 55_500n })]);

    await run();

    expect(await cases()).toMatchObject([
      {
        kind: 'missing_here',
        state: 'open',
        of_merchant: null,
        of_transaction: null,
        expected: null,
        stated: 55_500n,
        stated_on: '2026-03-02',
        log: [{ change: 'opened', state: 'open', by: 'reconcile run' }],
      },
    ]);
    const [day] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });
    expect(day).toMatchObject({ ledger: 0n, stated: 55_500n, open: 55_500n, openCases: 1, unexplained: 0n });
  });

  it('waits for the days of grace, then finds what no statement has', async () => {
    aGateway();
    const [payment] = await books({ amount: 70_000n });
    await stated([], { to: '2026-03-04' });
    await run();
    const waiting = await short();
    const [awaited] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });
    await stated([], { from: '2026-03-05', to: '2026-03-05' });
    await run();

    expect(waiting).toEqual([]);
    expect(awaited).toMatchObject({ difference: -70_000n, awaited: -70_000n, open: 0n, unexplained: 0n });
    expect(await cases()).toMatchObject([
      {
        kind: 'missing_there',
        expected: 70_000n,
        stated: null,
        of_merchant: merchant,
        of_transaction: payment?.transactionId,
      },
    ]);
    expect(await addsUp()).toBe(true);
  });

  it('proves nothing by a day that no statement has, nor by a statement of another currency', async () => {
    aGateway();
    await books({ amount: 70_000n });
    await stated([], { to: '2026-03-03' });
    await stated([], { from: '2026-03-05', to: '2026-03-08' });
    await stated([], { currency: 'ZWG' });
    await run();

    expect(await short()).toEqual([]);
  });

  it('passes over days on which the provider is closed, and counts none of them as a day of grace', async () => {
    aGateway();
    // A Thursday, and the Saturday after it.
    await books({ day: '2026-03-05', amount: 70_000n }, { day: '2026-03-07', amount: 80_000n });
    const ran = () => runReconciliation(db, { gateway, ...range, graceDays, closedOn });
    const found: unknown[] = [];
    const days = ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'];

    for (const day of days) {
      await stated([], { from: day, to: day });
      await ran();
      found.push((await cases()).map(({ expected_on }) => expected_on));
    }

    expect(found).toEqual([[], [], [], [days[0]], [days[0]], [days[0], '2026-03-07']]);
    const [saturday] = await reconcileDay(db, { gateway, day: '2026-03-07', graceDays, closedOn });
    expect(saturday).toMatchObject({ awaited: 0n, open: -80_000n, unexplained: 0n });
  });

  it.each([
    ['other_amount', { amount: 99_900n }],
    ['other_currency', { currency: 'ZWG' }],
  ])('finds %s, with both sides', async (kind, about) => {
    aGateway();
    const [payment] = await books({});
    await stated(payment ? [stating(payment, about)] : []);
    await run();

    expect(await cases()).toMatchObject([
      {
        kind,
        expected: 100_000n,
        expected_currency: 'USD',
        stated: 100_000n,
        stated_currency: 'USD',
        ...(kind === 'other_amount' ? { stated: 99_900n } : { stated_currency: 'ZWG' }),
      },
    ]);
    expect(await addsUp()).toBe(true);
  });

  it('finds what is stated twice, in one statement or in two', async () => {
    aGateway();
    const [one, two] = await books({}, { amount: 5000n });
    if (!one || !two) throw new Error('booked');
    await stated([stating(one), stating(one), stating(two)]);
    await stated([stating(two, { bookedOn: '2026-03-04' })]);
    await run();

    expect(await short()).toEqual(['twice open', 'twice open']);
    expect(new Set((await cases()).map((found) => found.stated))).toEqual(new Set([100_000n, 5000n]));
    expect(await addsUp()).toBe(true);
  });

  it('does not call twice what the provider states and takes back', async () => {
    aGateway();
    const [payment] = await books({});
    if (!payment) throw new Error('booked');
    await stated([stating(payment), stating(payment, { amount: -100_000n, bookedOn: '2026-03-04' })]);
    await run();

    expect(await cases()).toMatchObject([{ kind: 'other_amount', expected: 100_000n, stated: 0n }]);
    expect(await addsUp()).toBe(true);
  });

  it('matches refunds, payouts, returns, lost disputes and unwanted money, and lists fees', async () => {
    aGateway();
    const movements = [
      'payment.unwanted',
      'refund.completed',
      'payout.completed',
      'payout.returned',
      'dispute.lost',
    ] as const;
    const payments = await books({});
    const rest = await books(
      ...movements
        .filter((movement) => movement !== 'payout.returned' && movement !== 'dispute.lost')
        .map((movement) => ({ movement })),
    );
    const payout = rest.find(({ movement }) => movement === 'payout.completed');
    const returned = await books({
      movement: 'payout.returned',
      sourceId: payout?.sourceId ?? '',
      transactionId: payout?.transactionId ?? '',
    });
    const lost = await books({ movement: 'dispute.lost', paymentId: payments[0]?.transactionId ?? '' });
    const all = [...payments, ...rest, ...returned, ...lost];
    await stated([
      ...all.map((one) => stating(one)),
      stating(booked({ gateway, merchant }), { kind: 'fee', amount: -300n }),
    ]);
    await run();

    expect(await short()).toEqual([]);
    expect(all).toHaveLength(6);
    const [day] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });
    expect(day).toMatchObject({ difference: 0n, listed: -300n, unexplained: 0n });
  });

  it('matches what went out for a lost dispute and what came back of it, also if that is booked later', async () => {
    aGateway();
    const payments = await books({});
    const about = { paymentId: payments[0]?.transactionId ?? '' };
    const lost = await books({ ...about, movement: 'dispute.lost' });
    const sourceId = lost[0]?.sourceId ?? '';
    const back = booked({ gateway, merchant, ...about, movement: 'dispute.reinstated', sourceId });
    const by = { reference: null, gatewayReference: payments[0]?.gatewayReference ?? null };
    await stated([...payments.map((one) => stating(one)), ...[back, ...lost].map((one) => stating(one, by))]);
    await run();
    const before = await short();
    await writeBooks(database, [back]);
    await run();

    expect(before).toEqual(['missing_here open']);
    expect(await short()).toEqual(['missing_here resolved explained_later']);
    expect(await addsUp()).toBe(true);
  });

  it('finds two refunds of one payment by the payment, each once', async () => {
    aGateway();
    const [payment] = await books({});
    const refund = { movement: 'refund.completed', amount: 5000n } as const;
    const refunds = await books(
      ...[1, 2].map(() => ({ ...refund, paymentId: payment?.transactionId ?? '' })),
    );
    const by = { reference: null, gatewayReference: payment?.gatewayReference ?? '' };
    await stated([...(payment ? [stating(payment)] : []), ...refunds.map((one) => stating(one, by))]);
    await run();

    expect(await short()).toEqual([]);
    expect(await addsUp()).toBe(true);
  });

  it.each([
    ['refund', 'refund.completed'],
    ['payout', 'payout.completed'],
  ] as const)('finds a %s by the reference that the gateway gave it', async (_, movement) => {
    aGateway();
    const [one] = await books({ movement });
    if (!one) throw new Error('booked');
    await stated([stating(one, { reference: null, gatewayReference: one.gatewayReference })]);
    await run();

    expect(await short()).toEqual([]);
    expect(await addsUp()).toBe(true);
  });

  it('never matches by the amount alone, nor a transaction of another gateway', async () => {
    const other = aGateway();
    const [elsewhere] = await books({});
    aGateway();
    await books({});
    await stated([
      stating(booked({ gateway, merchant })),
      ...(elsewhere ? [stating({ ...elsewhere, gateway: other })] : []),
    ]);
    await run();

    expect((await short()).toSorted()).toEqual([
      'missing_here open',
      'missing_here open',
      'missing_there open',
    ]);
    expect(await addsUp()).toBe(true);
  });

  it('counts what is booked on one day and stated on another as timing', async () => {
    aGateway();
    const [payment] = await books({});
    await stated(payment ? [stating(payment, { bookedOn: '2026-03-04' })] : []);
    await run();
    const [second] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });
    const [fourth] = await reconcileDay(db, { gateway, day: '2026-03-04', graceDays });

    expect(await short()).toEqual([]);
    expect(second).toMatchObject({ difference: -100_000n, timing: -100_000n, unexplained: 0n });
    expect(fourth).toMatchObject({ difference: 100_000n, timing: 100_000n, unexplained: 0n });
  });

  it('leaves lines that nobody has compared unexplained', async () => {
    aGateway();
    const [payment] = await books({});
    await stated(payment ? [stating(payment, { amount: 99_900n })] : []);

    const [day] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });

    expect(day).toMatchObject({ difference: -100n, unexplained: -100n });
  });

  it('names a refund twice only until another refund of the payment is booked, if both name the payment', async () => {
    aGateway();
    const [payment] = await books({});
    const refund = { movement: 'refund.completed', amount: 20_000n, gatewayReference: null } as const;
    const of = payment && { paymentId: payment.transactionId };
    const [known] = await books({ ...refund, ...of });
    const early = booked({ gateway, merchant, ...refund, ...of });
    const named = { reference: null, gatewayReference: payment?.gatewayReference ?? null };
    await stated([payment, known, early].flatMap((one) => (one ? [stating(one, named)] : [])));
    await run();
    const before = await short();

    await writeBooks(database, [early]);
    await run();

    expect(before).toEqual(['twice open']);
    expect(await short()).toEqual(['twice resolved explained_later']);
    expect(await addsUp()).toBe(true);
  });
});

describe('a case that is explained later', () => {
  const closed = [
    { change: 'opened', state: 'open' },
    { change: 'resolved', state: 'resolved', resolution: 'explained_later', by: 'reconcile run' },
  ];

  it('is resolved by the run, and logged: a later statement has what was missing', async () => {
    aGateway();
    const [payment] = await books({});
    await stated([]);
    await run();
    await stated(payment ? [stating(payment, { bookedOn: '2026-03-07' })] : [], {
      from: '2026-03-06',
      to: '2026-03-07',
    });
    const ran = await run();

    expect(ran).toMatchObject({ opened: 0, explained: 1 });
    expect(await short()).toEqual(['missing_there resolved explained_later']);
    expect((await cases())[0]?.log).toMatchObject(closed);
    expect(await addsUp()).toBe(true);
  });

  it('is resolved by the run, and logged: the payment is booked after all', async () => {
    aGateway();
    const payment = booked({ gateway, merchant });
    await stated([stating(payment)]);
    await run();
    await writeBooks(database, [payment]);
    await run();

    expect(await short()).toEqual(['missing_here resolved explained_later']);
    expect((await cases())[0]?.log).toMatchObject(closed);
    expect(await addsUp()).toBe(true);
  });

  it.each([
    ['other_amount', [90_000n], [10_000n]],
    ['twice', [100_000n, 100_000n], [-100_000n]],
  ])('is resolved by the run: the provider corrects %s by a further line', async (kind, first, further) => {
    aGateway();
    const [payment] = await books({});
    if (!payment) throw new Error('booked');
    await stated(first.map((amount) => stating(payment, { amount })));
    await run();
    await stated(
      further.map((amount) => stating(payment, { amount, bookedOn: '2026-03-06' })),
      { from: '2026-03-06', to: '2026-03-06' },
    );
    await run();
    const explained = await short();
    const sums = await addsUp();
    await stated([stating(payment, { bookedOn: '2026-03-07' })], { from: '2026-03-07', to: '2026-03-07' });
    await run();

    expect(explained).toEqual([`${kind} resolved explained_later`]);
    expect(sums).toBe(true);
    expect((await short()).filter((one) => one.endsWith('open'))).toHaveLength(1);
    expect(await addsUp()).toBe(true);
  });
});

async function aCase(): Promise<string> {
  aGateway();
  await books({});
  await stated([]);
  await run();
  return (await cases())[0]?.id ?? '';
}

describe('an operator', () => {
  const noted = { by: 'tariro', note: 'asked' } as const;

  it('assigns, notes, resolves and reopens a case, and all of it is in its log', async () => {
    const id = await aCase();

    await changeCase(db, id, { change: 'assigned', owner: 'tariro', by: 'rudo' });
    await changeCase(db, id, { change: 'noted', ...noted });
    const resolved = await changeCase(db, id, { change: 'resolved', resolution: 'accepted', ...noted });
    const reopened = await changeCase(db, id, { change: 'reopened', ...noted });

    expect(resolved).toMatchObject({ state: 'resolved', resolution: 'accepted', owner: 'tariro' });
    expect(resolved?.resolved_at).toBeInstanceOf(Date);
    expect(reopened).toMatchObject({ state: 'open', resolution: null, resolved_at: null });
    expect((await cases())[0]?.log).toMatchObject([
      { change: 'opened', by: 'reconcile run' },
      { change: 'assigned', by: 'rudo', owner: 'tariro', state: 'assigned' },
      { change: 'noted', by: 'tariro', note: 'asked', state: 'assigned' },
      { change: 'resolved', resolution: 'accepted', note: 'asked', state: 'resolved' },
      { change: 'reopened', state: 'open' },
    ]);
  });

  it('is refused what the state does not allow, and the second of two at once is', async () => {
    const id = await aCase();
    const resolve = { change: 'resolved', resolution: 'mistaken', ...noted } as const;

    await expect(changeCase(db, id, { change: 'reopened', ...noted })).rejects.toThrow('The case is open.');
    const both = await Promise.allSettled([changeCase(db, id, resolve), changeCase(db, id, resolve)]);

    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(changeCase(db, id, { change: 'assigned', owner: 'x', by: 'x' })).rejects.toThrow('resolved');
    expect((await cases())[0]?.log).toHaveLength(2);
    expect(await changeCase(db, randomUUID(), resolve)).toBeUndefined();
  });

  it('resolves a case that no run opens again, and the sums of the day still add up', async () => {
    const id = await aCase();
    await changeCase(db, id, { change: 'resolved', resolution: 'accepted', ...noted });
    const ran = await run();
    const [day] = await reconcileDay(db, { gateway, day: '2026-03-02', graceDays });

    expect(ran).toMatchObject({ opened: 0, explained: 0, reopened: 0 });
    expect(day).toMatchObject({ settled: -100_000n, open: 0n, unexplained: 0n });
    expect(await short()).toEqual(['missing_there resolved accepted']);
  });

  it('sees a case again that they resolved, when further lines make another difference of it', async () => {
    aGateway();
    const [payment] = await books({});
    if (!payment) throw new Error('booked');
    await stated([stating(payment, {}), stating(payment, {})]);
    await run();
    const [found] = await cases();
    await changeCase(db, found?.id ?? '', { change: 'resolved', resolution: 'accepted', ...noted });
    const day = { from: '2026-03-06', to: '2026-03-06' };
    await stated([stating(payment, { bookedOn: '2026-03-06' })], day);
    const told: NewCase[] = [];
    const ran = await run((fresh) => void told.push(fresh));
    const again = await run((fresh) => void told.push(fresh));

    expect([ran, again]).toMatchObject([
      { opened: 0, reopened: 1 },
      { opened: 0, reopened: 0 },
    ]);
    expect(await cases()).toMatchObject([
      {
        kind: 'twice',
        state: 'open',
        resolution: null,
        stated: 200_000n,
        log: [
          { change: 'opened' },
          { change: 'resolved', by: 'tariro' },
          { change: 'reopened', state: 'open' },
          { change: 'noted', state: 'open', resolution: null },
        ],
      },
    ]);
    expect(told).toMatchObject([{ id: found?.id, kind: 'twice', stated: 200_000n }]);
    expect(await addsUp()).toBe(true);
  });

  it('need not look at a case that they resolved when a later statement explains it', async () => {
    aGateway();
    const [payment] = await books({});
    await stated([]);
    await run();
    const [found] = await cases();
    await changeCase(db, found?.id ?? '', { change: 'resolved', resolution: 'accepted', ...noted });
    await stated(payment ? [stating(payment, { bookedOn: '2026-03-06' })] : [], {
      from: '2026-03-06',
      to: '2026-03-06',
    });
    await run();

    expect(await short()).toEqual(['missing_there resolved explained_later']);
    expect((await cases())[0]?.log.map(({ change, by }) => `${change} ${by}`)).toEqual([
      'opened reconcile run',
      'resolved tariro',
      'resolved reconcile run',
    ]);
    expect(await addsUp()).toBe(true);
  });
});

describe('a statement', () => {
  it('is taken once, also by two at once, and by its content under another id', async () => {
    aGateway();
    const [payment] = await books({});
    const statement = aStatement({ from: '2026-03-02', lines: payment ? [stating(payment)] : [] });

    const taken = await Promise.all([states(statement), states(statement), states(statement)]);
    const renamed = await states({ ...statement, id: 'again' });

    expect(taken.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(renamed).toEqual({ ...taken[0], isNew: false });
    const [count] = await database.asOwner(
      'SELECT count(*) FROM sandbox.statement_lines WHERE gateway = $1',
      [gateway],
    );
    expect(count).toEqual({ count: '1' });
  });

  it('is refused when another one has its id, and when it contradicts itself', async () => {
    aGateway();
    const line = stating(booked({ gateway, merchant }));
    const statement = aStatement({ from: '2026-03-02', lines: [line] });
    await states(statement);

    await expect(states({ ...statement, lines: [] })).rejects.toThrow('said something else');
    const other = { ...statement, id: 'other' };
    await expect(states({ ...other, lines: [line, line] })).rejects.toThrow('Two lines have the id');
    await expect(states({ ...other, to: '2026-03-01' })).rejects.toThrow('no days');
    await expect(states({ ...other, from: '2025-01-01' })).rejects.toThrow('more than 400 days');
    await expect(states({ ...other, lines: [{ ...line, bookedOn: '2026-02-30' }] })).rejects.toThrow(
      'no day',
    );
    await expect(states({ ...other, opening: 0n, closing: 1n })).rejects.toThrow('lines are missing');
    await expect(states({ ...other, opening: 5n, closing: 100_005n })).resolves.toMatchObject({
      isNew: true,
    });
  });

  it('is also about the days of its lines, where a bank states only the day on which it made it', async () => {
    aGateway();
    const line = stating(booked({ gateway, merchant }), { bookedOn: '2026-03-02' });
    await states(aStatement({ from: '2026-03-03', lines: [line] }));

    expect(await usualRange(db, gateway)).toEqual({ from: '2026-03-02', to: '2026-03-03' });
  });

  it('says which days a run is about', async () => {
    aGateway();
    expect(await usualRange(db, gateway)).toBeUndefined();
    await stated([]);

    expect(await usualRange(db, gateway)).toEqual({ from: '2026-03-02', to: '2026-03-05' });
  });

  it('begins a run with the oldest of its lines that has no journal, or five weeks before the grace', async () => {
    aGateway();
    const all = await books({ day: '2026-01-05' }, { day: '2026-01-20' });
    await stated(
      all.map((one) => stating(one)),
      { from: '2026-01-05', to: '2026-01-20' },
    );
    await stated([], { from: '2026-03-05' });
    // None of them came late, which would let a run begin earlier.
    await database.asOwner(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE sandbox.statements SET imported_at = to_day WHERE gateway = '${gateway}'; COMMIT`,
    );
    const compare = (from: string, to: string) => runReconciliation(db, { gateway, from, to, graceDays });

    expect(await usualRange(db, gateway)).toMatchObject({ from: '2026-01-05' });
    await compare('2026-01-20', '2026-01-20');
    expect(await usualRange(db, gateway)).toMatchObject({ from: '2026-01-05' });
    await compare('2026-01-05', '2026-01-20');
    expect(await usualRange(db, gateway)).toMatchObject({ from: '2026-01-26' });
  });

  it('that comes weeks late still lets a run find what is missing on its days and the days before it', async () => {
    aGateway();
    await books({});
    await stated([], { to: '2026-03-02' });
    await stated([], { from: '2026-03-04', to: '2026-04-20' });
    await cameInTime();
    const usual = async () => ({ gateway, graceDays, ...((await usualRange(db, gateway)) ?? range) });
    await runReconciliation(db, await usual());
    const before = await short();

    await stated([], { from: '2026-03-03', to: '2026-03-03' });
    await runReconciliation(db, await usual());

    expect(before).toEqual([]);
    expect(await short()).toEqual(['missing_there open']);
    expect(await addsUp()).toBe(true);
  });

  it('lets a run look back further, the more days of grace a journal has', async () => {
    aGateway();
    await books({});
    await stated([], { to: '2026-04-30' });
    await cameInTime();
    const many = 40;
    const usual = await usualRange(db, gateway, many);
    await runReconciliation(db, { gateway, graceDays: many, ...(usual ?? range) });

    expect(await short()).toEqual(['missing_there open']);
  });
});
