import { expect, test } from 'vitest';
import { countFailedDailyJobs } from '../../../../src/platform/jobs/standing.ts';
import { aQueue } from './queued.ts';

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
