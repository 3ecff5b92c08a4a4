import { describe, expect, it } from 'vitest';
import { hasReached } from '../../../../../src/platform/db/replica/position.ts';

const wanted = { timeline: 2, byte: 100n };

describe('a replica has reached the primary', () => {
  it('at its place of the log, and beyond', () => {
    expect(hasReached({ timeline: 2, byte: 100n }, wanted)).toBe(true);
    expect(hasReached({ timeline: 2, byte: 101n }, wanted)).toBe(true);
    expect(hasReached({ timeline: 2, byte: 99n }, wanted)).toBe(false);
  });

  it('not while it follows a leader that is dead, however far it has come', () => {
    expect(hasReached({ timeline: 1, byte: 1_000n }, wanted)).toBe(false);
  });

  it('not when it follows a newer leader than the one that was asked', () => {
    expect(hasReached({ timeline: 3, byte: 1_000n }, wanted)).toBe(false);
  });
});
