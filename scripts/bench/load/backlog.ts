import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ServerProcess } from '../testbed/processes.ts';
import type { Testbed } from '../testbed/testbed.ts';
import { createCheckout, payOnce } from './calls.ts';

/** A delivery of a payment that the service really took. Its copies are what more such payments would have queued. */
export type SampleDelivery = {
  readonly merchantId: string;
  readonly deliveryId: string;
  readonly body: string;
};

/** Takes one payment for each of so many new merchants, whose webhooks go to `url`. */
export async function payAtManyMerchants(
  testbed: Testbed,
  { baseUrl }: ServerProcess,
  { merchants, url }: { merchants: number; url: string },
): Promise<void> {
  for (let count = 0; count < merchants; count += 1) {
    const merchant = await testbed.aMerchant();
    await payOnce(baseUrl, createCheckout(merchant, url), `sample-${count}`);
  }
}

export async function samplesIn(client: Client): Promise<readonly SampleDelivery[]> {
  await untilDelivered(client);
  const { rows } = await client.query<SampleDelivery>(
    `SELECT d.merchant_id AS "merchantId", d.delivery_id AS "deliveryId", b.body FROM sandbox.webhook_deliveries d
      JOIN sandbox.event_bodies b USING (merchant_id, event_id, api_version) ORDER BY d.lane_id`,
  );
  return rows;
}

// Copies whole rows, so that a column added later is copied too. The changes of a resource are inserted in their order.
const copyText = `WITH resources AS MATERIALIZED (
    SELECT m.*, uuidv7() AS resource_id FROM generate_series(1, $3::int / $4::int)
    CROSS JOIN unnest($1::uuid[], $2::uuid[]) AS m (merchant_id, delivery_id)),
  copies AS MATERIALIZED (
    SELECT d.merchant_id, d.delivery_id AS sample, d.event_id AS original,
      uuidv7() AS delivery_id, uuidv7() AS event_id, r.resource_id, change
    FROM generate_series(1, $4::int) change CROSS JOIN resources r
    JOIN sandbox.webhook_deliveries d USING (merchant_id, delivery_id)),
  events AS (
    INSERT INTO sandbox.events SELECT made.* FROM copies c
    JOIN sandbox.events e ON e.merchant_id = c.merchant_id AND e.event_id = c.original
    CROSS JOIN LATERAL jsonb_populate_record(e, jsonb_build_object('event_id', c.event_id, 'resource_id', c.resource_id,
      'sequence', c.change)) made),
  bodies AS (
    INSERT INTO sandbox.event_bodies SELECT made.* FROM copies c
    JOIN sandbox.event_bodies b ON b.merchant_id = c.merchant_id AND b.event_id = c.original
    CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('event_id', c.event_id)) made)
  INSERT INTO sandbox.webhook_deliveries SELECT made.* FROM copies c
  JOIN sandbox.webhook_deliveries d ON d.merchant_id = c.merchant_id AND d.delivery_id = c.sample
  CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('delivery_id', c.delivery_id, 'event_id', c.event_id,
    'resource_id', c.resource_id, 'sequence', c.change, 'state', 'due', 'attempts', 0, 'next_attempt_at', now(),
    'finished_at', NULL)) made
  ORDER BY c.change`;

/**
 * Copies each sample so many times, in one transaction. All copies are due now, unless they wait for an earlier change.
 *
 * @param copies.changes so many copies are changes of the same resource
 */
export async function fillBacklog(
  client: Client,
  samples: readonly SampleDelivery[],
  { times, changes = 1 }: { times: number; changes?: number },
): Promise<void> {
  const merchants = samples.map(({ merchantId }) => merchantId);
  const ids = samples.map(({ deliveryId }) => deliveryId);
  await client.query({ name: 'copies', text: copyText, values: [merchants, ids, times, changes] });
}

const waitedForMs = 120_000;

export async function untilDelivered(client: Client): Promise<void> {
  const text = `SELECT count(*)::int AS left FROM sandbox.webhook_deliveries WHERE finished_at IS NULL`;
  for (let waited = 0; waited < waitedForMs; waited += 50) {
    const { rows } = await client.query<{ left: number }>(text);
    if (rows[0]?.left === 0) return;
    await delay(50);
  }
  throw new Error('the deliveries did not finish within two minutes');
}
