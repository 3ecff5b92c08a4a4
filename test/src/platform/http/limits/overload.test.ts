import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overload } from '../../../../../src/platform/http/limits/overload.ts';
import type { Behind } from '../../../../../src/platform/turns.ts';
import { times } from '../../../../support/checks/at-once.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

type Say = (about: object, message: string) => void;

const fewest = 4;

describe('an overload', () => {
  let busyMs = 0;
  let behind: Behind;
  let working: number;
  const log = { warn: vi.fn<Say>(), info: vi.fn<Say>() };
  let overload: Overload;
  beforeEach(() => {
    vi.useFakeTimers();
    // The clock goes on while the event loop is busy, which fake timers do not know.
    busyMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + busyMs);
    behind = { times: 0, waitedMs: 0 };
    working = 0.5;
    for (const say of Object.values(log)) say.mockClear();
    overload = new Overload({ mode: 'live', log, behind: () => behind, workingShare: () => working });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Calls that stay under way. Returns how many were admitted, and how to end them. */
  function begin(count: number): { admitted: number; end: () => Promise<void> } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const calls: Promise<void>[] = [];
    for (let come = 0; come < count; come += 1)
      if (overload.admits()) calls.push(overload.during(() => promise));
    const end = async () => {
      resolve();
      await Promise.all(calls);
    };
    return { admitted: calls.length, end };
  }

  /** Ticks of 20 ms, each so late. `each` is done after every one. */
  function ticks(count: number, late: number, each: () => void = () => undefined): void {
    for (let tick = 0; tick < count; tick += 1) {
      busyMs += late;
      vi.advanceTimersToNextTimer();
      each();
    }
  }

  it('begins later where calls may wait longer, as in the tests of a service', () => {
    overload = new Overload({
      mode: 'live',
      log,
      behind: () => behind,
      workingShare: () => working,
      patience: 8,
    });
    begin(1000);
    behind = { times: 30, waitedMs: 2399 };
    ticks(200, 0);
    expect(overload.isOn).toBe(false);

    behind = { times: 30, waitedMs: 2401 };
    ticks(200, 0);
    expect(overload.isOn).toBe(true);
  });

  it('is none while calls wait for less than 0.3 s, however many there are', () => {
    begin(1000);
    behind = { times: 30, waitedMs: 299 };
    ticks(200, 250);

    expect(begin(1000).admitted).toBe(1000);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['the event loop is late', 400, { times: 0, waitedMs: 0 }],
    ['calls wait for the database', 0, { times: 3, waitedMs: 400 }],
  ])('begins when %s for a second, not before', (_what, late, found) => {
    begin(100);
    behind = found;
    ticks(1, late);
    ticks(Math.floor(980 / (late + 20)), late);
    const before = overload.isOn;
    ticks(2, late);

    expect([before, overload.isOn]).toEqual([false, true]);
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it('does not begin because of one long wait, or of several with a prompt moment between them', () => {
    begin(100);
    ticks(1, 5000);
    for (let wait = 0; wait < 10; wait += 1) {
      ticks(2, 400);
      ticks(1, 0);
    }

    expect(begin(100).admitted).toBe(100);
  });

  async function overloaded(): Promise<void> {
    const { end } = begin(100);
    ticks(4, 400);
    expect(overload.isOn).toBe(true);
    await end();
  }

  it('admits at most 4 at once while the event loop is late, whatever comes', async () => {
    await overloaded();

    const first = begin(100);
    ticks(2, 200, () => expect(overload.admits()).toBe(false));
    await first.end();

    expect(first.admitted).toBe(fewest);
    expect(begin(100).admitted).toBe(fewest);
  });

  /** Calls that end within a tick, for so many ticks. Returns how many of the last were admitted. */
  async function prompt(count: number): Promise<number> {
    let admitted = 0;
    for (let tick = 0; tick < count; tick += 1) {
      const calls = begin(500);
      ({ admitted } = calls);
      ticks(1, 0);
      await calls.end();
    }
    return admitted;
  }

  it('admits more while the process has time left, and no more than now when it has none', async () => {
    await overloaded();
    const first = await prompt(100);
    working = 0.9;
    await prompt(10);
    const busy = await prompt(1);

    expect(first).toBeGreaterThan(4 * fewest);
    expect(await prompt(100)).toBe(busy);
  });

  it.each([
    ['the process has no time at all', () => (working = 1)],
    ['more calls wait for the database than it serves at once', () => (behind = { times: 1.1, waitedMs: 5 })],
  ])('admits fewer again when %s', async (_what, begins) => {
    await overloaded();
    const before = await prompt(200);
    begins();

    expect(await prompt(30)).toBeLessThan(before / 2);
  });

  /** Ticks in which more calls come than are admitted. */
  async function refusing(count: number): Promise<void> {
    for (let tick = 0; tick < count; tick += 1) {
      const calls = begin(100);
      ticks(1, 0);
      await calls.end();
    }
  }

  it('holds refusals ever longer while they alone keep the process busy', async () => {
    await overloaded();
    working = 1;
    await refusing(100);
    const first = overload.holdMs;
    await refusing(100);
    const second = overload.holdMs;
    await refusing(2000);

    expect(first).toBeGreaterThan(50);
    expect(second).toBe(first + 100);
    expect(overload.holdMs).toBe(1000);
  });

  it('holds them as long as before while the process has time again, and at last not at all', async () => {
    await overloaded();
    working = 1;
    await refusing(100);
    const held = overload.holdMs;
    working = 0.5;
    await refusing(20);
    const later = overload.holdMs;
    await refusing(100);
    expect(overload.holdMs).toBe(later);
    expect(later - held).toBeLessThan(5);

    ticks(260, 0);
    expect([overload.isOn, overload.holdMs]).toEqual([false, 0]);
  });

  it('does not hold refusals while it can still admit fewer, nor while nobody is refused', async () => {
    await overloaded();
    await prompt(200);
    working = 1;
    await refusing(5);
    const many = begin(100);
    await many.end();
    ticks(200, 0);

    expect(many.admitted).toBeGreaterThan(fewest);
    expect(overload.holdMs).toBe(0);
  });

  it('does not hold refusals because the database is behind', async () => {
    await overloaded();
    behind = { times: 2, waitedMs: 5 };
    await refusing(100);

    expect(overload.holdMs).toBe(0);
  });

  it('does not count calls that take long while the database serves others', async () => {
    working = 0.9;
    const { end: endFirst } = begin(1);
    ticks(40, 0);
    await endFirst();
    await overloaded();
    const slow = begin(fewest);
    const meanwhile = begin(1).admitted;
    ticks(26, 0);

    expect([slow.admitted, meanwhile]).toEqual([fewest, 0]);
    expect(begin(100).admitted).toBe(fewest);
    await slow.end();
    expect(overload.admits()).toBe(false);
  });

  it('counts calls that take long because the database is behind', async () => {
    await overloaded();
    begin(fewest);
    behind = { times: 2, waitedMs: 600 };
    ticks(50, 0);

    expect(begin(100).admitted).toBe(0);
  });

  it('ends when nobody was refused for five seconds', async () => {
    await overloaded();
    const { end } = begin(fewest + 1);
    ticks(240, 0);
    const still = overload.isOn;
    ticks(12, 0);
    await end();

    expect([still, overload.isOn]).toEqual([true, false]);
    expect(log.info).toHaveBeenCalledWith({ mode: 'live', refused: 1 }, 'no longer overloaded');
  });

  it('does not count a call while it waits for others than this process', async () => {
    await overloaded();
    const { promise, resolve } = Promise.withResolvers<void>();
    const asking = times(50, () => overload.during(() => overload.whileAway(() => promise)));
    // They were slow, too.
    ticks(30, 0);

    expect(begin(100).admitted).toBe(fewest);
    resolve();
    await Promise.all(asking);
  });

  it('counts a call again that comes back', async () => {
    working = 0.9;
    await overloaded();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const call = overload.during(async () => {
      await overload.whileAway(() => promise);
      await ended;
    });
    ticks(30, 0);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    const others = begin(100);
    end();
    await Promise.all([call, others.end()]);

    expect(others.admitted).toBe(fewest - 1);
  });

  it('does not begin because of two late moments with nothing between them', async () => {
    for (let moment = 0; moment < 2; moment += 1) {
      const { end } = begin(100);
      await end();
      ticks(1, 400);
      busyMs += 3_600_000;
    }

    expect(overload.isOn).toBe(false);
  });

  it('admits no fewer because of a single late moment', async () => {
    await overloaded();
    await prompt(200);
    working = 0.9;
    await prompt(20);
    const before = await prompt(1);
    ticks(1, 100);

    expect(await prompt(1)).toBe(before);
  });

  it('needs no timer while no call is under way', async () => {
    const { end } = begin(1);
    await end();
    ticks(1, 0);

    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses who waits when it begins', () => {
    const step = vi.fn<() => void>();
    overload.whenBegun(step);
    begin(100);
    ticks(4, 400);

    expect(step).toHaveBeenCalledOnce();
  });
});

describe('a service with an overload', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ role: 'api' });
  });
  afterAll(() => app.stop());

  it('answers calls 503 before it looks at them, and serves pages and health as usual', async () => {
    const admits = vi.spyOn(Overload.prototype, 'admits').mockReturnValue(false);
    const before = app.lines.length;

    const refused = await fetch(`${app.baseUrl}/v1/transactions`);
    const preflight = await fetch(`${app.baseUrl}/v1/transactions`, { method: 'OPTIONS' });
    const page = await fetch(`${app.baseUrl}/test/c/nobody`);
    const health = await fetch(`${app.baseUrl}/healthz`);
    admits.mockRestore();

    expect([refused, preflight, page, health].map(({ status }) => status)).toEqual([503, 204, 404, 200]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const body = (await refused.json()) as { request_id: string };
    expect(body).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE', retryable: true });
    expect(refused.headers.get('x-request-id')).toBe(body.request_id);
    expect(app.lines.slice(before).some((line) => line.includes(body.request_id))).toBe(false);
    expect((await fetch(`${app.baseUrl}/v1/transactions`)).status).toBe(401);
  });

  it('answers a refusal when it was held for as long as the overload wants', async () => {
    const admits = vi.spyOn(Overload.prototype, 'admits').mockReturnValue(false);
    const holds = vi.spyOn(Overload.prototype, 'holdMs', 'get').mockReturnValue(200);
    const sentMs = performance.now();
    const { status } = await fetch(`${app.baseUrl}/v1/transactions`);
    const tookMs = performance.now() - sentMs;
    admits.mockRestore();
    holds.mockRestore();

    expect(status).toBe(503);
    expect(tookMs).toBeGreaterThan(195);
  });

  it('judges calls of the sandbox and of live apart', async () => {
    const admits = vi.spyOn(Overload.prototype, 'admits');

    for (const mode of ['live', 'test', 'live']) {
      const headers = { authorization: `Bearer sk_${mode}_${'a'.repeat(38)}` };
      await fetch(`${app.baseUrl}/v1/transactions`, { headers });
    }
    const [first, second, third] = admits.mock.contexts;
    admits.mockRestore();

    expect(first).not.toBe(second);
    expect(third).toBe(first);
  });
});
