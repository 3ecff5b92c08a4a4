import type { PhasedJob } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import type { ChargeOutcome } from '../../money/gateways/port.ts';
import { findTransaction } from '../transactions/queries.ts';
import { queryGateway } from './ask-gateway.ts';
import { type GatewayCallback, settlePayment } from './settle-payment.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** The sandbox gateway calls back after its scenario's delay. */
    'payments.callback': GatewayCallback;
  }
}

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
