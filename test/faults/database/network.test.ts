import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout } from '../../support/builders/build.ts';
import { soon } from '../../support/checks/soon.ts';
import { noteFigures } from '../../support/faults/figures.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { type Proxy, proxyTo } from '../../support/faults/proxy.ts';
import { aMerchantIn } from '../../support/service/a-shop.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aFreePort, type ServiceProcess, startProcess } from '../../support/service/process.ts';

/** How long the network is lost, each time. A call that waits for the database twice is answered after 12 s. */
const whole = Array.from({ length: 20 }, () => 30_000);
const lossesMs = isWholeProfile
  ? { hang: whole, refuse: whole }
  : { hang: [4000, 13_000], refuse: [4000, 4000] };
const callers = 12;

let database: TestDatabase;
let proxy: Proxy;
let service: ServiceProcess;
let api: Api;

beforeAll(async () => {
  database = await cloneDatabase();
  const { secretKey } = database;
  const merchant = await aMerchantIn(database);
  proxy = await proxyTo(database);
  service = await startProcess('.data', await aFreePort(), {
    DATABASE_URL: proxy.url,
    SECRET_KEY: secretKey,
  });
  api = apiOf(service.baseUrl, merchant.secretKey);
});
afterAll(async () => {
  proxy?.mend();
  await service?.terminate();
  await proxy?.close();
  await database?.close();
});

type Answered = { readonly reference: string; readonly status: number; readonly tookMs: number };

/** Callers who open checkouts one after the other, until it is over. */
async function callUntil(isOver: () => boolean, answers: Answered[] = []): Promise<readonly Answered[]> {
  const caller = async () => {
    while (!isOver()) {
      const body = aCardCheckout();
      const startedMs = performance.now();
      const { status } = await api('createCheckout', { body });
      answers.push({
        reference: body.merchantTransactionId,
        status,
        tookMs: performance.now() - startedMs,
      });
      // Whoever is refused at once would only keep the machine busy.
      if (status === 503) await new Promise((done) => setTimeout(done, 50));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answers;
}

async function kept(): Promise<ReadonlySet<unknown>> {
  const rows = await database.asOwner('SELECT reference FROM sandbox.checkouts');
  return new Set(rows.map(({ reference }) => reference));
}

const faults = [
  ['lost, so that nothing comes back', 'hang'],
  ['cut, so that every connection ends', 'refuse'],
] as const;

describe('the network between a service and its database', () => {
  it.for(faults)(
    'is %s: calls are answered within ten seconds, and go on afterwards',
    async ([, fault], context) => {
      const answers: Answered[] = [];
      const recoveredMs: number[] = [];
      for (const lostMs of lossesMs[fault]) {
        let endMs = Number.POSITIVE_INFINITY;
        const ofLoss: Answered[] = [];
        const during = callUntil(() => performance.now() > endMs, ofLoss);
        await soon(() =>
          expect(ofLoss.filter(({ status }) => status === 201).length).toBeGreaterThan(callers),
        );
        proxy[fault]();
        endMs = performance.now() + lostMs;
        answers.push(...(await during));
        proxy.mend();
        const mendedMs = performance.now();
        await soon(async () => {
          expect((await api('createCheckout', { body: aCardCheckout() })).status).toBe(201);
        });
        recoveredMs.push(performance.now() - mendedMs);
      }
      // Nobody is refused once the pool has recovered.
      await soon(async () => {
        const endMs = performance.now() + 300;
        const calm = await callUntil(() => performance.now() > endMs);
        expect([...new Set(calm.map(({ status }) => status))]).toEqual([201]);
      });

      const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
      const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
      noteFigures(context, {
        losses: lossesMs[fault].length,
        lost_ms_at_most: Math.max(...lossesMs[fault]),
        calls: answers.length,
        refused_with_503: answers.filter(({ status }) => status === 503).length,
        slowest_ms: Math.round(slowestMs),
        slowest_recovery_ms: Math.round(Math.max(...recoveredMs)),
      });
      expect(statuses).toEqual([201, 503]);
      expect(slowestMs).toBeLessThan(10_000);
      const known = await kept();
      const acknowledged = answers.filter(({ status }) => status === 201);
      expect(acknowledged.filter(({ reference }) => !known.has(reference))).toEqual([]);
      expect(Math.max(...recoveredMs)).toBeLessThan(20_000);
    },
  );
});
