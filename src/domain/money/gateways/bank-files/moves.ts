import type { Row } from '../../../../platform/db/row.ts';
import type { Says, Total } from './messages/notices.ts';

export type Transfer = Row<'bank_transfers'>;
type State = Transfer['state'];

type Move = 'accept' | 'settle' | 'reject' | 'refuse' | 'return';

/** Where a transfer stands after a move. `same`: it was said before, or is overtaken. `contradiction`: somebody must look at it. */
type Verdict = State | 'same' | 'contradiction';

/**
 * Every move from every state: statuses may come twice, late, and in the wrong order. To refuse a duplicate moves nothing: what becomes
 * of the first copy is not known.
 */
const moves: Readonly<Record<State, Readonly<Record<Move, Verdict>>>> = {
  // The bank cannot know it yet.
  waiting: {
    accept: 'contradiction',
    settle: 'contradiction',
    reject: 'contradiction',
    refuse: 'contradiction',
    return: 'contradiction',
  },
  filed: {
    accept: 'accepted',
    settle: 'settled',
    reject: 'rejected',
    refuse: 'contradiction',
    return: 'returned',
  },
  accepted: {
    accept: 'same',
    settle: 'settled',
    reject: 'rejected',
    refuse: 'contradiction',
    return: 'returned',
  },
  settled: {
    accept: 'same',
    settle: 'same',
    reject: 'contradiction',
    refuse: 'contradiction',
    return: 'returned',
  },
  // The merchant has the money back.
  rejected: {
    accept: 'same',
    settle: 'contradiction',
    reject: 'same',
    refuse: 'contradiction',
    return: 'contradiction',
  },
  returned: { accept: 'same', settle: 'same', reject: 'same', refuse: 'contradiction', return: 'same' },
};

const moveOf: Readonly<Record<Says, Move>> = {
  accepted: 'accept',
  settled: 'settle',
  debited: 'settle',
  rejected: 'reject',
  duplicate: 'refuse',
  returned: 'return',
};

export type SettledBy = 'first' | 'status' | 'debit';

/** Which of the two ends a payout; the other only says that the bank has it. */
const settles: Readonly<Record<SettledBy, readonly Says[]>> = {
  first: ['settled', 'debited'],
  status: ['settled'],
  debit: ['debited'],
};

export function afterSaying(state: State, says: Says, settledBy: SettledBy): Verdict {
  const verdict = moves[state][moveOf[says]];
  // Only where it would end the payout: a contradiction is one whichever of the two ends payouts.
  const isWeaker = verdict === 'settled' && !settles[settledBy].includes(says);
  return isWeaker ? moves[state].accept : verdict;
}

type Summed = Pick<Transfer, 'amount' | 'currency' | 'state'>;

/**
 * The transfers of a file that a total is of: all, or those that the bank has not rejected. Undefined if it is the total of neither:
 * the same number in another currency is another amount.
 */
export function withTotal<T extends Summed>(total: Total, all: readonly T[]): readonly T[] | undefined {
  if (all.some(({ currency }) => currency !== total.currency)) return undefined;
  const paid = all.filter(({ state }) => state !== 'rejected');
  return [all, paid].find(
    (some) => some.length > 0 && some.reduce((sum, { amount }) => sum + amount, 0n) === total.amount,
  );
}
