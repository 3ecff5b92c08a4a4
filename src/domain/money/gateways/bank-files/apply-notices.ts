import { inTransactionAcrossMerchants } from '../../../../platform/db/database.ts';
import { insertUnmatchedAcrossMerchants } from './answer-queries.ts';
import { applyKept } from './apply-kept.ts';
import { expand } from './expand.ts';
import type { Notice, Notices } from './messages/notices.ts';
import { moveTransfers, type Unmatched } from './move-transfers.ts';
import type { BankRail } from './parts.ts';

/** A file of the bank, by the hash of its bytes, and what it says. */
type Answer = { readonly hash: string; readonly file: string; readonly notices: Notices };

/** How many transfers of the answer went on, and how much of it somebody must look at. */
export type Applied = { readonly moved: number; readonly unmatched: number };

/**
 * Moves the transfers that an answer is about, and lets their payouts go on. What the service cannot match is kept, and changes
 * nothing. Applying the same answer again changes nothing either. A sum that was kept before is compared again, since this answer may
 * say which transfers are not in it.
 */
export async function applyNotices(rail: BankRail, { hash, file, notices }: Answer): Promise<Applied> {
  const placed = notices.single.map((notice, position) => ({ position, notice }));
  const unmatched: Unmatched[] = [];
  let next = placed.length;
  for (const [nth, group] of notices.groups.entries()) {
    const { isKnown, size, about } = await expand(rail, group);
    if (about === undefined) unmatched.push(unmatchedGroup(group, -1 - nth, isKnown));
    // The places follow from the group and not from how much of it fits, so they are the same when the answer is applied again.
    else for (const { place, notice } of about) placed.push({ position: next + place, notice });
    next += size;
  }
  const done = await moveTransfers(rail, placed);
  unmatched.push(...done.unmatched);
  await keep(rail, { hash, file }, unmatched);
  // Only now: an answer that another process applies at the same moment has looked before this one was kept, or is seen here.
  const later = await applyKept(rail, notices);
  return { moved: done.moved + later.moved, unmatched: unmatched.length };
}

function unmatchedGroup(group: Notices['groups'][number], position: number, isKnown: boolean): Unmatched {
  const { says, reason, total, fileMessageId: endToEndId, bankReference, covers } = group;
  const sum = { amount: total?.amount ?? null, currency: total?.currency ?? null };
  const notice: Notice = { ...sum, says, reason, endToEndId, bankReference };
  const why = says === 'duplicate' ? 'contradiction' : 'other_amount';
  return { position, why: isKnown ? why : 'unknown', notice, covers };
}

const meanings: Readonly<Record<Unmatched['why'], string>> = {
  unknown: 'the bank speaks of a transfer that is not known',
  other_amount: 'the bank states another amount than the transfer has',
  contradiction: 'the bank contradicts what it said of a transfer before',
};

/** The database has no word of its own for a duplicate: it is kept as a contradiction, and its reason says the rest. */
function wordsOf({ why, notice }: Unmatched): string {
  if (notice.says !== 'duplicate' || why === 'unknown') return meanings[why];
  return 'the bank refuses a duplicate: find out what became of the first copy';
}

async function keep(
  rail: BankRail,
  { hash, file }: Pick<Answer, 'hash' | 'file'>,
  unmatched: readonly Unmatched[],
): Promise<void> {
  for (const one of unmatched) {
    const { says, endToEndId: end_to_end_id } = one.notice;
    rail.log.error({ bank_file: file, end_to_end_id, says }, wordsOf(one));
  }
  const rows = unmatched.map(({ position, why, notice, covers = [] }) => ({
    gateway: rail.name,
    hash,
    position,
    why,
    end_to_end_id: notice.endToEndId,
    says: notice.says,
    amount: notice.amount,
    stated_in: notice.currency,
    reason: notice.reason,
    bank_reference: notice.bankReference,
    covers: covers.length > 0 ? [...covers] : null,
  }));
  await inTransactionAcrossMerchants(rail.db, (tx) => insertUnmatchedAcrossMerchants(tx, rows));
}
