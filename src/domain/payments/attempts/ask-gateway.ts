import type { Context } from '../../../engine/context.ts';
import { type MerchantId, merchantId } from '../../../engine/principal.ts';
import { assert } from '../../../platform/assert.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { inSpan } from '../../../platform/telemetry/trace.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { readCurrency } from '../../money/amounts/currency.ts';
import { answerInTime, leftOut, troubleOf } from '../../money/gateways/asking.ts';
import { fits } from '../../money/gateways/limits.ts';
import type {
  ChallengeAnswer,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Gateway,
} from '../../money/gateways/port.ts';
import { isWallet } from '../../money/wallets/wallets.ts';
import { openToken } from '../../payers/payment-methods/card-token.ts';
import { findPaymentMethod } from '../../payers/payment-methods/queries.ts';
import type { Checkout } from '../checkouts/queries.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { moveToGateway } from './queries.ts';

type Asked = {
  readonly instrument: ChargeRequest['instrument'];
  /** Absent: the amount is taken at once. */
  readonly capture?: Checkout['capture'] | undefined;
  /** An earlier call began the attempt and died: it may have reached the gateway, so no other gateway is asked. */
  readonly isResumed?: boolean;
};

/**
 * Asks the gateway to charge an attempt, or only to hold its amount if the checkout is captured later. Call it with no transaction
 * open. An error of the gateway is the outcome `unknown`, never an exception: the attempt stays pending and its job keeps asking.
 *
 * If the gateway says that it has begun nothing, the next one for the method is asked; the attempt names it first. After any doubt
 * no other gateway is asked.
 *
 * Spec: "Checkout session". Decision 0107.
 */
export async function askGateway(ctx: Context, payment: Transaction, asked: Asked): Promise<ChargeOutcome> {
  const outcome = await askOne(ctx, payment, asked);
  if (outcome.kind !== 'unavailable' || asked.isResumed === true) return outcome;
  const next = nextGateway(ctx, payment, asked);
  if (!next) return outcome;
  const merchant = merchantId(payment.merchant_id);
  const to = { from: payment.gateway, to: next.name };
  const moved = await inTransaction(ctx.db, merchant, (tx) => moveToGateway(tx, merchant, payment.id, to));
  if (!moved) return { kind: 'unknown' };
  return await askGateway(ctx, { ...payment, gateway: next.name }, asked);
}

async function askOne(
  ctx: Context,
  payment: Transaction,
  { instrument, capture = 'automatic' }: Asked,
): Promise<ChargeOutcome> {
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return leftOut(ctx.log, { gateway: payment.gateway, transaction: payment.id });
  const ask = capture === 'manual' ? gateway.holds?.authorize : gateway.charge;
  if (!ask) return { kind: 'unknown' };
  return await orUnknown(ctx, payment, () =>
    ask({
      merchantId: merchantId(payment.merchant_id),
      reference: payment.id,
      amount: amountOf(payment.amount),
      currency: readCurrency(payment.currency),
      startedAt: payment.created_at,
      instrument,
    }),
  );
}

/** Only the gateway that keeps a saved card can charge it. */
function nextGateway(
  { gateways }: Context,
  payment: Transaction,
  { instrument, capture }: Asked,
): Gateway | undefined {
  if (instrument.type === 'token') return undefined;
  const { currency, method_type: method } = payment;
  assert(method, 'an attempt has its method');
  const all = gateways.allFor(instrument.type === 'reader' ? 'reader' : method, currency);
  const at = all.findIndex(({ name }) => name === payment.gateway);
  const later = at < 0 ? [] : all.slice(at + 1);
  return later.find((gateway) => fits(gateway, payment) && (capture !== 'manual' || gateway.holds));
}

/**
 * Asks the gateway what became of an attempt, as of `now` on the merchant's clock. Never charges.
 *
 * Spec: "Checkout session".
 */
export async function queryGateway(ctx: Context, payment: Transaction, now: Date): Promise<ChargeOutcome> {
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return leftOut(ctx.log, { gateway: payment.gateway, transaction: payment.id });
  return await orUnknown(ctx, payment, () => gateway.query(questionAbout(payment, now)));
}

/** Less than the 10 seconds after which the gateway is asked whether the answer arrived. */
const answerMs = 8000;

/**
 * Tells the gateway how the customer answered its challenge. Call it with no transaction open, and between the two of
 * `answer-challenge.ts`.
 *
 * Spec: "hosted checkout".
 */
export async function askChallenge(
  ctx: Context,
  payment: Transaction,
  answer: ChallengeAnswer,
  now: Date,
): Promise<ChargeOutcome> {
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway?.answerChallenge) return { kind: 'unknown' };
  const { answerChallenge } = gateway;
  const asked = orUnknown(ctx, payment, () => answerChallenge(questionAbout(payment, now), answer));
  return await answerInTime<ChargeOutcome>(asked, { timeoutMs: answerMs, late: { kind: 'unknown' } });
}

function questionAbout(payment: Transaction, now: Date): ChargeQuestion {
  return {
    merchantId: merchantId(payment.merchant_id),
    reference: payment.id,
    gatewayReference: payment.gateway_reference,
    amount: amountOf(payment.amount),
    currency: readCurrency(payment.currency),
    startedAt: payment.created_at,
    now,
    phone: payment.method_phone,
  };
}

/** An attempt that a call or a job has begun and committed, and is about to ask the gateway for. */
export type BegunCharge = {
  /** Id of the attempt. */
  readonly id: string;
  readonly payment: Transaction;
  /** False if the checkout has closed or the attempt is decided; the gateway is not asked. */
  readonly awaited: boolean;
  /** True if an earlier call began it and died: that call may have asked the gateway already. */
  readonly isResumed: boolean;
};

/**
 * Asks the wallet to prompt the customer. Call it with no transaction open. The attempt holds the wallet and the number,
 * so a retry after a crash asks the same question with the same reference.
 *
 * Spec: "POST /v1/checkout/create", rule 3.
 */
export async function pushWallet(
  ctx: Context,
  { payment, awaited, isResumed }: BegunCharge,
): Promise<ChargeOutcome> {
  if (!awaited) return { kind: 'unknown' };
  const { method_type: wallet, method_phone: phone } = payment;
  assert(wallet && isWallet(wallet) && phone, 'a push goes to a wallet number');
  const instrument = { type: 'wallet', wallet, phone } as const;
  const outcome = await askGateway(ctx, payment, { instrument, isResumed });
  return isResumed ? doubted(outcome) : outcome;
}

/**
 * Asks the gateway to charge a saved card. Call it between two transactions: the first calls `beginPayment` and enqueues
 * the job that asks, the second passes the outcome to `endAttempt`. The gateway charges an attempt once however often it
 * is asked, so the job may run twice. The checkout's owner learns the result, however late it comes.
 *
 * @returns `unknown` when there is nothing to ask: the attempt is decided, or its card has been deleted. A pending attempt
 *          then waits for `payments.requery`, which never charges.
 *
 * Spec: "Virtual terminal" (saved token). Decision 0024.
 */
export async function askSavedCharge(
  ctx: Context,
  merchant: MerchantId,
  paymentId: string,
): Promise<ChargeOutcome> {
  const payment = await findTransaction(ctx.db, merchant, paymentId);
  if (payment?.status !== 'pending' || payment.payment_method_id === null) return { kind: 'unknown' };
  const method = await findPaymentMethod(ctx.db, merchant, payment.payment_method_id);
  if (!method?.token_sealed) return { kind: 'unknown' };
  return await askGateway(ctx, payment, { instrument: openToken(ctx.secrets, method.token_sealed) });
}

/** On a retry `unavailable` proves nothing: the call that died may have reached the gateway before that. */
export function doubted(outcome: ChargeOutcome): ChargeOutcome {
  return outcome.kind === 'unavailable' ? { kind: 'unknown' } : outcome;
}

async function orUnknown(
  ctx: Context,
  payment: Transaction,
  ask: () => Promise<ChargeOutcome>,
): Promise<ChargeOutcome> {
  const { gateway } = payment;
  try {
    return await inSpan(`gateway ${gateway}`, { kind: 'client', attributes: { gateway } }, ask);
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment.gateway, transaction: payment.id },
      'the gateway did not answer',
    );
    return { kind: 'unknown' };
  }
}
