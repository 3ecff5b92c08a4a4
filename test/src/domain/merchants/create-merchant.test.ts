import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../../../../src/domain/merchants/access/authenticate.ts';
import {
  createMerchant,
  type WantedMerchant,
} from '../../../../src/domain/merchants/accounts/create-merchant.ts';
import { seedMerchant } from '../../../../src/domain/merchants/accounts/seed-merchant.ts';
import { createSecrets, type Secrets } from '../../../../src/platform/secrets.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let secrets: Secrets;

beforeAll(async () => {
  database = await cloneDatabase();
  secrets = createSecrets(database.secretKey);
});
afterAll(() => database.close());

const shop: WantedMerchant = {
  businessName: 'Tea House',
  email: 'owner@example.com',
  country: 'ZW',
  kycTier: 0,
  mode: 'sandbox',
  rateLimit: 60,
  webhookUrl: 'https://shop.example.com/hook',
  totp: false,
};

function create(about: Partial<WantedMerchant> = {}) {
  return createMerchant(database.databases.platform, secrets, { ...shop, ...about });
}

describe('a new merchant', () => {
  it('is found by each of their keys', async () => {
    const authenticate = authenticator(database.databases.platform);

    const created = await create({ kycTier: 1 });

    const { secretKey, restrictedKey, publicKey } = created;
    for (const [kind, key] of Object.entries({
      secret: secretKey,
      restricted: restrictedKey,
      public: publicKey,
    })) {
      expect(await authenticate(`Bearer ${key}`)).toMatchObject({
        kind,
        mode: 'sandbox',
        merchantId: created.merchantId,
        appId: created.appId,
        features: ['payouts', 'payment_links', 'refunds'],
        rateLimit: 60,
        kycTier: 1,
        suspended: false,
      });
    }
  });

  it('may read everything and open checkouts with their restricted key, and nothing else', async () => {
    const { restrictedKey } = await create();

    const { permissions } = await authenticator(database.databases.platform)(`Bearer ${restrictedKey}`);

    expect(permissions).toEqual(
      expect.arrayContaining(['account:read', 'checkout:read', 'transactions:read']),
    );
    expect(permissions.filter((permission) => permission.endsWith(':write'))).toEqual(['checkout:write']);
  });

  it('is subscribed to completed and declined captures, signed with the secret that was shown', async () => {
    const { appId, webhookSecret } = await create();

    const [endpoint] = await database.asOwner('SELECT * FROM sandbox.app_endpoints WHERE app_id = $1', [
      appId,
    ]);

    expect(webhookSecret).toMatch(/^whsec_[0-9A-Za-z]{32}$/);
    expect(endpoint).toMatchObject({
      url: 'https://shop.example.com/hook',
      event_types: ['payment.capture.completed', 'payment.capture.declined'],
    });
    expect(secrets.open(String(endpoint?.['secret_sealed']), 'webhook-secret')).toBe(webhookSecret);
  });

  it('leaves no key or secret readable in the database', async () => {
    const created = await create({ totp: true });

    const tables = ['merchants', 'api_apps', 'api_keys', 'webhook_endpoints', 'two_factor'];
    const rows = await Promise.all(
      tables.map((table) => database.asOwner(`SELECT t::text AS row FROM platform.${table} t`)),
    );
    const text = rows
      .flat()
      .map(({ row }) => String(row))
      .join('\n');
    const { secretKey, publicKey, restrictedKey, webhookSecret, totpSecret } = created;

    for (const secret of [secretKey, publicKey, restrictedKey, webhookSecret, totpSecret]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is enrolled in one-time codes when asked for', async () => {
    const enrolled = await create({ totp: true });
    const other = await create();

    const [row] = await database.asOwner('SELECT * FROM platform.two_factor WHERE merchant_id = $1', [
      enrolled.merchantId,
    ]);

    expect(enrolled.totpSecret).toMatch(/^[A-Z2-7]{32}$/);
    expect(secrets.open(String(row?.['secret_sealed']), 'totp-secret')).toBe(enrolled.totpSecret);
    expect(other.totpSecret).toBeUndefined();
  });

  it('is refused a live app before KYC approval', async () => {
    await expect(create({ mode: 'live', businessName: 'Too Early' })).rejects.toMatchObject({
      code: 'KYC_REQUIRED',
    });

    expect(
      await database.asOwner("SELECT 1 FROM platform.merchants WHERE business_name = 'Too Early'"),
    ).toEqual([]);
  });

  it('gets live keys and no feature with a live app', async () => {
    const { secretKey } = await create({ mode: 'live', kycTier: 1 });

    const principal = await authenticator(database.databases.platform)(`Bearer ${secretKey}`);

    expect(secretKey).toMatch(/^sk_live_/);
    expect(principal).toMatchObject({ mode: 'live', features: [] });
  });

  it('is created completely or not at all', async () => {
    await expect(create({ businessName: 'Half', rateLimit: 0 })).rejects.toThrow('app_rate_limit');

    expect(await database.asOwner("SELECT 1 FROM platform.merchants WHERE business_name = 'Half'")).toEqual(
      [],
    );
  });
});

describe('a seeded merchant', () => {
  it('is approved in the sandbox, with every feature', async () => {
    const { secretKey } = await seedMerchant(database.databases.platform, secrets);

    expect(await authenticator(database.databases.platform)(`Bearer ${secretKey}`)).toMatchObject({
      mode: 'sandbox',
      kycTier: 1,
      features: ['payouts', 'payment_links', 'refunds'],
    });
  });
});
