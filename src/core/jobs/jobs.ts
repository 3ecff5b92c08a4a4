import type { Act, Context } from '../context.ts';
import type { DeclineCode } from '../gateways/port.ts';
import type { Merchant } from '../merchants/principal.ts';
import type { Currency } from '../money/currency.ts';

/** What a gateway says of an attempt when it calls back. The amount is in ten-thousandths, as text: JSON has no bigint. */
export type GatewayCallback = {
  readonly paymentId: string;
  readonly gatewayReference: string;
  readonly gatewayStatus: string;
  readonly result:
    | { readonly kind: 'approved'; readonly amount: string; readonly currency: Currency }
    | { readonly kind: 'declined'; readonly reason: DeclineCode };
};

/** Which exhausted events are sent again. */
export type Recovery = {
  readonly recoveryId: string;
  /** Times in ISO 8601: happened from one on and before another; null: until now. */
  readonly from: string;
  readonly before: string | null;
  /** Null: all. */
  readonly types: readonly string[] | null;
  /** Without those that a newer event of their resource has overtaken. */
  readonly latest: boolean;
  /** Exhausted by then, as PostgreSQL writes a time. */
  readonly lostBy: string;
  /** The last event that was looked at; null: none yet. */
  readonly after: string | null;
};

/** What each kind of job is told. Ids and choices only: the job reads the rest when it runs. */
export type JobPayloads = {
  /** The sandbox gateway calls back at its scenario's delay. */
  'payments.callback': GatewayCallback;
  'payments.requery': { paymentId: string; attempt: number };
  'checkout.expire': { checkoutId: string };
  'refunds.finish': { refundId: string; attempt: number };
  /** The gateway says what became of a payout. */
  'payouts.complete': { payoutId: string };
  /** The bank sends a completed payout back. */
  'payouts.return': { payoutId: string };
  /** The due date of an invoice is over. */
  'invoices.mark-unpaid': { invoiceId: string };
  /** A period begins, or the subscription ends; a time says which. */
  'subscriptions.renew': { subscriptionId: string; periodStart: string };
  /** The money of a period is asked for. */
  'subscriptions.collect': { subscriptionId: string; periodStart: string };
  /** The gateway is asked to charge an attempt that was begun for a period. */
  'subscriptions.charge': { paymentId: string };
  /** The page of a setup is over, or the month of a saved card. */
  'payment-methods.expire': { paymentMethodId: string };
  /** A balance has changed within the last minute: a job of its own for each merchant. */
  'ledger.tell-balances': object;
  /** Events that a time left exhausted are sent again, a batch at a time. */
  'events.recover': Recovery;
  'ledger.settle-pending': { paymentId: string };
  /** The reserve of one payment; or the shares of the refunds before one midnight, a date. */
  'ledger.release-reserve': { paymentId: string } | { night: string };
};

export type JobKind = keyof JobPayloads;

/** A job whose whole effect is one transaction. */
export type Job<P> = (act: Act, payload: P) => Promise<void>;

/** A job that must ask another system: outside any transaction, and its answer is used in the last one. */
export type PhasedJob<P, O> = {
  readonly ask: (ctx: Context, merchant: Merchant, payload: P) => Promise<O>;
  readonly finish: (act: Act, payload: P, outcome: O) => Promise<void>;
};

/** A phased job whose answer is its own affair: written as methods, so that any `PhasedJob<P, O>` fits. */
type AnyPhasedJob<P> = {
  ask(ctx: Context, merchant: Merchant, payload: P): Promise<unknown>;
  finish(act: Act, payload: P, outcome: unknown): Promise<void>;
};

/** What the runner sees of any handler: its payload is what was enqueued under its kind. */
export type AnyJobHandler = AnyJob['run'] | AnyPhasedJob<unknown>;

/** A method, not a property: what it is given is compared both ways, so any `Job<P>` fits. */
type AnyJob = { run(act: Act, payload: unknown): Promise<void> };

/** Kind → what runs it; a kind without a handler does not compile. */
export type JobHandlers = {
  readonly [K in JobKind]: Job<JobPayloads[K]> | AnyPhasedJob<JobPayloads[K]>;
};
