import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../../platform/db/prepared.ts';
import { conditionsOf, type Filtered, forFilters, type Given } from './list-queries.ts';
import type { Transaction } from './queries.ts';

// The index transactions_by_text (0012-search-index.sql) serves the conditions on its columns only as they are written here.

type Sought = Filtered & {
  /** A row has this part in its reference, name or email, or one of the others in its phone. */
  readonly part: string;
  readonly phones: readonly string[];
  /** Only rows with smaller ids. */
  readonly after: string;
};

const isFound = (p: Pick<Sought, 'part' | 'phones'>) =>
  sql<boolean>`(lower(reference) LIKE lower(${p.part}::text) OR lower(customer_name) LIKE lower(${p.part}::text)
    OR lower(customer_email) LIKE lower(${p.part}::text) OR customer_phone LIKE ANY (${p.phones}::text[]))`;

/** Looks through the newest `most` rows that pass the filters, and stops at `rows` that are found. */
export const foundAmongNewest = forFilters((given) =>
  prepared<Sought & { rows: number; most: number }>()((db, p) => {
    const newest = db
      .selectFrom('transactions')
      .selectAll()
      .where(conditionsOf(given, p))
      .where('id', '<', p.after)
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.most}`);
    return db
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where(isFound(p))
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.rows}`);
  }),
);

/** The found ones among the newest `most` rows that pass the filters, however many, and the last of these rows, if there are so many. */
export const foundAndLast = forFilters((given) =>
  prepared<Sought & { most: number }>()((db, p) => {
    const newest = db
      .selectFrom('transactions')
      .selectAll()
      .select([
        isFound(p).as('is_found'),
        sql<boolean>`row_number() OVER (ORDER BY id DESC) = ${p.most}`.as('is_last'),
      ])
      .where(conditionsOf(given, p))
      .where('id', '<', p.after)
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.most}`);
    return db
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where((eb) => eb.or([eb('is_found', '=', true), eb('is_last', '=', true)]))
      .orderBy('id', 'desc');
  }),
);

export const oldestTransaction = prepared<Pick<Filtered, 'merchantId'>>()((db, p) =>
  db.selectFrom('transactions').select('id').where('merchant_id', '=', p.merchantId).orderBy('id').limit(1),
);

type Sampled = {
  /** The second newest row that is found; null if fewer than two are. */
  second: string | null;
  /** How many rows were read, and how many of them have each word. */
  rows: number;
  having: readonly number[];
  /** How much of the table the merchant has, if that is much. */
  share: number | null;
};

/** Reads the 4 rows below each position, whatever the filters. */
export const sampleRows = prepared<
  Pick<Sought, 'merchantId' | 'part' | 'phones'> & { positions: readonly string[]; words: readonly string[] }
>()(
  (_db, p) => sql<Sampled>`
    WITH sample AS MATERIALIZED (
      SELECT DISTINCT ON (t.id) t.* FROM unnest(${p.positions}::uuid[]) AS below
      CROSS JOIN LATERAL (
        SELECT id, reference, customer_name, customer_email, customer_phone FROM transactions
        WHERE merchant_id = ${p.merchantId} AND id < below ORDER BY id DESC LIMIT 4) t)
    SELECT (SELECT id FROM sample WHERE ${isFound(p)} ORDER BY id DESC OFFSET 1 LIMIT 1) AS second,
      (SELECT count(*)::int FROM sample) AS rows,
      ARRAY(SELECT (SELECT count(*)::int FROM sample
          WHERE strpos(lower(concat_ws(' ', reference, customer_name, customer_email, customer_phone)), lower(word)) > 0)
        FROM unnest(${p.words}::text[]) WITH ORDINALITY AS w (word, nth) ORDER BY nth) AS having,
      (SELECT most_common_freqs[array_position(most_common_vals::text::uuid[], ${p.merchantId}::uuid)] FROM pg_stats
        WHERE schemaname = current_schema() AND tablename = 'transactions' AND attname = 'merchant_id') AS share`,
);

type Probed = Sought & {
  /** Only rows with this id or a greater one. */
  readonly downTo: string;
  readonly rows: number;
  /** What the index is asked for: each pattern fits at least the rows that the part fits. */
  readonly pattern: string;
  readonly phonePatterns: readonly string[];
};

/** The merchant, or some spans of their list, as in the index. */
type Confined = Probed & { readonly places: readonly string[] };

/** Finds rows by the index. Pending ones are not in it. */
export const foundByIndex = forFilters((given) =>
  prepared<Confined>()((_db, p) =>
    probe(
      given,
      p,
      sql`AND ARRAY[merchant_id::text, merchant_id::text || left(id::text, 4), merchant_id::text || left(id::text, 5),
        merchant_id::text || left(id::text, 6)] && ${p.places}::text[]`,
    ),
  ),
);

/** The same for a merchant who has much of the table: to read where their rows are takes longer than to look at the rows found. */
export const foundByWholeIndex = forFilters((given) =>
  prepared<Probed>()((_db, p) => probe(given, p, sql``)),
);

function probe(given: Given, p: Probed, confined: RawBuilder<unknown>) {
  const among = sql`${conditionsOf(given, p)} AND id < ${p.after} AND id >= ${p.downTo}`;
  // OFFSET 0 keeps the other conditions away from the planner, which would look for an index for them too.
  const indexed = (text: RawBuilder<unknown>) => sql`
      SELECT id FROM (
        SELECT * FROM transactions WHERE status <> 'pending' AND ${text} ${confined} OFFSET 0) t WHERE ${among}`;
  // `|| ''` keeps a condition away from the index.
  const has = (column: RawBuilder<unknown>) =>
    indexed(sql`${column} LIKE lower(${p.pattern}::text) AND ${column} || '' LIKE lower(${p.part}::text)`);
  return sql<Transaction>`
      WITH found AS (
        ${has(sql`lower(reference)`)} UNION ALL ${has(sql`lower(customer_name)`)} UNION ALL ${has(sql`lower(customer_email)`)}
        UNION ALL ${indexed(sql`customer_phone LIKE ANY (${p.phonePatterns}::text[]) AND customer_phone || '' LIKE ANY (${p.phones}::text[])`)}
        UNION ALL SELECT id FROM transactions WHERE ${among} AND status = 'pending' AND ${isFound(p)})
      SELECT t.* FROM (SELECT DISTINCT id FROM found ORDER BY id DESC LIMIT ${p.rows}) f
      JOIN transactions t ON t.merchant_id = ${p.merchantId} AND t.id = f.id ORDER BY t.id DESC`;
}

/** The transaction with this id, and those of a checkout, refund, payout or another source with it. */
export const foundById = forFilters((given) =>
  prepared<Filtered & { id: string; after: string; rows: number }>()((_db, p) => {
    const among = sql`${conditionsOf(given, p)} AND id < ${p.after}`;
    return sql<Transaction>`
      WITH ids AS (
        SELECT ${p.id}::uuid AS id
        UNION SELECT id FROM transactions WHERE ${among} AND checkout_id = ${p.id}
        UNION (SELECT id FROM transactions WHERE ${among} AND source_id = ${p.id} AND status <> 'pending' ORDER BY id DESC LIMIT ${p.rows})
        UNION SELECT id FROM transactions WHERE ${among} AND source_id = ${p.id} AND status = 'pending')
      SELECT * FROM transactions WHERE ${among} AND id IN (SELECT id FROM ids) ORDER BY id DESC LIMIT ${p.rows}`;
  }),
);
