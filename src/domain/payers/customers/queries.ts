import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { lockSeed } from '../../../platform/db/driver/lock-seed.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Customer = Selectable<ModeTables['customers']>;

/** Transactions that want the same external id wait for each other, so that the later one sees which customer has it. */
export async function lockExternalId(tx: Tx, merchantId: MerchantId, externalId: string): Promise<void> {
  const name = `${merchantId} ${externalId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${sql.raw(lockSeed)}))`.execute(tx);
}

export function insertCustomer(
  tx: Tx,
  merchantId: MerchantId,
  customer: Omit<Insertable<ModeTables['customers']>, 'merchant_id'>,
): Promise<Customer> {
  return tx
    .insertInto('customers')
    .values({ ...customer, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Does not find deleted customers. */
export function findCustomer(db: Db, merchantId: MerchantId, id: string): Promise<Customer | undefined> {
  return customersOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Like findCustomer, but locks: others cannot change or delete the customer before this transaction ends. */
export function lockCustomer(tx: Tx, merchantId: MerchantId, id: string): Promise<Customer | undefined> {
  return customersOf(tx, merchantId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Like lockCustomer, but finds deleted customers too. */
export function lockKnownCustomer(tx: Tx, merchantId: MerchantId, id: string): Promise<Customer | undefined> {
  return tx
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findCustomerByExternalId(
  db: Db,
  merchantId: MerchantId,
  externalId: string,
): Promise<Customer | undefined> {
  return customersOf(db, merchantId).where('external_id', '=', externalId).executeTakeFirst();
}

function customersOf(db: Db, merchantId: MerchantId) {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null);
}

type Fields = Pick<Customer, 'name' | 'email' | 'phone' | 'external_id' | 'updated_at' | 'deleted_at'>;

export function changeCustomer(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  changes: Partial<Fields>,
): Promise<Customer> {
  return tx
    .updateTable('customers')
    .set(changes)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type CustomerFilters = { readonly email?: string | undefined; readonly externalId?: string | undefined };

/** Newest first: ids are UUIDv7, so their order is the order of creation. Emails are compared without case. */
export function findCustomers(
  db: Db,
  merchantId: MerchantId,
  { email, externalId }: CustomerFilters,
  page: WantedRows,
): Promise<Customer[]> {
  let customers = customersOf(db, merchantId);
  if (email !== undefined) customers = customers.where(sql`lower(email)`, '=', email.toLowerCase());
  if (externalId !== undefined) customers = customers.where('external_id', '=', externalId);
  if (page.after !== undefined) customers = customers.where('id', '<', page.after);
  return customers.orderBy('id', 'desc').limit(page.rows).execute();
}
