import type { Context } from '../../../engine/context.ts';
import type { Merchant } from '../../../engine/principal.ts';
import { assert } from '../../../platform/assert.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { troubleOf } from '../../money/gateways/asking.ts';
import type { RefundOutcome } from '../../money/gateways/port.ts';
import { findTransaction } from '../transactions/queries.ts';
import type { Refund } from './queries.ts';

/**
 * Asks the gateway to refund, by the refund's id, which is given back at most once however often it is asked.
 * No transaction is open. Trouble is an outcome: the refund stays pending and is asked for again.
 *
 * Spec: "Refund".
 */
export async function askRefund(ctx: Context, merchant: Merchant, refund: Refund): Promise<RefundOutcome> {
  const payment = await findTransaction(ctx.db, merchant.id, refund.payment_id);
  // The sandbox was emptied meanwhile.
  if (!payment) return { kind: 'unknown' };
  assert(payment.gateway_reference, 'what is refunded was paid at a gateway');
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return { kind: 'unknown' };
  try {
    return await gateway.refund({
      reference: refund.id,
      gatewayReference: payment.gateway_reference,
      amount: amountOf(refund.amount),
      currency: refund.currency,
      startedAt: refund.created_at,
      now: ctx.now(merchant),
      unwanted: refund.unwanted,
    });
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment.gateway, refund: refund.id },
      'the gateway did not answer a refund',
    );
    return { kind: 'unknown' };
  }
}
