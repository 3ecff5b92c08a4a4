import { setTimeout as pause } from 'node:timers/promises';
import { missingCitus, startNodes } from '../../../../test/support/citus/nodes.ts';
import { at, makeDatabase } from '../../../../test/support/citus/servers.ts';
import { createCheckout } from '../../load/calls.ts';
import { rateOf } from '../../load/load.ts';
import { payAndDeliver } from '../../load/paying.ts';
import { type Receiver, startReceiver } from '../../load/receiver.ts';
import { secondsOfServer } from '../../measure/cpu.ts';
import { type Figure, median, ratioFigure, type Side } from '../../measure/figures.ts';
import { type Bench, inTurn, type Measured, type Scenario, withService } from '../../measure/scenario.ts';
import type { ServerProcess } from '../../testbed/processes.ts';
import { openTestbed, someMerchants, type Testbed } from '../../testbed/testbed.ts';
import { asOwner } from '../../testbed/transactions.ts';

const merchants = 16;
const callers = 8;
/** As many as `mps citus distribute` makes. */
const shards = 32;

export const citus: Scenario = {
  name: 'citus',
  about:
    'create checkouts, and full payments, on Citus with 1 and 2 workers; baseline: one PostgreSQL of the same build',
  onlyByName: true,
  run: async (bench) => {
    if (missingCitus !== '') {
      bench.say('citus: skipped, CITUS_POSTGRES names no PostgreSQL with Citus');
      return [];
    }
    const servers: Server[] = [];
    try {
      for (const [of, nodes] of [
        ['one PostgreSQL', 1],
        ['1 worker', 2],
        ['2 workers', 3],
      ] as const)
        servers.push(await aServer(of, nodes));
      const spent: Spent[] = [];
      return [
        ...(await measure(bench, 'checkout', { servers, work: costing(create, spent) })),
        ...servers.map(({ of }) => cpuFigure(spent, of)),
        ...(await atRest(bench, servers)),
        ...(await measure(bench, 'full payment', { servers, work: pay })),
      ];
    } finally {
      for (const { receiver, testbed } of servers) {
        await receiver.stop();
        await testbed.stop();
      }
    }
  },
};

type Server = {
  readonly of: string;
  readonly testbed: Testbed;
  readonly receiver: Receiver;
  readonly merchants: Awaited<ReturnType<typeof someMerchants>>;
  /** The processes of PostgreSQL, the coordinator first. */
  readonly pids: readonly number[];
};

async function aServer(of: string, count: number): Promise<Server> {
  let pids: readonly number[] = [];
  const testbed = await openTestbed({
    server: async (secretKey) => {
      const nodes = await startNodes(count, { isDurable: true });
      pids = nodes.pids;
      await makeDatabase(nodes.url, { name: 'payments', secretKey, shards }).catch(async (error: unknown) => {
        await nodes.stop();
        throw error;
      });
      return { url: at(nodes.url, 'payments'), stop: nodes.stop };
    },
  });
  const receiver = await startReceiver(testbed);
  return { of, testbed, receiver, merchants: await someMerchants(testbed, merchants), pids };
}

type Work = (bench: Bench, server: Server, service: ServerProcess) => Promise<number>;

const create: Work = async ({ seconds }, server, { baseUrl }) => {
  const requests = server.merchants.map((merchant) => createCheckout(merchant));
  return await rateOf({ url: baseUrl, connections: callers, seconds, requests });
};

const pay: Work = async (bench, { testbed, receiver, merchants: some }, service) =>
  await asOwner(testbed, (client) => {
    const paid = { service, client, receiver };
    return payAndDeliver(bench, paid, { merchants: some, method: 'card', connections: callers });
  });

/** Notes what the servers compute for each. Not for payments: those that are delivered late cost something, and do not count. */
function costing(work: Work, spent: Spent[]): Work {
  return async (bench, server, service) => {
    const before = server.pids.map(secondsOfServer);
    const rate = await work(bench, server, service);
    const seconds = server.pids.map((pid, place) => secondsOfServer(pid) - (before[place] ?? 0));
    const [coordinator = 0, ...workers] = seconds.map((each) => (each * 1000) / (rate * bench.seconds));
    spent.push({ of: server.of, coordinator, workers: workers.reduce((sum, each) => sum + each, 0) });
    return rate;
  };
}

/** The processes of the other sides do not run meanwhile: each would look for work of its own. */
async function measure(
  bench: Bench,
  what: string,
  { servers, work }: { readonly servers: readonly Server[]; readonly work: Work },
): Promise<readonly Figure[]> {
  const sides = servers.map(
    (server): Measured => [
      server.of,
      () =>
        withService({ ...bench, testbed: server.testbed }, async (service) => {
          // The first time its statements are prepared and its functions compiled.
          await work(bench, server, service);
          return await work(bench, server, service);
        }),
    ],
  );
  const [alone, one, two] = await inTurn(bench, `citus ${what}`, sides);
  if (alone === undefined || one === undefined || two === undefined)
    throw new Error('three sides were measured');
  const about = `${callers} callers of ${merchants} merchants; all on the same cores`;
  const ratio = (side: Side, baseline: Side) =>
    ratioFigure({ id: 'node', what: `${what}, ${side.of} against ${baseline.of}`, about }, [side, baseline]);
  return [ratio(one, alone), ratio(two, alone), ratio(two, one)];
}

/** What the workers of a service cost that find nothing to do. */
async function atRest(bench: Bench, servers: readonly Server[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { of, testbed, pids } of servers) {
    const seconds = () => pids.reduce((sum, pid) => sum + secondsOfServer(pid), 0);
    const values = await withService({ ...bench, testbed }, async () => {
      const rounds: number[] = [];
      for (let round = 0; round < bench.rounds; round += 1) {
        const before = seconds();
        await pause(bench.seconds * 1000);
        rounds.push(((seconds() - before) * 1000) / bench.seconds);
      }
      return rounds;
    });
    const what = `CPU of PostgreSQL in a second without work, ${of}`;
    figures.push({ id: 'node', what, values, unit: 'ms', about: 'one service, both modes' });
  }
  return figures;
}

/** In ms of CPU for each checkout. */
type Spent = { readonly of: string; readonly coordinator: number; readonly workers: number };

function cpuFigure(spent: readonly Spent[], of: string): Figure {
  // Each service warms up, and so does the whole measurement in a round of its own.
  const rounds = spent.filter((each) => each.of === of).filter((_, place) => place > 1 && place % 2 === 1);
  const workers = median(rounds.map((each) => each.workers));
  return {
    id: 'node',
    what: `CPU of PostgreSQL for one checkout, ${of}`,
    values: rounds.map((each) => each.coordinator + each.workers),
    unit: 'ms',
    about: `${workers.toFixed(1)} ms of it on workers`,
  };
}
