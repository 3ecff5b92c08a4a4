import type { Moves } from '../../../engine/states/moves.ts';

/** A warning takes no money. A dispute is open until it is won or lost. Decision 0073. */
export const disputeMoves = {
  /** The dispute follows that was warned of, perhaps when nobody expects it any more. */
  open: {
    from: ['warning', 'warning_closed'],
    to: 'needs_response',
    otherwise: 'skip',
    event: 'customer.dispute.created',
  },
  /** The payment was refunded, or no dispute followed. */
  close: { from: ['warning'], to: 'warning_closed', otherwise: 'skip', event: 'customer.dispute.updated' },
  submit: {
    from: ['needs_response'],
    to: 'under_review',
    otherwise: 'DISPUTE_CLOSED',
    event: 'customer.dispute.evidence-submitted',
  },
  win: {
    from: ['needs_response', 'under_review'],
    to: 'won',
    otherwise: 'skip',
    event: 'customer.dispute.resolved',
  },
  lose: {
    from: ['needs_response', 'under_review'],
    to: 'lost',
    otherwise: 'skip',
    event: 'customer.dispute.resolved',
  },
} as const satisfies Moves<'disputes'>;
