export type Take = {
  readonly admitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** Until the oldest counted call is forgotten and `remaining` grows. */
  readonly resetSeconds: number;
  /** After which a refused call is admitted, if no other comes first; 0 when this one was. */
  readonly retryAfterSeconds: number;
};

/** What counts calls: in this process's memory, or beside it in a place that several processes share. */
export type RateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take | Promise<Take>;
};

type MemoryRateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take;
};

/**
 * "More than 60 requests in 60 seconds" is met exactly only by a log of the admitted times: a call is admitted
 * if and only if fewer than the limit were in the last window. Refused calls do not count.
 */
export function createRateLimit(mostBuckets = 100_000): MemoryRateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    take(bucketKey, limit, windowMs, nowMs) {
      const bucket = buckets.get(bucketKey) ?? new Bucket();
      // A map keeps the order of insertion: first is what was used least recently.
      buckets.delete(bucketKey);
      buckets.set(bucketKey, bucket);
      if (buckets.size > mostBuckets) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return bucket.take(limit, windowMs, nowMs);
    },
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

/** A ring of admitted times, oldest first; it grows to what is used, as most callers never near their limit. */
class Bucket {
  #times = new Float64Array(4);
  #first = 0;
  #count = 0;

  take(limit: number, windowMs: number, nowMs: number): Take {
    this.#forget(nowMs - windowMs);
    const admitted = this.#count < limit;
    if (admitted) this.#add(nowMs);
    const remaining = Math.max(0, limit - this.#count);
    // The difference first: a sum of fractions would round 60 seconds up to 61.
    const resetSeconds = Math.max(0, Math.ceil((windowMs - (nowMs - this.#time(0))) / 1000));
    if (admitted) return { admitted, remaining, resetSeconds, retryAfterSeconds: 0 };
    // One is free when no more than limit - 1 are left; a limit that was lowered waits for more than one.
    const blocking = this.#time(this.#count - limit);
    const seconds = Math.max(1, Math.ceil((windowMs - (nowMs - blocking)) / 1000));
    // Fractions are rounded: whoever comes back at the announced second must never be too early by a hair.
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
