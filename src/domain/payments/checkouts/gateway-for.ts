import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Amount } from '../../money/amounts/amount.ts';
import type { Currency } from '../../money/amounts/currency.ts';
import { isTooLarge, mostOf, type PaymentMethod } from '../../money/fees/payment-fees.ts';
import type { Presented } from '../../money/gateways/gateways.ts';
import { fits, refuse, tooLarge } from '../../money/gateways/limits.ts';
import type { Gateway } from '../../money/gateways/port.ts';
import { isLiveWallet, isWallet, walletNames, walletTakes } from '../../money/wallets/wallets.ts';

type Amounted = { readonly amount: Amount; readonly currency: Currency };
type Wanted = Amounted & {
  readonly method: Presented;
  /** `manual`: only a gateway that can hold the amount will do. */
  readonly capture?: 'automatic' | 'manual';
};
/** Null or undefined: the method is chosen on a hosted page. */
type Wish = Omit<Wanted, 'method'> & { readonly method?: Presented | null | undefined };

/** What a hosted page offers in a currency, in this order. */
export function methodsOnPages(currency: Currency): readonly PaymentMethod[] {
  return ['card', 'domestic_switch', ...walletNames.filter((wallet) => walletTakes(wallet, currency))];
}

/** Whether a hosted page can be paid in the currency. */
export function isPayable(ctx: Context, currency: Currency): boolean {
  return methodsOnPages(currency).some((method) => ctx.gateways.forMethod(method, currency) !== undefined);
}

/**
 * The name of the gateway that takes a payment of this method, amount and currency in this mode: the preferred one whose limits
 * the amount fits. For a page, those of cards count or, if no gateway takes cards, of the first method that one takes.
 *
 * @throws WALLET_NOT_AVAILABLE   the wallet is announced but not live, or does not take the currency
 * @throws GATEWAY_NOT_CONFIGURED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE see choose
 */
export function gatewayFor(ctx: Context, wish: Wish): string {
  const { method = null, currency } = wish;
  if (method !== null && isWallet(method) && (!isLiveWallet(method) || !walletTakes(method, currency)))
    throw new ApiError('WALLET_NOT_AVAILABLE');
  return choose(ctx, { ...wish, method: method ?? firstOnPages(ctx, wish) }).name;
}

function firstOnPages(ctx: Context, wish: Wish): PaymentMethod {
  const isServed = (method: PaymentMethod) => servedBy(ctx, { ...wish, method }).length > 0;
  return methodsOnPages(wish.currency).find(isServed) ?? 'card';
}

function servedBy({ gateways }: Context, { method, currency, capture }: Wanted): readonly Gateway[] {
  return gateways.allFor(method, currency).filter(({ holds }) => capture !== 'manual' || holds);
}

/**
 * The preferred gateway that takes the amount.
 *
 * @throws GATEWAY_NOT_CONFIGURED no gateway serves the method in the currency, or none can hold an amount
 * @throws AMOUNT_TOO_SMALL       for every gateway; `details.minimum`
 * @throws AMOUNT_TOO_LARGE       `details.maximum`: what is taken below the amount, if gateways leave a gap
 */
export function choose(ctx: Context, wanted: Wanted): Gateway {
  const { method, amount } = wanted;
  const all = servedBy(ctx, wanted);
  if (all.length === 0) throw new ApiError('GATEWAY_NOT_CONFIGURED');
  refuseTooLarge(method === 'reader' ? 'card' : method, amount);
  return all.find((candidate) => fits(candidate, wanted)) ?? refuse(all, wanted);
}

/** Whether a refusal says that no gateway takes the amount. */
export const isAmountRefusal = (code: string): boolean =>
  code === 'AMOUNT_TOO_SMALL' || code === 'AMOUNT_TOO_LARGE';

/** @throws AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE the amount is outside the limits of the only gateway that can be asked */
export function refuseOutside(gateway: Gateway, amounted: Amounted): void {
  if (!fits(gateway, amounted)) refuse([gateway], amounted);
}

/** @throws AMOUNT_TOO_LARGE `details.maximum` */
export function refuseTooLarge(method: PaymentMethod, amount: Amount): void {
  if (isTooLarge(method, amount)) throw tooLarge(mostOf(method));
}
