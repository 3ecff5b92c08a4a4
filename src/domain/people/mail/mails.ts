import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { countMailsAcrossMerchants, insertMailAcrossMerchants, listMailsAcrossMerchants } from './queries.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** How many mails of one subject anybody can have sent to an address in `withinSeconds`. */
export const mostOfAKind = 3;
const withinSeconds = 15 * 60;

/** Writes a mail in the transaction of what it tells; a worker sends it. */
export async function sendLater(tx: PlatformDb, mail: Mail): Promise<void> {
  await insertMailAcrossMerchants(tx, { id: newId(), ...mail });
}

/**
 * Whether an address was sent so many mails of this subject lately that it gets no other. Lock the person or the merchant first: of
 * requests at the same time none sees the mails of the others. Each subject counts by itself, so that no other mail keeps a link from
 * its reader.
 */
export async function isFlooded(tx: PlatformDb, { to, subject }: Mail): Promise<boolean> {
  const sent = await countMailsAcrossMerchants(tx, { to, subject }, withinSeconds);
  return sent >= mostOfAKind;
}

/** The newest mails. */
export async function listMails(platform: PlatformDb, limit: number): Promise<readonly Mail[]> {
  const rows = await listMailsAcrossMerchants(platform, limit);
  return rows.map(({ recipient, subject, text }) => ({ to: recipient, subject, text }));
}
