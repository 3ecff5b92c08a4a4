import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monotonicMs } from '../../../../src/platform/clock.ts';
import {
  type Db,
  inClaimAcrossMerchants,
  inExclusiveTransaction,
  inNameOf,
  inTransaction,
  notifierOf,
  openDatabases,
} from '../../../../src/platform/db/database.ts';
import { isBusy } from '../../../../src/platform/db/pool.ts';
import { newId } from '../../../../src/platform/ids.ts';
import type { Turns } from '../../../../src/platform/turns.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});
afterAll(() => database.close());

/** Opens transactions that stay open until `end`. */
function openTransactions(merchantIds: readonly string[]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const held = merchantIds.map((merchantId) =>
    inTransaction(db, merchantId, async (tx) => {
      await sql`SELECT 1`.execute(tx);
      await ended;
    }),
  );
  return { end, all: Promise.all(held) };
}

async function openNow(): Promise<number> {
  const [row] = await database.asOwner(
    `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'mps_sandbox' AND xact_start IS NOT NULL`,
  );
  return Number(row?.['n']);
}

const nothing = async () => undefined;

describe('the connections of a mode', () => {
  it('are used by one merchant up to half, and another merchant does not wait', async () => {
    const merchant = newId();
    const held = openTransactions(Array.from({ length: 12 }, () => merchant));
    await expect.poll(openNow).toBe(4);

    await inTransaction(db, newId(), nothing);

    expect(await openNow()).toBe(4);
    held.end();
    await held.all;
  });

  it('are left to workers while merchants use all of theirs', async () => {
    const held = openTransactions(Array.from({ length: 12 }, newId));
    await expect.poll(openNow).toBe(8);

    await inClaimAcrossMerchants(db, nothing);

    held.end();
    await held.all;
  });

  it('make no process unready while they are all in use and come back, since the other mode is served', async () => {
    await inTransaction(db, newId(), nothing);
    const held = openTransactions(Array.from({ length: 8 }, newId));
    await expect.poll(openNow).toBe(8);

    await database.databases.ping();

    expect(await openNow()).toBe(8);
    held.end();
    await held.all;
  });

  it.each([
    ['in use, and come back', true, 1000, true],
    ['in use, and none comes back', true, 6000, false],
    ['not all in use', false, 0, false],
  ])('are busy, and not away: %s', (_what, isFull, agoMs, busy) => {
    const source = { turns: { isFull } as Turns, freed: { atMs: monotonicMs() - agoMs } };

    expect(isBusy(source)).toBe(busy);
  });

  it('are not used by transactions that wait for one that must be alone', async () => {
    const merchant = newId();
    const held = openTransactions([merchant]);
    await expect.poll(openNow).toBe(1);
    const order: string[] = [];
    const waiting = Array.from({ length: 6 }, (_, place) =>
      place % 2 === 0
        ? inExclusiveTransaction(db, merchant, async () => void order.push('alone'))
        : inTransaction(db, merchant, async () => void order.push('shared')),
    );

    await inTransaction(db, newId(), nothing);

    expect(await openNow()).toBe(1);
    held.end();
    await Promise.all([held.all, ...waiting]);
    expect(order).toEqual(['alone', 'shared', 'alone', 'shared', 'alone', 'shared']);
  });

  it('are used by slow reads in the name of a merchant up to half', async () => {
    const slow = Array.from({ length: 8 }, () =>
      sql`SELECT pg_sleep(1)`.execute(inNameOf(db, 'the same merchant')),
    );
    await expect.poll(openNow).toBe(4);

    await sql`SELECT 1`.execute(inNameOf(db, 'another merchant'));

    expect(await openNow()).toBe(4);
    await Promise.all(slow);
  });

  it('do not deadlock when reads in the name of a merchant wait inside their transactions', async () => {
    const impatient = openDatabases({ ...database, report: () => undefined });
    const merchant = newId();
    const nested = Array.from({ length: 4 }, () =>
      inTransaction(impatient.sandbox, merchant, async (tx) => {
        await sql`SELECT 1`.execute(tx);
        await expect.poll(openNow).toBe(4);
        return await sql`SELECT 1`.execute(inNameOf(impatient.sandbox, merchant));
      }),
    );

    const ended = await Promise.allSettled(nested);

    // They are refused after two seconds, and all is free again.
    expect(ended.map(({ status }) => status)).toContain('rejected');
    await inTransaction(impatient.sandbox, merchant, nothing);
    await impatient.close();
  });

  it('are 25 in all, with the one that listens', async () => {
    const { sandbox, live, platform } = database.databases;
    const slow = sql`SELECT pg_sleep(0.2)`;
    const stopListening = notifierOf(sandbox).notifier.listen('a_channel', () => undefined);
    const busy = [sandbox, live].flatMap((mode) =>
      Array.from({ length: 20 }, () => [
        inTransaction(mode, newId(), (tx) => slow.execute(tx)),
        inClaimAcrossMerchants(mode, (tx) => sql`SELECT pg_sleep(0.05)`.execute(tx)),
        slow.execute(platform),
      ]).flat(),
    );

    await Promise.all(busy);

    const [row] = await database.asOwner(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'mps%'`,
    );
    expect(row).toEqual({ n: 25 });
    stopListening();
  });
});
