import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../../../src/platform/http/limits/answers.ts';
import type { SharedRateLimit } from '../../../../../src/platform/http/limits/rate-limit.ts';
import { verdicts } from '../../../../../src/platform/http/limits/scripts.ts';
import { shareRateLimit } from '../../../../../src/platform/http/limits/shared.ts';
import { createLog } from '../../../../../src/platform/log.ts';
import {
  aCountServer,
  type CountServer,
  countServerProgram,
} from '../../../../support/service/count-server.ts';

const skipped = countServerProgram === undefined ? ' (skipped: redis-server is missing)' : '';
const log = createLog({ level: 'info', destination: { write: () => undefined }, readable: false });
const [limit, windowMs] = [60, 60_000];

/** Moves all times that the server has noted. To the scripts, that is a clock which is set back by as much, or moves on. */
const moveAll = `
local by = tonumber(ARGV[1])
local function moved(time) return string.format('%.0f', time + by) end
for _, key in ipairs(redis.call('KEYS', 'mps:limits*')) do
  local kind = redis.call('TYPE', key).ok
  if kind == 'hash' then redis.call('HSET', key, 'at', moved(redis.call('HGET', key, 'at'))) end
  if kind == 'list' then
    for place, time in ipairs(redis.call('LRANGE', key, 0, -1)) do redis.call('LSET', key, place - 1, moved(time)) end
  end
  if kind == 'zset' then
    local entries = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    for place = 1, #entries, 2 do redis.call('ZADD', key, moved(entries[place + 1]), entries[place]) end
  end
end
return redis.status_reply('OK')`;

/** For how many seconds the only busy bucket counts as busy. */
const busyFor = `
return math.floor(redis.call('ZRANGE', 'mps:limits:busy', 0, 0, 'WITHSCORES')[2] / 1e6 - redis.call('TIME')[1])`;

const take = (one: SharedRateLimit) => one.take('key', limit, windowMs, 0);

describe.skipIf(skipped !== '')(`processes whose server has its clock set back${skipped}`, () => {
  let server: CountServer;
  let processes: SharedRateLimit[] = [];

  const run = (script: string, ...values: readonly unknown[]) =>
    server.say(['EVAL', JSON.stringify(script), 0, ...values].join(' '));
  const move = async (seconds: number) => {
    expect(await run(moveAll, seconds * 1e6)).toBe('+OK');
  };
  const setBack = (seconds: number) => move(seconds);
  const pass = (seconds: number) => move(-seconds);
  const start = async (instances: number) => {
    const one = await shareRateLimit({ url: server.url, instances, log, patience: 40 });
    processes.push(one);
    return one;
  };

  beforeEach(async () => {
    server = await aCountServer();
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await server.kill();
  });

  it('refuse no caller for longer than a window, and admit no call more', async () => {
    const one = await start(1);
    for (let n = 0; n < limit; n += 1) expect((await take(one)).admitted).toBe(true);

    await setBack(3600);
    const refused = await take(one);
    const hasRoom = await one.hasRoom('key', limit, windowMs, 0);
    await pass(55);
    const soon = await take(one);
    await pass(5);
    const after = await take(one);

    expect(refused).toEqual({ admitted: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 60 });
    expect([hasRoom, soon.admitted]).toEqual([false, false]);
    expect(after).toMatchObject({ admitted: true, remaining: limit - 1 });
  });

  it('keep the order of calls when some lie in the future and some do not', async () => {
    const one = await start(1);
    for (let n = 0; n < 30; n += 1) await take(one);
    await pass(40);
    for (let n = 0; n < 30; n += 1) await take(one);

    await setBack(20);
    const refused = await take(one);
    await pass(45);
    const first = await take(one);

    // The first thirty were made 40 seconds ago, and seem to be 20 seconds old.
    expect(refused.admitted).toBe(false);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(40);
    expect(first).toMatchObject({ admitted: true, remaining: 29 });
  });

  it('wait no longer than a window and the grace for processes that do not run', async () => {
    const one = await start(2);
    await setBack(3600);

    await take(one);
    const meanwhile = one.counting().how;
    await pass(66);
    await take(one);

    expect([meanwhile, one.counting().how]).toEqual(['alone', 'together']);
  });

  it('go on counting together what they have counted together before', async () => {
    const one = await start(2);
    await pass(66);
    await take(one);
    await setBack(3600);

    const taken = await take(one);

    expect([taken.remaining, one.counting()]).toEqual([limit - 2, { how: 'together', timesAlone: 0 }]);
  });

  it('do not count one that has ended as one that has told', async () => {
    const ended = await start(2);
    await ended.close();
    await setBack(3600);

    await start(2);

    expect(await server.say('HEXISTS mps:limits complete')).toBe(':0');
  });

  it('are told again of a bucket that is busy', async () => {
    const one = await start(1);
    for (let n = 0; n < 40; n += 1) await take(one);
    await setBack(3600);

    await take(one);

    const seconds = Number((await run(busyFor)).slice(1));
    expect(seconds).toBeGreaterThan(70);
    expect(seconds).toBeLessThanOrEqual(75);
  });
});

it('an answer that would have a caller wait for longer than a window says a window', () => {
  const answer = answerOf([verdicts.refused, 0, 3660e6, 3660e6], windowMs);

  expect(answer).toMatchObject({ take: { retryAfterSeconds: 60, resetSeconds: 60 } });
});
