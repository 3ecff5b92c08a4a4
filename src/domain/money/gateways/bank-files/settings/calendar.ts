/** When files are made, and on which days a bank works. */
export type Calendar = {
  /** `HH:MM`. */
  readonly times: readonly string[];
  readonly time_zone: string;
  /** Absent: Monday to Friday. */
  readonly days?: readonly Day[];
  /** `YYYY-MM-DD`. */
  readonly holidays?: readonly string[];
};

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];

const workdays: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
/** No bank is closed for longer. */
const farthest = 60;

/** The latest cut-off that has come; undefined if there was none for two months. */
export function lastCutOff(calendar: Calendar, now: Date): Date | undefined {
  return around(calendar, now, -1)
    .toReversed()
    .find((at) => at.getTime() <= now.getTime());
}

/** The first cut-off that is still to come. */
export function nextCutOff(calendar: Calendar, now: Date): Date | undefined {
  return around(calendar, now, 1).find((at) => at.getTime() > now.getTime());
}

/** The day on which a bank is asked to pay what a file that is made now asks for: today if the bank works, else its next day. */
export function executionDay(calendar: Calendar, now: Date): string {
  const today = dateOf(calendar, now);
  const day = daysFrom(today, 1).find((date) => isOpen(calendar, date));
  return (day ?? today).toString();
}

/** A time as people of the bank say it: `2026-11-26 10:00 (Africa/Harare)`. */
export function shownTime({ time_zone }: Calendar, at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone);
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} (${time_zone})`;
}

/** The cut-offs from now on in one direction, in order of time, and those of today. */
function around(calendar: Calendar, now: Date, direction: 1 | -1): Date[] {
  return daysFrom(dateOf(calendar, now), direction)
    .filter((date) => isOpen(calendar, date))
    .flatMap((date) => calendar.times.map((time) => instantOf(calendar, date, time)))
    .toSorted((a, b) => a.getTime() - b.getTime());
}

function daysFrom(date: Temporal.PlainDate, direction: 1 | -1): Temporal.PlainDate[] {
  return Array.from({ length: farthest }, (_day, after) => date.add({ days: after * direction }));
}

/** A time that a change of the clocks leaves out is as much later. */
function instantOf({ time_zone }: Calendar, date: Temporal.PlainDate, time: string): Date {
  const local = date.toZonedDateTime({ timeZone: time_zone, plainTime: time });
  return new Date(local.epochMilliseconds);
}

function dateOf({ time_zone }: Calendar, now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone).toPlainDate();
}

function isOpen({ days: open = workdays, holidays = [] }: Calendar, date: Temporal.PlainDate): boolean {
  const day = days[date.dayOfWeek - 1];
  return day !== undefined && open.includes(day) && !holidays.includes(date.toString());
}
