import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables, PlatformTables } from '../../../generated/database.ts';
import type { Db, PlatformDb, Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { MerchantId } from './principal.ts';

const keyByHash = prepared<{ hash: Buffer }, PlatformTables>()((db, p) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('api_apps as a', 'a.id', 'k.app_id')
    .innerJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select([
      'k.id',
      'k.merchant_id',
      'k.app_id',
      'k.kind',
      'k.prefix',
      'k.last4',
      'k.permissions',
      'k.revoked_at',
      'k.expires_at',
      'a.mode',
      'a.features',
      'a.api_version',
      'a.rate_limit',
      'm.kyc_tier',
      'm.status',
    ])
    .where('k.hash', '=', p.hash),
);

export type KeyRow = Awaited<ReturnType<typeof keyByHash>>[number];

/** Who a key belongs to. Before the key is known there is no merchant to ask for, hence the name. */
export async function findKeyAcrossMerchants(
  platform: PlatformDb,
  hash: Buffer,
): Promise<KeyRow | undefined> {
  return (await keyByHash(platform, { hash }))[0];
}

const stateById = prepared<{ merchantId: MerchantId }>()((db, p) =>
  db.selectFrom('merchant_states').selectAll().where('merchant_id', '=', p.merchantId),
);

export type MerchantState = Selectable<ModeTables['merchant_states']>;

/** What this world knows of a merchant: his clock and a KYC tier of its own. Undefined: nothing was ever changed. */
export async function findMerchantState(db: Db, merchantId: MerchantId): Promise<MerchantState | undefined> {
  return (await stateById(db, { merchantId }))[0];
}

/** The merchant, one app and its endpoint, as the profile shows them. */
export function findProfile(platform: PlatformDb, merchantId: MerchantId, appId: string) {
  return platform
    .selectFrom('merchants as m')
    .innerJoin('api_apps as a', 'a.merchant_id', 'm.id')
    .leftJoin('webhook_endpoints as w', 'w.app_id', 'a.id')
    .leftJoin('two_factor as f', 'f.merchant_id', 'm.id')
    .select([
      'm.id',
      'm.business_name',
      'm.email',
      'm.country',
      'm.status',
      'm.kyc_tier',
      'm.created_at',
      'a.id as app_id',
      'a.name as app_name',
      'a.mode',
      'a.features',
      'a.api_version',
      'a.rate_limit',
      'w.url as webhook_url',
      'w.event_types',
      'f.enrolled_at',
    ])
    .where('m.id', '=', merchantId)
    .where('a.id', '=', appId)
    .executeTakeFirst();
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** How customers know the merchant. */
export function findShownMerchant(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('merchants')
    .select(['business_name', 'status'])
    .where('id', '=', merchantId)
    .executeTakeFirst();
}

type NewMerchant = {
  readonly merchant: Insertable<PlatformTables['merchants']>;
  readonly app: Insertable<PlatformTables['api_apps']>;
  readonly endpoint: Insertable<PlatformTables['webhook_endpoints']>;
  readonly keys: readonly Insertable<PlatformTables['api_keys']>[];
  readonly twoFactor: Insertable<PlatformTables['two_factor']> | undefined;
};

/** A merchant comes into being whole, before anybody can ask for him. */
export async function insertMerchantAcrossMerchants(platform: PlatformDb, rows: NewMerchant): Promise<void> {
  await platform.insertInto('merchants').values(rows.merchant).execute();
  await platform.insertInto('api_apps').values(rows.app).execute();
  await platform.insertInto('webhook_endpoints').values(rows.endpoint).execute();
  await platform
    .insertInto('api_keys')
    .values([...rows.keys])
    .execute();
  if (rows.twoFactor) await platform.insertInto('two_factor').values(rows.twoFactor).execute();
}

/** Sets the KYC tier that this world decided, whatever the merchant's own is. */
export async function overrideKycTier(tx: Tx, merchantId: MerchantId, tier: number): Promise<void> {
  await tx
    .insertInto('merchant_states')
    .values({ merchant_id: merchantId, kyc_tier_override: tier })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ kyc_tier_override: tier }))
    .execute();
}

export type KycSubmission = Selectable<ModeTables['kyc_submissions']>;

/** The merchant's last request to be moved to a tier. */
export function findNewestSubmission(db: Db, merchantId: MerchantId): Promise<KycSubmission | undefined> {
  return db
    .selectFrom('kyc_submissions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The second factor of a merchant; undefined when he is not enrolled. Real time, by the database's clock, decides the lock. */
export function findTwoFactor(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('two_factor')
    .select(['secret_sealed', sql<boolean>`coalesce(locked_until > now(), false)`.as('locked')])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** @returns whether the step was still unspent and nothing locked: of two calls with one code, one passes */
export async function spendStep(
  platform: PlatformDb,
  merchantId: MerchantId,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await platform
    .updateTable('two_factor')
    .set({ last_step: BigInt(step), failures: 0, locked_until: null })
    .where('merchant_id', '=', merchantId)
    .where('last_step', '<', BigInt(step))
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The last of `most` wrong codes in a row begins the lock, and the counting starts anew after it. */
export async function countWrongCode(
  platform: PlatformDb,
  merchantId: MerchantId,
  limit: { readonly most: number; readonly lockSeconds: number },
): Promise<void> {
  await platform
    .updateTable('two_factor')
    .set({
      failures: sql<number>`(failures + 1) % ${limit.most}`,
      locked_until: sql<Date>`CASE WHEN failures + 1 >= ${limit.most} THEN now() + make_interval(secs => ${limit.lockSeconds}) END`,
    })
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .execute();
}
