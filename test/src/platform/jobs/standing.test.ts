import { expect, test } from 'vitest';
import { claimJobsAcrossMerchants } from '../../../../src/platform/jobs/across-merchants.ts';
import { type Job, UnknownKind } from '../../../../src/platform/jobs/queue.ts';
import { runJob } from '../../../../src/platform/jobs/run-claimed.ts';
import {
  countFailedDailyJobs,
  lateJobsAcrossMerchants,
  oldestPutOffAcrossMerchants,
} from '../../../../src/platform/jobs/standing.ts';
import type { RunJob } from '../../../../src/platform/jobs/worker.ts';
import { noteStatements, planOf } from '../../../support/citus/plans.ts';
import { ago, aQueue, silent } from './queued.ts';

const queue = aQueue();

/** A run of a daily job, whose day was so many days ago. */
const add = (kind: string, state: string, daysAgo: number) =>
  queue.asOwner(
    `INSERT INTO platform.jobs (kind, key, state, lease_token, lease_until)
     SELECT '${kind}', to_char(now() AT TIME ZONE 'UTC' - ${daysAgo} * interval '1 day', 'YYYY-MM-DD'), '${state}', token, now() + interval '40 seconds'
     FROM (SELECT CASE WHEN '${state}' = 'running' THEN gen_random_uuid() END AS token) t`,
  );

const failed = () => countFailedDailyJobs(queue.platform, ['ledger.audit', 'events.forget']);

test('a daily job has failed until its next run is written', async () => {
  await add('ledger.audit', 'failed', 1);
  expect(await failed()).toBe(1);

  await add('ledger.audit', 'due', 0);
  expect(await failed()).toBe(0);
});

test('a daily job that has run for more than a day counts as failed, also once later days are written', async () => {
  await add('ledger.audit', 'running', 0);
  await add('events.forget', 'running', 1);
  expect(await failed()).toBe(0);

  await queue.asOwner('TRUNCATE platform.jobs');
  await add('ledger.audit', 'running', 2);
  await add('ledger.audit', 'due', 1);
  await add('events.forget', 'done', 2);
  expect(await failed()).toBe(1);
});

test('a kind of daily job that this release no longer has does not count', async () => {
  await add('retired.kind', 'failed', 3);
  await add('retired.kind', 'running', 4);

  expect(await failed()).toBe(0);
});

const halfAnHour = 30 * 60_000;

/** Claims the one job that is there, and runs it. */
async function tryOnce(run: RunJob): Promise<void> {
  const [job] = await claimJobsAcrossMerchants(queue.db, 1);
  if (job) await runJob({ db: queue.db, run, log: silent }, job);
}

const refuse: RunJob = (job) => Promise.reject(new UnknownKind(job));
const again = () => queue.asOwner(`UPDATE sandbox.jobs SET due_at = now() WHERE last_error IS NOT NULL`);
const putOff = () => oldestPutOffAcrossMerchants(queue.db);

test('a job that cannot run is known by when it was first due, however often it is put off', async () => {
  const dueAt = ago(halfAnHour);
  await queue.add('stuck', { dueAt });
  await queue.add('later', { dueAt: ago(-halfAnHour) });
  expect(await putOff()).toBeNull();

  for (let round = 0; round < 12; round += 1) {
    await tryOnce(refuse);
    if (round < 11) await again();
  }

  // Neither late nor failed: nothing else tells of it.
  expect((await lateJobsAcrossMerchants(queue.db)).count).toBe(0);
  expect(await queue.left()).toMatchObject([{ key: 'later' }, { key: 'stuck', state: 'due', attempts: 0 }]);
  expect(await putOff()).toEqual(dueAt);
});

test('a job that was put off counts while it runs, and no more once it is done or has failed for good', async () => {
  const dueAt = ago(halfAnHour);
  await queue.add('tried', { dueAt });
  await tryOnce(refuse);
  await again();
  const seen: (Date | null)[] = [];
  const done: Job[] = [];
  await tryOnce(async (job) => {
    seen.push(await putOff());
    await queue.noting(done)(job);
  });
  seen.push(await putOff());
  await queue.add('failing', { dueAt });
  await queue.asOwner('UPDATE sandbox.jobs SET attempts = max_attempts - 1');
  await tryOnce(() => Promise.reject(new Error('never works')));

  expect([...seen, await putOff()]).toEqual([dueAt, null, null]);
  expect(done).toHaveLength(1);
  expect(await queue.left()).toMatchObject([{ key: 'failing', state: 'failed' }]);
});

test('a job that an operator holds for days is not stuck', async () => {
  await queue.add('held', { dueAt: ago(halfAnHour) });
  await tryOnce(refuse);
  expect(await putOff()).not.toBeNull();

  await queue.asOwner(`UPDATE sandbox.jobs SET due_at = now() + interval '7 days'`);

  expect(await putOff()).toBeNull();
});

test('finding it reads only the jobs that were put off', async () => {
  await queue.asOwner(`INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, due_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'test.work', n, now() FROM generate_series(1, 3000) n; ANALYZE sandbox.jobs`);

  const noted = noteStatements();
  await putOff();
  noted.stop();
  const asked = [...noted.sent.values()].find(({ text }) => text.includes('first_due_at'));

  expect(asked && (await planOf(queue.url, asked))).toContain('jobs_put_off');
});
