import { monotonicMs } from '../../clock.ts';
import { Backlog } from './backlog.ts';

const tickMs = 20;
/** Requests in a tick. With so few, the loop is as late as it is on this machine anyway. */
const quiet = 1;
/** With at most so many requests in a tick, the loop is not late because of them; so many are always admitted. */
const fewest = 16;

/** How late the loop may be: four times as late as usual, and within these. */
const [leastLateMs, mostLateMs] = [10, 100];

/**
 * How late the event loop of this process is. When it stays late, more requests come than it can serve: then it admits fewer in each
 * tick, until it is in time again. It judges before anything is done for a request, because even refusals take time.
 *
 * Decision 0127.
 */
export class EventLoop {
  readonly #backlog = new Backlog({ promptMs: leastLateMs, burstMs: 2000 });
  /** Of this tick. */
  #admitted = 0;
  /** For each tick, while the loop is late. */
  #most = Number.POSITIVE_INFINITY;
  #usualMs = 0;
  #isWatched = false;

  admits(): boolean {
    if (!this.#isWatched) this.#watch();
    if (this.#admitted >= this.#most) return false;
    this.#admitted += 1;
    return true;
  }

  #watch(): void {
    this.#isWatched = true;
    let dueMs = monotonicMs() + tickMs;
    setInterval(() => {
      const nowMs = monotonicMs();
      this.#note(nowMs - dueMs);
      dueMs = nowMs + tickMs;
    }, tickMs).unref();
  }

  #note(lateMs: number): void {
    const admitted = this.#admitted;
    this.#admitted = 0;
    if (admitted <= quiet) this.#usualMs += (Math.min(lateMs, mostLateMs) - this.#usualMs) / 64;
    const mayBeMs = Math.min(mostLateMs, Math.max(leastLateMs, 4 * this.#usualMs));
    const isInTime = this.#backlog.admits(admitted < fewest ? 0 : lateMs, mayBeMs);
    if (!isInTime) this.#most = Math.max(fewest, Math.min(admitted, this.#most) * 0.9);
    else if (!this.#backlog.isStrict) this.#most = Number.POSITIVE_INFINITY;
    else this.#most *= 1.1;
  }
}

/** There is one for the process. */
export const eventLoop = new EventLoop();
