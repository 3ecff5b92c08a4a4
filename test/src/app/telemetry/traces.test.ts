import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreatedMerchant,
  createMerchant,
} from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { createSecrets } from '../../../../src/platform/secrets.ts';
import { aWalletCheckout } from '../../../support/builders/build.ts';
import { aReceiver, type Receiver } from '../../../support/receivers/receiver.ts';
import { aShop } from '../../../support/service/a-shop.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';
import {
  aFreePort,
  compileCache,
  startWorker,
  type WorkerProcess,
} from '../../../support/service/process.ts';

/** As `trace-to-file.ts` writes it. */
type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly pid: number;
  readonly attributes: Readonly<Record<string, unknown>>;
};

const sdk = resolve(import.meta.dirname, '../../../support/service/trace-to-file.ts');
const [traceOfCaller, spanOfCaller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const traceparent = `00-${traceOfCaller}-${spanOfCaller}-01`;

let database: TestDatabase;
let folder: string;
let merchant: CreatedMerchant;
let receiver: Receiver;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'payments-spans-'));
  receiver = await aReceiver();
  const secrets = createSecrets(database.secretKey);
  merchant = await createMerchant(database.databases.platform, secrets, {
    ...aShop,
    webhookUrl: `${receiver.url}/hook`,
  });
});
afterAll(async () => {
  await receiver.close();
  await database.close();
  await rm(folder, { recursive: true });
});

type Both = { readonly api: WorkerProcess; readonly worker: WorkerProcess; readonly address: string };

/** A process for callers and one for workers, on one database. */
async function bothProcesses(env: Record<string, string>): Promise<Both> {
  const port = await aFreePort();
  const more = { ...compileCache, ...env, DATA_DIR: folder };
  const [api, worker] = await Promise.all([
    startWorker(database, { ...more, ROLE: 'api', PORT: String(port) }),
    startWorker(database, more),
  ]);
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      async () =>
        await fetch(`${address}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
    )
    .toBe(200);
  return { api, worker, address };
}

async function pushes(address: string, path: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${address}/v1/checkout/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${merchant.secretKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    // Approved a moment after the push, by a call of the gateway, which is a job.
    body: JSON.stringify(aWalletCheckout('0771111111', { notificationUrl: `${receiver.url}${path}` })),
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
}

const sentTo = (at: string) => receiver.received.filter(({ path }) => path === at);

const tracesAt = (at: string) => new Set(sentTo(at).map(({ headers }) => headers['traceparent']));

describe('a trace', () => {
  it('goes from the call through the operation, the gateway and the job to the webhook, in two processes', async () => {
    const file = join(folder, 'spans');
    const { api, worker, address } = await bothProcesses({
      NODE_OPTIONS: `--import=${sdk}`,
      SPANS_FILE: file,
    });
    await pushes(address, '/both', { traceparent });
    const named = () => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return lines.map((line) => JSON.parse(line) as Span).filter(({ traceId }) => traceId === traceOfCaller);
    };
    await receiver.sees(1);
    await expect.poll(() => named().some(({ name }) => name === 'webhook attempt')).toBe(true);
    const logs = `${api.output()}${worker.output()}`;
    expect(await Promise.all([api.terminate(), worker.terminate()])).toEqual([0, 0]);

    const spans = named();
    const of = (name: string) => spans.find((span) => span.name === name);
    const [request, operation, gateway] = [
      of('POST /v1/checkout/create'),
      of('createCheckout'),
      of('gateway sandbox_wallet_a'),
    ];
    expect(request).toMatchObject({
      parent: spanOfCaller,
      pid: api.pid,
      attributes: { 'http.response.status_code': 201 },
    });
    expect(operation).toMatchObject({ parent: request?.spanId, pid: api.pid });
    expect(gateway).toMatchObject({ parent: operation?.spanId, pid: api.pid });
    const job = spans.find(({ name }) => name.startsWith('job '));
    expect(job).toMatchObject({ parent: operation?.spanId, pid: worker.pid });
    const attempts = spans.filter(({ name }) => name === 'webhook attempt');
    const ids = new Set(spans.map(({ spanId }) => spanId));
    for (const attempt of attempts) {
      expect(attempt.pid).toBe(worker.pid);
      expect(ids).toContain(attempt.parent);
    }
    // The event of the job's effect follows from the job.
    expect(attempts.map(({ parent }) => parent)).toContain(job?.spanId);
    const sent = receiver.received.map(({ headers }) => headers['traceparent']);
    for (const one of sent) expect(one).toMatch(new RegExp(`^00-${traceOfCaller}-[0-9a-f]{16}-01$`));
    expect(attempts.map(({ spanId }) => spanId)).toEqual(
      expect.arrayContaining(sent.map((one) => one?.split('-')[2])),
    );
    expect(logs).toContain(`"trace_id":"${traceOfCaller}"`);
    expect(JSON.stringify(spans)).not.toMatch(/0771111111|sk_test_/);
  });

  it('that a caller began is passed on without any SDK, and none is made up', async () => {
    const { api, worker, address } = await bothProcesses({});
    await pushes(address, '/traced', { traceparent });
    await pushes(address, '/untraced', { traceparent: 'nonsense' });
    for (const at of ['/traced', '/untraced']) await expect.poll(() => sentTo(at).length).toBeGreaterThan(0);
    await Promise.all([api.terminate(), worker.terminate()]);

    expect(tracesAt('/traced')).toEqual(new Set([traceparent]));
    expect(tracesAt('/untraced')).toEqual(new Set([undefined]));
  });
});
