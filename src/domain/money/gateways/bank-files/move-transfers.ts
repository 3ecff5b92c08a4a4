import { enqueue } from '../../../../engine/jobs/enqueue.ts';
import { type MerchantId, merchantId as merchantIdOf } from '../../../../engine/principal.ts';
import { inTransaction, type Tx } from '../../../../platform/db/database.ts';
import type { Notice } from './messages/notices.ts';
import { afterSaying, type Transfer } from './moves.ts';
import type { BankRail } from './parts.ts';
import { type Change, findNamedAcrossMerchants, lockTransfers, writeState } from './transfer-queries.ts';

type Why = 'unknown' | 'other_amount' | 'contradiction';
/** `position`: its place in the answer. */
type Placed = { readonly position: number; readonly notice: Notice };
/** `covers`: the transfers that a sum is of, if the bank names them. */
export type Unmatched = Placed & { readonly why: Why; readonly covers?: readonly string[] };
type Moved = { readonly moved: number; readonly unmatched: readonly Unmatched[] };

const atOnce = 50;

/** Moves the transfers that the notices name, and lets their payouts go on. Says which notices fit none. */
export async function moveTransfers(rail: BankRail, placed: readonly Placed[]): Promise<Moved> {
  let moved = 0;
  const unmatched: Unmatched[] = [];
  for (let at = 0; at < placed.length; at += atOnce) {
    const done = await applySome(rail, placed.slice(at, at + atOnce));
    moved += done.moved;
    unmatched.push(...done.unmatched);
  }
  return { moved, unmatched };
}

async function applySome(rail: BankRail, placed: readonly Placed[]): Promise<Moved> {
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
export async function goOn(
  act: Acting,
  { payout_id: payoutId, reason: before }: Transfer,
  change: Change,
): Promise<void> {
  const { state, reason } = change;
  await writeState(act.tx, act.merchant.id, payoutId, { ...change, reason: reason ?? before });
  if (state === 'accepted') return;
  const job = { key: payoutId, payload: { payoutId } };
  await enqueue(act, 'payouts.complete', job);
  if (state === 'returned') await enqueue(act, 'payouts.return', job);
}
