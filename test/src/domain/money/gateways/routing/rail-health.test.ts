import { describe, expect, it } from 'vitest';
import type { Rail, RailCheck } from '../../../../../../src/domain/money/gateways/rail.ts';
import { createRailHealth } from '../../../../../../src/domain/money/gateways/routing/rail-health.ts';
import { createLog } from '../../../../../../src/platform/log.ts';

const step = (ok: boolean): RailCheck => ({ step: 'sign-on', ok, words: 'answered 96 at 10.0.0.7', ms: 1 });

/** The health of one rail whose checks answer as told, with a clock that is turned by hand. */
function aRail(answer: () => Promise<readonly RailCheck[]>) {
  const lines: string[] = [];
  const seen = { checks: 0, nowMs: 0, lines };
  const rail: Rail = {
    name: 'acquirer',
    check: () => {
      seen.checks += 1;
      return answer();
    },
    stop: async () => undefined,
  };
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', destination, readable: false });
  return { seen, health: createRailHealth([rail], log, () => seen.nowMs) };
}

describe('the health of a rail', () => {
  it('is not known before somebody asks, and is then kept for 30 seconds', async () => {
    const { seen, health } = aRail(async () => [step(true)]);
    const before = health.known('acquirer');
    const asked = [await health.ask('acquirer'), await health.ask('acquirer')];
    seen.nowMs = 29_999;
    const kept = health.known('acquirer');
    seen.nowMs = 30_000;

    expect([before, asked, kept, seen.checks]).toEqual([undefined, [true, true], true, 1]);
    expect(health.known('acquirer')).toBeUndefined();
    await health.ask('acquirer');
    expect(seen.checks).toBe(2);
  });

  it('is asked for once by many who ask at the same time, however long the answer takes', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly RailCheck[]>();
    const { seen, health } = aRail(() => promise);
    const first = health.ask('acquirer');
    seen.nowMs = 60_000;
    const second = health.ask('acquirer');
    resolve([step(true)]);

    expect([await first, await second, seen.checks]).toEqual([true, true, 1]);
    seen.nowMs = 89_999;
    expect(health.known('acquirer')).toBe(true);
  });

  it.each([
    ['a step is wrong', async () => [step(true), step(false)]],
    [
      'its check throws',
      async () => {
        throw new Error('answered 96 at 10.0.0.7');
      },
    ],
  ])('is bad if %s, and the log says why', async (_, answer) => {
    const { seen, health } = aRail(answer);

    expect(await health.ask('acquirer')).toBe(false);
    expect(seen.lines.join()).toContain('answered 96 at 10.0.0.7');
  });

  it('is not known of a gateway without a rail', async () => {
    const { health } = aRail(async () => [step(true)]);

    expect([health.has('acquirer'), health.has('agents')]).toEqual([true, false]);
    expect([health.known('agents'), await health.ask('agents')]).toEqual([undefined, undefined]);
  });
});
