import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryDue } from '../../../../src/domain/billing/collection/fail-try.ts';
import { dayMs, type Interval, periodStart } from '../../../../src/domain/billing/plans/period-start.ts';

function days(anchor: string, interval: Interval, count: number, periods: number): string[] {
  return Array.from({ length: periods }, (_, n) =>
    periodStart(new Date(anchor), { interval, count }, n).toISOString().slice(0, 10),
  );
}

const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

describe('periods', () => {
  it('of months keep the day of the anchor, and end short months on their last day', () => {
    expect(days('2028-01-31T08:00:00Z', 'month', 1, 14)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
      '2028-07-31',
      '2028-08-31',
      '2028-09-30',
      '2028-10-31',
      '2028-11-30',
      '2028-12-31',
      '2029-01-31',
      '2029-02-28',
    ]);
  });

  it('of years keep 29 February wherever there is one', () => {
    expect(days('2028-02-29T23:59:59Z', 'year', 1, 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('of a century that is no leap year know it', () => {
    expect(days('2099-12-29T00:00:00Z', 'month', 2, 3)).toEqual(['2099-12-29', '2100-02-28', '2100-04-29']);
  });

  it.each([
    ['month', 3, ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30']],
    ['week', 2, ['2026-11-30', '2026-12-14', '2026-12-28', '2027-01-11', '2027-01-25']],
    ['day', 45, ['2026-11-30', '2027-01-14', '2027-02-28', '2027-04-14', '2027-05-29']],
    ['year', 2, ['2026-11-30', '2028-11-30', '2030-11-30', '2032-11-30', '2034-11-30']],
  ] as const)('can span several intervals, counted in %s: %i', (interval, count, expected) => {
    expect(days('2026-11-30T12:00:00Z', interval, count, 5)).toEqual(expected);
  });

  const anchors = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2099-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  const rhythms = fc.record({
    interval: fc.constantFrom<Interval>('day', 'week', 'month', 'year'),
    count: fc.integer({ min: 1, max: 365 }),
  });
  // 700 periods of 365 years each: about the last date that JavaScript can count to.
  const places = fc.integer({ min: 0, max: 700 });

  it('begin at the anchor, each later than the one before', () => {
    fc.assert(
      fc.property(anchors, rhythms, places, (anchor, rhythm, n) => {
        const [one, next] = [periodStart(anchor, rhythm, n), periodStart(anchor, rhythm, n + 1)];

        expect(periodStart(anchor, rhythm, 0)).toEqual(anchor);
        expect(one.getTime()).toBeLessThan(next.getTime());
      }),
    );
  });

  it('of days and weeks all have the same length', () => {
    fc.assert(
      fc.property(anchors, rhythms, places, (anchor, { interval, count }, n) => {
        fc.pre(interval === 'day' || interval === 'week');

        const begun = periodStart(anchor, { interval, count }, n).getTime() - anchor.getTime();
        expect(begun).toBe(n * count * (interval === 'day' ? 1 : 7) * dayMs);
      }),
    );
  });

  it('of months and years skip no month, keep the time of day, and keep the day except in shorter months', () => {
    fc.assert(
      fc.property(anchors, rhythms, places, (anchor, { interval, count }, n) => {
        fc.pre(interval === 'month' || interval === 'year');

        const begun = periodStart(anchor, { interval, count }, n);
        const tomorrow = new Date(begun.getTime() + dayMs);
        expect(months(begun) - months(anchor)).toBe(n * count * (interval === 'month' ? 1 : 12));
        expect(begun.getTime() % dayMs).toBe(anchor.getTime() % dayMs);
        expect(begun.getUTCDate() === anchor.getUTCDate() || tomorrow.getUTCDate() === 1).toBe(true);
        expect(begun.getUTCDate()).toBeLessThanOrEqual(anchor.getUTCDate());
      }),
    );
  });

  it('do not drift: a period of several intervals begins where that many single ones do', () => {
    fc.assert(
      fc.property(anchors, rhythms, places, (anchor, { interval, count }, n) => {
        expect(periodStart(anchor, { interval, count }, n)).toEqual(
          periodStart(anchor, { interval, count: 1 }, n * count),
        );
      }),
    );
  });
});

describe('the tries of a cycle', () => {
  it('are due at once and on days 1, 3 and 7, and no more', () => {
    const billed = new Date('2028-01-31T08:00:00.000Z');

    expect([1, 2, 3, 4, 5].map((number) => tryDue(billed, number)?.toISOString())).toEqual([
      '2028-01-31T08:00:00.000Z',
      '2028-02-01T08:00:00.000Z',
      '2028-02-03T08:00:00.000Z',
      '2028-02-07T08:00:00.000Z',
      undefined,
    ]);
  });
});
