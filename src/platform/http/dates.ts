const dayMs = 24 * 60 * 60 * 1000;

type Dates = { readonly from_date?: string | undefined; readonly to_date?: string | undefined };

const figuresOf = (values: number, figures: number): readonly string[] =>
  Array.from({ length: values }, (_, value) => String(value).padStart(figures, '0'));
const [twoFigures, threeFigures] = [figuresOf(60, 2), figuresOf(1000, 3)];

type Day = { readonly day: number; readonly date: string };

/** The latest days that were shown, by the last figures of their numbers: a row has moments of several days. */
const days: Day[] = [];
const mostDays = 64;

/** As `toISOString`, in a third of its time: a list shows dozens of moments, of few days. */
export function isoOf(moment: Date): string {
  const ms = moment.getTime();
  const day = Math.floor(ms / dayMs);
  const place = day & (mostDays - 1);
  let known = days[place];
  if (known?.day !== day) {
    known = { day, date: moment.toISOString().split('T', 1)[0] ?? '' };
    days[place] = known;
  }
  const ofDay = ms - day * dayMs;
  const seconds = Math.floor(ofDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${twoFigures[Math.floor(minutes / 60)]}:${twoFigures[minutes % 60]}:${twoFigures[seconds % 60]}`;
  return `${known.date}T${time}.${threeFigures[ofDay % 1000]}Z`;
}

/** What the contract's patterns for times let through: date, minutes, seconds, fraction, `Z` or the offset. */
const parts =
  /^([0-9-]{10})(?:T([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?(?:Z|([+ -])([0-9]{2}):?([0-9]{2})?)?)?$/;

/**
 * The moment of a time or day that a caller sent. Without an offset it is in UTC, and a fraction is cut to milliseconds. Not left
 * to `Date`, which reads a time without an offset in the zone of the machine.
 */
export function readInstant(text: string): Date {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', sign = '+', hours = '00', rest = '00'] =
    parts.exec(text) ?? [];
  // A query decodes `+` to a space.
  const offset = `${sign === '-' ? '-' : '+'}${hours}:${rest}`;
  const moment = new Date(`${day}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  if (Number.isNaN(moment.getTime())) throw new Error('the contract let through what is no time');
  return moment;
}

/** The range of two date parameters of a list: `from` is included, `before` is not. */
export function rangeOf({ from_date, to_date }: Dates): {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
} {
  return {
    from: from_date === undefined ? undefined : readInstant(from_date),
    before: to_date === undefined ? undefined : momentAfter(to_date),
  };
}

/** The first moment after `to_date`, which is included: a day ends with its last millisecond. */
function momentAfter(text: string): Date {
  return new Date(readInstant(text).getTime() + (text.includes('T') ? 1 : dayMs));
}
