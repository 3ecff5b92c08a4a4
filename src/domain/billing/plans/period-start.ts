export type Interval = 'day' | 'week' | 'month' | 'year';

/** `count` intervals make one period. */
export type Rhythm = { readonly interval: Interval; readonly count: number };

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * When the nth period after an anchor begins; period 0 begins at the anchor itself. A day is 24 hours, a week seven days.
 * Months and years keep the anchor's day of the month and time of day in UTC. In a month without that day the period begins
 * on the last day; later periods are still counted from the anchor: 31 January, 28 February, 31 March.
 *
 * Spec: "Subscription". Decision 0017.
 */
export function periodStart(anchor: Date, { interval, count }: Rhythm, n: number): Date {
  const steps = n * count;
  if (interval === 'day') return new Date(anchor.getTime() + steps * dayMs);
  if (interval === 'week') return new Date(anchor.getTime() + steps * 7 * dayMs);
  return monthsLater(anchor, interval === 'month' ? steps : steps * 12);
}

function monthsLater(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  // Goes to the 1st first: from the 31st, a move to a shorter month would skip into the month after it.
  moved.setUTCDate(1);
  moved.setUTCMonth(anchor.getUTCMonth() + months);
  moved.setUTCDate(Math.min(anchor.getUTCDate(), daysIn(moved)));
  return moved;
}

function daysIn(month: Date): number {
  const last = new Date(month);
  // The day before the first of the next month.
  last.setUTCMonth(month.getUTCMonth() + 1, 0);
  return last.getUTCDate();
}
