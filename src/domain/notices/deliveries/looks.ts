import { randomUuid } from '../../../platform/ids.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';

/**
 * Where to look next: from a random lane on while there is plenty, so that every lane has its turn. A look that finds less
 * than it could take has seen all lanes from there on; two of them, from the first lane and from elsewhere, are followed by a rest.
 */
export function createLooks() {
  let afterLane = firstLane;
  let short = 0;
  return {
    afterLane: () => afterLane,
    /** Whether it is time for a rest. */
    found(count: number, free: number): boolean {
      short = count < free ? short + 1 : 0;
      const rest = short > 1;
      const fromFirst = rest || (short === 1 && afterLane !== firstLane);
      afterLane = fromFirst ? firstLane : randomUuid();
      if (rest) short = 0;
      return rest;
    },
  };
}
