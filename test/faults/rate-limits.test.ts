import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { type AdmittedCall, mostInAWindow } from '../support/checks/admitted.ts';
import { isWholeProfile } from '../support/faults/profile.ts';
import { aShop } from '../support/service/a-shop.ts';
import { aCountServer, type CountServer, countServerProgram } from '../support/service/count-server.ts';
import { cloneDatabase, type TestDatabase } from '../support/service/database.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../support/service/process.ts';

const skipped = countServerProgram === undefined ? ' (skipped: redis-server is missing)' : '';
const instances = 3;
const limit = 60;
const windowMs = 60_000;

let database: TestDatabase;
let dataDir: string;
let server: CountServer | undefined;
let processes: readonly ServiceProcess[] = [];

async function aKey(rateLimit = limit): Promise<string> {
  const made = await createMerchant(database.databases.platform, createSecrets(database.secretKey), {
    ...aShop,
    rateLimit,
  });
  return made.secretKey;
}

async function startThree(env: Record<string, string> = {}): Promise<void> {
  const ports = await Promise.all(Array.from({ length: instances }, () => aFreePort()));
  processes = await Promise.all(
    ports.map((port) =>
      startProcess(dataDir, port, {
        DATABASE_URL: database.url,
        SECRET_KEY: database.secretKey,
        DATABASE_CONNECTIONS: '15',
        ROLE: 'api',
        INSTANCES: String(instances),
        ...env,
      }),
    ),
  );
}

type Calls = { readonly admitted: AdmittedCall[]; readonly statuses: number[]; readonly waits: number[] };

async function call(calls: Calls, key: string, which: number): Promise<void> {
  const sentMs = performance.now();
  const answer = await fetch(`${processes[which]?.baseUrl}/v1/account/balance`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.arrayBuffer();
  calls.statuses.push(answer.status);
  if (answer.status === 200) calls.admitted.push({ sentMs, answeredMs: performance.now() });
  else calls.waits.push(Number(answer.headers.get('retry-after')));
}

async function flood(calls: Calls, key: string, count: number, which: (n: number) => number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => call(calls, key, which(n))));
}

/** How often the processes have lost the server. */
function timesAlone(): number {
  return processes
    .map((one) => one.output().split('no longer counted together').length - 1)
    .reduce((a, b) => a + b);
}

const none = (): Calls => ({ admitted: [], statuses: [], waits: [] });

/** Every process counts with the others again: a call of a key of its own leaves more than a share. */
async function countTogether(): Promise<void> {
  await expect
    .poll(async () => {
      const key = await aKey(1000);
      const left = await Promise.all(
        processes.map(async ({ baseUrl }) => {
          const headers = { authorization: `Bearer ${key}` };
          const answer = await fetch(`${baseUrl}/v1/account/balance`, { headers });
          return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
        }),
      );
      return Math.min(...left);
    })
    .toBeGreaterThan(900);
}

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'payments-limits-'));
});

afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await server?.kill();
  server = undefined;
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

describe.skipIf(skipped !== '')(`three processes with REDIS_URL${skipped}`, () => {
  let killed: CountServer;

  beforeEach(async () => {
    killed = await aCountServer();
    server = killed;
    await startThree({ REDIS_URL: killed.url });
    await countTogether();
  });

  test('admit 60 of 200 calls of a key, exactly, and say when the next is admitted', async () => {
    let [calls, key] = [none(), await aKey()];
    // On a busy machine an answer of the server may be late, and then a process admits less.
    for (let attempt = 0, before = -1; attempt < 5 && before !== timesAlone(); attempt += 1) {
      await countTogether();
      before = timesAlone();
      [calls, key] = [none(), await aKey()];
      await flood(calls, key, 200, (n) => n % instances);
      expect(calls.admitted.length).toBeLessThanOrEqual(limit);
    }

    expect(calls.admitted).toHaveLength(limit);
    expect(new Set(calls.statuses)).toEqual(new Set([200, 429]));
    expect(Math.max(...calls.waits)).toBeLessThanOrEqual(60);
    if (!isWholeProfile) return;
    await delay(Math.max(...calls.waits) * 1000);
    await call(calls, key, 1);
    expect(calls.statuses.at(-1)).toBe(200);
  });

  test('admit no more than 60 while the server is killed, started and emptied, and never fail', async () => {
    const [calls, key] = [none(), await aKey()];
    const rounds = isWholeProfile ? 6 : 1;

    for (let round = 0; round < rounds; round += 1) {
      // All at one process: what the others then admit, they cannot have seen.
      await flood(calls, key, 70, () => round % instances);
      await killed.kill();
      await flood(calls, key, 60, (n) => n % instances);
      await delay(1000);
      await flood(calls, key, 60, (n) => n % instances);
      await killed.start();
      await flood(calls, key, 60, (n) => n % instances);
      await countTogether();
      await flood(calls, key, 60, (n) => n % instances);
      await killed.say('FLUSHALL');
      await flood(calls, key, 60, (n) => n % instances);
      if (rounds > 1) await delay(20_000);
    }

    expect(mostInAWindow(calls.admitted, windowMs)).toBeLessThanOrEqual(limit);
    expect(calls.admitted.length).toBeGreaterThan(30);
    expect(new Set(calls.statuses)).toEqual(new Set([200, 429]));
    expect(calls.waits.every((wait) => wait >= 1 && wait <= 60)).toBe(true);
    expect(processes[0]?.output()).toContain('no longer counted together');
  });

  test('admit no more than 60 of a key that was little used when the server went away, and some of it', async () => {
    const [calls, key] = [none(), await aKey()];
    await flood(calls, key, 20, () => 0);
    await killed.kill();

    await flood(calls, key, 150, (n) => n % instances);

    expect(calls.admitted.length).toBeGreaterThan(20);
    expect(calls.admitted.length).toBeLessThanOrEqual(limit);
  });
});

test('three processes without a server in common admit 60 of 200 calls: 20 each', async () => {
  await startThree();
  const [calls, key] = [none(), await aKey()];

  await flood(calls, key, 200, (n) => n % instances);

  expect(calls.admitted).toHaveLength(limit);
});
