import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oldEvents } from '../../../../../src/domain/notices/events/forget-queries.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { inBatches, type OldRows } from '../../../../../src/platform/jobs/daily-batches.ts';
import { aDistributedDatabase } from '../../../../support/citus/distributed.ts';
import { missingCitus } from '../../../../support/citus/nodes.ts';

/** Of the table event_sequences: rows with a last number above 100. A row with 666 cannot be deleted. */
const rows: OldRows = {
  batch: 2,
  all: 'SELECT 1 / 0 AS count',
  ofMerchant: `WITH gone AS (DELETE FROM event_sequences WHERE merchant_id = $2 AND ctid = ANY (ARRAY(
      SELECT ctid FROM event_sequences WHERE merchant_id = $2 AND last > 100 LIMIT $1)) RETURNING 1 / (last - 666))
    SELECT count(*)::int AS count FROM gone`,
  // One at a time, and in an order that puts the failing merchant first.
  merchants: `SELECT merchant_id FROM event_sequences WHERE last > 100 AND NOT merchant_id = ANY ($1::uuid[]) GROUP BY merchant_id
    ORDER BY bool_or(last = 666) DESC, merchant_id LIMIT 1`,
};

describe.skipIf(missingCitus !== '')(`daily jobs on a cluster of three nodes${missingCitus}`, () => {
  let database: Awaited<ReturnType<typeof aDistributedDatabase>>;

  beforeAll(async () => {
    database = await aDistributedDatabase();
  }, 300_000);

  afterAll(async () => {
    await database?.close();
  }, 60_000);

  const run = (signal: AbortSignal) => inBatches(rows)({ db: database.databases.sandbox }, signal);

  const add = async (merchant: string, numbers: readonly number[]) => {
    for (const last of numbers)
      await database.asOwner(
        'INSERT INTO sandbox.event_sequences (merchant_id, resource_id, last) VALUES ($1, $2, $3)',
        [merchant, newId(), last],
      );
  };

  const left = async (merchant: string): Promise<readonly number[]> => {
    const found = await database.asOwner(
      'SELECT last FROM sandbox.event_sequences WHERE merchant_id = $1 ORDER BY last',
      [merchant],
    );
    return found.map(({ last }) => Number(last));
  };

  it('go through all rows of each merchant, keep those of a failing one, and throw its error at the end', async () => {
    const [failing, ...others] = Array.from({ length: 6 }, newId);
    await add(String(failing), [666]);
    for (const merchant of others) await add(merchant, [1, 101, 102, 103, 104, 105]);

    await expect(run(AbortSignal.timeout(60_000))).rejects.toThrow('division by zero');

    expect(await left(String(failing))).toEqual([666]);
    expect(await Promise.all(others.map(left))).toEqual(others.map(() => [1]));
  });

  it('begin with no merchant when the process stops', async () => {
    const merchants = [newId(), newId()];
    for (const merchant of merchants) await add(merchant, [101, 102, 103]);

    await expect(run(AbortSignal.abort())).rejects.toThrow('aborted');

    expect(await Promise.all(merchants.map(left))).toEqual(merchants.map(() => [101, 102, 103]));
  });

  it('forget old events of each merchant, past those that are kept for a delivery', async () => {
    const merchants = [newId(), newId()];
    for (const merchant of merchants) {
      await database.asOwner(
        `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
         SELECT $1, gen_random_uuid(), 'test', gen_random_uuid(), 1, '{}', now() - days * interval '1 day'
         FROM generate_series(89, 92) AS days, generate_series(1, 700)`,
        [merchant],
      );
      await database.asOwner(
        `INSERT INTO sandbox.event_bodies (merchant_id, event_id, api_version, body)
         SELECT merchant_id, event_id, 'v', '{}' FROM sandbox.events WHERE merchant_id = $1`,
        [merchant],
      );
      const [lane] = await database.asOwner(
        `INSERT INTO sandbox.webhook_lanes (merchant_id, lane_id, app_id, origin)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'https://shop.example') RETURNING lane_id`,
        [merchant],
      );
      await database.asOwner(
        `INSERT INTO sandbox.webhook_deliveries
           (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence, state, attempts, max_attempts)
         SELECT merchant_id, event_id, event_id, 'v', $2, 'app', 'https://shop.example/', 'event', resource_id, 1, 'due', 0, 5
         FROM sandbox.events WHERE merchant_id = $1 AND created_at < now() - interval '91.5 days'`,
        [merchant, lane?.['lane_id']],
      );
    }

    await inBatches(oldEvents)({ db: database.databases.sandbox }, AbortSignal.timeout(60_000));

    for (const merchant of merchants) {
      const [row] = await database.asOwner(
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE created_at < now() - interval '90 days')::int AS old
         FROM sandbox.events WHERE merchant_id = $1`,
        [merchant],
      );
      expect(row).toEqual({ all: 1400, old: 700 });
    }
  });
});
