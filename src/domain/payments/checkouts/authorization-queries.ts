import type { Insertable, Selectable } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

/** An amount that is or was held on a customer's card. It has the id of its payment. */
export type Authorization = Selectable<ModeTables['authorizations']>;

export function insertAuthorization(
  tx: Tx,
  merchantId: MerchantId,
  authorization: Omit<Insertable<ModeTables['authorizations']>, 'merchant_id'>,
): Promise<Authorization> {
  return tx
    .insertInto('authorizations')
    .values({ ...authorization, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findAuthorization(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Authorization | undefined> {
  return authorizationsOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Of the newest attempt of a checkout that held an amount: ids are UUIDv7. */
export function findAuthorizationOfCheckout(
  db: Db,
  merchantId: MerchantId,
  checkoutId: string,
): Promise<Authorization | undefined> {
  return authorizationsOf(db, merchantId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function authorizationsOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('authorizations').selectAll().where('merchant_id', '=', merchantId);
}
