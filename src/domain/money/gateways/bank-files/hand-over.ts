import { inClaimAcrossMerchants, inTransactionAcrossMerchants } from '../../../../platform/db/database.ts';
import { randomUuid } from '../../../../platform/ids.ts';
import { troubleOf } from '../asking.ts';
import {
  type BankFile,
  claimFileAcrossMerchants,
  countToHandOverAcrossMerchants,
  giveFileBackAcrossMerchants,
  writeHandedOverAcrossMerchants,
} from './file-queries.ts';
import { type BankRail, filePurpose } from './parts.ts';
import { NoConnection, whyOf } from './transport/box.ts';

/**
 * Hands the files over that were made and stored. A process that dies between handing over and saying so leaves the file to the
 * next one, which hands the same bytes over under the same name. A file that the bank refuses keeps no other from being handed over.
 * It is tried again at the next call.
 *
 * @returns false if the bank refused any; undefined if another process has a file, and knows what becomes of it
 * @throws NoConnection; the files that are left are tried again
 *
 * Decision 0105.
 */
export async function handOver(rail: BankRail, signal: AbortSignal): Promise<boolean | undefined> {
  const { db, name: gateway } = rail;
  const token = randomUuid();
  const refused: string[] = [];
  while (!signal.aborted) {
    const claim = { gateway, token, except: refused };
    const file = await inClaimAcrossMerchants(db, (tx) => claimFileAcrossMerchants(tx, claim));
    if (file === undefined) break;
    try {
      await deliver(rail, file);
    } catch (error) {
      const { id, message_id } = file;
      await inTransactionAcrossMerchants(db, (tx) => giveFileBackAcrossMerchants(tx, { id, token }));
      if (error instanceof NoConnection) throw error;
      rail.log.error(
        { file: message_id, err: troubleOf(error), ...whyOf(error) },
        'a file could not be handed over to the bank',
      );
      refused.push(id);
    }
  }
  if (refused.length > 0) return false;
  return (await countToHandOverAcrossMerchants(db, gateway)) === 0 ? true : undefined;
}

async function deliver(rail: BankRail, file: BankFile): Promise<void> {
  const bytes = Buffer.from(rail.secrets.open(file.content_sealed, filePurpose));
  await rail.box.visit((box) => box.deliver(`${file.message_id}.xml`, bytes));
  await inTransactionAcrossMerchants(rail.db, (tx) => writeHandedOverAcrossMerchants(tx, file.id));
  rail.log.info({ file: file.message_id, transfers: file.transfers }, 'a file was handed over to the bank');
}
