import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { banner, ensureDemoMerchant } from '../../../src/app/first-run/first-run.ts';
import { authenticator } from '../../../src/domain/merchants/access/authenticate.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';

let database: TestDatabase;
let dataDir = '';

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-demo-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function ensure(baseUrl = 'http://localhost:3000') {
  const { databases, secretKey } = database;
  return ensureDemoMerchant({ databases, secrets: createSecrets(secretKey), dataDir, baseUrl });
}

function fileOnDisk(): unknown {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
}

describe('the demo merchant', () => {
  it('is made once, and its keys work', async () => {
    const first = await ensure();
    const second = await ensure();

    expect(first.made).toBe(true);
    expect(second).toEqual({ demo: first.demo, made: false, ended: false });
    expect(fileOnDisk()).toEqual(first.demo);
    expect(Object.keys(first.demo)).toEqual([
      'base_url',
      'merchant_id',
      'app_id',
      'secret_key',
      'public_key',
      'restricted_key',
      'webhook_secret',
    ]);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    const principal = await authenticator(database.databases.platform)(`Bearer ${first.demo.secret_key}`);
    expect(principal).toMatchObject({
      kycTier: 1,
      rateLimit: 60,
      features: ['payouts', 'payment_links', 'refunds'],
    });
  });

  it('gets the new base URL when the port changes', async () => {
    const { demo } = await ensure();

    const moved = await ensure('http://localhost:3001');

    expect(moved).toEqual({
      demo: { ...demo, base_url: 'http://localhost:3001' },
      made: false,
      ended: false,
    });
    expect(fileOnDisk()).toEqual(moved.demo);
  });

  it('is made again for another database', async () => {
    const { demo } = await ensure();
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ ...demo, secret_key: 'of another database' }));

    const again = await ensure();

    expect(again.made).toBe(true);
    expect(again.demo.merchant_id).not.toBe(demo.merchant_id);
  });

  it('is made again when the file is damaged', async () => {
    writeFileSync(join(dataDir, 'demo.json'), '{"base_url":');

    expect((await ensure()).made).toBe(true);
  });
});

describe('the banner', () => {
  const started = {
    version: '1.0.0',
    apiVersion: '2026-01-01',
    ready: ['PostgreSQL 18.4 (embedded)', 'demo merchant'],
    tookMs: 3123,
    baseUrl: 'http://localhost:3000',
    dataDir: '.data',
  };

  it('shows complete keys and a call that can be pasted', async () => {
    const { demo } = await ensure();

    const shown = banner({ ...started, demo });

    expect(shown).toContain(demo.secret_key);
    expect(shown).toContain(demo.public_key);
    expect(shown).not.toContain(demo.restricted_key);
    expect(shown).not.toContain(demo.webhook_secret);
    const body: unknown = JSON.parse(/-d '(.*)'/.exec(shown)?.[1] ?? '');
    expect(body).toEqual({
      amount: '10.00',
      currency: 'USD',
      merchantTransactionId: 'order-1',
      returnUrl: 'http://localhost:3000/docs/return',
      notificationUrl: 'http://localhost:3000/docs/hook',
    });
  });

  it('shows only addresses at later starts', () => {
    const shown = banner(started);

    expect(shown).toContain('http://localhost:3000/v1');
    expect(shown).toContain('http://localhost:3000/docs');
    expect(shown).toContain('3.1 s');
    expect(shown).not.toMatch(/[sp]k_test_|curl/);
  });
});
