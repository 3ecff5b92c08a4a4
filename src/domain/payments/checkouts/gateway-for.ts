import type { Context } from '../../../engine/context.ts';
import { assert } from '../../../platform/assert.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type Amount, formatMoney2 } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { isTooLarge, mostOf, type PaymentMethod } from '../../money/fees/payment-fees.ts';
import type { Presented } from '../../money/gateways/gateways.ts';
import type { Gateway } from '../../money/gateways/port.ts';
import { isLiveWallet, isWallet, walletTakes } from '../../money/wallets/wallets.ts';

type Amounted = { readonly amount: Amount; readonly currency: Currency };
type Wanted = Amounted & {
  readonly method: Presented;
  /** `manual`: only a gateway that can hold the amount will do. */
  readonly capture?: 'automatic' | 'manual';
};

/**
 * The name of the gateway that takes a payment of this method, amount and currency in this mode: the preferred one whose limits
 * the amount fits.
 *
 * @throws WALLET_NOT_AVAILABLE   the wallet is announced but not live, or does not take the currency
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see choose
 */
export function gatewayFor(ctx: Context, wanted: Wanted): string {
  const { method, currency } = wanted;
  if (isWallet(method) && (!isLiveWallet(method) || !walletTakes(method, currency)))
    throw new ApiError('WALLET_NOT_AVAILABLE');
  return choose(ctx, wanted).name;
}

/**
 * The preferred gateway that takes the amount.
 *
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method in the currency, or none can hold an amount
 * @throws AMOUNT_TOO_SMALL       for every gateway; `details.minimum`
 * @throws AMOUNT_TOO_LARGE       `details.maximum`: what is taken below the amount, if gateways leave a gap
 */
export function choose({ gateways }: Context, wanted: Wanted): Gateway {
  const { method, amount, currency, capture } = wanted;
  const all = gateways.allFor(method, currency).filter(({ holds }) => capture !== 'manual' || holds);
  if (all.length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  refuseTooLarge(method === 'reader' ? 'card' : method, amount);
  return all.find((candidate) => fits(candidate, wanted)) ?? refuse(all, wanted);
}

/** Whether a refusal says that no gateway takes the amount. */
export const isAmountRefusal = (code: string): boolean =>
  code === 'AMOUNT_TOO_SMALL' || code === 'AMOUNT_TOO_LARGE';

/** Whether the amount is within the gateway's own limits. */
export function fits(
  { limits }: Gateway,
  { amount, currency }: { readonly amount: bigint; readonly currency: Currency },
): boolean {
  const of = limits?.[currency];
  return of === undefined || (amount >= of.least && amount <= of.most);
}

/** @throws AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE the amount is outside the limits of the only gateway that can be asked */
export function refuseOutside(gateway: Gateway, amounted: Amounted): void {
  if (!fits(gateway, amounted)) refuse([gateway], amounted);
}

/** @throws AMOUNT_TOO_LARGE `details.maximum` */
export function refuseTooLarge(method: PaymentMethod, amount: Amount): void {
  if (isTooLarge(method, amount)) throw tooLarge(mostOf(method));
}

/** No gateway takes the amount, so each has limits of its own. */
function refuse(all: readonly Gateway[], { amount, currency }: Amounted): never {
  const limits = all.flatMap((gateway) => gateway.limits?.[currency] ?? []);
  const below = limits.map(({ most }) => most).filter((most) => most < amount);
  const most = ascending(below).at(-1);
  if (most !== undefined) throw tooLarge(most);
  const [least] = ascending(limits.map((of) => of.least));
  assert(least !== undefined, 'a gateway without limits takes every amount');
  throw new ApiError('AMOUNT_TOO_SMALL', { details: { minimum: formatMoney2(least) } });
}

function ascending(amounts: readonly Amount[]): readonly Amount[] {
  return amounts.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}

function tooLarge(maximum: Amount): ApiError {
  return new ApiError('AMOUNT_TOO_LARGE', { details: { maximum: formatMoney2(maximum) } });
}
