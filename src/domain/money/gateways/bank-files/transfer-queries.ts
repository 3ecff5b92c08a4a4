import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { ModeTables } from '../../../../../generated/database.ts';
import type { MerchantId } from '../../../../engine/principal.ts';
import type { Db, Tx } from '../../../../platform/db/database.ts';
import { isSpread } from '../../../../platform/db/together/spread.ts';
import type { Currency } from '../../amounts/currency.ts';
import type { Transfer } from './moves.ts';

export function findTransfer(
  db: Db,
  merchantId: MerchantId,
  payoutId: string,
): Promise<Transfer | undefined> {
  return db
    .selectFrom('bank_transfers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
}

/** Writes a transfer once: one that is there stays as it is. */
export async function insertTransfer(
  tx: Tx,
  merchantId: MerchantId,
  transfer: Omit<Insertable<ModeTables['bank_transfers']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('bank_transfers')
    .values({ ...transfer, merchant_id: merchantId })
    .onConflict((once) => once.doNothing())
    .execute();
}

/** Lock transfers in the order of their payouts. */
export function lockTransfers(
  tx: Tx,
  merchantId: MerchantId,
  payoutIds: readonly string[],
): Promise<Transfer[]> {
  return tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('payout_id', 'in', [...payoutIds])
    .orderBy('payout_id')
    .forNoKeyUpdate()
    .execute();
}

/** `file_id`: null takes it out of its file. */
export type Change = Pick<Transfer, 'state' | 'reason'> & { readonly file_id?: null };

export async function writeState(
  tx: Tx,
  merchantId: MerchantId,
  payoutId: string,
  change: Change,
): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({ ...change, changed_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .execute();
}

type OfGateway = { readonly gateway: string };

/** The transfers that banks name by these ids. */
export async function findNamedAcrossMerchants(
  db: Db,
  { gateway, ids }: OfGateway & { readonly ids: readonly string[] },
): Promise<Pick<Transfer, 'merchant_id' | 'payout_id' | 'end_to_end_id'>[]> {
  return await db
    .selectFrom('bank_transfers')
    .select(['merchant_id', 'payout_id', 'end_to_end_id'])
    .where('end_to_end_id', 'in', [...ids])
    .where('gateway', '=', gateway)
    .execute();
}

/** A transfer as a part of a sum. */
export type SummedTransfer = Pick<Transfer, 'end_to_end_id' | 'amount' | 'currency' | 'state'>;

/**
 * The transfers that a bank names by these ids, without saying their amounts. One array: a bank may book more transfers as one than a
 * statement can have values.
 */
export function findSummedAcrossMerchants(
  db: Db,
  { gateway, ids }: OfGateway & { readonly ids: readonly string[] },
): Promise<readonly SummedTransfer[]> {
  return db
    .selectFrom('bank_transfers')
    .select(['end_to_end_id', 'amount', 'currency', 'state'])
    .where(sql<boolean>`end_to_end_id = ANY (${ids}::text[])`)
    .where('gateway', '=', gateway)
    .orderBy('end_to_end_id')
    .execute();
}

/** All transfers of one of our files. */
export function findInFileAcrossMerchants(db: Db, fileId: string): Promise<readonly SummedTransfer[]> {
  return db
    .selectFrom('bank_transfers')
    .select(['end_to_end_id', 'amount', 'currency', 'state'])
    .where('file_id', '=', fileId)
    .orderBy('end_to_end_id')
    .execute();
}

/** Puts transfers that were waiting at a cut-off into a file. Of two that do so at once, the second finds none. */
export async function fileWaitingAcrossMerchants(
  tx: Tx,
  file: OfGateway & {
    readonly currency: Currency;
    readonly cutOff: Date;
    readonly fileId: string;
    readonly most: number;
  },
): Promise<Transfer[]> {
  const waiting = sql`FROM bank_transfers
    WHERE gateway = ${file.gateway} AND currency = ${file.currency} AND state = 'waiting' AND created_at < ${file.cutOff}
    ORDER BY created_at, payout_id LIMIT ${file.most}`;
  const filing = sql`SET state = 'filed', file_id = ${file.fileId}, changed_at = now()`;
  // A cluster locks no rows of several merchants in a statement that reads them.
  const { rows } = (await isSpread(tx))
    ? await sql<Transfer>`UPDATE bank_transfers ${filing} WHERE state = 'waiting' AND end_to_end_id = ANY (${await idsOf(tx, waiting)}::text[])
        RETURNING *`.execute(tx)
    : await sql<Transfer>`WITH picked AS (SELECT merchant_id, payout_id ${waiting} FOR NO KEY UPDATE)
        UPDATE bank_transfers t ${filing} FROM picked
        WHERE t.merchant_id = picked.merchant_id AND t.payout_id = picked.payout_id RETURNING t.*`.execute(
        tx,
      );
  return rows.toSorted((a, b) => (a.end_to_end_id < b.end_to_end_id ? -1 : 1));
}

async function idsOf(tx: Tx, transfers: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ end_to_end_id: string }>`SELECT end_to_end_id ${transfers}`.execute(tx);
  return rows.map(({ end_to_end_id: id }) => id);
}

export async function countWaitingAcrossMerchants(db: Db, gateway: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM bank_transfers WHERE gateway = ${gateway} AND state = 'waiting'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
