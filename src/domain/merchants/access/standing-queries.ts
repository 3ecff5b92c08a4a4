import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const standingOf = prepared<{ merchantId: MerchantId }>()((db, p) =>
  db
    .selectFrom('platform_subscriptions as s')
    .select((eb) => [
      's.status',
      's.past_due_at',
      eb
        .selectFrom('platform_invoices as i')
        .select(sql<bigint>`coalesce(sum(i.total), 0)::bigint`.as('due'))
        .where('i.merchant_id', '=', p.merchantId)
        .where('i.status', '<>', 'paid')
        .as('amount_due'),
    ])
    .where('s.merchant_id', '=', p.merchantId),
);

export type PlatformStanding = NonNullable<Awaited<ReturnType<typeof findPlatformStanding>>>;

/** Whether the merchant's invoices of the platform are paid in this schema. Undefined before their first payment here. */
export async function findPlatformStanding(db: Db, merchantId: MerchantId) {
  const [row] = await standingOf(db, { merchantId });
  return row && { ...row, amount_due: row.amount_due ?? 0n };
}
