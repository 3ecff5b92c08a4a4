/** The only reader of the machine's clock. Business time is `ctx.now(merchant)`; due times are PostgreSQL's. */

export function now(): Date {
  return new Date();
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** For durations: never jumps when the machine's clock is corrected. */
export function monotonicMs(): number {
  return performance.now();
}
