import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Rail } from '../../../../src/domain/money/gateways/rail.ts';
import type { StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { reconcileDaily } from '../../../../src/domain/reconciliation/daily/reconcile-daily.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { setClock } from '../../../../src/platform/clock.ts';
import { runDailyJobs } from '../../../../src/platform/jobs/schedule.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aStatement, booked, stating, writeBooks } from './books.ts';

let database: TestDatabase;
let lines: Record<string, unknown>[];

// One for each test: statements are append-only.
beforeEach(async () => {
  database = await cloneDatabase();
  lines = [];
});
afterEach(() => database.close());

/** Turns the service's clock. */
function atTime(text: string): void {
  const zeroMs = Date.now() - performance.now();
  setClock(Date.parse(text) - performance.now(), 0);
  onTestFinished(() => setClock(zeroMs, 0));
}

const act = (mode: 'live' | 'sandbox' = 'live') => ({
  mode,
  db: database.databases[mode],
  log: createLog({
    level: 'info',
    readable: false,
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  }),
});
const never = new AbortController().signal;
const told = (msg: string) => lines.filter((line) => line['msg'] === msg);
const differs = 'a statement and the ledger differ';

type Asked = { readonly name: string; readonly days: string[] };

/** A provider that states these lines on their days. */
function aRail(
  name: string,
  stated: readonly StatementLine[] | Error,
): Rail & { readonly asked: Asked['days'] } {
  const asked: string[] = [];
  return {
    name,
    asked,
    check: async () => [],
    stop: async () => undefined,
    statesIn: ['USD'],
    statement: async ({ from, to, currency }) => {
      asked.push(from);
      if (stated instanceof Error) throw stated;
      const ofDay = stated.filter(({ bookedOn }) => bookedOn === from);
      return aStatement({ id: `${name}/${from}`, from, to, currency, lines: ofDay });
    },
  };
}

/** Two payments of a gateway, of which the provider states the second with another amount; and a line that is nobody's. */
async function books(gateway: string) {
  const merchant = randomUUID();
  const [right, wrong] = [1, 2].map(() => booked({ gateway, merchant, day: '2026-03-05' }));
  if (!right || !wrong) throw new Error('two are booked');
  await writeBooks(database, [right, wrong], 'live');
  const nobodys = stating(booked({ gateway, merchant, day: '2026-03-05' }));
  return [stating(right), stating(wrong, { amount: 99_900n }), nobodys];
}

const changes = () => database.asOwner('SELECT change, by FROM live.case_changes');

it('asks for the days that are over and not stated, and compares every live gateway with statements', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rail = aRail('operator_a', await books('operator_a'));

  await reconcileDaily(act(), never, [rail]);
  const first = [...rail.asked];
  await reconcileDaily(act(), never, [rail]);
  atTime('2026-03-07T06:00:00Z');
  await reconcileDaily(act(), never, [rail]);

  expect(first).toHaveLength(7);
  expect(first.at(-1)).toBe('2026-03-05');
  expect(rail.asked.slice(7)).toEqual(['2026-03-06']);
  expect(told(differs)).toHaveLength(2);
  expect(told(differs)).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      gateway: 'operator_a',
      case_id: expect.stringMatching(/^case_/),
      kind: 'other_amount',
      expected: '10.00 USD',
      stated: '9.99 USD',
    }),
  );
  expect(await changes()).toEqual([
    { change: 'opened', by: 'reconcile run' },
    { change: 'opened', by: 'reconcile run' },
  ]);
});

it('compares statements that were imported by hand, of gateways without a connection', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rail = aRail('operator_a', await books('operator_a'));
  await reconcileDaily(act(), never, [rail]);
  lines = [];

  await reconcileDaily(act(), never, []);

  expect(told('the statements of a gateway were compared with the ledger')).toMatchObject([
    { gateway: 'operator_a', opened: 0 },
  ]);
});

it('warns of a day between others that no statement includes, unless the provider is closed on it', async () => {
  atTime('2026-03-10T06:00:00Z');
  const day = async (from: string) => {
    const of = { gateway: 'gap_bank', by: 'test' };
    await importStatement(act().db, of, aStatement({ from }));
  };
  for (const one of ['2026-03-02', '2026-03-04', '2026-03-06']) await day(one);
  const bank: Rail = {
    name: 'gap_bank',
    check: async () => [],
    stop: async () => undefined,
    closedOn: (one) => one === '2026-03-05',
  };

  await reconcileDaily(act(), never, [bank]);
  const warned = told('no statement of a gateway includes these days');
  await day('2026-03-03');
  lines = [];
  await reconcileDaily(act(), never, [bank]);

  expect(warned).toMatchObject([
    { level: 'warn', gateway: 'gap_bank', not_stated: [{ currency: 'USD', day: '2026-03-03' }] },
  ]);
  expect(told('no statement of a gateway includes these days')).toEqual([]);
});

it('compares the others and fails, to run again, if a provider gives no statement', async () => {
  atTime('2026-03-06T06:00:00Z');
  const away = aRail('operator_b', new Error('the operator gives no statement'));
  const rail = aRail('operator_a', await books('operator_a'));

  await expect(reconcileDaily(act(), never, [away, rail])).rejects.toThrow('operator_b');

  expect(told('a provider gave no statement; it is asked again')).toMatchObject([
    { gateway: 'operator_b', currency: 'USD', from: '2026-02-27', to: '2026-02-27' },
  ]);
  expect(told(differs)).toHaveLength(2);
});

it('takes in the other currencies and files of a provider that refuses one, and asks again', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rail = aRail('operator_a', await books('operator_a'));
  const { statement } = rail;
  const asked: string[] = [];
  const broken = aStatement({
    id: 'broken',
    from: '2026-03-04',
    to: '2026-03-04',
    currency: 'NONE',
    lines: [],
  });
  const whole = aStatement({ id: 'whole', from: '2026-03-04', to: '2026-03-04', currency: 'USD', lines: [] });
  const moody: Rail = {
    ...rail,
    statesIn: ['ZWG', 'USD'],
    received: async function* () {
      yield* [broken, whole];
    },
    statement: async (wanted) => {
      asked.push(wanted.currency);
      if (wanted.currency === 'ZWG') throw new Error('no account in this currency');
      if (!statement) throw new Error('a provider that states');
      return await statement(wanted);
    },
  };

  await expect(reconcileDaily(act(), never, [moody])).rejects.toThrow(
    'There is no statement of: operator_a.',
  );

  // The account that is refused is asked for once, not for each day.
  expect(asked.filter((currency) => currency === 'ZWG')).toHaveLength(1);
  expect(asked.filter((currency) => currency === 'USD')).toHaveLength(6);
  expect(told(differs)).toHaveLength(2);
});

it('compares the others if one gateway cannot be compared, and fails, to run again', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rails = [
    aRail('operator_a', await books('operator_a')),
    aRail('operator_b', await books('operator_b')),
  ];
  await database.asOwner(
    `CREATE FUNCTION live.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room''; END'`,
  );
  await database.asOwner(
    `CREATE TRIGGER refuse BEFORE INSERT ON live.reconciliation_cases FOR EACH ROW WHEN (NEW.gateway = 'operator_a')
       EXECUTE FUNCTION live.refuse()`,
  );

  try {
    await expect(reconcileDaily(act(), never, rails)).rejects.toThrow('These were not compared: operator_a.');
  } finally {
    await database.asOwner('DROP FUNCTION live.refuse CASCADE');
  }

  expect(told(differs)).toMatchObject([{ gateway: 'operator_b' }, { gateway: 'operator_b' }]);
});

it('runs once a day over many workers, and two at once find each case once', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rail = aRail('operator_a', await books('operator_a'));
  const daily = {
    platform: database.databases.platform,
    kinds: ['reconciliation.run'],
    run: (_kind: string, signal: AbortSignal) => reconcileDaily(act(), signal, [rail]),
    log: act().log,
  };

  await Promise.all([runDailyJobs(daily), runDailyJobs(daily), runDailyJobs(daily)]);
  expect(rail.asked).toHaveLength(7);
  await Promise.all([1, 2, 3].map(() => reconcileDaily(act(), never, [rail])));

  expect(told(differs)).toHaveLength(2);
  expect(await changes()).toHaveLength(2);
});

it('leaves the sandbox alone', async () => {
  atTime('2026-03-06T06:00:00Z');
  const rail = aRail('operator_a', []);

  await reconcileDaily(act('sandbox'), never, [rail]);

  expect(rail.asked).toEqual([]);
});
