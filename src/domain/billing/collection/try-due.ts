import { dayMs } from '../plans/period-start.ts';

/** The days of a period on which its money is asked for: at its start, then so many days after it. */
const tryDays: readonly number[] = [0, 1, 3, 7];

/**
 * When a period's money is asked for the nth time (1, 2 …); undefined after the last, when the plan decides what happens.
 *
 * @param billedAt when the invoice of the period was made: the moment it began, unless the service was away
 *
 * Spec: "Subscription". Decision 0017.
 */
export function tryDue(billedAt: Date, number: number): Date | undefined {
  const days = tryDays[number - 1];
  return days === undefined ? undefined : new Date(billedAt.getTime() + days * dayMs);
}
