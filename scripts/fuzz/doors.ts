import { values } from '../../generated/values.ts';
import {
  type CreatedMerchant,
  createMerchant,
  type WantedMerchant,
} from '../../src/domain/merchants/accounts/create-merchant.ts';
import { suspendMerchant } from '../../src/domain/merchants/accounts/operator-changes.ts';
import { newKey } from '../../src/domain/merchants/keys/api-keys.ts';
import { tryLockKey } from '../../src/engine/calls/queries.ts';
import { type Databases, inTransactionAcrossMerchants } from '../../src/platform/db/database.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { aFuzzedShop } from '../../test/contract/schemathesis/seed.ts';
import type { Door } from './own/client.ts';
import type { BusyKey, Doors } from './own/failures.ts';

const aShop: WantedMerchant = {
  ...aFuzzedShop,
  // Nothing listens there, and no worker runs: events can be sent again, but nothing leaves.
  webhookUrl: 'http://127.0.0.1:9/hook',
  eventTypes: ['*'],
};

type Parts = {
  readonly databases: Databases;
  readonly secrets: Secrets;
  readonly baseUrl: string;
  /** The same service with rate limits of one call. */
  readonly strictUrl: string;
  /** The same service without its database. */
  readonly brokenUrl: string;
};

/** The merchants in whose name the own generator calls, and the ways to be refused. */
export type Admission = {
  readonly key: string;
  readonly spareKey: string;
  readonly doors: Doors;
  readonly busy: BusyKey;
};

export async function openDoors({ databases, secrets, ...urls }: Parts): Promise<Admission> {
  const { platform, sandbox } = databases;
  const merchant = (wanted: Partial<WantedMerchant> = {}) =>
    createMerchant(platform, secrets, { ...aShop, ...wanted });
  const own = await merchant();
  const spare = await merchant();
  const keyOf = async (kind: 'secret' | 'restricted', revoked_at: Date | null) => {
    const made = newKey({ merchantId: own.merchantId, appId: own.appId, mode: 'sandbox' }, kind);
    await platform
      .insertInto('api_keys')
      .values({ ...made.row, revoked_at })
      .execute();
    return made.key;
  };
  const at = (key: string | undefined, baseUrl = urls.baseUrl): Door => ({ baseUrl, key });
  return {
    key: own.secretKey,
    spareKey: spare.secretKey,
    doors: {
      withoutKey: at(undefined),
      wrongKey: at('sk_test_1'),
      revokedKey: at(await keyOf('secret', new Date())),
      suspended: at(await suspended(platform, await merchant())),
      publicKey: at(own.publicKey),
      withoutPermission: at(await keyOf('restricted', null)),
      live: at((await merchant({ mode: 'live', features: values.Feature })).secretKey),
      withoutFeatures: at((await merchant({ features: [] })).secretKey),
      unverified: at((await merchant({ kycTier: 0 })).secretKey),
      withSecondFactor: at((await merchant({ totp: true })).secretKey),
      withoutWebhook: at((await merchant({ webhookUrl: null })).secretKey),
      slow: at((await merchant({ rateLimit: 1 })).secretKey, urls.strictUrl),
      broken: at(own.secretKey, urls.brokenUrl),
    },
    busy: (key, scope, work) =>
      inTransactionAcrossMerchants(sandbox, async (tx) => {
        const { merchantId } = key === spare.secretKey ? spare : own;
        await tryLockKey(tx, merchantId, scope);
        return await work();
      }),
  };
}

async function suspended(platform: Databases['platform'], { merchantId, secretKey }: CreatedMerchant) {
  await suspendMerchant(platform, { merchantId, by: 'fuzzer' });
  return secretKey;
}
