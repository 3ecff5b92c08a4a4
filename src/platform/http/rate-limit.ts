import { Recent } from '../recent.ts';

export type Take = {
  readonly admitted: boolean;
  /** How many more calls would be admitted now. */
  readonly remaining: number;
  /** Until the oldest counted call leaves the window and `remaining` grows. */
  readonly resetSeconds: number;
  /** After this time a refused call would be admitted, if no other call comes first; 0 for an admitted call. */
  readonly retryAfterSeconds: number;
};

/** Counts calls, in this process's memory or in a store that several processes share. */
export type RateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take | Promise<Take>;
  /** Whether `take` would admit a call. Counts nothing. */
  hasRoom(bucketKey: string, limit: number, windowMs: number, nowMs: number): boolean | Promise<boolean>;
};

type MemoryRateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take;
  hasRoom(bucketKey: string, limit: number, windowMs: number, nowMs: number): boolean;
};

/**
 * A sliding-window log: a call is admitted if and only if fewer than `limit` calls were admitted in the last window. Refused calls
 * do not count. Only a log of times enforces "more than 60 requests in 60 seconds" exactly.
 */
export function createRateLimit(mostBuckets = 100_000): MemoryRateLimit {
  const buckets = new Recent<Bucket>(mostBuckets);
  return {
    take(bucketKey, limit, windowMs, nowMs) {
      const bucket = buckets.get(bucketKey) ?? new Bucket();
      buckets.set(bucketKey, bucket);
      return bucket.take(limit, windowMs, nowMs);
    },
    hasRoom: (bucketKey, limit, windowMs, nowMs) =>
      buckets.get(bucketKey)?.hasRoom(limit, windowMs, nowMs) ?? true,
  };
}

export function rateLimitHeaders(
  take: Take,
  limit: number,
  windowMs: number,
): { RateLimit: string; 'RateLimit-Policy': string } {
  return {
    RateLimit: `"default";r=${take.remaining};t=${take.resetSeconds}`,
    'RateLimit-Policy': `"default";q=${limit};w=${Math.ceil(windowMs / 1000)}`,
  };
}

/** A ring buffer of admitted times, oldest first. It starts small, since most callers never come near their limit. */
class Bucket {
  #times = new Float64Array(4);
  #first = 0;
  #count = 0;

  hasRoom(limit: number, windowMs: number, nowMs: number): boolean {
    this.#forget(nowMs - windowMs);
    return this.#count < limit;
  }

  take(limit: number, windowMs: number, nowMs: number): Take {
    const admitted = this.hasRoom(limit, windowMs, nowMs);
    if (admitted) this.#add(nowMs);
    const remaining = Math.max(0, limit - this.#count);
    // Subtract first: rounding errors of a sum would turn 60 seconds into 61.
    const resetSeconds = Math.max(0, Math.ceil((windowMs - (nowMs - this.#time(0))) / 1000));
    if (admitted) return { admitted, remaining, resetSeconds, retryAfterSeconds: 0 };
    // When the call was made that must leave the window before the next is admitted. That is the oldest call, unless the limit
    // was lowered.
    const blocking = this.#time(this.#count - limit);
    const seconds = Math.max(1, Math.ceil((windowMs - (nowMs - blocking)) / 1000));
    // Rounding errors must not make a caller who returns at the announced second too early.
    const enough = blocking <= nowMs + seconds * 1000 - windowMs;
    return { admitted, remaining, resetSeconds, retryAfterSeconds: enough ? seconds : seconds + 1 };
  }

  #forget(until: number): void {
    while (this.#count > 0 && this.#time(0) <= until) {
      this.#first = (this.#first + 1) % this.#times.length;
      this.#count -= 1;
    }
  }

  #add(nowMs: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.#count) % this.#times.length] = nowMs;
    this.#count += 1;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    for (let place = 0; place < this.#count; place += 1) times[place] = this.#time(place);
    this.#times = times;
    this.#first = 0;
  }

  #time(place: number): number {
    return this.#times[(this.#first + place) % this.#times.length] ?? 0;
  }
}
