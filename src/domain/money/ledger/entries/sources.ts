import type { MovementName } from '../accounts.ts';

/**
 * What each movement has as its source. A part of a payment is settled or released when it is due, and then its source is the payment;
 * or early, for a refund or a dispute, and then that is its source. Top-ups of an agent's float change no balance that a merchant sees.
 */
const sources = {
  'payment.captured': 'payment',
  'payment.settled': 'part',
  'payment.unwanted': 'payment',
  'reserve.released': 'part',
  'refund.requested': 'refund',
  'refund.completed': 'refund',
  'refund.failed': 'refund',
  'payout.requested': 'payout',
  'payout.completed': 'payout',
  'payout.failed': 'payout',
  'payout.returned': 'payout',
  'split.settled': 'share',
  'capital.disbursed': 'capital_advance',
  'capital.repayment': 'repayment',
  'dispute.opened': 'dispute',
  'dispute.won': 'dispute',
  'dispute.lost': 'dispute',
  'dispute.reinstated': 'dispute',
  'cash_out.completed': 'payout',
  'platform.paid': 'platform_invoice',
} as const satisfies Readonly<Record<Exclude<MovementName, 'float.topped_up'>, string>>;

/** Every movement that has a source which a merchant may see. */
export const sourcedMovements = Object.keys(sources).filter(
  (name): name is SourcedMovement => name in sources,
);

type SourceKind = (typeof sources)[SourcedMovement];

/** The movements whose source is of one of these kinds. */
export function movementsFrom(...kinds: readonly SourceKind[]): readonly string[] {
  return Object.entries(sources).flatMap(([name, kind]) => (kinds.includes(kind) ? [name] : []));
}

/** What is stored about the source of a movement, beside its id. */
export type SourceColumns = {
  /** For what a part was settled or released early; null: it was due. */
  readonly early_for: 'refund' | 'dispute' | null;
  /** The payment of the refund, dispute, share or repayment that is the source. */
  readonly payment_id: string | null;
  /** The advance of the repayment that is the source. */
  readonly advance_id: string | null;
};

/** What a merchant sees as a source, and the prefixes of the ids. */
export const sourcePrefixes = {
  payment: 'txn',
  refund: 'ref',
  dispute: 'dsp',
  payout: 'po',
  capital_advance: 'cap',
  platform_invoice: 'inv',
} as const;

export type Source = { readonly type: keyof typeof sourcePrefixes; readonly id: string };

export type SourcedMovement = keyof typeof sources;

type Sourced = SourceColumns & { readonly movement: SourcedMovement; readonly source_id: string };

/** The object that a merchant sees as the source of a movement. A share has no id that they know, so it is that of its payment. */
export function sourceOf({ movement, source_id: id, early_for, payment_id, advance_id }: Sourced): Source {
  const kind = sources[movement];
  if (kind === 'part') return { type: early_for ?? 'payment', id };
  if (kind === 'share') return { type: 'payment', id: payment_id ?? id };
  if (kind === 'repayment') return { type: 'capital_advance', id: advance_id ?? id };
  return { type: kind, id };
}
