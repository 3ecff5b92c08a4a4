import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';

// The statements that audit the ledger of one merchant. Each reads one batch, in the snapshot of the transaction that it is given.

/** One fault: which merchant has it, and what is wrong. */
export type Wrong = { readonly merchant_id: string; readonly about: string };

const found = async (tx: Tx, audit: ReturnType<typeof sql<Wrong>>): Promise<readonly Wrong[]> =>
  (await audit.execute(tx)).rows;

const tables =
  'ledger_heads ledger_balances ledger_journals ledger_entries ledger_holds refunds payouts split_settlements capital_advances disputes agent_top_ups'.split(
    ' ',
  );

/** The first merchant after this one with anything in the ledger, or with money on its way. */
export async function nextMerchantAcrossMerchants(tx: Tx, after: string): Promise<string | undefined> {
  const firsts = tables.map(
    (table) =>
      sql`(SELECT merchant_id FROM ${sql.table(table)} WHERE merchant_id > ${after} ORDER BY merchant_id LIMIT 1)`,
  );
  const { rows } = await sql<{ merchant_id: string }>`
    SELECT merchant_id FROM (${sql.join(firsts, sql` UNION ALL `)}) m ORDER BY merchant_id LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.merchant_id;
}

/** Some journals of one merchant: those after one number, up to and including another. */
export type Journals = { readonly merchant: string; readonly after: bigint; readonly upTo: bigint };

/** The number of the `size`th journal after `after`; none if there are fewer. */
export async function endOfJournalsAcrossMerchants(
  tx: Tx,
  { merchant, after, size }: { merchant: string; after: bigint; size: number },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ number: bigint }>`
    SELECT number FROM ledger_journals WHERE merchant_id = ${merchant} AND number > ${after}
    ORDER BY number OFFSET ${size - 1} LIMIT 1`.execute(tx);
  return rows[0]?.number;
}

export type CountedJournals = {
  readonly count: bigint;
  readonly last: bigint | null;
  /** The transaction that wrote the last one: after a reset of the sandbox, its number is of another. */
  readonly xact: string | null;
};

export async function countJournalsAcrossMerchants(
  tx: Tx,
  { merchant, after, upTo }: Journals,
): Promise<CountedJournals> {
  const { rows } = await sql<CountedJournals>`
    SELECT count(*) AS count, max(number) AS last, (array_agg(xact::text ORDER BY number DESC))[1] AS xact
    FROM ledger_journals WHERE merchant_id = ${merchant} AND number > ${after} AND number <= ${upTo}`.execute(
    tx,
  );
  return rows[0] ?? { count: 0n, last: null, xact: null };
}

export async function isJournalOfAcrossMerchants(
  tx: Tx,
  { merchant, number, xact }: { merchant: string; number: bigint; xact: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ledger_journals WHERE merchant_id = ${merchant} AND number = ${number} AND xact::text = ${xact}`.execute(
    tx,
  );
  return rows.length === 1;
}

export function unbalancedJournalsAcrossMerchants(tx: Tx, { merchant, after, upTo }: Journals) {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('journal %s is %s %s off', number, sum(amount), currency) AS about
      FROM ledger_entries WHERE merchant_id = ${merchant} AND number > ${after} AND number <= ${upTo}
      GROUP BY merchant_id, number, currency HAVING sum(amount) <> 0
      UNION ALL
      SELECT j.merchant_id, format('journal %s has %s lines', j.number, count(e.number))
      FROM ledger_journals j LEFT JOIN ledger_entries e USING (merchant_id, number)
      WHERE j.merchant_id = ${merchant} AND j.number > ${after} AND j.number <= ${upTo}
      GROUP BY j.merchant_id, j.number HAVING count(e.number) < 2`,
  );
}

/** An account of the ledger. */
export type Account = { readonly code: string; readonly currency: string };
/** What the entries of an account came to: their sum, and the balance after the last one. */
export type Total = Account & { readonly sum: bigint; readonly after: bigint };

/** @param totals of all entries before these */
export function brokenChainsAcrossMerchants(
  tx: Tx,
  { merchant, after, upTo }: Journals,
  totals: readonly Total[],
): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('%s %s after journal %s is %s, not %s', code, currency, number, balance_after, before + amount) AS about
      FROM (SELECT e.*, coalesce(lag(e.balance_after) OVER (PARTITION BY e.code, e.currency ORDER BY e.number), t.after, 0) AS before
        FROM ledger_entries e
        LEFT JOIN unnest(${totals.map(({ code }) => code)}::text[], ${totals.map(({ currency }) => currency)}::text[],
          ${totals.map((total) => total.after)}::bigint[]) AS t (code, currency, after) ON t.code = e.code AND t.currency = e.currency
        WHERE e.merchant_id = ${merchant} AND e.number > ${after} AND e.number <= ${upTo}) e
      WHERE balance_after <> before + amount`,
  );
}

export async function totalsAcrossMerchants(
  tx: Tx,
  { merchant, after, upTo }: Journals,
): Promise<readonly Total[]> {
  const { rows } = await sql<Total>`
    SELECT code, currency, sum(amount)::bigint AS sum, (array_agg(balance_after ORDER BY number DESC))[1]::bigint AS after
    FROM ledger_entries WHERE merchant_id = ${merchant} AND number > ${after} AND number <= ${upTo} GROUP BY code, currency`.execute(
    tx,
  );
  return rows;
}

export type Balance = Account & { readonly balance: bigint };

/** What the ledger says of itself: the number of its last journal, and its balances. */
export async function summaryAcrossMerchants(
  tx: Tx,
  merchant: string,
): Promise<{ readonly head: bigint | undefined; readonly balances: readonly Balance[] }> {
  const heads = await sql<{ number: bigint }>`
    SELECT number FROM ledger_heads WHERE merchant_id = ${merchant}`.execute(tx);
  const balances = await sql<Balance>`
    SELECT code, currency, balance::bigint AS balance FROM ledger_balances WHERE merchant_id = ${merchant} ORDER BY code, currency`.execute(
    tx,
  );
  return { head: heads.rows[0]?.number, balances: balances.rows };
}

/** The holds of one merchant after `after`, at most `size` of them: what they still hold, and the last one's id. */
export async function heldAcrossMerchants(
  tx: Tx,
  { merchant, after, size }: { merchant: string; after: string; size: number },
): Promise<{ readonly held: readonly Balance[]; readonly last: string | undefined }> {
  const { rows } = await sql<{ hold_id: string }>`
    SELECT hold_id FROM ledger_holds WHERE merchant_id = ${merchant} AND hold_id > ${after}
    ORDER BY hold_id OFFSET ${size - 1} LIMIT 1`.execute(tx);
  const last = rows[0]?.hold_id;
  const held = await sql<Balance>`
    SELECT code, currency, sum(amount - released)::bigint AS balance FROM ledger_holds
    WHERE merchant_id = ${merchant} AND hold_id > ${after} AND (${last ?? null}::uuid IS NULL OR hold_id <= ${last ?? null}::uuid)
    GROUP BY code, currency`.execute(tx);
  return { held: held.rows, last };
}
