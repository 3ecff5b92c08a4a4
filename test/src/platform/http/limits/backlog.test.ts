import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backlog } from '../../../../../src/platform/http/limits/backlog.ts';
import { EventLoop, eventLoop } from '../../../../../src/platform/http/limits/event-loop.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

const after = (ms: number) => vi.advanceTimersByTime(ms);

describe('a backlog', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const limits = { promptMs: 10, burstMs: 1000 };

  it('lets a burst pass, and refuses when the wait does not end', () => {
    const backlog = new Backlog(limits);

    const atOnce = backlog.admits(500);
    after(1000);
    const stillBurst = backlog.admits(500);
    after(1);

    expect([atOnce, stillBurst, backlog.admits(500)]).toEqual([true, true, false]);
    expect(backlog.isStrict).toBe(true);
  });

  it('begins anew whenever nobody had to wait', () => {
    const backlog = new Backlog(limits);
    after(900);
    backlog.admits(10);
    after(900);

    expect(backlog.admits(11)).toBe(true);
  });

  it('after a refusal, admits only who need not wait, until nobody was refused for five seconds', () => {
    const backlog = new Backlog(limits);
    after(1001);
    backlog.admits(500);
    backlog.admits(0);
    after(4999);
    const strict = [backlog.admits(10), backlog.admits(11)];
    after(4999);
    const stillStrict = backlog.isStrict;
    backlog.admits(0);
    after(1);

    expect(strict).toEqual([true, false]);
    expect(stillStrict).toBe(true);
    expect([backlog.isStrict, backlog.admits(11)]).toEqual([false, true]);
  });
});

describe('the event loop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Ticks that come so late, with so many requests in each. Returns how many of the last tick's were admitted. */
  function ticks(
    loop: EventLoop,
    count: number,
    { late, requests }: { late: number; requests: number },
  ): number {
    let admitted = 0;
    for (let tick = 0; tick < count; tick += 1) {
      admitted = 0;
      for (let sent = 0; sent < requests; sent += 1) if (loop.admits()) admitted += 1;
      // The clock goes on while the loop is busy, which fake timers do not know.
      busyMs += late;
      vi.advanceTimersToNextTimer();
    }
    return admitted;
  }
  let busyMs = 0;
  beforeEach(() => {
    busyMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + busyMs);
  });

  it('that is in time admits everything', () => {
    expect(ticks(new EventLoop(), 500, { late: 0, requests: 200 })).toBe(200);
  });

  it('that is late for a moment admits everything', () => {
    const loop = new EventLoop();
    ticks(loop, 10, { late: 0, requests: 200 });

    expect(ticks(loop, 20, { late: 50, requests: 200 })).toBe(200);
  });

  it('that stays late admits fewer and fewer, but some, and everything again when it is in time', () => {
    const loop = new EventLoop();
    ticks(loop, 10, { late: 0, requests: 200 });
    const soon = ticks(loop, 40, { late: 50, requests: 200 });
    const then = ticks(loop, 200, { late: 50, requests: 200 });
    const better = ticks(loop, 100, { late: 0, requests: 200 });
    const again = ticks(loop, 300, { late: 0, requests: 200 });

    expect(soon).toBeLessThan(200);
    expect(then).toBe(16);
    expect(better).toBeGreaterThan(40);
    expect(again).toBe(200);
  });

  it('that is usually late, on a slow machine, is not judged by a fast one', () => {
    const loop = new EventLoop();
    ticks(loop, 500, { late: 20, requests: 1 });

    expect(ticks(loop, 200, { late: 70, requests: 200 })).toBe(200);
  });
});

describe('a service whose event loop is late', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ role: 'api' });
  });
  afterAll(() => app.stop());

  it('answers calls 503 before it looks at them, and serves pages and health as usual', async () => {
    const late = vi.spyOn(eventLoop, 'admits').mockReturnValue(false);
    const before = app.lines.length;

    const refused = await fetch(`${app.baseUrl}/v1/transactions`);
    const page = await fetch(`${app.baseUrl}/test/c/nobody`);
    const health = await fetch(`${app.baseUrl}/healthz`);
    late.mockRestore();

    expect([refused.status, page.status, health.status]).toEqual([503, 404, 200]);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const body = (await refused.json()) as { request_id: string };
    expect(body).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE', retryable: true });
    expect(refused.headers.get('x-request-id')).toBe(body.request_id);
    expect(app.lines.slice(before).some((line) => line.includes(body.request_id))).toBe(false);
    expect((await fetch(`${app.baseUrl}/v1/transactions`)).status).toBe(401);
  });
});
