import { type Amount, amountOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

/** Every account belongs to one merchant and one currency, also the service's side, so no row is shared. */
const accounts = [
  'available',
  /** Earned by the service. */
  'fees',
  /** Owed by the gateway: the one debit account here. */
  'gateway_clearing',
  /** Owed for payouts that were made. */
  'payout_clearing',
  /** On its way out to the merchant, with its fee. */
  'payout_in_transit',
  'pending',
  /** On its way back to a payer. */
  'refund_in_transit',
  'reserve',
] as const;

type Account = (typeof accounts)[number];

/** Credit positive, debit negative. */
export type Line = { readonly account: Account; readonly currency: Currency; readonly amount: bigint };

/** Money in `reserve` or `pending` that has a time at which it is let go. */
export type Hold = {
  readonly paymentId: string;
  readonly account: 'reserve' | 'pending';
  readonly currency: Currency;
  readonly amount: Amount;
  /** Business time. */
  readonly dueAt: Date;
};

/** What a movement lets go of a hold. */
export type Release = Pick<Hold, 'paymentId' | 'account' | 'amount'>;

type MovementName =
  | 'payment.captured'
  | 'payment.settled'
  | 'payment.unwanted'
  | 'reserve.released'
  | 'refund.requested'
  | 'refund.completed'
  | 'refund.failed'
  | 'payout.requested'
  | 'payout.completed'
  | 'payout.failed'
  | 'payout.returned';

/** Posted at most once per name and source. Its lines sum to zero in every currency. */
export type Movement = {
  readonly name: MovementName;
  readonly sourceId: string;
  readonly lines: readonly Line[];
  readonly holds?: readonly Hold[];
  readonly releases?: readonly Release[];
  /** The least that may be left in `available`; the database refuses the movement otherwise. */
  readonly floor?: bigint;
};

/** Columns of a payment, a refund or a payout. */
type Moved = { readonly id: string; readonly amount: bigint; readonly currency: Currency };

/** The columns of a completed payment that say how its money divides. */
export type CapturedPayment = Moved & {
  readonly fee: bigint;
  readonly reserve_amount: bigint;
  readonly reserve_release_at: Date | null;
};

/**
 * M1: the payer's money is owed to us; fee and reserve are taken off, the rest waits for settlement.
 *
 * @param settlesAt when M2 does not follow at once: the rest is held until then
 */
export function paymentCaptured(payment: CapturedPayment, settlesAt?: Date): Movement {
  const { id, amount, fee, reserve_amount: reserve, currency } = payment;
  const pending = netOf(payment);
  const holds = [
    holdOf(payment, 'reserve', reserve, payment.reserve_release_at),
    ...(settlesAt ? [holdOf(payment, 'pending', pending, settlesAt)] : []),
  ];
  return {
    name: 'payment.captured',
    sourceId: id,
    lines: linesOf(currency, { gateway_clearing: -amount, fees: fee, reserve, pending }),
    holds: holds.filter((hold) => hold.amount > 0n),
  };
}

/** M2 at once: nothing waits for settlement, so nothing is held. */
export function paymentSettled(payment: CapturedPayment): Movement {
  const net = netOf(payment);
  return {
    name: 'payment.settled',
    sourceId: payment.id,
    lines: linesOf(payment.currency, { pending: -net, available: net }),
  };
}

/** What is let go of a hold. */
type Freed = Pick<Hold, 'paymentId' | 'account' | 'currency'> & { readonly amount: bigint };

/**
 * M2 and M3: what was held can be paid out or refunded.
 *
 * @param sourceId the payment for what is left of its hold; a refund for the share that it sets free
 */
export function holdReleased(hold: Freed, sourceId: string): Movement {
  const { paymentId, account, currency, amount } = hold;
  return {
    name: account === 'reserve' ? 'reserve.released' : 'payment.settled',
    sourceId,
    lines: linesOf(currency, { [account]: -amount, available: amount }),
    releases: [{ paymentId, account, amount: amountOf(amount) }],
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
  };
}

/**
 * M4: the merchant gives money back.
 *
 * @param floor what `refundFloor` allows: zero, or how far below zero this may go
 */
export function refundRequested({ id, amount, currency }: Moved, floor: bigint): Movement {
  return {
    name: 'refund.requested',
    sourceId: id,
    lines: linesOf(currency, { available: -amount, refund_in_transit: amount }),
    floor,
  };
}

/** M5: the gateway has given the money back. */
export function refundCompleted({ id, amount, currency }: Moved): Movement {
  return {
    name: 'refund.completed',
    sourceId: id,
    lines: linesOf(currency, { refund_in_transit: -amount, gateway_clearing: amount }),
  };
}

/** M6: the gateway does not give it back, so the merchant has it again. */
export function refundFailed({ id, amount, currency }: Moved): Movement {
  return {
    name: 'refund.failed',
    sourceId: id,
    lines: linesOf(currency, { refund_in_transit: -amount, available: amount }),
  };
}

/** M7: only money that is there is paid out. */
export function payoutRequested({ id, amount, currency }: Moved): Movement {
  return {
    name: 'payout.requested',
    sourceId: id,
    lines: linesOf(currency, { available: -amount, payout_in_transit: amount }),
    floor: 0n,
  };
}

/** Columns of a payout that say how its money divides. */
type PaidOut = Moved & { readonly fee: bigint };

/** M8: the merchant has the money, less the fee. */
export function payoutCompleted({ id, amount, fee, currency }: PaidOut): Movement {
  return {
    name: 'payout.completed',
    sourceId: id,
    lines: linesOf(currency, { payout_in_transit: -amount, payout_clearing: amount - fee, fees: fee }),
  };
}

/** M9: nothing went out, so the fee comes back too. */
export function payoutFailed({ id, amount, currency }: Moved): Movement {
  return {
    name: 'payout.failed',
    sourceId: id,
    lines: linesOf(currency, { payout_in_transit: -amount, available: amount }),
  };
}

/** M10: the bank sends back what it got; the fee stays. */
export function payoutReturned({ id, amount, fee, currency }: PaidOut): Movement {
  const net = amount - fee;
  return {
    name: 'payout.returned',
    sourceId: id,
    lines: linesOf(currency, { payout_clearing: -net, available: net }),
  };
}

function netOf({ amount, fee, reserve_amount: reserve }: CapturedPayment): bigint {
  return amount - fee - reserve;
}

function holdOf(
  { id, currency }: CapturedPayment,
  account: Hold['account'],
  amount: bigint,
  dueAt: Date | null,
): Hold {
  if (dueAt === null) throw new Error(`money in ${account} without a day of release`);
  return { paymentId: id, account, currency, amount: amountOf(amount), dueAt };
}

/** Zero lines are left out: a payment of 0.01 is all fee. */
function linesOf(currency: Currency, amounts: Readonly<Partial<Record<Account, bigint>>>): readonly Line[] {
  return accounts
    .map((account) => ({ account, currency, amount: amounts[account] ?? 0n }))
    .filter(({ amount }) => amount !== 0n);
}
