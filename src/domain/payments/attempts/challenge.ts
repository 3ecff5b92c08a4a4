import type { Declined } from '../../money/gateways/port.ts';
import type { Transaction } from '../transactions/queries.ts';

type Challenged = Pick<Transaction, 'status' | 'challenged_at' | 'challenge_answered_at' | 'created_at'>;

/** Whether an attempt waits for the customer's answer to a challenge. While it does, no money is taken. */
export function waitsForAnswer(attempt: Challenged): boolean {
  return (
    attempt.status === 'pending' && attempt.challenged_at !== null && attempt.challenge_answered_at === null
  );
}

/** Since when the gateway is to decide: the beginning of the attempt, or the answer to its challenge. */
export function begunAt(attempt: Challenged): Date {
  return attempt.challenge_answered_at ?? attempt.created_at;
}

/** The outcome of a challenge that nobody can answer any more. */
export function unanswered(gatewayReference: string | null): Declined {
  return {
    kind: 'declined',
    reason: 'CARD_DECLINED',
    gatewayReference,
    gatewayStatus: 'CHALLENGE_UNANSWERED',
  };
}
