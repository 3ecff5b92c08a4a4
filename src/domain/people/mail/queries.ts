import { sql } from 'kysely';
import type { PlatformDb } from '../../../platform/db/database.ts';

type NewMail = { readonly id: string; readonly to: string; readonly subject: string; readonly text: string };

export async function insertMailAcrossMerchants(
  tx: PlatformDb,
  { id, to, subject, text }: NewMail,
): Promise<void> {
  await tx.insertInto('mails').values({ id, recipient: to, subject, text }).execute();
}

/** The newest mails, for the outbox of a development machine. */
export function listMailsAcrossMerchants(platform: PlatformDb, limit: number) {
  return platform
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Takes mails that are due. Each is due again after the lease, should this process end before it is sent. */
export function claimMailsAcrossMerchants(
  platform: PlatformDb,
  { most, leaseSeconds }: { readonly most: number; readonly leaseSeconds: number },
) {
  return platform
    .updateTable('mails')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', 'in', (due) =>
      due
        .selectFrom('mails')
        .select('id')
        .where('next_at', '<=', sql<Date>`now()`)
        .orderBy('next_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'text', 'attempts'])
    .execute();
}

export async function writeSentAcrossMerchants(platform: PlatformDb, id: string): Promise<void> {
  await platform
    .updateTable('mails')
    .set({ sent_at: sql<Date>`now()`, next_at: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** @param againSeconds null: given up */
export async function writeFailedAcrossMerchants(
  platform: PlatformDb,
  id: string,
  { error, againSeconds }: { readonly error: string; readonly againSeconds: number | null },
): Promise<void> {
  const next = againSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${againSeconds})`;
  await platform
    .updateTable('mails')
    .set({ last_error: error, next_at: next })
    .where('id', '=', id)
    .execute();
}

/** Deletes mails of more than 90 days ago. Their links have long expired. */
export async function deleteOldMailsAcrossMerchants(platform: PlatformDb): Promise<void> {
  await platform
    .deleteFrom('mails')
    .where('created_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
}
