import type { Act } from '../../../engine/context.ts';
import { holdJobs } from '../../../engine/jobs/enqueue.ts';
import { assert } from '../../../platform/assert.ts';
import { classify } from '../../../platform/db/driver/violations.ts';
import { showId } from '../../../platform/ids.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { readCurrency } from '../../money/amounts/currency.ts';
import type { HoldOutcome } from '../../money/gateways/hold-port.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { isWallet } from '../../money/wallets/wallets.ts';
import { recordOperatorAction } from '../../people/audit/audit.ts';
import { type Authorization, findAuthorization } from '../checkouts/authorization-queries.ts';
import { findCheckout } from '../checkouts/queries.ts';
import {
  type Finding,
  NotSettled,
  noReference,
  refuseTooEarly,
  settledStatus,
} from '../refunds/settle-as-operator.ts';
import { findTransaction, lockTransaction, type Transaction } from '../transactions/queries.ts';
import { begunAt } from './challenge.ts';
import { keepGatewayAnswer } from './queries.ts';
import { settleHold } from './settle-hold.ts';
import { settlePayment } from './settle-payment.ts';

type PaymentFinding = Finding<'completed' | 'failed' | 'voided'>;

type Found = {
  readonly payment: Transaction;
  readonly authorization: Authorization | undefined;
  readonly jobs: Awaited<ReturnType<typeof holdJobs>>;
};

/**
 * An operator says what became of a payment that its gateway left undecided: an attempt, or the capture or the release of a held
 * amount. It has the effects of the gateway's answer, so money that comes too late for its checkout goes back.
 *
 * @returns undefined if the merchant has no such payment; `isNew` is false if it was so before
 * @throws NotSettled
 *
 * Spec: "States and transitions", transaction. Decision 0138.
 */
export async function settlePaymentAsOperator(
  act: Act,
  id: string,
  finding: PaymentFinding,
): Promise<{ readonly payment: Transaction; readonly isNew: boolean } | undefined> {
  const found = await lockPayment(act, id);
  if (!found) return undefined;
  if (isAlready(found, finding.as)) return { payment: found.payment, isNew: false };
  await settle(act, found, finding).catch(explained);
  const payment = await findTransaction(act.tx, act.merchant.id, id);
  assert(payment, 'a payment that was locked is there');
  const { as, by, note } = finding;
  const { status, gateway, gateway_reference: reference } = payment;
  const details = { as, note, status, gateway, reference };
  await recordOperatorAction(act, by, { action: 'payment.settled', object: showId('txn', id), details });
  return { payment, isNew: true };
}

const asking = ['payments.requery', 'payments.confirm'] as const;

/** Lock order: jobs, then the payment, as a job that ends does. */
async function lockPayment(act: Act, id: string): Promise<Found | undefined> {
  const { tx, merchant } = act;
  const known = await findTransaction(tx, merchant.id, id);
  if (!known) return undefined;
  refuseOther(known);
  const kinds = [...asking, 'authorizations.finish', 'checkout.expire'] as const;
  const keys = known.checkout_id === null ? [id] : [id, known.checkout_id];
  const jobs = await holdJobs(act, { kinds, keys });
  const payment = await lockTransaction(tx, merchant.id, id);
  return payment && { payment, authorization: await findAuthorization(tx, merchant.id, id), jobs };
}

function refuseOther({ type }: Transaction): void {
  if (type !== 'payment') throw new NotSettled(`This is the transaction of a ${type}, not of a payment.`);
}

/** The gateway was asked to capture or to release a held amount, and has not decided. */
function isAsked(authorization: Authorization | undefined): boolean {
  return authorization?.status === 'capturing' || authorization?.status === 'voiding';
}

function isAlready({ payment, authorization }: Found, as: PaymentFinding['as']): boolean {
  if (isAsked(authorization)) return false;
  if (as === 'voided') return authorization?.status === 'voided';
  if (payment.status === as) return true;
  // It was settled as completed before, and its money goes back.
  return as === 'completed' && payment.status === 'reversed' && payment.gateway_status === settledStatus;
}

async function settle(act: Act, found: Found, finding: PaymentFinding): Promise<void> {
  if (isAsked(found.authorization)) return await endHold(act, found, finding);
  await endAttempt(act, found, finding);
}

async function endHold(act: Act, { payment, authorization, jobs }: Found, finding: PaymentFinding) {
  const outcome = holdOutcome(authorization?.status, finding.as);
  const { id, gateway } = payment;
  const errand = { merchantId: act.merchant.id, reference: id, purpose: 'capture' } as const;
  await refuseTooEarly(act, jobs, {
    since: authorization?.asked_at ?? payment.created_at,
    gateway,
    // A gateway that still releases the amount does what the operator says.
    errand: outcome.kind === 'voided' ? undefined : errand,
  });
  await rename(act, payment, finding);
  await settleHold(act, id, outcome);
}

function holdOutcome(status: Authorization['status'] | undefined, as: PaymentFinding['as']): HoldOutcome {
  const gatewayStatus = settledStatus;
  if (status === 'voiding' && as === 'voided') return { kind: 'voided', gatewayStatus };
  if (status === 'voiding') throw new NotSettled('Its held amount is being released: settle it as voided.');
  if (as === 'completed') return { kind: 'captured', gatewayStatus };
  if (as === 'failed') return { kind: 'rejected', gatewayStatus };
  throw new NotSettled('Its held amount is being captured: settle it as completed or failed.');
}

async function endAttempt(act: Act, { payment, jobs }: Found, finding: PaymentFinding): Promise<void> {
  const { id, status, gateway, resumed_at: resumedAt } = payment;
  if (status !== 'pending')
    throw new NotSettled(`The payment is ${status}: only one that is undecided can be settled.`);
  const begun = begunAt(payment);
  const since = resumedAt && resumedAt > begun ? resumedAt : begun;
  const errand = { merchantId: act.merchant.id, reference: id, purpose: 'charge' } as const;
  await refuseTooEarly(act, jobs, { since, gateway, errand });
  // What is held after a restore asks only when it is released, and may learn less than the operator knows.
  const willAsk = jobs.filter(({ state, isHeldBack }) => state !== 'failed' && !isHeldBack);
  if (willAsk.some((job) => asking.some((kind) => kind === job.kind)))
    throw new NotSettled(
      'The service will still ask its gateway by itself, for the last time 23 hours and 50 minutes after its checkout has expired. Settle it after that.',
    );
  const outcome = await outcomeOf(act, payment, finding);
  await rename(act, payment, finding);
  await settlePayment(act, id, outcome);
}

async function outcomeOf(
  act: Act,
  payment: Transaction,
  { as, reference }: PaymentFinding,
): Promise<ChargeOutcome> {
  const gatewayReference = reference ?? payment.gateway_reference;
  const said = { gatewayReference, gatewayStatus: settledStatus };
  if (as === 'voided') throw new NotSettled('No amount of it is held: settle it as completed or failed.');
  if (as === 'failed') {
    const reason = isWallet(payment.method_type ?? '') ? 'WALLET_TIMEOUT' : 'GATEWAY_TIMEOUT';
    return { kind: 'declined', reason, ...said };
  }
  if (gatewayReference === null) throw new NotSettled(noReference);
  const { checkout_id: id, amount, currency } = payment;
  const checkout = id === null ? undefined : await findCheckout(act.tx, act.merchant.id, id);
  const kind = checkout?.capture === 'manual' ? 'authorized' : 'approved';
  return {
    kind,
    ...said,
    gatewayReference,
    amount: amountOf(amount),
    currency: readCurrency(currency),
  };
}

/** An answer that names another reference than the known one would not count. */
async function rename(act: Act, payment: Transaction, { reference }: PaymentFinding): Promise<void> {
  if (reference === undefined || payment.gateway_reference === null) return;
  await keepGatewayAnswer(act.tx, act.merchant.id, payment.id, { gateway_reference: reference });
}

function explained(error: unknown): never {
  const failure = classify(error);
  if (typeof failure === 'object' && failure.constraint === 'gateway_reference_once')
    throw new NotSettled(
      'Its gateway has that reference for another payment of this merchant. Look at it again.',
    );
  throw error;
}
