import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { MovementName } from '../accounts.ts';
import type { Wrong } from './ledger-queries.ts';
import { type Batch, found, within } from './row-queries.ts';

// The statements that compare rows that have ended with the journals that moved their money (A12). A journal is posted once for its
// movement and source, so each row looks its own up by a key.

type Code =
  | 'dispute_hold'
  | 'gateway_clearing'
  | 'payout_clearing'
  | 'payout_in_transit'
  | 'refund_in_transit';

/** SQL: what the journals of the row `r` took out of an account by these movements; zero if there are none. */
const taken = (code: Code, ...movements: readonly MovementName[]): RawBuilder<unknown> => sql`(
    SELECT coalesce(-sum(e.amount), 0) FROM ledger_journals j JOIN ledger_entries e USING (merchant_id, number)
    WHERE j.merchant_id = r.merchant_id AND j.movement = ANY (${[...movements]}::text[]) AND j.source_id = r.id
      AND e.code = ${code} AND e.currency = r.currency)`;

/** A payment without such a journal is found by A8. */
export function wrongCapturesAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('payment %s of %s %s was captured with %s', id, amount, currency, captured) AS about
      FROM (SELECT r.merchant_id, r.id, r.amount, r.currency, ${taken('gateway_clearing', 'payment.captured')} AS captured,
          (SELECT count(*) FROM ledger_journals j
            WHERE j.merchant_id = r.merchant_id AND j.movement = 'payment.captured' AND j.source_id = r.id) AS journals
        FROM (SELECT * FROM transactions WHERE type = 'payment' AND ${within(batch, 'id')}) r) p
      WHERE captured <> amount AND journals > 0`,
  );
}

/** A refund is completed, or has failed, when and only when its amount left `refund_in_transit` that way. */
export function wrongEndsOfRefundsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('refund %s of %s %s is %s, its journals say that %s went out and %s stayed', id, amount, currency,
        status, sent, stayed) AS about
      FROM (SELECT r.merchant_id, r.id, r.amount, r.currency, r.status, ${taken('refund_in_transit', 'refund.completed')} AS sent,
          ${taken('refund_in_transit', 'refund.failed')} AS stayed
        FROM (SELECT * FROM refunds WHERE ${within(batch, 'id')}) r) p
      WHERE sent <> CASE status WHEN 'completed' THEN amount ELSE 0 END
        OR stayed <> CASE status WHEN 'failed' THEN amount ELSE 0 END`,
  );
}

/** The same for payouts. An agent may have handed the money out, and what a bank returns is without the fee. */
export function wrongEndsOfPayoutsAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('payout %s of %s %s, with a fee of %s, is %s, its journals say that %s went out, %s stayed and %s was returned',
        id, amount, currency, fee, status, sent, stayed, returned) AS about
      FROM (SELECT r.merchant_id, r.id, r.amount, r.fee, r.currency, r.status,
          ${taken('payout_in_transit', 'payout.completed', 'cash_out.completed')} AS sent,
          ${taken('payout_in_transit', 'payout.failed')} AS stayed,
          ${taken('payout_clearing', 'payout.returned')} AS returned
        FROM (SELECT * FROM payouts WHERE ${within(batch, 'id')}) r) p
      WHERE sent <> CASE WHEN status IN ('completed', 'returned') THEN amount ELSE 0 END
        OR stayed <> CASE WHEN status IN ('failed', 'blocked', 'unclaimed') THEN amount ELSE 0 END
        OR returned <> CASE status WHEN 'returned' THEN amount - fee ELSE 0 END`,
  );
}

/** The same for disputes. The money of a lost one may have come back. */
export function wrongEndsOfDisputesAcrossMerchants(tx: Tx, batch: Batch): Promise<readonly Wrong[]> {
  return found(
    tx,
    sql<Wrong>`
      SELECT merchant_id, format('dispute %s of %s %s is %s%s, its journals say that %s was kept, %s went out and %s came back',
        id, amount, currency, status, CASE WHEN reinstated_at IS NOT NULL THEN ' and reinstated' END, kept, gone, back) AS about
      FROM (SELECT r.merchant_id, r.id, r.amount, r.currency, r.status, r.reinstated_at,
          ${taken('dispute_hold', 'dispute.won')} AS kept,
          ${taken('dispute_hold', 'dispute.lost')} AS gone,
          ${taken('gateway_clearing', 'dispute.reinstated')} AS back
        FROM (SELECT * FROM disputes WHERE ${within(batch, 'id')}) r) p
      WHERE kept <> CASE status WHEN 'won' THEN amount ELSE 0 END
        OR gone <> CASE status WHEN 'lost' THEN amount ELSE 0 END
        OR back <> CASE WHEN reinstated_at IS NULL THEN 0 ELSE amount END`,
  );
}
