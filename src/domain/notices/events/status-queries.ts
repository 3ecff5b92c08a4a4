import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { lastId } from '../../../platform/ids.ts';

export type DeliveryStatus = 'none' | 'pending' | 'delivered' | 'exhausted';

/** SQL: the worst status among the destinations of the row `events`, which is the merchant's. */
export const deliveryStatus = (merchantId: MerchantId) => sql<DeliveryStatus>`(
  SELECT CASE WHEN count(*) = 0 THEN 'none' WHEN bool_or(t.outcome = 'exhausted') THEN 'exhausted'
    WHEN bool_or(t.outcome = 'pending') THEN 'pending' ELSE 'delivered' END
  FROM event_destinations t WHERE t.merchant_id = ${merchantId} AND t.event_id = events.event_id)`;

/** Conditions on a row `events`, beside its merchant, its id and its delivery status. */
export type EventConditions = readonly RawBuilder<boolean>[];

type Asked = {
  readonly status: DeliveryStatus;
  readonly conditions: EventConditions;
  /** An id that is below all events that meet the conditions; undefined: none is known. */
  readonly above: string | undefined;
};
type Wanted = Asked & { readonly merchantId: MerchantId };
/** Events older than `before`, down to and including `to`. */
type Stretch = { readonly before: string; readonly to: string; readonly rows: number };

const oldest = '00000000-0000-0000-0000-000000000000';
type FoundIds = { readonly ids: readonly string[]; readonly resume?: string };

/** How many events each statement of one call judges. */
const reaches = [1000, 10_000, 10_000, 10_000, 10_000];

/**
 * The ids of events with this delivery status, newest first. Status is no column: it has to be judged event by event, which takes
 * too long for all events of a merchant with hundreds of thousands. So each statement judges a limited number of them, newest first.
 * After the newest, what is pending is found by the indexes of unfinished deliveries, however old it is. For each other status the
 * search stops after some statements, and `resume` says where it goes on: else one call could read all events of 90 days.
 */
export async function findIdsByStatus(
  db: Db,
  merchantId: MerchantId,
  asked: Asked,
  page: WantedRows,
): Promise<FoundIds> {
  const wanted = { ...asked, merchantId };
  const ids: string[] = [];
  let before = page.after ?? lastId;
  let above = wanted.above ?? oldest;
  for (const [at, most] of reaches.entries()) {
    if (at === 1) above = await lowestOf(db, wanted, above);
    const to = await endOfStretch(db, wanted, { before, to: above, rows: most });
    const rows = page.rows - ids.length;
    ids.push(...(await judge(db, wanted, { before, to: to ?? above, rows })));
    if (to === undefined || ids.length === page.rows) return { ids };
    before = to;
    if (wanted.status === 'pending') break;
  }
  if (wanted.status !== 'pending') return { ids, resume: before };
  return { ids: [...ids, ...(await judgePending(db, wanted, before, page.rows - ids.length))] };
}

/**
 * Where the search may end: for delivered events at the oldest that has a delivery, since deliveries are deleted long before their
 * events. The oldest is looked up in the index that allows each delivery once, which leaves out replays. Of these there are few: all are
 * read, by an index of their own.
 */
async function lowestOf(db: Db, { merchantId, status }: Wanted, above: string): Promise<string> {
  if (status !== 'delivered') return above;
  const { rows } = await sql<{ event_id: string }>`SELECT event_id FROM (
    (SELECT event_id FROM webhook_deliveries WHERE merchant_id = ${merchantId} AND trigger = 'event' ORDER BY event_id, url LIMIT 1)
    UNION ALL
    (SELECT event_id FROM webhook_deliveries WHERE merchant_id = ${merchantId} AND written_in IS NOT NULL OFFSET 0)) d
    ORDER BY event_id LIMIT 1`.execute(db);
  const found = rows[0]?.event_id ?? lastId;
  return found > above ? found : above;
}

/** The last of the next so many events, or exhausted deliveries, that are to be judged; undefined: there are not as many. */
async function endOfStretch(
  db: Db,
  { merchantId, status, conditions }: Wanted,
  { before, to, rows: most }: Stretch,
): Promise<string | undefined> {
  const ofStretch = sql`merchant_id = ${merchantId} AND event_id < ${before}::uuid AND event_id >= ${to}::uuid`;
  const from =
    status === 'exhausted'
      ? sql`webhook_deliveries WHERE ${ofStretch} AND state = 'exhausted'`
      : sql`events WHERE ${sql.join([ofStretch, ...conditions], sql` AND `)}`;
  const { rows } = await sql<{ event_id: string }>`SELECT event_id FROM ${from}
    ORDER BY event_id DESC OFFSET ${most - 1}::int LIMIT 1`.execute(db);
  return rows[0]?.event_id;
}

function judge(db: Db, wanted: Wanted, stretch: Stretch): Promise<string[]> {
  const { merchantId, status } = wanted;
  const { before, to } = stretch;
  if (status === 'exhausted')
    return judgeAmong(
      db,
      wanted,
      sql`SELECT event_id FROM webhook_deliveries
        WHERE merchant_id = ${merchantId} AND state = 'exhausted' AND event_id < ${before}::uuid AND event_id >= ${to}::uuid`,
      stretch.rows,
    );
  return judgeAll(db, wanted, stretch);
}

async function judgeAll(
  db: Db,
  { merchantId, status, conditions }: Wanted,
  stretch: Stretch,
): Promise<string[]> {
  const { before, to, rows: most } = stretch;
  const all = [
    sql<boolean>`merchant_id = ${merchantId} AND event_id < ${before}::uuid AND event_id >= ${to}::uuid`,
    ...conditions,
    has({ merchantId, status }),
  ];
  const { rows } = await sql<{
    event_id: string;
  }>`SELECT event_id FROM events WHERE ${sql.join(all, sql` AND `)}
    ORDER BY event_id DESC LIMIT ${most}::int`.execute(db);
  return rows.map((row) => row.event_id);
}

/** CASE, because the planner may evaluate the parts of AND in either order. */
const has = ({ merchantId, status }: Pick<Wanted, 'merchantId' | 'status'>) =>
  sql<boolean>`CASE WHEN ${couldBe(merchantId, status)} THEN ${deliveryStatus(merchantId)} = ${status} END`;

/** SQL: true if the row `events` has such a delivery, else null. */
const first = (merchantId: MerchantId, which: RawBuilder<unknown>) =>
  sql`(SELECT true FROM webhook_deliveries d
    WHERE d.event_id = events.event_id AND d.merchant_id = ${merchantId} ${which} LIMIT 1)`;

/**
 * A condition that every event with this status meets. It costs a fraction of judging. It is a subquery with a limit, which is
 * evaluated row by row: the planner would turn EXISTS into a join with all deliveries.
 */
function couldBe(merchantId: MerchantId, status: DeliveryStatus): RawBuilder<boolean> {
  const one = (which: RawBuilder<unknown>) => first(merchantId, which);
  if (status === 'none') return sql<boolean>`${one(sql``)} IS NULL`;
  if (status === 'delivered') return sql<boolean>`${one(sql`AND d.state = 'delivered'`)}`;
  if (status === 'pending') return sql<boolean>`${one(sql`AND d.state IN ('waiting', 'due', 'sending')`)}`;
  // A lane belongs to one app, so a replay through the same lane has delivered to the same destination.
  return sql<boolean>`${one(sql`AND d.state = 'exhausted' AND NOT EXISTS (
    SELECT FROM webhook_deliveries r WHERE r.event_id = d.event_id AND r.merchant_id = ${merchantId}
      AND r.lane_id = d.lane_id AND r.destination = d.destination AND r.state = 'delivered')`)}`;
}

/** Among all pending deliveries of the merchant, read by lane and by state, because each state has an index that begins with the lane. */
async function judgePending(db: Db, wanted: Wanted, before: string, rows: number): Promise<string[]> {
  // On one PostgreSQL it is left out: the planner might read all deliveries of the merchant by their key.
  const ofMerchant = (await isSpread(db)) ? sql`merchant_id = ${wanted.merchantId} AND` : sql``;
  const inState = (state: string) => sql`SELECT d.event_id FROM webhook_lanes l
    CROSS JOIN LATERAL (SELECT event_id FROM webhook_deliveries WHERE ${ofMerchant} lane_id = l.lane_id AND state = ${sql.lit(state)} OFFSET 0) d
    WHERE l.merchant_id = ${wanted.merchantId} AND d.event_id < ${before}::uuid`;
  const unfinished = sql.join(['waiting', 'due', 'sending'].map(inState), sql` UNION ALL `);
  return await judgeAmong(db, wanted, unfinished, rows);
}

/** LIMIT 1 looks each event up by its id, newest first, and only until the page is full. */
async function judgeAmong(
  db: Db,
  { merchantId, status, conditions }: Wanted,
  among: RawBuilder<unknown>,
  most: number,
): Promise<string[]> {
  const all = [...conditions, has({ merchantId, status })];
  const { rows } = await sql<{ event_id: string }>`SELECT candidate AS event_id
    FROM (SELECT DISTINCT event_id AS candidate FROM (${among}) a ORDER BY candidate DESC) c
    CROSS JOIN LATERAL (SELECT * FROM events WHERE merchant_id = ${merchantId} AND event_id = candidate LIMIT 1) events
    WHERE ${sql.join(all, sql` AND `)} ORDER BY candidate DESC LIMIT ${most}::int`.execute(db);
  return rows.map((row) => row.event_id);
}
