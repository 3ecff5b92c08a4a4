import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { monotonicMs } from '../../clock.ts';
import { type Behind, nothingBehind } from '../../turns.ts';

const tickMs = 20;
/** More calls come than can be served when the event loop is as late as this, or calls wait as long as this, for all of `burstMs`. */
const [longMs, burstMs] = [300, 1000];
/** While calls are refused: how late the event loop may be, and which share of its time it works. Below the first share, it has time for more. */
const promptMs = 20;
const [idleShare, busyShare] = [0.8, 0.95];
/** So few at once are always admitted. */
const fewest = 4;
/** A call that takes longer waits for something that is no shortage of all, such as a lock of its merchant. */
const usualMs = 500;
/** The overload has ended when nobody was refused for so long. */
const calmMs = 5000;

type Say = (about: Record<string, unknown>, message: string) => void;

type Parts = {
  readonly log: { readonly warn: Say; readonly info: Say };
  /** What waits for the database. */
  readonly behind?: () => Behind;
  /** How much of its time the event loop has worked since it was asked before. */
  readonly workingShare?: () => number;
};

type Call = { readonly sinceMs: number; counts: boolean };

/**
 * Refuses calls while more of them come than this process can serve, so that those it admits are served promptly. What it bounds is how
 * many are under way at once: as many as keep the process or the database busy, and no more. A burst is no overload: a bound exists only
 * after calls have waited for a second.
 *
 * Decision 0127.
 */
export class Overload {
  readonly #log: Parts['log'];
  readonly #behind: () => Behind;
  readonly #workingShare: () => number;
  readonly #whenBegun: (() => void)[] = [];
  readonly #calls = new Set<Call>();
  #running = 0;
  #most = Number.POSITIVE_INFINITY;
  #isWatching = false;
  #working = 0;
  #longSinceMs: number | undefined;
  #refusedAtMs = 0;
  #refused = 0;
  #hasRefused = false;

  constructor({ log, behind = () => nothingBehind, workingShare = shareOfThisProcess() }: Parts) {
    this.#log = log;
    this.#behind = behind;
    this.#workingShare = workingShare;
  }

  /** Calls are refused, and nobody waits for a turn. */
  get isOn(): boolean {
    return this.#most !== Number.POSITIVE_INFINITY;
  }

  whenBegun(step: () => void): void {
    this.#whenBegun.push(step);
  }

  /** Whether one more call may begin. If not, it counts as refused. */
  admits(): boolean {
    if (this.#running < this.#most) return true;
    this.#hasRefused = true;
    this.#refused += 1;
    this.#refusedAtMs = monotonicMs();
    return false;
  }

  /** Counts a call while it is under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const call = { sinceMs: monotonicMs(), counts: true };
    this.#calls.add(call);
    this.#enter();
    try {
      return await work();
    } finally {
      this.#calls.delete(call);
      if (call.counts) this.#running -= 1;
    }
  }

  /** A part of a call that needs neither this process nor the database: it waits for another system, or for its merchant's own calls. */
  async whileAway<T>(wait: () => Promise<T>): Promise<T> {
    this.#running -= 1;
    try {
      return await wait();
    } finally {
      this.#enter();
    }
  }

  #enter(): void {
    this.#running += 1;
    if (!this.#isWatching) this.#watch();
  }

  /** Until nothing is under way: an idle process does not wake for this. */
  #watch(): void {
    this.#isWatching = true;
    const dueMs = monotonicMs() + tickMs;
    setTimeout(() => {
      this.#note(monotonicMs() - dueMs);
      if (this.#calls.size > 0 || this.isOn) this.#watch();
      else this.#isWatching = false;
    }, tickMs).unref();
  }

  #note(lateMs: number): void {
    const { times, waitedMs } = this.#behind();
    this.#working += (this.#workingShare() - this.#working) / 8;
    if (this.isOn) this.#adjust(lateMs, times);
    else this.#judge({ late_ms: Math.round(lateMs), waited_ms: Math.round(waitedMs) });
  }

  #judge(found: { readonly late_ms: number; readonly waited_ms: number }): void {
    const nowMs = monotonicMs();
    if (Math.max(found.late_ms, found.waited_ms) < longMs) {
      this.#longSinceMs = undefined;
      return;
    }
    this.#longSinceMs ??= nowMs;
    if (nowMs - this.#longSinceMs < burstMs) return;
    this.#log.warn({ ...found, running: this.#running }, 'overloaded: refuses calls');
    this.#most = fewest;
    this.#refusedAtMs = nowMs;
    for (const step of this.#whenBegun) step();
  }

  #adjust(lateMs: number, times: number): void {
    if (times <= 1) this.#leaveOutSlowCalls();
    if (lateMs > promptMs || times > 1 || this.#working > busyShare)
      this.#most = Math.max(fewest, this.#most * 0.9);
    else if (this.#hasRefused && this.#working < idleShare) this.#most += Math.max(0.25, this.#most / 64);
    this.#hasRefused = false;
    if (monotonicMs() - this.#refusedAtMs < calmMs) return;
    this.#log.info({ refused: this.#refused }, 'no longer overloaded');
    this.#most = Number.POSITIVE_INFINITY;
    this.#longSinceMs = undefined;
    this.#refused = 0;
  }

  #leaveOutSlowCalls(): void {
    const beforeMs = monotonicMs() - usualMs;
    // The oldest are first.
    for (const call of this.#calls) {
      if (call.sinceMs > beforeMs) return;
      if (!call.counts) continue;
      call.counts = false;
      this.#running -= 1;
    }
  }
}

function shareOfThisProcess(): () => number {
  let before: EventLoopUtilization | undefined;
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = before ? performance.eventLoopUtilization(now, before) : now;
    before = now;
    return utilization;
  };
}
