import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerInTime } from '../../../../../src/domain/money/gateways/answer-in-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = { timeoutMs: 25_000, late: 'late' };

describe('an answer that is waited for', () => {
  it('is heard when it comes in time, and no timer is left', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const heard = answerInTime(promise, limit);

    await vi.advanceTimersByTimeAsync(24_999);
    resolve('in time');

    expect(await heard).toBe('in time');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is late after the limit, and not heard any more', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const heard = answerInTime(promise, limit);

    await vi.advanceTimersByTimeAsync(25_000);
    resolve('too late');

    expect(await heard).toBe('late');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may be an error: in time it is thrown, later nobody hears it', async () => {
    const inTime = answerInTime(Promise.reject(new Error('no')), limit);
    await expect(inTime).rejects.toThrow('no');
    const { promise, reject } = Promise.withResolvers<string>();
    const late = answerInTime(promise, limit);

    await vi.advanceTimersByTimeAsync(25_000);
    reject(new Error('much later'));

    expect(await late).toBe('late');
    expect(vi.getTimerCount()).toBe(0);
  });
});
