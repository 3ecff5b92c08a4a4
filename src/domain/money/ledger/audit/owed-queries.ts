import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Balance, Wrong } from './ledger-queries.ts';

// The statements that compute what a merchant owes partners and the service, from the rows of splits, payouts and advances.

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
