import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEvents } from '../../../../src/domain/notices/events/queries.ts';
import { type MerchantId, merchantId } from '../../../../src/engine/principal.ts';
import { firstIdOf, newId } from '../../../../src/platform/ids.ts';
import { rowsReadBy } from '../../../support/checks/rows-read.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

const statuses = ['none', 'pending', 'delivered', 'exhausted'] as const;
type Filters = Parameters<typeof findEvents>[2];
type Asked = Partial<Filters>;

const mixed = merchantId(newId());
const resource = newId();
/** Three events a minute since then. */
const since = Date.UTC(2026, 0, 1);
const after = (events: number) => new Date(since + 20_000 * events);

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  // Any number of deliveries, of two apps, one of which has moved to another origin.
  await fill(
    mixed,
    3000,
    `ARRAY(SELECT (ARRAY['waiting', 'due', 'sending', 'delivered', 'exhausted'])[1 + mod(hashint4(n * 7 + o)::bigint + 2147483648, 5)]
       FROM generate_series(1, (mod(hashint4(n)::bigint + 2147483648, 5))::int) o)`,
  );
});
afterAll(() => database.close());

/**
 * Writes events with their deliveries, without triggers and foreign keys.
 *
 * @param states SQL: the states of the deliveries of event `n`, beginning with the first delivery
 */
async function fill(merchant: MerchantId, events: number, states: string): Promise<void> {
  await database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = sandbox;
    INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin)
      SELECT '${merchant}', md5('${merchant}lane' || n)::uuid, md5('${merchant}app' || n / 2)::uuid, 'https://' || n FROM generate_series(0, 2) n;
    WITH made AS (
      INSERT INTO events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
      SELECT '${merchant}', (lpad(to_hex(${since} + 20000 * n::bigint), 12, '0') || '70008000' || right(md5('${merchant}' || n), 12))::uuid,
        CASE WHEN n % 3 = 0 THEN 'rare' ELSE 'usual' END, '${resource}', n, json_build_object('id', CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END),
        to_timestamp(${since / 1000} + 20 * n)
      FROM generate_series(1, ${events}) n RETURNING event_id, sequence::int AS n)
    INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence,
      state, max_attempts, lease_token, finished_at)
    SELECT '${merchant}', uuidv7(), event_id, 'v', md5('${merchant}lane' || (n + o) % 3)::uuid,
      CASE WHEN (n + o) % 7 = 0 THEN 'notification_url' ELSE 'app' END, 'https://' || o, CASE o WHEN 1 THEN 'event' ELSE 'replay' END,
      '${resource}', n, state, 8, CASE state WHEN 'sending' THEN uuidv7() END, CASE WHEN state IN ('delivered', 'exhausted') THEN now() END
    FROM made CROSS JOIN LATERAL unnest(${states}) WITH ORDINALITY AS s (state, o); COMMIT`);
  await database.asOwner('VACUUM ANALYZE sandbox.events, sandbox.webhook_deliveries, sandbox.webhook_lanes');
}

const find = (
  merchant: MerchantId,
  asked: Asked,
  rows: number,
  from?: string,
  db = database.databases.sandbox,
) => findEvents(db, merchant, { from: undefined, before: undefined, ...asked }, { after: from, rows });

/** All pages, as a caller reads them. */
async function everyPage(merchant: MerchantId, asked: Asked, rows = 150): Promise<string[]> {
  const ids: string[] = [];
  for (let from: string | undefined; ; ) {
    const page = await find(merchant, asked, rows, from);
    expect(page.rows.every((row) => row.delivery_status === asked.status)).toBe(true);
    ids.push(...page.rows.map(({ id }) => id));
    from = page.rows.length < rows ? page.resume : ids.at(-1);
    if (from === undefined) return ids;
  }
}

/** The same with every event judged. */
async function judgedOneByOne(merchant: MerchantId, { status }: Asked, where = 'true'): Promise<unknown[]> {
  const rows = await database.asOwner(
    `SELECT e.event_id FROM sandbox.events e CROSS JOIN LATERAL (
       SELECT array_agg(outcome) AS outcomes FROM sandbox.event_destinations t WHERE t.merchant_id = $1 AND t.event_id = e.event_id) t
     WHERE e.merchant_id = $1 AND (${where}) AND $2 = CASE WHEN outcomes IS NULL THEN 'none' WHEN 'exhausted' = ANY (outcomes) THEN 'exhausted'
       WHEN 'pending' = ANY (outcomes) THEN 'pending' ELSE 'delivered' END
     ORDER BY e.event_id DESC`,
    [merchant, status],
  );
  return rows.map((row) => row['event_id']);
}

const filters: readonly [string, Asked, string | undefined][] = [
  ['no other filter', {}, undefined],
  ['a type', { type: 'rare' }, "type = 'rare'"],
  ['a resource', { resource: { id: resource, shown: 'even' } }, "data::json ->> 'id' = 'even'"],
  ['a resource that has none', { resource: { id: newId(), shown: 'even' } }, 'false'],
  ['a range', { from: after(300), before: after(1700) }, 'sequence BETWEEN 300 AND 1699'],
];

describe.each(statuses)('events whose deliveries are %s', (status) => {
  it.each(filters)('are found, newest first, with %s', async (_what, also, where) => {
    const expected = await judgedOneByOne(mixed, { status }, where);

    expect(await everyPage(mixed, { ...also, status })).toEqual(expected);
    expect(expected.length > 50).toBe(where !== 'false');
  });
});

describe('a merchant with many events', () => {
  const many = 13_000;
  const others = {
    none: '{due}',
    pending: '{delivered}',
    delivered: '{due}',
    exhausted: '{exhausted,delivered}',
  };
  const own = { none: '{}', pending: '{due}', delivered: '{delivered}', exhausted: '{exhausted}' };

  it.each(statuses)('finds the few that are %s among the oldest', async (status) => {
    const merchant = merchantId(newId());
    await fill(
      merchant,
      many,
      `(CASE WHEN n <= 50 THEN '${own[status]}' ELSE '${others[status]}' END)::text[]`,
    );

    const found = await everyPage(merchant, { status });

    expect(found).toEqual(await judgedOneByOne(merchant, { status }));
    expect(found.length).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['pending', "'{due}'", 'n % 2 = 0'],
    ['delivered', "'{delivered}'", 'n <= 12950'],
    ['none', "'{}'", 'n % 2 = 0'],
    ['exhausted', "'{exhausted}'", 'n % 2 = 0'],
  ] as const)(
    'reads only the newest for a page of those that are %s: %s where %s',
    async (status, state, where) => {
      const merchant = merchantId(newId());
      const other = status === 'delivered' ? "'{due}'" : "'{delivered}'";
      await fill(merchant, many, `(CASE WHEN ${where} THEN ${state} ELSE ${other} END)::text[]`);

      expect(await rowsRead(merchant, { status })).toBeLessThan(10_000);
    },
  );
});

describe('a search that finds nothing among the newest', () => {
  const far = 60_000;

  it.each([
    ['none', '{delivered}'],
    ['delivered', '{due}'],
  ] as const)('stops after a limited number of events for %s, and goes on there', async (status, other) => {
    const merchant = merchantId(newId());
    await fill(
      merchant,
      far,
      `(CASE WHEN n = 10 THEN '${status === 'none' ? '{}' : `{${status}}`}' ELSE '${other}' END)::text[]`,
    );

    const page = await find(merchant, { status }, 101);

    expect(page.rows).toEqual([]);
    expect(page.resume).toBeDefined();
    expect(await rowsRead(merchant, { status }, ['events'])).toBeLessThan(90_000);
    expect(await everyPage(merchant, { status })).toHaveLength(1);
  });

  it('looks for delivered events no further back than there are deliveries', async () => {
    const merchant = merchantId(newId());
    // A first delivery among the newest, and a replay of an event that is older.
    await fill(
      merchant,
      far,
      `(CASE WHEN n > 58000 THEN '{due}' WHEN n = 57000 THEN '{delivered}' ELSE '{}' END)::text[]`,
    );
    await database.asOwner(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE sandbox.webhook_deliveries SET trigger = 'replay', written_in = '1' WHERE merchant_id = '${merchant}' AND state = 'delivered'; COMMIT`,
    );

    const page = await find(merchant, { status: 'delivered' }, 101);

    expect([page.rows.length, page.resume]).toEqual([1, undefined]);
    expect(await rowsRead(merchant, { status: 'delivered' }, ['events'])).toBeLessThan(10_000);
  });
});

describe('a period long ago', () => {
  const many = 13_000;
  const states = { none: '{}', pending: '{waiting}', delivered: '{delivered}', exhausted: '{exhausted}' };

  it.each([undefined, ...statuses])('is read without the events after it: status %s', async (status) => {
    const merchant = merchantId(newId());
    await fill(merchant, many, `'${states[status ?? 'delivered']}'::text[]`);
    const asked = { from: after(100), before: after(1300), status };

    const numbers = (await find(merchant, asked, 101)).rows.map(({ sequence }) => Number(sequence));

    expect(numbers).toEqual(Array.from({ length: 101 }, (_, index) => 1299 - index));
    expect(Math.max(...(await readOfEach(merchant, asked)))).toBeLessThan(2500);
  });

  it.each(statuses)('is read without the events before it when few are %s', async (status) => {
    const merchant = merchantId(newId());
    const [own, other] = [states[status], status === 'delivered' ? '{due}' : '{delivered}'];
    await fill(
      merchant,
      many,
      `(CASE WHEN n < 12400 OR n = 12500 THEN '${own}' ELSE '${other}' END)::text[]`,
    );
    const asked = { from: after(12_400), before: after(12_580), status };

    const numbers = (await find(merchant, asked, 101)).rows.map(({ sequence }) => Number(sequence));

    expect(numbers).toEqual([12_500]);
    expect(Math.max(...(await readOfEach(merchant, asked)))).toBeLessThan(1000);
  });

  it('has the changes of settings whose events were recorded hours later, and all events before them', async () => {
    const merchant = merchantId(newId());
    await fill(merchant, 3000, "'{}'::text[]");
    // Changed after event 100, recorded after event 2000.
    await database.asOwner(
      `INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT merchant_id, ($2 || '-7000-8000-000000000000')::uuid, 'merchant.settings.updated', gen_random_uuid(), 100000, data, $3
       FROM sandbox.events WHERE merchant_id = $1 LIMIT 1`,
      [merchant, firstIdOf(after(100).getTime()).slice(0, 13), after(2000)],
    );
    const numbersOf = async (period: Asked) =>
      (await find(merchant, period, 500)).rows.map(({ sequence }) => Number(sequence));

    expect(await numbersOf({ from: after(1998), before: after(2002) })).toEqual([
      2001, 2000, 1999, 1998, 100_000,
    ]);
    // The event that was recorded late is the first one ten minutes after this period.
    expect(await numbersOf({ from: after(1967), before: after(1970) })).toEqual([1969, 1968, 1967]);
  });
});

/** The events, deliveries and lanes that PostgreSQL reads for a page of 100. */
const rowsRead = (
  merchant: MerchantId,
  asked: Asked,
  tables = ['events', 'webhook_deliveries', 'webhook_lanes'],
) => rowsReadBy(database.databases.sandbox, tables, (tx) => find(merchant, asked, 101, undefined, tx));

/** Events, and deliveries. */
const readOfEach = async (merchant: MerchantId, asked: Asked) => [
  await rowsRead(merchant, asked, ['events']),
  await rowsRead(merchant, asked, ['webhook_deliveries']),
];
