/** How late the event loop may be, and which share of its time it works. Below the first share, it has time for more. */
const [promptMs, idleShare, busyShare] = [20, 0.8, 0.95];
/** So few at once are always admitted. */
const fewest = 4;
/** Refusals are held for at most so long. */
const longestHoldMs = 1000;

type Found = {
  readonly lateMs: number;
  /** Which share of its time the event loop works. */
  readonly working: number;
  /** How many times as many calls wait for the database as it serves at once. */
  readonly timesBehind: number;
};

/**
 * How many calls may be under way at once during an overload. It follows what the process can do.
 *
 * Decision 0127.
 */
export class Bound {
  #most = fewest;
  #holdMs = 0;
  #wasLate = false;
  #hasRefused = false;

  /**
   * How long a refusal is held before it is answered. Callers who come again as soon as they are refused keep the process busy with
   * refusing them; held, they leave it time for those it admits. Without this, such an overload never ends.
   */
  get holdMs(): number {
    return this.#holdMs;
  }

  admits(running: number): boolean {
    if (running < this.#most) return true;
    this.#hasRefused = true;
    return false;
  }

  adjust({ lateMs, working, timesBehind }: Found): void {
    const isLate = lateMs > promptMs;
    // One late moment says nothing: other programs share the machine.
    const isBusy = (isLate && this.#wasLate) || working > busyShare;
    const hasTime = !isLate && working < idleShare;
    this.#wasLate = isLate;
    if (isBusy) this.#holdRefusals();
    if (isBusy || timesBehind > 1) this.#most = Math.max(fewest, this.#most * 0.9);
    else if (this.#hasRefused && hasTime) this.#most += Math.max(0.25, this.#most / 64);
    this.#hasRefused = false;
  }

  /** With the fewest calls under way, what keeps the process busy are refusals. */
  #holdRefusals(): void {
    if (this.#hasRefused && this.#most === fewest) this.#holdMs = Math.min(this.#holdMs + 1, longestHoldMs);
  }
}
