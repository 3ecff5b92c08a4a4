import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { amountOf } from '../../money/amounts/amount.ts';
import { gatewayFor, isAmountRefusal } from '../../payments/checkouts/gateway-for.ts';
import type { Invoice } from './queries.ts';

/**
 * Refuses an invoice that nobody could pay on its page.
 *
 * The invoice of a subscription is sent although its amount is outside the limits of the gateways: it was within them when the
 * customer subscribed. The tries to collect it then fail, which the merchant is told.
 *
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see gatewayFor
 */
export function refuseUnpayable(
  ctx: Context,
  { total, currency, subscription_id }: Pick<Invoice, 'total' | 'currency' | 'subscription_id'>,
): void {
  try {
    gatewayFor(ctx, { amount: amountOf(total), currency });
  } catch (error) {
    const isOfAmount = error instanceof ApiError && isAmountRefusal(error.code);
    if (!isOfAmount || subscription_id === null) throw error;
  }
}
