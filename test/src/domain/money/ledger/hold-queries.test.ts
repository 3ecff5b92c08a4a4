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

/** A payment that was captured at noon, with a dispute to which 1.00 of its reserve of 4.00, due after so many days, belongs. */
async function disputedReserve(
  merchant: string,
  days: number,
  status: 'under_review' | 'lost',
): Promise<void> {
  const [payment, due] = [newId(), new Date(noon + days * dayMs).toISOString()];
  const [resolution, resolvedAt] = status === 'lost' ? [`'decided'`, 'now()'] : ['NULL', 'NULL'];
  await database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO live.ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
      VALUES ('${merchant}', '${firstIdOf(noon)}', '${payment}', 'reserve', 'USD', 40000, '${due}');
    INSERT INTO live.disputes (merchant_id, id, transaction_id, gateway_reference, amount, currency, reason, status, resolution,
        evidence_due_at, fee_share, reserve_share, created_at, opened_at, submitted_at, resolved_at)
      VALUES ('${merchant}', '${newId()}', '${payment}', 'ref', 10000, 'USD', 'fraudulent', '${status}', ${resolution},
        now(), 0, 10000, now(), now(), now(), ${resolvedAt});
    COMMIT`);
}

/** A payment that was captured at noon: of its reserve of 4.00, due after so many days, 1.00 belongs to a refund and is still held. */
async function refundedReserve(merchant: string, days: number): Promise<void> {
  const [payment, due] = [newId(), new Date(noon + days * dayMs).toISOString()];
  await database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO live.ledger_holds (merchant_id, hold_id, payment_id, code, currency, amount, due_at)
      VALUES ('${merchant}', '${firstIdOf(noon)}', '${payment}', 'reserve', 'USD', 40000, '${due}');
    INSERT INTO live.refunds (merchant_id, id, transaction_id, payment_id, amount, currency, status, fee_share, reserve_share, created_at, completed_at)
      VALUES ('${merchant}', '${newId()}', '${newId()}', '${payment}', 10000, 'USD', 'completed', 0, 10000, now(), now());
    COMMIT`);
}

function released(merchant: string, code: 'pending' | 'reserve', mostRead: number) {
  const wanted = {
    code,
    shortestDays: 1,
    longestDays: 3,
    realNow: new Date(noon + 3_600_000),
    now: new Date(noon + 3_600_000),
    until: new Date(noon + 90 * dayMs),
  } as const;
  return findDueReleases(database.databases.live, merchantId(merchant), wanted, mostRead);
}

const found = async (merchant: string, mostRead: number) => {
  const { releases, readTo } = await released(merchant, 'pending', mostRead);
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

async function reserveOf(merchant: string) {
  const { releases } = await released(merchant, 'reserve', 100);
  return releases.map(({ day, amount, payments }) => [day, amount, payments]);
}

it('counts a payment once on a day on which its refund and the rest of its reserve are released', async () => {
  const [soon, later] = [newId(), newId()];
  await refundedReserve(soon, 1);
  await refundedReserve(later, 2);

  expect(await reserveOf(soon)).toEqual([[tomorrow, 40_000n, 1n]]);
  expect(await reserveOf(later)).toEqual([
    [tomorrow, 10_000n, 1n],
    [after, 30_000n, 1n],
  ]);
});

it('takes what is still held for a dispute from the reserve of its payment only after it was lost', async () => {
  const [open, lost] = [newId(), newId()];
  await disputedReserve(open, 2, 'under_review');
  await disputedReserve(lost, 2, 'lost');

  expect(await reserveOf(open)).toEqual([[after, 40_000n, 1n]]);
  expect(await reserveOf(lost)).toEqual([
    [tomorrow, 10_000n, 1n],
    [after, 30_000n, 1n],
  ]);
});

it('keeps the pending balance and the reserve of a merchant apart', async () => {
  const merchant = newId();
  await refundedReserve(merchant, 2);
  await hold(merchant, 1, 2);

  const { releases } = await released(merchant, 'pending', 100);

  expect(releases.map(({ day, amount }) => [day, amount])).toEqual([[after, 10_000n]]);
  expect(await reserveOf(merchant)).toEqual([
    [tomorrow, 10_000n, 1n],
    [after, 30_000n, 1n],
  ]);
});
