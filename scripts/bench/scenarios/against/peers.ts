import { env } from 'node:process';
import { get } from '../../load/calls.ts';
import { rateOf } from '../../load/load.ts';
import { payAndDeliver, withPayments } from '../../load/paying.ts';
import { type Figure, median, ratesOf, ratios, type Side } from '../../measure/figures.ts';
import { type Bench, inTurn, type Measured, type Scenario } from '../../measure/scenario.ts';
import { startBlnk } from '../../peers/blnk.ts';
import { startFormance } from '../../peers/formance.ts';
import { createDatabase, type LedgerPeer, type Read } from '../../peers/ledger-peer.ts';
import { type QueueName, type Ran, runQueue } from '../../peers/queues.ts';
import { findProgram } from '../../testbed/processes.ts';
import { someMerchants, type Testbed } from '../../testbed/testbed.ts';

const connections = 16;
const merchants = 16;
const jobsPerSecond = 1000;
/** How many writes of a ledger are measured for each second of a run. */
const writesPerSecond = 200;

const [formance, blnk, queues] = [env['BENCH_FORMANCE'], env['BENCH_BLNK'], env['BENCH_QUEUES']];

export const peers: Scenario = {
  name: 'peers',
  about:
    'other ledgers and queues on the same PostgreSQL server: BENCH_FORMANCE, BENCH_BLNK, BENCH_QUEUES say where they are',
  onlyByName: true,
  run: async (shared) => [...(await ledgerFigures(shared)), ...(await queueFigures(shared))],
};

async function ledgerFigures(shared: Bench): Promise<readonly Figure[]> {
  if (formance === undefined && blnk === undefined) {
    shared.say('peers: no ledger is measured, BENCH_FORMANCE and BENCH_BLNK are not set');
    return [];
  }
  return await withPayments(shared, async (bench, paid) => {
    const found: LedgerPeer[] = [];
    try {
      await startLedgers(bench, found);
      const some = await someMerchants(bench.testbed, merchants);
      const { baseUrl } = paid.service;
      const { seconds } = bench;
      const payments = await inTurn(bench, 'peers: payments', [
        [
          'our full payment',
          () => payAndDeliver(bench, paid, { merchants: some, method: 'card', connections }),
        ],
        ...found.map(
          ({ name, url, writes }): Measured => [
            `${name}: its postings`,
            // To the end of the last one: a call that is given up holds its locks at Blnk.
            () => rateOf({ url, connections, amount: writesPerSecond * seconds, requests: writes }),
          ],
        ),
      ]);
      const unlikes = found.map(({ unlike }) => unlike);
      const figures = [...against('a payment against a write of its postings', payments, unlikes)];
      const [merchant] = some;
      if (merchant === undefined) return figures;
      const ours: Readonly<Record<Read, string>> = {
        balance: '/v1/account/balance',
        list: '/v1/transactions?limit=25',
      };
      for (const read of ['balance', 'list'] as const) {
        const sides = await inTurn(bench, `peers: ${read}`, [
          [
            `our ${read}`,
            () => rateOf({ url: baseUrl, connections, seconds, requests: [get(merchant, ours[read])] }),
          ],
          ...found.map(
            ({ name, url, reads }): Measured => [
              `${name}: ${read}`,
              () => rateOf({ url, connections, seconds, requests: [reads[read]] }),
            ],
          ),
        ]);
        figures.push(
          ...against(
            read === 'list' ? 'list of 25' : read,
            sides,
            unlikes.map(() => listUnlike),
          ),
        );
      }
      return figures;
    } finally {
      for (const { stop } of found) await stop();
    }
  });
}

const listUnlike =
  'Answers differ in size: each shows its own fields. Ours checks a key and a limit, and writes a line of log.';

/** Adds each as soon as it runs, so that it is stopped if the next one does not start. */
async function startLedgers({ testbed, say }: Bench, found: LedgerPeer[]): Promise<void> {
  if (formance !== undefined) found.push(await startFormance(testbed, formance, merchants));
  if (blnk !== undefined) {
    const redis = env['BENCH_REDIS'] ?? findProgram('redis-server', []);
    if (redis === undefined) say('peers: Blnk is not measured, redis-server is not installed');
    else found.push(await startBlnk(testbed, { blnk, redis }, merchants));
  }
}

/** Ours against each of the others. */
function against(
  what: string,
  [ours, ...others]: readonly Side[],
  unlikes: readonly string[],
): readonly Figure[] {
  if (ours === undefined) return [];
  return others.map((other, place) => ({
    id: 'peers',
    what: `${what}: ${other.of.split(':')[0]}`,
    values: ratios(ours.values, other.values),
    unit: 'x',
    about: ratesOf([ours, other]),
    plot: { over: 'rounds', unit: '/s', sides: [ours, other] },
    unlike: unlikes[place] ?? '',
  }));
}

const queueUnlike =
  'Jobs do nothing. Ours belong to a merchant and end in a transaction of their own; pg-boss takes and ends 16 in a batch.';

async function queueFigures(bench: Bench): Promise<readonly Figure[]> {
  const folder = queues;
  if (folder === undefined) {
    bench.say('peers: no queue is measured, BENCH_QUEUES is not set');
    return [];
  }
  const { testbed, seconds } = bench;
  const merchant = await testbed.aMerchant();
  const latencies = new Map<QueueName, number[]>();
  const names: readonly QueueName[] = ['our own', 'graphile-worker', 'pg-boss'];
  const common = {
    folder,
    dataDir: testbed.dataDir,
    merchantId: merchant.merchantId,
    jobs: jobsPerSecond * seconds,
  };
  const measured: Measured[] = [];
  for (const queue of names) {
    const url = queue === 'our own' ? testbed.ownerUrl : await databaseOf(testbed, queue);
    measured.push([
      queue,
      async () => {
        const ran: Ran = await runQueue({ ...common, queue, url });
        latencies.set(queue, [...(latencies.get(queue) ?? []), median(ran.latencies)]);
        return ran.perSecond;
      },
    ]);
  }
  const sides = await inTurn(bench, 'peers: jobs', measured);
  const waits = names.map((of): Side => ({ of, values: (latencies.get(of) ?? []).slice(1) }));
  return [
    ...against(
      'jobs',
      sides,
      names.slice(1).map(() => queueUnlike),
    ),
    ...waits.map(
      ({ of, values }): Figure => ({
        id: 'peers',
        what: `a job, from asking for it to its start: ${of}`,
        values,
        unit: 'ms',
        about: 'one after the other; each value is the median of a round',
      }),
    ),
  ];
}

function databaseOf(testbed: Testbed, queue: QueueName): Promise<string> {
  return createDatabase(testbed, `peer_${queue.replace('-', '_')}`);
}
