import { enqueue } from '../../../../engine/jobs/enqueue.ts';
import { type MerchantId, merchantId as merchantIdOf } from '../../../../engine/principal.ts';
import { inTransaction, inTransactionAcrossMerchants, type Tx } from '../../../../platform/db/database.ts';
import { insertUnmatchedAcrossMerchants } from './answer-queries.ts';
import { findFileAcrossMerchants } from './file-queries.ts';
import type { GroupNotice, Notice, Notices } from './messages/notices.ts';
import { afterSaying, type Transfer, withTotal } from './moves.ts';
import type { BankRail } from './parts.ts';
import {
  findInFileAcrossMerchants,
  findNamedAcrossMerchants,
  lockTransfers,
  writeState,
} from './transfer-queries.ts';

/** A file of the bank, by the hash of its bytes, and what it says. */
type Answer = { readonly hash: string; readonly file: string; readonly notices: Notices };

type Why = 'unknown' | 'other_amount' | 'contradiction';
/** `position`: its place in the answer. */
type Placed = { readonly position: number; readonly notice: Notice };
type Unmatched = Placed & { readonly why: Why };

/** How many transfers of the answer went on, and how much of it somebody must look at. */
export type Applied = { readonly moved: number; readonly unmatched: number };

const atOnce = 50;

/**
 * Moves the transfers that an answer is about, and lets their payouts go on. What the service cannot match is kept, and changes
 * nothing. Applying the same answer again changes nothing either.
 */
export async function applyNotices(rail: BankRail, { hash, file, notices }: Answer): Promise<Applied> {
  const all: Notice[] = [...notices.single];
  const unmatched: Unmatched[] = [];
  for (const group of notices.groups) {
    const expanded = await expand(rail, group);
    if (expanded === undefined) unmatched.push(unmatchedGroup(group, -1 - unmatched.length));
    else all.push(...expanded);
  }
  const placed = all.map((notice, position) => ({ position, notice }));
  let moved = 0;
  for (let at = 0; at < placed.length; at += atOnce) {
    const done = await applySome(rail, placed.slice(at, at + atOnce));
    moved += done.moved;
    unmatched.push(...done.unmatched);
  }
  await keep(rail, { hash, file }, unmatched);
  return { moved, unmatched: unmatched.length };
}

/**
 * A notice for each transfer of the file; undefined if there is no such file, or its total is another. A bank may leave those that
 * it has rejected out of the total: then the notice is not about them.
 */
async function expand(rail: BankRail, group: GroupNotice): Promise<readonly Notice[] | undefined> {
  const { says, fileMessageId: messageId, reason, total, butFor } = group;
  const file = await findFileAcrossMerchants(rail.db, { gateway: rail.name, messageId });
  if (file === undefined) return undefined;
  const all = await findInFileAcrossMerchants(rail.db, file.id);
  const about = total === null ? all : withTotal(total, all);
  const others = new Set(butFor);
  return about
    ?.filter(({ end_to_end_id: id }) => !others.has(id))
    .map(({ end_to_end_id: endToEndId }) => ({ ...notSaid, says, endToEndId, reason }));
}

const notSaid = { amount: null, currency: null, bankReference: null } as const;

function unmatchedGroup({ says, reason, total, fileMessageId }: GroupNotice, position: number): Unmatched {
  const notice = { ...notSaid, says, reason, amount: total, endToEndId: fileMessageId };
  return { position, why: 'unknown', notice };
}

async function applySome(
  rail: BankRail,
  placed: readonly Placed[],
): Promise<{ readonly moved: number; readonly unmatched: readonly Unmatched[] }> {
  const ids = placed.flatMap(({ notice }) => notice.endToEndId ?? []);
  const known = await findNamedAcrossMerchants(rail.db, { gateway: rail.name, ids: ['', ...ids] });
  const byId = new Map(known.map((transfer) => [transfer.end_to_end_id, transfer]));
  const unknown = placed.filter(({ notice }) => !byId.has(notice.endToEndId ?? ''));
  let moved = 0;
  const unmatched: Unmatched[] = unknown.map((row) => ({ ...row, why: 'unknown' }));
  const ofMerchants = Map.groupBy(
    placed.filter((row) => !unknown.includes(row)),
    ({ notice }) => byId.get(notice.endToEndId ?? '')?.merchant_id ?? '',
  );
  for (const [merchant, rows] of ofMerchants) {
    const payoutIds = rows.flatMap(({ notice }) => byId.get(notice.endToEndId ?? '')?.payout_id ?? []);
    const done = await applyToMerchant(rail, merchantIdOf(merchant), { rows, payoutIds });
    moved += done.moved;
    unmatched.push(...done.unmatched);
  }
  return { moved, unmatched };
}

type OfMerchant = { readonly rows: readonly Placed[]; readonly payoutIds: readonly string[] };

function applyToMerchant(rail: BankRail, merchantId: MerchantId, { rows, payoutIds }: OfMerchant) {
  return inTransaction(rail.db, merchantId, async (tx, clockOffsetMs) => {
    const merchant = { id: merchantId, clockOffsetMs };
    const transfers = await lockTransfers(tx, merchantId, payoutIds);
    const states = new Map(transfers.map((transfer) => [transfer.end_to_end_id, transfer]));
    let moved = 0;
    const unmatched: Unmatched[] = [];
    for (const row of rows) {
      const transfer = states.get(row.notice.endToEndId ?? '');
      if (transfer === undefined) continue;
      const next = judge(rail, transfer, row.notice);
      if (next === 'other_amount' || next === 'contradiction') unmatched.push({ ...row, why: next });
      else if (next !== 'same') {
        states.set(transfer.end_to_end_id, { ...transfer, state: next });
        await goOn({ tx, merchant }, transfer, { state: next, reason: row.notice.reason });
        moved += 1;
      }
    }
    return { moved, unmatched };
  });
}

function judge({ settings }: BankRail, transfer: Transfer, notice: Notice) {
  const { amount, currency, says } = notice;
  const isOther =
    (amount !== null && amount !== transfer.amount) || (currency !== null && currency !== transfer.currency);
  return isOther ? 'other_amount' : afterSaying(transfer.state, says, settings.settled_by ?? 'first');
}

type Acting = {
  readonly tx: Tx;
  readonly merchant: { readonly id: MerchantId; readonly clockOffsetMs: number };
};

/** The payout asks its gateway at once instead of later. One that has completed comes back by a job of its own. */
async function goOn(
  act: Acting,
  { payout_id: payoutId, reason: before }: Transfer,
  { state, reason }: Pick<Transfer, 'state' | 'reason'>,
): Promise<void> {
  await writeState(act.tx, act.merchant.id, payoutId, { state, reason: reason ?? before });
  if (state === 'accepted') return;
  const job = { key: payoutId, payload: { payoutId } };
  await enqueue(act, 'payouts.complete', job);
  if (state === 'returned') await enqueue(act, 'payouts.return', job);
}

const meanings: Readonly<Record<Why, string>> = {
  unknown: 'the bank speaks of a transfer that is not known',
  other_amount: 'the bank states another amount than the transfer has',
  contradiction: 'the bank contradicts what it said of a transfer before',
};

async function keep(
  rail: BankRail,
  { hash, file }: Pick<Answer, 'hash' | 'file'>,
  unmatched: readonly Unmatched[],
): Promise<void> {
  for (const { why, notice } of unmatched)
    rail.log.error({ bank_file: file, end_to_end_id: notice.endToEndId, says: notice.says }, meanings[why]);
  const rows = unmatched.map(({ position, why, notice }) => ({
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
  }));
  await inTransactionAcrossMerchants(rail.db, (tx) => insertUnmatchedAcrossMerchants(tx, rows));
}
