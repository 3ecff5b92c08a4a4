import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { isSpread } from '../../../platform/db/together/spread.ts';

/**
 * One look-up by the primary key for each row before it, and `j` read once: PostgreSQL plans nothing anew across these. Without them it
 * may read all rows of a merchant for each journal. A cluster joins on its nodes only what stands side by side.
 */
type Fences = { readonly once: RawBuilder<unknown>; readonly whole: RawBuilder<unknown> };

export const fences: Fences = { once: sql`OFFSET 0`, whole: sql`MATERIALIZED` };
const noFences: Fences = { once: sql``, whole: sql`NOT MATERIALIZED` };

export const fencesFor = async (db: Db): Promise<Fences> => ((await isSpread(db)) ? noFences : fences);

/** Journals `j` with what they moved at which gateway: a transaction says the gateway, and the ledger the amount. */
export const detailsOfJ = ({ once }: Fences) => sql`
  SELECT j.merchant_id, j.number, j.movement, j.source_id, t.id AS transaction_id, t.gateway, -e.amount AS amount, e.currency,
    (j.effective_at AT TIME ZONE 'UTC')::date AS day
  FROM j JOIN LATERAL (SELECT * FROM ledger_entries o WHERE o.merchant_id = j.merchant_id AND o.number = j.number
    AND o.code IN ('gateway_clearing', 'payout_clearing') ${once}) e ON true
  LEFT JOIN LATERAL (SELECT * FROM refunds o WHERE o.merchant_id = j.merchant_id AND o.id = j.source_id
    AND j.movement = 'refund.completed' ${once}) r ON true
  LEFT JOIN LATERAL (SELECT * FROM payouts o WHERE o.merchant_id = j.merchant_id AND o.id = j.source_id
    AND j.movement IN ('payout.completed', 'payout.returned') ${once}) p ON true
  LEFT JOIN LATERAL (SELECT * FROM disputes o WHERE o.merchant_id = j.merchant_id AND o.id = j.source_id
    AND j.movement IN ('dispute.lost', 'dispute.reinstated') ${once}) d ON true
  JOIN LATERAL (SELECT * FROM transactions o WHERE o.merchant_id = j.merchant_id AND o.id = CASE
    WHEN j.movement IN ('payment.captured', 'payment.unwanted') THEN j.source_id
    ELSE coalesce(r.transaction_id, p.transaction_id, d.transaction_id) END ${once}) t ON true`;
