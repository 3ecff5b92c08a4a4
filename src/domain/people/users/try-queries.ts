import type { PlatformDb } from '../../../platform/db/database.ts';

// Tries to sign in are counted by what was typed and where it came from, not by merchant.

type Try = {
  readonly id: string;
  readonly subjects: readonly string[];
  readonly at: Date;
  readonly since: Date;
};

/** Counts a try of each subject, and says how many each has made since. The try itself is among them. */
export async function countTryAcrossMerchants(
  platform: PlatformDb,
  { id, subjects, at, since }: Try,
): Promise<readonly { readonly subject: string; readonly tries: bigint; readonly first: Date }[]> {
  await platform
    .insertInto('sign_in_tries')
    .values(subjects.map((subject) => ({ subject, at, id })))
    .execute();
  return await platform
    .selectFrom('sign_in_tries')
    .select(({ fn }) => ['subject', fn.countAll<bigint>().as('tries'), fn.min('at').as('first')])
    .where('subject', 'in', subjects)
    .where('at', '>', since)
    .groupBy('subject')
    .execute();
}

/** A try that succeeded counts no more; after a success the earlier ones of the account do not either. */
export async function forgetTriesAcrossMerchants(
  platform: PlatformDb,
  { id, subjects, account }: Pick<Try, 'id' | 'subjects'> & { readonly account: string },
): Promise<void> {
  await platform
    .deleteFrom('sign_in_tries')
    .where('subject', 'in', subjects)
    // The key begins with the subject: by the id alone, everybody's tries would be read.
    .where((where) => where.or([where('id', '=', id), where('subject', '=', account)]))
    .execute();
}

/** Takes back a try that was refused before the password was looked at. */
export async function takeBackTryAcrossMerchants(
  platform: PlatformDb,
  subjects: readonly string[],
  id: string,
): Promise<void> {
  await platform.deleteFrom('sign_in_tries').where('subject', 'in', subjects).where('id', '=', id).execute();
}

export async function forgetTriesOfAcrossMerchants(tx: PlatformDb, subject: string): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('subject', '=', subject).execute();
}
