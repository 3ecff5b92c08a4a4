import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared, preparedById } from '../../../platform/db/prepared.ts';
import { type Checkout, lockCheckout } from '../checkouts/queries.ts';
import { findTransaction, lockTransaction, type Transaction } from '../transactions/queries.ts';

type OfCheckout = { merchantId: MerchantId; checkoutId: string };

const latestOfCheckout = prepared<OfCheckout>()((db, p) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', p.merchantId)
    .where('checkout_id', '=', p.checkoutId)
    .where('type', '=', 'payment')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The newest attempt of a checkout, whatever its status. */
export async function findLatestAttempt(
  db: Db,
  merchantId: MerchantId,
  checkoutId: string,
): Promise<Transaction | undefined> {
  return (await latestOfCheckout(db, { merchantId, checkoutId }))[0];
}

/** Locks an attempt, and behind it in the same round trip its checkout. Null: the attempt alone. */
export function lockAttempt(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  checkoutId: string | null,
): Promise<readonly [Transaction | undefined, Checkout | undefined]> {
  return Promise.all([
    lockTransaction(tx, merchantId, id),
    checkoutId === null ? undefined : lockCheckout(tx, merchantId, checkoutId),
  ]);
}

const walletAttempt = preparedById<{ merchantId: MerchantId; id: string }>()((db, p) =>
  db
    .selectFrom('transactions as t')
    .innerJoin('checkouts as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.id', '=', 't.checkout_id'),
    )
    .selectAll('t')
    .select(['c.status as checkout_status', 'c.expires_at as checkout_expires_at', 'c.late as checkout_late'])
    .where('t.merchant_id', '=', p.merchantId)
    .where((eb) => eb.or([eb('t.checkout_id', '=', p.id), eb('t.id', '=', p.id)]))
    .where('t.type', '=', 'payment')
    .where('t.method_type', 'in', ['wallet_a', 'wallet_b', 'wallet_c'])
    .orderBy('t.id', 'desc')
    .limit(1),
);

export type WalletAttempt = NonNullable<Awaited<ReturnType<typeof walletAttempt>>>;

/** The latest wallet attempt of a checkout, or the attempt itself: merchants poll by either id. */
export async function findWalletAttempt(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<WalletAttempt | undefined> {
  return await walletAttempt(db, { merchantId, id });
}

type GatewayAnswer = Partial<
  Pick<
    Transaction,
    'gateway_reference' | 'gateway_status' | 'challenged_at' | 'challenge_answered_at' | 'failure'
  >
>;

/** Stores the gateway's reference and status of an attempt, and whether it waits for the answer to a challenge. */
export async function keepGatewayAnswer(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  answer: GatewayAnswer,
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set(answer)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** Notes that a retry goes on with an attempt. Waits for a transaction of the first call that is ending or moving it. */
export async function takeOverAttempt(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  at: Date,
): Promise<Transaction | undefined> {
  await tx
    .updateTable('transactions')
    .set({ resumed_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  return await findTransaction(tx, merchantId, id);
}

/**
 * Names another gateway for an attempt that nothing was begun for.
 *
 * @returns false if the attempt was decided meanwhile, is no longer at `from`, or a retry asks `from` by now
 */
export async function moveToGateway(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const moved = await tx
    .updateTable('transactions')
    .set({ gateway: to })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('gateway', '=', from)
    .where('status', '=', 'pending')
    .where('gateway_reference', 'is', null)
    .where('resumed_at', 'is', null)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Deletes an attempt that the gateway never began. */
export async function deleteAttempt(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx
    .deleteFrom('transactions')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
