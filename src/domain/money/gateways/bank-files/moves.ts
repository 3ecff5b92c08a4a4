import type { Row } from '../../../../platform/db/row.ts';
import type { Says } from './messages/notices.ts';

export type Transfer = Row<'bank_transfers'>;
type State = Transfer['state'];

type Move = 'accept' | 'settle' | 'reject' | 'return';

/** Where a transfer stands after a move. `same`: it was said before, or is overtaken. `contradiction`: somebody must look at it. */
type Verdict = State | 'same' | 'contradiction';

/** Every move from every state: statuses may come twice, late, and in the wrong order. */
const moves: Readonly<Record<State, Readonly<Record<Move, Verdict>>>> = {
  // The bank cannot know it yet.
  waiting: {
    accept: 'contradiction',
    settle: 'contradiction',
    reject: 'contradiction',
    return: 'contradiction',
  },
  filed: { accept: 'accepted', settle: 'settled', reject: 'rejected', return: 'returned' },
  accepted: { accept: 'same', settle: 'settled', reject: 'rejected', return: 'returned' },
  settled: { accept: 'same', settle: 'same', reject: 'contradiction', return: 'returned' },
  // The merchant has the money back.
  rejected: { accept: 'same', settle: 'contradiction', reject: 'same', return: 'contradiction' },
  returned: { accept: 'same', settle: 'same', reject: 'same', return: 'same' },
};

export type SettledBy = 'first' | 'status' | 'debit';

/** Which of the two ends a payout; the other only says that the bank has it. */
const settles: Readonly<Record<SettledBy, readonly Says[]>> = {
  first: ['settled', 'debited'],
  status: ['settled'],
  debit: ['debited'],
};

function moveOf(says: Says, settledBy: SettledBy): Move {
  if (says === 'rejected') return 'reject';
  if (says === 'returned') return 'return';
  return settles[settledBy].includes(says) ? 'settle' : 'accept';
}

export function afterSaying(state: State, says: Says, settledBy: SettledBy): Verdict {
  return moves[state][moveOf(says, settledBy)];
}

type Summed = Pick<Transfer, 'amount' | 'state'>;

/** The transfers of a file that a total is of: all, or those that the bank has not rejected. Undefined if it is the total of neither. */
export function withTotal<T extends Summed>(total: bigint, all: readonly T[]): readonly T[] | undefined {
  const paid = all.filter(({ state }) => state !== 'rejected');
  return [all, paid].find(
    (some) => some.length > 0 && some.reduce((sum, { amount }) => sum + amount, 0n) === total,
  );
}
