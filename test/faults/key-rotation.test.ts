import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { type Embedded, startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { verifyWebhook } from '../../src/sdk/webhooks.ts';
import { jsonOf, mps } from '../src/cli/mps.ts';
import { aCardCheckout } from '../support/builders/build.ts';
import { until } from '../support/faults/victim.ts';
import { aReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { aMerchantIn } from '../support/service/a-shop.ts';
import { apiOf } from '../support/service/api.ts';
import { payByCard } from '../support/service/page.ts';
import {
  aFreePort,
  compileCache,
  type ServiceProcess,
  startInVain,
  startProcess,
} from '../support/service/process.ts';

const [oldKey, newKey] = ['the key of last year and long', 'the key of this year and long'];
/** So many that a run takes long enough to be killed. */
const texts = 4000;
const root = resolve(import.meta.dirname, '../..');

describe('SECRET_KEY is changed while the service runs', () => {
  let dataDir: string;
  let embedded: Embedded;
  let receiver: Receiver;
  let merchant: CreatedMerchant;
  const services: ServiceProcess[] = [];
  /** Calls that were made with the old key only: their idempotency keys and what was answered. */
  const early: { readonly body: ReturnType<typeof aCardCheckout>; readonly answer: unknown }[] = [];

  async function asOwner(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const owner = new Client({ connectionString: embedded.tcpUrl });
    await owner.connect();
    try {
      return (await owner.query<Record<string, unknown>>(text, [...values])).rows;
    } finally {
      await owner.end();
    }
  }

  async function serve(key: string, beside = ''): Promise<ServiceProcess> {
    const service = await startProcess(join(dataDir, 'other'), await aFreePort(), environment(key, beside));
    services.push(service);
    return service;
  }

  function environment(key: string, beside = ''): Record<string, string> {
    return {
      ...compileCache,
      DATABASE_URL: embedded.tcpUrl,
      SECRET_KEY: key,
      SECRET_KEYS_BESIDE: beside,
      EGRESS_ALLOW: '127.0.0.0/8',
      DATA_DIR: join(dataDir, 'other'),
    };
  }

  function open(service: ServiceProcess, body: ReturnType<typeof aCardCheckout>) {
    const headers = { 'idempotency-key': body.merchantTransactionId };
    return apiOf(service.baseUrl, merchant.secretKey)('createCheckout', { body, headers });
  }

  const changedTexts = async (before: string): Promise<number> => {
    const [row] = await asOwner(
      'SELECT count(*)::int AS n FROM live.bank_answers WHERE content_sealed <> $1',
      [before],
    );
    return Number(row?.['n']);
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'payments-rotation-'));
    embedded = await startEmbedded({ dataDir, secretKey: oldKey });
    await migrate(embedded.tcpUrl, oldKey);
    receiver = await aReceiver();
    merchant = await aMerchantIn(
      { url: embedded.tcpUrl, secretKey: oldKey },
      { webhookUrl: `${receiver.url}/app`, totp: true },
    );
  });

  afterAll(async () => {
    for (const service of services) await service.kill();
    await receiver.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('no call fails, although the rotation is killed and begun again', async () => {
    const before = await serve(oldKey, newKey);
    for (let n = 0; n < 5; n += 1) {
      const body = aCardCheckout();
      early.push({ body, answer: (await open(before, body)).data });
    }
    const sealed = createSecrets(oldKey).seal('<xml/>', 'bank-file');
    await asOwner(
      `INSERT INTO live.bank_answers (gateway, hash, name, message, state, content_sealed)
       SELECT 'bank', n::text, 'a', 'pain.002', 'taken', $1 FROM generate_series(1, ${texts}) AS n`,
      [sealed],
    );
    const after = await serve(newKey, oldKey);

    const wrong: unknown[] = [];
    let calls = 0;
    const over = new AbortController();
    const callers = [before, after].map(async (service, at) => {
      const first = early[at];
      while (!over.signal.aborted) {
        const replayed = first && (await open(service, first.body));
        if (JSON.stringify(replayed?.data) !== JSON.stringify(first?.answer)) wrong.push(replayed);
        const made = await open(service, aCardCheckout());
        if (made.status !== 201) wrong.push(made.body);
        calls += 2;
      }
    });
    const killed = rotation();
    await until('a part is sealed anew', async () => (await changedTexts(sealed)) > 100);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const half = await changedTexts(sealed);
    const left = await mps('secrets rotate --status --json', environment(newKey, oldKey));
    const rest = await mps('secrets rotate --json', environment(newKey, oldKey));
    over.abort();
    await Promise.all(callers);

    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    expect(half).toBeLessThan(texts);
    expect(left.exitCode).toBe(8);
    expect(oldIn(left, 'live.bank_answers.content_sealed')).toBe(texts - half);
    expect([rest.exitCode, oldIn(rest, 'live.bank_answers.content_sealed')]).toEqual([0, texts - half]);
    expect(await changedTexts(sealed)).toBe(texts);
    // The process with the old key first still sealed with it meanwhile; now it has ended.
    await services.shift()?.kill();
    const last = await mps('secrets rotate --json', environment(newKey, oldKey));
    const none = await mps('secrets rotate --status', environment(newKey, oldKey));
    expect([last.exitCode, none.exitCode, none.words]).toEqual([
      0,
      0,
      '0 texts are sealed with another key.\n',
    ]);
  });

  test('new connections of a process that started before log in with the new passwords', async () => {
    const [service] = services;
    if (service === undefined) throw new Error('the service runs');
    await asOwner("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'mps\\_%'");
    await until('it answers again', async () => (await open(service, aCardCheckout())).status === 201);

    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await open(service, aCardCheckout())).status),
    );

    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  test('answers a repeated call as before while the old key is beside, and its webhooks are verified without', async () => {
    const [beside] = services;
    const replayed = beside && (await Promise.all(early.map(({ body }) => open(beside, body))));
    expect(replayed?.map(({ data }) => data)).toEqual(early.map(({ answer }) => answer));
    await services.shift()?.kill();

    const alone = await serve(newKey);
    const { data } = await open(alone, aCardCheckout());
    await payByCard(`${alone.baseUrl}/test/c/${data.checkout_id}`, '4242424242424242');
    const told = await seenAtLast(() =>
      receiver.received.find(({ body }) => body.includes(data.checkout_id)),
    );

    const event = verifyWebhook({
      header: told.headers['service-signature'] ?? '',
      body: told.body,
      secret: merchant.webhookSecret,
    });
    expect(event.id).toMatch(/^evt_/);
  });

  test('the old key alone is refused from then on', async () => {
    const { exitCode, words } = await startInVain(environment(oldKey));

    expect(exitCode).not.toBe(0);
    expect(words).toContain('SECRET_KEY is not the key that this database was set up with');
  });

  function rotation(): ChildProcess {
    return spawn(process.execPath, [resolve(root, 'src/cli/index.mjs'), 'secrets', 'rotate'], {
      cwd: root,
      env: { PATH: '', ...environment(newKey, oldKey) },
      stdio: 'ignore',
    });
  }
});

function oldIn(ended: Awaited<ReturnType<typeof mps>>, where: string): number | undefined {
  const { columns } = jsonOf(ended) as { columns: readonly { where: string; old: number }[] };
  return columns.find((column) => column.where === where)?.old;
}

async function seenAtLast<T>(look: () => T | undefined): Promise<T> {
  await until('it is seen', () => look() !== undefined);
  const seen = look();
  if (seen === undefined) throw new Error('it was there');
  return seen;
}
