import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createCheckout } from '../../load/calls.ts';
import { rateOf } from '../../load/load.ts';
import { type Paid, payAndDeliver } from '../../load/paying.ts';
import { startReceiver } from '../../load/receiver.ts';
import { type Figure, ratioFigure } from '../../measure/figures.ts';
import { type Bench, interleaved, type Measured, type Scenario } from '../../measure/scenario.ts';
import { freePort, type ServerProcess } from '../../testbed/processes.ts';
import { openTestbed, someMerchants, type Testbed, withCommitTimes } from '../../testbed/testbed.ts';
import { asOwner } from '../../testbed/transactions.ts';

const scrapeMs = 1000;
const atMostSlower = 0.03;
const without = pathToFileURL(`${import.meta.dirname}/../../testbed/count-nothing.ts`).href;

export const metrics: Scenario = {
  name: 'metrics',
  about:
    'create checkouts, and full payments, with metrics that are read every second; baseline: the service counts nothing',
  run: async (shared) => {
    const testbed = await openTestbed({ settings: withCommitTimes });
    const receiver = await startReceiver(testbed);
    try {
      const bench = { ...shared, testbed };
      const some = await someMerchants(testbed, 16);
      const creates = some.map((merchant) => createCheckout(merchant));
      const create = ({ baseUrl }: ServerProcess) =>
        rateOf({ url: baseUrl, connections: 64, seconds: bench.seconds, requests: creates });
      const pay = (service: ServerProcess) =>
        asOwner(testbed, (client) => {
          const paid: Paid = { service, client, receiver };
          return payAndDeliver(bench, paid, { merchants: some, method: 'card', connections: 16 });
        });
      return [
        await measure(bench, 'create checkout, 64 connections', create),
        await measure(bench, 'full payment, 16 customers', pay),
      ];
    } finally {
      await receiver.stop();
      await testbed.stop();
    }
  },
};

async function measure(
  bench: Bench,
  what: string,
  rate: (service: ServerProcess) => Promise<number>,
): Promise<Figure> {
  const counting: Measured = ['with metrics', () => withMetrics(bench.testbed, rate)];
  const silent: Measured = ['without', () => withoutMetrics(bench.testbed, rate)];
  const sides = await interleaved(bench, `metrics ${what}`, [counting, silent]);
  const about = `/metrics read every ${scrapeMs} ms; a process of its own for each round`;
  return ratioFigure({ id: 'metr', what, goal: { atLeast: 1 - atMostSlower }, about }, sides);
}

async function withMetrics<T>(testbed: Testbed, work: (service: ServerProcess) => Promise<T>): Promise<T> {
  const port = await freePort();
  const service = await testbed.startService({ env: { ADMIN_PORT: String(port) } });
  const over = new AbortController();
  const scraping = scrape(`http://127.0.0.1:${port}/metrics`, over.signal);
  try {
    return await warmed(service, work);
  } finally {
    over.abort();
    await scraping;
    await service.stop();
  }
}

async function withoutMetrics<T>(testbed: Testbed, work: (service: ServerProcess) => Promise<T>): Promise<T> {
  const service = await testbed.startService({ env: { NODE_OPTIONS: `--import ${without}` } });
  try {
    return await warmed(service, work);
  } finally {
    await service.stop();
  }
}

/** The first time its statements are prepared and its functions compiled. */
async function warmed<T>(service: ServerProcess, work: (service: ServerProcess) => Promise<T>): Promise<T> {
  await work(service);
  return await work(service);
}

async function scrape(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    await answer.text();
    await delay(scrapeMs, undefined, { signal }).catch(() => undefined);
  }
}
