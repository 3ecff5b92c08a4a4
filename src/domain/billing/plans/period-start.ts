export type Interval = 'day' | 'week' | 'month' | 'year';

/** `count` intervals make one period. */
export type Rhythm = { readonly interval: Interval; readonly count: number };

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * When the nth period after an anchor begins; the 0th begins at the anchor itself. Days and weeks are 24 hours and seven
 * times that. Months and years keep the anchor's day and time of UTC; a month that is too short ends the period on its
 * last day, and the next one is counted from the anchor again: 31 January, 28 February, 31 March.
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
  // By the first: no month is too short for it.
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
