const dayMs = 24 * 60 * 60 * 1000;

/** The first moment that `from_date` means: itself, or the start of its UTC day. */
export function firstMoment(text: string): Date {
  return new Date(text);
}

/** The first moment that `to_date` no longer means: both ends of a range are included, a day to its last millisecond. */
export function momentAfter(text: string): Date {
  const start = new Date(text).getTime();
  return new Date(start + (text.includes('T') ? 1 : dayMs));
}
