import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as clock from '../../../../src/platform/clock.ts';
import { type Db, inTransaction, openDatabases } from '../../../../src/platform/db/database.ts';
import { newId, randomUuid } from '../../../../src/platform/ids.ts';
import {
  claimJobsAcrossMerchants,
  sweepJobsAcrossMerchants,
} from '../../../../src/platform/jobs/across-merchants.ts';
import { beginDraining, endDraining } from '../../../../src/platform/jobs/draining.ts';
import {
  finishJob,
  giveJobBack,
  insertJob,
  type Job,
  LostLease,
  postponeJob,
  removeJob,
} from '../../../../src/platform/jobs/queue.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let db: Db;
/** How often anybody has looked at the clock. */
let looks = 0;
const merchant = newId();

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});
afterAll(() => database.close());
beforeEach(() => {
  // Each look is two seconds after the one before: a cluster is asked once a second for whom there is work.
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => {
    looks += 1;
    return performance.now() + looks * 2000;
  });
  return database.asOwner('TRUNCATE sandbox.jobs, sandbox.merchant_states');
});
afterEach(() => vi.restoreAllMocks());

function add(
  key: string,
  more: { kind?: string; payload?: unknown; dueAt?: Date; merchantId?: string } = {},
): Promise<void> {
  const { kind = 'test.work', payload = {}, dueAt = null, merchantId = merchant } = more;
  const job = { jobId: newId(), kind, key, payload: JSON.stringify(payload), dueAt };
  return inTransaction(db, merchantId, (tx) => insertJob(tx, merchantId, job));
}

async function claimOne(): Promise<Job> {
  const [job] = await claimJobsAcrossMerchants(db, 1);
  if (job === undefined) throw new Error('nothing was due');
  return job;
}

function rows(): Promise<Record<string, unknown>[]> {
  return database.asOwner(
    'SELECT key, state, attempts, payload, last_error, due_at - now() AS wait FROM sandbox.jobs ORDER BY key',
  );
}

/** Ends all leases, as 45 seconds would. */
function endLeases(): Promise<unknown> {
  return database.asOwner(
    "UPDATE sandbox.jobs SET lease_until = now() - interval '1 second' WHERE state = 'running'",
  );
}

describe('claims', () => {
  test('by ten workers run each of 2,000 jobs exactly once', async () => {
    await database.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'test.work', n::text, now() FROM generate_series(1, 2000) n`);
    const done: string[] = [];
    const work = async () => {
      for (;;) {
        const jobs = await claimJobsAcrossMerchants(db, 16);
        if (jobs.length === 0) return;
        await Promise.all(jobs.map((job) => inTransaction(db, job.merchantId, (tx) => finishJob(tx, job))));
        done.push(...jobs.map((job) => job.key));
      }
    };

    await Promise.all(Array.from({ length: 10 }, work));

    expect(done).toHaveLength(2000);
    expect(new Set(done).size).toBe(2000);
    expect(await rows()).toEqual([]);
  });

  test('see a job without a due time as due since it was written, however long its transaction took', async () => {
    const after = await inTransaction(db, merchant, async (tx) => {
      await sql`SELECT pg_sleep(0.05)`.execute(tx);
      await insertJob(tx, merchant, {
        jobId: newId(),
        kind: 'test.work',
        key: 'late',
        payload: '{}',
        dueAt: null,
      });
      // now() is when the transaction began.
      const { rows: found } = await sql<{ ms: number }>`
        SELECT extract(epoch FROM due_at - now())::float8 * 1000 AS ms FROM jobs WHERE merchant_id = ${merchant}`.execute(
        tx,
      );
      return found.map(({ ms }) => ms);
    });

    expect(after).toHaveLength(1);
    expect(after[0]).toBeGreaterThanOrEqual(50);
  });

  test('return the longest due job first, and no job before its due time', async () => {
    await add('later', { dueAt: new Date(Date.now() - 1000) });
    await add('first', { dueAt: new Date(Date.now() - 5000) });
    await add('tomorrow', { dueAt: new Date(Date.now() + 86_400_000) });

    const [one, two, none] = [await claimOne(), await claimOne(), await claimJobsAcrossMerchants(db, 5)];

    expect([one.key, two.key, none]).toEqual(['first', 'later', []]);
  });

  test('take what somebody waits for first, for half of the slots', async () => {
    for (let nth = 1; nth <= 5; nth += 1) {
      await add(`renewal ${nth}`, { dueAt: new Date(Date.now() - 60_000 + nth) });
      await add(`answer ${nth}`, { kind: 'payments.callback', dueAt: new Date(Date.now() - 1000 + nth) });
    }

    const claimed: string[] = [];
    for (const [most, odd] of [
      [1, true],
      [1, false],
      [3, true],
      [3, false],
      [9, true],
    ] as const) {
      const jobs = await claimJobsAcrossMerchants(db, most, { odd });
      claimed.push(
        jobs
          .map(({ key }) => key)
          .toSorted()
          .join(', '),
      );
    }

    // Each job once, and as many as are wanted while there are any.
    expect(claimed).toEqual([
      'answer 1',
      'renewal 1',
      'answer 2, answer 3, renewal 2',
      'answer 4, renewal 3, renewal 4',
      'answer 5, renewal 5',
    ]);
  });

  test('look up the clocks of the merchants whose jobs they take, and no others', async () => {
    const [merchants, claims] = [5000, 20];
    await database.asOwner(
      `INSERT INTO sandbox.merchant_states (merchant_id) SELECT gen_random_uuid() FROM generate_series(1, ${merchants})`,
    );
    await database.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'test.work', n::text, now() FROM generate_series(1, 5000) n`);
    await database.asOwner('ANALYZE sandbox.merchant_states, sandbox.jobs');
    const { url, secretKey } = database;
    // PostgreSQL counts what a connection has read when the connection ends.
    const own = openDatabases({ url, secretKey, report: () => undefined });
    const read = async () => {
      const [row] = await database.asOwner(
        `SELECT idx_blks_hit + idx_blks_read AS pages FROM pg_statio_user_tables WHERE relid = 'sandbox.merchant_states'::regclass`,
      );
      return Number(row?.['pages']);
    };
    await database.asOwner('SELECT pg_stat_force_next_flush()');
    const before = await read();

    for (let nth = 0; nth < claims; nth += 1)
      expect(await claimJobsAcrossMerchants(own.sandbox, 2)).toHaveLength(2);
    await own.close();

    await expect.poll(read, { timeout: 10_000 }).toBeGreaterThan(before);
    // A few for each look-up. To read all of them takes more than twenty.
    expect((await read()) - before).toBeLessThan(10 * claims);
  });

  test('skip only a merchant whose jobs are being drained', async () => {
    const other = newId();
    await add('drained');
    await add('other', { merchantId: other });
    const { turned } = await beginDraining(db, merchant);

    const during = await claimJobsAcrossMerchants(db, 5);
    await endDraining(db, merchant, turned);
    const after = await claimJobsAcrossMerchants(db, 5);

    expect(during.map((job) => job.key)).toEqual(['other']);
    expect(after.map((job) => job.key)).toEqual(['drained']);
  });
});

describe('a lease', () => {
  test('that was lost rolls back the effect', async () => {
    await add('slow');
    const slow = await claimOne();
    await endLeases();
    await sweepJobsAcrossMerchants(db);
    const quick = await claimOne();

    const late = inTransaction(db, merchant, async (tx) => {
      await tx
        .insertInto('merchant_states')
        .values({ merchant_id: merchant, kyc_tier_override: 2 })
        .execute();
      await finishJob(tx, slow);
    });

    await expect(late).rejects.toThrow(LostLease);
    expect(await db.selectFrom('merchant_states').selectAll().execute()).toEqual([]);
    await inTransaction(db, merchant, (tx) => finishJob(tx, quick));
    expect(await rows()).toEqual([]);
  });

  test('cannot be finished twice', async () => {
    await add('once');
    const job = await claimOne();
    await inTransaction(db, merchant, (tx) => finishJob(tx, job));

    await expect(inTransaction(db, merchant, (tx) => finishJob(tx, job))).rejects.toThrow(LostLease);
  });

  test('of a dead worker makes the job due at once, and the attempt counts', async () => {
    await add('orphan');
    await claimOne();
    await endLeases();

    expect(await sweepJobsAcrossMerchants(db)).toEqual([]);

    expect(await claimOne()).toMatchObject({ key: 'orphan', attempts: 2 });
  });

  test('of a dead worker is reported as failed after the last attempt', async () => {
    await add('hopeless');
    await database.asOwner('UPDATE sandbox.jobs SET attempts = 9');
    await claimOne();
    await endLeases();

    expect(await sweepJobsAcrossMerchants(db)).toEqual([
      { kind: 'test.work', key: 'hopeless', state: 'failed' },
    ]);
  });

  test('that is released does not count as an attempt', async () => {
    await add('unfinished');
    await giveJobBack(db, await claimOne());

    expect(await claimOne()).toMatchObject({ key: 'unfinished', attempts: 1 });
  });
});

const ms = (moment: string) => `(extract(epoch FROM ${moment}) * 1000)::float8`;

describe('a failed attempt', () => {
  test.each([
    [1, 1],
    [2, 2],
    [6, 32],
    [7, 60],
    [9, 60],
  ])('number %i is retried after %i s', async (attempt, seconds) => {
    await add('failing');
    await database.asOwner('UPDATE sandbox.jobs SET attempts = $1', [attempt - 1]);

    const claimed = await claimOne();
    const [before] = await database.asOwner(`SELECT ${ms('now()')} AS now`);

    expect(await postponeJob(db, claimed, new Error('no\0 luck'))).toBe('due');

    const [after] = await database.asOwner(
      `SELECT last_error, ${ms('due_at')} AS due, ${ms('now()')} AS now FROM sandbox.jobs`,
    );
    expect(after?.['last_error']).toBe('no luck');
    const postponedAt = Number(after?.['due']) - seconds * 1000;
    expect(postponedAt).toBeGreaterThanOrEqual(Number(before?.['now']));
    expect(postponedAt).toBeLessThanOrEqual(Number(after?.['now']));
  });

  test('number ten is the last, and the job stays as failed', async () => {
    await add('failing');
    await database.asOwner('UPDATE sandbox.jobs SET attempts = 9');

    expect(await postponeJob(db, await claimOne(), new Error('still no luck'))).toBe('failed');
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 10, last_error: 'still no luck' }]);
  });

  test('changes nothing after the lease was lost', async () => {
    await add('slow');
    const job = await claimOne();

    expect(await postponeJob(db, { ...job, token: randomUuid() }, new Error('late'))).toBeUndefined();
    expect(await rows()).toMatchObject([{ state: 'running', last_error: null }]);
  });
});

describe('a job with the kind and key of another', () => {
  test('replaces it', async () => {
    await add('twice', { payload: { n: 1 }, dueAt: new Date(Date.now() + 60_000) });
    await add('twice', { payload: { n: 2 } });

    expect(await claimOne()).toMatchObject({ key: 'twice', payload: { n: 2 }, attempts: 1 });
    expect(await rows()).toHaveLength(1);
  });

  test('has all attempts before it, whatever became of those of the other', async () => {
    await add('tired');
    await database.asOwner(`UPDATE sandbox.jobs SET attempts = 9`);
    expect(await postponeJob(db, await claimOne(), new Error('no luck'))).toBe('failed');

    await add('tired');

    expect(await rows()).toMatchObject([{ state: 'due', attempts: 0, last_error: null }]);
    expect(await postponeJob(db, await claimOne(), new Error('no luck'))).toBe('due');
  });

  test('takes the lease of a running one, so that the newer job is not lost', async () => {
    await add('again', { payload: { n: 1 } });
    const running = await claimOne();
    await add('again', { payload: { n: 2 } });

    await expect(inTransaction(db, merchant, (tx) => finishJob(tx, running))).rejects.toThrow(LostLease);
    expect(await claimOne()).toMatchObject({ payload: { n: 2 } });
  });

  test('may be inserted by that job itself, after it has finished', async () => {
    await add('recurring', { payload: { n: 1 } });
    const job = await claimOne();
    await inTransaction(db, merchant, async (tx) => {
      await finishJob(tx, job);
      await insertJob(tx, merchant, {
        jobId: newId(),
        kind: job.kind,
        key: job.key,
        payload: '{"n":2}',
        dueAt: null,
      });
    });

    expect(await claimOne()).toMatchObject({ payload: { n: 2 }, attempts: 1 });
  });
});

test('a job that is no longer needed can be removed', async () => {
  await add('needless');
  await inTransaction(db, merchant, (tx) => removeJob(tx, merchant, 'test.work', 'needless'));

  expect(await claimJobsAcrossMerchants(db, 5)).toEqual([]);
});
