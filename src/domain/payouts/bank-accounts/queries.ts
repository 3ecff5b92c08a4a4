import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type BankAccount = Selectable<ModeTables['bank_accounts']>;

/** Where a payout goes. Each payout keeps its own copy, so deleting a saved account changes no payout. */
export type Destination = Pick<
  BankAccount,
  | 'bank_name'
  | 'account_name'
  | 'account_sealed'
  | 'account_last4'
  | 'branch_code'
  | 'provider'
  | 'number_sealed'
  | 'number_masked'
>;

function accountsOf(db: Db, merchantId: MerchantId) {
  return db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('deleted_at', 'is', null);
}

export function insertBankAccount(
  tx: Tx,
  merchantId: MerchantId,
  account: Omit<Insertable<ModeTables['bank_accounts']>, 'merchant_id'>,
): Promise<BankAccount> {
  return tx
    .insertInto('bank_accounts')
    .values({ ...account, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findBankAccount(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<BankAccount | undefined> {
  return accountsOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** Those of these ids that exist. */
export function findBankAccountsById(
  db: Db,
  merchantId: MerchantId,
  ids: readonly string[],
): Promise<BankAccount[]> {
  return accountsOf(db, merchantId).where('id', 'in', ids).execute();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export function findBankAccounts(db: Db, merchantId: MerchantId, page: WantedRows): Promise<BankAccount[]> {
  return accountsOf(db, merchantId)
    .$if(page.after !== undefined, (accounts) => accounts.where('id', '<', page.after ?? ''))
    .orderBy('id', 'desc')
    .limit(page.rows)
    .execute();
}

/**
 * Keeps the time of the first deletion, and nothing of the account but its type.
 *
 * @param nothing a sealed text that takes the place of the number, which the table requires
 * @returns whether there is such an account, deleted or not
 */
export async function blankAccount(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  { at, nothing, blank }: { readonly at: Date; readonly nothing: string; readonly blank: Blank },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_accounts')
    .set({
      ...blank,
      account_sealed: sql`CASE WHEN account_sealed IS NOT NULL THEN ${nothing} END`,
      number_sealed: sql`CASE WHEN number_sealed IS NOT NULL THEN ${nothing} END`,
      deleted_at: sql`coalesce(deleted_at, ${at}::timestamptz)`,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Blank = Readonly<Record<keyof Destination | 'label', null>>;
