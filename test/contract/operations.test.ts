import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { operations as declared, type OperationFacts, type OperationId } from '../../generated/operations.ts';
import { operations as handlers } from '../../src/app/operations.ts';
import { usualLimits } from '../../src/domain/merchants/access/limits.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { makeKey } from '../../src/domain/merchants/keys/key-format.ts';
import { dashed } from '../../src/platform/ids.ts';
import { registeredReader } from '../src/api/payments/terminals/counter.ts';
import { anAgent, cashPayout } from '../support/builders/agents.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/builders/build.ts';
import { createdLink, openedSession } from '../support/builders/counter.ts';
import { heldCheckout } from '../support/builders/holds.ts';
import { draftedInvoice, sentInvoice } from '../support/builders/invoices.ts';
import { anAdvance, anOffer, aPartner, aSplit } from '../support/builders/partners.ts';
import { createdPlan, pause, subscribed } from '../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../support/builders/vault.ts';
import { soon } from '../support/checks/soon.ts';
import { anEvent } from '../support/receivers/events.ts';
import { type Api, type Asking, apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { aKey, mistyped } from '../support/service/keys.ts';

/** Read from the contract itself, not from the modules generated from it. */
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
  readonly 'x-feature'?: string;
  readonly 'x-kyc'?: number;
};

const all = Object.values(document.paths).flatMap((item) => Object.values(item) as unknown as Operation[]);
const secured = all.filter(({ security }) => security?.length !== 0);
const examples: Readonly<Record<string, { readonly value: unknown }>> = document.components.examples;

let app: App;
let merchant: CreatedMerchant;
let live: CreatedMerchant;
beforeAll(async () => {
  // Each operation is called with every kind of bad key, which is more than one IP address may try in a minute.
  const many = { limit: 10_000, window: 60 };
  app = await startApp({ limits: { ...usualLimits, address: many, 'wrong-key': many } });
  merchant = await app.aMerchant();
  live = await app.aMerchant({ mode: 'live' });
});
afterAll(() => app.stop());

/** The prefix of the id that a path takes, unless it is that of a transaction. */
const prefixes = {
  chk: '/v1/checkout/',
  plink: '/v1/payment-links/',
  vts: '/v1/merchant/virtual-terminal/',
  trm: '/v1/terminals/',
  inv: '/v1/invoices/',
  cus: '/v1/customers/',
  pm: '/v1/payment-methods/',
  dsp: '/v1/disputes/',
  plan: '/v1/subscriptions/subscription-plans/',
  sub: '/v1/subscriptions/',
  evt: '/v1/events/',
  sac: '/v1/subaccounts/',
  spl: '/v1/splits/',
  cof: '/v1/capital/offers/',
  cap: '/v1/capital/advances/',
  agt: '/v1/agents/',
  pob: '/v1/payouts/batches/',
  po: '/v1/payouts/',
  ref: '/v1/refunds/',
  rpt: '/v1/reports/',
} as const;

const nobody = '0'.repeat(32);

/** A minimal request: it passes the gates, and is then answered or refused for another reason. */
function minimalRequest(operationId: OperationId): Asking<OperationId> {
  const { path, method }: OperationFacts = declared[operationId];
  const [prefix = 'txn'] = Object.entries(prefixes).find(([, start]) => path.startsWith(start)) ?? [];
  return {
    ...(path.includes('{id}') && { params: { id: `${prefix}_${nobody}`, file_id: `file_${nobody}` } }),
    ...((method === 'post' || method === 'patch') && { body: {} }),
  };
}

/** Calls an operation with this key: the code of a 401 or 403, or `in` if the gates let it through. */
async function tried(key: string | undefined, operationId: OperationId): Promise<string> {
  const { code, status } = await apiOf(app.baseUrl, key)(operationId, minimalRequest(operationId));
  return status === 401 || status === 403 ? code : 'in';
}

describe('the contract', () => {
  it('has a handler for each operation, and an operation for each handler', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(all.map(({ operationId }) => operationId).toSorted());
  });

  it('has operations with and without authentication', () => {
    expect([all.length - secured.length, secured.length > 10]).toEqual([2, true]);
  });
});

describe('a request example', () => {
  const bodies = all.flatMap(({ operationId, requestBody }) =>
    Object.keys(requestBody?.content['application/json'].examples ?? {}).map((name) => ({
      operationId,
      name,
    })),
  );

  it.each(bodies)(
    '$name of $operationId gets the status and state of the response example with that name',
    async ({ operationId, name }) => {
      const ids = pathParameter(operationId)?.examples ?? {};
      // If the path has several examples, the one of the same name.
      const id = (ids[name] ?? Object.values(ids)[0])?.value ?? payment;
      const [statuses, body] = [
        successesOf(`${operationId}.${name}`),
        examples[`${operationId}.${name}`]?.value,
      ];
      const api = await seededWith({ id, body });

      const answered = await api(operationId, { params: { id }, body } as Asking<OperationId>);

      expect(statuses).toEqual([answered.status]);
      expect(stateIn(answered.body)).toBe(
        stateIn(examples[`${operationId}.${name}.${answered.status}`]?.value),
      );
    },
  );

  const addressed = all.flatMap(({ operationId, parameters = [] }) => {
    const [whole, part] = parameters
      .map(({ $ref = '' }) => parameterAt($ref))
      .filter((parameter) => parameter.in === 'path');
    const [file_id] = Object.values(part?.examples ?? {}).map(({ value }) => value);
    return Object.entries(whole?.examples ?? {}).map(([kind, { value: id }]) => ({
      operationId,
      kind,
      id,
      params: { id, ...(file_id !== undefined && { file_id }) },
    }));
  });

  it.each(addressed)('$id of $operationId, a $kind, succeeds', async ({ operationId, params }) => {
    const body = sentWith[operationId];
    const seeded = await seededWith({ ...params, body });

    const answered = await seeded(operationId, { params, body } as Asking<OperationId>);

    expect(answered.status).toBe(declared[operationId].status);
  });

  const plain = all.filter(
    ({ operationId, requestBody }) => !requestBody && !declared[operationId].path.includes('{'),
  );

  it.each(plain)('of $operationId is not needed: it succeeds without', async ({ operationId }) => {
    const answered = await apiOf(app.baseUrl, merchant.secretKey)(operationId);

    expect(answered.status).toBe(declared[operationId].status);
  });
});

describe('an operation that needs authentication', () => {
  const ids = secured.map(({ operationId }) => operationId);

  it('is refused without a key', async () => {
    expect(await Promise.all(ids.map((id) => tried(undefined, id)))).toEqual(
      ids.map(() => 'MISSING_API_KEY'),
    );
  });

  it.each([
    ['unknown', async () => makeKey('secret', 'sandbox'), 'INVALID_API_KEY'],
    ['mistyped', async () => mistyped(merchant.secretKey), 'INVALID_API_KEY'],
    ['malformed', async () => 'sk_test_1', 'INVALID_API_KEY'],
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
  it.each(secured)('let $operationId be called with the kinds of key that it names', async (operation) => {
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

  it('let a public key call mobile-status only', () => {
    const open = secured.filter(({ 'x-key-kinds': kinds }) => kinds?.includes('public'));

    expect(open.map(({ operationId }) => operationId)).toEqual(['getMobileStatus']);
  });

  it.each(secured)('let a restricted key call $operationId only with its permission', async (operation) => {
    const { operationId, 'x-permission': permission = '' } = operation;
    const others = secured
      .map((other) => other['x-permission'] ?? '')
      .filter((other) => other !== permission);
    const able = await aKey(app, merchant, { kind: 'restricted', permissions: [permission] });
    const unable = await aKey(app, merchant, { kind: 'restricted', permissions: others });

    const refused = await apiOf(app.baseUrl, unable)(operationId, minimalRequest(operationId));

    expect(await tried(able, operationId)).toBe('in');
    expect(refused).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_PERMISSIONS',
      body: { details: { required_permission: permission } },
    });
  });

  it.each(secured)('let a live key call $operationId unless it belongs to the sandbox', async (operation) => {
    const { operationId, 'x-mode': mode } = operation;
    const { feature }: OperationFacts = declared[operationId];

    const expected = feature === undefined ? 'in' : 'FEATURE_DISABLED';
    expect(await tried(live.secretKey, operationId)).toBe(mode === 'sandbox' ? 'TEST_MODE_ONLY' : expected);
  });

  it.each(secured)('demand the KYC tier and the feature that $operationId names', async (operation) => {
    const { operationId, 'x-kyc': tier, 'x-feature': feature } = operation;
    const unverified = await app.aMerchant({ kycTier: 0 });
    const plain = await app.aMerchant({ features: [] });

    const outcomes = {
      kyc: await refusedBy(unverified, operationId),
      feature: await refusedBy(plain, operationId),
    };

    expect(outcomes).toEqual({
      kyc: tier === undefined ? 'in' : { code: 'KYC_REQUIRED', details: { required_kyc_tier: tier } },
      feature:
        feature === undefined ? 'in' : { code: 'FEATURE_DISABLED', details: { required_feature: feature } },
    });
  });

  it('refuse every call of a suspended merchant', async () => {
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

/** The code and details of the 403 that a merchant gets, or `in` if there is none. */
async function refusedBy({ secretKey }: CreatedMerchant, operationId: OperationId): Promise<unknown> {
  const { status, code, body } = await apiOf(app.baseUrl, secretKey)(
    operationId,
    minimalRequest(operationId),
  );
  return status === 403 ? { code, details: body['details'] } : 'in';
}

/** Bodies with which only the object in the path decides about success. */
const sentWith: Readonly<Partial<Record<OperationId, object>>> = {
  updatePaymentLink: {},
  updateSubscriptionPlan: {},
  updateInvoice: {},
  updateSubscription: { plan_id: 'plan_0199c2b0307c791aa9b0c1d2e3f4a5c7' },
  updateCustomer: {},
  submitDisputeEvidence: { evidence: 'It was delivered.' },
  uploadDisputeFile: { name: 'note.pdf', content: Buffer.from('%PDF-1.4').toString('base64') },
  topUpAgentFloat: { amount: '1.00', currency: 'USD' },
  createAgentCashOut: examples['createAgentCashOut.collected']?.value as object,
  // A session paid by wallet needs the phone; one paid by card accepts it.
  chargeVirtualTerminalSession: { customer_phone: '0771111111' },
};

/** The statuses of the example answers that are named after the example of a request. */
function successesOf(scenario: string): number[] {
  return Object.keys(examples).flatMap((name) => {
    const status = name.startsWith(`${scenario}.`) ? Number(name.slice(scenario.length + 1)) : Number.NaN;
    return Number.isInteger(status) ? [status] : [];
  });
}

/** The status of the object in an answer, or in an example of one. */
function stateIn(answer: unknown): unknown {
  const data = Object(Reflect.get(Object(answer), 'data'));
  return Reflect.get(Object(Reflect.get(data, 'session') ?? data), 'status');
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

/** The path parameter, if the operation has one. */
function pathParameter(operationId: OperationId): Parameter | undefined {
  const { parameters = [] } = all.find((operation) => operation.operationId === operationId) ?? {};
  return parameters.map(({ $ref = '' }) => parameterAt($ref)).find((parameter) => parameter.in === 'path');
}

const payment = 'txn_0199c2a5c3f27d4b8e10a1b2c3d4e5f6';
const account = '0199c2ab-0736-7b8f-ac34-e5f60718293a';

/** A merchant who has the objects that a request of the contract names: made by the service, then given those ids. */
async function seededWith(request: object): Promise<Api> {
  const owner = await app.aMerchant({ webhookUrl: 'http://127.0.0.1:9/hook', eventTypes: ['*'] });
  const api = apiOf(app.baseUrl, owner.secretKey);
  await accountNamed(account, api, owner);
  const ids =
    JSON.stringify(request).match(
      /\b(chk|txn|dsp|file|plink|vts|trm|inv|cus|pm|plan|sub|evt|sac|spl|cof|cap|po|pob|agt|ref|rpt)_[0-9a-f]{32}\b/g,
    ) ?? [];
  for (const id of new Set(ids)) {
    const [prefix = ''] = id.split('_');
    const make = makers[prefix];
    if (!make) throw new Error(`no maker for ${id}`);
    const [table, made] = await make(api, id);
    await renamed(table, { from: made, to: id }, owner);
    await fitted[prefix]?.(api, id, owner);
  }
  return api;
}

/** By prefix of the id: makes an object and returns its table and id. */
const makers: Readonly<Record<string, (api: Api, id: string) => Promise<[keyof typeof references, string]>>> =
  {
    chk: async (api, id) => {
      // The id of the mobile-status example belongs to a wallet payment.
      const isPushed = id === parameterAt('MobilePaymentPathId').examples?.['checkout']?.value;
      const isHeld = id === parameterAt('HeldCheckoutPathId').examples?.['held']?.value;
      if (isHeld) return ['checkouts', (await heldCheckout(api)).checkout_id];
      const body = isPushed ? aWalletCheckout('0771111111') : aCardCheckout();
      return ['checkouts', (await openedCheckout(api, body)).checkout_id];
    },
    txn: async (api) => {
      const body = aWalletCheckout('0771111111', { amount: '100.00' });
      const { checkout_id: id } = await openedCheckout(api, body);
      await turnClock(api, 10);
      const { data } = await api('getCheckoutStatus', { params: { id } });
      return ['transactions', String(data.transaction_id)];
    },
    dsp: async (api) => {
      const { checkout_id: id } = await openedCheckout(api, aWalletCheckout('0771111111'));
      await turnClock(api, 10);
      const { transaction_id } = (await api('getCheckoutStatus', { params: { id } })).data;
      return ['disputes', (await api('openTestDispute', { body: { transaction_id } })).data.id];
    },
    file: async (api) => {
      const [dispute] = (await api('listDisputes')).data.items;
      const params = { id: String(dispute?.id) };
      const uploaded = await api('uploadDisputeFile', { params, body: { ...sentWith.uploadDisputeFile } });
      return ['dispute_files', uploaded.data.id];
    },
    plink: async (api) => ['payment_links', (await createdLink(api)).id],
    vts: async (api, id) => {
      const isByWallet = id === parameterAt('SessionPathId').examples?.['wallet']?.value;
      const session = await openedSession(api, { payment_method: isByWallet ? 'wallet_a' : 'card' });
      return ['virtual_terminal_sessions', session.id];
    },
    trm: async (api) => ['terminals', await registeredReader(api)],
    inv: async (api, id) => {
      const isDraft = id === parameterAt('DraftInvoicePathId').examples?.['draft']?.value;
      return ['invoices', (await (isDraft ? draftedInvoice(api) : sentInvoice(api))).id];
    },
    cus: async (api) => ['customers', (await createdCustomer(api)).id],
    pm: async (api) => ['payment_methods', (await savedCard(api)).id],
    plan: async (api) => ['plans', (await createdPlan(api)).plan_id],
    sub: async (api, id) => {
      const subscription = await subscribed(api);
      const isPaused = id === parameterAt('PausedSubscriptionPathId').examples?.['paused']?.value;
      if (isPaused) await pause(api, subscription);
      return ['subscriptions', subscription.id];
    },
    rpt: async (api) => {
      const body = { type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2026-01-31' };
      const { id } = (await api('createReport', { body })).data;
      const report = () => api('getReport', { params: { id } });
      await expect.poll(async () => (await report()).data.status).toBe('available');
      return ['reports', id];
    },
    evt: async (api) => ['events', (await anEvent(api)).id],
    sac: async (api) => ['subaccounts', await aPartner(api)],
    spl: async (api) => ['splits', (await aSplit(api, ['20.00'])).id],
    cof: async (api) => ['capital_offers', await anOffer(api)],
    cap: async (api) => {
      const id = await anAdvance(api, { amount: '100.00', fee: '1.00' });
      // It can be repaid with this payment.
      await openedCheckout(api, aWalletCheckout('0771111111', { amount: '100.00' }));
      await turnClock(api, 10);
      return ['capital_advances', id];
    },
    po: async (api) => {
      await paidBalance(api);
      return ['payouts', (await cashPayout(api, '50.23')).payout_id];
    },
    pob: async (api) => {
      await paidBalance(api);
      const body = examples['createPayoutBatch.csv']?.value as Record<string, unknown>;
      return ['payout_batches', (await api('createPayoutBatch', { body })).data.id];
    },
    agt: async (api, id) => {
      const agent = await anAgent(api);
      const isSuspended = id === parameterAt('SuspendedAgentPathId').examples?.['suspended']?.value;
      if (isSuspended) await api('suspendAgent', { params: { id: agent } });
      return ['agents', agent];
    },
    ref: async (api) => {
      const { checkout_id } = await openedCheckout(api);
      const body = { checkout_id, scenario: 'card_success' };
      const { transaction_id: id } = (await api('payAsTestPayer', { body })).data;
      return ['refunds', (await api('refundTransaction', { params: { id } })).data.refund_id];
    },
  };

/** By prefix: what can only be made once the object has its id. */
const fitted: Readonly<
  Record<string, (api: Api, id: string, owner: CreatedMerchant) => Promise<unknown> | undefined>
> = {
  /** The code of the example. Its hash contains the id of the payout. */
  po: (_api, id, { merchantId }) => {
    const code = Object(examples['createAgentCashOut.collected']?.value)['agent_otp'];
    const text = `${dashed(id.slice(3))}.${code}`;
    return app.database.asOwner('UPDATE sandbox.payouts SET otp_hash = $1 WHERE merchant_id = $2', [
      app.service.contexts.sandbox.secrets.sign('agent-otp', text),
      merchantId,
    ]);
  },
  /** The account of a float contains the id of the agent. A suspended one gets nothing. */
  agt: (api, id) => api('topUpAgentFloat', { params: { id }, body: { amount: '500.00', currency: 'USD' } }),
};

/** A wallet payment of 1,000.00. */
async function paidBalance(api: Api): Promise<void> {
  await openedCheckout(api, aWalletCheckout('0771111111', { amount: '1000.00' }));
  await turnClock(api, 10);
}

/** Saves an account under the id that the examples of payouts name. */
async function accountNamed(id: string, api: Api, { merchantId }: CreatedMerchant): Promise<void> {
  const body = examples['createBankAccount.bank']?.value as Record<string, unknown>;
  const { data } = await api('createBankAccount', { body });
  await app.database.asOwner('UPDATE sandbox.bank_accounts SET id = $1 WHERE id = $2 AND merchant_id = $3', [
    id,
    data.bank_account_id,
    merchantId,
  ]);
}

/** The other columns that hold the id of an object. */
const references = {
  checkouts: ['merchant_references.checkout_id', 'transactions.checkout_id', 'authorizations.checkout_id'],
  transactions: ['ledger_holds.payment_id'],
  disputes: ['dispute_files.dispute_id', 'dispute_answers.dispute_id'],
  dispute_files: ['file_contents.file_id'],
  payment_links: ['slugs.resource_id', 'checkouts.source_id'],
  virtual_terminal_sessions: ['slugs.resource_id', 'checkouts.source_id'],
  terminals: ['reader_payloads.terminal_id'],
  invoices: ['invoice_items.invoice_id', 'slugs.resource_id', 'checkouts.source_id'],
  customers: ['payment_methods.customer_id', 'invoices.customer_id'],
  payment_methods: ['slugs.resource_id', 'transactions.payment_method_id'],
  plans: ['subscriptions.plan_id'],
  subscriptions: ['subscription_cycles.subscription_id', 'invoices.subscription_id'],
  subaccounts: ['split_shares.subaccount_id'],
  splits: ['split_shares.split_id'],
  capital_offers: ['capital_advances.offer_id'],
  capital_advances: ['capital_repayments.advance_id'],
  payouts: ['transactions.source_id', 'payout_batch_items.payout_id'],
  payout_batches: ['payout_batch_items.batch_id'],
  agents: ['agent_floats.agent_id'],
  refunds: ['transactions.source_id'],
  reports: ['report_chunks.report_id'],
  events: ['events.event_id', 'event_bodies.event_id', 'webhook_deliveries.event_id'],
} as const;

/** Changes the id of an object wherever it stands. */
async function renamed(
  table: keyof typeof references,
  { from, to }: { readonly from: string; readonly to: string },
  owner: CreatedMerchant,
): Promise<void> {
  const [before, after] = [from, to].map((id) => dashed(id.slice(id.indexOf('_') + 1)));
  const own = table === 'events' ? [] : [`${table}.id`];
  const places = [...own, ...references[table]].map((place) => place.split('.'));
  const updates = places.map(
    ([name, column]) =>
      `UPDATE sandbox.${name} SET ${column} = '${after}' WHERE ${column} = '${before}' AND merchant_id = '${owner.merchantId}';`,
  );
  // This setting switches off the triggers that forbid changes of events, and checks of foreign keys.
  const text = `BEGIN; SET LOCAL session_replication_role = replica; ${updates.join(' ')} COMMIT`;
  // A job of the object may lock the same rows in another order.
  await soon(() => app.database.asOwner(text));
}
