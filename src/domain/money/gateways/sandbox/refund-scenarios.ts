import type { RefundOutcome, RefundRequest } from '../refund-port.ts';
import { referenceOf } from './scenarios.ts';

const slowMs = 30_000;

/** The last two decimals of the amount choose the outcome: .11 is decided after 30 seconds, .13 is refused. Decision 0017. */
export function refundOf(request: RefundRequest): RefundOutcome {
  const cents = (request.amount / 100n) % 100n;
  if (request.unwanted) return completed(request);
  if (cents === 13n) return { kind: 'rejected' };
  const isUndecided = cents === 11n && request.now.getTime() < request.startedAt.getTime() + slowMs;
  return isUndecided ? { kind: 'pending' } : completed(request);
}

function completed({ reference }: RefundRequest): RefundOutcome {
  return { kind: 'completed', gatewayReference: referenceOf({ name: 'refund' }, reference) };
}
