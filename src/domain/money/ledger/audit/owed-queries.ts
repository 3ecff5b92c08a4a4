import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { unitOf } from '../../amounts/amount.ts';
import { currencies } from '../../amounts/currency.ts';
import type { Balance, Wrong } from './ledger-queries.ts';
import { type Batch, found, within } from './row-queries.ts';

// The statements that compute what accounts of one merchant must hold, from the rows that the money is about.

/** The money of refunds, payouts and disputes that are on their way, and the cash of agents: what they got less what they handed out. */
export async function onTheirWayAcrossMerchants(tx: Tx, merchant: string): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    SELECT 'refund_in_transit' AS code, currency, sum(amount)::bigint AS balance FROM refunds
    WHERE merchant_id = ${merchant} AND status = 'pending' GROUP BY currency
    UNION ALL
    SELECT 'payout_in_transit', currency, sum(amount)::bigint FROM payouts
    WHERE merchant_id = ${merchant} AND status IN ('processing', 'held') GROUP BY currency
    UNION ALL
    SELECT 'dispute_hold', currency, sum(amount)::bigint FROM disputes
    WHERE merchant_id = ${merchant} AND status IN ('needs_response', 'under_review') GROUP BY currency
    UNION ALL
    SELECT 'agent_float:' || replace(agent_id::text, '-', ''), currency, sum(amount)::bigint FROM (
      SELECT agent_id, currency, -amount AS amount FROM agent_top_ups WHERE merchant_id = ${merchant}
      UNION ALL
      SELECT agent_id, currency, amount FROM cash_outs WHERE merchant_id = ${merchant} AND outcome = 'completed') f
    GROUP BY agent_id, currency`.execute(tx);
  return rows;
}

/**
 * What subaccounts hold, and what remains of advances. A payout that failed took nothing in the end; one that the bank returned took its
 * fee.
 */
export async function owedAcrossMerchants(tx: Tx, merchant: string): Promise<readonly Balance[]> {
  const { rows } = await sql<Balance>`
    SELECT 'subaccount:' || replace(subaccount_id::text, '-', '') AS code, currency, sum(amount)::bigint AS balance FROM (
      SELECT subaccount_id, currency, amount FROM split_settlements WHERE merchant_id = ${merchant}
      UNION ALL
      SELECT subaccount_id, currency, CASE status WHEN 'returned' THEN -fee ELSE -amount END FROM payouts
      WHERE merchant_id = ${merchant} AND subaccount_id IS NOT NULL AND status NOT IN ('failed', 'blocked', 'unclaimed')) moved
    GROUP BY subaccount_id, currency
    UNION ALL
    SELECT 'advance_receivable', currency, -sum(amount)::bigint FROM (
      SELECT currency, amount + fee AS amount FROM capital_advances WHERE merchant_id = ${merchant}
      UNION ALL
      SELECT currency, -amount FROM capital_repayments WHERE merchant_id = ${merchant}) owed
    GROUP BY currency`.execute(tx);
  return rows;
}

/** Payments whose partners got more than was settled, and advances that say another sum than their repayments. */
export async function wrongSharesAcrossMerchants(tx: Tx, merchant: string): Promise<readonly Wrong[]> {
  const { rows } = await sql<Wrong>`
    SELECT t.merchant_id, format('payment %s: partners got %s of %s', t.id, s.amount, t.amount - t.fee - t.reserve_amount) AS about
    FROM (SELECT transaction_id, sum(amount) AS amount FROM split_settlements WHERE merchant_id = ${merchant} GROUP BY transaction_id) s
    JOIN transactions t ON t.merchant_id = ${merchant} AND t.id = s.transaction_id
    WHERE s.amount > t.amount - t.fee - t.reserve_amount
    UNION ALL
    SELECT a.merchant_id, format('advance %s: repaid %s, its repayments sum to %s', a.id, a.amount_repaid, coalesce(r.amount, 0))
    FROM capital_advances a
    LEFT JOIN (SELECT advance_id, sum(amount) AS amount FROM capital_repayments WHERE merchant_id = ${merchant} GROUP BY advance_id) r
      ON r.advance_id = a.id
    WHERE a.merchant_id = ${merchant} AND a.amount_repaid <> coalesce(r.amount, 0)`.execute(tx);
  return rows;
}

const units = sql`CASE t.currency ${sql.join(
  currencies.map((currency) => sql`WHEN ${currency} THEN ${unitOf(currency)}::bigint`),
  sql` `,
)} END`;

/** Partners who have another share of a payment than they are due of what it has settled. It is rounded as `shareOf` rounds it. */
export function wrongPartnersAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('payment %s: subaccount %s got %s instead of %s', id, subaccount_id, got, due) AS about
      FROM (SELECT p.merchant_id, p.id, h.subaccount_id, p.settled * h.basis_points / (10000 * p.unit) * p.unit AS due,
          (SELECT coalesce(sum(s.amount), 0) FROM split_settlements s
            WHERE s.merchant_id = p.merchant_id AND s.transaction_id = p.id AND s.subaccount_id = h.subaccount_id) AS got
        FROM (SELECT t.merchant_id, t.id, t.split_id, ${units} AS unit, t.amount - t.fee - t.reserve_amount
              - coalesce((SELECT l.amount - l.released FROM ledger_holds l
                WHERE l.merchant_id = t.merchant_id AND l.payment_id = t.id AND l.code = 'pending'), 0) AS settled
          FROM transactions t WHERE type = 'payment' AND split_id IS NOT NULL AND ${within(batch, 'id')}) p
        JOIN split_shares h ON h.merchant_id = p.merchant_id AND h.split_id = p.split_id
        WHERE EXISTS (SELECT FROM ledger_journals j
          WHERE j.merchant_id = p.merchant_id AND j.movement = 'payment.captured' AND j.source_id = p.id)) shared
      WHERE got <> due`,
  );
}
