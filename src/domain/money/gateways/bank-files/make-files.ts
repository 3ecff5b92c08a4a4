import { merchantId as merchantIdOf } from '../../../../engine/principal.ts';
import { inTransactionAcrossMerchants, type Tx } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Currency, currencies } from '../../amounts/currency.ts';
import {
  insertFileAcrossMerchants,
  isOnlyMakerAcrossMerchants,
  nextPartAcrossMerchants,
} from './file-queries.ts';
import { type OrderedTransfer, writePain001 } from './messages/pain001.ts';
import { isReached } from './messages/parties.ts';
import { goOn } from './move-transfers.ts';
import type { Transfer } from './moves.ts';
import { accountPurpose, type BankRail, filePurpose, refusalOf, unsendable } from './parts.ts';
import { executionDay, lastCutOff } from './settings/calendar.ts';
import { fileWaitingAcrossMerchants } from './transfer-queries.ts';

/**
 * Gathers what was waiting at the last cut-off into files, one for each currency, or several if there is too much for one. A file
 * and the state of its transfers are one transaction; one process at a time makes files of a gateway.
 *
 * @returns undefined if another process was making some, and knows what becomes of them
 *
 * Decision 0105.
 */
export async function makeFiles(rail: BankRail, signal: AbortSignal): Promise<true | undefined> {
  const now = rail.now();
  const cutOff = lastCutOff(rail.settings.cut_offs, now);
  let madeAll = true;
  if (cutOff !== undefined)
    for (const currency of currencies)
      madeAll = (await makeAll(rail, { currency, cutOff, now }, signal)) && madeAll;
  return madeAll ? true : undefined;
}

/** False if another process was making some. */
async function makeAll(rail: BankRail, place: Place, signal: AbortSignal): Promise<boolean> {
  let made: number | undefined = rail.mostTransfers;
  while (made === rail.mostTransfers && !signal.aborted)
    made = await inTransactionAcrossMerchants(rail.db, (tx) => makeFile(rail, tx, place));
  return made !== undefined;
}

type Place = {
  readonly currency: Currency;
  readonly cutOff: Date;
  readonly now: Date;
};

/** Returns how many transfers waited, in the file or not; undefined if another process is making files. */
async function makeFile(rail: BankRail, tx: Tx, place: Place): Promise<number | undefined> {
  const { name: gateway, mostTransfers: most } = rail;
  const { currency, cutOff } = place;
  if (!(await isOnlyMakerAcrossMerchants(tx, gateway))) return undefined;
  const id = newId();
  const waiting = await fileWaitingAcrossMerchants(tx, { gateway, currency, cutOff, fileId: id, most });
  const account = rail.settings.debtor.accounts[currency];
  const asked = waiting.map((transfer) => {
    const order = orderOf(rail, transfer);
    const hasBank = isReached(order.bank, order.account);
    return { transfer, order, refusal: refusalOf({ hasBank, hasAccount: account !== undefined }) };
  });
  for (const { transfer, refusal } of asked) if (refusal !== null) await reject(rail, tx, transfer, refusal);
  const orders = asked.flatMap(({ order, refusal }) => (refusal === null ? [order] : []));
  if (account !== undefined && orders.length > 0)
    await storeFile(rail, tx, { ...place, account, id, orders });
  return waiting.length;
}

/** Its bank or our account was taken out of the settings while it waited. No bank was asked, so the payout gives the money back. */
async function reject(rail: BankRail, tx: Tx, transfer: Transfer, reason: string): Promise<void> {
  const { merchant_id, payout_id: payout, bank_name: bank, currency } = transfer;
  rail.log.warn({ payout, bank, currency, refusal: reason }, unsendable);
  // What goes on at once has no time that a clock of the sandbox could move.
  const act = { tx, merchant: { id: merchantIdOf(merchant_id), clockOffsetMs: 0 } };
  await goOn(act, transfer, { state: 'rejected', reason, file_id: null });
}

type Content = Place & {
  readonly id: string;
  /** Of the service, from which the bank pays. */
  readonly account: string;
  readonly orders: readonly OrderedTransfer[];
};

async function storeFile(rail: BankRail, tx: Tx, content: Content): Promise<void> {
  const { name: gateway, settings } = rail;
  const { id, currency, cutOff, now, account, orders } = content;
  const messageId = messageIdOf(id);
  const text = writePain001({
    messageId,
    madeAt: now,
    executionDay: executionDay(settings.cut_offs, now),
    currency,
    debtor: settings.debtor,
    debtorAccount: account,
    transfers: orders,
  });
  const total = orders.reduce((sum, { amount }) => sum + amount, 0n);
  await insertFileAcrossMerchants(tx, {
    id,
    gateway,
    message_id: messageId,
    currency,
    cut_off: cutOff,
    part: await nextPartAcrossMerchants(tx, { gateway, currency, cut_off: cutOff }),
    transfers: orders.length,
    total,
    content_sealed: rail.secrets.seal(text, filePurpose),
    created_at: now,
  });
  rail.log.info(
    { file: messageId, transfers: orders.length, currency, cut_off: cutOff },
    'a file for the bank was made',
  );
}

/** The file's id, so that no two files ever share a message id: 33 of the 35 characters. */
function messageIdOf(fileId: string): string {
  return `M${fileId.replaceAll('-', '').toUpperCase()}`;
}

function orderOf(rail: BankRail, transfer: Transfer): OrderedTransfer {
  return {
    endToEndId: transfer.end_to_end_id,
    amount: transfer.amount,
    account: rail.secrets.open(transfer.account_sealed, accountPurpose),
    accountName: transfer.account_name,
    bank: rail.bankOf(transfer.bank_name),
    branchCode: transfer.branch_code,
  };
}
