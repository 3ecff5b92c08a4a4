import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { usualLimits } from '../../../src/domain/merchants/access/limits.ts';
import { soon } from '../../support/checks/soon.ts';
import { type App, startApp } from '../../support/service/app.ts';

type Answer = { readonly status: number; readonly connection: string | undefined };

function ask(agent: Agent, url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
      );
    });
    asking.once('error', reject);
    asking.end();
  });
}

/** Calls the first service on one connection until an answer closes it, then the second one, as a balancer does. */
async function callBoth([first, second]: readonly [App, App], until: () => boolean): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  let at = first;
  while (!until()) {
    const answer = await ask(agent, `${at.baseUrl}/v1/meta/errors`);
    answers.push(answer);
    if (answer.connection === 'close') at = second;
    await delay(5);
  }
  agent.destroy();
  return answers;
}

it('says that it is ending before its listener closes, and loses no request', async () => {
  const usual = { limit: 1_000_000, window: 60 };
  const limits = { ...usualLimits, address: usual };
  const apps = [
    await startApp({ role: 'api', drainSeconds: 5, limits }),
    await startApp({ role: 'api', limits }),
  ] as const;
  const [ending, staying] = apps;
  let ended = false;
  const clients = Array.from({ length: 8 }, () => callBoth(apps, () => ended));
  const idle = new Agent({ keepAlive: true, maxSockets: 1 });
  // On a busy machine the database may first be too slow for it.
  const before = await soon(async () => {
    const answer = await ask(idle, `${ending.baseUrl}/readyz`);
    expect(answer.status).toBe(200);
    return answer;
  });

  const stopped = ending.stop();
  const ready = await ask(idle, `${ending.baseUrl}/readyz`);
  const health = await ask(idle, `${ending.baseUrl}/healthz`);
  await stopped;
  ended = true;
  const answers = await Promise.all(clients);
  await staying.stop();

  expect(before).toEqual({ status: 200, connection: 'keep-alive' });
  expect(ready).toEqual({ status: 503, connection: 'close' });
  // On a new connection: the listener is still open.
  expect(health).toEqual({ status: 200, connection: 'close' });
  for (const ofOne of answers) {
    expect(new Set(ofOne.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ofOne.filter(({ connection }) => connection === 'close')).toHaveLength(1);
  }
});
