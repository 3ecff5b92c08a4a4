import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformTables } from '../../../../generated/database.ts';
import { deleteMerchantRows } from '../../../../src/domain/merchants/sandbox/queries.ts';
import { merchantId as idOf } from '../../../../src/engine/principal.ts';
import {
  type Databases,
  inClaimAcrossMerchants,
  inExclusiveTransaction,
  inPlatformTransaction,
  inSnapshotAcrossMerchants,
  inTransaction,
  inTransactionAcrossMerchants,
  openDatabases,
  type Tx,
} from '../../../../src/platform/db/database.ts';
import { classify, DatabaseUnavailable, judge } from '../../../../src/platform/db/driver/violations.ts';
import { prepared } from '../../../../src/platform/db/prepared.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { soon } from '../../../support/checks/soon.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let databases: Databases;
const merchant = newId();

beforeAll(async () => {
  database = await cloneDatabase();
  databases = database.databases;
});
afterAll(() => database.close());
beforeEach(() =>
  database.asOwner(
    'TRUNCATE sandbox.merchant_states, live.merchant_states, sandbox.kyc_submissions, sandbox.kyc_documents',
  ),
);

const stateOf = prepared<{ merchantId: string }>()((db, p) =>
  db.selectFrom('merchant_states').selectAll().where('merchant_id', '=', p.merchantId),
);

const setTier = prepared<{ merchantId: string; tier: number }>()((db, p) =>
  db
    .insertInto('merchant_states')
    .values({ merchant_id: p.merchantId, kyc_tier_override: p.tier })
    .onConflict((row) => row.column('merchant_id').doUpdateSet({ kyc_tier_override: p.tier })),
);

/** Adds to a merchant's tier while holding the lock on its row. */
async function touch(tx: Tx, merchantId: string): Promise<void> {
  await tx
    .updateTable('merchant_states')
    .set({ kyc_tier_override: 1 })
    .where('merchant_id', '=', merchantId)
    .execute();
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a transaction', () => {
  test('keeps all of its writes or none', async () => {
    const broken = inTransaction(databases.live, merchant, async (tx) => {
      await setTier(tx, { merchantId: merchant, tier: 1 });
      throw new Error('changed my mind');
    });

    await expect(broken).rejects.toThrow('changed my mind');
    expect(await stateOf(databases.live, { merchantId: merchant })).toEqual([]);
  });

  test('receives the merchant’s clock offset in the sandbox, and none in live', async () => {
    for (const schema of ['sandbox', 'live']) {
      await database.asOwner(
        `INSERT INTO ${schema}.merchant_states (merchant_id, clock_offset_ms) VALUES ($1, 86400000)`,
        [merchant],
      );
    }
    const offsets = [databases.sandbox, databases.live].map((db) =>
      inTransaction(db, merchant, async (_tx, offset) => offset),
    );
    const unknown = inTransaction(databases.sandbox, newId(), async (_tx, offset) => offset);

    expect(await Promise.all([...offsets, unknown])).toEqual([86_400_000, 0, 0]);
  });

  test('throws at commit when its work ignored a failed statement', async () => {
    const careless = inTransaction(databases.live, merchant, async (tx) => {
      await setTier(tx, { merchantId: merchant, tier: 1 });
      await failure(sql`SELECT 1 / 0`.execute(tx));
    });

    await expect(careless).rejects.toThrow('nothing was kept');
    expect(await stateOf(databases.live, { merchantId: merchant })).toEqual([]);
  });

  test('runs again after a deadlock', async () => {
    const [one, two] = [newId(), newId()];
    for (const merchantId of [one, two]) await setTier(databases.live, { merchantId, tier: 0 });
    const bothHoldOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    let runs = 0;
    const cross = (mine: 0 | 1, order: readonly [string, string]) =>
      inTransaction(databases.live, merchant, async (tx) => {
        runs += 1;
        await touch(tx, order[0]);
        bothHoldOne[mine].resolve();
        await Promise.all(bothHoldOne.map((held) => held.promise));
        await touch(tx, order[1]);
      });

    await Promise.all([cross(0, [one, two]), cross(1, [two, one])]);

    // On a slow machine the loser may take its first row again before the winner wakes, and lose a second time.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(runs).toBeLessThanOrEqual(5);
  });

  test('runs again at most three times', async () => {
    let runs = 0;
    const hopeless = inTransaction(databases.live, merchant, async (tx) => {
      runs += 1;
      await sql`DO $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '40001'; END $$`.execute(tx);
    });

    expect(classify(await failure(hopeless))).toBe('retry');
    expect(runs).toBe(4);
  });

  test('of the platform keeps all of its writes or none', async () => {
    const broken = inPlatformTransaction(databases.platform, async (tx) => {
      await tx.insertInto('jobs').values({ kind: 'test', key: 'day' }).execute();
      throw new Error('changed my mind');
    });

    await expect(broken).rejects.toThrow('changed my mind');
    expect(await databases.platform.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});

describe('the sandbox gate', () => {
  test('lets transactions overlap, but none with one that moves the clock', async () => {
    const turned = newId();
    const order: string[] = [];
    const inside = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const first = inTransaction(databases.sandbox, turned, async (tx) => {
      await sql`SELECT 1`.execute(tx);
      inside.resolve();
      await leave.promise;
      order.push('transaction');
    });
    await inside.promise;

    const turning = inExclusiveTransaction(databases.sandbox, turned, async () => void order.push('clock'));
    await inTransaction(databases.sandbox, newId(), async () => void order.push('another merchant'));
    leave.resolve();
    await Promise.all([first, turning]);

    expect(order).toEqual(['another merchant', 'transaction', 'clock']);
  });

  test('runs a transaction again when another process has moved the clock', async () => {
    const turned = newId();
    await inTransaction(databases.sandbox, turned, async () => undefined);
    await database.asOwner(
      `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ('${turned}', 5000)`,
    );
    const seen: number[] = [];

    const work = (tx: Tx, clockOffsetMs: number) => {
      seen.push(clockOffsetMs);
      return setTier(tx, { merchantId: turned, tier: seen.length });
    };
    await inTransaction(databases.sandbox, turned, work);

    expect(seen).toEqual([0, 5000]);
    const [row] = await stateOf(databases.sandbox, { merchantId: turned });
    expect(row?.kyc_tier_override).toBe(2);
  });

  test('does not refuse anything because of an outdated clock', async () => {
    const turned = newId();
    await inTransaction(databases.sandbox, turned, async () => undefined);
    await database.asOwner(
      `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ('${turned}', 5000)`,
    );

    expect(await inTransaction(databases.sandbox, turned, unlessAtZero)).toBe(5000);
  });

  test('makes the nightly reset wait for open transactions, those across merchants included', async () => {
    const tryGate = 'SELECT pg_try_advisory_xact_lock(4242) AS free';
    await inTransactionAcrossMerchants(databases.sandbox, async (tx) => {
      // The gate is passed with the first statement.
      await sql`SELECT 1`.execute(tx);
      expect(await database.asOwner(tryGate)).toEqual([{ free: false }]);
    });

    expect(await database.asOwner(tryGate)).toEqual([{ free: true }]);
  });

  test('does not exist in live', () => {
    expect(() => inExclusiveTransaction(databases.live, merchant, async () => undefined)).toThrow(
      'only the sandbox',
    );
  });
});

const tierOf = async () => (await stateOf(databases.live, { merchantId: merchant }))[0]?.kyc_tier_override;
const write = (tx: Tx, tier: number) => setTier(tx, { merchantId: merchant, tier });
const constraintOf = (error: unknown) => {
  const judged = classify(error);
  return typeof judged === 'object' ? judged.constraint : judged;
};

const insert = (tier: unknown) => ({
  text: 'INSERT INTO merchant_states (merchant_id, kyc_tier_override) VALUES ($1, $2)',
  values: [merchant, tier],
});

describe('a statement whose answer nothing needs', () => {
  test('is kept with all others, in its order', async () => {
    await inTransaction(databases.live, merchant, async (tx) => {
      tx.goOnWithout(write(tx, 1));
      tx.goOnWithout(write(tx, 2));
    });

    expect(await tierOf()).toBe(2);
  });

  test('fails the transaction with its own error when COMMIT follows at once', async () => {
    const failed = await failure(
      inTransaction(databases.live, merchant, async (tx) => {
        await write(tx, 1);
        tx.goOnWithout(write(tx, 99));
      }),
    );

    expect(constraintOf(failed)).toBe('state_kyc_tier');
    expect(await tierOf()).toBeUndefined();
  });

  test('fails the transaction with its own error when another statement follows', async () => {
    const failed = await failure(
      inTransaction(databases.live, merchant, async (tx) => {
        tx.goOnWithout(write(tx, 99));
        await write(tx, 1);
      }),
    );

    expect(constraintOf(failed)).toBe('state_kyc_tier');
  });

  test('does not hide the error of an earlier statement', async () => {
    const failed = await failure(
      inTransaction(databases.live, merchant, async (tx) => {
        const first = write(tx, 99);
        tx.goOnWithout(write(tx, 1));
        await first;
      }),
    );

    expect(constraintOf(failed)).toBe('state_kyc_tier');
  });

  test('fails the transaction with its own error, whichever answer is read first', async () => {
    const failed = await failure(
      inTransaction(databases.live, merchant, async (tx) => {
        const late = async () => {
          try {
            await write(tx, 99);
          } finally {
            await new Promise((done) => setImmediate(done));
          }
        };
        await Promise.all([late(), write(tx, 1)]);
      }),
    );

    expect(constraintOf(failed)).toBe('state_kyc_tier');
  });

  test('lets nothing be kept if it was never sent', async () => {
    const failed = await failure(
      inTransaction(databases.live, merchant, async (tx) => {
        await write(tx, 1);
        tx.goOnWithout(sql`SELECT ${new Date(Number.NaN)}::timestamptz`.execute(tx));
      }),
    );

    expect(failed).toBeInstanceOf(RangeError);
    expect(await tierOf()).toBeUndefined();
  });

  test('runs its transaction again after a deadlock', async () => {
    let runs = 0;
    await inTransaction(databases.live, merchant, async (tx) => {
      runs += 1;
      await write(tx, runs);
      if (runs === 1)
        tx.goOnWithout(sql`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`.execute(tx));
    });

    expect([runs, await tierOf()]).toEqual([2, 2]);
  });
});

describe('the last statement, sent together with COMMIT', () => {
  test('is kept', async () => {
    await inTransaction(databases.live, merchant, async (tx) => {
      tx.beforeCommit.push(async () => insert(2));
    });

    expect((await stateOf(databases.live, { merchantId: merchant }))[0]?.kyc_tier_override).toBe(2);
  });

  test.each([
    ['PostgreSQL refuses it', 99],
    ['it cannot be sent', new Date(Number.NaN)],
  ])('fails the transaction if %s, and nothing is kept', async (_why, tier) => {
    const failed = inTransaction(databases.live, merchant, async (tx) => {
      await tx.insertInto('merchant_states').values({ merchant_id: newId() }).execute();
      tx.beforeCommit.push(async () => insert(tier));
    });

    await expect(failed).rejects.toThrow(typeof tier === 'number' ? 'state_kyc_tier' : RangeError);
    expect(await database.asOwner('SELECT FROM live.merchant_states')).toEqual([]);
  });
});

describe('the limits of a statement', () => {
  let impatient: TestDatabase;
  // With the limits of production: of other tests they are eight times as long.
  beforeAll(async () => {
    impatient = await cloneDatabase(1);
    // As in production. The server of the tests waits for no disk.
    await impatient.asOwner(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$`,
    );
  });
  afterAll(() => impatient.close());

  const sleep = sql<{ slept: string }>`SELECT 'so long' AS slept FROM pg_sleep(6.2)`;

  test('let a snapshot and a reset take longer than six seconds', async () => {
    const { live, sandbox } = impatient.databases;

    const answers = await Promise.all([
      inSnapshotAcrossMerchants(live, (tx) => sleep.execute(tx)),
      inExclusiveTransaction(sandbox, merchant, async (tx) => {
        await deleteMerchantRows(tx, idOf(merchant));
        return await sleep.execute(tx);
      }),
    ]);

    expect(answers.map(({ rows }) => rows)).toEqual([[{ slept: 'so long' }], [{ slept: 'so long' }]]);
  });

  test('end with their transaction, and so does how COMMIT waits: the next one on the connection has the usual ones', async () => {
    const { live } = impatient.databases;
    const settings = sql<Record<string, string>>`SELECT current_setting('synchronous_commit') AS commits,
      current_setting('statement_timeout') AS longest, pg_backend_pid()::text AS connection`;
    const claimed = await inClaimAcrossMerchants(live, (tx) => settings.execute(tx));
    const read = await inSnapshotAcrossMerchants(live, (tx) => settings.execute(tx));
    const next = await inTransactionAcrossMerchants(live, (tx) => settings.execute(tx));

    const [first, second, third] = [claimed, read, next].map(({ rows }) => rows[0]);
    expect([first, second, third]).toMatchObject([
      { commits: 'off', longest: '5s' },
      { commits: 'on', longest: '30s' },
      { commits: 'on', longest: '5s' },
    ]);
    expect(new Set([first, second, third].map((one) => one?.['connection'])).size).toBe(1);
  });
});

describe('a prepared query', () => {
  test('runs with new parameters each time, inside and outside a transaction', async () => {
    const other = newId();
    expect(await setTier(databases.live, { merchantId: merchant, tier: 1 })).toMatchObject([
      { numInsertedOrUpdatedRows: 1n },
    ]);
    await inTransaction(databases.live, other, (tx) => setTier(tx, { merchantId: other, tier: 2 }));

    const [one] = await stateOf(databases.live, { merchantId: merchant });
    const [two] = await stateOf(databases.live, { merchantId: other });

    expect([one?.kyc_tier_override, two?.kyc_tier_override]).toEqual([1, 2]);
    expect([one?.clock_offset_ms, one?.draining_until]).toEqual([0n, null]);
  });

  test('reads a timestamp to the millisecond in any session time zone', async () => {
    const text = '2026-11-20 18:13:46.569999+00';
    const seen = await inTransaction(databases.live, merchant, async (tx) => {
      const rows: unknown[] = [];
      for (const zone of ['UTC', 'Africa/Harare']) {
        await sql`SELECT set_config('timezone', ${zone}, true)`.execute(tx);
        rows.push(
          ...(
            await sql`SELECT ${text}::timestamptz AS at, date_trunc('second', ${text}::timestamptz) AS whole`.execute(
              tx,
            )
          ).rows,
        );
      }
      return rows;
    });

    const moments = { at: new Date('2026-11-20T18:13:46.569Z'), whole: new Date('2026-11-20T18:13:46Z') };
    expect(seen).toEqual([moments, moments]);
  });

  test('sees uncommitted writes of its own transaction only', async () => {
    await inTransaction(databases.live, merchant, async (tx) => {
      await setTier(tx, { merchantId: merchant, tier: 2 });

      expect(await stateOf(tx, { merchantId: merchant })).toHaveLength(1);
      expect(await stateOf(databases.live, { merchantId: merchant })).toEqual([]);
    });
  });

  test('is a named statement, so the server parses it once', async () => {
    await inTransaction(databases.live, merchant, async (tx) => {
      await stateOf(tx, { merchantId: merchant });
      const { rows } = await sql<{ n: bigint }>`
        SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%merchant_states%' AND name <> ''`.execute(
        tx,
      );

      expect(rows).toEqual([{ n: expect.any(BigInt) }]);
      expect(rows[0]?.n).toBeGreaterThan(0n);
    });
  });

  test('fails when its text depends on the value of a parameter', async () => {
    const wrong = prepared<{ limit: number }, PlatformTables>()((db, p) =>
      db
        .selectFrom('jobs')
        .selectAll()
        .limit(p.limit + 1),
    );

    expect(await failure(wrong(databases.platform, { limit: 1 }))).toMatchObject({
      message: expect.stringContaining('no value yet'),
    });
  });

  test('still works after a migration changes its table', async () => {
    const all = prepared<{ id: string }>()((db, p) =>
      db.selectFrom('kyc_submissions').selectAll().where('id', '=', p.id),
    );
    await all(databases.sandbox, { id: merchant });
    await database.asOwner('ALTER TABLE sandbox.kyc_submissions ADD COLUMN remark text');

    const [read, inside] = [
      await failure(all(databases.sandbox, { id: merchant })),
      await failure(inTransaction(databases.sandbox, merchant, (tx) => all(tx, { id: merchant }))),
    ];

    expect([read, inside]).toEqual([undefined, undefined]);
  });
});

describe('an unavailable database', () => {
  test('is reported as unavailable, and used again as soon as it is back', async () => {
    await databases.ping();
    const cut =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    const held = inTransaction(databases.live, merchant, async (tx) => {
      await database.asOwner(cut);
      await sql`SELECT 1`.execute(tx);
    });

    expect(classify(await failure(held))).toBe('unavailable');
    await soon(() => databases.ping());
  });

  test('is reported when nothing listens at its address', async () => {
    const url = new URL(database.url);
    url.searchParams.set('host', '127.0.0.1');
    url.searchParams.set('port', '1');
    const nowhere = openDatabases({ url: url.href, secretKey: database.secretKey, report: () => undefined });

    expect(await failure(nowhere.ping())).toBeInstanceOf(DatabaseUnavailable);
    await nowhere.close();
  });

  test('is reported when no connection becomes free within two seconds', async () => {
    const impatient = openDatabases({ ...database, report: () => undefined });
    const release = Promise.withResolvers<void>();
    const holders = Array.from({ length: 4 }, () =>
      inPlatformTransaction(impatient.platform, () => release.promise),
    );

    const starved = await failure(impatient.platform.selectFrom('jobs').selectAll().execute());
    release.resolve();
    await Promise.all(holders);

    expect(classify(starved)).toBe('unavailable');
    await impatient.ping();
    await impatient.close();
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])('is one that the system cannot reach: %s', (code) => {
    const judged = judge(Object.assign(new Error('getaddrinfo db'), { code, syscall: 'getaddrinfo' }));

    expect([classify(judged.error), judged.broken]).toEqual(['unavailable', true]);
  });

  test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'is one whose certificate is not trusted: %s',
    (code) => {
      const judged = judge(Object.assign(new Error('no trust'), { code }));

      expect([classify(judged.error), judged.broken]).toEqual(['unavailable', true]);
    },
  );

  test('is not a mistake of a program', () => {
    const { error } = judge(Object.assign(new TypeError('no text'), { code: 'ERR_INVALID_ARG_TYPE' }));

    expect(classify(error)).toBeUndefined();
  });

  test.each([
    // The transaction may have committed there.
    ['XX000', 'could not commit transaction for shard 102008 on any active node', false],
    ['08006', 'connection to the remote node owner@10.0.0.11:5432 failed', false],
    ['08006', 'server closed the connection unexpectedly', true],
  ])('is one whose other node does not answer: %s %s', (code, message, broken) => {
    const judged = judge(Object.assign(new DatabaseError(message, 0, 'error'), { code }));

    expect([classify(judged.error), judged.broken]).toEqual(['unavailable', broken]);
  });

  test.each([
    [
      'new row for relation "ledger_entries_102008" violates check constraint "balance_floor_102008"',
      'balance_floor',
    ],
    ['an account would fall below zero, which violates constraint "balance_lowest"', 'balance_lowest'],
  ])('is told from a constraint that another node names in its words only: %s', (message, constraint) => {
    const error = Object.assign(new DatabaseError(message, 0, 'error'), { code: '23514' });

    expect(classify(error)).toMatchObject({ constraint });
  });

  test('is not confused with a violated constraint', async () => {
    const refused = failure(setTier(databases.live, { merchantId: merchant, tier: 7 }));

    const taken = failure(
      inTransaction(databases.live, merchant, async (tx) => {
        const row = {
          merchant_id: merchant,
          reference: 'order 1',
          checkout_id: newId(),
          created_at: new Date(),
        };
        await tx.insertInto('merchant_references').values([row, row]).execute();
      }),
    );

    expect(classify(await refused)).toEqual({ constraint: 'state_kyc_tier', code: undefined });
    expect(classify(await taken)).toEqual({
      constraint: 'merchant_references_pkey',
      code: 'DUPLICATE_REQUEST',
    });
    expect(classify(new Error('something else'))).toBeUndefined();
  });
});

async function unlessAtZero(_tx: Tx, clockOffsetMs: number): Promise<number> {
  if (clockOffsetMs === 0) throw new Error('too early');
  return clockOffsetMs;
}
