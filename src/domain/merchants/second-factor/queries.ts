import { sql } from 'kysely';
import type { MerchantId } from '../../../engine/principal.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';

/**
 * The second factor of a merchant; undefined if the merchant is not enrolled. The lock ends by the database's clock, in real
 * time.
 */
export function findTwoFactor(platform: PlatformDb, merchantId: MerchantId) {
  return platform
    .selectFrom('two_factor')
    .select(['secret_sealed', sql<boolean>`coalesce(locked_until > now(), false)`.as('locked')])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

/** @returns false if the step, or a later one, was spent or the merchant is locked: of two calls with one code, one passes */
export async function spendStep(
  platform: PlatformDb,
  merchantId: MerchantId,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await platform
    .updateTable('two_factor')
    .set({ last_step: BigInt(step), failures: 0, locked_until: null })
    .where('merchant_id', '=', merchantId)
    // Another secret may have been given meanwhile; the code is of the former.
    .where('secret_sealed', '=', secret)
    .where('last_step', '<', BigInt(step))
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts a wrong code. The last of `most` in a row begins the lock, and counting starts again after it. */
export async function countWrongCode(
  platform: PlatformDb,
  merchantId: MerchantId,
  limit: { readonly most: number; readonly lockSeconds: number },
): Promise<void> {
  await platform
    .updateTable('two_factor')
    .set({
      failures: sql<number>`(failures + 1) % ${limit.most}`,
      locked_until: sql<Date>`CASE WHEN failures + 1 >= ${limit.most} THEN now() + make_interval(secs => ${limit.lockSeconds}) END`,
    })
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .execute();
}

/** Enrols a merchant, or gives an enrolled one another secret; then nothing of the former counts. */
export async function writeTwoFactor(
  tx: PlatformDb,
  merchantId: MerchantId,
  secretSealed: string,
): Promise<void> {
  const fresh = { secret_sealed: secretSealed, last_step: 0n, failures: 0, locked_until: null };
  await tx
    .insertInto('two_factor')
    .values({ merchant_id: merchantId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({ ...fresh, enrolled_at: sql<Date>`now()` }),
    )
    .execute();
}

/** @returns false if the merchant was not enrolled */
export async function deleteTwoFactor(tx: PlatformDb, merchantId: MerchantId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
