import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { drain } from '../../../../src/platform/jobs/drain.ts';
import { finishJob, insertJob, type Job } from '../../../../src/platform/jobs/queue.ts';
import { runDailyJobs } from '../../../../src/platform/jobs/schedule.ts';
import { createWorker, type RunJob } from '../../../../src/platform/jobs/worker.ts';
import { createLog } from '../../../../src/platform/log.ts';
import { soon } from '../../../support/checks/soon.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const log = createLog({ level: 'silent' });
const merchant = newId();
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await cloneDatabase();
  db = database.databases.sandbox;
});
afterAll(() => database.close());
beforeEach(() => database.asOwner('TRUNCATE sandbox.jobs, sandbox.merchant_states, platform.jobs'));

function add(key: string, more: { dueAt?: Date; merchantId?: string } = {}): Promise<void> {
  const { dueAt = null, merchantId = merchant } = more;
  return inTransaction(db, merchantId, async (tx) => {
    await insertJob(tx, merchantId, { jobId: newId(), kind: 'test.work', key, payload: '{}', dueAt });
    tx.notifications.add('jobs');
  });
}

const ago = (ms: number) => new Date(Date.now() - ms);

/** Runs a job by noting its key. */
function noting(seen: Job[], effect: (job: Job) => Promise<void> = async () => undefined): RunJob {
  return async (job) => {
    await effect(job);
    await inTransaction(db, job.merchantId, (tx) => finishJob(tx, job));
    seen.push(job);
  };
}

const left = async () => await database.asOwner('SELECT key, state, attempts FROM sandbox.jobs ORDER BY key');

describe('a worker', () => {
  test('starts a job as soon as its commit notifies the queue', async () => {
    const seen: Job[] = [];
    const worker = createWorker({ db, run: noting(seen), log });
    worker.start();
    await add('rung');

    await soon(() => expect(seen).toHaveLength(1));
    await worker.stop();

    expect(seen[0]).toMatchObject({ key: 'rung', attempts: 1, turned: false });
    expect(await left()).toEqual([]);
  });

  test('runs at most sixteen jobs at a time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_none, n) => add(`job ${n}`)));
    const seen: Job[] = [];
    let now = 0;
    let peak = 0;
    const run = noting(seen, async () => {
      now += 1;
      peak = Math.max(peak, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    });
    const worker = createWorker({ db, run, log });
    worker.start();

    await soon(() => expect(seen).toHaveLength(40));
    await worker.stop();

    expect(peak).toBe(16);
  });

  test('makes a failed job due again, and records why it failed', async () => {
    await add('failing');
    const worker = createWorker({ db, run: () => Promise.reject(new Error('no luck')), log });
    worker.start();

    await soon(async () => expect(await left()).toEqual([{ key: 'failing', state: 'due', attempts: 1 }]));
    await worker.stop();

    expect(await database.asOwner('SELECT last_error FROM sandbox.jobs')).toEqual([
      { last_error: 'no luck' },
    ]);
  });

  test('waits for its running jobs when it stops', async () => {
    await add('under way');
    const seen: Job[] = [];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const run = noting(seen, async () => {
      begun.resolve();
      await gate.promise;
    });
    const worker = createWorker({ db, run, log });
    worker.start();
    await begun.promise;

    const stopped = worker.stop();
    gate.resolve();
    await stopped;

    expect(seen).toHaveLength(1);
  });

  test('continues after its connections were cut', async () => {
    const seen: Job[] = [];
    const worker = createWorker({ db, run: noting(seen), log });
    worker.start();
    await add('before');
    await soon(() => expect(seen).toHaveLength(1));
    await database.asOwner(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

    await soon(() => add('after'));
    await soon(() => expect(seen).toHaveLength(2));
    await worker.stop();
  });
});

describe('draining', () => {
  test('runs one merchant’s due jobs in order, including jobs that they create', async () => {
    await add('second', { dueAt: ago(2000) });
    await add('first', { dueAt: ago(3000) });
    await add('tomorrow', { dueAt: ago(-86_400_000) });
    await add('of another', { merchantId: newId(), dueAt: ago(9000) });
    const seen: Job[] = [];
    const run = noting(seen, async (job) => {
      if (job.key === 'first') await add('between', { dueAt: ago(2500) });
    });

    const drained = await drain(db, merchant, run, log);

    expect(seen.map((job) => [job.key, job.turned])).toEqual([
      ['first', true],
      ['between', true],
      ['second', true],
    ]);
    expect(drained).toMatchObject({
      total: 3,
      more: false,
      fired: [{ key: 'first' }, { key: 'between' }, { key: 'second' }],
    });
    expect((await left()).map((row) => row['key'])).toEqual(['of another', 'tomorrow']);
  });

  test('continues after a failed job', async () => {
    await add('broken', { dueAt: ago(2000) });
    await add('sound', { dueAt: ago(1000) });
    const run: RunJob = async (job) => {
      if (job.key === 'broken') throw new Error('no luck');
      await inTransaction(db, merchant, (tx) => finishJob(tx, job));
    };

    expect(await drain(db, merchant, run, log)).toMatchObject({ total: 2, more: false });
    expect(await left()).toEqual([{ key: 'broken', state: 'due', attempts: 1 }]);
  });

  test('lets workers claim again when it ends', async () => {
    await drain(db, merchant, noting([]), log);

    expect(await database.asOwner('SELECT draining_until FROM sandbox.merchant_states')).toEqual([
      { draining_until: null },
    ]);
  });
});

const daily = (run: (kind: string) => Promise<void>) => ({
  platform: database.databases.platform,
  kinds: ['ledger.audit', 'events.forget'],
  run,
  log,
});

describe('daily jobs', () => {
  test('run once a day across any number of processes', async () => {
    const ran: string[] = [];
    const once = daily(async (kind) => {
      ran.push(kind);
    });

    await Promise.all([runDailyJobs(once), runDailyJobs(once), runDailyJobs(once)]);
    await runDailyJobs(once);

    expect(ran.toSorted()).toEqual(['events.forget', 'ledger.audit']);
  });

  test('end early when their process stops, and run again later', async () => {
    const stopping = new AbortController();
    const running = runDailyJobs(
      {
        ...daily(() => Promise.resolve()),
        run: async (_kind, signal) => {
          stopping.abort(new Error('the process stops'));
          await Promise.resolve();
          signal.throwIfAborted();
        },
      },
      stopping.signal,
    );

    await running;

    expect(
      await database.asOwner('SELECT kind, state, attempts FROM platform.jobs ORDER BY attempts DESC'),
    ).toEqual([
      { kind: 'ledger.audit', state: 'due', attempts: 1 },
      { kind: 'events.forget', state: 'due', attempts: 0 },
    ]);
  });

  test('run in the given order', async () => {
    const ran: string[] = [];

    await runDailyJobs(daily(async (kind) => void ran.push(kind)));

    expect(ran).toEqual(['ledger.audit', 'events.forget']);
  });

  test('run again after a failure, and after their process was lost', async () => {
    await runDailyJobs(daily(() => Promise.reject(new Error('no luck'))));
    await database.asOwner(`UPDATE platform.jobs SET due_at = now() WHERE kind = 'ledger.audit'`);
    await database.asOwner(
      `UPDATE platform.jobs SET due_at = now(), state = 'running', lease_token = gen_random_uuid(), lease_until = now() - interval '1 second' WHERE kind = 'events.forget'`,
    );
    const ran: string[] = [];

    await runDailyJobs(daily(async (kind) => void ran.push(kind)));

    expect(ran.toSorted()).toEqual(['events.forget', 'ledger.audit']);
    expect(await database.asOwner('SELECT DISTINCT state, attempts FROM platform.jobs')).toEqual([
      { state: 'done', attempts: 2 },
    ]);
  });
});
