import type { PlatformDb } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertMailAcrossMerchants, listMailsAcrossMerchants } from './queries.ts';

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Writes a mail in the transaction of what it tells; a worker sends it. */
export async function sendLater(tx: PlatformDb, mail: Mail): Promise<void> {
  await insertMailAcrossMerchants(tx, { id: newId(), ...mail });
}

/** The newest mails. */
export async function listMails(platform: PlatformDb, limit: number): Promise<readonly Mail[]> {
  const rows = await listMailsAcrossMerchants(platform, limit);
  return rows.map(({ recipient, subject, text }) => ({ to: recipient, subject, text }));
}
