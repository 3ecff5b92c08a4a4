import { describe, expect, it, vi } from 'vitest';
import { createOutage, type Outage } from '../../../../src/platform/jobs/outage.ts';
import { holdTimers } from '../../../support/checks/held-timers.ts';
import { aLog } from './queued.ts';

function anOutage() {
  const { log, lines } = aLog();
  return { outage: createOutage(log, 'claiming jobs'), lines };
}

const fail = () => Promise.reject(new Error('no database'));
const succeed = () => Promise.resolve('claimed');
const { signal } = new AbortController();

/** Fails so many times, and returns how long it rested after each. */
async function failures(outage: Outage, times: number): Promise<number[]> {
  const rests: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const from = performance.now();
    const rest = { isOver: false };
    const attempt = outage.attempt(fail, signal).finally(() => {
      rest.isOver = true;
    });
    // What ran before in this process may have timers of its own, which come first.
    while (!rest.isOver) await vi.advanceTimersToNextTimerAsync();
    expect(await attempt).toBeUndefined();
    rests.push(Math.round(performance.now() - from));
  }
  return rests;
}

describe('a loop whose work fails', () => {
  it('rests for 250 ms, then twice as long each time, up to 4 seconds', async () => {
    holdTimers();
    const { outage } = anOutage();

    expect(await failures(outage, 7)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  });

  it('rests for 250 ms again when the next outage begins', async () => {
    holdTimers();
    const { outage } = anOutage();
    await failures(outage, 3);

    expect(await outage.attempt(succeed, signal)).toBe('claimed');

    expect(await failures(outage, 2)).toEqual([250, 500]);
  });

  it('ends its rest at the signal', async () => {
    holdTimers();
    const { outage } = anOutage();
    const ending = new AbortController();
    const attempt = outage.attempt(fail, ending.signal);

    ending.abort();

    expect(await attempt).toBeUndefined();
  });

  it('logs the first failure with its cause, then only their number each minute, and the end', async () => {
    holdTimers();
    const { outage, lines } = anOutage();

    await failures(outage, 40);
    await outage.attempt(succeed, signal);

    const [first, ...later] = lines();
    expect(first).toMatchObject({
      level: 'error',
      msg: 'claiming jobs failed',
      err: { message: 'no database' },
    });
    expect(first).not.toHaveProperty('failures');
    expect(later.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'claiming jobs still fails'],
      ['error', 'claiming jobs still fails'],
      ['info', 'claiming jobs works again'],
    ]);
    // The fifth failure comes after 3.75 s, each later one 4 s after the one before.
    expect(later.map(({ failures: count, seconds }) => [count, seconds])).toEqual([
      [20, 64],
      [expect.toBeOneOf([35, 36]), expect.toBeOneOf([124, 128])],
      [40, 148],
    ]);
  });

  it('logs each outage as one of its own', async () => {
    holdTimers();
    const { outage, lines } = anOutage();

    for (const times of [1, 2]) {
      await failures(outage, times);
      await outage.attempt(succeed, signal);
    }

    expect(lines().map(({ msg, failures: count }) => [msg, count])).toEqual([
      ['claiming jobs failed', undefined],
      ['claiming jobs works again', 1],
      ['claiming jobs failed', undefined],
      ['claiming jobs works again', 2],
    ]);
  });
});

it('a loop whose work succeeds logs nothing', async () => {
  const { outage, lines } = anOutage();

  await outage.attempt(succeed, signal);
  await outage.attempt(succeed, signal);

  expect(lines()).toEqual([]);
});
