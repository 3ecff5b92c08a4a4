import type { Act, Context } from '../context.ts';
import type { DeclineCode } from '../gateways/port.ts';
import type { Currency } from '../money/currency.ts';
import type { Merchant } from '../merchants/principal.ts';

/** What a gateway says of an attempt when it calls back. The amount is in ten-thousandths, as text: JSON has no bigint. */
export type GatewayCallback = {
  readonly paymentId: string;
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly result:
    | { readonly kind: 'approved'; readonly amount: string; readonly currency: Currency }
    | { readonly kind: 'declined'; readonly reason: DeclineCode };
};

/** What each kind of job is told. Ids and choices only: the job reads the rest when it runs. */
export type JobPayloads = {
  /** The sandbox gateway calls back at its scenario's delay. */
  'payments.callback': GatewayCallback;
  'payments.requery': { paymentId: string; attempt: number };
  'checkout.expire': { checkoutId: string };
  'refunds.finish': { refundId: string; attempt: number };
};

export type JobKind = keyof JobPayloads;

/** A job whose whole effect is one transaction. */
export type Job<P> = (act: Act, payload: P) => Promise<void>;

/** A job that must ask another system: outside any transaction, and its answer is used in the last one. */
export type PhasedJob<P, O> = {
  readonly ask: (ctx: Context, merchant: Merchant, payload: P) => Promise<O>;
  readonly finish: (act: Act, payload: P, outcome: O) => Promise<void>;
};
