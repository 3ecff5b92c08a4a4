import { monotonicMs } from '../../../platform/clock.ts';
import { randomUuid } from '../../../platform/ids.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';
/** A claim from the first lane on looks at 8,192 lanes. Once a second another one looks at those that may come after them. */
const elsewhereEveryMs = 1000;

/**
 * Where the next claim starts. While claims fill all free slots, each starts at a random lane, so that every lane is served. A
 * claim that finds less has seen the lanes from its start on: if that was the first lane, nothing is left to claim for now.
 */
export function createClaimPosition(clockMs: () => number = monotonicMs) {
  let afterLane = firstLane;
  let elsewhereAtMs = clockMs();
  return {
    afterLane: () => afterLane,
    /** True when nothing is left to claim now. */
    advance(count: number, free: number): boolean {
      const isShort = count < free;
      const nothingLeft = isShort && afterLane === firstLane;
      const isLate = clockMs() - elsewhereAtMs >= elsewhereEveryMs;
      afterLane = isShort && !(nothingLeft && isLate) ? firstLane : randomUuid();
      if (afterLane !== firstLane) elsewhereAtMs = clockMs();
      return nothingLeft;
    },
  };
}
