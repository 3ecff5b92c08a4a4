import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type Amount, formatMoney2 } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { isTooLarge, mostOf, type PaymentMethod } from '../../money/fees/payment-fees.ts';
import type { Presented } from '../../money/gateways/gateways.ts';
import type { Gateway } from '../../money/gateways/port.ts';
import { isLiveWallet, isWallet, walletTakes } from '../../money/wallets/wallets.ts';

type Wanted = { readonly method: Presented; readonly amount: Amount; readonly currency: Currency };

/**
 * The name of the gateway that takes a payment of this method, amount and currency in this mode: the preferred one whose limits
 * the amount fits.
 *
 * @throws WALLET_NOT_AVAILABLE   the wallet is announced but not live, or does not take the currency
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method in the currency
 * @throws AMOUNT_TOO_LARGE       `details.maximum`
 */
export function gatewayFor({ gateways }: Context, wanted: Wanted): string {
  const { method, amount, currency } = wanted;
  if (isWallet(method) && (!isLiveWallet(method) || !walletTakes(method, currency)))
    throw new ApiError('WALLET_NOT_AVAILABLE');
  const all = gateways.allFor(method, currency);
  if (all.length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  refuseTooLarge(method === 'reader' ? 'card' : method, amount);
  const gateway = all.find((candidate) => fits(candidate, wanted));
  if (!gateway) throw tooLarge(mostIn(all, currency));
  return gateway.name;
}

/** Whether the amount is within the gateway's own limits. */
export function fits(
  { limits }: Gateway,
  { amount, currency }: { readonly amount: bigint; readonly currency: Currency },
): boolean {
  const of = limits?.[currency];
  return of === undefined || (amount >= of.least && amount <= of.most);
}

/** @throws AMOUNT_TOO_LARGE `details.maximum` */
export function refuseTooLarge(method: PaymentMethod, amount: Amount): void {
  if (isTooLarge(method, amount)) throw tooLarge(mostOf(method));
}

function mostIn(gateways: readonly Gateway[], currency: Currency): Amount {
  const [first, ...others] = gateways.map(({ limits }) => limits?.[currency]?.most ?? mostOf('card'));
  return others.reduce((most, next) => (next > most ? next : most), first ?? mostOf('card'));
}

function tooLarge(maximum: Amount): ApiError {
  return new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(maximum) } });
}
