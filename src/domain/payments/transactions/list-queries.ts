import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { uuidIn } from '../../../platform/ids.ts';
import type { Transaction } from './queries.ts';

export type TransactionFilters = {
  readonly type?: Transaction['type'] | undefined;
  readonly status?: Transaction['status'] | undefined;
  readonly currency?: Transaction['currency'] | undefined;
  readonly gateway?: string | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly search?: string | undefined;
};

type Given = Omit<{ [F in keyof TransactionFilters]-?: NonNullable<TransactionFilters[F]> }, 'search'> & {
  readonly merchantId: MerchantId;
  readonly after: string;
  readonly rows: number;
  /** The searched text as a LIKE pattern. */
  readonly part: string;
  /** The id of a transaction, checkout, refund or payout; null when the searched text is no id. */
  readonly id: string | null;
};

/** In the order of the statement's conditions. A filter that is missing here does not compile below. */
const filterNames = ['type', 'status', 'currency', 'gateway', 'from', 'before', 'part', 'after'] as const;
type Filter = (typeof filterNames)[number];

const statements = new Map<string, ReturnType<typeof statementFor>>();

/**
 * Newest first: ids are UUIDv7, so their order is the order of creation. Each set of filters has its own prepared statement,
 * so that the planner can choose the index for it.
 */
export function listTransactions(
  db: Db,
  merchantId: MerchantId,
  { search, ...exact }: TransactionFilters,
  page: WantedRows,
): Promise<Transaction[]> {
  const part = search === undefined ? undefined : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const given = {
    ...exact,
    part,
    after: page.after,
    id: search === undefined ? null : (uuidIn(search) ?? null),
  };
  const names = filterNames.filter((name) => given[name] !== undefined);
  const shape = names.join();
  let statement = statements.get(shape);
  if (!statement) {
    statement = statementFor(new Set(names));
    statements.set(shape, statement);
  }
  return statement(db, { merchantId, rows: page.rows, ...given });
}

function statementFor(named: ReadonlySet<Filter>) {
  return prepared<
    Pick<Given, 'merchantId' | 'rows'> & { readonly [F in Filter | 'id']?: Given[F] | undefined }
  >()((db, p) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where('merchant_id', '=', p.merchantId)
      .$if(named.has('type'), (rows) => rows.where('type', '=', sql<Transaction['type']>`${p.type}`))
      .$if(named.has('status'), (rows) => rows.where('status', '=', sql<Transaction['status']>`${p.status}`))
      .$if(named.has('currency'), (rows) =>
        rows.where('currency', '=', sql<Transaction['currency']>`${p.currency}`),
      )
      .$if(named.has('gateway'), (rows) => rows.where('gateway', '=', sql<string>`${p.gateway}`))
      .$if(named.has('from'), (rows) => rows.where('created_at', '>=', sql<Date>`${p.from}`))
      .$if(named.has('before'), (rows) => rows.where('created_at', '<', sql<Date>`${p.before}`))
      .$if(named.has('part'), (rows) =>
        rows.where(sql<boolean>`(
        reference ILIKE ${p.part} OR customer_name ILIKE ${p.part} OR customer_email ILIKE ${p.part} OR customer_phone ILIKE ${p.part}
        OR ${p.id}::uuid IN (id, checkout_id, source_id))`),
      )
      .$if(named.has('after'), (rows) => rows.where('id', '<', sql<string>`${p.after}`))
      .orderBy('id', 'desc')
      .limit(sql<number>`${p.rows}`),
  );
}
