import type { Act } from '../../../engine/context.ts';
import { cancel } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { ownerOf } from './owners.ts';
import type { Checkout } from './queries.ts';
import type { checkoutMoves } from './states.ts';

type End = (typeof checkoutMoves)[keyof typeof checkoutMoves];

/**
 * The one way a checkout ends: it moves, does not expire any more, and its owner hears of it.
 *
 * @returns undefined when it had ended before and the edge says `skip`
 * @throws the edge's `otherwise`
 *
 * Spec: "States and transitions", checkout session.
 */
export async function endCheckout(
  act: Act,
  id: string,
  edge: End,
  set: Partial<Checkout>,
): Promise<Checkout | undefined> {
  const ended = await move(act, 'checkouts', id, edge, { set });
  if (!ended) return undefined;
  await cancel(act, 'checkout.expire', id);
  await ownerOf(act.ctx, ended)?.ended(act, ended);
  return ended;
}
