import type { Act, Context } from '../../../../engine/context.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { isDomesticSwitch } from '../../../money/gateways/card-number.ts';
import type { ChargeOutcome, Instrument } from '../../../money/gateways/port.ts';
import { cardScenarios, walletScenarios } from '../../../money/gateways/sandbox/scenarios.ts';
import { normalisePhone } from '../../../money/wallets/phone.ts';
import { findCheckout } from '../../checkouts/queries.ts';
import type { Transaction } from '../../transactions/queries.ts';
import { askGateway, doubted } from '../ask-gateway.ts';
import { beginPayment, resumePayment } from './make-attempt.ts';

/** An attempt of a test payer, and what pays it. */
export type TestAttempt = {
  readonly id: string;
  readonly payment: Transaction;
  readonly instrument: Instrument;
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
  const payment = await beginPayment(act, { checkoutId, instrument });
  // The checkout is locked now.
  const checkout = await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (checkout?.method && checkout.method !== methodOf(instrument))
    throw new ApiError('PAYMENT_METHOD_NOT_USABLE');
  return { id: payment.id, payment, instrument, isResumed: false };
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
  return { id, payment, instrument: instrumentOf(act, scenario), isResumed: true };
}

/** Asks the gateway. No transaction is open. Decision 0081. */
export async function askTestPayment(ctx: Context, attempt: TestAttempt): Promise<ChargeOutcome> {
  const { payment, instrument, isResumed } = attempt;
  if (payment.status !== 'pending') return { kind: 'unknown' };
  const outcome = await askGateway(ctx, payment, instrument);
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

function methodOf(instrument: Instrument): string {
  if (instrument.type === 'wallet') return instrument.wallet;
  return isDomesticSwitch(instrument.number) ? 'domestic_switch' : 'card';
}
