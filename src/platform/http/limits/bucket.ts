export type Take = {
  readonly admitted: boolean;
  /** How many more calls would be admitted now. */
  readonly remaining: number;
  /** Until the oldest counted call leaves the window and `remaining` grows. */
  readonly resetSeconds: number;
  /** After this time a refused call would be admitted, if no other call comes first; 0 for an admitted call. */
  readonly retryAfterSeconds: number;
};

/** For the processes that lost their shared count: when, and what this one admits until a window has passed since. */
type Parting = { readonly sinceMs: number; readonly most: number };

/** A ring buffer of admitted times, oldest first. It starts small, since most callers never come near their limit. */
export class Bucket {
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
    const oldest = this.#count === 0 ? nowMs : this.#time(0);
    const resetSeconds = Math.max(0, Math.ceil((windowMs - (nowMs - oldest)) / 1000));
    if (admitted) return { admitted, remaining, resetSeconds, retryAfterSeconds: 0 };
    const retryAfterSeconds = secondsUntilOut(this.#blocking(limit, nowMs), windowMs, nowMs);
    return { admitted, remaining, resetSeconds, retryAfterSeconds };
  }

  /**
   * Like `take` for calls since the parting. What was admitted before it stays remembered, but is not counted: it was counted by all
   * processes together.
   *
   * @param limit that holds when a window has passed since
   */
  takeSince({ sinceMs, most }: Parting, limit: number, windowMs: number, nowMs: number): Take {
    this.#forget(nowMs - windowMs);
    const used = this.timesSince(sinceMs).length;
    const admitted = used < most;
    const resetSeconds = Math.max(0, Math.ceil((windowMs - (nowMs - sinceMs)) / 1000));
    if (admitted) {
      this.#add(nowMs);
      return { admitted, remaining: most - used - 1, resetSeconds, retryAfterSeconds: 0 };
    }
    const blocking = used < limit ? sinceMs : this.#blocking(limit, nowMs);
    return {
      admitted,
      remaining: 0,
      resetSeconds,
      retryAfterSeconds: secondsUntilOut(blocking, windowMs, nowMs),
    };
  }

  /** Counts a call that others have admitted. */
  remember(windowMs: number, nowMs: number): void {
    this.#forget(nowMs - windowMs);
    this.#add(nowMs);
  }

  /** When calls were admitted, oldest first. */
  timesSince(sinceMs: number): readonly number[] {
    let place = this.#count;
    while (place > 0 && this.#time(place - 1) >= sinceMs) place -= 1;
    return Array.from({ length: this.#count - place }, (_, after) => this.#time(place + after));
  }

  /**
   * When the call was made that must leave the window before the next is admitted. That is the oldest call, unless the limit was
   * lowered. A limit of none has no such call.
   */
  #blocking(limit: number, nowMs: number): number {
    return limit === 0 ? nowMs : this.#time(this.#count - limit);
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

/** Until a call that was made then has left the window. Rounding errors must not make a caller who returns then too early. */
function secondsUntilOut(madeMs: number, windowMs: number, nowMs: number): number {
  const seconds = Math.max(1, Math.ceil((windowMs - (nowMs - madeMs)) / 1000));
  return madeMs <= nowMs + seconds * 1000 - windowMs ? seconds : seconds + 1;
}
