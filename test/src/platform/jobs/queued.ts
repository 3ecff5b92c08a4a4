import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Db, inTransaction, openDatabases } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { finishJob, insertJob, type Job } from '../../../../src/platform/jobs/queue.ts';
import type { RunJob } from '../../../../src/platform/jobs/worker.ts';
import { createLog, type Log } from '../../../../src/platform/log.ts';
import { proxyTo } from '../../../support/faults/proxy.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

export const silent = createLog({ level: 'silent' });
export const merchant = newId();
export const ago = (ms: number) => new Date(Date.now() - ms);

type More = { readonly dueAt?: Date; readonly merchantId?: string };

/** A database of this file's own, with an empty queue for each test. */
export function aQueue() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.asOwner('TRUNCATE sandbox.jobs, sandbox.merchant_states, platform.jobs'));
  return {
    get db(): Db {
      return database.databases.sandbox;
    },
    get platform() {
      return database.databases.platform;
    },
    get url() {
      return database.url;
    },
    /** Opens the database behind a network that a test can break. */
    lossy: async () => {
      const network = await proxyTo(database);
      const { secretKey } = database;
      const databases = openDatabases({ url: network.url, secretKey, report: () => undefined });
      return { network, databases };
    },
    /** Opens the database for a process that waits no longer than usual. */
    impatient: () => openDatabases({ ...database, report: () => undefined }),
    asOwner: (text: string) => database.asOwner(text),
    add(key: string, { dueAt, merchantId = merchant }: More = {}): Promise<void> {
      return inTransaction(database.databases.sandbox, merchantId, async (tx) => {
        const job = { jobId: newId(), kind: 'test.work', key, payload: '{}', dueAt: dueAt ?? null };
        await insertJob(tx, merchantId, job);
        tx.notifications.add('jobs');
      });
    },
    /** Runs a job by noting it. */
    noting(seen: Job[], effect: (job: Job) => unknown = () => undefined): RunJob {
      return async (job) => {
        await effect(job);
        await inTransaction(database.databases.sandbox, job.merchantId, (tx) => finishJob(tx, job));
        seen.push(job);
      };
    },
    left: () => database.asOwner('SELECT key, state, attempts FROM sandbox.jobs ORDER BY key'),
  };
}

type Line = {
  readonly level: string;
  readonly msg: string;
  readonly [name: string]: unknown;
};

export function aLog(): { readonly log: Log; readonly lines: () => Line[] } {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = createLog({ level: 'debug', destination, readable: false });
  return { log, lines: () => written.map((line): Line => JSON.parse(line)) };
}
