import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Row } from '../../../platform/db/row.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { dashed } from '../../../platform/ids.ts';
import { type Currency, currencies } from '../amounts/currency.ts';
import { subaccountCode } from '../ledger/subaccounts.ts';

export type Subaccount = Row<'subaccounts'>;
type Balance = Pick<Row<'ledger_balances'>, 'currency' | 'balance'>;

/** A subaccount with its balances. A currency that it never had is not among them. */
export type WholeSubaccount = {
  readonly id: string;
  readonly subaccount: Subaccount;
  readonly balances: readonly Balance[];
};

export function insertSubaccount(
  tx: Tx,
  merchantId: MerchantId,
  subaccount: Omit<Subaccount, 'merchant_id'>,
): Promise<Subaccount> {
  return tx
    .insertInto('subaccounts')
    .values({ ...subaccount, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those of these ids that exist. */
export function findSubaccounts(
  db: Db,
  merchantId: MerchantId,
  ids: readonly string[],
): Promise<Subaccount[]> {
  return db
    .selectFrom('subaccounts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .execute();
}

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function findWholeSubaccounts(
  db: Db,
  merchantId: MerchantId,
  page: WantedRows,
): Promise<WholeSubaccount[]> {
  let subaccounts = db.selectFrom('subaccounts').selectAll().where('merchant_id', '=', merchantId);
  if (page.after !== undefined) subaccounts = subaccounts.where('id', '<', page.after);
  return await withBalances(
    db,
    merchantId,
    await subaccounts.orderBy('id', 'desc').limit(page.rows).execute(),
  );
}

async function withBalances(
  db: Db,
  merchantId: MerchantId,
  subaccounts: readonly Subaccount[],
): Promise<WholeSubaccount[]> {
  if (subaccounts.length === 0) return [];
  const balances = await db
    .selectFrom('ledger_balances')
    .select(['code', 'currency', 'balance'])
    .where('merchant_id', '=', merchantId)
    .where(
      'code',
      'in',
      subaccounts.map(({ id }) => subaccountCode(id)),
    )
    .execute();
  const byCode = Map.groupBy(balances, ({ code }) => code);
  return subaccounts.map((subaccount) => ({
    id: subaccount.id,
    subaccount,
    balances: byCode.get(subaccountCode(subaccount.id)) ?? [],
  }));
}

/** A subaccount with its balances. */
export async function findWholeSubaccount(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<WholeSubaccount | undefined> {
  const [whole] = await withBalances(db, merchantId, await findSubaccounts(db, merchantId, [id]));
  return whole;
}

export const balanceIn = ({ balances }: Pick<WholeSubaccount, 'balances'>, currency: Currency): bigint =>
  balances.find((one) => one.currency === currency)?.balance ?? 0n;

/** A line of the ledger on the account of a subaccount, and what it is about: a share of a payment, or a payout. */
export type SubaccountEntry = {
  /** The number of the journal, in the form of an id, so that a cursor can name it. */
  readonly id: string;
  readonly movement: 'split.settled' | 'payout.requested' | 'payout.failed' | 'payout.returned';
  readonly amount: bigint;
  readonly currency: Currency;
  readonly balance_after: bigint;
  readonly effective_at: Date;
  readonly transaction_id: string;
  readonly split_id: string | null;
  readonly basis_points: number | null;
  readonly payout_id: string | null;
};

type Wanted = { readonly subaccountId: string; readonly currency?: Currency | undefined };

/** Newest first. Each currency is read by its own index range, so that a long history is not sorted. */
export async function findSubaccountEntries(
  db: Db,
  merchantId: MerchantId,
  { subaccountId, currency }: Wanted,
  page: WantedRows,
): Promise<SubaccountEntry[]> {
  const wanted = currency === undefined ? currencies : [currency];
  const before = page.after === undefined ? last : numberIn(page.after);
  const { rows } = await sql<Omit<SubaccountEntry, 'id'> & { number: bigint }>`
    SELECT e.number, e.amount, e.currency, e.balance_after, j.movement, j.effective_at,
      coalesce(s.transaction_id, p.transaction_id) AS transaction_id, s.split_id, s.basis_points, p.id AS payout_id
    FROM unnest(${wanted}::text[]) AS c (currency)
    CROSS JOIN LATERAL (
      SELECT * FROM ledger_entries l
      WHERE l.merchant_id = ${merchantId} AND l.code = ${subaccountCode(subaccountId)} AND l.currency = c.currency
        AND l.number < ${before} ORDER BY l.number DESC LIMIT ${page.rows}) e
    JOIN ledger_journals j ON j.merchant_id = ${merchantId} AND j.number = e.number
    LEFT JOIN split_settlements s ON s.merchant_id = ${merchantId} AND s.id = j.source_id
    LEFT JOIN payouts p ON p.merchant_id = ${merchantId} AND p.id = j.source_id
    ORDER BY e.number DESC LIMIT ${page.rows}`.execute(db);
  return rows.map(({ number, ...entry }) => ({
    ...entry,
    id: dashed(number.toString(16).padStart(32, '0')),
  }));
}

const last = 9_223_372_036_854_775_807n;

/** A cursor may name any id: one above all numbers is a place after the newest entry. */
function numberIn(id: string): bigint {
  const number = BigInt(`0x${id.replaceAll('-', '')}`);
  return number < last ? number : last;
}
