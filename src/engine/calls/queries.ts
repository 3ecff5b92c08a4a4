import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockSeed } from '../../platform/db/driver/lock-seed.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { oldRowsOf } from '../../platform/jobs/daily-batches.ts';
import type { MerchantId } from '../principal.ts';

/** `leased` and `over` are decided by PostgreSQL's clock, like every lease. */
export type KeyRow = Selectable<ModeTables['idempotency_keys']> & {
  readonly leased: boolean;
  readonly over: boolean;
};

/** The same key on another path or with another method is another key. */
export type KeyScope = { readonly method: string; readonly path: string; readonly key: string };

/** False if another call with the same key is running now where this connection works. Does not wait. */
export async function tryLockKey(
  tx: Tx,
  merchantId: MerchantId,
  { method, path, key }: KeyScope,
): Promise<boolean> {
  const text = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, ${lockSeed})) AS locked`;
  const name = [merchantId, method, path, key].join(' ');
  const { rows } = await tx.executeQuery<{ locked: boolean }>(CompiledQuery.raw(text, [name]));
  return rows[0]?.locked === true;
}

const byScope = prepared<KeyScope & { merchantId: MerchantId }>()((db, p) =>
  db
    .selectFrom('idempotency_keys')
    .selectAll()
    .select([
      sql<boolean>`coalesce(lease_until > now(), false)`.as('leased'),
      sql<boolean>`expires_at <= now()`.as('over'),
    ])
    .where('merchant_id', '=', p.merchantId)
    .where('method', '=', p.method)
    .where('path', '=', p.path)
    .where('key', '=', p.key)
    .forUpdate(),
);

export async function findKey(tx: Tx, merchantId: MerchantId, scope: KeyScope): Promise<KeyRow | undefined> {
  return (await byScope(tx, { ...scope, merchantId }))[0];
}

const lease = "interval '4 seconds'";

/** The key is kept a day, by PostgreSQL's clock: `excluded.created_at` is its default, now. */
const insertText = `INSERT INTO idempotency_keys
    (merchant_id, method, path, key, fingerprint, state, intention_id, lease_until, status, body, expires_at, body_version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'started' THEN now() + ${lease} END, $8, $9, now() + interval '24 hours', $10)
  ON CONFLICT (merchant_id, method, path, key) DO UPDATE SET fingerprint = excluded.fingerprint, state = excluded.state,
    intention_id = coalesce(excluded.intention_id, idempotency_keys.intention_id), lease_until = excluded.lease_until,
    status = excluded.status, body = excluded.body, body_version = excluded.body_version,
    created_at = CASE WHEN idempotency_keys.expires_at <= excluded.created_at THEN excluded.created_at ELSE idempotency_keys.created_at END,
    expires_at = CASE WHEN idempotency_keys.expires_at <= excluded.created_at THEN excluded.expires_at ELSE idempotency_keys.expires_at END`;

/** Stores the intention that a call has begun. A retry resumes it once the lease has ended. */
export async function keepIntention(
  tx: Tx,
  merchantId: MerchantId,
  scope: KeyScope,
  kept: { readonly fingerprint: Buffer; readonly intentionId: string; readonly version: string },
): Promise<void> {
  const values = [
    ...valuesOf(merchantId, scope),
    kept.fingerprint,
    'started',
    kept.intentionId,
    null,
    null,
    kept.version,
  ];
  await tx.executeQuery(CompiledQuery.raw(insertText, values));
}

/** The key of a call that runs, and the intention that it has begun. */
export type HeldKey = KeyScope & { readonly merchantId: MerchantId; readonly intentionId: string };

// A row that is locked is being finished or judged, and its call does not need a lease any more. It must not delay the others.
const renewText = (of = '') => `WITH held AS (
    SELECT k.ctid FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[])
      AS h (merchant_id, method, path, key, intention_id)
    JOIN idempotency_keys k USING (merchant_id, method, path, key)
    WHERE k.state = 'started' AND k.intention_id = h.intention_id ${of} FOR NO KEY UPDATE OF k SKIP LOCKED)
  UPDATE idempotency_keys k SET lease_until = now() + ${lease} FROM held WHERE k.ctid = held.ctid ${of}`;
const renewOfAny = renewText();
const renewOfOne = renewText('AND k.merchant_id = $6');

/**
 * Renews the leases of calls that still run. A key that was answered, or begun anew by another call, stays as it is.
 *
 * @param of whose keys they are; undefined: of any merchants, which one transaction writes only where nothing is distributed
 */
export async function renewLeasesAcrossMerchants(
  tx: Tx,
  keys: readonly HeldKey[],
  of: string | undefined,
): Promise<void> {
  const column = (name: keyof HeldKey) => keys.map((key) => key[name]);
  const values = [
    column('merchantId'),
    column('method'),
    column('path'),
    column('key'),
    column('intentionId'),
  ];
  const renew =
    of === undefined ? CompiledQuery.raw(renewOfAny, values) : CompiledQuery.raw(renewOfOne, [...values, of]);
  await tx.executeQuery(renew);
}

/** Stores the sealed answer of a call; every later call with the key gets the same answer. */
export async function keepAnswer(
  tx: Tx,
  merchantId: MerchantId,
  scope: KeyScope,
  kept: {
    readonly fingerprint: Buffer;
    readonly status: number;
    readonly body: string;
    readonly version: string;
  },
): Promise<void> {
  const values = [
    ...valuesOf(merchantId, scope),
    kept.fingerprint,
    'answered',
    null,
    kept.status,
    kept.body,
    kept.version,
  ];
  await tx.executeQuery(CompiledQuery.raw(insertText, values));
}

/** Deletes the key of a call that kept nothing, as if it had never been used. */
export async function forgetKey(
  tx: Tx,
  merchantId: MerchantId,
  { method, path, key }: KeyScope,
): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('merchant_id', '=', merchantId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .execute();
}

/** They are kept for a day. Decision 0007. */
export const expiredKeys = oldRowsOf('idempotency_keys', 'expires_at <= now()');

function valuesOf(merchantId: MerchantId, { method, path, key }: KeyScope): unknown[] {
  return [merchantId, method, path, key];
}
