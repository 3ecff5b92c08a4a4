import type { Mode } from '../../engine/principal.ts';
import { newId } from '../../platform/ids.ts';
import { heldMark } from '../../platform/jobs/held.ts';
import type { Owner } from '../sealed/sealed-queries.ts';

// What a person must settle after a restore. The schema is the mode.

/** An acquirer answers within a minute, so a message that may wait this long is a held one. */
export const isHeldMessage = "state = 'sent' AND deadline > transmitted_at + interval '1 hour'";
export const unanswered = "state = 'sent' AND purpose IN ('charge', 'hold', 'refund')";

/** Payments under way at an acquirer, which reverses what has no answer, and those of subscriptions: after a refusal they are tried anew. */
export const heldPayments = (mode: Mode) => `SELECT merchant_id, id, checkout_id FROM ${mode}.transactions
  WHERE type = 'payment' AND status = 'pending'
    AND (source_type = 'subscription' OR gateway IN (SELECT DISTINCT gateway FROM ${mode}.acquirer_messages))`;

/** What a person compares with the statements of providers before the jobs are released. */
export type Open = {
  readonly what: 'message' | 'payment' | 'hold' | 'dispute' | 'subscription' | 'payout' | 'batch' | 'refund';
  readonly merchant_id: string;
  readonly id: string;
  /** Whom to ask. Of a subscription which job is held, of a payout the way it goes, of a dispute until when it can be answered, of a batch how many items wait. */
  readonly about: string;
  readonly purpose: string | null;
  readonly trace: string | null;
  readonly reference: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly since: Date;
};

/** The longest open first of each kind. */
export async function openAcrossMerchants(owner: Owner, mode: Mode): Promise<readonly Open[]> {
  const { rows } = await owner.query<Omit<Open, 'amount'> & { amount: string }>(
    `SELECT * FROM (
       SELECT 'message' AS what, merchant_id, reference AS id, gateway AS about, purpose, lpad(stan::text, 6, '0') AS trace,
         rrn AS reference, amount, currency, transmitted_at AS since FROM ${mode}.acquirer_messages WHERE ${unanswered}
       UNION ALL SELECT 'payment', p.merchant_id, p.id, t.gateway, NULL, NULL, t.gateway_reference, t.amount, t.currency, t.created_at
         FROM (SELECT merchant_id, id FROM (${heldPayments(mode)}) a UNION SELECT merchant_id, (payload->>'paymentId')::uuid FROM ${mode}.jobs
           WHERE kind = 'subscriptions.charge' AND starts_with(last_error, $1)) p
         JOIN ${mode}.transactions t ON t.merchant_id = p.merchant_id AND t.id = p.id
       UNION ALL SELECT 'hold', h.merchant_id, h.id, t.gateway, h.status, NULL, t.gateway_reference, coalesce(h.captured_amount, h.amount), h.currency, h.created_at
         FROM ${mode}.authorizations h JOIN ${mode}.transactions t ON t.merchant_id = h.merchant_id AND t.id = h.id
         WHERE h.status IN ('held', 'capturing', 'voiding')
       UNION ALL SELECT 'dispute', merchant_id, id, to_char(evidence_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), status, NULL,
         gateway_reference, amount, currency, created_at FROM ${mode}.disputes WHERE status IN ('warning', 'needs_response')
       UNION ALL SELECT 'subscription', s.merchant_id, s.id, j.kind, NULL, NULL, NULL, s.amount, s.currency, j.first_due_at
         FROM ${mode}.jobs j JOIN ${mode}.subscriptions s ON s.merchant_id = j.merchant_id AND s.id::text = j.payload->>'subscriptionId'
         WHERE j.kind IN ('subscriptions.renew', 'subscriptions.collect') AND starts_with(j.last_error, $1)
       UNION ALL SELECT 'payout', merchant_id, id, method, NULL, NULL, NULL, amount, currency, created_at
         FROM ${mode}.payouts WHERE status = 'processing'
       UNION ALL SELECT 'batch', b.merchant_id, b.id, count(*) || ' items', NULL, NULL, NULL, sum(i.amount)::bigint, i.currency, b.created_at
         FROM ${mode}.payout_batches b JOIN ${mode}.payout_batch_items i ON i.merchant_id = b.merchant_id AND i.batch_id = b.id
         WHERE b.status = 'processing' AND i.request_sealed IS NOT NULL GROUP BY b.merchant_id, b.id, b.created_at, i.currency
       UNION ALL SELECT 'refund', r.merchant_id, r.id, t.gateway, NULL, NULL, t.gateway_reference, r.amount, r.currency, r.created_at
         FROM ${mode}.refunds r JOIN ${mode}.transactions t ON t.merchant_id = r.merchant_id AND t.id = r.payment_id
         WHERE r.status = 'pending') o
     ORDER BY what, since, id`,
    [heldMark],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export type Answer = {
  readonly gateway: string;
  /** The retrieval reference number of the message. */
  readonly reference: string;
  readonly code: string;
  readonly authCode: string | undefined;
  readonly note: string;
  readonly by: string;
};

/** Notes what the acquirer has answered to a held message, and who said so. @returns false if there is no such message */
export async function answerMessageAcrossMerchants(
  owner: Owner,
  mode: Mode,
  { gateway, reference, code, authCode, note, by }: Answer,
): Promise<boolean> {
  const { rowCount } = await owner.query(
    `WITH answered AS (
       UPDATE ${mode}.acquirer_messages SET state = 'answered', response_code = $3, auth_code = $4, answered_at = now()
       WHERE gateway = $1 AND rrn = $2 AND ${unanswered} AND ${isHeldMessage} RETURNING merchant_id, purpose, reference)
     INSERT INTO ${mode}.audit_log (merchant_id, id, user_email, action, object, details)
     SELECT merchant_id, $5, $6, 'acquirer-message.answered',
       CASE purpose WHEN 'refund' THEN 'ref_' ELSE 'txn_' END || replace(reference::text, '-', ''),
       jsonb_build_object('gateway', $1::text, 'reference', $2::text, 'code', $3::text, 'note', $7::text) FROM answered`,
    [gateway, reference, code, authCode ?? null, newId(), by, note],
  );
  return rowCount === 1;
}

export type Skipped = {
  readonly batchId: string;
  readonly positions: readonly number[];
  readonly note: string;
  readonly by: string;
};

/**
 * Refuses items of a held batch that were paid out after the restored moment: their payouts would have new ids, and be paid again.
 *
 * @returns how many items were skipped; 0 also if the batch is not held
 */
export async function skipItemsAcrossMerchants(
  owner: Owner,
  mode: Mode,
  { batchId, positions, note, by }: Skipped,
): Promise<number> {
  const { rows } = await owner.query<{ position: number }>(
    `WITH held AS (
       SELECT merchant_id FROM ${mode}.jobs WHERE kind = 'payout-batches.run' AND key = $1::uuid::text AND state = 'due'
         AND starts_with(last_error, $2) FOR UPDATE),
     skipped AS (
       UPDATE ${mode}.payout_batch_items i SET request_sealed = NULL, refusal = 'DUPLICATE_REQUEST' FROM held
       WHERE i.merchant_id = held.merchant_id AND i.batch_id = $1 AND i.position = ANY ($3) AND i.request_sealed IS NOT NULL
       RETURNING i.merchant_id, i.position),
     noted AS (
       INSERT INTO ${mode}.audit_log (merchant_id, id, user_email, action, object, details)
       SELECT merchant_id, $4, $5, 'payout-batch.items-skipped', 'pob_' || replace($1::uuid::text, '-', ''),
         jsonb_build_object('items', jsonb_agg(position ORDER BY position), 'note', $6::text) FROM skipped GROUP BY merchant_id)
     SELECT position FROM skipped`,
    [batchId, heldMark, positions, newId(), by, note],
  );
  return rows.length;
}

export type Captured = {
  readonly paymentId: string;
  /** With two decimals; absent: all that is held. */
  readonly amount: string | undefined;
  readonly note: string;
  readonly by: string;
};

/**
 * Takes a held amount as one whose capture was asked for and is not decided, since it was captured after the restored moment. Nobody
 * asks the gateway: a second capture would be refused, and then reversed. An operator settles the payment.
 *
 * Lock order: jobs, then the payment, as a job that ends does.
 *
 * @returns false if nothing of the payment is held, less is held, or its expiry is not held back
 */
export async function noteCaptureAcrossMerchants(
  owner: Owner,
  mode: Mode,
  { paymentId, amount, note, by }: Captured,
): Promise<boolean> {
  const { rowCount } = await owner.query(
    `WITH job AS MATERIALIZED (
       SELECT merchant_id, job_id FROM ${mode}.jobs WHERE kind = 'authorizations.expire' AND key = $1::uuid::text AND state = 'due'
         AND starts_with(last_error, $2) FOR UPDATE),
     payment AS MATERIALIZED (
       SELECT t.merchant_id, job_id FROM job JOIN ${mode}.transactions t ON t.merchant_id = job.merchant_id AND t.id = $1 FOR UPDATE OF t),
     captured AS (
       UPDATE ${mode}.authorizations h SET status = 'capturing', captured_amount = coalesce(($3::numeric * 10000)::bigint, h.amount),
         asked_at = now() - interval '1 hour'
       FROM payment WHERE h.merchant_id = payment.merchant_id AND h.id = $1 AND h.status = 'held'
         AND coalesce(($3::numeric * 10000)::bigint, h.amount) BETWEEN 1 AND h.amount
       RETURNING h.merchant_id, payment.job_id, h.captured_amount),
     ended AS (
       DELETE FROM ${mode}.jobs j USING captured WHERE j.merchant_id = captured.merchant_id AND j.job_id = captured.job_id)
     INSERT INTO ${mode}.audit_log (merchant_id, id, user_email, action, object, details)
     SELECT merchant_id, $4, $5, 'authorization.captured', 'txn_' || replace($1::uuid::text, '-', ''),
       jsonb_build_object('note', $6::text) FROM captured`,
    [paymentId, heldMark, amount ?? null, newId(), by, note],
  );
  return rowCount === 1;
}
