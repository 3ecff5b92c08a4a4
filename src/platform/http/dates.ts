const dayMs = 24 * 60 * 60 * 1000;

type Dates = { readonly from_date?: string | undefined; readonly to_date?: string | undefined };

/** What the two dates of a list mean: from one moment on, and before another. */
export function rangeOf({ from_date, to_date }: Dates): {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
} {
  return {
    from: from_date === undefined ? undefined : firstMoment(from_date),
    before: to_date === undefined ? undefined : momentAfter(to_date),
  };
}

/** The first moment that `from_date` means: itself, or the start of its UTC day. */
function firstMoment(text: string): Date {
  return new Date(text);
}

/** The first moment that `to_date` no longer means: both ends of a range are included, a day to its last millisecond. */
function momentAfter(text: string): Date {
  const start = new Date(text).getTime();
  return new Date(start + (text.includes('T') ? 1 : dayMs));
}
