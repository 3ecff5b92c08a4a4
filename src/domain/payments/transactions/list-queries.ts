import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { withinPeriod as boundsOf } from '../../../platform/http/period-queries.ts';
import type { Transaction } from './queries.ts';

export type TransactionFilters = {
  readonly type?: Transaction['type'] | undefined;
  readonly status?: Transaction['status'] | undefined;
  readonly currency?: Transaction['currency'] | undefined;
  readonly gateway?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** Only rows with greater ids: what `withinPeriod` found, so that older rows are not read. */
  readonly above?: string | undefined;
};

/** In the order of the statement's conditions. A filter that is missing here does not compile below. */
const filterNames = ['type', 'status', 'currency', 'gateway', 'from', 'before', 'above'] as const;
type Filter = (typeof filterNames)[number];

export type Filtered = { readonly merchantId: MerchantId } & {
  readonly [F in Filter]?: TransactionFilters[F] | undefined;
};

/** Which filters are given, and what is asked for of those whose values are part of the statement. */
export type Given = {
  readonly names: readonly Filter[];
  readonly type: Transaction['type'] | undefined;
  readonly status: Transaction['status'] | undefined;
};

/** The conditions of the filters that are given, for `WHERE`. */
export const conditionsOf = ({ names, type, status }: Given, p: Filtered): RawBuilder<boolean> => {
  const conditions = {
    type: sql`type = ${sql.lit(type ?? null)}`,
    status: sql`status = ${sql.lit(status ?? null)}`,
    currency: sql`currency = ${p.currency}`,
    gateway: sql`gateway = ${p.gateway}`,
    from: sql`created_at >= ${p.from}`,
    before: sql`created_at < ${p.before}`,
    above: sql`id > ${p.above}`,
  } satisfies Record<Filter, unknown>;
  const given = names.map((name) => conditions[name]);
  return sql<boolean>`${sql.join([sql`merchant_id = ${p.merchantId}`, ...given], sql` AND `)}`;
};

type Statement<P, R> = (db: Db, parameters: P) => Promise<R[]>;

/**
 * Each set of filters has its own prepared statement, so that the planner can choose the index for it. So has each type and status: in a
 * plan for any status, one that few payments have looks like the one that most have, and every payment of the merchant would be read.
 */
export const forFilters = <P extends Filtered, R>(
  build: (given: Given) => Statement<P, R>,
): Statement<P, R> => {
  const statements = new Map<string, Statement<P, R>>();
  return (db, parameters) => {
    const { type, status } = parameters;
    const names = filterNames.filter((name) => parameters[name] !== undefined);
    const shape = [...names, type, status].join();
    const statement = statements.get(shape) ?? build({ names, type, status });
    statements.set(shape, statement);
    return statement(db, parameters);
  };
};

const firstRows = forFilters((given) =>
  prepared<Filtered & { rows: number }>()((db, p) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where(conditionsOf(given, p))
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.rows}`),
  ),
);

const nextRows = forFilters((given) =>
  prepared<Filtered & { rows: number; after: string }>()((db, p) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where(conditionsOf(given, p))
      .where('id', '<', p.after)
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.rows}`),
  ),
);

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function listTransactions(
  db: Db,
  merchantId: MerchantId,
  asked: TransactionFilters,
  from: WantedRows,
): Promise<Transaction[]> {
  const { filters, page } = await withinPeriod(db, merchantId, { filters: asked, page: from });
  const { after, rows } = page;
  const given = { ...filters, merchantId, rows };
  return after === undefined ? await firstRows(db, given) : await nextRows(db, { ...given, after });
}

type Wanted<F> = { readonly filters: F; readonly page: WantedRows };

const listed = { table: 'transactions', id: 'id' };

/** The same list without the ids that are surely outside its period. */
export async function withinPeriod<F extends TransactionFilters>(
  db: Db,
  merchantId: MerchantId,
  { filters, page: asked }: Wanted<F>,
): Promise<Wanted<F>> {
  const { page, above } = await boundsOf(db, merchantId, listed, { period: filters, page: asked });
  return { filters: { ...filters, above }, page };
}

/** The decided payments of a link, an invoice or a subscription, newest first. Pending ones are not in the index of sources. */
export function findPaymentsOfSource(
  db: Db,
  merchantId: MerchantId,
  sourceId: string,
  most: number,
): Promise<Transaction[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('source_id', '=', sourceId)
    .where('status', '<>', sql.lit('pending'))
    .where('type', '=', 'payment')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
