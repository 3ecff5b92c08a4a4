import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { sentOf } from '../../money/gateways/bank-files/file-queries.ts';

/** What a bank has said of a transfer and nobody could match. `stated`: a statement has the same movement, or it fitted later. */
export type UnmatchedNotice = Pick<
  Selectable<ModeTables['bank_unmatched']>,
  'end_to_end_id' | 'says' | 'why' | 'reason'
> & {
  readonly subject: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly day: string;
  readonly stated: boolean;
  /** Of the case that there is about it. */
  readonly case_id: string | null;
};

/**
 * Movements of the account that notifications spoke of, without those whose case is resolved. A statement has a movement if its lines
 * repeat our id or the bank's own, some days earlier or later, in the same direction, currency and amount: as one line, or as a line for
 * each payout of a file. A payout of a file that is still one line is in the case of that line. Lines that are compared with nothing do
 * not count. A sum that fitted later has moved its payouts, and is no difference any more.
 *
 * The lines of all these days are read once, and found by their ids: the account may also pay salaries, whose notifications stay.
 */
export async function findUnmatchedNoticesAcrossMerchants(
  tx: Tx,
  gateway: string,
): Promise<readonly UnmatchedNotice[]> {
  const named = sql`SELECT end_to_end_id FROM notices`;
  const fits = sql`l.booked_on BETWEEN n.day - 10 AND n.day + 10 AND l.currency = n.currency AND sign(l.amount) = sign(n.moved)`;
  const { rows } = await sql<UnmatchedNotice>`
    WITH notices AS MATERIALIZED (SELECT u.end_to_end_id, u.says, u.why, u.reason, u.bank_reference, u.amount, u.stated_in AS currency,
        CASE u.says WHEN 'returned' THEN u.amount ELSE -u.amount END AS moved, u.applied_at IS NOT NULL AS applied, u.covers,
        (u.created_at AT TIME ZONE 'UTC')::date AS day, 'notice:' || u.hash || ':' || u.position AS subject, c.id AS case_id
      FROM bank_unmatched u LEFT JOIN reconciliation_cases c
        ON c.gateway = ${gateway} AND c.subject = 'notice:' || u.hash || ':' || u.position AND c.kind = 'missing_here'
      WHERE u.gateway = ${gateway} AND u.says IN ('debited', 'returned') AND u.amount IS NOT NULL AND u.stated_in IS NOT NULL
        AND c.state IS DISTINCT FROM 'resolved'),
    ${sentOf({ gateway, files: named, ids: named })},
    n AS MATERIALIZED (SELECT notices.*, coalesce(covers, of_file.ids) AS parts, of_transfer.files FROM notices
      LEFT JOIN (SELECT message_id, array_agg(end_to_end_id) AS ids FROM sent WHERE gateway = ${gateway} GROUP BY message_id) of_file
        ON of_file.message_id = notices.end_to_end_id
      LEFT JOIN (SELECT end_to_end_id, array_agg(message_id) AS files FROM sent WHERE gateway = ${gateway} GROUP BY end_to_end_id) of_transfer
        ON of_transfer.end_to_end_id = notices.end_to_end_id),
    names AS MATERIALIZED (SELECT subject, reference, false AS is_file FROM n CROSS JOIN LATERAL unnest(end_to_end_id || parts) reference
      UNION ALL SELECT subject, reference, true FROM n CROSS JOIN LATERAL unnest(files) reference),
    lines AS MATERIALIZED (SELECT statement_id, line, reference, gateway_reference, amount, currency, booked_on FROM statement_lines
      WHERE gateway = ${gateway} AND booked_on BETWEEN (SELECT min(day) - 10 FROM n) AND (SELECT max(day) + 10 FROM n)
        AND kind NOT IN ('fee', 'other')
        AND (reference IN (SELECT reference FROM names) OR gateway_reference IN (SELECT bank_reference FROM n))),
    fitting AS (SELECT n.subject, n.moved, l.statement_id, l.line, l.amount, names.is_file
      FROM names JOIN lines l USING (reference) JOIN n USING (subject) WHERE ${fits}
      UNION SELECT n.subject, n.moved, l.statement_id, l.line, l.amount, false
      FROM n JOIN lines l ON l.gateway_reference = n.bank_reference WHERE ${fits}),
    stated AS (SELECT subject FROM fitting GROUP BY subject, statement_id, moved, is_file
      HAVING is_file OR sum(amount) = moved OR bool_or(amount = moved))
    SELECT n.end_to_end_id, n.says, n.why, n.reason, n.amount, n.currency, n.day, n.subject,
      n.applied OR n.subject IN (SELECT subject FROM stated) AS stated, n.case_id
    FROM n ORDER BY n.subject`.execute(tx);
  return rows;
}
