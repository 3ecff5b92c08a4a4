import type { Instrument } from '../../../domain/money/gateways/port.ts';
import { askGateway } from '../../../domain/payments/attempts/ask-gateway.ts';
import { beginPayment, endAttempt } from '../../../domain/payments/attempts/make-attempt.ts';
import { findCheckout } from '../../../domain/payments/checkouts/queries.ts';
import type { Transaction } from '../../../domain/payments/transactions/queries.ts';
import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Errors } from '../../forms.ts';
import { words } from '../../words.ts';
import { asMerchant } from '../merchant.ts';
import type { Visit } from './visit.ts';

/**
 * One attempt, in the three steps of every payment: begin and commit, ask the gateway, write what it said.
 *
 * @returns what the customer must correct, when nothing was begun; otherwise the page shows the outcome
 *
 * Spec: "hosted checkout".
 */
export async function payCheckout(ctx: Context, visit: Visit, instrument: Instrument): Promise<Errors> {
  const payment = await begin(ctx, visit, instrument);
  if (payment === 'elsewhere') return {};
  const outcome = await askGateway(ctx, payment, instrument);
  const refusal = await asMerchant(ctx, visit, (act) => endAttempt(act, payment, outcome));
  if (refusal === 'WALLET_INIT_FAILED') return { phone: words.errors.noWallet };
  if (refusal === 'PROVIDER_UNAVAILABLE') return { phone: words.errors.providerDown };
  return {};
}

/** A second tab or a double click finds its attempt taken, another payer the whole link or invoice: each joins the page as it is. */
async function begin(ctx: Context, visit: Visit, instrument: Instrument): Promise<Transaction | 'elsewhere'> {
  const { id: checkoutId, refusals } = visit.checkout;
  try {
    return await asMerchant(ctx, visit, async (act) => {
      const payment = await beginPayment(act, { checkoutId, instrument });
      // Now that the checkout is locked: was the attempt of this form made, and refused, since it was read?
      const locked = await findCheckout(act.tx, act.merchant.id, checkoutId);
      if (locked?.refusals !== refusals) throw new ApiError('CHARGE_IN_PROGRESS');
      return payment;
    });
  } catch (error) {
    if (isOver(error)) return 'elsewhere';
    throw error;
  }
}

/** Refusals that only say that the page moved on. */
export function isOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'CHECKOUT_NOT_PENDING' || error.code === 'CHARGE_IN_PROGRESS')
  );
}
