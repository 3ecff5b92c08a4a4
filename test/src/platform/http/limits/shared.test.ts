import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SharedRateLimit } from '../../../../../src/platform/http/limits/rate-limit.ts';
import * as servers from '../../../../../src/platform/http/limits/server.ts';
import { shareRateLimit } from '../../../../../src/platform/http/limits/shared.ts';
import { createLog } from '../../../../../src/platform/log.ts';
import { type AdmittedCall, mostInAWindow } from '../../../../support/checks/admitted.ts';
import {
  aCountServer,
  type CountServer,
  countServerProgram,
} from '../../../../support/service/count-server.ts';

const skipped = countServerProgram === undefined ? ' (skipped: redis-server is missing)' : '';
const limit = 60;
const windowMs = 3000;

let server: CountServer;
let processes: SharedRateLimit[] = [];
let lines: string[] = [];

const log = createLog({
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
  readable: false,
});

async function join(count: number, instances = count, patience = 40): Promise<readonly SharedRateLimit[]> {
  const joined = await Promise.all(
    Array.from({ length: count }, () => shareRateLimit({ url: server.url, instances, log, patience })),
  );
  processes.push(...joined);
  return joined;
}

async function togetherAgain(): Promise<void> {
  await expect
    .poll(async () => {
      for (const one of processes) await one.hasRoom('probe', limit, windowMs, 0);
      return processes.every((one) => one.counting().how === 'together');
    })
    .toBe(true);
}

/** Makes the counts of the server as old. */
async function began(secondsAgo: number): Promise<void> {
  await server.say(`HSET mps:limits at ${Math.round((Date.now() / 1000 - secondsAgo) * 1e6)}`);
}

/** Sends a call, and notes it if it was admitted. */
async function call(
  one: SharedRateLimit | undefined,
  admitted: AdmittedCall[],
  key = 'key',
): Promise<number> {
  const sentMs = performance.now();
  const taken = await one?.take(key, limit, windowMs, sentMs);
  if (taken?.admitted) admitted.push({ sentMs, answeredMs: performance.now() });
  return taken?.retryAfterSeconds ?? 0;
}

describe.skipIf(skipped !== '')(`processes that count together${skipped}`, () => {
  beforeEach(async () => {
    server = await aCountServer();
    processes = [];
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await server.kill();
  });

  it('admit 60 of 200 calls, whichever process they reach', async () => {
    const three = await join(3);
    await togetherAgain();
    const admitted: AdmittedCall[] = [];

    await Promise.all(Array.from({ length: 200 }, (_, n) => call(three[n % 3], admitted, 'even')));
    const even = admitted.splice(0).length;
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => call(three[n < 150 ? 0 : 1], admitted, 'uneven')),
    );

    expect([even, admitted.length]).toEqual([60, 60]);
  });

  it('admit again at the announced second, at the edge of the window and not before', async () => {
    const [one] = await join(1);
    await togetherAgain();
    // The server counts it between the two.
    const askedMs = performance.now();
    await one?.take('edge', 1, 1000, 0);
    const startedMs = performance.now();

    const refused = await one?.take('edge', 1, 1000, 0);
    let [lastMs, admittedMs] = [0, 0];
    while (admittedMs === 0) {
      const sentMs = performance.now() - startedMs;
      if ((await one?.take('edge', 1, 1000, 0))?.admitted) admittedMs = performance.now() - askedMs;
      else lastMs = sentMs;
    }

    expect(refused).toEqual({ admitted: false, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 });
    expect(lastMs).toBeLessThan(1000);
    // A timer and the server's clock may differ by a millisecond.
    expect(admittedMs).toBeGreaterThan(998);
  });

  it('follow a limit that is lowered and raised while its bucket lives', async () => {
    const [one] = await join(1);
    await togetherAgain();
    const take = async (most: number) => await one?.take('changed', most, 60_000, 0);
    for (let n = 0; n < 10; n += 1) await take(10);

    const answers = [await take(3), await take(12), await take(12), await take(12)];

    expect(answers.map((answer) => [answer?.admitted, answer?.remaining])).toEqual([
      [false, 0],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
  });

  it('admit no more than the limit in any window when the server is killed, starts empty and is emptied', async () => {
    const three = await join(3);
    await togetherAgain();
    const admitted: AdmittedCall[] = [];
    const flood = async (rounds: number, which: (n: number) => number) => {
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(Array.from({ length: 15 }, (_, n) => call(three[which(n)], admitted)));
    };

    // All at one process, so that the others know of nothing.
    await flood(5, () => 0);
    await server.kill();
    await flood(10, (n) => 1 + (n % 2));
    const untilMs = performance.now() + windowMs + 500;
    while (performance.now() < untilMs) {
      await flood(1, (n) => n % 3);
      await delay(20);
    }
    await server.start();
    await togetherAgain();
    await flood(10, (n) => n % 3);
    await server.say('FLUSHALL');
    await flood(10, () => 1);
    await togetherAgain();
    await flood(10, () => 2);

    expect(mostInAWindow(admitted, windowMs)).toBe(limit);
    expect(admitted.length).toBeGreaterThan(limit);
  });

  it('admit their share of a bucket that is not busy while the server is away, and say so once', async () => {
    const three = await join(3);
    await togetherAgain();
    const admitted: AdmittedCall[] = [];
    for (let n = 0; n < 30; n += 1) await call(three[0], admitted);
    await server.kill();

    await Promise.all(Array.from({ length: 60 }, (_, n) => call(three[n % 3], admitted)));
    const atOnce = admitted.splice(0).length;
    await delay(windowMs);
    await Promise.all(Array.from({ length: 200 }, (_, n) => call(three[n % 3], admitted)));

    expect([atOnce, admitted.length]).toEqual([60, 60]);
    expect(three.map((one) => one.counting())).toEqual(three.map(() => ({ how: 'alone', timesAlone: 1 })));
    expect(lines.filter((line) => line.includes('no longer counted together'))).toHaveLength(3);
  });

  it('answer within the time of a call when the server is silent, and count together again when it answers', async () => {
    const [one] = await join(1, 1, 1);
    await togetherAgain();
    const letGo = server.hold();
    const startedMs = performance.now();

    const first = await one?.take('key', limit, windowMs, 0);
    const tookMs = performance.now() - startedMs;
    const how = one?.counting().how;
    letGo();
    await togetherAgain();

    expect(first?.admitted).toBe(true);
    expect(tookMs).toBeLessThan(1000);
    expect([how, one?.counting()]).toEqual(['alone', { how: 'together', timesAlone: 1 }]);
  });

  it.each([
    ['is full', 'CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0'],
    ['follows another one', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ])('stay alone while the server %s, and say so once', async (_, begin, end) => {
    const [one] = await join(1);
    await togetherAgain();
    for (let n = 0; n < 40; n += 1) await one?.take('key', limit, windowMs, 0);
    await server.say(begin);

    // A busy bucket admits nothing now, so there is nothing to tell, and telling is not what fails.
    for (let n = 0; n < 5; n += 1) {
      await one?.take('key', limit, windowMs, 0);
      await delay(20);
    }
    const meanwhile = one?.counting();
    await server.say(end);
    await togetherAgain();

    expect(meanwhile).toEqual({ how: 'alone', timesAlone: 1 });
    expect(lines.filter((line) => line.includes('no longer counted together'))).toHaveLength(1);
  });

  it('begin alone where there is no server, and join it when there is', async () => {
    await server.kill();
    const [one] = await join(1);

    const alone = await one?.take('key', limit, windowMs, 0);
    await server.start();
    await togetherAgain();

    expect(alone).toMatchObject({ admitted: true, remaining: 29 });
    expect(await one?.take('key', limit, windowMs, 0)).toMatchObject({ admitted: true, remaining: 58 });
  });

  it('say in the log that they begin without the server, and why', async () => {
    await server.kill();

    const [one] = await join(1, 3);

    expect(one?.counting().how).toBe('alone');
    const said = lines.filter((line) => line.includes('rate limits are not counted together yet'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('ECONNREFUSED');
  });

  it('admit their share until the last has joined, and count that too when it has', async () => {
    const [one, other] = await join(2, 3);
    const admitted: AdmittedCall[] = [];

    await Promise.all(Array.from({ length: 100 }, (_, n) => call(n % 2 === 0 ? one : other, admitted)));
    const shares = admitted.length;
    const how = one?.counting().how;
    await join(1, 3);
    await togetherAgain();
    await Promise.all(Array.from({ length: 100 }, (_, n) => call(processes[n % 3], admitted)));

    expect([how, shares, mostInAWindow(admitted, windowMs)]).toEqual(['alone', 20, limit]);
  });

  it('say that they count together before the first call comes', async () => {
    const all = await join(2);

    await expect.poll(() => all.map((one) => one.counting().how)).toEqual(['together', 'together']);
  });

  it('say so without a call, too, when fewer run and the longest window has passed', async () => {
    const [one] = await join(1, 2);
    await began(9 * 60);
    await server.say('DEL mps:limits:joined');
    await expect.poll(() => server.say('EXISTS mps:limits:joined')).toBe(':1');
    const before = one?.counting().how;

    await began(10 * 60 + 6);

    await expect.poll(() => one?.counting().how, { timeout: 5000 }).toBe('together');
    expect([before, one?.counting().timesAlone]).toEqual(['alone', 0]);
  });

  it('call it no loss when one bucket is incomplete, and admit its share once', async () => {
    const [one] = await join(1, 2);
    await began(70);
    const prompts: boolean[] = [];

    for (let n = 0; n < 10; n += 1) {
      await one?.take('key', 60, 60_000, 0);
      prompts.push((await one?.take('prompt', 20, 600_000, 0))?.admitted === true);
    }

    // Half of the limit is kept for what the other may have admitted before; this one's share is half of the rest.
    expect(prompts.filter(Boolean)).toHaveLength(5);
    expect(one?.counting()).toEqual({ how: 'together', timesAlone: 0 });
    expect(lines.filter((line) => line.includes('no longer counted together'))).toEqual([]);
  });

  it('do not count one that has ended as one that has told', async () => {
    const [killed, other] = await join(2, 3);
    await killed?.close();
    // What `close` leaves is what a kill leaves: nothing tells the server.
    await expect.poll(() => server.say('ZCARD mps:limits:joined')).toBe(':1');

    await join(1, 3);

    await other?.hasRoom('probe', limit, windowMs, 0);
    expect(await server.say('HEXISTS mps:limits complete')).toBe(':0');
    await join(1, 3);
    await expect.poll(() => other?.counting().how).toBe('together');
    expect(await server.say('HEXISTS mps:limits complete')).toBe(':1');
  });

  it('tell at once what a server has forgotten, although others have told it before', async () => {
    const [one, other] = await join(2);
    await togetherAgain();
    const admitted: AdmittedCall[] = [];
    for (let n = 0; n < 25; n += 1) await call(one, admitted);
    await server.say('FLUSHALL');
    await other?.take('another', limit, windowMs, 0);
    await expect.poll(() => server.say('EXISTS mps:limits')).toBe(':1');
    const startedMs = performance.now();

    await togetherAgain();
    const tookMs = performance.now() - startedMs;
    await Promise.all(Array.from({ length: 100 }, () => call(other, admitted)));

    // Those that do not wait for each other begin when a window and five seconds have passed.
    expect(tookMs).toBeLessThan(windowMs + 4000);
    expect(mostInAWindow(admitted, windowMs)).toBe(limit);
  });
});

describe('a process that loses the server while it notes a call of an incomplete bucket', () => {
  it('tells it of that call when it is back', async () => {
    const take = { admitted: true, remaining: 1, resetSeconds: 1, retryAfterSeconds: 0 };
    const tell = vi.fn<servers.CountServer['tell']>().mockResolvedValue();
    vi.spyOn(servers, 'connectCountServer').mockReturnValue({
      count: (_, how, wanted) => {
        if (how === 'note') return Promise.reject(new Error('no answer within 250 ms'));
        const isLong = wanted.windowMs > 60_000;
        return Promise.resolve(isLong ? { kind: 'incomplete' } : { kind: 'judged', take });
      },
      begin: () => delay(10, { epoch: '1', busy: [] }),
      tell,
      join: () => Promise.resolve('joined'),
      isReady: () => true,
      close: () => Promise.resolve(),
    });
    const one = await shareRateLimit({ url: 'redis://none', instances: 2, log });
    await one.take('key', 60, 60_000, 0);
    const before = one.counting();

    const taken = await one.take('prompt', 20, 600_000, 0);
    await expect.poll(() => tell.mock.calls.length).toBe(2);

    expect([before, one.counting()]).toEqual([
      { how: 'together', timesAlone: 0 },
      { how: 'alone', timesAlone: 1 },
    ]);
    expect(taken).toMatchObject({ admitted: true, remaining: 4 });
    expect(tell.mock.lastCall?.[1]).toEqual([
      expect.objectContaining({ limit: 20, agesMs: [expect.any(Number)] }),
    ]);
    await one.close();
  });
});

describe('a process whose join fails after a call was judged', () => {
  it.each([
    ['is not answered', () => Promise.reject(new Error('no answer within 1000 ms'))],
    ['finds that the counts are lost', () => Promise.resolve('forgotten' as const)],
  ])('joins again if it %s', async (_, failed) => {
    const take = { admitted: true, remaining: 1, resetSeconds: 1, retryAfterSeconds: 0 };
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<'forgotten'>();
    const joins = vi
      .fn<servers.CountServer['join']>()
      .mockResolvedValueOnce('joined')
      .mockImplementationOnce(() => {
        asked.resolve();
        return answer.promise;
      })
      .mockResolvedValue('complete');
    vi.spyOn(servers, 'connectCountServer').mockReturnValue({
      count: () => Promise.resolve({ kind: 'judged', take }),
      begin: () => Promise.resolve({ epoch: '1', busy: [] }),
      tell: () => Promise.resolve(),
      join: joins,
      isReady: () => true,
      close: () => Promise.resolve(),
    });
    // No connection says here that it is ready, so the timer begins to join.
    const one = await shareRateLimit({ url: 'redis://none', instances: 2, log });
    await asked.promise;
    await one.take('key', limit, windowMs, 0);
    const meanwhile = one.counting().how;

    failed().then(answer.resolve, answer.reject);
    await expect.poll(() => joins.mock.calls.length).toBe(3);

    expect([meanwhile, one.counting()]).toEqual(['together', { how: 'together', timesAlone: 1 }]);
    await one.close();
  });
});
