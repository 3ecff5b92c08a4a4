import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dailyJobs } from '../../../../src/app/job-handlers.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
import { openDatabases } from '../../../../src/platform/db/database.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { eventSetup } from '../../../support/receivers/deliveries.ts';
import { anApp, aPaymentRow, happens } from '../../../support/receivers/event-context.ts';

const setup = eventSetup();

const dayMs = 86_400_000;
const url = 'http://127.0.0.1:9/hook';

/** Records an event that happened `daysAgo`. */
function happened(merchant: MerchantId, daysAgo: number): Promise<void> {
  const then = { ...setup.ctx, now: () => new Date(Date.now() - daysAgo * dayMs) };
  return happens(then, merchant, 'payment.capture.completed', aPaymentRow(merchant));
}

async function finish(merchant: MerchantId, daysAgo: number): Promise<void> {
  const deliveries = await setup.ctx.db
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', attempts: 1, finished_at: sql`now() - ${daysAgo} * interval '1 day'` })
    .where('merchant_id', '=', merchant)
    .returning('delivery_id')
    .execute();
  for (const { delivery_id } of deliveries) {
    await setup.ctx.db
      .insertInto('webhook_attempts')
      .values({
        merchant_id: merchant,
        delivery_id,
        attempt_id: newId(),
        attempt: 1,
        started_at: new Date(),
        duration_ms: 5,
      })
      .execute();
  }
}

async function left(merchant: MerchantId) {
  const count = async (table: 'events' | 'event_bodies' | 'webhook_deliveries' | 'webhook_attempts') =>
    (await setup.ctx.db.selectFrom(table).select('merchant_id').where('merchant_id', '=', merchant).execute())
      .length;
  return {
    events: await count('events'),
    bodies: await count('event_bodies'),
    deliveries: await count('webhook_deliveries'),
    attempts: await count('webhook_attempts'),
  };
}

type Old = {
  readonly count: number;
  readonly daysAgo: number;
  readonly haveDeliveries?: boolean;
  readonly apartMs?: number;
};

/** Adds events that happened at once, or `apartMs`. Their deliveries wait for an app that is paused. */
async function addOld(
  merchant: MerchantId,
  { count, daysAgo, haveDeliveries = false, apartMs = 0 }: Old,
): Promise<void> {
  await setup.database.asOwner(
    `WITH added AS (
       INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT $1, gen_random_uuid(), 'payment.capture.completed', gen_random_uuid(), 1, '{}', now() - $3 * interval '1 day' + $5 * n * interval '1 ms'
       FROM generate_series(1, $2) AS n RETURNING *),
     bodies AS (INSERT INTO sandbox.event_bodies SELECT merchant_id, event_id, '2026-01-01', '{}' FROM added),
     lane AS (INSERT INTO sandbox.webhook_lanes (merchant_id, lane_id, app_id, origin) VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'https://shop.example') RETURNING lane_id)
     INSERT INTO sandbox.webhook_deliveries
       (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, state, attempts, max_attempts)
     SELECT merchant_id, event_id, event_id, '2026-01-01', lane_id, 'app', 'https://shop.example/', 'event', resource_id, 1, 'due', 0, 5
     FROM added, lane WHERE $4`,
    [merchant, count, daysAgo, haveDeliveries, apartMs],
  );
}

/** How many rows of events were read so far, by the owner's connection and by those that have ended. */
async function eventsRead(): Promise<number> {
  await setup.database.asOwner('SELECT pg_stat_force_next_flush()');
  const [row] = await setup.database.asOwner(
    `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_user_tables WHERE relid = 'sandbox.events'::regclass`,
  );
  return Number(row?.['read']);
}

describe('the log of events', () => {
  it('keeps a finished delivery and its attempts for 30 days', async () => {
    const old = await anApp(setup.ctx, { url });
    const young = await anApp(setup.ctx, { url });
    for (const { merchant } of [old, young]) await happened(merchant, 0);
    await finish(old.merchant, 31);
    await finish(young.merchant, 29);

    await dailyJobs['events.forget'](setup.ctx, AbortSignal.timeout(60_000));

    expect(await left(old.merchant)).toEqual({ events: 1, bodies: 1, deliveries: 0, attempts: 0 });
    expect(await left(young.merchant)).toEqual({ events: 1, bodies: 1, deliveries: 1, attempts: 1 });
  });

  it('keeps an event for 90 days, and longer while it has deliveries', async () => {
    const old = await anApp(setup.ctx, { url });
    const young = await anApp(setup.ctx, { url });
    const unfinished = await anApp(setup.ctx, { url });
    await happened(old.merchant, 91);
    await happened(young.merchant, 89);
    await happened(unfinished.merchant, 91);
    for (const { merchant } of [old, young]) await finish(merchant, 31);

    await dailyJobs['events.forget'](setup.ctx, AbortSignal.timeout(60_000));

    expect(await left(old.merchant)).toMatchObject({ events: 0, bodies: 0 });
    expect(await left(young.merchant)).toMatchObject({ events: 1, bodies: 1 });
    expect(await left(unfinished.merchant)).toMatchObject({ events: 1, bodies: 1, deliveries: 1 });
  });

  it('is cleared in as many batches as it takes', async () => {
    const { merchant } = await anApp(setup.ctx);
    await setup.database.asOwner(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
      SELECT $1, gen_random_uuid(), 'payment.capture.completed', gen_random_uuid(), 1, '{}', now() - interval '91 days'
      FROM generate_series(1, 2100)`,
      [merchant],
    );

    await dailyJobs['events.forget'](setup.ctx, AbortSignal.timeout(60_000));

    expect(await left(merchant)).toMatchObject({ events: 0 });
  });

  it('is walked through once, however many old events are kept for their deliveries', async () => {
    const [kept, old] = [10_000, 5_000];
    const { merchant } = await anApp(setup.ctx);
    await addOld(merchant, { count: kept, daysAgo: 92, haveDeliveries: true, apartMs: 1 });
    await addOld(merchant, { count: old, daysAgo: 91, apartMs: 1 });
    const { url: database, secretKey } = setup.database;
    // PostgreSQL counts what a connection has read when the connection ends.
    const databases = openDatabases({ url: database, secretKey, report: () => undefined });
    const before = await eventsRead();

    await dailyJobs['events.forget']({ ...setup.ctx, db: databases.sandbox }, AbortSignal.timeout(60_000));

    await databases.close();
    await expect.poll(eventsRead, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + kept + old);
    expect(await left(merchant)).toMatchObject({ events: kept });
    // Once to look at each, and again for foreign keys and to delete. If each batch began with the oldest it would be 200,000.
    expect((await eventsRead()) - before).toBeLessThan(3 * (kept + old));
    await setup.database.asOwner('TRUNCATE sandbox.events CASCADE; TRUNCATE sandbox.webhook_deliveries');
  });

  it('is cleared of one merchant, also past events that are kept, and of nobody else', async () => {
    const { merchant } = await anApp(setup.ctx);
    const { merchant: other } = await anApp(setup.ctx);
    await addOld(merchant, { count: 5, daysAgo: 93 });
    await addOld(merchant, { count: 12, daysAgo: 92, haveDeliveries: true });
    await addOld(merchant, { count: 23, daysAgo: 91 });
    await addOld(merchant, { count: 3, daysAgo: 89 });
    await addOld(other, { count: 2, daysAgo: 91 });

    const seen: number[] = [];
    for (let last: unknown = null, count = 10; count === 10; seen.push(count)) {
      const [row] = await setup.database.asOwner(
        'SELECT seen, last FROM sandbox.forget_events_of_after($1, 10, $2)',
        [merchant, last],
      );
      last = row?.['last'];
      count = Number(row?.['seen']);
    }

    expect(seen).toEqual([10, 10, 10, 10, 0]);
    expect(await left(merchant)).toMatchObject({ events: 12 + 3 });
    expect(await left(other)).toMatchObject({ events: 2 });
  });
});
