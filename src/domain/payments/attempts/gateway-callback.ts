import type { Act } from '../../../engine/context.ts';
import { enqueue } from '../../../engine/jobs/enqueue.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import type {
  Approved,
  Authorized,
  ChargeOutcome,
  DeclineCode,
  Declined,
  Pending,
} from '../../money/gateways/port.ts';
import type { Transaction } from '../transactions/queries.ts';

/** A gateway's callback about an attempt. The amount is in ten-thousandths, as text because JSON has no bigint. */
export type GatewayCallback = {
  readonly paymentId: string;
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly result:
    | { readonly kind: 'approved' | 'authorized'; readonly amount: string; readonly currency: Currency }
    | { readonly kind: 'declined'; readonly reason: DeclineCode };
};

/** What a callback says, as an answer to a question would. */
export function outcomeOf({ gatewayReference, gatewayStatus, result }: GatewayCallback): ChargeOutcome {
  if (result.kind === 'declined') return { ...result, gatewayReference, gatewayStatus };
  return { ...result, amount: amountOf(BigInt(result.amount)), gatewayReference, gatewayStatus };
}

/** Only a sandbox gateway announces its callbacks in advance. They become jobs, so that they follow the merchant's clock. */
export async function awaitCallbacks(act: Act, payment: Transaction, outcome: Pending): Promise<void> {
  for (const [index, { afterMs, outcome: said }] of (outcome.callbacks ?? []).entries()) {
    await enqueue(act, 'payments.callback', {
      key: `${payment.id}/${index + 1}`,
      payload: callbackOf(payment.id, outcome.gatewayReference, said),
      at: new Date(payment.created_at.getTime() + afterMs),
    });
  }
}

function callbackOf(
  paymentId: string,
  gatewayReference: string,
  said: Approved | Authorized | Declined,
): GatewayCallback {
  const { gatewayStatus } = said;
  if (said.kind === 'declined') {
    return { paymentId, gatewayReference, gatewayStatus, result: { kind: 'declined', reason: said.reason } };
  }
  const result = { kind: said.kind, amount: String(said.amount), currency: said.currency };
  return { paymentId, gatewayReference, gatewayStatus, result };
}
