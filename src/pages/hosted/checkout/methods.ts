import type { PaymentMethod } from '../../../domain/money/fees/payment-fees.ts';
import { fits } from '../../../domain/money/gateways/limits.ts';
import type { Gateway } from '../../../domain/money/gateways/port.ts';
import { methodsOnPages } from '../../../domain/payments/checkouts/gateway-for.ts';
import type { Checkout } from '../../../domain/payments/checkouts/queries.ts';
import type { Context } from '../../../engine/context.ts';

export type MethodChoice = {
  readonly method: PaymentMethod;
  /** `announced`: no gateway serves the method. `amount`: none of its gateways takes the amount. */
  readonly standing: 'available' | 'announced' | 'amount';
};

/**
 * Cards and the wallets of the currency, or only the method that a session was made for, and why some cannot be chosen. An
 * amount that is only held can be held by cards alone.
 */
export function methodsOf(ctx: Context, checkout: Checkout): readonly MethodChoice[] {
  const isHeld = checkout.capture === 'manual';
  return methodsOnPages(checkout.currency)
    .filter((method) => checkout.method === null || checkout.method === method)
    .map((method) => ({ method, gateways: ctx.gateways.allFor(method, checkout.currency) }))
    .filter(({ gateways }) => !isHeld || gateways.some(({ holds }) => holds))
    .map(({ method, gateways }) => ({
      method,
      standing: standingOf(
        gateways.filter(({ holds }) => !isHeld || holds),
        checkout,
      ),
    }));
}

function standingOf(gateways: readonly Gateway[], checkout: Checkout): MethodChoice['standing'] {
  if (gateways.length === 0) return 'announced';
  return gateways.some((gateway) => fits(gateway, checkout)) ? 'available' : 'amount';
}

/** The methods that can be chosen. */
export function availableOf(choices: readonly MethodChoice[]): readonly PaymentMethod[] {
  return choices.filter(({ standing }) => standing === 'available').map(({ method }) => method);
}
