/** The only file that reads the machine's clock. Business time is `ctx.now(merchant)`; due times use PostgreSQL's clock. */

export function now(): Date {
  return new Date();
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** For durations: it does not jump when the machine's clock is corrected. */
export function monotonicMs(): number {
  return performance.now();
}
