import { sql } from 'kysely';
import type { MerchantId } from '../../../../engine/principal.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Errand } from '../port.ts';
import { type AcquirerMessage, nextStanAcrossMerchants } from './queries.ts';

type Reversing = {
  readonly reversalId: string;
  /** Only a message in this state is reversed: an answer that came first wins. */
  readonly from: 'sent' | 'answered';
  readonly at: Date;
};

/** Decides that a message is reversed, and writes the reversal. From here on no answer to the message counts. */
export async function beginReversal(
  db: Db,
  merchantId: MerchantId,
  id: string,
  { reversalId, from, at }: Reversing,
): Promise<AcquirerMessage | undefined> {
  // By itself: the sequence is where the service is connected, and the rest may run on another node.
  const stan = await nextStanAcrossMerchants(db);
  const { rows } = await sql<AcquirerMessage>`
    WITH original AS (UPDATE acquirer_messages SET state = 'reversing'
        WHERE merchant_id = ${merchantId} AND id = ${id} AND state = ${from} AND purpose IN ('charge', 'hold', 'refund') RETURNING *)
    INSERT INTO acquirer_messages (merchant_id, id, gateway, purpose, reference, original_id, mti, processing_code,
      acquirer_id, terminal, stan, stan_day, rrn, amount, currency, transmitted_at, deadline, due_at)
    SELECT merchant_id, ${reversalId}::uuid, gateway, 'reversal', reference, id, '0400', processing_code,
      acquirer_id, terminal, ${stan}::int, (${at}::timestamptz AT TIME ZONE 'UTC')::date, rrn, amount, currency, ${at}::timestamptz, ${at}::timestamptz, now()
    FROM original RETURNING *`.execute(db);
  return rows[0];
}

/**
 * Claims the reversal of a message, to send it now. Nobody else sends it before `leaseMs` have passed, and twice as long with
 * each repeat, up to five minutes.
 *
 * @returns undefined if it is answered, or another process sends it
 */
export async function claimReversal(
  db: Db,
  merchantId: MerchantId,
  originalId: string,
  leaseMs: number,
): Promise<AcquirerMessage | undefined> {
  const { rows } = await sql<AcquirerMessage>`
    UPDATE acquirer_messages SET repeats = repeats + 1,
      due_at = (now() AT TIME ZONE 'UTC' + least(interval '5 minutes', interval '1 millisecond' * ${leaseMs} * power(2, least(repeats, 10))))
        AT TIME ZONE 'UTC'
    WHERE merchant_id = ${merchantId} AND original_id = ${originalId} AND purpose = 'reversal' AND state = 'sent' AND due_at <= now()
    RETURNING *`.execute(db);
  return rows[0];
}

/** Takes the answer of a reversal: its message is reversed. */
export async function endReversal(
  db: Db,
  merchantId: MerchantId,
  reversalId: string,
  { responseCode, at }: { readonly responseCode: string; readonly at: Date },
): Promise<void> {
  await sql`
    WITH ended AS (UPDATE acquirer_messages SET state = 'answered', response_code = ${responseCode}, answered_at = ${at}
      WHERE merchant_id = ${merchantId} AND id = ${reversalId} AND purpose = 'reversal' AND state = 'sent' RETURNING original_id)
    UPDATE acquirer_messages m SET state = 'reversed' FROM ended
      WHERE m.merchant_id = ${merchantId} AND m.id = ended.original_id AND m.state = 'reversing'`.execute(db);
}

/** Messages whose time for an answer has passed, of all merchants. A completion is not among them: it is repeated. */
export async function unansweredAcrossMerchants(
  db: Db,
  gateway: string,
  most: number,
): Promise<AcquirerMessage[]> {
  const { rows } = await sql<AcquirerMessage>`
    SELECT * FROM acquirer_messages WHERE gateway = ${gateway} AND state = 'sent' AND purpose IN ('charge', 'hold', 'refund')
      AND deadline < now() ORDER BY deadline LIMIT ${most}`.execute(db);
  return rows;
}

/** Messages whose reversal is to be sent, or sent again, of all merchants. */
export async function dueReversalsAcrossMerchants(
  db: Db,
  gateway: string,
  most: number,
): Promise<AcquirerMessage[]> {
  const { rows } = await sql<AcquirerMessage>`
    SELECT m.* FROM acquirer_messages r JOIN acquirer_messages m ON m.merchant_id = r.merchant_id AND m.id = r.original_id
    WHERE r.gateway = ${gateway} AND r.state = 'sent' AND r.purpose = 'reversal' AND r.due_at <= now()
    ORDER BY r.due_at LIMIT ${most}`.execute(db);
  return rows;
}

const purposesOf: Readonly<Record<Errand['purpose'], readonly AcquirerMessage['purpose'][]>> = {
  charge: ['charge', 'hold'],
  capture: ['completion'],
  refund: ['refund'],
};

/**
 * Whether a message about a payment or a refund waits for its answer, or is being reversed. A completion is never reversed, and repeated
 * only when somebody asks for it: it counts while somebody sends it.
 */
export async function hasOpenMessage(
  db: Db,
  gateway: string,
  { merchantId, reference, purpose }: Errand,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT true AS open FROM acquirer_messages WHERE merchant_id = ${merchantId} AND gateway = ${gateway} AND reference = ${reference}
      AND purpose = ANY (${purposesOf[purpose]}::text[]) AND state IN ('sent', 'reversing') AND (purpose <> 'completion' OR due_at > now())
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
