import { type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTables } from '../../../../generated/database.ts';
import { deliveryTerms } from '../../../../generated/event-registry.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

const shown = [
  'a.id as app_id',
  'a.merchant_id',
  'a.name',
  'a.mode',
  'a.api_version',
  'a.features',
  'a.rate_limit',
  'm.business_name',
  'w.url',
  'w.event_types',
  'w.paused_at',
  sql<Date | null>`CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_until END`.as(
    'previous_secret_until',
  ),
] as const;

/** Every app has an endpoint, with or without a URL. */
function endpoints(platform: PlatformDb) {
  return platform
    .selectFrom('api_apps as a')
    .innerJoin('merchants as m', 'm.id', 'a.merchant_id')
    .innerJoin('webhook_endpoints as w', 'w.app_id', 'a.id')
    .select(shown);
}

/** Apps with their endpoints, in the order they were made; for operators. */
export function listEndpointsAcrossMerchants(
  platform: PlatformDb,
  wanted: { readonly of?: string; readonly limit: number },
) {
  const all = endpoints(platform).orderBy('a.id').limit(wanted.limit);
  return (wanted.of === undefined ? all : all.where('a.merchant_id', '=', wanted.of)).execute();
}

/** For operators, who know the id of an app but not its merchant. */
export function findEndpointAcrossMerchants(platform: PlatformDb, appId: string) {
  return endpoints(platform).where('a.id', '=', appId).executeTakeFirst();
}

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpointAcrossMerchants>>>;

export type LockedEndpoint = Selectable<PlatformTables['webhook_endpoints']> & {
  /** Two secrets sign now. */
  readonly overlapping: boolean;
};

/** Locks the endpoint, so that changes of it are made one after the other. */
export function lockEndpoint(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
): Promise<LockedEndpoint | undefined> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select(sql<boolean>`coalesce(previous_secret_until > now(), false)`.as('overlapping'))
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .forUpdate()
    .executeTakeFirst();
}

type Settings = Pick<Updateable<PlatformTables['webhook_endpoints']>, 'url' | 'event_types'>;

/** Writes only the settings that are given. */
export async function writeSettings(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  settings: Settings,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(settings)
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .execute();
}

export async function writePause(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  paused: boolean,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ paused_at: paused ? sql<Date>`now()` : null })
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .execute();
}

/** Which secret signs beside a new one for 24 hours: the current one, the one before it, or none. */
export type KeptSecret = 'newest' | 'previous' | 'none';

const keptSecret = {
  newest: sql<string>`secret_sealed`,
  previous: sql<string>`previous_secret_sealed`,
  none: null,
};

/** @returns until when the other secret signs; null: there is none */
export async function writeSecret(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  secret: { readonly sealed: string; readonly kept: KeptSecret },
): Promise<Date | null> {
  const { previous_secret_until: until } = await tx
    .updateTable('webhook_endpoints')
    .set({
      secret_sealed: secret.sealed,
      previous_secret_sealed: keptSecret[secret.kept],
      previous_secret_until:
        secret.kept === 'none' ? null : sql<Date>`now() + ${deliveryTerms.rotationHours} * interval '1 hour'`,
    })
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .returning('previous_secret_until')
    .executeTakeFirstOrThrow();
  return until;
}

export async function deletePreviousSecret(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ previous_secret_sealed: null, previous_secret_until: null })
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .execute();
}

export type NewChange = { readonly changeId: string; readonly appId: string; readonly changed: string[] };

export async function insertChange(
  tx: PlatformDb,
  merchantId: MerchantId,
  { changeId, appId, changed }: NewChange,
): Promise<void> {
  await tx
    .insertInto('settings_changes')
    .values({ change_id: changeId, merchant_id: merchantId, app_id: appId, changed })
    .execute();
}
