import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '../../../src/sdk/webhooks.ts';
import { bytesOf, published } from '../sdk/vectors.ts';
import { jsonOf, mps } from './mps.ts';

const secret = `whsec_${'a1B2'.repeat(8)}`;
const now = new Date(1_767_225_600_000);
const body = '{"id":"evt_1","object":"event","type":"payment.capture.completed","data":{"name":"Zoë"}}\n';
const header = signWebhook({ body, secret, now });
const at = '--timestamp 1767225600';
const verify = `verify --header ${header}`;

let dataDir = '';
let env: Record<string, string>;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-cli-'));
  env = { DATA_DIR: join(dataDir, 'none'), MPS_WEBHOOK_SECRET: secret };
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('mps sign', () => {
  it('prints the header that the service would send, and nothing else', async () => {
    expect(await mps(`sign ${at}`, env, body)).toEqual({ exitCode: 0, data: `${header}\n`, words: '' });
    expect(jsonOf(await mps(`sign --json ${at}`, env, body))).toEqual({ header });
  });

  it('signs with the current time by default, and the result verifies', async () => {
    const signed = await mps('sign', env, body);

    const ended = await mps(`verify --json --header ${signed.data.trim()}`, env, body);

    expect(ended).toMatchObject({ exitCode: 0, words: 'The signature fits.\n' });
  });

  it('signs bytes that are not text', async () => {
    const bytes = Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a]);

    expect((await mps(`sign ${at}`, env, bytes)).data.trim()).toBe(signWebhook({ body: bytes, secret, now }));
  });
});

describe('a folder on standard input', () => {
  it.each(['sign', `verify --header ${header}`])('is no empty body: %s', (verb) => {
    const folder = openSync(dataDir, 'r');
    const program = [resolve(import.meta.dirname, '../../../src/cli/index.mjs'), ...verb.split(' ')];

    const ended = spawnSync(process.execPath, program, {
      env,
      stdio: [folder, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(folder);

    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('Standard input is a folder.');
  });
});

describe('mps verify', () => {
  it('accepts a signed body, and prints which event it is', async () => {
    const ended = await mps(`${verify} ${at} --json`, env, body);

    expect(ended).toMatchObject({ exitCode: 0 });
    expect(jsonOf(ended)).toEqual({
      valid: true,
      reason: 'ok',
      type: 'payment.capture.completed',
      id: 'evt_1',
    });
  });

  it('exits with 8 and the reason when a line end is missing', async () => {
    const ended = await mps(`${verify} ${at}`, env, body.trimEnd());

    expect(ended).toMatchObject({ exitCode: 8, words: expect.stringContaining('byte for byte') });
    expect(ended.data).toMatch(/^valid +false$/m);
    expect(ended.data).toMatch(/^reason +wrong_signature$/m);
  });

  it('compares with the current time by default', async () => {
    const ended = await mps(`${verify} --json`, env, body);

    expect(ended.exitCode).toBe(8);
    expect(jsonOf(ended)).toEqual({ valid: false, reason: 'timestamp_skew' });
  });

  it.each(['no-v1', 'two-t', 'wrong-secret', '301-seconds-old', 'rotation-old-secret'])(
    'reaches the published verdict of %s',
    async (name) => {
      const vector = published.vectors.find((each) => each.name === name);
      if (vector === undefined) throw new Error(`no vector ${name}`);
      const verb = `verify --json --header ${vector.header} --timestamp ${vector.now}`;

      const ended = await mps(verb, { ...env, MPS_WEBHOOK_SECRET: vector.secret }, bytesOf(vector));

      expect(ended.exitCode).toBe(vector.valid ? 0 : 8);
      expect(jsonOf(ended)).toMatchObject({ valid: vector.valid, reason: vector.reason });
    },
  );
});

describe('the secret', () => {
  it('is read from a file, an argument, the environment or the demo merchant', async () => {
    const file = join(dataDir, 'secret');
    writeFileSync(file, `${secret}\n`);
    const demo = join(dataDir, 'demo');
    mkdirSync(demo);
    const nothing = {
      base_url: '',
      merchant_id: '',
      app_id: '',
      secret_key: '',
      public_key: '',
      restricted_key: '',
    };
    writeFileSync(join(demo, 'demo.json'), JSON.stringify({ ...nothing, webhook_secret: secret }));
    const other = { ...env, MPS_WEBHOOK_SECRET: 'whsec_other' };

    const headers = await Promise.all([
      mps(`sign ${at} --secret-file ${file}`, other, body),
      mps(`sign ${at} --secret ${secret}`, other, body),
      mps(`sign ${at}`, { DATA_DIR: demo }, body),
    ]);

    expect(headers.map(({ data }) => data.trim())).toEqual([header, header, header]);
  });

  it('that is missing or empty makes the command exit with 2', async () => {
    for (const none of [{ DATA_DIR: env['DATA_DIR'] ?? '' }, { ...env, MPS_WEBHOOK_SECRET: '' }])
      expect(await mps(`sign ${at}`, none, body)).toMatchObject({
        exitCode: 2,
        data: '',
        words: expect.stringContaining('MPS_WEBHOOK_SECRET'),
      });
  });

  it('is never printed', async () => {
    const broken = `${secret}%20x`;

    const ended = await Promise.all([
      mps(`${verify} ${at}`, env, `${body} `),
      mps(`sign ${at} --secret-file /nowhere/secret`, env, body),
      mps('sign --timestamp soon', env, body),
      mps('sign', { ...env, MPS_WEBHOOK_SECRET: broken.replace('%20', ' ') }, body),
      mps('sign --help', env),
    ]);

    expect(ended.map(({ exitCode }) => exitCode)).toEqual([8, 2, 2, 2, 0]);
    for (const { data, words } of ended) expect(data + words).not.toContain('a1B2');
  });
});
