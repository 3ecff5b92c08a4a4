/**
 * The only file that reads the machine's clock. Business time is `ctx.now(merchant)`; due times use PostgreSQL's clock, and so does
 * `now()`, once `setClock` has said what it shows. Decision 0054.
 */

/** What PostgreSQL's clock showed when our monotonic one was at zero. Before it is known, the machine's clock counts. */
let zeroMs: number | undefined;

export function now(): Date {
  return new Date(zeroMs === undefined ? Date.now() : zeroMs + monotonicMs());
}

export function unixSeconds(): number {
  return Math.floor(now().getTime() / 1000);
}

/** For durations: it does not jump when the machine's clock is corrected. */
export function monotonicMs(): number {
  return performance.now();
}

/** A difference within `uncertainMs` changes nothing, so that time does not go back and forth with each measurement. */
export function setClock(measuredZeroMs: number, uncertainMs: number): void {
  if (zeroMs === undefined || Math.abs(measuredZeroMs - zeroMs) > uncertainMs) zeroMs = measuredZeroMs;
}

/** How far the machine's clock is ahead of PostgreSQL's; negative when it is behind. */
export function machineAheadMs(): number {
  return zeroMs === undefined ? 0 : Math.round(Date.now() - zeroMs - monotonicMs());
}
