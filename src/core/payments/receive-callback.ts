import type { ChargeOutcome } from '../gateways/port.ts';
import type { GatewayCallback, PhasedJob } from '../jobs/jobs.ts';
import { amountOf } from '../money/amount.ts';
import { findTransaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Job `payments.callback`: a gateway says what became of an attempt. A callback counts only for the attempt it names;
 * one that speaks of another amount is not believed before the gateway was asked again.
 *
 * Spec: "Events" (mobile money outcomes), "States and transitions".
 */
export const receiveCallback: PhasedJob<GatewayCallback, ChargeOutcome> = {
  ask: async (ctx, merchant, callback) => {
    const said = outcomeOf(callback);
    const payment = await findTransaction(ctx.db, merchant.id, callback.paymentId);
    if (!payment || said.kind !== 'approved') return said;
    if (said.amount === payment.amount && said.currency === payment.currency) return said;
    return await queryGateway(ctx, payment, ctx.now(merchant));
  },
  finish: async (act, { paymentId }, outcome) => {
    await settlePayment(act, paymentId, outcome);
  },
};

function outcomeOf({ gatewayReference, gatewayStatus, result }: GatewayCallback): ChargeOutcome {
  if (result.kind === 'declined') return { ...result, gatewayReference, gatewayStatus };
  return { ...result, amount: amountOf(BigInt(result.amount)), gatewayReference, gatewayStatus };
}
