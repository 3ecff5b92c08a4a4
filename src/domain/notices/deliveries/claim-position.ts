import { randomUuid } from '../../../platform/ids.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';

/**
 * Where the next claim starts. While claims fill all free slots, each starts at a random lane, so that every lane is served. A
 * claim that finds less has seen all lanes from its start on: if that was the first lane, nothing is left to claim.
 */
export function createClaimPosition() {
  let afterLane = firstLane;
  return {
    afterLane: () => afterLane,
    /** True when nothing is left to claim now. */
    advance(count: number, free: number): boolean {
      const isShort = count < free;
      const nothingLeft = isShort && afterLane === firstLane;
      afterLane = isShort ? firstLane : randomUuid();
      return nothingLeft;
    },
  };
}
