import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const withMethod = prepared<{ merchantId: MerchantId; id: string }>()((db, p) =>
  db
    .selectFrom('checkouts as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactions as t')
          .select('t.method_type')
          .whereRef('t.merchant_id', '=', 'c.merchant_id')
          .whereRef('t.checkout_id', '=', 'c.id')
          .where('t.type', '=', 'payment')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('attempt'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select('attempt.method_type')
    .where('c.merchant_id', '=', p.merchantId)
    .where('c.id', '=', p.id),
);

export type CheckoutWithMethod = Awaited<ReturnType<typeof withMethod>>[number];

/** A checkout with the method of its newest attempt, in one statement: merchants poll it. */
export async function findCheckoutWithMethod(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<CheckoutWithMethod | undefined> {
  return (await withMethod(db, { merchantId, id }))[0];
}
