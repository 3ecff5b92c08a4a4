import { type Insertable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, PlatformDb, Tx } from '../../../platform/db/database.ts';
import { lockSeed } from '../../../platform/db/driver/lock-seed.ts';

type NewEntry = Omit<Insertable<ModeTables['audit_log']>, 'merchant_id'>;

/** @returns false if a form with this id had its effect before */
export async function insertEntry(tx: Tx, merchantId: MerchantId, entry: NewEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_log')
    .values({ merchant_id: merchantId, ...entry })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function listEntries(db: Db, merchantId: MerchantId, before: string | undefined, limit: number) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'user_email as by', 'ip', 'action', 'object', 'details', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What a form of this id did; undefined: it was not sent yet. */
export function findByForm(db: Db, merchantId: MerchantId, form: string) {
  return db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'details', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('form', '=', form)
    .executeTakeFirst();
}

type Done = { readonly action: string; readonly details: Readonly<Record<string, string>> };

/** When an action with such details was done last; undefined: never. It reads what is kept of the merchant, so not for every call. */
export async function findLastTime(
  db: Db,
  merchantId: MerchantId,
  { action, details }: Done,
): Promise<Date | undefined> {
  const found = await db
    .selectFrom('audit_log')
    .select('created_at')
    .where('merchant_id', '=', merchantId)
    .where('action', '=', action)
    .where(sql<boolean>`details @> ${JSON.stringify(details)}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.created_at;
}

/** As findLastTime. Of two who are about to do it again, the second waits, and sees what the first has done. */
export async function lockLastTime(tx: Tx, merchantId: MerchantId, done: Done): Promise<Date | undefined> {
  const name = `${done.action} of ${merchantId} ${JSON.stringify(done.details)}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${sql.raw(lockSeed)}))`.execute(tx);
  return await findLastTime(tx, merchantId, done);
}

/** What was changed of the merchant, their apps and keys, in the dashboard and by operators. */
export function listChanges(
  platform: PlatformDb,
  merchantId: MerchantId,
  before: string | undefined,
  limit: number,
) {
  return platform
    .selectFrom('operator_changes')
    .select([
      'change_id as id',
      'operator as by',
      'ip',
      'action',
      sql<string | null>`app_id::text`.as('object'),
      'details',
      'created_at',
    ])
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('change_id', '<', before ?? ''))
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute();
}
