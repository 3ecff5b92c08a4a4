import { type Db, inTransactionAcrossMerchants } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type CaseState, caseMoves, type Resolution } from './case-states.ts';
import {
  type Case,
  insertChangesAcrossMerchants,
  lockCasesAcrossMerchants,
  setStatesAcrossMerchants,
} from './queries.ts';

/** The most letters of a case's owner. */
export const longestOwner = 200;

/** What an operator does with a case. */
export type CaseAction = { readonly by: string; readonly note?: string } & (
  | { readonly change: 'assigned'; readonly owner: string }
  | { readonly change: 'noted'; readonly note: string }
  | { readonly change: 'resolved'; readonly resolution: Resolution; readonly note: string }
  | { readonly change: 'reopened'; readonly note: string }
);

/** The state of the case does not allow it. */
export class CaseNotMovable extends Error {
  override name = 'CaseNotMovable';
  readonly state: CaseState;

  constructor(state: CaseState) {
    super(`The case is ${state}.`);
    this.state = state;
  }
}

/**
 * Does what an operator decides, and writes it into the log of the case in the same transaction.
 *
 * @param precondition throws if the case, which is locked, is not as its caller decided on
 * @returns the case as it is now; undefined if there is none
 * @throws CaseNotMovable another operator or a run was faster
 *
 * Decision 0106.
 */
export function changeCase(
  db: Db,
  id: string,
  action: CaseAction,
  precondition?: (known: Case) => void,
): Promise<Case | undefined> {
  return inTransactionAcrossMerchants(db, async (tx) => {
    const [known] = await lockCasesAcrossMerchants(tx, [], [id]);
    if (!known) return undefined;
    precondition?.(known);
    const next = { id, ...after(known, action) };
    if (action.change !== 'noted') await setStatesAcrossMerchants(tx, [next]);
    const { change, by, note = null } = action;
    await insertChangesAcrossMerchants(tx, [{ ...next, id: newId(), case_id: id, change, by, note }]);
    const [changed] = await lockCasesAcrossMerchants(tx, [], [id]);
    return changed;
  });
}

function after(known: Case, action: CaseAction): Pick<Case, 'state' | 'owner' | 'resolution'> {
  const { state, owner, resolution } = known;
  if (action.change === 'noted') return { state, owner, resolution };
  const move: { readonly from: readonly CaseState[]; readonly to: CaseState } = caseMoves[action.change];
  if (!move.from.includes(state)) throw new CaseNotMovable(state);
  return {
    state: move.to,
    owner: action.change === 'assigned' ? action.owner : owner,
    resolution: action.change === 'resolved' ? action.resolution : null,
  };
}
