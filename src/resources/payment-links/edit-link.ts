import { refuseTooLarge } from '../../core/checkouts/gateway-for.ts';
import type { Act } from '../../core/context.ts';
import type { Amount } from '../../core/money/amount.ts';
import { move } from '../../core/states/moves.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { notFound } from '../../platform/ids.ts';
import { changeLink, lockLink } from './queries.ts';
import { linkMoves } from './states.ts';

/** What is undefined stays. */
export type LinkChanges = {
  readonly title: string | undefined;
  readonly amount: Amount | undefined;
  /** Null: never. */
  readonly expiresAt: Date | null | undefined;
  readonly active: boolean | undefined;
};

/**
 * Changes a link for payments that begin from now on; checkouts that are open keep their price.
 *
 * @throws NOT_FOUND
 * @throws AMOUNT_TOO_LARGE `details.maximum`
 * @throws EXPIRY_IN_PAST
 *
 * Spec: "PATCH /v1/payment-links/{id}".
 */
export async function editLink(act: Act, id: string, changes: LinkChanges): Promise<void> {
  const { title, amount, expiresAt, active } = changes;
  const link = await lockLink(act.tx, act.merchant.id, id);
  if (!link) throw notFound('plink');
  if (amount !== undefined) refuseTooLarge('card', amount);
  const now = act.ctx.now(act.merchant);
  if (expiresAt !== undefined && expiresAt !== null && expiresAt <= now) throw new ApiError('EXPIRY_IN_PAST');
  if (Object.values(changes).every((change) => change === undefined)) return;
  await changeLink(act.tx, act.merchant.id, id, {
    ...(title !== undefined && { title }),
    ...(amount !== undefined && { amount }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    updated_at: now,
  });
  if (active !== undefined) await move(act, 'payment_links', id, active ? linkMoves.enable : linkMoves.pause);
}
