import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MerchantId } from '../principal.ts';

/** `leased` and `over` by PostgreSQL's clock, as leases are everywhere. */
export type KeyRow = Selectable<ModeTables['idempotency_keys']> & {
  readonly leased: boolean;
  readonly over: boolean;
};

/** What an idempotency key belongs to: the same key on another path is another key. */
export type KeyScope = { readonly method: string; readonly path: string; readonly key: string };

/** Decides at once, without waiting, whether this call is the only one with its key now. */
export async function tryLockKey(
  tx: Tx,
  merchantId: MerchantId,
  { method, path, key }: KeyScope,
): Promise<boolean> {
  const text = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked';
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

/** The key is kept a day, by PostgreSQL's clock. */
const insertText = `INSERT INTO idempotency_keys
    (merchant_id, method, path, key, fingerprint, state, intention_id, lease_until, status, body, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 = 'started' THEN now() + interval '45 seconds' END, $8, $9, now() + interval '24 hours')
  ON CONFLICT (merchant_id, method, path, key) DO UPDATE SET fingerprint = excluded.fingerprint, state = excluded.state,
    intention_id = coalesce(excluded.intention_id, idempotency_keys.intention_id), lease_until = excluded.lease_until,
    status = excluded.status, body = excluded.body,
    created_at = CASE WHEN idempotency_keys.expires_at <= now() THEN now() ELSE idempotency_keys.created_at END,
    expires_at = CASE WHEN idempotency_keys.expires_at <= now() THEN excluded.expires_at ELSE idempotency_keys.expires_at END`;

/** What a call has under way: a retry waits for its lease, then resumes it. */
export async function keepIntention(
  tx: Tx,
  merchantId: MerchantId,
  scope: KeyScope,
  kept: { readonly fingerprint: Buffer; readonly intentionId: string },
): Promise<void> {
  const values = [...valuesOf(merchantId, scope), kept.fingerprint, 'started', kept.intentionId, null, null];
  await tx.executeQuery(CompiledQuery.raw(insertText, values));
}

/** What a call answered, sealed; every later call with the key hears the same. */
export async function keepAnswer(
  tx: Tx,
  merchantId: MerchantId,
  scope: KeyScope,
  kept: { readonly fingerprint: Buffer; readonly status: number; readonly body: string },
): Promise<void> {
  const values = [...valuesOf(merchantId, scope), kept.fingerprint, 'answered', null, kept.status, kept.body];
  await tx.executeQuery(CompiledQuery.raw(insertText, values));
}

/** A call that kept nothing: its key is as if it had never been used. */
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

const forgetText = `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM idempotency_keys WHERE expires_at <= now() LIMIT $1))`;

/** Deletes at most `most` keys whose day is over; answers how many. */
export async function forgetKeysAcrossMerchants(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(forgetText, [most]));
  return Number(numAffectedRows ?? 0n);
}

function valuesOf(merchantId: MerchantId, { method, path, key }: KeyScope): unknown[] {
  return [merchantId, method, path, key];
}
