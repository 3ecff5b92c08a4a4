import { sql } from 'kysely';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Role } from '../roles/roles.ts';

// Sessions belong to people, who belong to no merchant.

type NewSession = {
  readonly hash: Buffer;
  readonly userId: string;
  readonly stage: 'factor' | 'full';
  readonly ip: string;
  readonly userAgent: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date | null;
};

export async function insertSessionAcrossMerchants(tx: PlatformDb, session: NewSession): Promise<void> {
  const { hash, userId, stage, ip, userAgent, at, expiresAt, confirmedAt } = session;
  await tx
    .insertInto('dashboard_sessions')
    .values({
      hash,
      user_id: userId,
      stage,
      ip,
      user_agent: userAgent,
      created_at: at,
      seen_at: at,
      expires_at: expiresAt,
      confirmed_at: confirmedAt,
    })
    .execute();
}

export type ListedMembership = {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly status: 'active' | 'suspended';
  readonly role: Role;
};

const memberships = sql<ListedMembership[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('merchantId', x.id, 'merchantName', x.business_name, 'status', x.status, 'role', x.role))
  FROM (SELECT m.id, m.business_name, m.status, p.role FROM memberships p JOIN merchants m ON m.id = p.merchant_id
    WHERE p.user_id = u.id ORDER BY m.business_name, m.id LIMIT 100) AS x), '[]')`;

/** A session with its person and whom they work for. */
export function findSessionAcrossMerchants(platform: PlatformDb, hash: Buffer, at: Date, idleSince: Date) {
  return platform
    .selectFrom('dashboard_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('user_factors as f', 'f.user_id', 'u.id')
    .select([
      's.hash',
      's.stage',
      's.merchant_id',
      's.seen_at',
      's.confirmed_at',
      'u.id as user_id',
      'u.email',
      'u.name',
      'u.is_operator',
      'u.email_verified_at',
      'u.time_zone',
      'f.enrolled_at',
      memberships.as('memberships'),
    ])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', at)
    .where('s.seen_at', '>', idleSince)
    .executeTakeFirst();
}

export async function writeSeenAcrossMerchants(platform: PlatformDb, hash: Buffer, at: Date): Promise<void> {
  await platform.updateTable('dashboard_sessions').set({ seen_at: at }).where('hash', '=', hash).execute();
}

/**
 * Gives a session another token, so that whoever knew the old one has nothing.
 *
 * @returns false if the session has ended
 */
export async function replaceTokenAcrossMerchants(
  tx: PlatformDb,
  hash: Buffer,
  next: { readonly hash: Buffer; readonly at: Date },
): Promise<boolean> {
  const replaced = await tx
    .updateTable('dashboard_sessions')
    .set({ hash: next.hash, stage: 'full', confirmed_at: next.at, seen_at: next.at })
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return replaced !== undefined;
}

/** @returns false if the person does not work for this merchant */
export async function writeChoiceAcrossMerchants(
  platform: PlatformDb,
  { hash, userId }: { readonly hash: Buffer; readonly userId: string },
  chosen: string,
): Promise<boolean> {
  const updated = await platform
    .updateTable('dashboard_sessions')
    .set({ merchant_id: chosen })
    .where('hash', '=', hash)
    .where((where) =>
      where.exists(
        where
          .selectFrom('memberships')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('merchant_id', '=', chosen),
      ),
    )
    .returning('hash')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function endSessionAcrossMerchants(platform: PlatformDb, hash: Buffer): Promise<void> {
  await platform.deleteFrom('dashboard_sessions').where('hash', '=', hash).execute();
}

export function listSessionsAcrossMerchants(platform: PlatformDb, userId: string, at: Date, idleSince: Date) {
  return platform
    .selectFrom('dashboard_sessions')
    .select(['hash', 'ip', 'user_agent', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('stage', '=', 'full')
    .where('expires_at', '>', at)
    .where('seen_at', '>', idleSince)
    .orderBy('seen_at', 'desc')
    .limit(50)
    .execute();
}
