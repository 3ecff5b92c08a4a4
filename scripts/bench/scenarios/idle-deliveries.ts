import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { untilDelivered } from '../load/backlog.ts';
import { createCheckout, payOnce } from '../load/calls.ts';
import { type Receiver, startReceiver } from '../load/receiver.ts';
import { latencies, latencyFigures, nowIn } from '../measure/latency.ts';
import { type Bench, type Scenario, withService } from '../measure/scenario.ts';
import { openTestbed, withCommitTimes } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';

const payments = 200;
const warmUp = 20;

export const idleDeliveries: Scenario = {
  name: 'P8',
  about: 'time from the commit of an event to its first delivery attempt, when the service is idle',
  run: async (shared) => {
    const testbed = await openTestbed({ settings: withCommitTimes });
    const bench = { ...shared, testbed };
    const receiver = await startReceiver(testbed);
    try {
      const values = await withService(bench, ({ baseUrl }) =>
        asOwner(testbed, (client) => measure(bench, baseUrl, { client, receiver })),
      );
      const about = `${values.length} deliveries of ${payments} payments, one after another`;
      return latencyFigures(values, { when: 'idle', about, goals: { p50: 5, p99: 50 } });
    } finally {
      await receiver.stop();
      await testbed.stop();
    }
  },
};

async function measure(
  { testbed, say }: Bench,
  baseUrl: string,
  { client, receiver }: { client: Client; receiver: Receiver },
): Promise<readonly number[]> {
  const create = createCheckout(await testbed.aMerchant(), receiver.url);
  const pay = async (reference: string) => {
    await payOnce(baseUrl, create, reference);
    // Let the service become idle again.
    await delay(20);
  };
  for (let count = 1; count <= warmUp; count += 1) await pay(`warm-up-${count}`);
  const since = await nowIn(client);
  for (let count = 1; count <= payments; count += 1) {
    await pay(`paid-${count}`);
    if (count % 50 === 0) say(`P8: ${count} payments`);
  }
  await untilDelivered(client);
  return await latencies(client, receiver, since);
}
