import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dailyJobs } from '../../../../src/app/job-handlers.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
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
});
