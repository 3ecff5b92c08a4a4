import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import { walletNames, walletTakes } from '../../../domain/money/wallets/wallets.ts';
import { fits } from '../../../domain/payments/checkouts/gateway-for.ts';
import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import type { Context } from '../../../engine/context.ts';

export type MethodChoice = { readonly method: PaymentMethod; readonly available: boolean };

/**
 * Cards and the wallets of the currency, or only the method that a session was made for. A wallet without a gateway that takes
 * the amount is shown as not available. An amount that is only held can be held by cards alone.
 */
export function methodsOf(ctx: Context, checkout: Checkout): readonly MethodChoice[] {
  const wallets = walletNames.filter((wallet) => walletTakes(wallet, checkout.currency));
  const all = ['card', 'domestic_switch', ...wallets] as const;
  const isHeld = checkout.capture === 'manual';
  return all
    .filter((method) => checkout.method === null || checkout.method === method)
    .map((method) => ({ method, gateways: ctx.gateways.allFor(method, checkout.currency) }))
    .filter(({ gateways }) => !isHeld || gateways.some(({ holds }) => holds))
    .map(({ method, gateways }) => ({
      method,
      available: gateways.some((gateway) => fits(gateway, checkout) && (!isHeld || gateway.holds)),
    }));
}
