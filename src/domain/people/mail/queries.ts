import { sql } from 'kysely';
import type { PlatformDb } from '../../../platform/db/database.ts';

type NewMail = { readonly id: string; readonly to: string; readonly subject: string; readonly text: string };

export async function insertMailAcrossMerchants(
  tx: PlatformDb,
  { id, to, subject, text }: NewMail,
): Promise<void> {
  await tx.insertInto('mails').values({ id, recipient: to, subject, text }).execute();
}

export async function countMailsAcrossMerchants(
  tx: PlatformDb,
  { to, subject }: Pick<NewMail, 'to' | 'subject'>,
  withinSeconds: number,
): Promise<number> {
  const { sent } = await tx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<bigint>().as('sent'))
    .where('recipient', '=', to)
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${withinSeconds})`)
    .executeTakeFirstOrThrow();
  return Number(sent);
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

/**
 * Since when mails wait to be sent and none was sent; null if none waits. So one mailbox that is full counts only while nobody else is
 * sent anything.
 */
export async function mailsStalledSinceAcrossMerchants(platform: PlatformDb): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT greatest(oldest, (SELECT max(sent_at) FROM mails WHERE created_at > now() - interval '3 hours')) AS since
    FROM (SELECT min(created_at) AS oldest FROM mails WHERE next_at IS NOT NULL) waiting WHERE oldest IS NOT NULL`.execute(
    platform,
  );
  return rows[0]?.since ?? null;
}

/** Takes a mail that is due. It is due again after the lease, should this process end before it is sent. */
export function claimMailAcrossMerchants(platform: PlatformDb, leaseSeconds: number) {
  return platform
    .updateTable('mails')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', (due) =>
      due
        .selectFrom('mails')
        .select('id')
        .where('next_at', '<=', sql<Date>`now()`)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'text', 'attempts'])
    .executeTakeFirst();
}

/** A mail that a process has taken. Once another process has taken it, `attempts` is higher and this one writes nothing. */
type Taken = { readonly id: string; readonly attempts: number };

const mailTaken = (platform: PlatformDb, { id, attempts }: Taken) =>
  platform.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts);

/** A mail holds a link that lets its reader in, so its text is not kept. */
export async function writeSentAcrossMerchants(platform: PlatformDb, taken: Taken): Promise<void> {
  await mailTaken(platform, taken)
    .set({ sent_at: sql<Date>`now()`, next_at: null, last_error: null, text: '' })
    .execute();
}

/** @param againSeconds null: given up */
export async function writeFailedAcrossMerchants(
  platform: PlatformDb,
  taken: Taken,
  { error, againSeconds }: { readonly error: string; readonly againSeconds: number | null },
): Promise<void> {
  const next = againSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${againSeconds})`;
  await mailTaken(platform, taken)
    .set({ last_error: error, next_at: next, ...(next === null && { text: '' }) })
    .execute();
}
