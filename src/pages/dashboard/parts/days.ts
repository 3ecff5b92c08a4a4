/**
 * The beginning of a day in a time zone, as a filter names it.
 *
 * @param text `2026-01-31`; anything else is no day
 * @param after so many days later
 */
export function dayIn(text: string | null, timeZone: string, after = 0): Date | undefined {
  if (text === null || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  try {
    const day = Temporal.PlainDate.from(text).add({ days: after });
    return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** A moment that a `datetime-local` field names, in a time zone. @param text `2026-01-31T09:30` */
export function momentIn(text: string, timeZone: string): Date | undefined {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return undefined;
  try {
    return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** A moment as a `datetime-local` field shows it, to the minute. */
export function momentText(at: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' });
}
