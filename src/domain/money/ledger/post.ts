import type { Act } from '../../../engine/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Movement } from './accounts.ts';
import { insertJournals } from './queries.ts';
import { balanceEventJob } from './record-balances.ts';

/**
 * Posts movements of one merchant's money in one statement: all of them, or none if a constraint refuses.
 *
 * A movement that was posted before is skipped, so a job that runs twice moves money once. Lock the row that the movement is about
 * first: this locks the merchant's ledger, and only events may be written after it.
 *
 * @returns how many movements are new
 *
 * Decision 0010.
 */
export async function post(act: Act, ...movements: readonly Movement[]): Promise<number> {
  const wanted = movements.filter(({ lines }) => lines.length > 0);
  if (wanted.length === 0) return 0;
  const lines = wanted.flatMap((of, index) => of.lines.map((line) => ({ ...line, place: index + 1 })));
  const holds = wanted.flatMap((of, index) =>
    (of.holds ?? []).map((hold) => ({ ...hold, id: newId(), place: index + 1 })),
  );
  const releases = wanted.flatMap((of, index) =>
    (of.releases ?? []).map((release) => ({ ...release, place: index + 1 })),
  );
  return insertJournals(act.tx, act.merchant.id, {
    effectiveAt: act.ctx.now(act.merchant),
    movements: wanted,
    lines,
    holds,
    releases,
    balanceEvent: balanceEventJob(act, lines),
  });
}

/**
 * Posts, and does not wait for the answer: for movements that cannot have been posted before, whose transaction goes on with other
 * statements. A refusal of the database fails the transaction as it does with `post`.
 *
 * Decision 0010.
 */
export function postAhead(act: Act, ...movements: readonly Movement[]): void {
  act.tx.goOnWithout(post(act, ...movements));
}
