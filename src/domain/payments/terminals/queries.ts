import type { Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type Terminal = Selectable<ModeTables['terminals']>;

export type RegisteredTerminal = Pick<
  Terminal,
  'id' | 'serial_number' | 'device_model' | 'location_name' | 'created_at'
>;

/**
 * Inserts an active reader, or updates the one that has this serial number; its status stays as it is. One statement, so
 * that concurrent registrations insert one row. The row stays locked.
 */
export function upsertTerminal(
  tx: Tx,
  merchantId: MerchantId,
  reader: RegisteredTerminal,
): Promise<Terminal> {
  return tx
    .insertInto('terminals')
    .values({ ...reader, merchant_id: merchantId, status: 'active', last_seen_at: reader.created_at })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'serial_number']).doUpdateSet((eb) => ({
        device_model: eb.ref('excluded.device_model'),
        location_name: eb.ref('excluded.location_name'),
        last_seen_at: eb.ref('excluded.last_seen_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** In order of registration: ids are UUIDv7, so their order is the order of creation. */
export function findActiveTerminals(db: Db, merchantId: MerchantId): Promise<Terminal[]> {
  return db
    .selectFrom('terminals')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
}

export function findTerminal(db: Db, merchantId: MerchantId, id: string): Promise<Terminal | undefined> {
  return db
    .selectFrom('terminals')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Stores when a reader was last seen. The row stays locked, so an active reader stays active until its payment has begun. */
export function seeTerminal(
  tx: Tx,
  merchantId: MerchantId,
  { id, last_seen_at }: Pick<Terminal, 'id' | 'last_seen_at'>,
): Promise<Terminal | undefined> {
  return tx
    .updateTable('terminals')
    .set({ last_seen_at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

type Payload = Omit<Selectable<ModeTables['reader_payloads']>, 'merchant_id'>;

/** Claims a payload for its payment; false when the payload was used before. */
export async function takePayload(tx: Tx, merchantId: MerchantId, payload: Payload): Promise<boolean> {
  const taken = await tx
    .insertInto('reader_payloads')
    .values({ ...payload, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

/** The payment that used a payload. */
export function findChargedPayload(
  db: Db,
  merchantId: MerchantId,
  { terminal_id, ksn }: Pick<Payload, 'terminal_id' | 'ksn'>,
) {
  return db
    .selectFrom('reader_payloads as p')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.merchant_id', '=', 'p.merchant_id').onRef('t.id', '=', 'p.transaction_id'),
    )
    .select(['t.id', 't.status', 't.created_at'])
    .where('p.merchant_id', '=', merchantId)
    .where('p.terminal_id', '=', terminal_id)
    .where('p.ksn', '=', ksn)
    .executeTakeFirst();
}

/** Releases the payload of a payment that no gateway began, so that it may be sent again. */
export async function freePayload(tx: Tx, merchantId: MerchantId, paymentId: string): Promise<void> {
  await tx
    .deleteFrom('reader_payloads')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', paymentId)
    .execute();
}
