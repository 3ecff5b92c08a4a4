import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';

export type Dispute = Selectable<ModeTables['disputes']>;
type NewDispute = Omit<Insertable<ModeTables['disputes']>, 'merchant_id'>;

export function insertDispute(tx: Tx, merchantId: MerchantId, dispute: NewDispute): Promise<Dispute> {
  return tx
    .insertInto('disputes')
    .values({ ...dispute, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findDispute(db: Db, merchantId: MerchantId, id: string): Promise<Dispute | undefined> {
  return disputesOf(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** The dispute that a gateway reported under its own id. */
export function findReported(
  db: Db,
  merchantId: MerchantId,
  { paymentId, gatewayReference }: { readonly paymentId: string; readonly gatewayReference: string },
): Promise<Dispute | undefined> {
  return disputesOf(db, merchantId)
    .where('transaction_id', '=', paymentId)
    .where('gateway_reference', '=', gatewayReference)
    .executeTakeFirst();
}

type Filters = { readonly status: Dispute['status'] | undefined; readonly paymentId: string | undefined };

/** Newest first: ids are UUIDv7. */
export function findDisputes(
  db: Db,
  merchantId: MerchantId,
  { status, paymentId }: Filters,
  page: WantedRows,
): Promise<Dispute[]> {
  let disputes = disputesOf(db, merchantId);
  if (status !== undefined) disputes = disputes.where('status', '=', status);
  if (paymentId !== undefined) disputes = disputes.where('transaction_id', '=', paymentId);
  if (page.after !== undefined) disputes = disputes.where('id', '<', page.after);
  return disputes.orderBy('id', 'desc').limit(page.rows).execute();
}

/**
 * How many disputes wait for the merchant's answer, counted no further than `most`, and until when the first of them does: what is
 * not answered is lost.
 */
export async function countUnanswered(
  db: Db,
  merchantId: MerchantId,
  most: number,
): Promise<{ readonly count: number; readonly due: Date | null }> {
  return await db
    .selectFrom(
      disputesOf(db, merchantId)
        .clearSelect()
        .select('evidence_due_at')
        .where('status', '=', 'needs_response')
        .limit(most)
        .as('d'),
    )
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(d.evidence_due_at)`.as('due')])
    .executeTakeFirstOrThrow();
}

function disputesOf(db: Db, merchantId: MerchantId) {
  return db.selectFrom('disputes').selectAll().where('merchant_id', '=', merchantId);
}

/** Keeps the words of a draft. The caller has locked the payment. */
export async function keepEvidence(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  evidence: string,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ evidence })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Sets the last moment for an answer. The caller has locked the payment. */
export function setEvidenceDue(tx: Tx, merchantId: MerchantId, id: string, due: Date): Promise<Dispute> {
  return tx
    .updateTable('disputes')
    .set({ evidence_due_at: due })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks the money of a lost dispute as given back, once. Undefined: it is not lost, or was marked before. The caller has locked the payment. */
export function markReinstated(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<Dispute | undefined> {
  return tx
    .updateTable('disputes')
    .set({ reinstated_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'lost')
    .where('reinstated_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds a dispute to its payment's `disputed`, or subtracts one that was won. The caller has locked the payment. */
export async function countDisputed(
  tx: Tx,
  merchantId: MerchantId,
  paymentId: string,
  amount: bigint,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set((eb) => ({ disputed: eb('disputed', '+', amount) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', paymentId)
    .execute();
}

/** What was refunded of a payment since a moment. */
export async function findRefundedSince(
  tx: Tx,
  merchantId: MerchantId,
  paymentId: string,
  since: Date,
): Promise<bigint> {
  const { refunded } = await tx
    .selectFrom('refunds')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('refunded'))
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('completed_at', '>=', since)
    .executeTakeFirstOrThrow();
  return refunded;
}
