import { expect, it } from 'vitest';
import { isoOf } from '../../../../src/platform/http/dates.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('a moment is shown as toISOString shows it', () => {
  const days = [0, -1, 1, 64, 20_000, 20_064, 20_784, -719_528, 2_932_896, 2_932_897];
  const times = [0, 1, 9, 10, 99, 100, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, dayMs - 1];
  const moments = days.flatMap((day) => times.map((time) => new Date(day * dayMs + time)));

  // In both directions, so that the day before is another one each time. Days that are 64 apart share a place.
  for (const moment of [...moments, ...moments.toReversed()])
    expect(isoOf(moment)).toBe(moment.toISOString());
});

it('what is no moment is refused, as toISOString refuses it', () => {
  expect(() => isoOf(new Date(Number.NaN))).toThrow(RangeError);
});
