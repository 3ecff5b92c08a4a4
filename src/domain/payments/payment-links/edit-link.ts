import type { MoneyInput } from '../../../../generated/openapi.d.ts';
import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { ApiError } from '../../../platform/errors.ts';
import { notFound } from '../../../platform/ids.ts';
import { type Amount, parseAmount } from '../../money/amounts/amount.ts';
import { gatewayFor } from '../checkouts/gateway-for.ts';
import { changeLink, findLink, lockLink, type PaymentLink } from './queries.ts';
import { linkMoves } from './states.ts';

/** An undefined field does not change. */
export type LinkChanges = {
  readonly title: string | undefined;
  /** In the link's currency. */
  readonly amount: MoneyInput | undefined;
  /** Null: the link never expires. */
  readonly expiresAt: Date | null | undefined;
  readonly active: boolean | undefined;
  /** As JSON; null: none. */
  readonly metadata?: string | null | undefined;
};

type Wanted = Omit<LinkChanges, 'amount'> & { readonly amount: Amount | undefined };

/**
 * Changes a link for checkouts opened from now on; open checkouts keep their price.
 *
 * @param precondition throws if the link, which is locked, is not as its caller decided on
 * @throws NOT_FOUND
 * @throws INVALID_AMOUNT   part of a unit, see parseAmount
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE for a new amount, see gatewayFor
 * @throws EXPIRY_IN_PAST
 *
 * Spec: "PATCH /v1/payment-links/{id}".
 */
export async function editLink(
  act: Act,
  id: string,
  changes: LinkChanges,
  precondition?: (link: PaymentLink) => void,
): Promise<void> {
  const link = await lockLink(act.tx, act.merchant.id, id);
  if (!link) throw notFound('plink');
  precondition?.(link);
  const now = act.ctx.now(act.merchant);
  const amount = changes.amount === undefined ? undefined : parseAmount(changes.amount, link.currency);
  const wanted = { ...changes, amount };
  refuse(act, link, wanted);
  if (Object.values(changes).every((change) => change === undefined)) return;
  await changeLink(act.tx, act.merchant.id, id, columnsOf(wanted, now));
  if (changes.active === undefined) return;
  await move(act, 'payment_links', id, changes.active ? linkMoves.enable : linkMoves.pause);
}

/**
 * Stops a link from taking new payments; an attempt that has begun may still finish. Deactivating twice is harmless.
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

function refuse(act: Act, { amount: present, currency }: PaymentLink, { amount, expiresAt }: Wanted): void {
  if (amount !== undefined && amount !== present) gatewayFor(act.ctx, { amount, currency });
  if (expiresAt && expiresAt <= act.ctx.now(act.merchant)) throw new ApiError('EXPIRY_IN_PAST');
}

function columnsOf({ title, amount, expiresAt, metadata }: Wanted, now: Date) {
  return {
    ...(title !== undefined && { title }),
    ...(amount !== undefined && { amount }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(metadata !== undefined && { metadata }),
    updated_at: now,
  };
}
