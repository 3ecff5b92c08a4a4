import type { Act, Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound, showId } from '../../../platform/ids.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { answerInTime } from '../../money/gateways/asking.ts';
import type { ChargeOutcome, ReaderInstrument } from '../../money/gateways/port.ts';
import { askGateway } from '../attempts/ask-gateway.ts';
import { endAttempt } from '../attempts/begin/end-attempt.ts';
import { scheduleRequery } from '../attempts/learn-outcome.ts';
import { gatewayFor } from '../checkouts/gateway-for.ts';
import { duplicate, existingPayment } from '../checkouts/open-checkout.ts';
import {
  findTransaction,
  freeReference,
  insertTransaction,
  type Transaction,
  takeReference,
} from '../transactions/queries.ts';
import { findChargedPayload, freePayload, seeTerminal, takePayload } from './queries.ts';

export type WantedReaderPayment = {
  readonly appId: string;
  readonly terminalId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** Absent: the id of the transaction. */
  readonly reference: string | undefined;
  readonly description: string | null;
  /** The integrator's own texts by their names, as JSON; null without any. */
  readonly metadata: string | null;
  readonly ksn: string;
};

const method = 'card';
const answerMs = 25_000;

/**
 * Begins to charge a card that a reader read: inserts a pending transaction without a checkout, and the job that finds the
 * outcome if this process dies first.
 *
 * Only the key serial number of the payload is stored. A refused call stores nothing.
 *
 * @throws NOT_FOUND                no such reader of this merchant
 * @throws TERMINAL_INACTIVE        it was deactivated
 * @throws GATEWAY_NOT_CONFIGURED   no gateway serves readers in this mode
 * @throws AMOUNT_TOO_LARGE         `details.maximum`, as for every card
 * @throws DUPLICATE_REQUEST        the reference was used before: `details.existing`
 * @throws DUPLICATE_READER_PAYLOAD this reader sent the key serial number before
 *
 * Spec: "Readers (terminals)". Decision 0017.
 */
export async function beginReaderPayment(act: Act, wanted: WantedReaderPayment): Promise<Transaction> {
  const now = act.ctx.now(act.merchant);
  const reader = { id: wanted.terminalId, last_seen_at: now };
  const terminal = await seeTerminal(act.tx, act.merchant.id, reader);
  if (!terminal) throw notFound('trm');
  if (terminal.status !== 'active') throw new ApiError('TERMINAL_INACTIVE');
  const gateway = gatewayFor(act.ctx, { ...wanted, method: 'reader' });
  const attempt = attemptOf(wanted, gateway, now);
  await takeOnce(act, attempt, wanted);
  const payment = insertTransaction(act.tx, act.merchant.id, attempt);
  await scheduleRequery(act, { id: payment.id, begun: now, expires: now }, 1);
  return payment;
}

function attemptOf(wanted: WantedReaderPayment, gateway: string, created_at: Date) {
  const id = newId();
  return {
    id,
    type: 'payment',
    status: 'pending',
    amount: wanted.amount,
    currency: wanted.currency,
    gateway,
    reference: wanted.reference ?? showId('txn', id),
    checkout_id: null,
    parent_id: null,
    source_type: 'terminal',
    source_id: wanted.terminalId,
    app_id: wanted.appId,
    method_type: method,
    method_brand: null,
    method_last4: null,
    method_phone: null,
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    description: wanted.description,
    metadata: wanted.metadata,
    late: false,
    created_at,
  } as const;
}

/** Takes what may be used only once: the merchant's reference, and the payload's key serial number in upper case. */
async function takeOnce(
  { ctx, tx, merchant }: Act,
  attempt: ReturnType<typeof attemptOf>,
  { reference, terminalId, ksn }: WantedReaderPayment,
): Promise<void> {
  if (reference !== undefined && !(await takeReference(tx, merchant.id, attempt)))
    throw await duplicate({ ctx, tx, merchant }, reference);
  const { id, created_at } = attempt;
  const payload = { terminal_id: terminalId, ksn: ksn.toUpperCase(), transaction_id: id, created_at };
  if (!(await takePayload(tx, merchant.id, payload)))
    throw await chargedBefore({ ctx, tx, merchant }, payload);
}

/** Shows the first payment to a caller who lost its answer and sent no idempotency key. */
async function chargedBefore(
  { tx, merchant }: Act,
  payload: Parameters<typeof findChargedPayload>[2],
): Promise<ApiError> {
  const first = await findChargedPayload(tx, merchant.id, payload);
  return new ApiError('DUPLICATE_READER_PAYLOAD', first && { details: { existing: existingPayment(first) } });
}

/** A payment that has begun, and what the reader read. The payload is never stored. */
export type BegunReaderPayment = {
  readonly id: string;
  readonly payment: Transaction;
  readonly instrument: ReaderInstrument;
  /** True if an earlier call began it and died: that call may have asked the gateway already. */
  readonly isResumed: boolean;
};

/**
 * Passes the payload to the gateway, which charges each payment id once. Asks nothing if the payment is already decided.
 *
 * Spec: "Readers (terminals)". Decision 0025.
 */
export async function chargeReader(ctx: Context, begun: BegunReaderPayment): Promise<ChargeOutcome> {
  const { payment, instrument, isResumed } = begun;
  if (payment.status !== 'pending') return { kind: 'unknown' };
  const asked = askGateway(ctx, payment, { instrument, isResumed });
  const outcome = await answerInTime<ChargeOutcome>(asked, {
    timeoutMs: answerMs,
    late: { kind: 'unknown' },
  });
  // On a retry a refusal proves nothing: the call that died may have charged.
  return isResumed && neverBegan(outcome) ? { kind: 'unknown' } : outcome;
}

/**
 * Writes what the gateway said of a payment. A payment that never began is deleted; its reference and its payload may be
 * sent again.
 *
 * @returns the payment as it is now; or the code of one that never began
 * @throws NOT_FOUND the sandbox was reset meanwhile
 *
 * Spec: "Readers (terminals)". Decision 0025.
 */
export async function endReaderPayment(
  act: Act,
  { id, payment: begun }: BegunReaderPayment,
  outcome: ChargeOutcome,
): Promise<Transaction | 'PROVIDER_UNAVAILABLE'> {
  const refusal = await endAttempt(act, begun, outcome);
  if (refusal === undefined) {
    const payment = await findTransaction(act.tx, act.merchant.id, id);
    if (!payment) throw notFound('trm');
    return payment;
  }
  await freePayload(act.tx, act.merchant.id, id);
  await freeReference(act.tx, act.merchant.id, id);
  // WALLET_INIT_FAILED would mislead: a card has no wallet.
  return 'PROVIDER_UNAVAILABLE';
}

function neverBegan({ kind }: ChargeOutcome): boolean {
  return kind === 'refused' || kind === 'unavailable';
}
