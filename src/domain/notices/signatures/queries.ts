import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';

export type AppSecrets = {
  readonly app_id: string;
  readonly secret_sealed: string;
  /** During a rotation of the secret; null otherwise. */
  readonly previous_secret_sealed: string | null;
};

/** The secrets of all apps of the merchant. */
export function findSecrets(db: Db, merchantId: MerchantId): Promise<AppSecrets[]> {
  return db
    .selectFrom('app_endpoints')
    .select(['app_id', 'secret_sealed'])
    .select(
      sql<string | null>`CASE WHEN previous_secret_until > now() THEN previous_secret_sealed END`.as(
        'previous_secret_sealed',
      ),
    )
    .where('merchant_id', '=', merchantId)
    .$narrowType<{ app_id: string; secret_sealed: string }>()
    .execute();
}

/** The bodies that were sent of an event, one per version. */
export async function findBodies(db: Db, merchantId: MerchantId, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_bodies')
    .select('body')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .execute();
  return rows.map(({ body }) => body);
}
