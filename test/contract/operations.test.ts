import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { operations as declared, type OperationFacts, type OperationId } from '../../generated/operations.ts';
import { operations as handlers } from '../../src/app/operations.ts';
import type { CreatedMerchant } from '../../src/core/merchants/create-merchant.ts';
import { makeKey } from '../../src/core/merchants/key-format.ts';
import { dashed } from '../../src/platform/ids.ts';
import { registeredReader } from '../resources/terminals/counter.ts';
import { type Api, type Asking, apiOf } from '../support/api.ts';
import { type App, startApp } from '../support/app.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/build.ts';
import { aKey, mistyped } from '../support/keys.ts';

/** What this test reads of the contract itself, not of what was generated from it. */
type Operation = {
  readonly operationId: OperationId;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Record<string, unknown> } };
  };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-permission'?: string;
  readonly 'x-key-kinds'?: readonly string[];
  readonly 'x-mode'?: string;
};

const all = Object.values(document.paths).flatMap((item) => Object.values(item) as unknown as Operation[]);
const secured = all.filter(({ security }) => security?.length !== 0);
const examples: Readonly<Record<string, { readonly value: unknown }>> = document.components.examples;

let app: App;
let merchant: CreatedMerchant;
let live: CreatedMerchant;
beforeAll(async () => {
  app = await startApp();
  merchant = await app.aMerchant();
  live = await app.aMerchant({ mode: 'live' });
});
afterAll(() => app.stop());

/** Asks for anything at all: past the gates it is refused for another reason, or answered. */
function anything(operationId: OperationId): Asking<OperationId> {
  const { path, method }: OperationFacts = declared[operationId];
  const id = path.startsWith('/v1/checkout') ? `chk_${'0'.repeat(32)}` : `txn_${'0'.repeat(32)}`;
  return {
    ...(path.includes('{id}') && { params: { id } }),
    ...(method === 'post' && { body: {} }),
  };
}

/** The code that a key of some kind is refused with; `in` when the gates let it through. */
async function tried(key: string | undefined, operationId: OperationId): Promise<string> {
  const { code, status } = await apiOf(app.baseUrl, key)(operationId, anything(operationId));
  return status === 401 || status === 403 ? code : 'in';
}

describe('the contract', () => {
  it('has a handler for each of its operations, and no handler has none', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(all.map(({ operationId }) => operationId).toSorted());
  });

  it('has operations with and without authentication', () => {
    expect([all.length - secured.length, secured.length > 10]).toEqual([1, true]);
  });
});

describe('a request example', () => {
  const bodies = all.flatMap(({ operationId, requestBody }) =>
    Object.keys(requestBody?.content['application/json'].examples ?? {}).map((name) => ({
      operationId,
      name,
    })),
  );

  it.each(bodies)('$operationId, $name: answers as its own scenario', async ({ operationId, name }) => {
    const id = Object.values(pathParameter(operationId)?.examples ?? {})[0]?.value ?? payment;
    const api = await seededWith(id);
    const [statuses, body] = [
      successesOf(`${operationId}.${name}`),
      examples[`${operationId}.${name}`]?.value,
    ];

    const answered = await api(operationId, { params: { id }, body } as Asking<OperationId>);

    expect(statuses).toEqual([answered.status]);
    expect(stateIn(answered.body)).toBe(
      stateIn(examples[`${operationId}.${name}.${answered.status}`]?.value),
    );
  });

  const addressed = all.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap(({ $ref = '' }) =>
      Object.entries(parameterAt($ref).examples ?? {}).map(([kind, { value }]) => ({
        operationId,
        kind,
        id: value,
      })),
    ),
  );

  it.each(addressed)('$operationId of $id, a $kind', async ({ operationId, id }) => {
    const seeded = await seededWith(id);

    const answered = await seeded(operationId, { params: { id } });

    expect(answered.status).toBe(declared[operationId].status);
  });

  const plain = all.filter(
    ({ operationId, requestBody }) => !requestBody && !declared[operationId].path.includes('{'),
  );

  it.each(plain)('$operationId needs none', async ({ operationId }) => {
    const answered = await apiOf(app.baseUrl, merchant.secretKey)(operationId);

    expect(answered.status).toBe(declared[operationId].status);
  });
});

describe('an operation with authentication', () => {
  const ids = secured.map(({ operationId }) => operationId);

  it('is refused without a key', async () => {
    expect(await Promise.all(ids.map((id) => tried(undefined, id)))).toEqual(
      ids.map(() => 'MISSING_API_KEY'),
    );
  });

  it.each([
    ['unknown', async () => makeKey('secret', 'sandbox'), 'INVALID_API_KEY'],
    ['mistyped', async () => mistyped(merchant.secretKey), 'INVALID_API_KEY'],
    ['no key at all', async () => 'sk_test_1', 'INVALID_API_KEY'],
    ['revoked', () => aKey(app, merchant, { kind: 'secret', revokedAt: new Date() }), 'API_KEY_REVOKED'],
    ['expired', () => aKey(app, merchant, { kind: 'secret', expiresAt: new Date() }), 'API_KEY_REVOKED'],
  ])('is refused with a key that is %s', async (_what, make, code) => {
    const key = await make();

    expect(await Promise.all(ids.map((id) => tried(key, id)))).toEqual(ids.map(() => code));
  });

  it('is refused when the scheme is not Bearer', async () => {
    const authorization = `Basic ${merchant.secretKey}`;

    const refused = await apiOf(app.baseUrl, undefined)('getProfile', { headers: { authorization } });

    expect(refused.code).toBe('INVALID_API_KEY');
  });
});

describe('the gates of the contract', () => {
  it.each(secured)('$operationId admits the kinds of key that it names', async (operation) => {
    const { operationId, 'x-key-kinds': kinds = [] } = operation;

    const shown = {
      secret: await tried(merchant.secretKey, operationId),
      public: await tried(merchant.publicKey, operationId),
    };

    expect(shown).toEqual({
      secret: 'in',
      public: kinds.includes('public') ? 'in' : 'PUBLIC_KEY_NOT_ALLOWED',
    });
  });

  it('admit a public key to mobile-status only', () => {
    const open = secured.filter(({ 'x-key-kinds': kinds }) => kinds?.includes('public'));

    expect(open.map(({ operationId }) => operationId)).toEqual(['getMobileStatus']);
  });

  it.each(secured)(
    '$operationId admits a restricted key with its permission and no other',
    async (operation) => {
      const { operationId, 'x-permission': permission = '' } = operation;
      const others = secured
        .map((other) => other['x-permission'] ?? '')
        .filter((other) => other !== permission);
      const able = await aKey(app, merchant, { kind: 'restricted', permissions: [permission] });
      const unable = await aKey(app, merchant, { kind: 'restricted', permissions: others });

      const refused = await apiOf(app.baseUrl, unable)(operationId, anything(operationId));

      expect(await tried(able, operationId)).toBe('in');
      expect(refused).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_PERMISSIONS',
        body: { details: { required_permission: permission } },
      });
    },
  );

  it.each(secured)('$operationId admits a live key unless it is of the sandbox', async (operation) => {
    const { operationId, 'x-mode': mode } = operation;
    const { feature }: OperationFacts = declared[operationId];

    const expected = feature === undefined ? 'in' : 'FEATURE_DISABLED';
    expect(await tried(live.secretKey, operationId)).toBe(mode === 'sandbox' ? 'TEST_MODE_ONLY' : expected);
  });

  it('keep a suspended merchant out of everything', async () => {
    const suspended = await app.aMerchant();
    await app.database.asOwner("UPDATE platform.merchants SET status = 'suspended' WHERE id = $1", [
      suspended.merchantId,
    ]);
    const keys = [suspended.secretKey, suspended.restrictedKey, suspended.publicKey];

    const codes = await Promise.all(
      secured.flatMap(({ operationId }) => keys.map((key) => tried(key, operationId))),
    );

    expect(new Set(codes)).toEqual(new Set(['ACCOUNT_SUSPENDED']));
  });
});

/** The statuses of the answers that are named after a request's example. */
function successesOf(scenario: string): number[] {
  return Object.keys(examples).flatMap((name) => {
    const status = name.startsWith(`${scenario}.`) ? Number(name.slice(scenario.length + 1)) : Number.NaN;
    return Number.isInteger(status) ? [status] : [];
  });
}

/** What an answer, or an example of it, says has become of its object. */
function stateIn(answer: unknown): unknown {
  return Reflect.get(Object(Reflect.get(Object(answer), 'data')), 'status');
}

type Parameter = {
  readonly in?: string;
  readonly examples?: Readonly<Record<string, { readonly value: string }>>;
};

function parameterAt(ref: string): Parameter {
  const named: Readonly<Record<string, object>> = document.components.parameters;
  const parameter: Parameter = named[ref.slice(ref.lastIndexOf('/') + 1)] ?? {};
  return parameter;
}

/** The parameter of its path, where it has one. */
function pathParameter(operationId: OperationId): Parameter | undefined {
  const { parameters = [] } = all.find((operation) => operation.operationId === operationId) ?? {};
  return parameters.map(({ $ref = '' }) => parameterAt($ref)).find((parameter) => parameter.in === 'path');
}

const payment = 'txn_0199c2a5c3f27d4b8e10a1b2c3d4e5f6';
const reader = 'trm_0199c2ae30747d8ee3a4b5c6d7e8f9a0';
const account = '0199c2ab-0736-7b8f-ac34-e5f60718293a';

/** A merchant who has the object that an example of the contract names: made by the product, then given that id. */
async function seededWith(id: string): Promise<Api> {
  const owner = await app.aMerchant();
  const api = apiOf(app.baseUrl, owner.secretKey);
  const wallet = await openedCheckout(api, aWalletCheckout('0771111111', { amount: '100.00' }));
  const card = await openedCheckout(api, aCardCheckout());
  await renamed('terminals', await registeredReader(api), reader, owner);
  // That is the one that has just got its name.
  if (id.startsWith('trm_')) return api;
  if (id.startsWith('txn_')) {
    await turnClock(api, 10);
    const status = await api('getCheckoutStatus', { params: { id: wallet.checkout_id } });
    await renamed('transactions', String(status.data.transaction_id), id, owner);
    await accountNamed(account, api, owner);
  } else {
    // The wallet's example is the one that mobile-status shows.
    const shown = id === parameterAt('MobilePaymentPathId').examples?.['checkout']?.value ? wallet : card;
    await renamed('checkouts', shown.checkout_id, id, owner);
  }
  return api;
}

/** A saved account that the examples of payouts name. */
async function accountNamed(id: string, api: Api, { merchantId }: CreatedMerchant): Promise<void> {
  const body = examples['createBankAccount.bank']?.value as Record<string, unknown>;
  const { data } = await api('createBankAccount', { body });
  await app.database.asOwner('UPDATE sandbox.bank_accounts SET id = $1 WHERE id = $2 AND merchant_id = $3', [
    id,
    data.bank_account_id,
    merchantId,
  ]);
}

/** What else names an object. Foreign keys are looked at when the statements have ended. */
const named = {
  checkouts: ['merchant_references.checkout_id', 'transactions.checkout_id'],
  transactions: ['ledger_holds.payment_id'],
  terminals: [],
} as const;

async function renamed(
  table: keyof typeof named,
  from: string,
  to: string,
  owner: CreatedMerchant,
): Promise<void> {
  const [before, after] = [dashed(from.slice(4)), dashed(to.slice(4))];
  const also = named[table].map((place) => {
    const [other, column] = place.split('.');
    return `UPDATE sandbox.${other} SET ${column} = '${after}' WHERE ${column} = '${before}';`;
  });
  await app.database.asOwner(
    `BEGIN; UPDATE sandbox.${table} SET id = '${after}' WHERE id = '${before}' AND merchant_id = '${owner.merchantId}'; ${also.join(' ')} COMMIT`,
  );
}
