import { type ExpressionBuilder, sql } from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { MerchantId } from '../../core/merchants/principal.ts';
import type { Transaction } from '../../core/transactions/queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isUuid, readUuid } from '../../platform/ids.ts';

export type TransactionFilters = {
  readonly type?: Transaction['type'] | undefined;
  readonly status?: Transaction['status'] | undefined;
  readonly currency?: Transaction['currency'] | undefined;
  readonly gateway?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly search?: string | undefined;
};

type Position = { readonly after: string | undefined; readonly limit: number };
type Values = Required<{ [F in keyof TransactionFilters]: NonNullable<TransactionFilters[F]> }> & {
  merchantId: MerchantId;
  after: string;
  rows: number;
  pattern: string;
  wholeId: string | null;
};
type Shape = ReadonlySet<keyof Values>;

const statements = new Map<string, ReturnType<typeof statementFor>>();

/** Newest first: ids are UUIDv7, so their order is the order of creation. One more row than the page tells whether there is more. */
export function listTransactions(
  db: Db,
  merchantId: MerchantId,
  { search, ...filters }: TransactionFilters,
  { after, limit }: Position,
): Promise<Transaction[]> {
  const searched = search === undefined ? {} : { pattern: patternOf(search), wholeId: readUuid(search) ?? null };
  const given = Object.entries({ ...filters, after, ...searched }).filter(([, value]) => value !== undefined);
  const shape = given.map(([name]) => name);
  const key = shape.join();
  let statement = statements.get(key);
  if (!statement) {
    statement = statementFor(new Set(shape));
    statements.set(key, statement);
  }
  return statement(db, { merchantId, rows: limit + 1, ...Object.fromEntries(given) });
}
