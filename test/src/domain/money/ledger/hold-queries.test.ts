import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDueReleases } from '../../../../../src/domain/money/ledger/hold-queries.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';
import { firstIdOf, newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

const dayMs = 86_400_000;
const noon = Date.UTC(2026, 10, 2, 12);
const [today, tomorrow, after] = ['2026-11-02', '2026-11-03', '2026-11-04'];

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** A payment that was captured so many minutes after noon, and is held for so many days. */
async function hold(merchant: string, minutes: number, days: number): Promise<void> {
  const madeMs = noon + minutes * 60_000;
  await database.asOwner(
    `INSERT INTO live.ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
     VALUES ($1, $2, $3, 'pending', 'USD', 10000, $4)`,
    [merchant, firstIdOf(madeMs), newId(), new Date(madeMs + days * dayMs).toISOString()],
  );
}

const found = async (merchant: string, mostRead: number) => {
  const wanted = {
    code: 'pending',
    shortestDays: 1,
    longestDays: 3,
    realNow: new Date(noon + 3_600_000),
    now: new Date(noon + 3_600_000),
    until: new Date(noon + 90 * dayMs),
  } as const;
  const { releases, readTo } = await findDueReleases(
    database.databases.live,
    merchantId(merchant),
    wanted,
    mostRead,
  );
  return { days: releases.map(({ day, payments }) => [day, payments]), readTo };
};

it('shows a day only if every payment of it was read: wallets settle sooner than the cards before them', async () => {
  const merchant = newId();
  // Of yesterday: due today, and read first.
  await hold(merchant, -1440, 1);
  // Of yesterday: due tomorrow, with payments that are read later.
  await hold(merchant, -1439, 2);
  for (const minutes of [0, 1, 2]) await hold(merchant, minutes, 2);
  for (const minutes of [3, 4]) await hold(merchant, minutes, 1);

  expect(await found(merchant, 100)).toEqual({
    days: [
      [today, 1n],
      [tomorrow, 3n],
      [after, 3n],
    ],
    readTo: null,
  });
  expect(await found(merchant, 5)).toEqual({ days: [[today, 1n]], readTo: today });
});
