import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimit, rateLimitHeaders } from '../../../../../src/platform/http/limits/rate-limit.ts';

const minute = 60_000;

/** The rule in its simplest form: a call is admitted if fewer than the limit were admitted in the last window. */
function countedBy(admitted: readonly number[], nowMs: number, windowMs: number): number {
  return admitted.filter((at) => at > nowMs - windowMs).length;
}

describe('the rate limit', () => {
  it('admits 60 calls in 60 seconds and refuses the 61st', () => {
    const rate = createRateLimit();

    const answers = Array.from({ length: 61 }, (_, call) => rate.take('key', 60, minute, call * 10));

    expect(answers.map((answer) => answer.admitted)).toEqual([
      ...Array.from({ length: 60 }, () => true),
      false,
    ]);
    expect(answers.map((answer) => answer.remaining)).toEqual([
      ...Array.from({ length: 60 }, (_, n) => 59 - n),
      0,
    ]);
    expect(answers[60]).toEqual({ admitted: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 60 });
  });

  it('never announces more than its window, at any fraction of a millisecond', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (nowMs) => {
        const rate = createRateLimit();

        const [first, second] = [rate.take('key', 1, minute, nowMs), rate.take('key', 1, minute, nowMs)];

        expect([first.resetSeconds, second.resetSeconds]).toEqual([60, 60]);
        expect(rate.take('key', 1, minute, nowMs + second.retryAfterSeconds * 1000).admitted).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('admits a call, in 2,000 random streams, if and only if fewer than the limit were admitted in the last window', () => {
    const steps = fc.array(
      fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 20, max: 400 }),
        fc.double({ min: 0, max: 50, noNaN: true }),
      ),
      { minLength: 20, maxLength: 200 },
    );
    const streams = fc.record({
      steps,
      limit: fc.integer({ min: 1, max: 12 }),
      windowMs: fc.integer({ min: 50, max: 500 }),
    });

    fc.assert(
      fc.property(streams, (stream) => {
        const rate = createRateLimit();
        const admitted: number[] = [];
        let nowMs = 0;
        for (const step of stream.steps) {
          nowMs += step;
          const counted = countedBy(admitted, nowMs, stream.windowMs);
          const answer = rate.take('key', stream.limit, stream.windowMs, nowMs);
          expect(answer.admitted).toBe(counted < stream.limit);
          if (answer.admitted) admitted.push(nowMs);
          expect(answer.remaining).toBe(stream.limit - countedBy(admitted, nowMs, stream.windowMs));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('always admits a retry at the announced second', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 2000, noNaN: true }), { minLength: 30 }), (steps) => {
        const rate = createRateLimit();
        let nowMs = 0;
        for (const step of steps) {
          nowMs += step;
          const answer = rate.take('key', 5, 10_000, nowMs);
          if (answer.admitted) continue;
          nowMs += answer.retryAfterSeconds * 1000;
          expect(rate.take('key', 5, 10_000, nowMs).admitted).toBe(true);
        }
      }),
    );
  });

  it('does not count refused calls', () => {
    const rate = createRateLimit();
    rate.take('key', 1, minute, 0);
    for (let call = 1; call < 1000; call += 1) rate.take('key', 1, minute, call);

    expect(rate.take('key', 1, minute, minute).admitted).toBe(true);
  });

  it('counts each bucket separately', () => {
    const rate = createRateLimit();
    rate.take('one', 1, minute, 0);

    expect(rate.take('one', 1, minute, 1).admitted).toBe(false);
    expect(rate.take('two', 1, minute, 1).admitted).toBe(true);
  });

  it('follows a limit that is raised or lowered', () => {
    const rate = createRateLimit();
    for (let call = 0; call < 10; call += 1) rate.take('key', 10, minute, call * 1000);

    expect(rate.take('key', 12, minute, 10_000)).toMatchObject({ admitted: true, remaining: 1 });
    // Eleven are counted; at 68 s the ninth leaves the window and two remain.
    expect(rate.take('key', 3, minute, 10_000)).toMatchObject({
      admitted: false,
      remaining: 0,
      retryAfterSeconds: 58,
    });
  });

  it('tells whether a call would be admitted, and counts nothing', () => {
    const rate = createRateLimit();
    rate.take('key', 2, minute, 0);

    const before = [1, 2, 3].map((now) => rate.hasRoom('key', 2, minute, now));
    rate.take('key', 2, minute, 4);

    expect([...before, rate.hasRoom('other', 2, minute, 5)]).toEqual([true, true, true, true]);
    expect([rate.hasRoom('key', 2, minute, 6), rate.hasRoom('key', 2, minute, minute)]).toEqual([
      false,
      true,
    ]);
  });

  it('drops those of the kind that has most, so that made-up names push out no other kind', () => {
    const rate = createRateLimit(1, 10);
    for (const phone of ['1', '2', '3']) rate.take(`prompt:${phone}`, 1, minute, 0);

    for (let made = 0; made < 100; made += 1) rate.take(`mobile-status:${made}`, 1, minute, made);

    const prompts = ['1', '2', '3'].map((phone) => rate.take(`prompt:${phone}`, 1, minute, 200).admitted);
    const statuses = [99, 93, 92].map((made) => rate.hasRoom(`mobile-status:${made}`, 1, minute, 200));
    expect([prompts, statuses]).toEqual([
      [false, false, false],
      [false, false, true],
    ]);
  });

  it('drops the least recently used bucket when there are too many', () => {
    const rate = createRateLimit(1, 2);
    rate.take('old', 1, minute, 0);
    rate.take('new', 1, minute, 1);
    rate.take('old', 1, minute, 2);
    rate.take('newest', 1, minute, 3);

    expect(rate.take('old', 1, minute, 4).admitted).toBe(false);
    expect(rate.take('new', 1, minute, 5).admitted).toBe(true);
  });

  it('reports the remaining calls, the reset and the rule in headers', () => {
    const rate = createRateLimit();
    rate.take('key', 60, minute, 0);

    const headers = rateLimitHeaders(rate.take('key', 60, minute, 20_500), 60, minute);

    expect(headers).toEqual({ RateLimit: '"default";r=58;t=40', 'RateLimit-Policy': '"default";q=60;w=60' });
    expect(rateLimitHeaders(rate.take('other', 30, minute, 0), 30, minute, 'mobile-status')).toEqual({
      RateLimit: '"mobile-status";r=29;t=60',
      'RateLimit-Policy': '"mobile-status";q=30;w=60',
    });
  });
});
