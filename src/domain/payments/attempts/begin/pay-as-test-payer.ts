import type { Act, Context } from '../../../../engine/context.ts';
import { assert } from '../../../../platform/assert.ts';
import { ApiError } from '../../../../platform/errors.ts';
import type { PaymentMethod } from '../../../money/fees/payment-fees.ts';
import { isDomesticSwitch } from '../../../money/gateways/card-number.ts';
import { fits } from '../../../money/gateways/limits.ts';
import type { ChargeOutcome, Instrument } from '../../../money/gateways/port.ts';
import { cardScenarios, walletScenarios } from '../../../money/gateways/sandbox/scenarios.ts';
import { normalisePhone } from '../../../money/wallets/phone.ts';
import { type Checkout, findCheckout } from '../../checkouts/queries.ts';
import type { Transaction } from '../../transactions/queries.ts';
import { askGateway, doubted } from '../ask-gateway.ts';
import { beginPayment, resumePayment } from './make-attempt.ts';

/** An attempt of a test payer, and what pays it. */
export type TestAttempt = {
  readonly id: string;
  readonly payment: Transaction;
  readonly instrument: Instrument;
  readonly capture: Checkout['capture'] | undefined;
  /** An earlier call began it and died. */
  readonly isResumed: boolean;
};

type Wanted = { readonly checkoutId: string; readonly scenario: string };

/**
 * Begins the attempt that a customer would begin on the page of a checkout, with a test number. The gateway is asked after the
 * commit, and `endAttempt` writes its answer. Sandbox only.
 *
 * @throws NOT_FOUND                 the checkout
 * @throws CHECKOUT_NOT_PENDING      see beginPayment
 * @throws CHARGE_IN_PROGRESS        see beginPayment
 * @throws PAYMENT_METHOD_NOT_USABLE the page of the checkout does not offer the method
 *
 * Decision 0081.
 */
export async function beginTestPayment(act: Act, { checkoutId, scenario }: Wanted): Promise<TestAttempt> {
  const instrument = instrumentOf(act, scenario);
  // Not locked yet: what the page offers never changes.
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (checkout?.status === 'pending' && !isOffered(act, checkout, methodOf(instrument)))
    throw new ApiError('PAYMENT_METHOD_NOT_USABLE');
  const payment = await beginPayment(act, { checkoutId, instrument });
  return { id: payment.id, payment, instrument, capture: checkout?.capture, isResumed: false };
}

/**
 * Finds the attempt that an earlier call began before it died.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS see resumePayment
 *
 * Decision 0007.
 */
export async function resumeTestPayment(act: Act, id: string, scenario: string): Promise<TestAttempt> {
  const payment = await resumePayment(act, id);
  const { checkout_id: checkoutId } = payment;
  assert(checkoutId, 'a test payer pays a checkout');
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  const instrument = instrumentOf(act, scenario);
  return { id, payment, instrument, capture: checkout?.capture, isResumed: true };
}

/** Asks the gateway. No transaction is open. Decision 0081. */
export async function askTestPayment(ctx: Context, attempt: TestAttempt): Promise<ChargeOutcome> {
  const { payment, instrument, capture, isResumed } = attempt;
  if (payment.status !== 'pending') return { kind: 'unknown' };
  const outcome = await askGateway(ctx, payment, { instrument, capture, isResumed });
  return isResumed ? doubted(outcome) : outcome;
}

/** The test card or test phone of a scenario. */
function instrumentOf(act: Act, name: string): Instrument {
  const card = cardScenarios.find((scenario) => scenario.name === name);
  if (card) {
    const expiry = { month: 12, year: act.ctx.now(act.merchant).getUTCFullYear() + 1 };
    return { type: 'card', number: card.number, expiry, cvv: '123' };
  }
  const phone = walletScenarios.find((scenario) => scenario.name === name)?.phone;
  if (!phone) throw new Error(`the contract let through the scenario ${name}, which nothing plays`);
  return { type: 'wallet', wallet: 'wallet_a', phone: normalisePhone(phone) };
}

/** As on the page: by a gateway that takes the amount, and that can hold it if it is only held. */
function isOffered(act: Act, checkout: Checkout, method: PaymentMethod): boolean {
  if (checkout.method !== null && checkout.method !== method) return false;
  const isHeld = checkout.capture === 'manual';
  const gateways = act.ctx.gateways.allFor(method, checkout.currency);
  return gateways.some((gateway) => fits(gateway, checkout) && (!isHeld || gateway.holds !== undefined));
}

function methodOf(instrument: Instrument): PaymentMethod {
  if (instrument.type === 'wallet') return instrument.wallet;
  return isDomesticSwitch(instrument.number) ? 'domestic_switch' : 'card';
}
