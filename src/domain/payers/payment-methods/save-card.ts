import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import type { KeepOutcome } from '../../money/gateways/port.ts';
import { sealToken } from './card-token.ts';
import type { KeepAnswer } from './keep-card.ts';
import { expireLater } from './renew-card.ts';
import { closeSetup } from './setup-page.ts';
import { countAttempt, noteFailure } from './setup-queries.ts';
import { paymentMethodMoves } from './states.ts';

/** The page closes when this many cards were refused. */
export const mostRefusals = 5;

/**
 * Begins one attempt to save a card: it is counted, and committed before the gateway is asked. If the process dies in
 * between, the page stays open and takes another card a minute later.
 *
 * @param of.attempt the number of the attempt that the form was shown for
 * @returns false when that attempt was made already, or the page is over
 *
 * Spec: "Other records", payment method.
 */
export async function beginSaving(
  act: Act,
  of: { readonly id: string; readonly attempt: number },
): Promise<boolean> {
  return await countAttempt(act.tx, act.merchant.id, { ...of, now: act.ctx.now(act.merchant) });
}

/**
 * Stores a gateway's answer. If the gateway keeps the card, the payment method is active until the card's last month ends. If it
 * refuses, the page shows why, and closes with the fifth refusal. An answer for a page that is over is dropped, and its token is
 * not stored.
 *
 * Spec: "Events", vault.payment-token.created.
 */
export async function finishSaving(act: Act, id: string, { outcome, ...keeper }: KeepAnswer): Promise<void> {
  if (outcome.kind === 'kept') return await activate(act, id, keeper, outcome);
  const refused = outcome.kind === 'declined';
  const error = refused ? outcome.reason : 'PROVIDER_UNAVAILABLE';
  const method = await noteFailure(act.tx, act.merchant.id, { id, error, refused });
  if (method && method.refusals >= mostRefusals) await closeSetup(act, id, 'ATTEMPTS_EXHAUSTED');
}

type Kept = Extract<KeepOutcome, { kind: 'kept' }>;

async function activate(
  act: Act,
  id: string,
  keeper: Omit<KeepAnswer, 'outcome'>,
  kept: Kept,
): Promise<void> {
  const set = {
    ...keeper,
    token_sealed: sealToken(act.ctx.secrets, kept.token),
    brand: kept.brand,
    last4: kept.last4,
    exp_month: kept.expiry.month,
    exp_year: kept.expiry.year,
    activated_at: act.ctx.now(act.merchant),
    last_error: null,
    trying_until: null,
  };
  if (!(await move(act, 'payment_methods', id, paymentMethodMoves.activate, { set }))) return;
  await expireLater(act, id, kept.expiry);
  // Only a sandbox gateway announces its callbacks in advance. They become jobs, so that they follow the merchant's clock.
  for (const { at, renewed } of kept.renewals ?? [])
    await enqueue(act, 'payment-methods.renewed', { key: id, payload: { paymentMethodId: id, renewed }, at });
}
