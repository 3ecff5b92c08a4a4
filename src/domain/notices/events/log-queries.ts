import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import { firstIdOf } from '../../../platform/ids.ts';
import { askForEach } from '../../../platform/jobs/merchant-by-merchant.ts';
import { appOf } from './resource-queries.ts';

// What the log of events in the dashboard shows beside the events themselves.

export type Tries = {
  /** All attempts of all deliveries of the event. */
  readonly attempts: number;
  /** The delivery that is tried again next; undefined: none is. */
  readonly next: { readonly attempt: number; readonly of: number; readonly at: Date } | undefined;
};

const mostDeliveries = 1000;

/** Event → how often it was tried, and when it is tried again. Events that were sent nowhere are left out. */
export async function findTries(
  db: Db,
  merchantId: MerchantId,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Tries>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'state', 'attempts', 'max_attempts', 'next_attempt_at'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`event_id = ANY (${eventIds}::uuid[])`)
    .orderBy('next_attempt_at')
    .limit(mostDeliveries)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.event_id)].map(([id, deliveries]) => {
      const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0);
      const again = deliveries.find((delivery) => delivery.state === 'due' && delivery.attempts > 0);
      const next = again && {
        attempt: again.attempts + 1,
        of: again.max_attempts,
        at: again.next_attempt_at,
      };
      return [id, { attempts, next }];
    }),
  );
}

export type Summary = {
  /** Every destination has received the event. */
  readonly delivered: number;
  /** Those of the delivered that needed more than one attempt. */
  readonly retried: number;
  /** At least one destination was given up. */
  readonly failed: number;
  readonly underWay: number;
  /** There are older events of the period that were not looked at. */
  readonly more: boolean;
};

/** A merchant may have millions of a day: only so many of the newest are looked at. */
const mostLooked = 5000;

// The deliveries are looked up event by event: a join would read all of a merchant that the statistics do not know yet.
/** What became of the events that happened since a real time. Events that were sent nowhere count nowhere. */
export async function summarize(db: Db, merchantId: MerchantId, since: Date): Promise<Summary> {
  const { rows } = await sql<Omit<Summary, 'more'> & { looked: number }>`
    WITH newest AS (
      SELECT event_id FROM events WHERE merchant_id = ${merchantId} AND event_id >= ${firstIdOf(since.getTime())}
      ORDER BY event_id DESC LIMIT ${mostLooked}),
    judged AS (
      SELECT bool_and(t.arrived) AS arrived, bool_or(NOT t.arrived AND NOT t.is_open) AS failed, max(t.tries) AS tries
      FROM newest n CROSS JOIN LATERAL (
        SELECT bool_or(d.state = 'delivered') AS arrived, bool_or(d.state IN ('waiting', 'due', 'sending')) AS is_open,
          sum(d.attempts) AS tries
        FROM webhook_deliveries d WHERE d.event_id = n.event_id AND d.merchant_id = ${merchantId}
        GROUP BY ${appOf(merchantId, sql.ref('d.lane_id'))}, d.destination) t
      GROUP BY n.event_id)
    SELECT count(*) FILTER (WHERE arrived)::int AS delivered, count(*) FILTER (WHERE arrived AND tries > 1)::int AS retried,
      count(*) FILTER (WHERE failed)::int AS failed, count(*) FILTER (WHERE NOT arrived AND NOT failed)::int AS "underWay",
      (SELECT count(*)::int FROM newest) AS looked
    FROM judged`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A count returned no row.');
  const { looked, ...summary } = found;
  return { ...summary, more: looked === mostLooked };
}

/** How many of the newest events are watched for attempts. Older ones are tried again only when somebody asks for it. */
const mostWatched = 60;

const deliveriesOf = (merchant: RawBuilder<unknown>) => sql`(
  SELECT concat(count(*), ' ', sum(d.attempts), ' ', max(d.finished_at))
  FROM (SELECT event_id FROM events WHERE merchant_id = ${merchant} ORDER BY event_id DESC LIMIT ${mostWatched}) n
  CROSS JOIN LATERAL (
    SELECT attempts, finished_at FROM webhook_deliveries WHERE event_id = n.event_id AND merchant_id = ${merchant} OFFSET 0) d)`;

const recoveriesOf = (merchant: RawBuilder<unknown>) => sql`(
  SELECT string_agg(concat(j.state, j.payload ->> 'after'), ' ' ORDER BY j.job_id)
  FROM jobs j WHERE j.merchant_id = ${merchant} AND j.kind = 'events.recover')`;

export type Activity = {
  readonly merchantId: string;
  /** The newest event; null: there is none. */
  readonly newest: string | null;
  /** Changes with every event, every attempt of one of the newest, and every step of a recovery. */
  readonly state: string;
};

/**
 * What has happened among the events of several merchants, in one query, or one for each where they are distributed: screens that
 * show events then load them again.
 */
export async function findActivityAcrossMerchants(
  db: Db,
  merchantIds: readonly string[],
): Promise<readonly Activity[]> {
  if (!(await isSpread(db))) return await activityAmong(db, merchantIds, sql.ref('m.id'));
  return (await askForEach(merchantIds, (id) => activityAmong(db, [id], sql`${id}::uuid`))).flat();
}

async function activityAmong(
  db: Db,
  merchantIds: readonly string[],
  merchant: RawBuilder<unknown>,
): Promise<readonly Activity[]> {
  const { rows } = await sql<Activity>`SELECT m.id AS "merchantId", newest.event_id AS newest,
      concat_ws(' ', newest.event_id, ${deliveriesOf(merchant)}, ${recoveriesOf(merchant)}) AS state
    FROM unnest(${merchantIds}::uuid[]) AS m (id)
    LEFT JOIN LATERAL (SELECT event_id FROM events WHERE merchant_id = ${merchant} ORDER BY event_id DESC LIMIT 1) newest ON true`.execute(
    db,
  );
  return rows;
}
