import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { monotonicMs } from '../../clock.ts';
import { type Behind, nothingBehind } from '../../turns.ts';
import { Bound } from './bound.ts';

const tickMs = 20;
/** More calls come than can be served when the event loop is as late as this, or calls wait as long as this, for all of `burstMs`. */
const [longMs, burstMs] = [300, 1000];
/** A call that takes longer waits for something that is no shortage of all, such as a lock of its merchant. */
const usualMs = 500;
/** The overload has ended when nobody was refused for so long. */
const calmMs = 5000;

type Say = (about: Record<string, unknown>, message: string) => void;

type Parts = {
  /** For the log. */
  readonly mode: string;
  readonly log: { readonly warn: Say; readonly info: Say };
  /** What waits for the database. */
  readonly behind?: () => Behind;
  /** How much of its time the event loop has worked since it was asked before. */
  readonly workingShare?: () => number;
  /** How many times as long as usual calls may wait, for tests on a busy machine. Default: 1. */
  readonly patience?: number;
};

type Call = { sinceMs: number; counts: boolean };

/** The call whose work runs now. */
const underWay = new AsyncLocalStorage<Call>();

/**
 * Refuses calls of a mode while more of them come than this process can serve, so that those it admits are served promptly. What it
 * bounds is how many are under way at once: as many as keep the process or the database busy, and no more. A burst is no overload: a
 * bound exists only after calls have waited for a second.
 *
 * Decision 0127.
 */
export class Overload {
  readonly #parts: Required<Parts>;
  readonly #longMs: number;
  readonly #whenBegun: (() => void)[] = [];
  readonly #calls = new Set<Call>();
  #running = 0;
  #bound: Bound | undefined;
  #isWatching = false;
  #working = 0;
  #longSinceMs: number | undefined;
  #refusedAtMs = 0;
  #refused = 0;

  constructor(parts: Parts) {
    const usual = { behind: () => nothingBehind, workingShare: shareOfThisProcess(), patience: 1 };
    this.#parts = { ...usual, ...parts };
    this.#longMs = longMs * this.#parts.patience;
  }

  /** Calls are refused, and nobody waits for a turn. */
  get isOn(): boolean {
    return this.#bound !== undefined;
  }

  /** How long a refusal is held before it is answered. */
  get holdMs(): number {
    return this.#bound?.holdMs ?? 0;
  }

  whenBegun(step: () => void): void {
    this.#whenBegun.push(step);
  }

  /** Whether one more call may begin. If not, it counts as refused. */
  admits(): boolean {
    if (!this.#bound || this.#bound.admits(this.#running)) return true;
    this.#refused += 1;
    this.#refusedAtMs = monotonicMs();
    return false;
  }

  /** Counts a call while it is under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const call = { sinceMs: 0, counts: false };
    this.#enter(call);
    try {
      return await underWay.run(call, work);
    } finally {
      this.#leave(call);
    }
  }

  /** Does not count the call meanwhile: it waits for another system, or for calls of its own merchant. */
  async whileAway<T>(wait: () => Promise<T>): Promise<T> {
    const call = underWay.getStore();
    if (call) this.#leave(call);
    try {
      return await wait();
    } finally {
      if (call) this.#enter(call);
    }
  }

  #enter(call: Call): void {
    call.sinceMs = monotonicMs();
    call.counts = true;
    this.#calls.add(call);
    this.#running += 1;
    if (!this.#isWatching) this.#watch();
  }

  #leave(call: Call): void {
    this.#calls.delete(call);
    this.#discount(call);
  }

  #discount(call: Call): void {
    if (call.counts) this.#running -= 1;
    call.counts = false;
  }

  /** Until nothing is under way: an idle process does not wake for this. */
  #watch(): void {
    this.#isWatching = true;
    const dueMs = monotonicMs() + tickMs;
    setTimeout(() => {
      this.#note(monotonicMs() - dueMs);
      if (this.#calls.size > 0 || this.isOn) return this.#watch();
      this.#isWatching = false;
      this.#longSinceMs = undefined;
    }, tickMs).unref();
  }

  #note(lateMs: number): void {
    const behind = this.#parts.behind();
    this.#working += (this.#parts.workingShare() - this.#working) / 8;
    if (!this.#bound)
      return this.#judge({ late_ms: Math.round(lateMs), waited_ms: Math.round(behind.waitedMs) });
    if (behind.times <= 1 && behind.waitedMs < this.#longMs) this.#leaveOutSlowCalls();
    this.#bound.adjust({ lateMs, working: this.#working, timesBehind: behind.times });
    if (monotonicMs() - this.#refusedAtMs >= calmMs) this.#end();
  }

  #judge(found: { readonly late_ms: number; readonly waited_ms: number }): void {
    const nowMs = monotonicMs();
    if (Math.max(found.late_ms, found.waited_ms) < this.#longMs) {
      this.#longSinceMs = undefined;
      return;
    }
    this.#longSinceMs ??= nowMs;
    if (nowMs - this.#longSinceMs < burstMs) return;
    const { mode, log } = this.#parts;
    log.warn({ mode, ...found, running: this.#running }, 'overloaded: refuses calls');
    this.#bound = new Bound();
    this.#refusedAtMs = nowMs;
    for (const step of this.#whenBegun) step();
  }

  #end(): void {
    const { mode, log } = this.#parts;
    log.info({ mode, refused: this.#refused }, 'no longer overloaded');
    this.#bound = undefined;
    this.#longSinceMs = undefined;
    this.#refused = 0;
  }

  #leaveOutSlowCalls(): void {
    const beforeMs = monotonicMs() - usualMs;
    // The oldest are first.
    for (const call of this.#calls) {
      if (call.sinceMs > beforeMs) return;
      this.#discount(call);
    }
  }
}

function shareOfThisProcess(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return utilization;
  };
}
