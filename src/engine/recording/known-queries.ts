import { CompiledQuery } from 'kysely';
import type { EventType } from '../../../generated/event-registry.ts';
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

const eventOfText = `SELECT FROM events e WHERE e.merchant_id = $1 AND e.resource_id = $2 AND e.type = $3
    AND e.sequence > coalesce((SELECT max(a.sequence) FROM events a
      WHERE a.merchant_id = $1 AND a.resource_id = $2 AND a.type = $4), 0)
  LIMIT 1`;

type Wanted = Pick<NewEvent, 'resourceId'> & {
  readonly type: EventType;
  /** Only events that came after the latest one of this type count. */
  readonly after?: EventType;
};

/** Whether an event of this type was recorded of a resource. Lock the resource first, as for `hasEvents`. */
export async function hasEventOf(tx: Tx, merchantId: MerchantId, wanted: Wanted): Promise<boolean> {
  const values = [merchantId, wanted.resourceId, wanted.type, wanted.after ?? null];
  const { rows } = await tx.executeQuery(CompiledQuery.raw(eventOfText, values));
  return rows.length > 0;
}
