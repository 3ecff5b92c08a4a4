import { type RawBuilder, sql } from 'kysely';
import type { MerchantId } from '../../../../engine/principal.ts';
import { movementsFrom } from './sources.ts';

/** The columns of `SourceColumns`, with the tables of `joinSources`. */
export const sourceColumns = sql`
  CASE WHEN of_refund.id IS NOT NULL THEN 'refund' WHEN of_dispute.id IS NOT NULL THEN 'dispute' END AS early_for,
  coalesce(of_refund.payment_id, of_dispute.transaction_id, of_share.transaction_id, of_repayment.transaction_id) AS payment_id,
  of_repayment.advance_id`;

/**
 * Joins what the source of the journal `j` says. A table is looked up, by its primary key, only for movements that may come from it.
 * As plain joins, the planner might read whole tables.
 */
export function joinSources(merchantId: MerchantId): RawBuilder<unknown> {
  const joined = (table: string, name: string, movements: readonly string[]) => sql`
    LEFT JOIN LATERAL (SELECT * FROM ${sql.table(table)} f
      WHERE f.merchant_id = ${merchantId} AND f.id = j.source_id AND j.movement = ANY (${[...movements]}::text[])
      LIMIT 1) ${sql.ref(name)} ON true`;
  return sql.join(
    [
      joined('refunds', 'of_refund', movementsFrom('part', 'refund')),
      joined('disputes', 'of_dispute', movementsFrom('part', 'dispute')),
      joined('split_settlements', 'of_share', movementsFrom('share')),
      joined('capital_repayments', 'of_repayment', movementsFrom('repayment')),
    ],
    sql``,
  );
}
