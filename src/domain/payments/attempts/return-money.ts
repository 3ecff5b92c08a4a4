import type { Act } from '../../../engine/context.ts';
import type { Approved } from '../../money/gateways/port.ts';
import { paymentUnwanted } from '../../money/ledger/accounts.ts';
import { post } from '../../money/ledger/post.ts';
import { openRefund } from '../refunds/open-refund.ts';
import type { Transaction } from '../transactions/queries.ts';

type Unwanted = {
  readonly paid: Approved;
  readonly reason: 'late_payment' | 'surplus_payment' | 'amount_mismatch';
};

/**
 * Sends back money that nobody waits for: M11, no fee and no reserve, and a refund that the job `refunds.finish` ends.
 * What is returned is what was paid, not what was asked for.
 *
 * Spec: "States and transitions", checkout session. Decision 0017.
 */
export async function returnMoney(act: Act, payment: Transaction, { paid, reason }: Unwanted): Promise<void> {
  const { amount, currency } = paid;
  const posted = await post(act, paymentUnwanted({ id: payment.id, amount, currency }));
  // The gateway told us twice: the money is on its way back already.
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
