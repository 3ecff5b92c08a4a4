import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { cardEndsAt } from '../../money/gateways/card-number.ts';
import type { KeepOutcome } from '../../money/gateways/port.ts';
import { sealToken } from './card-token.ts';
import { closeSetup } from './close-setup.ts';
import type { Asked } from './keep-card.ts';
import { noteFailure } from './setup-queries.ts';
import { paymentMethodMoves } from './states.ts';

/** Cards that were refused this often close the page. */
export const mostRefusals = 5;

/**
 * Writes what a gateway said to a card: kept, the payment method is active, until the end of the card's last month; refused,
 * the page says why, and closes with the fifth one. What comes for a page that is over is dropped: nobody has its token.
 *
 * Spec: "Events", vault.payment-token.created.
 */
export async function finishSaving(act: Act, id: string, { outcome, ...keeper }: Asked): Promise<void> {
  if (outcome.kind === 'kept') return await activate(act, id, keeper, outcome);
  const refused = outcome.kind === 'declined';
  const error = refused ? outcome.reason : 'PROVIDER_UNAVAILABLE';
  const method = await noteFailure(act.tx, act.merchant.id, { id, error, refused });
  if (method && method.refusals >= mostRefusals) await closeSetup(act, id, 'ATTEMPTS_EXHAUSTED');
}

type Kept = Extract<KeepOutcome, { kind: 'kept' }>;

async function activate(act: Act, id: string, keeper: Omit<Asked, 'outcome'>, kept: Kept): Promise<void> {
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
  const at = cardEndsAt(kept.expiry);
  await enqueue(act, 'payment-methods.expire', { key: id, payload: { paymentMethodId: id }, at });
}
