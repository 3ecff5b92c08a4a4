import type { Moves } from '../../../engine/states/moves.ts';

/** The moves of a report; `expired` is final. Decision 0084. */
export const reportMoves = {
  finish: { from: ['pending'], to: 'available', otherwise: 'skip', event: 'reporting.report.available' },
  /** Its content is deleted. */
  expire: { from: ['available'], to: 'expired', otherwise: 'skip' },
} as const satisfies Moves<'reports'>;
