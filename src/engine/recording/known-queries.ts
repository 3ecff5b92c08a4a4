import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { MerchantId } from '../principal.ts';
import type { NewEvent } from './queries.ts';

export async function eventExists(db: Db, merchantId: MerchantId, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('event_id')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether any event of a resource was ever recorded. Lock the resource first, so that no other transaction records one meanwhile. */
export async function hasEvents(tx: Tx, merchantId: MerchantId, resourceId: string): Promise<boolean> {
  const text = 'SELECT FROM event_sequences WHERE merchant_id = $1 AND resource_id = $2';
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [merchantId, resourceId]));
  return rows.length > 0;
}

/** Whether an event of this type was recorded of a resource. Lock the resource first, as for `hasEvents`. */
export async function hasEventOf(
  tx: Tx,
  merchantId: MerchantId,
  { resourceId, type }: Pick<NewEvent, 'resourceId' | 'type'>,
): Promise<boolean> {
  const text = 'SELECT FROM events WHERE merchant_id = $1 AND resource_id = $2 AND type = $3 LIMIT 1';
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [merchantId, resourceId, type]));
  return rows.length > 0;
}
