import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { feeOf, reserveOf, reserveReleaseAt } from '../../money/fees/payment-fees.ts';
import { settlementDelayMs } from '../../money/fees/settlement-terms.ts';
import type { Approved, Declined } from '../../money/gateways/port.ts';
import { paymentCaptured, paymentSettled } from '../../money/ledger/accounts.ts';
import { postAhead } from '../../money/ledger/post.ts';
import { playReports } from '../disputes/receive-report.ts';
import { nothingSettled, recordSettled, settlePart } from '../settlement/settle-part.ts';
import type { Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';

/** What a capture keeps of the gateway's answer. */
type Paid = Pick<Approved, 'gatewayReference' | 'gatewayStatus'> & Partial<Approved>;

/**
 * Turns an approved attempt, or one whose amount was held, into a completed payment: books it and holds its reserve (M1). The
 * sandbox settles it at once (M2), with the shares of partners and the holdback of an advance.
 *
 * @param payment of a held amount, with the amount that is captured
 * @param late the checkout had expired when the money arrived
 *
 * Spec: "Balance", "States and transitions". Decisions 0010 and 0074.
 */
export async function capturePayment(
  act: Act,
  payment: Transaction,
  paid: Paid,
  late: boolean,
): Promise<Transaction> {
  assert(payment.method_type, 'a payment has its method');
  const amount = amountOf(payment.amount);
  // Of the gateway that has charged, which may not be the one that was chosen first.
  const own = act.ctx.gateways.byName(payment.gateway)?.fees;
  const fee = feeOf(payment.method_type, amount, payment.currency, own);
  const reserve = reserveOf(amount, fee, payment.currency);
  const now = act.ctx.now(act.merchant);
  const set = {
    ...(payment.status === 'authorized' && { amount }),
    fee,
    late,
    reserve_amount: reserve,
    reserve_release_at: reserveReleaseAt(now),
    available_on: new Date(now.getTime() + settlementDelayMs(act.ctx.mode, payment.method_type)),
    completed_at: now,
    gateway_reference: paid.gatewayReference,
    gateway_status: paid.gatewayStatus,
    ...cardIn(paid),
  };
  const settlesNow = set.available_on <= now;
  const part = { sourceId: payment.id, before: 0n, amount: amount - fee - reserve };
  // Before the posting, which locks the ledger.
  await playReports(act, payment.id, { from: now, callbacks: paid.disputes });
  if (reserve > 0n) await releaseLater(act, payment.id, set.reserve_release_at);
  // Pipelined with the move: the attempt is locked, and both only need what is known of it.
  const settling = settlesNow ? settlePart(act, payment, part) : Promise.resolve(nothingSettled);
  const moveMoney = async (captured: Transaction) => {
    const { movements } = await settling;
    if (settlesNow) postAhead(act, paymentCaptured(captured), paymentSettled(captured), ...movements);
    else await settleLater(act, captured, set.available_on);
  };
  const moving = move(act, 'transactions', payment.id, transactionMoves.capture, { set, effect: moveMoney });
  // Both end before an error is thrown: neither may go on in a transaction that has ended.
  await Promise.allSettled([settling, moving]);
  const [settled, captured] = [await settling, await moving];
  assert(captured, 'the attempt is locked and pending');
  await recordSettled(act, settled);
  return captured;
}

/** The card that a reader read: only the gateway can decrypt it. All other payments know their card when they begin. */
export function cardIn({ card }: Pick<Approved | Declined, 'card'>) {
  return card && { method_brand: card.brand, method_last4: card.last4 };
}

async function settleLater(act: Act, captured: Transaction, at: Date): Promise<void> {
  postAhead(act, paymentCaptured(captured, at));
  const { id: paymentId } = captured;
  await enqueue(act, 'ledger.settle-pending', { key: paymentId, payload: { paymentId }, at });
}

async function releaseLater(act: Act, paymentId: string, at: Date): Promise<void> {
  await enqueue(act, 'ledger.release-reserve', { key: paymentId, payload: { paymentId }, at });
}
