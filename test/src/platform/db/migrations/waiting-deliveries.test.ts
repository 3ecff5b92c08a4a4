import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type EarlierDatabase } from './earlier-release.ts';

const merchant = '0199aaaa-0000-7000-8000-000000000001';
const lane = '11111111-1111-4111-8111-111111111111';

let database: EarlierDatabase;
let client: Client;

beforeAll(async () => {
  database = await databaseBefore('0010');
  ({ client } = database);
});
afterAll(() => database.close());

/** Inserts a delivery as the previous release does: due, whatever came before. */
async function aDelivery(resource: number, sequence: number, trigger = 'event'): Promise<void> {
  await client.query(
    `WITH e AS (INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data)
        SELECT '${merchant}', uuidv7(), 'test', lpad($1::text, 32, '0')::uuid, $2::bigint + CASE WHEN $3 = 'replay' THEN 1000 ELSE 0 END, '{}' RETURNING *),
      b AS (INSERT INTO event_bodies SELECT merchant_id, event_id, 'v', '{}' FROM e)
     INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, max_attempts)
     SELECT merchant_id, uuidv7(), event_id, 'v', '${lane}', 'app', 'https://shop.example/', $3, resource_id, $2, 5 FROM e`,
    [resource, sequence, trigger],
  );
}

/** Resource, sequence and state of each delivery that this release or the previous one has not ended. */
async function unfinished(): Promise<readonly string[]> {
  const { rows } = await client.query<{ shown: string }>(
    `SELECT concat_ws(' ', ltrim(replace(resource_id::text, '-', ''), '0'), sequence, trigger, state) AS shown
     FROM webhook_deliveries WHERE finished_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ shown }) => shown);
}

/** As the previous release claims and records. */
async function previousReleaseDelivers(): Promise<void> {
  await client.query(
    "SELECT FROM claim_deliveries(64, '45 seconds', gen_random_uuid(), '00000000-0000-0000-0000-000000000000')",
  );
  await client.query(
    "UPDATE webhook_deliveries SET state = 'delivered', finished_at = now(), lease_until = NULL, lease_token = NULL WHERE state = 'sending'",
  );
}

it('lets deliveries wait that were due behind another one, and the previous release goes on delivering in order', async () => {
  await client.query(
    `INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin) VALUES ('${merchant}', '${lane}', '${lane}', 'https://shop.example')`,
  );
  for (const sequence of [1, 2, 3]) await aDelivery(1, sequence);
  await aDelivery(1, 1, 'replay');
  await aDelivery(2, 7);

  await database.migrateNow();
  const converted = await unfinished();
  await aDelivery(1, 4);
  await aDelivery(2, 8);
  const added = await unfinished();
  await previousReleaseDelivers();
  const afterOne = await unfinished();
  await previousReleaseDelivers();
  await previousReleaseDelivers();
  const afterThree = await unfinished();

  expect(converted).toEqual([
    '1 1 event due',
    '1 1 replay due',
    '1 2 event waiting',
    '1 3 event waiting',
    '2 7 event due',
  ]);
  expect(added).toEqual([
    ...converted.slice(0, 4),
    '1 4 event waiting',
    '2 7 event due',
    '2 8 event waiting',
  ]);
  expect(afterOne).toEqual(['1 2 event due', '1 3 event waiting', '1 4 event waiting', '2 8 event due']);
  expect(afterThree).toEqual(['1 4 event due']);
  const { rows } = await client.query(
    "SELECT convalidated FROM pg_constraint WHERE conname = 'delivery_state' AND conrelid = 'live.webhook_deliveries'::regclass",
  );
  expect(rows).toEqual([{ convalidated: true }]);
});
