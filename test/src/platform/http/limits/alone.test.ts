import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alone } from '../../../../../src/platform/http/limits/alone.ts';
import type { Take } from '../../../../../src/platform/http/limits/bucket.ts';

const windowMs = 60_000;
const wanted = { name: 'key', limit: 60, windowMs };

function admittedOf(alone: Alone, calls: number, nowMs: number): number {
  return Array.from({ length: calls }, () => alone.take(wanted, nowMs)).filter(({ admitted }) => admitted)
    .length;
}

describe('a process that counts alone', () => {
  it('admits its share of the second half of a limit, and of the whole limit when a window has passed', () => {
    const alone = new Alone(3, 0);
    for (let n = 0; n < 30; n += 1) alone.remember(wanted, n);
    alone.begin(1000);

    const counts = [1000, 30_000, 60_999, 61_000, 61_001].map((nowMs) => admittedOf(alone, 100, nowMs));

    // Ten at 1,000 leave the window at 61,000.
    expect(counts).toEqual([10, 0, 0, 20, 0]);
  });

  it('admits nothing of a busy bucket until a window has passed', () => {
    const alone = new Alone(3, 0);
    alone.markBusy('key', 75_000);
    alone.begin(10_000);

    const refused = alone.take(wanted, 20_000);

    expect(refused).toEqual({ admitted: false, remaining: 0, resetSeconds: 50, retryAfterSeconds: 50 });
    expect([alone.hasRoom(wanted, 69_999), alone.hasRoom(wanted, 70_000)]).toEqual([false, true]);
    expect(admittedOf(alone, 100, 70_000)).toBe(20);
  });

  it('admits the usual part of a bucket that was busy long before', () => {
    const alone = new Alone(3, 0);
    alone.markBusy('key', 75_000);
    alone.begin(75_000);

    expect(admittedOf(alone, 100, 75_000)).toBe(10);
  });

  it('admits nothing where there are more processes than calls', () => {
    const alone = new Alone(3, -windowMs);

    const refused = alone.take({ ...wanted, limit: 2 }, 0);

    expect(refused).toMatchObject({ admitted: false, remaining: 0, retryAfterSeconds: 60 });
  });

  it('tells what it admitted in the last window, since a time', () => {
    const alone = new Alone(1, 0);
    for (const nowMs of [0, 10_000, 50_000]) alone.remember(wanted, nowMs);

    expect(alone.admittedSince(Number.NEGATIVE_INFINITY, 60_001)).toEqual([
      { ...wanted, agesMs: [50_001, 10_001] },
    ]);
    expect(alone.admittedSince(20_000, 60_001)).toEqual([{ ...wanted, agesMs: [10_001] }]);
    expect(alone.admittedSince(50_001, 60_001)).toEqual([]);
  });

  it('keeps the limit together with others in any window, and admits each at the second that it announced', () => {
    const step = fc.record({
      process: fc.integer({ min: 0, max: 2 }),
      stepMs: fc.double({ min: 0, max: 90, noNaN: true }),
      comesBack: fc.boolean(),
    });
    const streams = fc.record({
      before: fc.array(step, { maxLength: 100 }),
      after: fc.array(step, { minLength: 50, maxLength: 200 }),
      limit: fc.integer({ min: 3, max: 14 }),
    });

    fc.assert(
      fc.property(streams, ({ before, after, limit }) => {
        const three = new Three(limit);
        for (const one of before) three.together(one);
        three.lose();
        for (const one of after) three.alone(one);

        expect(three.mostInWindow).toBeLessThanOrEqual(limit);
        expect(three.refusedInVain).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});

type Step = { readonly process: number; readonly stepMs: number; readonly comesBack: boolean };

const second = 1000;

/** Three processes that lose what they share, and every call that they admitted. */
class Three {
  readonly #processes = Array.from({ length: 3 }, () => new Alone(3, 0));
  readonly #wanted: { name: string; limit: number; windowMs: number };
  readonly #admitted: number[] = [];
  #nowMs = 5000;
  mostInWindow = 0;
  /** Calls that were refused, and again at the second that was announced. */
  refusedInVain = 0;

  constructor(limit: number) {
    this.#wanted = { name: 'key', limit, windowMs: second };
  }

  /** The server judges for all of them, and says when more than half of the limit is used. */
  together({ process, stepMs }: Step): void {
    this.#nowMs += stepMs;
    if (this.#inWindow() >= this.#wanted.limit) return;
    this.#processes[process]?.remember(this.#wanted, this.#nowMs);
    this.#admit();
    if (this.#inWindow() <= Math.floor(this.#wanted.limit / 2)) return;
    for (const one of this.#processes) one.markBusy('key', this.#nowMs + 1.25 * second);
  }

  lose(): void {
    for (const one of this.#processes) one.begin(this.#nowMs);
  }

  alone({ process, stepMs, comesBack }: Step): void {
    this.#nowMs += stepMs;
    const first = this.#take(process);
    if (first.admitted || !comesBack) return;
    this.#nowMs += first.retryAfterSeconds * second;
    if (!this.#take(process).admitted) this.refusedInVain += 1;
  }

  #take(process: number): Take {
    const taken = this.#processes[process]?.take(this.#wanted, this.#nowMs);
    if (taken === undefined) throw new Error('there are three');
    if (taken.admitted) this.#admit();
    return taken;
  }

  #admit(): void {
    this.#admitted.push(this.#nowMs);
    this.mostInWindow = Math.max(this.mostInWindow, this.#inWindow());
  }

  #inWindow(): number {
    return this.#admitted.filter((at) => at > this.#nowMs - second).length;
  }
}
