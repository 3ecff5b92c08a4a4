import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { payByCard } from '../../test/support/page.ts';
import { call, createCheckout, type Opened } from './calls.ts';
import type { Place, Service } from './place.ts';

const goodCard = '4242424242424242';

/** A delivery that the product wrote and made; copies of it are what it would have written for more such payments. */
export type Model = { readonly merchantId: string; readonly deliveryId: string; readonly body: string };

/** One payment of each of so many merchants, each told at an address of the receiver. */
export async function payAndTell(
  place: Place,
  { baseUrl }: Service,
  { merchants, url }: { merchants: number; url: string },
): Promise<void> {
  for (let count = 0; count < merchants; count += 1) {
    const merchant = await place.aMerchant();
    const checkout = await call<Opened>(baseUrl, createCheckout(merchant, url), `model-${count}`);
    const page = await payByCard(checkout.payment_url, goodCard);
    if (page.name !== 'receipt') throw new Error(`a good card led to the page ${page.name}`);
  }
}

export async function modelsIn(client: Client): Promise<readonly Model[]> {
  await untilDelivered(client);
  const { rows } = await client.query<Model>(
    `SELECT d.merchant_id AS "merchantId", d.delivery_id AS "deliveryId", b.body FROM sandbox.webhook_deliveries d
      JOIN sandbox.event_bodies b USING (merchant_id, event_id, api_version) ORDER BY d.lane_id`,
  );
  return rows;
}

// Whole rows, so that a column that is new is copied too.
const copyText = `WITH copies AS MATERIALIZED (
    SELECT d.merchant_id, d.delivery_id AS model, d.event_id AS told,
      uuidv7() AS delivery_id, uuidv7() AS event_id, uuidv7() AS resource_id
    FROM generate_series(1, $3::int) n CROSS JOIN unnest($1::uuid[], $2::uuid[]) AS m (merchant_id, delivery_id)
    JOIN sandbox.webhook_deliveries d USING (merchant_id, delivery_id)),
  events AS (
    INSERT INTO sandbox.events SELECT made.* FROM copies c
    JOIN sandbox.events e ON e.merchant_id = c.merchant_id AND e.event_id = c.told
    CROSS JOIN LATERAL jsonb_populate_record(e, jsonb_build_object('event_id', c.event_id, 'resource_id', c.resource_id)) made),
  bodies AS (
    INSERT INTO sandbox.event_bodies SELECT made.* FROM copies c
    JOIN sandbox.event_bodies b ON b.merchant_id = c.merchant_id AND b.event_id = c.told
    CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('event_id', c.event_id)) made)
  INSERT INTO sandbox.webhook_deliveries SELECT made.* FROM copies c
  JOIN sandbox.webhook_deliveries d ON d.merchant_id = c.merchant_id AND d.delivery_id = c.model
  CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('delivery_id', c.delivery_id, 'event_id', c.event_id,
    'resource_id', c.resource_id, 'state', 'due', 'attempts', 0, 'next_attempt_at', now(), 'finished_at', NULL)) made`;

/** Each model so many times, all of them due, in one transaction. */
export async function fillBacklog(client: Client, models: readonly Model[], times: number): Promise<void> {
  const merchants = models.map(({ merchantId }) => merchantId);
  const ids = models.map(({ deliveryId }) => deliveryId);
  await client.query({ name: 'copies', text: copyText, values: [merchants, ids, times] });
}

const waitedForMs = 120_000;

export async function untilDelivered(client: Client): Promise<void> {
  const text = `SELECT count(*)::int AS left FROM sandbox.webhook_deliveries WHERE state IN ('due', 'sending')`;
  for (let waited = 0; waited < waitedForMs; waited += 50) {
    const { rows } = await client.query<{ left: number }>(text);
    if (rows[0]?.left === 0) return;
    await delay(50);
  }
  throw new Error('the deliveries were not over within two minutes');
}
