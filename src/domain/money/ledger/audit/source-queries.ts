import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { MovementName } from '../accounts.ts';
import { movementsFrom } from '../entries/sources.ts';
import type { Journals, Wrong } from './ledger-queries.ts';

// The other checks begin with rows that are there. This one begins with the journals, which number themselves without gaps.

const floatMovements: readonly MovementName[] = ['float.topped_up'];

/** SQL: whether a row of the table has this id. LIMIT 1 lets the planner only look it up by its key. */
const has = (table: string) =>
  sql`(SELECT true FROM ${sql.table(table)} s WHERE s.merchant_id = j.merchant_id AND s.id = j.source_id LIMIT 1) IS NOT NULL`;

/** Of a payment that has left the database. */
const isArchived = has('archived_resources');

/** The same for a row with a transaction of its own, which the merchant lists: it must be there too. */
const hasOwn = (table: string) => sql`(SELECT true FROM ${sql.table(table)} s
    JOIN LATERAL (SELECT FROM transactions t WHERE t.merchant_id = s.merchant_id AND t.id = s.transaction_id LIMIT 1) t ON true
    WHERE s.merchant_id = j.merchant_id AND s.id = j.source_id LIMIT 1) IS NOT NULL`;

const when = (movements: readonly string[], isThere: RawBuilder<unknown>) =>
  sql`WHEN j.movement = ANY (${[...movements]}::text[]) THEN ${isThere}`;

/** By movement, whether its source is there. A movement that is missing here has none, so every journal of it is found. */
const sourceIsThere = () =>
  sql.join(
    [
      when(movementsFrom('payment'), sql`${has('transactions')} OR ${isArchived}`),
      when(
        movementsFrom('part'),
        sql`${has('transactions')} OR ${has('refunds')} OR ${has('disputes')} OR ${isArchived}`,
      ),
      when(movementsFrom('refund'), hasOwn('refunds')),
      when(movementsFrom('payout'), hasOwn('payouts')),
      when(movementsFrom('dispute'), has('disputes')),
      when(movementsFrom('share'), has('split_settlements')),
      when(movementsFrom('repayment'), has('capital_repayments')),
      when(movementsFrom('capital_advance'), has('capital_advances')),
      when(movementsFrom('platform_invoice'), has('platform_invoices')),
      when(floatMovements, has('agent_top_ups')),
    ],
    sql` `,
  );

/** The journals of a merchant whose money has no reason any more: the payment, refund, payout … is gone. */
export async function lostSourcesAcrossMerchants(
  tx: Tx,
  { merchant, after, upTo }: Journals,
): Promise<readonly Wrong[]> {
  const { rows } = await sql<Wrong>`
    SELECT j.merchant_id, format('journal %s, %s, is of %s, which is gone', j.number, j.movement, j.source_id) AS about
    FROM ledger_journals j WHERE j.merchant_id = ${merchant} AND j.number > ${after} AND j.number <= ${upTo}
      AND NOT CASE ${sourceIsThere()} ELSE false END`.execute(tx);
  return rows;
}
