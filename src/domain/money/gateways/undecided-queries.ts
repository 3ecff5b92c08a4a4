import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Counts end here: beyond it, how many exactly does not matter. */
const mostCounted = 10_000;

/** What gateways have left undecided until the log asked for a person, or would have. */
export type Undecided = {
  /** Attempts to pay about which no more questions are asked. */
  readonly payment: number;
  /** Captures and releases of held amounts. */
  readonly hold: number;
  readonly refund: number;
  readonly payout: number;
};

const counted = (name: keyof Undecided, rows: RawBuilder<unknown>) =>
  sql`(SELECT count(*)::int AS ${sql.ref(name)} FROM (${rows} LIMIT ${sql.lit(mostCounted)}) first) ${sql.ref(`${name}s`)}`;

// The question after a day comes at most an hour late (asking.ts), and so does that after five days, which a bank may take. After the last
// question about an attempt (learn-outcome.ts) no job asks. A subquery with a LIMIT looks each checkout up by its index, and only for
// attempts of more than a day ago: NOT EXISTS may be planned as a scan of all checkouts.
const rows = {
  payment: sql`SELECT t.id FROM transactions t
    WHERE t.type = 'payment' AND t.status = 'pending' AND t.created_at < now() - interval '24 hours'
      AND (SELECT true FROM checkouts c
        WHERE c.merchant_id = t.merchant_id AND c.id = t.checkout_id AND c.expires_at > now() - interval '24 hours' LIMIT 1) IS NULL`,
  hold: sql`SELECT id FROM authorizations WHERE status IN ('capturing', 'voiding') AND asked_at < now() - interval '25 hours'`,
  refund: sql`SELECT id FROM refunds WHERE status = 'pending' AND created_at < now() - interval '25 hours'`,
  payout: sql`SELECT id FROM payouts WHERE status = 'processing' AND sent_at < now() - interval '25 hours'
    AND (method <> 'bank_transfer' OR sent_at < now() - interval '121 hours')`,
};

/** For operators: how many of each wait for a person, up to 10,000. By the real clock, which is that of the sandbox only if nobody turned it. */
export async function countUndecidedAcrossMerchants(db: Db): Promise<Undecided> {
  const { rows: found } = await sql<Undecided>`
    SELECT payment, hold, refund, payout FROM ${counted('payment', rows.payment)} CROSS JOIN ${counted('hold', rows.hold)}
      CROSS JOIN ${counted('refund', rows.refund)} CROSS JOIN ${counted('payout', rows.payout)}`.execute(db);
  return found[0] ?? { payment: 0, hold: 0, refund: 0, payout: 0 };
}
