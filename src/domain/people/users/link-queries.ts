import type { PlatformDb } from '../../../platform/db/database.ts';

// People belong to no merchant.

export type LinkKind = 'verify-email' | 'reset-password' | 'change-email';

type NewLink = {
  readonly hash: Buffer;
  readonly userId: string;
  readonly kind: LinkKind;
  readonly expiresAt: Date;
  /** The address that the person wants, in lower case. */
  readonly email?: string;
};

/** A newer link of a kind replaces the older ones. */
export async function insertLinkAcrossMerchants(tx: PlatformDb, link: NewLink): Promise<void> {
  const { hash, userId, kind, expiresAt, email = null } = link;
  await tx.deleteFrom('user_links').where('user_id', '=', userId).where('kind', '=', kind).execute();
  await tx
    .insertInto('user_links')
    .values({ hash, user_id: userId, kind, email, expires_at: expiresAt })
    .execute();
}

export function findLinkAcrossMerchants(platform: PlatformDb, hash: Buffer, kind: LinkKind, at: Date) {
  return platform
    .selectFrom('user_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email', 'l.email as wanted'])
    .where('l.hash', '=', hash)
    .where('l.kind', '=', kind)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', at)
    .executeTakeFirst();
}

/** @returns the person, to the first of those who use the link at once; undefined: it does not work any more */
export async function spendLinkAcrossMerchants(
  tx: PlatformDb,
  hash: Buffer,
  kind: LinkKind,
  at: Date,
): Promise<string | undefined> {
  const spent = await tx
    .updateTable('user_links')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return spent?.user_id;
}
