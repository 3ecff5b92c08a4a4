import { findFileAcrossMerchants } from './file-queries.ts';
import type { GroupNotice, Notice } from './messages/notices.ts';
import { withTotal } from './moves.ts';
import type { BankRail } from './parts.ts';
import {
  findInFileAcrossMerchants,
  findSummedAcrossMerchants,
  type SummedTransfer,
} from './transfer-queries.ts';

type Expanded = {
  /** False: the bank speaks of a file or of transfers that are not ours. */
  readonly isKnown: boolean;
  /** How many transfers there are of which it may speak. */
  readonly size: number;
  /** A notice for each transfer, with its place among all; undefined if the total is that of none, or of a duplicate. */
  readonly about?: readonly { readonly place: number; readonly notice: Notice }[];
};

/**
 * Makes a notice for each transfer of a file, or for those that the bank names. A bank may leave those that it has rejected out of the
 * total: then the notice is not about them. If it refuses the file as a duplicate, there are none.
 */
export async function expand(rail: BankRail, group: GroupNotice): Promise<Expanded> {
  const all = await transfersOf(rail, group);
  if (all === undefined) return { isKnown: false, size: 0 };
  const { total, butFor, says } = group;
  // The bank may pay the first copy.
  if (says === 'duplicate') return { isKnown: true, size: all.length };
  const about = total === null ? all : withTotal(total, all);
  if (about === undefined) return { isKnown: true, size: all.length };
  const others = new Set(butFor);
  const notices = about.flatMap((transfer) =>
    others.has(transfer.end_to_end_id)
      ? []
      : [{ place: all.indexOf(transfer), notice: noticeOf(group, transfer) }],
  );
  return { isKnown: true, size: all.length, about: notices };
}

/** Undefined if the bank names a file, or any transfer, that is not ours. */
async function transfersOf(
  { db, name: gateway }: BankRail,
  { fileMessageId: messageId, covers }: GroupNotice,
): Promise<readonly SummedTransfer[] | undefined> {
  if (covers.length > 0) {
    const named = await findSummedAcrossMerchants(db, { gateway, ids: covers });
    return named.length === new Set(covers).size ? named : undefined;
  }
  const file = messageId === null ? undefined : await findFileAcrossMerchants(db, { gateway, messageId });
  return file && (await findInFileAcrossMerchants(db, file.id));
}

/** A total is money that moved, so each transfer has its part of it; a status without a total says no amount. */
function noticeOf({ says, reason, total }: GroupNotice, transfer: SummedTransfer): Notice {
  const { end_to_end_id: endToEndId, amount, currency } = transfer;
  const money = total === null ? { amount: null, currency: null } : { amount, currency };
  return { ...money, says, reason, endToEndId, bankReference: null };
}
