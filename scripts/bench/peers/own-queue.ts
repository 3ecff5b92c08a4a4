import { secretKeyOf } from '../../../src/app/config.ts';
import { inTransaction, openDatabases } from '../../../src/platform/db/database.ts';
import { newId } from '../../../src/platform/ids.ts';
import { finishJob, insertJob } from '../../../src/platform/jobs/queue.ts';
import { createWorker, type Worker } from '../../../src/platform/jobs/worker.ts';
import { createLog } from '../../../src/platform/log.ts';
import { asOwner } from '../testbed/transactions.ts';
import type { Orders, Queue } from './queues.ts';

const kind = 'bench.noop';

/** Our queue. A job ends in a transaction of its own, as every job of the service does. */
export async function openOwnQueue({ url, dataDir, merchantId }: Orders): Promise<Queue> {
  const secretKey = secretKeyOf({ dataDir, secretKey: undefined });
  const databases = openDatabases({ url, secretKey, report: () => undefined });
  const db = databases.sandbox;
  let worker: Worker | undefined;
  const add = () =>
    inTransaction(db, merchantId, async (tx) => {
      await insertJob(tx, merchantId, { jobId: newId(), kind, key: newId(), payload: '{}', dueAt: null });
      tx.notifications.add('jobs');
    });
  return {
    fill: (count) =>
      asOwner({ ownerUrl: url }, async (client) => {
        await client.query(
          `INSERT INTO sandbox.jobs (merchant_id, job_id, kind, key, payload, due_at)
          SELECT $1, uuidv7(), $2, n::text, '{}', clock_timestamp() FROM generate_series(1, $3::int) n`,
          [merchantId, kind, count],
        );
      }),
    add,
    work: async (onJob) => {
      worker = createWorker({
        db,
        log: createLog({ level: 'silent' }),
        run: async (job) => {
          onJob();
          await inTransaction(db, job.merchantId, async (tx) => void (await finishJob(tx, job)));
        },
      });
      worker.start();
    },
    stop: async () => {
      await worker?.stop();
      await databases.close();
    },
  };
}
