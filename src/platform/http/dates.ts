const dayMs = 24 * 60 * 60 * 1000;

type Dates = { readonly from_date?: string | undefined; readonly to_date?: string | undefined };

/** The range of two date parameters of a list: `from` is included, `before` is not. */
export function rangeOf({ from_date, to_date }: Dates): {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
} {
  return {
    from: from_date === undefined ? undefined : firstMoment(from_date),
    before: to_date === undefined ? undefined : momentAfter(to_date),
  };
}

/** The first moment of `from_date`: itself, or the start of its UTC day. */
function firstMoment(text: string): Date {
  return new Date(text);
}

/** The first moment after `to_date`, which is included: a day ends with its last millisecond. */
function momentAfter(text: string): Date {
  const start = new Date(text).getTime();
  return new Date(start + (text.includes('T') ? 1 : dayMs));
}
