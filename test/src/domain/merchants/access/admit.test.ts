import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit, type Gates } from '../../../../../src/domain/merchants/access/admit.ts';
import { merchantId, type Principal } from '../../../../../src/engine/principal.ts';
import { ApiError } from '../../../../../src/platform/errors.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { type App, startApp } from '../../../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ role: 'api' });
});
afterAll(() => app.stop());

function aPrincipal(about: Partial<Principal> = {}): Principal {
  return {
    merchantId: merchantId(newId()),
    appId: newId(),
    keyId: newId(),
    mode: 'sandbox',
    kind: 'secret',
    permissions: [],
    features: [],
    apiVersion: '2026-01-01',
    rateLimit: 60,
    kycTier: 0,
    suspended: false,
    shownKey: '',
    ...about,
  };
}

/** An operation with every kind of gate; no real one has them all. */
const payout: Gates = {
  keyKinds: ['secret', 'restricted'],
  permission: 'payouts:write',
  mode: 'sandbox',
  feature: 'payouts',
  kyc: 1,
};

async function refusalOf(
  gates: Gates,
  principal: Principal,
): Promise<{ code: string; details: unknown } | undefined> {
  try {
    await admit(gates, principal, app.service.contexts.sandbox.db);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, details: error.details };
  }
}

describe('a caller', () => {
  const able = { features: ['payouts'], kycTier: 1 };

  it('that meets every condition is admitted', async () => {
    expect(await refusalOf(payout, aPrincipal(able))).toBeUndefined();
  });

  it.each([
    ['of a suspended account', { ...able, suspended: true }, 'ACCOUNT_SUSPENDED', undefined],
    ['with a public key', { ...able, kind: 'public' }, 'PUBLIC_KEY_NOT_ALLOWED', undefined],
    [
      'without the permission',
      { ...able, kind: 'restricted', permissions: ['payouts:read'] },
      'INSUFFICIENT_PERMISSIONS',
      { required_permission: 'payouts:write' },
    ],
    ['with a live key', { ...able, mode: 'live' }, 'TEST_MODE_ONLY', undefined],
    [
      'without the feature',
      { ...able, features: ['refunds'] },
      'FEATURE_DISABLED',
      { required_feature: 'payouts' },
    ],
    ['of tier 0', { ...able, kycTier: 0 }, 'KYC_REQUIRED', { required_kyc_tier: 1 }],
  ] as const)('%s is refused', async (_who, about, code, details) => {
    expect(await refusalOf(payout, aPrincipal(about))).toEqual({ code, details });
  });

  it('gets the error of the first condition that it does not meet', async () => {
    const lacking: Partial<Principal>[] = [
      { suspended: true },
      { kind: 'public' },
      { kind: 'restricted', permissions: [] },
      { mode: 'live' },
      { features: [] },
      { kycTier: 0 },
    ];

    const codes: string[] = [];
    for (let first = 0; first < lacking.length; first += 1) {
      const about = lacking
        .slice(first)
        .reduceRight<Partial<Principal>>((all, one) => ({ ...all, ...one }), able);
      codes.push((await refusalOf(payout, aPrincipal(about)))?.code ?? 'in');
    }

    expect(codes).toEqual([
      'ACCOUNT_SUSPENDED',
      'PUBLIC_KEY_NOT_ALLOWED',
      'INSUFFICIENT_PERMISSIONS',
      'TEST_MODE_ONLY',
      'FEATURE_DISABLED',
      'KYC_REQUIRED',
    ]);
  });

  it('with a secret key needs no permission', async () => {
    expect(await refusalOf({ keyKinds: ['secret'], permission: 'x:write' }, aPrincipal())).toBeUndefined();
  });
});

describe('the KYC tier of a caller', () => {
  it('is the one that was set in the mode of the key', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const principal = aPrincipal({ merchantId: merchant.merchantId, features: ['payouts'] });
    const api = apiOf(app.baseUrl, merchant.secretKey);

    const before = await refusalOf(payout, principal);
    await api('setTestKyc', { body: { tier: 1 } });
    const verified = await refusalOf(payout, principal);
    await api('setTestKyc', { body: { tier: 0 } });
    const taken = await refusalOf(payout, principal);

    expect([before?.code, verified, taken?.code]).toEqual(['KYC_REQUIRED', undefined, 'KYC_REQUIRED']);
  });
});
