import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { Client } from 'pg';
import { secretKeyOf } from '../../../../src/app/config.ts';
import { startEmbedded } from '../../../../src/platform/db/embedded.ts';
import { createCheckout, get } from '../../load/calls.ts';
import { rateOf } from '../../load/load.ts';
import { type Paid, payAndDeliver } from '../../load/paying.ts';
import { startReceiver } from '../../load/receiver.ts';
import { type Figure, ratioFigure } from '../../measure/figures.ts';
import { type Bench, interleaved, type Measured, type Scenario } from '../../measure/scenario.ts';
import { output, serve } from '../../testbed/processes.ts';

const connections = 16;
const merchants = 16;
const here = resolve(import.meta.dirname, '../../../..');
const other = env['BENCH_RELEASE'];

export const release: Scenario = {
  name: 'release',
  about:
    'full payments, creates and lists of this checkout and of another one in turn: BENCH_RELEASE says where it is',
  onlyByName: true,
  run: async (bench) => {
    if (other === undefined) {
      bench.say('release: skipped, BENCH_RELEASE is not set');
      return [];
    }
    const folders = [here, resolve(other)] as const;
    const started: Release[] = [];
    try {
      for (const folder of folders) started.push(await startRelease(bench, folder));
      const [ours, theirs] = started;
      return ours && theirs ? await compareReleases(bench, [ours, theirs]) : [];
    } finally {
      for (const { stop } of started) await stop();
    }
  },
};

type Shop = { readonly secretKey: string };
type Release = Paid & { readonly shops: readonly Shop[]; readonly stop: () => Promise<void> };

/** Each is started, migrated and given its merchants by its own code, on a database of its own. */
async function startRelease({ say }: Bench, root: string): Promise<Release> {
  say(`release: starting ${root === here ? 'this checkout' : root}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-bench-release-'));
  const service = await serve({
    cwd: root,
    words: () => ['src/app/main.ts'],
    env: (port) => ({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'info' }),
    log: join(dataDir, 'service.log'),
    readyPath: '/readyz',
  });
  const embedded = await startEmbedded({
    dataDir,
    secretKey: secretKeyOf({ dataDir, secretKey: undefined }),
  });
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  const receiver = await startReceiver({ dataDir });
  const stop = async () => {
    await receiver.stop();
    await client.end();
    await service.stop();
    await embedded.stop();
    await rm(dataDir, { recursive: true });
  };
  const shops: Shop[] = [];
  for (let count = 0; count < merchants; count += 1) shops.push(await aShop(root, dataDir));
  return { service, client, receiver, shops, stop };
}

async function aShop(cwd: string, dataDir: string): Promise<Shop> {
  const { bin }: { bin: { mps: string } } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const words = [bin.mps, 'merchant', 'create', '--rate-limit', '1000000', '--json'];
  const made = await output(process.execPath, words, { cwd, env: { DATA_DIR: dataDir } });
  const { secret_key: secretKey }: { secret_key: string } = JSON.parse(made);
  return { secretKey };
}

async function compareReleases(
  bench: Bench,
  releases: readonly [Release, Release],
): Promise<readonly Figure[]> {
  const { seconds } = bench;
  const measures: Readonly<Record<string, (of: Release) => Promise<number>>> = {
    'full payment': (of) => payAndDeliver(bench, of, { merchants: of.shops, method: 'card', connections }),
    'create checkout': ({ service, shops }) =>
      rateOf({
        url: service.baseUrl,
        connections,
        seconds,
        requests: shops.map((shop) => createCheckout(shop)),
      }),
    'list of 25': ({ service, shops }) => {
      const requests = shops.map((shop) => get(shop, '/v1/transactions?limit=25'));
      return rateOf({ url: service.baseUrl, connections, seconds, requests });
    },
  };
  const figures: Figure[] = [];
  for (const [what, measure] of Object.entries(measures)) {
    const [ours, theirs] = releases;
    const sides: readonly [Measured, Measured] = [
      ['this one', () => measure(ours)],
      ['the other one', () => measure(theirs)],
    ];
    const named = { id: 'release', what: `${what}, against another release` };
    figures.push(ratioFigure(named, await interleaved(bench, `release: ${what}`, sides)));
  }
  return figures;
}
