import { describe, expect, it } from 'vitest';
import { createClaimPosition } from '../../../../../src/domain/notices/deliveries/claim-position.ts';

const firstLane = '00000000-0000-0000-0000-000000000000';

describe('the lane at which the next claim starts', () => {
  it('is the first, and one claim that finds less than it may has seen all', () => {
    const position = createClaimPosition();

    expect(position.afterLane()).toBe(firstLane);
    expect(position.advance(0, 256)).toBe(true);
    expect(position.afterLane()).toBe(firstLane);
    expect(position.advance(3, 256)).toBe(true);
  });

  it('is any lane after a claim that filled all free slots', () => {
    const position = createClaimPosition();

    expect(position.advance(256, 256)).toBe(false);
    const next = position.afterLane();
    expect(next).not.toBe(firstLane);
    expect(position.advance(8, 8)).toBe(false);
    expect([firstLane, next]).not.toContain(position.afterLane());
  });

  it('is any lane once a second while nothing is left, since a claim does not see all lanes if there are many', () => {
    let nowMs = 0;
    const position = createClaimPosition(() => nowMs);
    const starts = [0, 500, 999, 1000, 1000, 1999, 2000].map((ms) => {
      nowMs = ms;
      position.advance(0, 256);
      return position.afterLane() === firstLane ? 'first' : 'any';
    });

    expect(starts).toEqual(['first', 'first', 'first', 'any', 'first', 'first', 'any']);
  });

  it('is the first again after a claim from another lane found less, since earlier lanes were not seen', () => {
    const position = createClaimPosition();
    position.advance(256, 256);

    expect(position.advance(0, 256)).toBe(false);
    expect(position.afterLane()).toBe(firstLane);
    expect(position.advance(0, 256)).toBe(true);
  });
});
