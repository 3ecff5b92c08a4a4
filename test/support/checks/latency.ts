/** The value below which this part of them lies. */
export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

/**
 * How long others may wait at most: a second. A machine that has other things to do is slow without our doing, which shows
 * in what the same took in peace just before.
 */
export function patienceOfOthersMs(inPeace: readonly number[]): number {
  return Math.max(1000, 4 * percentile(inPeace, 0.99));
}
