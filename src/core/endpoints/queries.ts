import { type Selectable, sql, type Updateable } from 'kysely';
import type { PlatformTables } from '../../../generated/database.ts';
import type { Db, PlatformDb, Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Row } from '../events/queries.ts';
import type { MerchantId } from '../merchants/principal.ts';

const shown = [
  'a.id as app_id',
  'a.merchant_id',
  'a.name',
  'a.mode',
  'a.api_version',
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

/** Whoever knows the app's id only, an operator, learns from it whose it is. */
export function findEndpointAcrossMerchants(platform: PlatformDb, appId: string) {
  return endpoints(platform).where('a.id', '=', appId).executeTakeFirst();
}

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpointAcrossMerchants>>>;

export type LockedEndpoint = Selectable<PlatformTables['webhook_endpoints']> & {
  /** Two secrets count at this moment. */
  readonly overlapping: boolean;
};

/** Changes of one endpoint follow each other. */
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

/** Only what is given is written. */
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

/** Which secret counts beside a new one, for 24 hours: the newest until now, the one before it, or none. */
export type Kept = 'newest' | 'previous' | 'none';

const keptSecret = {
  newest: sql<string>`secret_sealed`,
  previous: sql<string>`previous_secret_sealed`,
  none: null,
};

/** @returns until when the other secret counts; null: there is none */
export async function writeSecret(
  tx: PlatformDb,
  merchantId: MerchantId,
  appId: string,
  secret: { readonly sealed: string; readonly kept: Kept },
): Promise<Date | null> {
  const { previous_secret_until: until } = await tx
    .updateTable('webhook_endpoints')
    .set({
      secret_sealed: secret.sealed,
      previous_secret_sealed: keptSecret[secret.kept],
      previous_secret_until: secret.kept === 'none' ? null : sql<Date>`now() + interval '24 hours'`,
    })
    .where('merchant_id', '=', merchantId)
    .where('app_id', '=', appId)
    .returning('previous_secret_until')
    .executeTakeFirstOrThrow();
  return until;
}

export async function endPrevious(tx: PlatformDb, merchantId: MerchantId, appId: string): Promise<void> {
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

/** A change of this mode that nobody was told of yet. */
export type UntoldChange = Row<'settings_changes'>;

/** Of each app the oldest, so that its changes are told in their order. */
const untold = prepared<object>()(
  () => sql<UntoldChange>`
    SELECT * FROM (SELECT DISTINCT ON (app_id) * FROM settings_changes ORDER BY app_id, change_id) oldest
    WHERE due_at <= now() LIMIT 100`,
);

export function findUntoldAcrossMerchants(db: Db): Promise<readonly UntoldChange[]> {
  return untold(db, {});
}

/** Whoever holds it tells it; undefined: another does, or did. */
export function lockUntold(
  tx: PlatformDb,
  merchantId: MerchantId,
  changeId: string,
): Promise<{ tries: number } | undefined> {
  return tx
    .selectFrom('settings_changes')
    .select('tries')
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .where('told_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markTold(tx: PlatformDb, merchantId: MerchantId, changeId: string): Promise<void> {
  await tx
    .updateTable('settings_changes')
    .set({ told_at: sql<Date>`now()` })
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .execute();
}

/** After 1, 2, 4 … 60 seconds again. */
export async function postponeTelling(
  platform: PlatformDb,
  merchantId: MerchantId,
  changeId: string,
): Promise<void> {
  await platform
    .updateTable('settings_changes')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`now() + least(60, 2 ^ least(tries, 6)) * interval '1 second'`,
    })
    .where('merchant_id', '=', merchantId)
    .where('change_id', '=', changeId)
    .where('told_at', 'is', null)
    .execute();
}

export async function hasEvent(tx: Tx, merchantId: MerchantId, eventId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}
