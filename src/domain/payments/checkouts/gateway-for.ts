import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type Amount, formatMoney2 } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { isTooLarge, mostOf, type PaymentMethod } from '../../money/fees/payment-fees.ts';
import { isLiveWallet, isWallet, walletTakes } from '../../money/wallets/wallets.ts';

type Wanted = { readonly method: PaymentMethod; readonly amount: Amount; readonly currency: Currency };

/**
 * The name of the gateway that takes a payment of this method, amount and currency in this mode.
 *
 * @throws WALLET_NOT_AVAILABLE   the wallet is announced but not live, or does not take the currency
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method
 * @throws AMOUNT_TOO_LARGE       `details.maximum`
 */
export function gatewayFor(ctx: Context, { method, amount, currency }: Wanted): string {
  if (isWallet(method) && (!isLiveWallet(method) || !walletTakes(method, currency)))
    throw new ApiError('WALLET_NOT_AVAILABLE');
  const gateway = ctx.gateways.forMethod(method);
  if (!gateway) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  refuseTooLarge(method, amount);
  return gateway.name;
}

/** @throws AMOUNT_TOO_LARGE `details.maximum` */
export function refuseTooLarge(method: PaymentMethod, amount: Amount): void {
  if (!isTooLarge(method, amount)) return;
  throw new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(mostOf(method)) } });
}
