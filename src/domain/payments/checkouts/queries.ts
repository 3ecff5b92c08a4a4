import { type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { prepared, preparedById } from '../../../platform/db/prepared.ts';
import type { NewJob } from '../../../platform/jobs/queue.ts';

export type Checkout = Selectable<ModeTables['checkouts']>;
/** The columns that are known when a checkout opens. `method`: the only one that its page offers; null for all. */
export type OpenedCheckout = Omit<Checkout, 'merchant_id' | keyof typeof unpaid>;

type Key = { merchantId: MerchantId; id: string };

const checkoutById = preparedById<Key>()((db, p) =>
  db.selectFrom('checkouts').selectAll().where('merchant_id', '=', p.merchantId).where('id', '=', p.id),
);

export async function findCheckout(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Checkout | undefined> {
  return await checkoutById(db, { merchantId, id });
}

const withAttempt = preparedById<Key>()((db, p) =>
  db
    .selectFrom('checkouts as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactions as t')
          .select(['t.method_type', 't.status'])
          .where('t.merchant_id', '=', p.merchantId)
          .whereRef('t.checkout_id', '=', 'c.id')
          .where('t.type', '=', 'payment')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('attempt'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select(['attempt.method_type', 'attempt.status as attempt_status'])
    .where('c.merchant_id', '=', p.merchantId)
    .where('c.id', '=', p.id),
);

export type CheckoutWithAttempt = NonNullable<Awaited<ReturnType<typeof withAttempt>>>;

/** A checkout with the method and status of its newest attempt. One statement, because merchants poll it. */
export async function findCheckoutWithAttempt(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<CheckoutWithAttempt | undefined> {
  return await withAttempt(db, { merchantId, id });
}

const checkoutByIdLocked = prepared<Key>()((db, p) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('merchant_id', '=', p.merchantId)
    .where('id', '=', p.id)
    .forUpdate(),
);

export async function lockCheckout(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
): Promise<Checkout | undefined> {
  return (await checkoutByIdLocked(tx, { merchantId, id }))[0];
}

const insertWithReference = prepared<OpenedCheckout & NewJob & { merchantId: MerchantId }>()(
  (_db, p) => sql<{ id: string }>`
    WITH taken AS (
      INSERT INTO merchant_references (merchant_id, reference, checkout_id, created_at)
      VALUES (${p.merchantId}, ${p.reference}, ${p.id}, ${p.created_at}) ON CONFLICT DO NOTHING RETURNING merchant_id, checkout_id),
    queued AS (
      INSERT INTO jobs (merchant_id, job_id, kind, key, payload, due_at)
      SELECT merchant_id, ${p.jobId}::uuid, ${p.kind}::text, ${p.key}::text, ${p.payload}::jsonb, ${p.dueAt}::timestamptz FROM taken)
    INSERT INTO checkouts (merchant_id, id, app_id, source_type, source_id, reference, amount, currency, status, gateway, wallet_type,
      method, capture, customer_name, customer_email, customer_phone, description, metadata, return_url,
      notification_url, split_id, expires_at, created_at)
    SELECT merchant_id, checkout_id, ${p.app_id}::uuid, ${p.source_type}::text, ${p.source_id}::uuid, ${p.reference}::text,
      ${p.amount}::bigint, ${p.currency}::text, ${p.status}::text, ${p.gateway}::text, ${p.wallet_type}::text,
      ${p.method}::text, ${p.capture}::text, ${p.customer_name}::text, ${p.customer_email}::text, ${p.customer_phone}::text,
      ${p.description}::text, ${p.metadata}::text,
      ${p.return_url}::text, ${p.notification_url}::text, ${p.split_id}::uuid, ${p.expires_at}::timestamptz, ${p.created_at}::timestamptz
    FROM taken RETURNING id`,
);

/** The columns of a checkout without any attempt. */
const unpaid = {
  failure: null,
  late: false,
  refusals: 0,
  transaction_id: null,
  completed_at: null,
  holds_use: false,
} as const;

/** A checkout as it is inserted. Not read back: we write every column, and reading two dozen columns takes longer than writing them. */
export function openedCheckout(merchantId: MerchantId, row: OpenedCheckout): Checkout {
  return { ...unpaid, ...row, merchant_id: merchantId };
}

/** Inserts the reference, the checkout and its expiry job in one statement; false when the reference is taken. */
export async function insertCheckout(
  tx: Tx,
  merchantId: MerchantId,
  { row, expiry }: { row: OpenedCheckout; expiry: NewJob },
): Promise<boolean> {
  return (await insertWithReference(tx, { ...row, ...expiry, merchantId })).length > 0;
}

/** Inserts a checkout whose reference is its owner's id, not the merchant's. Undefined when the id already exists. */
export function insertOwnedCheckout(
  tx: Tx,
  merchantId: MerchantId,
  row: OpenedCheckout,
): Promise<Checkout | undefined> {
  return tx
    .insertInto('checkouts')
    .values({ ...row, merchant_id: merchantId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The checkout that uses a merchant's reference. */
export function findByReference(
  db: Db,
  merchantId: MerchantId,
  reference: string,
): Promise<Checkout | undefined> {
  return db
    .selectFrom('merchant_references as r')
    .innerJoin('checkouts as c', (join) =>
      join.onRef('c.merchant_id', '=', 'r.merchant_id').onRef('c.id', '=', 'r.checkout_id'),
    )
    .selectAll('c')
    .where('r.merchant_id', '=', merchantId)
    .where('r.reference', '=', reference)
    .executeTakeFirst();
}

/** Deletes a checkout whose wallet push never began; the merchant may use its reference again. */
export async function deleteCheckout(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx
    .deleteFrom('merchant_references')
    .where('merchant_id', '=', merchantId)
    .where('checkout_id', '=', id)
    .execute();
  await tx.deleteFrom('checkouts').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

/** Counts a declined attempt and returns how many there are now. */
export async function countRefusal(tx: Tx, merchantId: MerchantId, id: string): Promise<number> {
  const { refusals } = await tx
    .updateTable('checkouts')
    .set((eb) => ({ refusals: eb('refusals', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returning('refusals')
    .executeTakeFirstOrThrow();
  return refusals;
}
