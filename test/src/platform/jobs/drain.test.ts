import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { claimJobsAcrossMerchants } from '../../../../src/platform/jobs/across-merchants.ts';
import { drain } from '../../../../src/platform/jobs/drain.ts';
import { claimNextJob } from '../../../../src/platform/jobs/draining.ts';
import { finishJob, type Job } from '../../../../src/platform/jobs/queue.ts';
import type { RunJob } from '../../../../src/platform/jobs/worker.ts';
import { holdTimers } from '../../../support/checks/held-timers.ts';
import { soon } from '../../../support/checks/soon.ts';
import { ago, aQueue, merchant, silent } from './queued.ts';

const queue = aQueue();

describe('draining', () => {
  test('runs one merchant’s due jobs in order, including jobs that they create', async () => {
    await queue.add('second', { dueAt: ago(200_000) });
    await queue.add('first', { dueAt: ago(400_000) });
    await queue.add('tomorrow', { dueAt: ago(-86_400_000) });
    await queue.add('of another', { merchantId: newId(), dueAt: ago(900_000) });
    const seen: Job[] = [];
    const run = queue.noting(seen, async (job) => {
      if (job.key === 'first') await queue.add('between', { dueAt: ago(300_000) });
    });

    const drained = await drain(queue.db, merchant, run, silent);

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
    expect((await queue.left()).map((row) => row['key'])).toEqual(['of another', 'tomorrow']);
  });

  test('leaves to workers what others create while it runs', async () => {
    await queue.add('1');
    const seen: Job[] = [];
    const run = queue.noting(seen, () => queue.add(String(seen.length + 2)));

    const drained = await drain(queue.db, merchant, run, silent);

    expect(drained).toMatchObject({ total: seen.length, more: false });
    expect(await queue.left()).toEqual([{ key: String(seen.length + 1), state: 'due', attempts: 0 }]);
  });

  test('continues after a failed job', async () => {
    await queue.add('broken', { dueAt: ago(2000) });
    await queue.add('sound', { dueAt: ago(1000) });
    const run: RunJob = async (job) => {
      if (job.key === 'broken') throw new Error('no luck');
      await inTransaction(queue.db, merchant, (tx) => finishJob(tx, job));
    };

    expect(await drain(queue.db, merchant, run, silent)).toMatchObject({ total: 2, more: false });
    expect(await queue.left()).toEqual([{ key: 'broken', state: 'due', attempts: 1 }]);
  });

  test('lets workers claim again when it ends', async () => {
    await drain(queue.db, merchant, queue.noting([]), silent);

    expect(await queue.asOwner('SELECT draining_until FROM sandbox.merchant_states')).toEqual([
      { draining_until: null },
    ]);
  });

  test('keeps the merchant’s jobs from workers, and no one else’s', async () => {
    await queue.add('first', { dueAt: ago(3000) });
    await queue.add('second', { dueAt: ago(2000) });
    await queue.add('of another', { merchantId: newId(), dueAt: ago(1000) });
    const claimed: string[] = [];
    const run = queue.noting([], async () => {
      for (const { key } of await claimJobsAcrossMerchants(queue.db, 10)) claimed.push(key);
    });

    await drain(queue.db, merchant, run, silent);

    expect(claimed).toEqual(['of another']);
  });

  test('waits for what a worker has begun, and runs what that creates in its order', async () => {
    await queue.add('begun', { dueAt: ago(900_000) });
    const [begun] = await claimJobsAcrossMerchants(queue.db, 1);
    await queue.add('second', { dueAt: ago(100_000) });
    const seen: Job[] = [];
    const draining = drain(queue.db, merchant, queue.noting(seen), silent);
    await soon(async () =>
      expect(
        await queue.asOwner('SELECT FROM sandbox.merchant_states WHERE draining_until > now()'),
      ).toHaveLength(1),
    );

    await queue.add('created', { dueAt: ago(200_000) });
    await inTransaction(queue.db, merchant, (tx) => finishJob(tx, begun as Job));

    expect(await draining).toMatchObject({ total: 2, more: false });
    expect(seen.map(({ key }) => key)).toEqual(['created', 'second']);
  });

  test('runs one job at a time, in order, beside others that drain the same merchant', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0'));
    for (const [n, key] of keys.entries()) await queue.add(key, { dueAt: ago(100_000 - n * 1000) });
    const seen: Job[] = [];
    let [running, most] = [0, 0];
    const run = queue.noting(seen, async () => {
      running += 1;
      most = Math.max(most, running);
      await queue.left();
      running -= 1;
    });

    const drained = await Promise.all([1, 2, 3].map(() => drain(queue.db, merchant, run, silent)));

    expect(most).toBe(1);
    expect(seen.map(({ key }) => key)).toEqual(keys);
    expect(drained.reduce((sum, { total }) => sum + total, 0)).toBe(keys.length);
    expect(drained.map(({ more }) => more)).toEqual([false, false, false]);
  });

  test('leaves workers away when the clock was turned once more meanwhile', async () => {
    await queue.add('first');
    const turn = () =>
      queue.asOwner(`UPDATE sandbox.merchant_states SET turned_at = '${new Date().toISOString()}'`);

    await drain(queue.db, merchant, queue.noting([], turn), silent);
    const kept = await queue.asOwner('SELECT draining_until > now() AS is_kept FROM sandbox.merchant_states');
    await drain(queue.db, merchant, queue.noting([]), silent);

    expect(kept).toEqual([{ is_kept: true }]);
    expect(await queue.asOwner('SELECT draining_until FROM sandbox.merchant_states')).toEqual([
      { draining_until: null },
    ]);
  });

  test('waits for the job of a drain whose process was lost no longer than its lease lasts', async () => {
    await queue.add('lost', { dueAt: ago(9000) });
    await claimNextJob(queue.db, merchant, ago(-60_000));
    await queue.add('next', { dueAt: ago(1000) });
    const whileItLasts = await claimNextJob(queue.db, merchant, ago(-60_000));
    await queue.asOwner(`UPDATE sandbox.jobs SET lease_until = now() - interval '1 second'`);

    expect(whileItLasts).toBeUndefined();
    expect(await claimNextJob(queue.db, merchant, ago(-60_000))).toMatchObject({ key: 'next' });
  });

  test('runs the others after 5 seconds of waiting for a worker, and waits for it for 30 seconds', async () => {
    await queue.add('hanging', { dueAt: ago(9000) });
    const [hanging] = await claimJobsAcrossMerchants(queue.db, 1);
    await queue.add('ready', { dueAt: ago(1000) });
    holdTimers(['performance']);
    const from = performance.now();
    const turned = () => performance.now() - from;
    let ranAt = 0;
    const run = queue.noting([], () => {
      ranAt = turned();
    });

    let endedAt = 0;
    const draining = drain(queue.db, merchant, run, silent).then((drained) => {
      endedAt = turned();
      return drained;
    });
    // Each turn takes as long as a query. The drain really waits 160 ms before it looks again, in which a fast machine makes some two
    // hundred turns: they must be short.
    const hasEnded = () => endedAt > 0;
    while (!hasEnded() && turned() < 120_000) {
      await queue.left();
      vi.advanceTimersByTime(50);
    }
    const leftThen = await queue.left();
    await inTransaction(queue.db, merchant, (tx) => finishJob(tx, hanging as Job));

    expect(await draining).toMatchObject({ total: 1, fired: [{ key: 'ready' }] });
    expect(ranAt).toBeGreaterThanOrEqual(5000);
    expect(endedAt).toBeGreaterThanOrEqual(30_000);
    expect(endedAt).toBeLessThan(120_000);
    expect(leftThen).toEqual([{ key: 'hanging', state: 'running', attempts: 1 }]);
  });

  test('ends after 30 seconds and says that more is due', async () => {
    await queue.add('long', { dueAt: ago(2000) });
    await queue.add('left over', { dueAt: ago(1000) });
    holdTimers(['performance']);
    const run = queue.noting([], () => void vi.advanceTimersByTime(30_001));

    const drained = await drain(queue.db, merchant, run, silent);

    expect(drained).toMatchObject({ total: 1, more: true, fired: [{ key: 'long' }] });
    expect(await queue.left()).toEqual([{ key: 'left over', state: 'due', attempts: 0 }]);
    expect(await queue.asOwner('SELECT draining_until FROM sandbox.merchant_states')).toEqual([
      { draining_until: null },
    ]);
  });

  test('lists the first hundred jobs and counts all', async () => {
    await queue.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
      SELECT '${merchant}', gen_random_uuid(), 'test.work', n::text, now() - interval '1 hour' + n * interval '1 second'
      FROM generate_series(1, 102) n`);

    const { fired, total, more } = await drain(queue.db, merchant, queue.noting([]), silent);

    expect(fired.map(({ key }) => Number(key))).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect({ total, more }).toEqual({ total: 102, more: false });
  });
});
