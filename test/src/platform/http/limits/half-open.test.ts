import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SharedRateLimit } from '../../../../../src/platform/http/limits/rate-limit.ts';
import { shareRateLimit } from '../../../../../src/platform/http/limits/shared.ts';
import { createLog } from '../../../../../src/platform/log.ts';
import {
  aCountServer,
  type CountServer,
  countServerProgram,
} from '../../../../support/service/count-server.ts';

const skipped = countServerProgram === undefined ? ' (skipped: redis-server is missing)' : '';
const log = createLog({ level: 'info', destination: { write: () => undefined }, readable: false });

type Network = {
  readonly url: string;
  /** Loses the connections that are open without a word to either end. New ones are carried. */
  readonly loseOpenOnes: () => void;
  readonly close: () => Promise<void>;
};

/** Between a process and its server. */
async function aNetworkTo(port: number): Promise<Network> {
  const carried = new Set<Socket>();
  const all = new Set<Socket>();
  const network = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      all.add(from);
      carried.add(from);
      from.on('data', (bytes) => void (carried.has(from) && to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => void (carried.has(from) && to.destroy()));
    }
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  const address = network.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    loseOpenOnes: () => carried.clear(),
    close: async () => {
      for (const socket of all) socket.destroy();
      network.close();
      await once(network, 'close');
    },
  };
}

describe.skipIf(skipped !== '')(`a process whose connection is lost without a word${skipped}`, () => {
  let server: CountServer;
  let network: Network;
  let one: SharedRateLimit;

  beforeEach(async () => {
    server = await aCountServer();
    network = await aNetworkTo(Number(new URL(server.url).port));
    one = await shareRateLimit({ url: network.url, instances: 1, log });
    await vi.waitUntil(() => one.counting().how === 'together', { timeout: 60_000 });
  });
  afterEach(async () => {
    await one.close();
    await network.close();
    await server.kill();
  });

  it.each([
    ['after one call', 1],
    ['before any call', 0],
  ])('gives it up within seconds %s, and counts together again', async (_, calls) => {
    network.loseOpenOnes();

    for (let n = 0; n < calls; n += 1) await one.take('key', 60, 60_000, 0);

    // Three seconds of silence, up to one before the last ping, and time for a busy machine.
    await expect.poll(() => one.counting(), { timeout: 10_000 }).toEqual({ how: 'together', timesAlone: 1 });
  });
});
