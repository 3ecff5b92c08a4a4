/**
 * How long after a failed attempt the next may start. The jitter only adds, so a retry is never early.
 *
 * @param attempt the attempt that failed, from 1
 * @param jitter  from 0 to 1; adds up to a tenth
 *
 * Spec: "Delivery and retry".
 */
export function retryDelayMs(attempt: number, jitter: number): number {
  const seconds = 2 ** attempt;
  return Math.ceil(seconds * 1000 * (1 + jitter / 10));
}
