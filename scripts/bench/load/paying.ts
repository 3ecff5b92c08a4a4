import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Bench, withService } from '../measure/scenario.ts';
import type { ServerProcess } from '../testbed/processes.ts';
import { openTestbed, withCommitTimes } from '../testbed/testbed.ts';
import { asOwner } from '../testbed/transactions.ts';
import { untilDelivered } from './backlog.ts';
import { createCheckout } from './calls.ts';
import { type Method, pay } from './payers.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** A service on a database of its own, with a receiver for its webhooks. */
export type Paid = {
  readonly service: ServerProcess;
  readonly client: Client;
  readonly receiver: Receiver;
};

export async function withPayments<T>(
  shared: Bench,
  work: (bench: Bench, paid: Paid) => Promise<T>,
): Promise<T> {
  const testbed = await openTestbed({ profile: shared.profile, settings: withCommitTimes });
  const receiver = await startReceiver(testbed);
  try {
    const bench = { ...shared, testbed };
    return await withService(bench, (service) =>
      asOwner(testbed, (client) => work(bench, { service, client, receiver })),
    );
  } finally {
    await receiver.stop();
    await testbed.stop();
  }
}

const waitedForMs = 120_000;

type Customers = {
  readonly merchants: readonly { readonly secretKey: string }[];
  readonly method: Method;
  readonly connections: number;
};

/** Payments per second. Only those count whose delivery was recorded before the last customer had paid. */
export async function payAndDeliver(
  { seconds }: Pick<Bench, 'seconds'>,
  { service, client, receiver }: Paid,
  { merchants, method, connections }: Customers,
): Promise<number> {
  const creates = merchants.map((merchant) => createCheckout(merchant, receiver.url));
  const paid = await pay({ url: service.baseUrl, connections, seconds, creates, method });
  if (paid.failed > 0) throw new Error(`${paid.failed} calls of a payment failed`);
  await untilDecided(client);
  await untilDelivered(client);
  await gatherStatistics(client);
  const { rows } = await client.query<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM sandbox.webhook_deliveries d JOIN sandbox.events e USING (merchant_id, event_id)
    WHERE d.state = 'delivered' AND e.type = 'payment.capture.completed'
      AND d.finished_at BETWEEN to_timestamp($1::float8 / 1000) AND to_timestamp($2::float8 / 1000)`,
    [paid.startedAt, paid.endedAt],
  );
  return (rows[0]?.delivered ?? Number.NaN) / ((paid.endedAt - paid.startedAt) / 1000);
}

/**
 * As autovacuum does once a minute, which is longer than a round. Until then sessions keep the plans that they made while the tables
 * were empty.
 */
export async function gatherStatistics(client: Client): Promise<void> {
  await client.query('ANALYZE');
}

/** Waits for the gateway's callbacks, which would otherwise slow what is measured next. */
async function untilDecided(client: Client): Promise<void> {
  const text = `SELECT count(*)::int AS left FROM sandbox.transactions WHERE status = 'pending'`;
  for (let waited = 0; waited < waitedForMs; waited += 50) {
    const { rows } = await client.query<{ left: number }>(text);
    if (rows[0]?.left === 0) return;
    await delay(50);
  }
  throw new Error('the gateway did not answer all payments within two minutes');
}
