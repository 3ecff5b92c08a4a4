import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** One fault: which merchant has it, and what is wrong. */
export type Wrong = { readonly merchant_id: string; readonly about: string };

const found = async (db: Db, audit: ReturnType<typeof sql<Wrong>>): Promise<readonly Wrong[]> =>
  (await audit.execute(db)).rows;

export function unbalancedJournalsAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('journal %s is %s %s off', number, sum(amount), currency) AS about
      FROM ledger_entries GROUP BY merchant_id, number, currency HAVING sum(amount) <> 0
      UNION ALL
      SELECT j.merchant_id, format('journal %s has %s lines', j.number, count(e.number))
      FROM ledger_journals j LEFT JOIN ledger_entries e USING (merchant_id, number)
      GROUP BY j.merchant_id, j.number HAVING count(e.number) < 2`,
  );
}

export function wrongBalancesAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT b.merchant_id, format('%s %s is %s, its entries sum to %s', b.code, b.currency, b.balance, coalesce(sum(e.amount), 0)) AS about
      FROM ledger_balances b LEFT JOIN ledger_entries e USING (merchant_id, code, currency)
      GROUP BY b.merchant_id, b.code, b.currency, b.balance HAVING b.balance <> coalesce(sum(e.amount), 0)`,
  );
}

export function brokenChainsAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('%s %s after journal %s is %s, not %s', code, currency, number, balance_after, before + amount) AS about
      FROM (SELECT *, coalesce(lag(balance_after) OVER (PARTITION BY merchant_id, code, currency ORDER BY number), 0) AS before
        FROM ledger_entries) e
      WHERE balance_after <> before + amount`,
  );
}

export function missingNumbersAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('%s journals up to %s, the head says %s', coalesce(count, 0), coalesce(last, 0), coalesce(h.number, 0)) AS about
      FROM ledger_heads h
      FULL JOIN (SELECT merchant_id, count(*), max(number) AS last FROM ledger_journals GROUP BY merchant_id) j USING (merchant_id)
      WHERE (h.number, h.number) IS DISTINCT FROM (j.count, j.last)`,
  );
}

export function wrongHoldsAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('%s %s is %s, held are %s', code, currency, coalesce(b.balance, 0), coalesce(h.held, 0)) AS about
      FROM (SELECT * FROM ledger_balances WHERE code IN ('reserve', 'pending')) b
      FULL JOIN (SELECT merchant_id, code, currency, sum(amount - released) AS held FROM ledger_holds GROUP BY 1, 2, 3) h
        USING (merchant_id, code, currency)
      WHERE coalesce(b.balance, 0) <> coalesce(h.held, 0)`,
  );
}

export function wrongRefundedAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT t.merchant_id, format('payment %s: refunded %s of %s, its refunds sum to %s, their shares to %s of %s and %s of %s', t.id, t.refunded, t.amount,
        coalesce(sum(r.amount), 0), coalesce(sum(r.fee_share), 0), t.fee, coalesce(sum(r.reserve_share), 0), t.reserve_amount) AS about
      FROM transactions t
      LEFT JOIN refunds r ON r.merchant_id = t.merchant_id AND r.payment_id = t.id AND r.status <> 'failed' AND NOT r.unwanted
      WHERE t.type = 'payment'
      GROUP BY t.merchant_id, t.id, t.refunded, t.amount, t.fee, t.reserve_amount
      HAVING t.refunded <> coalesce(sum(r.amount), 0) OR t.refunded > t.amount OR sum(r.fee_share) > t.fee OR sum(r.reserve_share) > t.reserve_amount`,
  );
}

export function wrongTransitAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('%s %s is %s, on their way are %s', code, currency, coalesce(b.balance, 0), coalesce(r.amount, 0)) AS about
      FROM (SELECT * FROM ledger_balances WHERE code IN ('refund_in_transit', 'payout_in_transit')) b
      FULL JOIN (
          SELECT merchant_id, 'refund_in_transit' AS code, currency, sum(amount) AS amount FROM refunds WHERE status = 'pending' GROUP BY 1, 3
          UNION ALL
          SELECT merchant_id, 'payout_in_transit', currency, sum(amount) FROM payouts WHERE status = 'processing' GROUP BY 1, 3) r
        USING (merchant_id, code, currency)
      WHERE coalesce(b.balance, 0) <> coalesce(r.amount, 0)`,
  );
}

/** Events are kept 90 days, so an older payment may have none. */
export function uncapturedPaymentsAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('payment %s is %s, captured %s times, handed back %s times, announced %s times', id, status, captured, unwanted, announced) AS about
      FROM (SELECT t.merchant_id, t.id, t.status, t.completed_at, coalesce(j.captured, 0) AS captured,
          coalesce(j.unwanted, 0) AS unwanted, coalesce(e.announced, 0) AS announced
        FROM transactions t
        LEFT JOIN (SELECT merchant_id, source_id AS id, count(*) FILTER (WHERE movement = 'payment.captured') AS captured,
            count(*) FILTER (WHERE movement = 'payment.unwanted') AS unwanted
          FROM ledger_journals WHERE movement IN ('payment.captured', 'payment.unwanted') GROUP BY merchant_id, source_id) j
          USING (merchant_id, id)
        LEFT JOIN (SELECT merchant_id, resource_id AS id, count(*) AS announced
          FROM events WHERE type = 'payment.capture.completed' GROUP BY merchant_id, resource_id) e
          USING (merchant_id, id)
        WHERE t.type = 'payment') p
      WHERE captured <> CASE status WHEN 'completed' THEN 1 WHEN 'reversed' THEN 1 - unwanted ELSE 0 END
        OR unwanted > CASE WHEN status IN ('failed', 'reversed') THEN 1 ELSE 0 END
        OR announced > captured
        OR (announced < captured AND completed_at > now() - interval '89 days')`,
  );
}

/** Looks only at rows that are not deleted yet: events are deleted after 90 days, deliveries 30 days after their end. */
export function missingEventsAcrossMerchants(db: Db): Promise<readonly Wrong[]> {
  return found(
    db,
    sql<Wrong>`
      SELECT merchant_id, format('resource %s has %s events, numbers %s to %s, the last should be %s', resource_id, count, first, e.last, s.last) AS about
      FROM (SELECT merchant_id, resource_id, count(*), min(sequence) AS first, max(sequence) AS last
        FROM events WHERE created_at > now() - interval '89 days' GROUP BY merchant_id, resource_id) e
      JOIN event_sequences s USING (merchant_id, resource_id)
      WHERE count <> e.last - first + 1 OR e.last <> s.last
      UNION ALL
      SELECT b.merchant_id, format('event %s was never queued for a destination on %s', b.event_id, b.api_version)
      FROM event_bodies b JOIN events e USING (merchant_id, event_id)
      WHERE e.created_at > now() - interval '29 days' AND NOT EXISTS (SELECT FROM webhook_deliveries d
        WHERE d.merchant_id = b.merchant_id AND d.event_id = b.event_id AND d.api_version = b.api_version)`,
  );
}
