import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginAttempt } from '../../../../../src/domain/notices/deliveries/attempt.ts';
import {
  claimDeliveriesAcrossMerchants,
  recordAttemptsAcrossMerchants,
} from '../../../../../src/domain/notices/deliveries/queries.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import { inTransactionAcrossMerchants } from '../../../../../src/platform/db/database.ts';
import * as spread from '../../../../../src/platform/db/together/spread.ts';
import { announcedIn } from '../../../../../src/platform/jobs/announced.ts';
import { times } from '../../../../support/checks/at-once.ts';
import {
  type App,
  aContext,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';

const captured = 'payment.capture.completed';
const firstLane = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner(
    "UPDATE sandbox.webhook_deliveries SET state = 'delivered', lease_token = NULL, finished_at = now()",
  );
});

/** An app with one lane and so many deliveries that are due, each of its own resource. */
async function anAppWith(due: number, about: { of?: App['merchant'] } = {}): Promise<App> {
  const app = await anApp(ctx, { ...about, url: `http://127.0.0.1:9/${randomUUID()}` });
  await happens(ctx, app.merchant, captured, aPaymentRow(app.merchant));
  await copies(app, due - 1);
  return app;
}

/** Copies the due delivery of an app's lane, with its event and body. */
async function copies(
  { appId }: App,
  count: number,
  sequence = '1',
  resource = 'gen_random_uuid()',
): Promise<void> {
  await database.asOwner(
    `WITH one AS (SELECT d AS old, d.resource_id FROM sandbox.webhook_deliveries d JOIN sandbox.webhook_lanes l USING (merchant_id, lane_id)
        WHERE l.app_id = $1 AND d.state = 'due' ORDER BY d.sequence LIMIT 1),
      copies AS MATERIALIZED (SELECT one.old, uuidv7() AS delivery_id, uuidv7() AS event_id, ${resource} AS resource_id, ${sequence} AS sequence
        FROM one, generate_series(2, $2::int + 1) AS s (place)),
      events AS (INSERT INTO sandbox.events SELECT made.* FROM copies c JOIN sandbox.events e ON e.event_id = (c.old).event_id
        CROSS JOIN LATERAL jsonb_populate_record(e, jsonb_build_object('event_id', c.event_id, 'resource_id', c.resource_id, 'sequence', c.sequence)) made),
      bodies AS (INSERT INTO sandbox.event_bodies SELECT made.* FROM copies c JOIN sandbox.event_bodies b ON b.event_id = (c.old).event_id
        CROSS JOIN LATERAL jsonb_populate_record(b, jsonb_build_object('event_id', c.event_id)) made)
      INSERT INTO sandbox.webhook_deliveries SELECT made.* FROM copies c
      CROSS JOIN LATERAL jsonb_populate_record(c.old, jsonb_build_object('delivery_id', c.delivery_id, 'event_id', c.event_id,
        'resource_id', c.resource_id, 'sequence', c.sequence)) made ORDER BY c.sequence`,
    [appId, count],
  );
}

/** The lanes of these apps have been healthy, or failing, for a while. */
async function lanes(apps: readonly App[], set: string): Promise<void> {
  await database.asOwner(`UPDATE sandbox.webhook_lanes SET ${set} WHERE app_id = ANY ($1::uuid[])`, [
    apps.map(({ appId }) => appId),
  ]);
}

async function laneOf({ appId }: App) {
  return await ctx.db
    .selectFrom('webhook_lanes')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
}

async function claim(free: number) {
  const token = randomUUID();
  const claims = await claimDeliveriesAcrossMerchants(ctx.db, { free, token, afterLane: firstLane });
  return { claims, token };
}

const inFlight = ({ claims }: Awaited<ReturnType<typeof claim>>, { merchant }: App) =>
  claims.filter(({ merchant_id }) => merchant_id === merchant).length;

async function answer({ claims, token }: Awaited<ReturnType<typeof claim>>, status: number): Promise<void> {
  const failure = status === 204 ? null : 'http';
  const attempts = claims.map((one) => ({ ...beginAttempt(one, token), status, failure }));
  await recordAttemptsAcrossMerchants(ctx.db, attempts);
}

const aSecondAgo = "steady_since = now() - interval '2 seconds'";

/** How many temporary files the statements of workers have written. */
async function temporaryFiles(): Promise<number> {
  const flush = CompiledQuery.raw('SELECT pg_stat_force_next_flush()');
  await inTransactionAcrossMerchants(ctx.db, (tx) => tx.executeQuery(flush));
  const [row] = await database.asOwner(
    'SELECT temp_files AS files FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.['files']);
}

describe('a claim among many lanes', () => {
  it('takes the first four of each, then fills half of the places of a worker, and sorts in memory', async () => {
    const apps = await Promise.all(times(64, () => anAppWith(40)));
    await lanes(apps, 'max_in_flight = 32');
    const before = await temporaryFiles();

    const counts: number[] = [];
    for (const free of [256, 100, 200, 256]) counts.push((await claim(free)).claims.length);

    expect(counts).toEqual([256, 0, 72, 128]);
    expect((await temporaryFiles()) - before).toBe(0);
  });
});

describe('a lane', () => {
  it('may have twice as many in flight after each second without a failure, up to 32, and four again after one', async () => {
    const app = await anAppWith(200);
    const limits: number[] = [];
    for (const status of [204, 204, 204, 204, 500]) {
      await lanes([app], aSecondAgo);
      const claimed = await claim(256);
      limits.push(inFlight(claimed, app));
      await answer(claimed, status);
    }
    const failed = await laneOf(app);

    await answer(await claim(256), 204);
    const recovered = await laneOf(app);

    expect(limits).toEqual([4, 8, 16, 32, 32]);
    expect(failed.max_in_flight).toBe(4);
    expect(failed.failing_since).not.toBeNull();
    expect([recovered.max_in_flight, recovered.failing_since]).toEqual([4, null]);
  });

  it('has no more in flight before a second has passed, and is not written meanwhile', async () => {
    const app = await anAppWith(20);
    // However long this takes.
    await lanes([app], "steady_since = now() + interval '1 hour'");
    const before = await laneOf(app);

    for (let batch = 0; batch < 3; batch += 1) await answer(await claim(256), 204);

    expect(await laneOf(app)).toEqual(before);
  });

  it('loses its room for more by a single failure among many successes', async () => {
    const app = await anAppWith(40);
    await lanes([app], 'max_in_flight = 32');
    const { claims, token } = await claim(256);

    const attempts = claims.map((one, index) => ({
      ...beginAttempt(one, token),
      ...(index === 7 ? { status: 500, failure: 'http' } : { status: 204, failure: null }),
    }));
    await recordAttemptsAcrossMerchants(ctx.db, attempts);

    const lane = await laneOf(app);
    expect([lane.max_in_flight, lane.failing_since]).toEqual([4, null]);
  });

  it('has each attempt once, also if the answer of the database was lost and it is recorded again', async () => {
    const app = await anAppWith(1);
    const { claims, token } = await claim(256);
    const attempts = claims.map((one) => ({ ...beginAttempt(one, token), status: 204, failure: null }));

    for (let time = 0; time < 2; time += 1) await recordAttemptsAcrossMerchants(ctx.db, attempts);

    const recorded = ctx.db.selectFrom('webhook_attempts').selectAll();
    expect(await recorded.where('merchant_id', '=', app.merchant).execute()).toMatchObject([
      { attempt_id: attempts[0]?.attemptId, late: false },
    ]);
  });
});

describe('a merchant', () => {
  it('has sixteen in flight, and as many as four of its healthy lanes may have', async () => {
    const first = await anAppWith(40);
    const apps = [first];
    for (let more = 0; more < 4; more += 1) apps.push(await anAppWith(40, { of: first.merchant }));
    const poor = await claim(256);
    await answer(poor, 204);
    await lanes(apps, 'max_in_flight = 16');

    const healthy = await claim(256);

    expect([inFlight(poor, first), inFlight(healthy, first)]).toEqual([16, 64]);
  });

  it('has room for a lane that may have four while a fast one has thirty-two in flight, but not for ten such lanes', async () => {
    const fast = await anAppWith(40);
    await lanes([fast], 'max_in_flight = 32');
    const busy = await claim(256);
    const slow = [];
    for (let more = 0; more < 10; more += 1) slow.push(await anAppWith(8, { of: fast.merchant }));

    const beside = await claim(256 - busy.claims.length);
    const later = await claim(256 - busy.claims.length - beside.claims.length);

    expect([busy, beside, later].map(({ claims }) => claims.length)).toEqual([32, 16, 0]);
  });

  it('has room for a lane that may have four, however many fast ones are busy', async () => {
    const first = await anAppWith(40);
    const fast = [first];
    for (let more = 1; more < 4; more += 1) fast.push(await anAppWith(40, { of: first.merchant }));
    await lanes(fast, 'max_in_flight = 32');
    const busy = await claim(256);
    const slow = await anAppWith(8, { of: first.merchant });

    // Of the same worker: the half that is left is kept for the first ones.
    const beside = await claim(256 - busy.claims.length);

    const lane = (await laneOf(slow)).lane_id;
    const [served] = await database.asOwner(
      `SELECT count(*)::int AS n FROM sandbox.webhook_deliveries WHERE lane_id = $1 AND state = 'sending'`,
      [lane],
    );
    expect(busy.claims.length).toBeGreaterThanOrEqual(128);
    expect([beside.claims.length, served?.['n']]).toEqual([4, 4]);
  });

  it('that is alone has at most half the slots of a worker beyond its first sixteen', async () => {
    const first = await anAppWith(80);
    const apps = [first];
    for (let more = 0; more < 7; more += 1) apps.push(await anAppWith(80, { of: first.merchant }));
    await lanes(apps, 'max_in_flight = 32');

    const alone = await claim(256);
    const next = await claim(256 - alone.claims.length);

    expect([alone.claims.length, next.claims.length]).toEqual([128, 0]);
  });
});

it('keeps half the slots of a worker for others when twenty healthy receivers stop answering at once', async () => {
  const hanging = [];
  for (let merchant = 0; merchant < 20; merchant += 1) hanging.push(await anAppWith(40));
  await lanes(hanging, 'max_in_flight = 32');

  const first = await claim(256);
  const second = await claim(256 - first.claims.length);
  const other = await anAppWith(1);
  const third = await claim(256 - first.claims.length - second.claims.length);

  const shares = hanging.map((app) => inFlight(first, app));
  expect(first.claims).toHaveLength(128);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(4);
  expect(second.claims).toEqual([]);
  expect(third.claims.map(({ merchant_id }) => merchant_id)).toEqual([other.merchant]);
});

/** A claim that asks for everybody, whatever was announced. */
async function claimOfAll(free = 256) {
  announcedIn(ctx.db, 'deliveries').hear([]);
  return await claim(free);
}

describe('a lane where merchants are distributed', () => {
  beforeEach(() => void vi.spyOn(spread, 'isSpread').mockReturnValue(true));
  afterEach(() => void vi.restoreAllMocks());

  it('is claimed from again once attempts are recorded, though nothing new was announced', async () => {
    const app = await anAppWith(6);

    const first = await claim(256);
    const full = await claim(256);
    await answer(first, 204);
    const next = await claim(256);

    expect([first, full, next].map((claimed) => inFlight(claimed, app))).toEqual([4, 0, 2]);
  });

  it('gives each delivery to one worker, and no more than the worker, the lane and the merchant have room for', async () => {
    const app = await anAppWith(8);
    const other = await anAppWith(4);
    for (let more = 0; more < 4; more += 1) await anAppWith(4, { of: other.merchant });

    const claims = [await claimOfAll(3), await claimOfAll(), await claimOfAll()];

    const tokens = await database.asOwner(
      `SELECT lease_token, count(*)::int AS n, min(attempts) AS least, max(attempts) AS most, min(lease_until) > now() + interval '30 seconds' AS lasts
        FROM sandbox.webhook_deliveries WHERE state = 'sending' GROUP BY lease_token ORDER BY n`,
    );
    const held = { lease_token: expect.anything(), least: 1, most: 1, lasts: true };
    expect(claims.map((claimed) => claimed.claims.length)).toEqual([3, 17, 0]);
    expect(claims.reduce((sum, claimed) => sum + inFlight(claimed, app), 0)).toBe(4);
    expect(tokens).toEqual([
      { ...held, n: 3 },
      { ...held, n: 17 },
    ]);
  });

  it('is not claimed from while its app is paused or another worker claims from it, nor before a delivery is due', async () => {
    const paused = await anAppWith(1);
    const locked = await anAppWith(1, { of: paused.merchant });
    const app = await anAppWith(6, { of: paused.merchant });
    await database.asOwner('UPDATE platform.webhook_endpoints SET paused_at = now() WHERE app_id = $1', [
      paused.appId,
    ]);
    // The first is due in a minute, the second now, the third was due a minute ago, and so on.
    await database.asOwner(
      `UPDATE sandbox.webhook_deliveries d SET next_attempt_at = now() - (n - 2) * interval '1 minute'
        FROM (SELECT delivery_id, row_number() OVER (ORDER BY delivery_id) AS n FROM sandbox.webhook_deliveries WHERE lane_id = $1) nth
        WHERE d.delivery_id = nth.delivery_id`,
      [(await laneOf(app)).lane_id],
    );
    const worker = new Client({ connectionString: database.url });
    onTestFinished(() => worker.end());
    await worker.connect();
    await worker.query('BEGIN');
    await worker.query('SELECT FROM sandbox.webhook_lanes WHERE app_id = $1 FOR NO KEY UPDATE', [
      locked.appId,
    ]);

    const oldest = await claimOfAll();
    await answer(oldest, 204);
    const last = await claimOfAll();

    const ids = (
      await ctx.db
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('lane_id', '=', (await laneOf(app)).lane_id)
        .orderBy('delivery_id')
        .execute()
    ).map(({ delivery_id: id }) => id);
    const claimed = [oldest, last].map(({ claims }) => claims.map(({ delivery_id: id }) => id).toSorted());
    expect(claimed).toEqual([ids.slice(2), [ids[1]]]);
  });

  it('is sent what the secret of its own app signs, and the one before only while that is still good', async () => {
    const app = await anAppWith(1);
    const other = await anAppWith(1, { of: app.merchant });
    await database.asOwner(
      `UPDATE platform.webhook_endpoints SET previous_secret_sealed = 'before',
        previous_secret_until = now() + CASE app_id WHEN $1 THEN 1 ELSE -1 END * interval '1 minute' WHERE app_id IN ($1, $2)`,
      [app.appId, other.appId],
    );

    const { claims } = await claimOfAll();

    const secrets = claims.map(({ secret_sealed: secret, previous_secret_sealed: previous }) => [
      ctx.secrets.open(secret, 'webhook-secret'),
      previous,
    ]);
    expect(new Map(secrets as [string, string | null][])).toEqual(
      new Map([
        [app.secret, 'before'],
        [other.secret, null],
      ]),
    );
  });
});

describe('a claim', () => {
  it('reads no more when 20,000 deliveries wait for the first of their resource than when 100 do', async () => {
    const app = await anAppWith(1);
    const resource = `(SELECT resource_id FROM one)`;
    await copies(app, 100, 'place', resource);
    const few = await pagesRead();

    await copies(app, 20_000, 'place + 100', resource);

    expect(await pagesRead()).toBeLessThan(2 * few);
  });

  it('reads no more of a lane in which 20,000 deliveries are due than of one with 100', async () => {
    const app = await anAppWith(100);
    const few = await pagesRead();

    await copies(app, 20_000);

    expect(await pagesRead()).toBeLessThan(2 * few);
  });
});

/** How many pages a claim reads or finds in memory. It is rolled back. One comes before it, for which the session makes its plans. */
async function pagesRead(): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await pagesOfClaim(client);
    return await pagesOfClaim(client);
  } finally {
    await client.end();
  }
}

async function pagesOfClaim(client: Client): Promise<number> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Record<string, number> }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)
     SELECT FROM sandbox.claim_due(64, '45 seconds', '${randomUUID()}', '${firstLane}')`,
  );
  await client.query('ROLLBACK');
  const { Plan: plan = {} } = rows[0]?.['QUERY PLAN'][0] ?? {};
  return (plan['Shared Hit Blocks'] ?? Number.NaN) + (plan['Shared Read Blocks'] ?? Number.NaN);
}
