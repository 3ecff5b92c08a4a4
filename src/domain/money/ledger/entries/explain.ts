import { formatMoney2 } from '../../amounts/amount.ts';
import type { MovementName } from '../accounts.ts';
import type { EntryRow, SeenMovement } from './queries.ts';
import { type Source, sourceOf } from './sources.ts';

type Reason = (entry: EntryRow) => string;

/**
 * Every movement explains itself, and one that is missing here does not compile. Undefined: it touches no balance that a merchant
 * sees. Spec: "GET /v1/account/balance".
 */
const reasons = {
  'payment.captured': captured,
  'payment.settled': ofPart({
    due: 'The payment was settled; its money is now available.',
    refund: 'The refunded part of the payment was settled before it was refunded.',
    dispute: 'The disputed part of the payment was settled before it was taken.',
  }),
  'payment.unwanted': undefined,
  'reserve.released': ofPart({
    due: 'The rolling reserve of the payment was released.',
    refund: 'The part of the rolling reserve that belongs to a refund was released.',
    dispute: 'The part of the rolling reserve that belongs to a dispute was released.',
  }),
  'refund.requested': () => 'A refund is on its way to the customer.',
  'refund.completed': undefined,
  'refund.failed': () => 'The refund failed; its money is available again.',
  'payout.requested': () => 'A payout was requested, with its fee.',
  'payout.completed': undefined,
  'payout.failed': () => 'The payout failed; its money and its fee are available again.',
  'payout.returned': () => 'The bank sent the payout back; its money is available again, without the fee.',
  'split.settled': () => 'A partner got their share of the payment.',
  'capital.disbursed': () => 'An advance was paid out to you.',
  'capital.repayment': ({ payment_id: payment }) =>
    payment === null ? 'You repaid an advance early.' : 'A part of the payment was kept to repay an advance.',
  'dispute.opened': () => 'A customer disputes the payment; the amount is held until the bank decides.',
  'dispute.won': () => 'You won the dispute; its money is available again.',
  'dispute.lost': undefined,
  'dispute.reinstated': () => 'The bank gave the money of a lost dispute back.',
  'float.topped_up': undefined,
  'cash_out.completed': undefined,
  'platform.paid': () => 'An invoice of the platform was paid.',
} as const satisfies { readonly [M in MovementName]: M extends SeenMovement ? Reason : undefined };

function captured({ code, gross, fee }: EntryRow): string {
  const paid = formatMoney2(gross);
  return code === 'reserve'
    ? `The rolling reserve of a payment of ${paid}.`
    : `A payment of ${paid}, less its fee of ${formatMoney2(fee)} and its reserve.`;
}

function ofPart(words: Readonly<Record<'due' | 'refund' | 'dispute', string>>): Reason {
  return ({ early_for: earlyFor }) => words[earlyFor ?? 'due'];
}

type Explained = {
  readonly description: string;
  readonly source: Source;
  /** The payment that the money belongs to. */
  readonly paymentId: string | null;
};

/**
 * What an entry came from, and why. Spec: "GET /v1/account/balance". Decision 0081.
 */
export function explainEntry(entry: EntryRow): Explained {
  const source = sourceOf(entry);
  const why: Reason = reasons[entry.movement];
  return {
    description: why(entry),
    source,
    paymentId: source.type === 'payment' ? source.id : entry.payment_id,
  };
}
