import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { notFound } from '../../../platform/ids.ts';
import { findLink } from './queries.ts';
import { linkMoves } from './states.ts';

/**
 * No further payments are accepted; one that is under way is finished. Doing it twice is doing it once.
 *
 * @throws NOT_FOUND
 *
 * Spec: "States and transitions", DELETE /v1/payment-links/{id}.
 */
export async function deactivateLink(act: Act, id: string): Promise<void> {
  const set = { updated_at: act.ctx.now(act.merchant) };
  if (await move(act, 'payment_links', id, linkMoves.deactivate, { set })) return;
  if (!(await findLink(act.tx, act.merchant.id, id))) throw notFound('plink');
}
