import { findCheckout } from '../../../core/checkouts/queries.ts';
import type { Act, Context } from '../../../core/context.ts';
import type { ChargeOutcome, Instrument } from '../../../core/gateways/port.ts';
import { cancel } from '../../../core/jobs/enqueue.ts';
import { askGateway } from '../../../core/payments/ask-gateway.ts';
import { beginPayment } from '../../../core/payments/begin-payment.ts';
import { deleteAttempt } from '../../../core/payments/queries.ts';
import { settlePayment } from '../../../core/payments/settle-payment.ts';
import type { Transaction } from '../../../core/transactions/queries.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Errors } from '../../forms.ts';
import { words } from '../../words.ts';
import type { Visit } from './view.ts';

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
  await asMerchant(ctx, visit, (act) => finish(act, payment, outcome));
  if (outcome.kind === 'refused') return { phone: words.errors.noWallet };
  if (outcome.kind === 'unavailable') return { phone: words.errors.providerDown };
  return {};
}

/** A page's POST is one of the edges where a transaction opens. */
export function asMerchant<T>(
  ctx: Context,
  visit: Pick<Visit, 'merchant'>,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const { id } = visit.merchant;
  return inTransaction(ctx.db, id, (tx, clockOffsetMs) => work({ ctx, tx, merchant: { id, clockOffsetMs } }));
}

/** A second tab or a double click finds its attempt taken: it joins the page as it is. */
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

/** Nothing was begun at the gateway: nothing is kept, and the number of the attempt is free again. */
async function finish(act: Act, payment: Transaction, outcome: ChargeOutcome): Promise<void> {
  if (outcome.kind !== 'refused' && outcome.kind !== 'unavailable') {
    await settlePayment(act, payment.id, outcome);
    return;
  }
  await cancel(act, 'payments.requery', payment.id);
  await deleteAttempt(act.tx, act.merchant.id, payment.id);
}

/** Refusals that only say that the page moved on. */
export function isOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'CHECKOUT_NOT_PENDING' || error.code === 'CHARGE_IN_PROGRESS')
  );
}
