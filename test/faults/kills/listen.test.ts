import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../src/platform/ids.ts';
import { isWholeProfile } from '../../support/faults/profile.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { aReceiver, type Receiver } from '../../support/receivers/receiver.ts';

const { service } = victimForFile();
/** Every third one ends the service in good order. */
const restarts = isWholeProfile ? 10 : 4;

let local: Receiver;
let listener: ChildProcess;
let printed = '';

beforeAll(async () => {
  local = await aReceiver();
  const { merchant, baseUrl } = service();
  const program = resolve(import.meta.dirname, '../../../src/cli/index.mjs');
  const typed = [
    'listen',
    '--since',
    '10m',
    '--json',
    '--forward-to',
    local.url,
    '--key',
    merchant.secretKey,
    '--base-url',
    baseUrl,
  ];
  listener = spawn(process.execPath, [program, ...typed], { stdio: ['ignore', 'pipe', 'pipe'] });
  listener.stdout?.on('data', (text: Buffer) => (printed += text.toString()));
});
afterAll(async () => {
  listener.kill('SIGKILL');
  await local.close();
});

type Line = { readonly id: string; readonly answer: { readonly status: number } };

const lines = () =>
  printed
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

async function trigger(): Promise<void> {
  await service()
    .api('triggerTestEvent', { body: { type: 'billing.plan.updated' } })
    .catch(() => undefined);
}

/** Events come from elsewhere too, also while the service is away: one like the first. */
const insertOne = () =>
  service().owner(`INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at, synthetic)
    SELECT merchant_id, uuidv7(), type, gen_random_uuid(), 1, data, now(), true FROM sandbox.events ORDER BY event_id LIMIT 1`);

/** Asks the process to end, and waits until it has. */
async function terminate(): Promise<void> {
  const pid = service().pid();
  process.kill(pid, 'SIGTERM');
  await until('the service has ended', async () => {
    const answers = await fetch(`${service().baseUrl}/healthz`).then(
      () => true,
      () => false,
    );
    return !answers;
  });
  await service().kill();
}

describe('mps listen', () => {
  it(`loses and repeats nothing over ${restarts} restarts of the service, kill -9 among them`, async () => {
    await trigger();
    await until('the first event comes', async () => {
      if (lines().length === 0) await trigger();
      return lines().length > 0;
    });
    const over = new AbortController();
    const making = (async () => {
      while (!over.signal.aborted) {
        await Promise.all([trigger(), insertOne()]);
        await new Promise((done) => setTimeout(done, 20));
      }
    })();
    for (let at = 0; at < restarts; at += 1) {
      await new Promise((done) => setTimeout(done, 300 + 70 * at));
      if (at % 3 === 2) await terminate();
      else await service().kill();
      await insertOne();
      await service().restart();
    }
    over.abort();
    await making;
    const rows = await service().owner('SELECT event_id FROM sandbox.events');
    const made = rows.map((row) => showId('evt', String(row['event_id'])));
    await until(
      () => `${lines().length} of ${made.length} came`,
      () => lines().length >= made.length,
    );
    await new Promise((done) => setTimeout(done, 1000));

    const heard = lines().map(({ id }) => id);
    const lost = made.filter((id) => !heard.includes(id)).length;
    const repeated = heard.length - new Set(heard).size;
    const forwarded = local.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    process.stdout.write(
      `mps listen: ${restarts} restarts, ${made.length} events made, ${lost} lost, ${repeated} repeated, ${forwarded.length} forwarded\n`,
    );
    expect({ lost, repeated }).toEqual({ lost: 0, repeated: 0 });
    expect(forwarded.toSorted()).toEqual(made.toSorted());
    expect(new Set(lines().map(({ answer }) => answer.status))).toEqual(new Set([204]));
    await until(
      'the answers are reported',
      async () => (await service().count('listen_reports')) >= made.length,
    );
    expect(await service().count('listen_reports')).toBe(made.length);
    expect(await service().count('webhook_deliveries')).toBe(0);
    listener.kill('SIGINT');
    await once(listener, 'exit');
    expect(listener.signalCode).toBe('SIGINT');
    // Each restart takes many seconds of a busy machine.
  }, 600_000);
});
