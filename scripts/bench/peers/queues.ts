/** Runs jobs that do nothing, by one of the queues. It runs in a process of its own; input and result are JSON. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { output } from '../testbed/processes.ts';
import { openOwnQueue } from './own-queue.ts';

export type QueueName = 'our own' | 'graphile-worker' | 'pg-boss';

/** A queue whose jobs note that they were started. */
export type Queue = {
  /** Enqueues so many at once, for the throughput. */
  readonly fill: (count: number) => Promise<void>;
  /** Enqueues one, for the latency. */
  readonly add: () => Promise<void>;
  /** Starts to run jobs; `onJob` is called when one starts. */
  readonly work: (onJob: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type Orders = {
  readonly queue: QueueName;
  /** The folder whose node_modules has the package. */
  readonly folder: string;
  /** The database of the queue. */
  readonly url: string;
  readonly dataDir: string;
  readonly merchantId: string;
  readonly jobs: number;
};

export type Ran = {
  readonly perSecond: number;
  /** For each of some single jobs, the ms from asking for it to its start. */
  readonly latencies: readonly number[];
};

/** As many as our worker runs at a time. */
const concurrency = 16;
const singleJobs = 100;

export async function runQueue(orders: Orders): Promise<Ran> {
  const ran: Ran = JSON.parse(
    await output(process.execPath, [import.meta.filename], { input: JSON.stringify(orders) }),
  );
  return ran;
}

if (import.meta.main) {
  const orders: Orders = JSON.parse(await read(process.stdin));
  process.stdout.write(JSON.stringify(await measure(orders)), () => process.exit(0));
}

async function measure(orders: Orders): Promise<Ran> {
  const queue = await open(orders);
  await queue.fill(orders.jobs);
  const done = Promise.withResolvers<number>();
  let [count, firstMs] = [0, 0];
  let onJob = () => {
    count += 1;
    if (count === 1) firstMs = performance.now();
    if (count === orders.jobs) done.resolve(performance.now() - firstMs);
  };
  await queue.work(() => onJob());
  const tookMs = await done.promise;
  // Until the last results are written and it is idle.
  await delay(1000);
  const latencies: number[] = [];
  for (let number = 0; number < singleJobs; number += 1) {
    const started = Promise.withResolvers<void>();
    onJob = () => started.resolve();
    const askedMs = performance.now();
    await queue.add();
    await started.promise;
    latencies.push(performance.now() - askedMs);
    await delay(20);
  }
  await queue.stop();
  return { perSecond: (orders.jobs - 1) / (tookMs / 1000), latencies };
}

async function open(orders: Orders): Promise<Queue> {
  if (orders.queue === 'our own') return await openOwnQueue(orders);
  return orders.queue === 'pg-boss' ? await openPgBoss(orders) : await openGraphileWorker(orders);
}

/** They are no dependencies of the project, so what is used of them is typed here. */
async function packageIn<T>(folder: string, name: string): Promise<T> {
  const file = createRequire(join(folder, 'package.json')).resolve(name);
  const loaded: T = await import(pathToFileURL(file).href);
  return loaded;
}

type GraphileWorker = {
  readonly makeWorkerUtils: (options: { connectionString: string }) => Promise<{
    readonly migrate: () => Promise<void>;
    readonly addJob: (task: string, payload: object) => Promise<unknown>;
    readonly withPgClient: (
      work: (client: {
        query: (text: string, values: readonly unknown[]) => Promise<unknown>;
      }) => Promise<unknown>,
    ) => Promise<unknown>;
    readonly release: () => Promise<void>;
  }>;
  readonly run: (options: {
    connectionString: string;
    concurrency: number;
    noHandleSignals: boolean;
    taskList: Record<string, () => Promise<void>>;
    logger: unknown;
  }) => Promise<{ readonly stop: () => Promise<void> }>;
  readonly Logger: new (factory: () => () => void) => unknown;
};

async function openGraphileWorker({ folder, url }: Orders): Promise<Queue> {
  const { makeWorkerUtils, run, Logger } = await packageIn<GraphileWorker>(folder, 'graphile-worker');
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  let runner: { readonly stop: () => Promise<void> } | undefined;
  return {
    fill: async (count) => {
      const text = `SELECT graphile_worker.add_job('noop', json_build_object('n', n)) FROM generate_series(1, $1::int) n`;
      await utils.withPgClient((client) => client.query(text, [count]));
    },
    add: async () => void (await utils.addJob('noop', {})),
    work: async (onJob) => {
      runner = await run({
        connectionString: url,
        concurrency,
        noHandleSignals: true,
        taskList: { noop: async () => onJob() },
        logger: new Logger(() => () => undefined),
      });
    },
    stop: async () => {
      await runner?.stop();
      await utils.release();
    },
  };
}

type PgBoss = {
  readonly PgBoss: new (options: {
    connectionString: string;
    useListenNotify: boolean;
  }) => {
    readonly on: (event: 'error', listener: (error: unknown) => void) => unknown;
    readonly start: () => Promise<unknown>;
    readonly createQueue: (name: string, options: { notify: boolean }) => Promise<void>;
    readonly insert: (name: string, jobs: readonly { data: object }[]) => Promise<unknown>;
    readonly send: (name: string, data: object) => Promise<unknown>;
    readonly work: (
      name: string,
      options: { batchSize: number; burstWhenBatchFull: boolean; pollingIntervalSeconds: number },
      handler: (jobs: readonly unknown[]) => Promise<void>,
    ) => Promise<unknown>;
    readonly stop: (options: { graceful: boolean }) => Promise<void>;
  };
};

async function openPgBoss({ folder, url }: Orders): Promise<Queue> {
  const { PgBoss: Boss } = await packageIn<PgBoss>(folder, 'pg-boss');
  const boss = new Boss({ connectionString: url, useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue('noop', { notify: true });
  const partOf = 1000;
  return {
    fill: async (count) => {
      for (let made = 0; made < count; made += partOf) {
        const part = Math.min(partOf, count - made);
        await boss.insert(
          'noop',
          Array.from({ length: part }, (_, n) => ({ data: { n } })),
        );
      }
    },
    add: async () => void (await boss.send('noop', {})),
    work: async (onJob) => {
      const options = { batchSize: concurrency, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
      await boss.work('noop', options, async (jobs) => {
        jobs.forEach(onJob);
      });
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
