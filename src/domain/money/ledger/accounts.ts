import { type Amount, amountOf } from '../amounts/amount.ts';
import type { Currency } from '../amounts/currency.ts';

/** Every account belongs to one merchant and one currency. So do the service's own accounts, so merchants share no row. */
const accounts = [
  /** Owed to the service by the merchant: what remains of an advance and its fee. */
  'advance_receivable',
  'available',
  /** Disputed by a customer, until the bank decides. */
  'dispute_hold',
  /** Earned by the service. */
  'fees',
  /** Owed to the service by the gateway. */
  'gateway_clearing',
  /** Owed by the service for payouts that were made. */
  'payout_clearing',
  /** On its way out to the merchant, with its fee. */
  'payout_in_transit',
  'pending',
  /** On its way back to a payer. */
  'refund_in_transit',
  'reserve',
] as const;

/**
 * The service's and the merchant's own accounts, and one for each subaccount. The last two belong to agents: the cash that one has (a
 * debit account), and where it comes from.
 */
type FixedAccount = (typeof accounts)[number];
type Account = FixedAccount | `subaccount:${string}` | `agent_float:${string}` | 'treasury';

/** Credit positive, debit negative. */
export type Line = { readonly account: Account; readonly currency: Currency; readonly amount: bigint };

/** Money in `reserve` or `pending` with a time at which it is released. */
export type Hold = {
  readonly paymentId: string;
  readonly account: 'reserve' | 'pending';
  readonly currency: Currency;
  readonly amount: Amount;
  /** Business time. */
  readonly dueAt: Date;
};

/** The part of a hold that a movement releases. */
export type Release = Pick<Hold, 'paymentId' | 'account' | 'amount'>;

export type MovementName =
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
  | 'payout.returned'
  | 'split.settled'
  | 'capital.disbursed'
  | 'capital.repayment'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.lost'
  | 'dispute.reinstated'
  | 'float.topped_up'
  | 'cash_out.completed'
  | 'platform.paid';

/** Posted at most once per name and source. Its lines sum to zero in every currency. */
export type Movement = {
  readonly name: MovementName;
  readonly sourceId: string;
  readonly lines: readonly Line[];
  readonly holds?: readonly Hold[];
  readonly releases?: readonly Release[];
  /** The least that must be left in `available`; the database refuses the movement otherwise. */
  readonly floor?: bigint;
};

/** Columns of a payment, a refund, a payout, a dispute or an invoice of the platform. */
export type Moved = { readonly id: string; readonly amount: bigint; readonly currency: Currency };

/** The columns of a completed payment that say how its money is divided. */
export type CapturedPayment = Moved & {
  readonly fee: bigint;
  readonly reserve_amount: bigint;
  readonly reserve_release_at: Date | null;
};

/**
 * M1: the gateway owes the service the payer's money. Fee and reserve are taken off, the rest waits for settlement.
 *
 * @param settlesAt the rest is held until then; absent: M2 follows at once
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

/** M2 at once: nothing is held for settlement. */
export function paymentSettled(payment: CapturedPayment): Movement {
  const net = netOf(payment);
  return {
    name: 'payment.settled',
    sourceId: payment.id,
    lines: linesOf(payment.currency, { pending: -net, available: net }),
  };
}

/** The amount that is released of a hold. */
type Freed = Pick<Hold, 'paymentId' | 'account' | 'currency'> & { readonly amount: bigint };

/**
 * M2 and M3: money that was held becomes available.
 *
 * @param sourceId the payment, for what is left of its hold; a refund, for the share that it releases
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
 * M11: unwanted money, which came too late or in the wrong amount, is returned without fee or reserve. The merchant's balance does
 * not change.
 *
 * @param payment with the amount and currency that were paid, which may differ from those that were asked
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
 * @param floor zero, or how far below zero the refund allowance lets `available` go
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

/** M6: the gateway has refused the refund, so the merchant has the money again. */
export function refundFailed({ id, amount, currency }: Moved): Movement {
  return {
    name: 'refund.failed',
    sourceId: id,
    lines: linesOf(currency, { refund_in_transit: -amount, available: amount }),
  };
}

/** M18: the platform collects an invoice of its own. `available` must cover it. */
export function platformPaid({ id, amount, currency }: Moved): Movement {
  return {
    name: 'platform.paid',
    sourceId: id,
    lines: linesOf(currency, { available: -amount, fees: amount }),
    floor: 0n,
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

/** Leaves out lines of zero: the whole of a 0.01 payment is its fee, so nothing is left for the other accounts. */
export function linesOf(
  currency: Currency,
  amounts: Readonly<Partial<Record<FixedAccount, bigint>>>,
): readonly Line[] {
  return accounts
    .map((account) => ({ account, currency, amount: amounts[account] ?? 0n }))
    .filter(({ amount }) => amount !== 0n);
}
