import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { countMailsAcrossMerchants, insertMailAcrossMerchants, listMailsAcrossMerchants } from './queries.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Mails of one subject that anybody can have sent to an address, and in how many seconds. */
const asked = { most: 3, withinSeconds: 15 * 60 } as const;

/** Writes a mail in the transaction of what it tells; a worker sends it. */
export async function sendLater(tx: PlatformDb, mail: Mail): Promise<void> {
  await insertMailAcrossMerchants(tx, { id: newId(), ...mail });
}

/**
 * Whether an address was sent so many mails of this subject lately that it gets no other. Lock the person first: of requests at
 * the same time none sees the mails of the others. Each subject counts by itself, so that no other mail keeps a link from its
 * reader.
 */
export async function isFlooded(tx: PlatformDb, { to, subject }: Mail): Promise<boolean> {
  const sent = await countMailsAcrossMerchants(tx, { to, subject }, asked.withinSeconds);
  return sent >= asked.most;
}

/** The newest mails. */
export async function listMails(platform: PlatformDb, limit: number): Promise<readonly Mail[]> {
  const rows = await listMailsAcrossMerchants(platform, limit);
  return rows.map(({ recipient, subject, text }) => ({ to: recipient, subject, text }));
}
