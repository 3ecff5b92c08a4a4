import { describe, expect, it } from 'vitest';
import type { Rail, RailCheck } from '../../../../../../src/domain/money/gateways/rail.ts';
import { createRailHealth } from '../../../../../../src/domain/money/gateways/routing/rail-health.ts';
import { createLog } from '../../../../../../src/platform/log.ts';

const step = (ok: boolean): RailCheck => ({ step: 'sign-on', ok, words: 'answered 96 at 10.0.0.7', ms: 1 });

/** The health of one rail whose checks answer as told, with a clock that is turned by hand. */
function aRail(
  answer: () => Promise<readonly RailCheck[]>,
  about: Partial<Rail> & { patienceMs?: number } = {},
) {
  const { patienceMs, ...own } = about;
  const lines: string[] = [];
  const seen = { checks: 0, nowMs: 0, lines };
  const rail: Rail = {
    name: 'acquirer',
    check: () => {
      seen.checks += 1;
      return answer();
    },
    stop: async () => undefined,
    ...own,
  };
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'info', destination, readable: false });
  return {
    seen,
    health: createRailHealth([rail], log, {
      nowMs: () => seen.nowMs,
      ...(patienceMs !== undefined && { patienceMs }),
    }),
  };
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

  it('is asked by the connection in use, so that nobody signs on twice, and by a check if none is up', async () => {
    const up = aRail(async () => [step(false)], { checkInUse: async () => [step(true)] });
    const silent = aRail(async () => [step(true)], { checkInUse: async () => [step(false)] });
    const down = aRail(async () => [step(true)], { checkInUse: async () => undefined });

    expect([await up.health.ask('acquirer'), up.seen.checks]).toEqual([true, 0]);
    expect([await silent.health.ask('acquirer'), silent.seen.checks]).toEqual([false, 0]);
    expect([await down.health.ask('acquirer'), down.seen.checks]).toEqual([true, 1]);
  });

  it('is bad, in words, if a check never ends, and may be asked for again', async () => {
    const { seen, health } = aRail(() => new Promise(() => undefined), { patienceMs: 20 });
    const first = await health.ask('acquirer');
    seen.nowMs = 30_000;

    expect([first, await health.ask('acquirer'), seen.checks]).toEqual([false, false, 2]);
    expect(seen.lines.join()).toContain('check: it did not end within 0.02 seconds');
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
