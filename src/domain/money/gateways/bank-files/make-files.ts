import { inTransactionAcrossMerchants, type Tx } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Currency, currencies } from '../../amounts/currency.ts';
import {
  insertFileAcrossMerchants,
  isOnlyMakerAcrossMerchants,
  nextPartAcrossMerchants,
} from './file-queries.ts';
import { type OrderedTransfer, writePain001 } from './messages/pain001.ts';
import type { Transfer } from './moves.ts';
import { accountPurpose, type BankRail, filePurpose } from './parts.ts';
import { executionDay, lastCutOff } from './settings/calendar.ts';
import { fileWaitingAcrossMerchants } from './transfer-queries.ts';

/**
 * Gathers what was waiting at the last cut-off into files, one for each currency, or several if there is too much for one. A file
 * and the state of its transfers are one transaction; one process at a time makes files of a gateway.
 *
 * Decision 0105.
 */
export async function makeFiles(rail: BankRail, signal: AbortSignal): Promise<void> {
  const now = rail.now();
  const cutOff = lastCutOff(rail.settings.cut_offs, now);
  if (cutOff === undefined) return;
  for (const currency of currencies) {
    const account = rail.settings.debtor.accounts[currency];
    if (account !== undefined) await makeAll(rail, { currency, cutOff, now, account }, signal);
  }
}

async function makeAll(rail: BankRail, place: Place, signal: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal.aborted) {
    const made = await inTransactionAcrossMerchants(rail.db, (tx) => makeFile(rail, tx, place));
    isMore = made === rail.mostTransfers;
  }
}

type Place = {
  readonly currency: Currency;
  readonly cutOff: Date;
  readonly now: Date;
  readonly account: string;
};

/** Returns how many transfers are in the file; 0 if there is none. */
async function makeFile(rail: BankRail, tx: Tx, { currency, cutOff, now, account }: Place): Promise<number> {
  const { name: gateway, settings, mostTransfers: most } = rail;
  if (!(await isOnlyMakerAcrossMerchants(tx, gateway))) return 0;
  const id = newId();
  const transfers = await fileWaitingAcrossMerchants(tx, { gateway, currency, cutOff, fileId: id, most });
  if (transfers.length === 0) return 0;
  const messageId = messageIdOf(id);
  const content = writePain001({
    messageId,
    madeAt: now,
    executionDay: executionDay(settings.cut_offs, now),
    currency,
    debtor: settings.debtor,
    debtorAccount: account,
    transfers: transfers.map((transfer) => ordered(rail, transfer)),
  });
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  await insertFileAcrossMerchants(tx, {
    id,
    gateway,
    message_id: messageId,
    currency,
    cut_off: cutOff,
    part: await nextPartAcrossMerchants(tx, { gateway, currency, cut_off: cutOff }),
    transfers: transfers.length,
    total,
    content_sealed: rail.secrets.seal(content, filePurpose),
    created_at: now,
  });
  rail.log.info(
    { file: messageId, transfers: transfers.length, currency, cut_off: cutOff },
    'a file for the bank was made',
  );
  return transfers.length;
}

/** The file's id, so that no two files ever share a message id: 33 of the 35 characters. */
function messageIdOf(fileId: string): string {
  return `M${fileId.replaceAll('-', '').toUpperCase()}`;
}

function ordered(rail: BankRail, transfer: Transfer): OrderedTransfer {
  return {
    endToEndId: transfer.end_to_end_id,
    amount: transfer.amount,
    account: rail.secrets.open(transfer.account_sealed, accountPurpose),
    accountName: transfer.account_name,
    bank: rail.bankOf(transfer.bank_name),
    branchCode: transfer.branch_code,
  };
}
