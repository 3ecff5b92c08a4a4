import { sql } from 'kysely';
import type { PlatformDb } from '../../../platform/db/database.ts';

// Second factors belong to people, who belong to no merchant.

export function findFactorAcrossMerchants(platform: PlatformDb, userId: string) {
  return platform
    .selectFrom('user_factors')
    .select(['secret_sealed', 'enrolled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Begins an enrolment. One that was finished is not touched. */
export async function writeBegunAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  sealed: string,
): Promise<void> {
  const fresh = { secret_sealed: sealed, last_step: 0n, failures: 0, locked_until: null };
  await tx
    .insertInto('user_factors')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...fresh, begun_at: sql<Date>`now()` })
        .where('user_factors.enrolled_at', 'is', null),
    )
    .execute();
}

/** @returns false if it was finished before, or begun anew */
export async function writeEnrolledAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<boolean> {
  const enrolled = await tx
    .updateTable('user_factors')
    .set({ enrolled_at: sql<Date>`now()`, last_step: BigInt(step), failures: 0, locked_until: null })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', sealed)
    .where('enrolled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return enrolled !== undefined;
}

/** @returns false if the step, or a later one, was spent: of two tries with one code, one passes */
export async function spendStepAcrossMerchants(
  platform: PlatformDb,
  userId: string,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<boolean> {
  const spent = await platform
    .updateTable('user_factors')
    .set({ last_step: BigInt(step), failures: 0, locked_until: null })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', sealed)
    .where('last_step', '<', BigInt(step))
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/**
 * Counts a guess before it is looked at, so that a thousand guesses at once are not all let in. The last of `most` in a row begins
 * the lock.
 *
 * @returns false while the lock lasts
 */
export async function countGuessAcrossMerchants(
  platform: PlatformDb,
  userId: string,
  limit: { readonly most: number; readonly lockSeconds: number },
): Promise<boolean> {
  const counted = await platform
    .updateTable('user_factors')
    .set({
      failures: sql<number>`(failures + 1) % ${limit.most}`,
      locked_until: sql<Date>`CASE WHEN failures + 1 >= ${limit.most} THEN now() + make_interval(secs => ${limit.lockSeconds}) END`,
    })
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(locked_until <= now(), true)`)
    .returning('user_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** @returns false if it was used before, or there is none */
export async function spendRecoveryCodeAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** A right code ends the row of wrong ones. */
export async function forgetGuessesAcrossMerchants(tx: PlatformDb, userId: string): Promise<void> {
  await tx
    .updateTable('user_factors')
    .set({ failures: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Replaces all recovery codes of a person. */
export async function writeRecoveryCodesAcrossMerchants(
  tx: PlatformDb,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

export async function countRecoveryCodesAcrossMerchants(
  platform: PlatformDb,
  userId: string,
): Promise<number> {
  const { left } = await platform
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
