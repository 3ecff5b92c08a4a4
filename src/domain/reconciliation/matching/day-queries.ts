import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type OfDay = { readonly gateway: string; readonly day: string };

/** What lines of a day sum to, in one currency. Ten-thousandths. */
export type LineSums = {
  readonly currency: string;
  /** Payments, refunds, payouts and returns. */
  readonly stated: bigint;
  /** Fees and others: listed, not matched. */
  readonly listed: bigint;
  /** Stated on this day, and in the ledger on another. */
  readonly of_other_days: bigint;
};

export async function sumLinesAcrossMerchants(db: Db, { gateway, day }: OfDay): Promise<readonly LineSums[]> {
  const { rows } = await sql<LineSums>`
    SELECT currency, coalesce(sum(amount) FILTER (WHERE kind NOT IN ('fee', 'other')), 0)::bigint AS stated,
      coalesce(sum(amount) FILTER (WHERE kind IN ('fee', 'other')), 0)::bigint AS listed,
      coalesce(sum(amount) FILTER (WHERE case_id IS NULL AND journal_on <> booked_on), 0)::bigint AS of_other_days
    FROM statement_lines WHERE gateway = ${gateway} AND booked_on = ${day} GROUP BY currency`.execute(db);
  return rows;
}

export type Sum = { readonly currency: string; readonly sum: bigint };

/** What the ledger has on this day, and statements on another. */
export async function sumElsewhereAcrossMerchants(db: Db, { gateway, day }: OfDay): Promise<readonly Sum[]> {
  const { rows } = await sql<Sum>`
    SELECT currency, sum(amount)::bigint AS sum FROM statement_lines
    WHERE gateway = ${gateway} AND journal_on = ${day} AND journal_on <> booked_on AND case_id IS NULL GROUP BY currency`.execute(
    db,
  );
  return rows;
}

/**
 * What cases hold of a day: what was stated on it, less what was expected on it. Explained cases hold nothing, also if an operator has
 * opened them again: a line is about what was missing, or no line differs any more.
 */
export async function sumCasesAcrossMerchants(
  db: Db,
  { gateway, day }: OfDay,
): Promise<readonly (Sum & { readonly resolved: boolean; readonly cases: bigint })[]> {
  const { rows } = await sql<Sum & { resolved: boolean; cases: bigint }>`
    SELECT currency, resolved, sum(amount)::bigint AS sum, count(DISTINCT id) AS cases FROM (
      SELECT l.currency, c.state = 'resolved' AS resolved, l.amount, c.id FROM statement_lines l JOIN reconciliation_cases c ON c.id = l.case_id
      WHERE l.gateway = ${gateway} AND l.booked_on = ${day} AND c.resolution IS DISTINCT FROM 'explained_later'
      UNION ALL SELECT c.expected_currency, c.state = 'resolved', -c.expected, c.id FROM reconciliation_cases c
      WHERE c.gateway = ${gateway} AND c.expected_on = ${day} AND c.kind <> 'twice' AND c.resolution IS DISTINCT FROM 'explained_later'
        AND CASE c.kind WHEN 'missing_there'
          THEN NOT EXISTS (SELECT FROM statement_lines l WHERE l.of_merchant = c.of_merchant AND l.journal = c.journal AND l.journal IS NOT NULL)
          ELSE EXISTS (SELECT FROM statement_lines l WHERE l.case_id = c.id) END) held
    GROUP BY currency, resolved`.execute(db);
  return rows;
}

/** The first day that a run has something to do with: of a line without a journal, or of a case that is not resolved. */
export async function findOldestAcrossMerchants(db: Db, gateway: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT least(
      (SELECT min(l.booked_on) FROM statement_lines l WHERE l.gateway = ${gateway} AND l.journal IS NULL AND l.kind NOT IN ('fee', 'other') AND l.case_id IS NULL),
      (SELECT min(least(c.expected_on, c.stated_on)) FROM reconciliation_cases c WHERE c.gateway = ${gateway} AND c.state <> 'resolved')) AS day`.execute(
    db,
  );
  return rows[0]?.day ?? undefined;
}

/** So many days after its end, a statement comes late. */
const lateAfterDays = 7;

/**
 * The first day of the statements that came in during the last days, if they came late or begin before a day.
 *
 * @param within how many days ago they may have come in
 */
export async function findLateAcrossMerchants(
  db: Db,
  gateway: string,
  { within, before }: { readonly within: number; readonly before: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT min(from_day) AS day FROM statements WHERE gateway = ${gateway}
      AND imported_at > now() - ${within} * interval '1 day'
      AND (from_day < ${before} OR imported_at > to_day + ${lateAfterDays} * interval '1 day')`.execute(db);
  return rows[0]?.day ?? undefined;
}
