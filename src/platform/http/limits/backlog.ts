import { monotonicMs } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import { countOverload } from '../../telemetry/counters.ts';

/** What a queue may come to. */
type Limits = {
  /** A wait up to this is no wait. */
  readonly promptMs: number;
  /** For how long the wait may be longer: a burst passes. */
  readonly burstMs: number;
};

/** After the last refusal, for how long no burst is let pass: else the queue would grow again after each refusal. */
const calmMs = 5000;

/** One queue: whether it only has a burst, or more comes than is served. Decision 0127. */
export class Backlog {
  readonly #limits: Limits;
  #promptAtMs = monotonicMs();
  #strictUntilMs = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** More came than is served, a moment ago. */
  get isStrict(): boolean {
    return monotonicMs() < this.#strictUntilMs;
  }

  /**
   * @param waitMs how long one more would wait
   * @param promptMs if not as usual
   */
  admits(waitMs: number, promptMs = this.#limits.promptMs): boolean {
    const nowMs = monotonicMs();
    if (waitMs <= promptMs) {
      this.#promptAtMs = nowMs;
      return true;
    }
    if (nowMs >= this.#strictUntilMs && nowMs - this.#promptAtMs <= this.#limits.burstMs) return true;
    this.#strictUntilMs = nowMs + calmMs;
    return false;
  }
}

/** @throws SERVICE_UNAVAILABLE */
export function refuseForOverload(scarce: 'event_loop' | 'connections' | 'merchant'): never {
  countOverload(scarce);
  throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}
