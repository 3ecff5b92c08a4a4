const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the attempt began; then, counted from the checkout's expiry, the three last ones. */
const afterBegin = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute];
const afterExpiry = [hour, 6 * hour, 24 * hour];

/**
 * When an undecided attempt is asked for the nth time (1, 2 …); undefined after the last, when a person must look.
 * A time that has passed already (the clock was turned) is now: a question is never left out.
 *
 * Decision 0017 ("Undecided attempts").
 */
export function requeryDue(of: { begun: Date; now: Date; expires: Date; attempt: number }): Date | undefined {
  const early = afterBegin[of.attempt - 1];
  if (early !== undefined) return latest(of.now, of.begun.getTime() + early);
  const late = afterExpiry[of.attempt - 1 - afterBegin.length];
  return late === undefined ? undefined : latest(of.now, of.expires.getTime() + late);
}

function latest(now: Date, due: number): Date {
  return new Date(Math.max(now.getTime(), due));
}
