import { describe, expect, it } from 'vitest';
import { limitFor } from '../../scripts/mutate/try.ts';

const took = new Map([
  ['test/quick.test.ts', 1000],
  ['test/slow.test.ts', 30_000],
]);

describe('the time that a mutant is given', () => {
  it('grows with what its tests took without it', () => {
    expect(limitFor(['test/slow.test.ts'], took)).toBeGreaterThan(5 * 30_000);
    expect(limitFor([...took.keys()], took)).toBe(limitFor(['test/slow.test.ts'], took) + 5 * 1000);
  });

  it('is enough to start the runner for tests that took no time', () => {
    expect(limitFor(['test/quick.test.ts'], took)).toBeGreaterThanOrEqual(60_000);
  });
});
