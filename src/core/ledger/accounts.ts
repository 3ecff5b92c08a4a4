import { type Amount, amountOf } from '../money/amount.ts';
import type { Currency } from '../money/currency.ts';

/** Every account belongs to one merchant and one currency, also the service's side, so no row is shared. */
type Account =
  | 'available'
  | 'pending'
  | 'reserve'
  /** On its way back to a payer. */
  | 'refund_in_transit'
  /** Earned by the service. */
  | 'fees'
  /** Owed by the gateway: the one debit account here. */
  | 'gateway_clearing';

/** Credit positive, debit negative. */
export type Line = { readonly account: Account; readonly currency: Currency; readonly amount: bigint };

/** Money in `reserve` that has a day on which it is let go. */
export type Hold = {
  readonly paymentId: string;
  readonly account: 'reserve';
  readonly currency: Currency;
  readonly amount: Amount;
  /** Business time. */
  readonly dueAt: Date;
};

/** Posted at most once per name and source. Its lines sum to zero in every currency. */
export type Movement = {
  readonly name: 'payment.captured' | 'payment.settled' | 'payment.unwanted' | 'refund.completed';
  readonly sourceId: string;
  readonly lines: readonly Line[];
  readonly holds: readonly Hold[];
};

/** Columns of a payment or a refund. */
type Moved = { readonly id: string; readonly amount: bigint; readonly currency: Currency };

/** The columns of a completed payment that say how its money divides. */
export type CapturedPayment = Moved & {
  readonly fee: bigint;
  readonly reserve_amount: bigint;
  readonly reserve_release_at: Date | null;
};

/** M1: the payer's money is owed to us; fee and reserve are taken off, the rest waits for settlement. */
export function paymentCaptured(payment: CapturedPayment): Movement {
  const { id, amount, fee, reserve_amount: reserve, currency } = payment;
  return {
    name: 'payment.captured',
    sourceId: id,
    lines: linesOf(currency, { gateway_clearing: -amount, fees: fee, reserve, pending: netOf(payment) }),
    holds: reserve === 0n ? [] : [holdOf(payment)],
  };
}

/** M2: what waited for settlement can be paid out or refunded. */
export function paymentSettled(payment: CapturedPayment): Movement {
  const net = netOf(payment);
  return {
    name: 'payment.settled',
    sourceId: payment.id,
    lines: linesOf(payment.currency, { pending: -net, available: net }),
    holds: [],
  };
}

/**
 * M11: money that nobody waits for goes straight back: no fee, no reserve, nothing in the merchant's balance.
 *
 * @param payment with the amount and currency that were really paid, which may not be those that were asked
 */
export function paymentUnwanted({ id, amount, currency }: Moved): Movement {
  return {
    name: 'payment.unwanted',
    sourceId: id,
    lines: linesOf(currency, { gateway_clearing: -amount, refund_in_transit: amount }),
    holds: [],
  };
}

/** M5: the gateway has given the money back. */
export function refundCompleted({ id, amount, currency }: Moved): Movement {
  return {
    name: 'refund.completed',
    sourceId: id,
    lines: linesOf(currency, { refund_in_transit: -amount, gateway_clearing: amount }),
    holds: [],
  };
}

function netOf({ amount, fee, reserve_amount: reserve }: CapturedPayment): bigint {
  return amount - fee - reserve;
}

function holdOf(payment: CapturedPayment): Hold {
  if (payment.reserve_release_at === null) throw new Error('a reserve without a day of release');
  return {
    paymentId: payment.id,
    account: 'reserve',
    currency: payment.currency,
    amount: amountOf(payment.reserve_amount),
    dueAt: payment.reserve_release_at,
  };
}

/** Zero lines are left out: a payment of 0.01 is all fee. */
function linesOf(currency: Currency, amounts: Readonly<Partial<Record<Account, bigint>>>): readonly Line[] {
  return accounts
    .map((account) => ({ account, currency, amount: amounts[account] ?? 0n }))
    .filter(({ amount }) => amount !== 0n);
}

const accounts = [
  'available',
  'fees',
  'gateway_clearing',
  'pending',
  'refund_in_transit',
  'reserve',
] as const satisfies readonly Account[];
