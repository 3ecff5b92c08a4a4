import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerInTime } from '../../../../../src/domain/money/gateways/asking.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = { timeoutMs: 25_000, late: 'late' };

describe('waiting for an answer', () => {
  it('gives the answer that comes in time, and leaves no timer', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const heard = answerInTime(promise, limit);

    await vi.advanceTimersByTimeAsync(24_999);
    resolve('in time');

    expect(await heard).toBe('in time');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives `late` after the limit, and ignores the answer that comes later', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const heard = answerInTime(promise, limit);

    await vi.advanceTimersByTimeAsync(25_000);
    resolve('too late');

    expect(await heard).toBe('late');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws an error that comes in time, and ignores one that comes later', async () => {
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
