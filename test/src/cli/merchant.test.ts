import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../../../src/domain/merchants/access/authenticate.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { jsonOf, mpsHere } from './mps.ts';

let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey };
});
afterAll(() => database.close());

function principalOf(key: unknown) {
  return authenticator(database.databases.platform)(`Bearer ${String(key)}`);
}

describe('mps merchant create', () => {
  it('prints one JSON object and nothing else', async () => {
    const ended = await mpsHere('merchant create --json', env);

    expect(ended).toMatchObject({ exitCode: 0, words: '' });
    expect(jsonOf(ended)).toEqual({
      merchant_id: expect.stringMatching(/^mer_[0-9a-f]{32}$/),
      app_id: expect.stringMatching(/^app_[0-9a-f]{32}$/),
      secret_key: expect.stringMatching(/^sk_test_/),
      public_key: expect.stringMatching(/^pk_test_/),
      restricted_key: expect.stringMatching(/^rk_test_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
  });

  it('makes the merchant with all options', async () => {
    const ended = await mpsHere(
      'merchant create --json --name Tea --country BW --email tea@example.com --kyc-tier 2 --features refunds --rate-limit 500 --totp --webhook-url https://tea.example.com/hook --events *',
      env,
    );

    const { secret_key: key, totp_secret: totp, app_id: shownApp } = jsonOf(ended);
    const principal = await principalOf(key);
    const [merchant] = await database.asOwner('SELECT * FROM platform.merchants WHERE id = $1', [
      principal.merchantId,
    ]);
    const [endpoint] = await database.asOwner('SELECT * FROM platform.webhook_endpoints WHERE app_id = $1', [
      principal.appId,
    ]);
    expect(principal).toMatchObject({ mode: 'sandbox', kycTier: 2, features: ['refunds'], rateLimit: 500 });
    expect(shownApp).toBe(`app_${principal.appId.replaceAll('-', '')}`);
    expect(merchant).toMatchObject({ business_name: 'Tea', country: 'BW', email: 'tea@example.com' });
    expect(endpoint).toMatchObject({ url: 'https://tea.example.com/hook', event_types: ['*'] });
    expect(totp).toMatch(/^[A-Z2-7]{32}$/);
    const [change] = await database.asOwner(
      'SELECT action, operator, details FROM platform.operator_changes WHERE merchant_id = $1',
      [principal.merchantId],
    );
    expect(change).toEqual({
      action: 'merchant.created',
      operator: userInfo().username,
      details: { mode: 'sandbox', kyc_tier: 2, totp: true },
    });
  });

  it('makes a live app only for a merchant with KYC tier 1 or higher', async () => {
    const refused = await mpsHere('merchant create --live --json', env);
    const made = await mpsHere('merchant create --live --kyc-tier 1 --json', env);

    expect(refused).toMatchObject({ exitCode: 5, data: '', words: expect.stringContaining('--kyc-tier 1') });
    expect(await principalOf(jsonOf(made)['secret_key'])).toMatchObject({ mode: 'live', features: [] });
  });

  it('switches every feature off with `--features none`', async () => {
    const made = await mpsHere('merchant create --features none --json', env);

    expect(await principalOf(jsonOf(made)['secret_key'])).toMatchObject({ features: [] });
  });

  it('prints a table without --json, and warns that secrets are not shown again', async () => {
    const ended = await mpsHere('merchant create', env);

    expect(ended.data).toMatch(/^name +value\nmerchant_id +mer_/);
    expect(ended.words).toContain('not shown again');
  });

  it.each([
    ['--features payouts,gold', 'gold'],
    ['--events payment.capture.maybe', 'payment.capture.maybe'],
    ['--kyc-tier 3', '--kyc-tier'],
    ['--rate-limit 0', '--rate-limit'],
    ['--country zw', '--country'],
    ['--email nobody', '--email'],
    ['--featurs none', '--features'],
  ])('refuses %s as wrong usage', async (option, word) => {
    const ended = await mpsHere(`merchant create ${option}`, env);

    expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining(word) });
  });

  it.each([
    ['an address that is too long', `--email ${'a'.repeat(300)}@example.com`, '--email'],
    ['a name that is too long', `--name ${'x'.repeat(121)}`, '--name'],
    ['an empty name', '--name=', '--name'],
    ['a name with a control character', '--name Tea\u0007', '--name'],
  ])('refuses %s, which the API could not show', async (_, option, word) => {
    const ended = await mpsHere(`merchant create ${option}`, env);

    expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining(word) });
  });

  it('refuses a webhook URL with a private address', async () => {
    const ended = await mpsHere('merchant create --webhook-url http://10.0.0.1/hook', env);

    expect(ended).toMatchObject({ exitCode: 5, data: '' });
  });
});
