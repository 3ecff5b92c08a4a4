import { formatMoney2 } from '../amounts/amount.ts';
import type { MovementName } from './accounts.ts';
import type { EntryRow, SeenMovement } from './entry-queries.ts';

type Explanation = {
  /** What kind of object a movement comes from: of a share that a refund releases, the refund. */
  readonly source: 'payment' | 'payout';
  /** Why the balance has changed. */
  readonly why: (entry: EntryRow) => string;
};

/**
 * Every movement explains itself, and one that is missing here does not compile. Undefined: it touches no balance that a merchant
 * sees. Spec: "GET /v1/account/balance".
 */
const explanations = {
  'payment.captured': { source: 'payment', why: captured },
  'payment.settled': {
    source: 'payment',
    why: ofShare(
      'The payment was settled; its money is now available.',
      'The refunded part of the payment was settled before it was refunded.',
    ),
  },
  'payment.unwanted': undefined,
  'reserve.released': {
    source: 'payment',
    why: ofShare(
      'The rolling reserve of the payment was released.',
      'The part of the rolling reserve that belongs to a refund was released.',
    ),
  },
  'refund.requested': { source: 'payment', why: () => 'A refund is on its way to the customer.' },
  'refund.completed': undefined,
  'refund.failed': { source: 'payment', why: () => 'The refund failed; its money is available again.' },
  'payout.requested': { source: 'payout', why: () => 'A payout was requested, with its fee.' },
  'payout.completed': undefined,
  'payout.failed': {
    source: 'payout',
    why: () => 'The payout failed; its money and its fee are available again.',
  },
  'payout.returned': {
    source: 'payout',
    why: () => 'The bank sent the payout back; its money is available again, without the fee.',
  },
} as const satisfies { readonly [M in MovementName]: M extends SeenMovement ? Explanation : undefined };

function captured({ code, gross, fee }: EntryRow): string {
  const paid = formatMoney2(gross);
  return code === 'reserve'
    ? `The rolling reserve of a payment of ${paid}.`
    : `A payment of ${paid}, less its fee of ${formatMoney2(fee)} and its reserve.`;
}

function ofShare(whole: string, refunded: string): Explanation['why'] {
  return ({ refunded_id: refund }: EntryRow) => (refund === null ? whole : refunded);
}

type Explained = {
  readonly description: string;
  readonly source: { readonly type: 'payment' | 'refund' | 'payout'; readonly id: string };
  /** The payment that the money belongs to. */
  readonly paymentId: string | null;
};

/**
 * What an entry came from, and why. Spec: "GET /v1/account/balance". Decision 0081.
 */
export function explainEntry(entry: EntryRow): Explained {
  const { source, why }: Explanation = explanations[entry.movement];
  const { source_id: id, refunded_id: refunded } = entry;
  const type = refunded === null ? source : 'refund';
  const paymentId = source === 'payout' ? null : (refunded ?? id);
  return { description: why(entry), source: { type, id }, paymentId };
}
