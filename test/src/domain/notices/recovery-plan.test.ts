import { expect, it } from 'vitest';
import { anEvent, eventService, finishDeliveries, manyLost } from '../../../support/receivers/events.ts';

const service = eventService();

const lost = 2000;

/** A session reports what it has read when it ends, at the latest. */
async function rowsRead(): Promise<number> {
  const [row] = await service.app.database.asOwner(
    `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables
     WHERE schemaname = 'sandbox' AND relname IN ('events', 'webhook_deliveries')`,
  );
  return Number(row?.['read']);
}

it('a recovery for a merchant of whom the statistics know one event reads all their events a few times', async () => {
  const { asOwner } = service.app.database;
  const shop = await service.aShop();
  const like = await anEvent(shop.api);
  // To these statistics two indexes seem equally good, and their order decides. It is another one after a restore, and on a cluster.
  await asOwner('REINDEX INDEX CONCURRENTLY sandbox.webhook_deliveries_pkey');
  await asOwner('REINDEX INDEX CONCURRENTLY sandbox.events_pkey');
  await asOwner('VACUUM ANALYZE sandbox.webhook_deliveries, sandbox.events, sandbox.webhook_lanes');
  await manyLost(asOwner, shop, lost, like);
  await finishDeliveries(service.app, 'exhausted', shop);

  await asOwner('SELECT pg_stat_force_next_flush()');
  const before = await rowsRead();

  for (const mode of ['all', 'latest_per_resource'])
    expect((await shop.api('recoverEvents', { body: { from_date: '2026-01-01', mode } })).data.replayed).toBe(
      lost + 1,
    );

  await asOwner(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'mps_sandbox'",
  );
  await expect.poll(rowsRead).toBeGreaterThan(before + 2 * lost);
  expect((await rowsRead()) - before).toBeLessThan(20 * lost);
});
