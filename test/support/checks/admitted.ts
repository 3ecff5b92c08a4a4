/** When a call that was admitted was sent, and when its answer came. */
export type AdmittedCall = { readonly sentMs: number; readonly answeredMs: number };

/** The most calls that were surely admitted within one window: each was sent and answered in it. */
export function mostInAWindow(calls: readonly AdmittedCall[], windowMs: number): number {
  const counts = calls.map(
    ({ sentMs }) =>
      calls.filter((other) => other.sentMs >= sentMs && other.answeredMs < sentMs + windowMs).length,
  );
  return Math.max(0, ...counts);
}
