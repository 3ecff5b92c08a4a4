import { expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { claimJobsAcrossMerchants } from '../../../../src/platform/jobs/across-merchants.ts';
import { lockJobs } from '../../../../src/platform/jobs/held.ts';
import { finishJob, insertJob } from '../../../../src/platform/jobs/queue.ts';
import { aQueue, merchant } from './queued.ts';

const queue = aQueue();
const kinds = ['test.work'];
const held = (tx: Tx, ...keys: readonly string[]) => lockJobs(tx, merchant, { kinds, keys });

it('keeps workers from the jobs that it locks, until the transaction ends', async () => {
  for (const key of ['a', 'b']) await queue.add(key);

  const { locked, during } = await inTransaction(queue.db, merchant, async (tx) => ({
    locked: await held(tx, 'a', 'c'),
    during: await claimJobsAcrossMerchants(queue.db, 9),
  }));
  const afterwards = await claimJobsAcrossMerchants(queue.db, 9);

  expect(locked).toEqual([{ kind: 'test.work', state: 'due', isRunning: false, isHeldBack: false }]);
  expect([during.map(({ key }) => key), afterwards.map(({ key }) => key)]).toEqual([['b'], ['a']]);
});

it('knows a job that runs from one whose worker was lost', async () => {
  await queue.add('a');
  await claimJobsAcrossMerchants(queue.db, 1);
  const running = await inTransaction(queue.db, merchant, (tx) => held(tx, 'a'));
  await queue.asOwner("UPDATE sandbox.jobs SET lease_until = now() - interval '1 second'");
  const lost = await inTransaction(queue.db, merchant, (tx) => held(tx, 'a'));

  expect([...running, ...lost].map(({ state, isRunning }) => [state, isRunning])).toEqual([
    ['running', true],
    ['running', false],
  ]);
});

it('waits for a job that is about to end, and locks the one that it leaves behind', async () => {
  await queue.add('a');
  const [job] = await claimJobsAcrossMerchants(queue.db, 1);
  if (!job) throw new Error('nothing was due');
  const [begun, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ending = inTransaction(queue.db, merchant, async (tx) => {
    await finishJob(tx, job);
    begun.resolve();
    await waiting.promise;
    await insertJob(tx, merchant, {
      jobId: newId(),
      kind: 'test.work',
      key: 'a',
      payload: '{}',
      dueAt: null,
    });
  });
  await begun.promise;

  const locking = inTransaction(queue.db, merchant, async (tx) => ({
    locked: await held(tx, 'a'),
    during: await claimJobsAcrossMerchants(queue.db, 9),
  }));
  await isBlocked();
  waiting.resolve();
  const [{ locked, during }] = await Promise.all([locking, ending]);

  expect(locked).toEqual([{ kind: 'test.work', state: 'due', isRunning: false, isHeldBack: false }]);
  expect(during).toEqual([]);
});

/** Returns once a transaction waits for the lock of another. */
async function isBlocked(): Promise<void> {
  for (;;) {
    const waiting = await queue.asOwner(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (waiting.length > 0) return;
  }
}
