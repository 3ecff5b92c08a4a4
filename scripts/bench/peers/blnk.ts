import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadRequest, unique } from '../load/load.ts';
import { freePort, output, type ServerProcess, serve, serveUntilHeard } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import {
  ask,
  connectionsOfPeer,
  createDatabase,
  json,
  type LedgerPeer,
  logOf,
  postings,
  tryOut,
} from './ledger-peer.ts';

type Programs = { readonly blnk: string; readonly redis: string };

/** Starts Blnk, and the Redis that it takes its locks in. */
export async function startBlnk(
  testbed: Testbed,
  { blnk, redis }: Programs,
  merchants: number,
): Promise<LedgerPeer> {
  const database = await createDatabase(testbed, 'peer_blnk');
  const locks = await startRedis(testbed, redis);
  const port = await freePort();
  writeSettings(testbed, { database, port, redisPort: locks.port });
  // It reads ./blnk.json.
  const cwd = testbed.dataDir;
  await output(blnk, ['migrate', 'up'], { cwd });
  const { baseUrl, stop } = await serve({
    program: blnk,
    words: () => ['start'],
    port,
    cwd,
    log: logOf(testbed, 'blnk'),
    readyPath: '/health',
  });
  const ledger = await ask<{ ledger_id: string }>(baseUrl, posted('/ledgers', { name: 'bench' }));
  const accounts = ['gateway_clearing', 'fees', 'reserve', 'pending', 'available'] as const;
  const owned: Record<string, string>[] = [];
  for (let merchant = 0; merchant < merchants; merchant += 1) {
    const ids: Record<string, string> = {};
    for (const account of accounts) {
      const wanted = { ledger_id: ledger.ledger_id, currency: 'USD', meta_data: { merchant, account } };
      ids[account] = (await ask<{ balance_id: string }>(baseUrl, posted('/balances', wanted))).balance_id;
    }
    owned.push(ids);
  }
  return await tryOut({
    name: 'Blnk',
    url: baseUrl,
    writes: owned.map(writeFor),
    reads: {
      balance: { method: 'GET', path: `/balances/${owned[0]?.['available']}`, headers: {} },
      list: { method: 'GET', path: '/transactions?limit=25', headers: {} },
    },
    unlike:
      'Blnk writes four transactions in one atomic call past its queue, with its locks in Redis; its list is of all merchants. Our payment is four calls, with pages, a card charge, fees, an event, and a signed and recorded webhook.',
    stop: async () => {
      await stop();
      await locks.stop();
    },
  });
}

function writeFor(ids: Readonly<Record<string, string>>): LoadRequest {
  const all = [...postings.captured, ...postings.settled];
  const transactions = all.map(({ source, destination, amount }, number) => ({
    precise_amount: amount,
    precision: 10_000,
    currency: 'USD',
    reference: `${unique}-${number}`,
    source: ids[source],
    destination: ids[destination],
    allow_overdraft: source === 'gateway_clearing',
    description: 'payment',
  }));
  return posted('/transactions/bulk', { atomic: true, skip_queue: true, transactions });
}

function posted(path: string, body: object): LoadRequest {
  return { method: 'POST', path, headers: json, body: JSON.stringify(body) };
}

function writeSettings(
  { dataDir }: Testbed,
  { database, port, redisPort }: { database: string; port: number; redisPort: number },
): void {
  const settings = {
    project_name: 'bench',
    data_source: { dns: database, max_open_conns: connectionsOfPeer, max_idle_conns: connectionsOfPeer },
    redis: { dns: `127.0.0.1:${redisPort}` },
    server: { port: String(port), secure: false },
    enable_telemetry: false,
    enable_observability: false,
  };
  writeFileSync(join(dataDir, 'blnk.json'), JSON.stringify(settings));
}

/** It holds locks only, and writes nothing to disk. */
async function startRedis(
  testbed: Testbed,
  program: string,
): Promise<{ readonly port: number; readonly stop: ServerProcess['stop'] }> {
  const port = await freePort();
  const words = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  const { stop } = await serveUntilHeard({ program, words, log: logOf(testbed, 'redis'), port });
  return { port, stop };
}
