import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '../../../../../src/domain/notices/deliveries/attempt.ts';
import { maxAttempts } from '../../../../../src/engine/recording/deliveries.ts';

describe('the retry schedule', () => {
  it('waits 2, 4, 8 and 16 seconds between five attempts', () => {
    const attempts = Array.from({ length: maxAttempts - 1 }, (_, index) => index + 1);

    const delays = attempts.map((attempt) => retryDelayMs(attempt, 0));

    expect(delays).toEqual([2000, 4000, 8000, 16_000]);
  });

  it('adds at most a tenth and is never early', () => {
    expect(retryDelayMs(1, 1)).toBe(2200);
    expect(retryDelayMs(4, 1)).toBe(17_600);
    expect(retryDelayMs(4, 0.000_001)).toBeGreaterThanOrEqual(16_000);
  });
});
