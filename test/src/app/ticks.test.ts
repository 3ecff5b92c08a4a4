import { describe, expect, it, vi } from 'vitest';
import { startTicks } from '../../../src/app/workers.ts';
import type { Rail } from '../../../src/domain/money/gateways/rail.ts';
import { createLog } from '../../../src/platform/log.ts';

const lines: string[] = [];
const log = createLog({
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
  readable: false,
});

const aRail = (tick: NonNullable<Rail['tick']>): Rail => ({
  name: 'acquirer',
  check: async () => [],
  tick,
  stop: async () => undefined,
});

describe('the ticks of a connection', () => {
  it('begin again after the one before has ended, also when it failed', async () => {
    let [running, most, count] = [0, 0, 0];
    const tick = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      count += 1;
      if (count === 2) throw new Error('the card number is 4242424242424242');
    };

    const ticking = startTicks(aRail(tick), { log, everyMs: 1 });
    await vi.waitFor(() => expect(count).toBeGreaterThan(4), 60_000);
    await ticking.stop();
    const ended = count;
    await new Promise((resolve) => setImmediate(resolve));

    expect([most, count]).toEqual([1, ended]);
    expect(lines.filter((line) => line.includes('acquirer'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('4242');
  });

  it('end at once when the service stops, and tell the tick that runs', async () => {
    const told = Promise.withResolvers<boolean>();
    const ticking = startTicks(
      aRail(async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        told.resolve(signal.aborted);
      }),
      { log, everyMs: 3_600_000 },
    );

    await ticking.stop();

    expect(await told.promise).toBe(true);
  });
});
