import { CompiledQuery, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';
import { firstIdOf } from '../../../platform/ids.ts';
import { askForEach } from '../../../platform/jobs/merchant-by-merchant.ts';
import type { AppSecrets } from '../signatures/queries.ts';
import type { SinceSnapshot, SinceTime } from './position.ts';
import { firstOpenIn, type Snapshot, withOpen } from './snapshot.ts';

/** An event, or a replay of one. */
export type ItemRow = {
  readonly merchant_id: string;
  readonly event_id: string;
  /** The replay; null: the event itself. */
  readonly delivery_id: string | null;
  /** Null only if `SinceTime` was asked for. */
  readonly written_in: string | null;
  readonly type: string;
  readonly resource_id: string;
  readonly sequence: bigint;
  readonly data: string;
  readonly data_version: string;
  readonly created_at: Date;
  readonly synthetic: boolean;
  /** Version → the text that was sent; null when none was. */
  readonly sentBodies: Readonly<Record<string, string>> | null;
};

/** What was found, and the snapshot that the statement itself saw. */
export type Found = { readonly rows: readonly ItemRow[]; readonly now: Snapshot };

type FoundRow = { readonly now: Snapshot } & (ItemRow | { readonly event_id: null });

const columnsOf = (
  merchant: string,
) => `e.type, e.resource_id, e.sequence, e.data, e.data_version, e.created_at, e.synthetic,
  (SELECT json_object_agg(b.api_version, b.body) FROM event_bodies b
   WHERE b.merchant_id = ${merchant} AND b.event_id = e.event_id) AS "sentBodies"`;

/**
 * Committed after the snapshot $2, up to the snapshot $3 or now, and after the item ($4, $5). Nothing with an id before $7: in a
 * database that was restored, old rows have numbers of transactions that are still to come.
 *
 * ($4, $5) is the only lower bound, because with a second one PostgreSQL begins at the wrong end of the index.
 *
 * @param merchants with one merchant, the planner reads a page in the order of the index
 */
const isNew = (row: string, id: string, merchants: string) => `${row}.merchant_id = ${merchants}
    AND NOT pg_visible_in_snapshot(${row}.written_in, $2::pg_snapshot)
    AND pg_visible_in_snapshot(${row}.written_in, coalesce($3::pg_snapshot, pg_current_snapshot()))
    AND (${row}.written_in, ${row}.event_id) > ($4::xid8, $5::uuid)
    AND ${id} >= $7::uuid`;

// A replay to several destinations is one item.
const newItemsOf = (merchants: string) => `WITH found AS MATERIALIZED (
    (SELECT e.merchant_id, e.event_id, NULL::uuid AS delivery_id, e.written_in FROM events e
     WHERE ${isNew('e', 'e.event_id', merchants)} ORDER BY e.written_in, e.event_id LIMIT $6)
    UNION ALL
    (SELECT DISTINCT ON (d.written_in, d.event_id) d.merchant_id, d.event_id, d.delivery_id, d.written_in FROM webhook_deliveries d
     WHERE ${isNew('d', 'd.delivery_id', merchants)} ORDER BY d.written_in, d.event_id, d.delivery_id LIMIT $6)),
  first AS (SELECT * FROM found ORDER BY written_in, event_id LIMIT $6)`;

// The join keeps a row without an item, since the snapshot is wanted in any case.
const newTextOf = (merchants: string) => `${newItemsOf(merchants)}
  SELECT pg_current_snapshot()::text AS now, f.merchant_id, f.event_id, f.delivery_id, f.written_in, ${columnsOf('e.merchant_id')}
  FROM (VALUES (1)) AS one LEFT JOIN (first f JOIN events e ON e.merchant_id = f.merchant_id AND e.event_id = f.event_id) ON true
  ORDER BY f.written_in, f.event_id`;

const newOfOneText = newTextOf('($1::uuid[])[1]');
const newOfManyText = newTextOf('ANY ($1::uuid[])');
const newOnNodeText = `${newItemsOf('$1::uuid')}
  SELECT f.merchant_id, f.event_id, f.delivery_id, f.written_in, ${columnsOf('$1::uuid')}
  FROM first f JOIN events e ON e.merchant_id = $1::uuid AND e.event_id = f.event_id ORDER BY f.written_in, f.event_id`;
const firstId = '00000000-0000-0000-0000-000000000000';

/** No transaction lasts for so long. */
const longestMs = 86_400_000;

/** What several merchants' transactions wrote since a snapshot, at most `most` items, in the order of the transactions. */
export async function findNewAcrossMerchants(
  db: Db,
  merchantIds: readonly string[],
  { seen, until, after, atMs }: SinceSnapshot,
  most: number,
): Promise<Found> {
  // What was written before the first open transaction of the snapshot had committed by then.
  const { transaction, eventId } = after ?? { transaction: firstOpenIn(seen), eventId: firstId };
  const oldest = firstIdOf(Math.max(0, atMs - longestMs));
  const valuesOf = (ids: readonly string[], end: Snapshot | null | undefined) =>
    [ids, seen, end, transaction, eventId, most, oldest] as const;
  if (!(await isSpread(db)))
    return await found(
      db,
      merchantIds.length === 1 ? newOfOneText : newOfManyText,
      valuesOf(merchantIds, until),
    );
  // Transactions are numbered where the service is connected, and another node would answer with its own snapshot.
  const now = await findSnapshotAcrossMerchants(db);
  const [, ...values] = valuesOf([], until ?? now);
  const ofEach = await askForEach(merchantIds, (id) =>
    db.executeQuery<ItemRow>(CompiledQuery.raw(newOnNodeText, [id, ...values])),
  );
  const rows = ofEach.flatMap((answer) => answer.rows);
  return { now, rows: rows.toSorted(inOrder).slice(0, most) };
}

function inOrder(a: ItemRow, b: ItemRow): number {
  const [first, second] = [BigInt(a.written_in ?? 0), BigInt(b.written_in ?? 0)];
  if (first !== second) return first < second ? -1 : 1;
  return a.event_id < b.event_id ? -1 : 1;
}

const laterText = `SELECT pg_current_snapshot()::text AS now, e.merchant_id, e.event_id, NULL::uuid AS delivery_id, e.written_in, ${columnsOf('$1')}
  FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
    SELECT * FROM events WHERE merchant_id = $1 AND event_id > $2
      AND (written_in IS NULL OR pg_visible_in_snapshot(written_in, coalesce($3::pg_snapshot, pg_current_snapshot())))
    ORDER BY event_id LIMIT $4) e ON true
  ORDER BY e.event_id`;

/** The merchant's events with later ids, oldest first. */
export async function findLater(
  db: Db,
  merchantId: MerchantId,
  { above, until }: SinceTime,
  most: number,
): Promise<Found> {
  // As above: the snapshot is that of the node that the service is connected to.
  const now = (await isSpread(db)) ? await findSnapshotAcrossMerchants(db) : undefined;
  const later = await found(db, laterText, [merchantId, above, until ?? now, most]);
  return { ...later, ...(now && { now }) };
}

async function found(db: Db, text: string, values: readonly unknown[]): Promise<Found> {
  const given = values.map((value) => value ?? null);
  const { rows } = await db.executeQuery<FoundRow>(CompiledQuery.raw(text, given));
  const [first] = rows;
  if (!first) throw new Error('A snapshot returned no row.');
  return { now: first.now, rows: rows.filter((row) => row.event_id !== null) };
}

/**
 * On a cluster, a transaction has ended here before the nodes commit what it wrote, and keeps the lock on its number until they have.
 * The locks are read after the snapshot was taken: whoever holds none by then is there on all nodes.
 */
const stillCommitting = sql`ARRAY (SELECT transactionid::text FROM pg_locks
  WHERE locktype = 'transactionid' AND granted AND pid <> pg_backend_pid())`;

/** The current snapshot. */
export async function findSnapshotAcrossMerchants(db: Db): Promise<Snapshot> {
  const open = (await isSpread(db)) ? stillCommitting : sql`'{}'::text[]`;
  const { rows } = await sql<{ now: Snapshot; open: string[] }>`
    SELECT pg_current_snapshot()::text AS now, ${open} AS open`.execute(db);
  const [row] = rows;
  return row ? withOpen(row.now, row.open) : '';
}

/** The secrets that sign for these apps. */
export async function findAppSecretsAcrossMerchants(
  db: Db,
  appIds: readonly string[],
): Promise<readonly AppSecrets[]> {
  const { rows } = await sql<AppSecrets>`SELECT app_id, secret_sealed,
      CASE WHEN previous_secret_until > now() THEN previous_secret_sealed END AS previous_secret_sealed
    FROM app_endpoints WHERE app_id = ANY (${appIds}::uuid[])`.execute(db);
  return rows;
}
