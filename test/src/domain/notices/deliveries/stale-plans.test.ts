import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginAttempt } from '../../../../../src/domain/notices/deliveries/attempt.ts';
import type { ClaimedDelivery } from '../../../../../src/domain/notices/deliveries/claimed.ts';
import {
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../../../../src/domain/notices/deliveries/queries.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { randomUuid } from '../../../../../src/platform/ids.ts';
import { aContext, anApp, aPaymentRow, happens } from '../../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

// A database session plans a prepared statement once and keeps the plan. A worker's plans may date from when the queue was empty.

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  const [row] = await database.asOwner('SELECT current_database() AS name');
  await database.asOwner(
    `ALTER DATABASE ${String(row?.['name'])} SET plan_cache_mode = 'force_generic_plan'`,
  );
  ctx = aContext(database.databases);
});
afterAll(() => database.close());

const backlog = 4000;
const firstLane = '00000000-0000-0000-0000-000000000000';

async function claimedAndSent(): Promise<number> {
  const token = randomUuid();
  const claims = await claimDeliveriesAcrossMerchants(ctx.db, { free: 64, token, afterLane: firstLane });
  await recordAttemptsAcrossMerchants(
    ctx.db,
    claims.map((claim) => acknowledged(claim, token)),
  );
  return claims.length;
}

function acknowledged(claim: ClaimedDelivery, token: string) {
  return { ...beginAttempt(claim, token), address: '127.0.0.1', status: 204, failure: null };
}

/** Copies the only delivery, its event and its body many times, each for another resource. */
const copy = `WITH copies AS MATERIALIZED (
    SELECT d AS old, uuidv7() AS delivery_id, uuidv7() AS event_id, gen_random_uuid() AS resource_id
    FROM sandbox.webhook_deliveries d, generate_series(1, ${backlog})),
  events AS (
    INSERT INTO sandbox.events SELECT made.* FROM copies c JOIN sandbox.events e ON e.event_id = (c.old).event_id
    CROSS JOIN LATERAL jsonb_populate_record(e, jsonb_build_object('event_id', c.event_id, 'resource_id', c.resource_id)) made),
  bodies AS (
    INSERT INTO sandbox.event_bodies SELECT made.* FROM copies c JOIN sandbox.event_bodies b ON b.event_id = (c.old).event_id
    CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('event_id', c.event_id)) made)
  INSERT INTO sandbox.webhook_deliveries SELECT made.* FROM copies c
  CROSS JOIN LATERAL jsonb_populate_record(c.old, jsonb_build_object('delivery_id', c.delivery_id, 'event_id', c.event_id,
    'resource_id', c.resource_id, 'state', 'due', 'attempts', 0, 'finished_at', NULL)) made`;

/** How many rows of deliveries and bodies were read, by all sessions. */
async function rowsRead(): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(database.databases.sandbox);
  await database.asOwner('SELECT pg_stat_force_next_flush()');
  const [row] = await database.asOwner(
    `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables
     WHERE schemaname = 'sandbox' AND relname IN ('webhook_deliveries', 'event_bodies')`,
  );
  return Number(row?.['read']);
}

it('reads a few rows for each delivery when the query plan dates from an empty queue', async () => {
  const app = await anApp(ctx, { url: 'http://127.0.0.1:9/hook' });
  await happens(ctx, app.merchant, 'payment.capture.completed', aPaymentRow(app.merchant));
  expect(await claimedAndSent()).toBe(1);
  await database.asOwner(copy);
  const before = await rowsRead();

  const sent = await claimedAndSent();

  await expect.poll(rowsRead).toBeGreaterThan(before);
  expect(sent).toBe(4);
  expect((await rowsRead()) - before).toBeLessThan(400);
});

it('has only the primary key to find a delivery by its merchant, whatever a plan believes', async () => {
  const indexes = await database.asOwner(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid IN ('sandbox.webhook_deliveries'::regclass, 'live.webhook_deliveries'::regclass)
       AND a.attname = 'merchant_id' AND i.indpred IS NULL ORDER BY 1`,
  );

  expect(indexes.map(({ name }) => name)).toEqual([
    'live.webhook_deliveries_pkey',
    'sandbox.webhook_deliveries_pkey',
  ]);
});
