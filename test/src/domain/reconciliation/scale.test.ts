import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  findUnmatchedNoticesAcrossMerchants,
  type UnmatchedNotice,
} from '../../../../src/domain/reconciliation/matching/notice-queries.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { monotonicMs } from '../../../../src/platform/clock.ts';
import { rowsReadBy } from '../../../support/checks/rows-read.ts';
import { isWholeProfile } from '../../../support/faults/profile.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aStatement, type Booked, booked, stating, writeBooks } from './books.ts';

/** The whole profile has 1,000,000 transactions, of which a statement of one day has 100,000. */
const perDay = isWholeProfile ? 100_000 : 1000;
const days = Array.from({ length: 10 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
const day = '2026-03-05';
const missing = 10;

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('compares a day with its statement in under a minute, and holds no more than a few pages of it', async () => {
  const db = database.databases.sandbox;
  const gateway = 'busy';
  const merchants = Array.from({ length: 20 }, () => randomUUID());
  let ofDay: readonly Booked[] = [];
  for (const one of days) {
    const all = Array.from({ length: perDay }, (_, at) =>
      booked({ gateway, merchant: merchants[at % 20] ?? '', day: one }),
    );
    await writeBooks(database, all);
    if (one === day) ofDay = all;
  }
  await database.asOwner('ANALYZE');
  const lines = ofDay.slice(missing).map((one) => stating(one));
  const covering = { from: day, to: '2026-03-08', lines };
  await importStatement(db, { gateway, by: 'test' }, aStatement(covering));

  const heap = process.memoryUsage().heapUsed;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed - heap);
  }, 100);
  const began = monotonicMs();
  const ran = await runReconciliation(db, { gateway, from: day, to: day, graceDays: 3 });
  const took = monotonicMs() - began;
  clearInterval(watch);

  expect(ran).toEqual({ lines: perDay - missing, opened: missing, explained: 0, reopened: 0 });
  expect(took).toBeLessThan(60_000);
  expect(most).toBeLessThan(256 * 1024 * 1024);
}, 900_000);

it('reads the lines once, however many movements of others a bank has notified us of', async () => {
  const db = database.databases.sandbox;
  const gateway = 'bank_of_salaries';
  const merchant = randomUUID();
  const lines = Array.from({ length: perDay }, () => stating(booked({ gateway, merchant, day })));
  await importStatement(db, { gateway, by: 'test' }, aStatement({ from: day, to: day, lines }));
  await database.asOwner(
    `INSERT INTO sandbox.bank_unmatched
      (gateway, hash, position, end_to_end_id, says, why, amount, stated_in, bank_reference, created_at)
     SELECT $1, 'hash', n, 'salary-' || n, 'debited', 'unknown', 5000000, 'USD', 'B-' || n, $2 FROM generate_series(1, 300) n`,
    [gateway, `${day}T12:00:00Z`],
  );
  let found: readonly UnmatchedNotice[] = [];
  const read = await rowsReadBy(db, ['statement_lines'], async (tx) => {
    found = await findUnmatchedNoticesAcrossMerchants(tx, gateway);
  });

  expect(found.filter(({ stated }) => !stated)).toHaveLength(300);
  expect(read).toBeLessThanOrEqual(perDay);
});
