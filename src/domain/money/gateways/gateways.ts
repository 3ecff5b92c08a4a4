import type { Currency } from '../amounts/currency.ts';
import type { PaymentMethod } from '../fees/payment-fees.ts';
import type { PayoutGateway, PayoutRoute } from './payout-port.ts';
import type { Gateway } from './port.ts';

declare module '../../../engine/context.ts' {
  interface Context {
    readonly gateways: Gateways;
  }
}

/** What is charged: a method that a customer chooses, or what a card reader has encrypted. */
export type Presented = PaymentMethod | 'reader';

/** The gateways of one mode. None for a method: `GATEWAY_NOT_CONFIGURED`. Without a currency: the gateways of any currency. */
export type Gateways = {
  readonly forMethod: (method: Presented, currency?: Currency) => Gateway | undefined;
  /** All that take a method in a currency, the preferred one first. The next one is asked only if nothing was begun at the first. */
  readonly allFor: (method: Presented, currency?: Currency) => readonly Gateway[];
  readonly byName: (name: string) => Gateway | undefined;
  /** All that pay out so, the preferred one first. The first that takes the amount is asked, and no other after it. */
  readonly allForPayout: (route: PayoutRoute) => readonly PayoutGateway[];
  /** Whether there is any gateway for payouts. */
  readonly paysOut: boolean;
  readonly payoutByName: (name: string) => PayoutGateway | undefined;
  /** The names of the gateways that something new is sent to, each once. */
  readonly routed: { readonly payments: readonly string[]; readonly payouts: readonly string[] };
};
