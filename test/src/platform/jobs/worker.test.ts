import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { Connection } from '../../../../src/platform/db/connect.ts';
import { type Db, inTransaction } from '../../../../src/platform/db/database.ts';
import { DatabaseUnavailable } from '../../../../src/platform/db/driver/violations.ts';
import { sizesOf } from '../../../../src/platform/db/pool.ts';
import { claimJobsAcrossMerchants } from '../../../../src/platform/jobs/across-merchants.ts';
import { finishJob, type Job, renewLease } from '../../../../src/platform/jobs/queue.ts';
import { runJob } from '../../../../src/platform/jobs/run-claimed.ts';
import { createWorker, type RunJob } from '../../../../src/platform/jobs/worker.ts';
import { holdTimers, really } from '../../../support/checks/held-timers.ts';
import { soon } from '../../../support/checks/soon.ts';
import { aLog, aQueue, merchant, silent } from './queued.ts';

const queue = aQueue();

/** Runs this while transactions of the merchant use all of the connections that they may have. */
async function duringFlood<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const process = queue.impatient();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const begun = Array.from({ length: sizesOf().calls.mostEach }, () => Promise.withResolvers<void>());
  const open = begun.map((one) =>
    inTransaction(process.sandbox, merchant, async (tx) => {
      await sql`SELECT 1`.execute(tx);
      one.resolve();
      await over;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  try {
    return await work(process.sandbox);
  } finally {
    end();
    await Promise.all(open);
    await process.close();
  }
}

async function claimOne(): Promise<Job> {
  const [job] = await claimJobsAcrossMerchants(queue.db, 1);
  if (!job) throw new Error('no job is due');
  return job;
}

describe('a worker', () => {
  test('starts a job as soon as its commit notifies the queue', async () => {
    const seen: Job[] = [];
    const worker = createWorker({ db: queue.db, run: queue.noting(seen), log: silent });
    worker.start();
    await queue.add('rung');

    await soon(() => expect(seen).toHaveLength(1));
    await worker.stop();

    expect(seen[0]).toMatchObject({ key: 'rung', attempts: 1, turned: false });
    expect(await queue.left()).toEqual([]);
  });

  test('starts it by the notification, not only when it next looks', async () => {
    holdTimers(['setTimeout', 'clearTimeout']);
    const started = Promise.withResolvers<void>();
    const worker = createWorker({
      db: queue.db,
      run: queue.noting([], () => started.resolve()),
      log: silent,
    });
    worker.start();
    await really(() => vi.getTimerCount() > 0);

    await queue.add('rung');
    await started.promise;
    await worker.stop();

    expect(await queue.left()).toEqual([]);
  });

  test('finds a job of which no notification came', async () => {
    const seen: Job[] = [];
    const worker = createWorker({ db: queue.db, run: queue.noting(seen), log: silent });
    worker.start();
    await queue.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'test.work', 'silent', now() + interval '100 milliseconds')`);

    await soon(() => expect(seen.map(({ key }) => key)).toEqual(['silent']));
    await worker.stop();
  });

  test('takes over the jobs of a worker that was lost', async () => {
    await queue.add('lost');
    await claimJobsAcrossMerchants(queue.db, 1);
    await queue.asOwner(`UPDATE sandbox.jobs SET lease_until = now() - interval '1 second'`);
    const seen: Job[] = [];
    const worker = createWorker({ db: queue.db, run: queue.noting(seen), log: silent });
    worker.start();

    await soon(() => expect(seen).toHaveLength(1));
    await worker.stop();

    expect(seen[0]).toMatchObject({ key: 'lost', attempts: 2 });
  });

  test('begins at once what a claim took whose answer was lost, as the first attempt', async () => {
    await queue.add('unanswered');
    let lost = 0;
    const committing = vi.spyOn(Connection.prototype, 'commitWith').mockImplementation(async function (
      this: Connection,
      last,
    ) {
      const running = await this.run(`SELECT FROM sandbox.jobs WHERE state = 'running'`, []);
      const isFirstClaim = lost === 0 && running.rows.length > 0;
      if (isFirstClaim) lost += 1;
      await this.open(last);
      await this.script('COMMIT');
      if (isFirstClaim) throw new DatabaseUnavailable(new Error('the answer was lost'));
    });
    const seen: Job[] = [];
    const worker = createWorker({ db: queue.db, run: queue.noting(seen), log: silent });
    worker.start();

    await soon(() => expect(seen).toHaveLength(1));
    await worker.stop();
    committing.mockRestore();

    expect(lost).toBe(1);
    expect(seen).toMatchObject([{ key: 'unanswered', attempts: 1 }]);
  });

  test('logs which job failed, at which attempt and why, and whether it runs again', async () => {
    await queue.add('failing');
    await queue.asOwner('UPDATE sandbox.jobs SET attempts = max_attempts - 2');
    const { log, lines } = aLog();
    const worker = createWorker({ db: queue.db, run: () => Promise.reject(new Error('no luck')), log });
    worker.start();

    await soon(() => expect(lines()).toHaveLength(1));
    await queue.asOwner('UPDATE sandbox.jobs SET due_at = now()');
    await soon(() => expect(lines()).toHaveLength(2));
    await worker.stop();

    const [again, last] = lines();
    const about = {
      kind: 'test.work',
      job_key: 'failing',
      err: expect.objectContaining({ message: 'no luck' }),
    };
    expect(again).toMatchObject({ level: 'warn', msg: 'a job failed and will run again', ...about });
    expect(last).toMatchObject({ level: 'error', msg: 'a job has failed for good', ...about });
    expect(Number(last?.['attempt'])).toBe(Number(again?.['attempt']) + 1);
  });

  test('logs which job failed for good because its workers were lost', async () => {
    await queue.add('lost');
    await claimJobsAcrossMerchants(queue.db, 1);
    await queue.asOwner(
      `UPDATE sandbox.jobs SET attempts = max_attempts, lease_until = now() - interval '1 second'`,
    );
    const { log, lines } = aLog();
    const worker = createWorker({ db: queue.db, run: queue.noting([]), log });
    worker.start();

    await soon(() => expect(lines()).toHaveLength(1));
    await worker.stop();

    expect(lines()).toMatchObject([{ level: 'error', kind: 'test.work', job_key: 'lost' }]);
  });

  test('runs at most sixteen jobs at a time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_none, n) => queue.add(`job ${n}`)));
    const seen: Job[] = [];
    let now = 0;
    let peak = 0;
    const run = queue.noting(seen, async () => {
      now += 1;
      peak = Math.max(peak, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    });
    const worker = createWorker({ db: queue.db, run, log: silent });
    worker.start();

    await soon(() => expect(seen).toHaveLength(40));
    await worker.stop();

    expect(peak).toBe(16);
  });

  test('makes a failed job due again, and records why it failed', async () => {
    await queue.add('failing');
    const worker = createWorker({
      db: queue.db,
      run: () => Promise.reject(new Error('no luck')),
      log: silent,
    });
    worker.start();

    await soon(async () =>
      expect(await queue.left()).toEqual([{ key: 'failing', state: 'due', attempts: 1 }]),
    );
    await worker.stop();

    expect(await queue.asOwner('SELECT last_error FROM sandbox.jobs')).toEqual([{ last_error: 'no luck' }]);
  });

  test('puts a job off that a lost database broke off, as soon as the database is back', async () => {
    await queue.add('broken off');
    const job = await claimOne();
    const { network, databases } = await queue.lossy();
    const run = async () => {
      network.refuse();
      await databases.sandbox.executeQuery(CompiledQuery.raw('SELECT 1'));
    };
    const ended = runJob({ db: databases.sandbox, run, log: silent }, job);
    await soon(() => expect(network.refused()).toBeGreaterThan(1));
    network.mend();
    await ended;
    await databases.close();
    await network.close();

    expect(await queue.left()).toEqual([{ key: 'broken off', state: 'due', attempts: 0 }]);
  });

  test('puts a job off while its merchant uses all of their connections, and its attempt does not count', async () => {
    await queue.add('crowded');
    const job = await claimOne();

    await duringFlood((db) => {
      const run = (own: Job) =>
        inTransaction(db, own.merchantId, async (tx) => void (await finishJob(tx, own)));
      return runJob({ db, run, log: silent }, job);
    });

    expect(await queue.left()).toEqual([{ key: 'crowded', state: 'due', attempts: 0 }]);
  });

  test('renews the lease of a job while its merchant uses all of their connections', async () => {
    await queue.add('crowded');
    const job = await claimOne();
    await queue.asOwner(`UPDATE sandbox.jobs SET lease_until = now() + interval '5 seconds'`);

    await duringFlood((db) => renewLease(db, job));

    const text = `SELECT lease_until > now() + interval '30 seconds' AS renewed FROM sandbox.jobs`;
    expect(await queue.asOwner(text)).toEqual([{ renewed: true }]);
  });

  test('waits for its running jobs when it stops', async () => {
    await queue.add('under way');
    const seen: Job[] = [];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const run = queue.noting(seen, async () => {
      begun.resolve();
      await gate.promise;
    });
    const worker = createWorker({ db: queue.db, run, log: silent });
    worker.start();
    await begun.promise;

    const stopped = worker.stop();
    gate.resolve();
    await stopped;

    expect(seen).toHaveLength(1);
  });

  test('gives a job back that has not ended ten seconds after the stop, and its attempt does not count', async () => {
    await queue.add('endless');
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const run: RunJob = async () => {
      begun.resolve();
      await gate.promise;
    };
    const worker = createWorker({ db: queue.db, run, log: silent });
    worker.start();
    await begun.promise;
    holdTimers(['setTimeout', 'clearTimeout']);

    let stopping = true;
    const isStopping = () => stopping;
    const stopped = worker.stop().finally(() => {
      stopping = false;
    });
    let turned = 0;
    let early: unknown;
    while (isStopping() && turned < 60_000) {
      const left = await queue.left();
      if (turned === 9900) early = left;
      turned += 330;
      vi.advanceTimersByTime(330);
    }
    await stopped;

    expect(early).toEqual([{ key: 'endless', state: 'running', attempts: 1 }]);
    expect(await queue.left()).toEqual([{ key: 'endless', state: 'due', attempts: 0 }]);
    gate.resolve();
  });

  test('runs what somebody waits for long before a backlog is done, also one that grows', async () => {
    const seen: Job[] = [];
    const more = ({ key, kind }: Job) => kind === 'test.work' && queue.add(`collect ${key}`);
    const worker = createWorker({ db: queue.db, run: queue.noting(seen, more), log: silent });
    await queue.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'test.work', 'renewal ' || n, now() - interval '1 hour' FROM generate_series(1, 2000) n`);
    worker.start();
    await soon(() => expect(seen.length).toBeGreaterThan(20));

    const before = seen.length;
    await queue.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'payments.callback', 'answer', now())`);
    await soon(() => expect(seen.map(({ key }) => key)).toContain('answer'));
    await worker.stop();

    const behind = seen.findIndex(({ key }) => key === 'answer') - before;
    expect(behind).toBeLessThan(300);
  });

  test('begins no further job once it stops', async () => {
    const worker = createWorker({ db: queue.db, run: queue.noting([]), log: silent });
    worker.start();
    await worker.stop();

    await queue.add('later');

    expect(await queue.left()).toEqual([{ key: 'later', state: 'due', attempts: 0 }]);
  });

  test('continues after its connections were cut', async () => {
    const seen: Job[] = [];
    const worker = createWorker({ db: queue.db, run: queue.noting(seen), log: silent });
    worker.start();
    await queue.add('before');
    await soon(() => expect(seen).toHaveLength(1));
    await queue.asOwner(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

    await soon(() => queue.add('after'));
    await soon(() => expect(seen).toHaveLength(2));
    await worker.stop();
  });
});
