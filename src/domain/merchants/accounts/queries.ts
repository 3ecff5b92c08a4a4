import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import type { Context } from '../../../engine/context.ts';
import type { MerchantId, Mode } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { type Kyc, kycOf } from '../onboarding/kyc.ts';

export type Profile = {
  readonly row: ProfileRow;
  readonly kyc: Kyc;
};

/** The merchant, one app and its endpoint, and their KYC, as the profile shows them. Undefined: there is no such app. */
export async function findProfile(
  { platform, db }: Pick<Context, 'platform' | 'db'>,
  merchantId: MerchantId,
  appId: string,
): Promise<Profile | undefined> {
  const row = await profileRow(platform, merchantId, appId);
  return row && { row, kyc: await kycOf(db, merchantId, row.kyc_tier) };
}

const ofMerchant = [
  'm.id',
  'm.business_name',
  'm.email',
  'm.country',
  'm.status',
  'm.kyc_tier',
  'm.created_at',
] as const;

function profileRow(platform: PlatformDb, merchantId: MerchantId, appId: string) {
  return platform
    .selectFrom('merchants as m')
    .innerJoin('api_apps as a', 'a.merchant_id', 'm.id')
    .leftJoin('webhook_endpoints as w', 'w.app_id', 'a.id')
    .leftJoin('two_factor as f', 'f.merchant_id', 'm.id')
    .select([
      ...ofMerchant,
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

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof profileRow>>>;

/** How many apps the merchant has in a mode. Lock the merchant before: of two apps at once, neither sees the other. */
export async function countApps(tx: PlatformDb, merchantId: MerchantId, mode: Mode): Promise<number> {
  const { apps } = await tx
    .selectFrom('api_apps')
    .select(({ fn }) => fn.countAll<bigint>().as('apps'))
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();
  return Number(apps);
}

export type AppRows = {
  readonly app: Insertable<PlatformTables['api_apps']>;
  readonly endpoint: Insertable<PlatformTables['webhook_endpoints']>;
  readonly keys: readonly Insertable<PlatformTables['api_keys']>[];
};

type NewMerchant = AppRows & {
  readonly merchant: Insertable<PlatformTables['merchants']> & { readonly id: MerchantId };
  readonly twoFactor: Insertable<PlatformTables['two_factor']> | undefined;
};

/** Inserts all rows of a new merchant; run it in a transaction. It is not given a MerchantId, since the merchant is new. */
export async function insertMerchantAcrossMerchants(platform: PlatformDb, rows: NewMerchant): Promise<void> {
  await platform.insertInto('merchants').values(rows.merchant).execute();
  await insertApp(platform, rows.merchant.id, rows);
  if (rows.twoFactor) await platform.insertInto('two_factor').values(rows.twoFactor).execute();
}

/** It is not given a MerchantId, since the merchant is new. */
export async function insertBareMerchantAcrossMerchants(
  tx: PlatformDb,
  merchant: Insertable<PlatformTables['merchants']>,
): Promise<void> {
  await tx.insertInto('merchants').values(merchant).execute();
}

/** Inserts an app with its endpoint and keys; run it in a transaction. */
export async function insertApp(platform: PlatformDb, merchantId: MerchantId, rows: AppRows): Promise<void> {
  const owned = { merchant_id: merchantId };
  await platform
    .insertInto('api_apps')
    .values({ ...rows.app, ...owned })
    .execute();
  await platform
    .insertInto('webhook_endpoints')
    .values({ ...rows.endpoint, ...owned })
    .execute();
  await platform
    .insertInto('api_keys')
    .values(rows.keys.map((key) => ({ ...key, ...owned })))
    .execute();
}

/** The settings of an app; read them under its lock. */
export function findApp(tx: PlatformDb, merchantId: MerchantId, appId: string) {
  return tx
    .selectFrom('api_apps')
    .select(['features', 'rate_limit', 'api_version'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
}

export async function writeAppSettings(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  settings: Pick<Updateable<PlatformTables['api_apps']>, 'features' | 'rate_limit' | 'api_version'>,
): Promise<void> {
  await tx
    .updateTable('api_apps')
    .set(settings)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', appId)
    .execute();
}

export async function writeMerchantStatus(
  tx: PlatformDb,
  merchantId: MerchantId,
  status: 'active' | 'suspended',
): Promise<void> {
  await tx.updateTable('merchants').set({ status }).where('id', '=', merchantId).execute();
}

/** What a merchant is registered as. */
export type Business = Pick<Selectable<PlatformTables['merchants']>, 'business_name' | 'email' | 'country'>;

export async function writeBusiness(
  tx: PlatformDb,
  merchantId: MerchantId,
  business: Business,
): Promise<void> {
  await tx.updateTable('merchants').set(business).where('id', '=', merchantId).execute();
}

/** A merchant as operators see it. */
export function findMerchant(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('merchants as m')
    .leftJoin('two_factor as f', 'f.merchant_id', 'm.id')
    .select([...ofMerchant, 'f.enrolled_at'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst();
}
