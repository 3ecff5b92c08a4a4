import type { Context } from '../../../engine/context.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { readCurrency } from '../../money/amounts/currency.ts';
import { troubleOf } from '../../money/gateways/asking.ts';
import type { ChargeOutcome, ChargeRequest } from '../../money/gateways/port.ts';
import type { Transaction } from '../transactions/queries.ts';

/**
 * Asks the gateway to charge an attempt. No transaction is open. Trouble is an outcome, never an exception:
 * the attempt stays pending and its job goes on asking.
 *
 * Spec: "Checkout session".
 */
export async function askGateway(
  ctx: Context,
  payment: Transaction,
  instrument: ChargeRequest['instrument'],
): Promise<ChargeOutcome> {
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return { kind: 'unknown' };
  return await spared(ctx, payment, () =>
    gateway.charge({
      reference: payment.id,
      amount: amountOf(payment.amount),
      currency: readCurrency(payment.currency),
      startedAt: payment.created_at,
      instrument,
    }),
  );
}

/**
 * Asks the gateway what became of an attempt, at a time of the merchant's clock. Never charges.
 *
 * Spec: "Checkout session".
 */
export async function queryGateway(ctx: Context, payment: Transaction, now: Date): Promise<ChargeOutcome> {
  const gateway = ctx.gateways.byName(payment.gateway);
  if (!gateway) return { kind: 'unknown' };
  return await spared(ctx, payment, () =>
    gateway.query({
      reference: payment.id,
      gatewayReference: payment.gateway_reference,
      amount: amountOf(payment.amount),
      currency: readCurrency(payment.currency),
      startedAt: payment.created_at,
      now,
      phone: payment.method_phone,
    }),
  );
}

async function spared(
  ctx: Context,
  payment: Transaction,
  ask: () => Promise<ChargeOutcome>,
): Promise<ChargeOutcome> {
  try {
    return await ask();
  } catch (error) {
    ctx.log.error(
      { err: troubleOf(error), gateway: payment.gateway, transaction: payment.id },
      'the gateway did not answer',
    );
    return { kind: 'unknown' };
  }
}
