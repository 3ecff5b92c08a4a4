import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soon } from '../../../support/checks/soon.ts';
import { type Proxy, proxyTo } from '../../../support/faults/proxy.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../../support/service/process.ts';

let database: TestDatabase;
let proxy: Proxy;
let service: ServiceProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await proxyTo(database);
  service = await startProcess('.data', await aFreePort(), {
    DATABASE_URL: proxy.url,
    SECRET_KEY: database.secretKey,
  });
});
afterAll(async () => {
  proxy.mend();
  await service.terminate();
  await proxy.close();
  await database.close();
});

async function readiness(): Promise<{ status: number; tookMs: number }> {
  const startedMs = performance.now();
  const { status } = await fetch(`${service.baseUrl}/readyz`);
  return { status, tookMs: performance.now() - startedMs };
}

const isReady = () => soon(async () => expect((await readiness()).status).toBe(200));
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The log's lines about faults and loops from `from` on. */
const linesSince = (from: number) =>
  service
    .output()
    .slice(from)
    .split('\n')
    .filter((line) => /"level":"(warn|error)"|works again/.test(line));

describe('while the database is away', () => {
  it('each loop says so once, and once that it works again', async () => {
    await isReady();
    const from = service.output().length;
    proxy.refuse();
    await pause(5000);
    const meanwhile = linesSince(from).length;
    proxy.mend();
    await isReady();

    // Five loops in each of two modes, the connections, and what was under way. A line for each try would be a hundred.
    expect(meanwhile).toBeLessThanOrEqual(20);
    await soon(() => {
      for (const loop of ['claiming jobs', 'claiming deliveries'])
        for (const mode of ['live', 'sandbox']) {
          const about = linesSince(from).filter((line) => line.includes(loop) && line.includes(`"${mode}"`));
          expect(about).toEqual([
            expect.stringContaining(`${loop} failed`),
            expect.stringMatching(/"failures":\d+,"seconds":\d+,"msg":".* works again"/),
          ]);
        }
    });
  });
});

describe('while the database hangs', () => {
  it('/readyz answers 503 in about a second', async () => {
    await isReady();
    proxy.hang();

    const answers = [await readiness(), await readiness()];
    proxy.mend();

    // The statement itself would be given up after six seconds.
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.tookMs).toBeLessThan(5000);
    }
  });
});
