import type { Act } from '../../../engine/context.ts';
import { move } from '../../../engine/states/moves.ts';
import { assert } from '../../../platform/assert.ts';
import type { Approved } from '../../money/gateways/port.ts';
import { paymentUnwanted } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import type { MoneyVerdict } from '../checkouts/owners.ts';
import { openRefund } from '../refunds/open-refund.ts';
import type { Transaction } from '../transactions/queries.ts';
import { transactionMoves } from '../transactions/states.ts';

type Unwanted = {
  readonly paid: Approved;
  readonly reason: Exclude<MoneyVerdict, 'wanted'> | 'amount_mismatch';
};

/**
 * Reverses an attempt whose money is late or surplus, and returns the money.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function handBack(
  act: Act,
  payment: Transaction,
  paid: Approved,
  reason: Exclude<MoneyVerdict, 'wanted'>,
): Promise<Transaction> {
  const now = act.ctx.now(act.merchant);
  const set = {
    late: true,
    completed_at: now,
    gateway_reference: paid.gatewayReference,
    gateway_status: paid.gatewayStatus,
  };
  const reversed = await move(act, 'transactions', payment.id, transactionMoves.handBack, { set });
  assert(reversed, 'the attempt is locked, and was pending or failed');
  await returnMoney(act, reversed, { paid, reason });
  return reversed;
}

/**
 * Returns unwanted money: books it without fee and reserve (M11) and opens a refund that the job `refunds.finish` ends.
 * It returns what was paid, which may differ from what was asked for.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function returnMoney(act: Act, payment: Transaction, { paid, reason }: Unwanted): Promise<void> {
  const { amount, currency } = paid;
  const posted = await post(act, paymentUnwanted({ id: payment.id, amount, currency }));
  // Already booked: the gateway reported this payment before, and its refund is under way.
  if (posted === 0) return;
  await openRefund(act, payment, {
    amount,
    currency,
    reason,
    unwanted: true,
    fee_share: 0n,
    reserve_share: 0n,
    askAt: act.ctx.now(act.merchant),
  });
}
