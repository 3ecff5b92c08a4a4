import type { Act, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { showId } from '../../../platform/ids.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { findCheckout } from '../checkouts/queries.ts';
import { findTransaction, type Transaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { begunAt } from './challenge.ts';
import { type GatewayCallback, outcomeOf } from './gateway-callback.ts';
import { settlePayment } from './settle-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The nth question to the gateway about what became of an undecided attempt. */
    'payments.requery': { paymentId: string; attempt: number };
    /** The sandbox gateway calls back after its scenario's delay. */
    'payments.callback': GatewayCallback;
  }
}

/**
 * Job `payments.requery`: asks the gateway what became of an undecided attempt, until it is decided. An attempt never
 * fails for lack of an answer: after the last question it stays pending, and the log asks an operator to look.
 *
 * Spec: "States and transitions". Decision 0017.
 */
export const requeryPayment: PhasedJob<JobPayloads['payments.requery'], ChargeOutcome> = {
  ask: async (ctx, merchant, { paymentId }) => {
    const payment = await findTransaction(ctx.db, merchant.id, paymentId);
    if (payment?.status !== 'pending') return { kind: 'unknown' };
    return await queryGateway(ctx, payment, ctx.now(merchant));
  },
  finish: async (act, { paymentId, attempt }, outcome) => {
    const payment = await settlePayment(act, paymentId, outcome);
    if (payment?.status === 'pending') await askAgain(act, payment, attempt + 1);
  },
};

/**
 * Job `payments.callback`: a gateway calls back with what became of an attempt. A callback counts only for the attempt
 * that it names. If it approves or holds another amount than the attempt's, the gateway is asked before it is believed.
 *
 * Spec: "Events" (mobile money outcomes), "States and transitions".
 */
export const receiveCallback: PhasedJob<GatewayCallback, ChargeOutcome> = {
  ask: async (ctx, merchant, callback) => {
    const said = outcomeOf(callback);
    const payment = await findTransaction(ctx.db, merchant.id, callback.paymentId);
    if (!payment || (said.kind !== 'approved' && said.kind !== 'authorized')) return said;
    if (said.amount === payment.amount && said.currency === payment.currency) return said;
    return await queryGateway(ctx, payment, ctx.now(merchant));
  },
  finish: async (act, { paymentId }, outcome) => {
    await settlePayment(act, paymentId, outcome);
  },
};

/**
 * An attempt that has just begun, or is still undecided. `expires`: when its checkout expires; without a checkout, when the
 * attempt began.
 */
type Undecided = { readonly id: string; readonly begun: Date; readonly expires: Date };

/**
 * Schedules the nth question about an undecided attempt.
 *
 * @returns false when the last question has been asked
 *
 * Decision 0017 ("Undecided attempts").
 */
export async function scheduleRequery(act: Act, of: Undecided, attempt: number): Promise<boolean> {
  const at = requeryDue({ ...of, now: act.ctx.now(act.merchant), attempt });
  if (!at) return false;
  await enqueue(act, 'payments.requery', { key: of.id, payload: { paymentId: of.id, attempt }, at });
  return true;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The first questions are timed from the beginning of the attempt, the last three from the expiry of its checkout. The very last comes
 * while the checkout still takes late money, which it does for 24 hours.
 */
const afterBegin = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute];
const afterExpiry = [hour, 6 * hour, 24 * hour - 10 * minute];

/**
 * When the nth question about an undecided attempt is due (1, 2 …); undefined after the last. If that time has already passed,
 * because the clock was moved, the question is due now: none is skipped.
 *
 * Decision 0017 ("Undecided attempts").
 */
export function requeryDue(of: { begun: Date; now: Date; expires: Date; attempt: number }): Date | undefined {
  const early = afterBegin[of.attempt - 1];
  if (early !== undefined) return latest(of.now, of.begun.getTime() + early);
  const late = afterExpiry[of.attempt - 1 - afterBegin.length];
  return late === undefined ? undefined : latest(of.now, of.expires.getTime() + late);
}

function latest(now: Date, due: number): Date {
  return new Date(Math.max(now.getTime(), due));
}

async function askAgain(act: Act, payment: Transaction, attempt: number): Promise<void> {
  const { id, checkout_id: checkoutId } = payment;
  const begun = begunAt(payment);
  const checkout = checkoutId === null ? undefined : await findCheckout(act.tx, act.merchant.id, checkoutId);
  if (await scheduleRequery(act, { id, begun, expires: checkout?.expires_at ?? begun }, attempt)) return;
  act.ctx.log.error(
    {
      merchant_id: showId('mer', act.merchant.id),
      transaction_id: showId('txn', id),
      gateway: payment.gateway,
    },
    'undecided after the last question: a person must look',
  );
}
