import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../scripts/fuzz/contract.ts';
import type { CreatedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { aReader, aReading, registeredReader } from '../src/api/payments/terminals/counter.ts';
import { anAgent } from '../support/builders/agents.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/builders/build.ts';
import { aLink, createdLink, openedSession } from '../support/builders/counter.ts';
import { heldCheckout } from '../support/builders/holds.ts';
import { anInvoice, draftedInvoice } from '../support/builders/invoices.ts';
import { aPartner } from '../support/builders/partners.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { aPlan, createdPlan, subscribed } from '../support/builders/subscriptions.ts';
import { createdCustomer } from '../support/builders/vault.ts';
import { dump } from '../support/checks/dump.ts';
import { type Api, apiOf, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';

let app: App;
let merchant: CreatedMerchant;
let api: Api;
let columns: readonly string[];
beforeAll(async () => {
  app = await startApp({ role: 'api' });
  merchant = await app.aMerchant();
  api = apiOf(app.baseUrl, merchant.secretKey);
  const rows = await app.database.asOwner(
    "SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema IN ('sandbox', 'live', 'platform')",
  );
  columns = rows.map(({ name }) => String(name));
});
afterAll(() => app.stop());

type Place = { readonly method: string; readonly path: string };
const checkout: Place = { method: 'POST', path: '/v1/checkout/create' };

async function aPayment(): Promise<string> {
  const { checkout_id: id } = await openedCheckout(api, aWalletCheckout('0771111111', { amount: '90.00' }));
  await turnClock(api, 10);
  return String((await api('getCheckoutStatus', { params: { id } })).data.transaction_id);
}

async function aDispute(): Promise<string> {
  return (await api('openTestDispute', { body: { transaction_id: await aPayment() } })).data.id;
}

/** A valid request for each operation except createCheckout, which has its own test. */
const sound: Readonly<Record<string, () => Promise<{ readonly body: object; readonly id?: string }>>> = {
  refundTransaction: async () => ({ id: await aPayment(), body: { amount: '1.00' } }),
  captureCheckout: async () => ({ id: (await heldCheckout(api)).checkout_id, body: { amount: '1.00' } }),
  openTestDispute: async () => ({ body: { transaction_id: await aPayment() } }),
  submitDisputeEvidence: async () => ({ id: await aDispute(), body: { evidence: 'Signed for.' } }),
  uploadDisputeFile: async () => {
    const content = Buffer.from('%PDF-1.4').toString('base64');
    return { id: await aDispute(), body: { name: 'note.pdf', content } };
  },
  requestPayout: async () => ({ body: aPayout('agent_cash') }),
  createBankAccount: async () => {
    const wallet = { mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' };
    return { body: { type: 'mobile_money', ...wallet } };
  },
  createPaymentLink: async () => ({ body: aLink() }),
  updatePaymentLink: async () => ({ id: (await createdLink(api)).id, body: { title: 'Tea' } }),
  createVirtualTerminalSession: async () => ({ body: { amount: '1.00', currency: 'USD' } }),
  chargeVirtualTerminalSession: async () => {
    const { id } = await openedSession(api, { payment_method: 'wallet_a' });
    return { id, body: { customer_phone: '0771111111' } };
  },
  registerTerminal: async () => ({ body: aReader() }),
  processTerminalPayment: async () => ({ body: aReading(await registeredReader(api)) }),
  createInvoice: async () => ({ body: anInvoice() }),
  updateInvoice: async () => ({ id: (await draftedInvoice(api)).id, body: { due_date: '2098-01-31' } }),
  createPayoutBatch: async () => ({ body: { items: [aPayout('mobile_money', { amount: '1.00' })] } }),
  createAgent: async () => ({ body: { name: 'Corner Shop', phone: '0772000111' } }),
  topUpAgentFloat: async () => ({ id: await anAgent(api), body: { amount: '1.00', currency: 'USD' } }),
  createAgentCashOut: async () => {
    const body = { payout_id: `po_${'0'.repeat(32)}`, agent_otp: '12345678' };
    return { id: await anAgent(api), body };
  },
  createCustomer: async () => ({ body: { name: 'Rudo Moyo' } }),
  updateCustomer: async () => ({ id: (await createdCustomer(api)).id, body: { name: 'Rudo Ncube' } }),
  setupPaymentMethod: async () => {
    const { id: customer_id } = await createdCustomer(api);
    return { body: { customer_id, return_url: 'https://shop.example/cards' } };
  },
  createSubscriptionPlan: async () => ({ body: aPlan() }),
  updateSubscriptionPlan: async () => ({ id: (await createdPlan(api)).plan_id, body: { name: 'Coffee' } }),
  createSubscription: async () => {
    const { plan_id } = await createdPlan(api);
    return { body: { plan_id, customer: { name: 'Rudo' } } };
  },
  updateSubscription: async () => {
    const { plan_id } = await createdPlan(api);
    return { id: (await subscribed(api)).id, body: { plan_id } };
  },
  cancelSubscription: async () => ({ id: (await subscribed(api)).id, body: { reason: 'Moved' } }),
  createReport: async () => ({
    body: { type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2026-01-31' },
  }),
  recoverEvents: async () => ({ body: { from_date: '2026-01-01' } }),
  verifyWebhookSignature: async () => ({ body: { header: 't=1', body_base64: '' } }),
  advanceTestClock: async () => ({ body: { advance_seconds: 1 } }),
  setTestKyc: async () => ({ body: { tier: 1 } }),
  createSubaccount: async () => ({ body: { name: 'Tatenda Banda' } }),
  createSplit: async () => {
    const shares = [{ subaccount_id: await aPartner(api), share: '20.00' }];
    return { body: { name: 'Stall', currency: 'USD', shares } };
  },
  createTestCapitalOffer: async () => ({
    body: { amount: '1.00', fee: '0.10', currency: 'USD', holdback_rate: '10.00' },
  }),
  payAsTestPayer: async () => {
    const { checkout_id } = await openedCheckout(api);
    return { body: { checkout_id, scenario: 'card_success' } };
  },
  triggerTestEvent: async () => ({ body: { type: 'split.settled' } }),
};

describe('a field that is not in the contract', () => {
  const known = ['amount', 'capture', 'currency', 'description', 'metadata'];
  const others = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'merchantId',
    'livemode',
    'amount ',
    'Amount',
    '',
  ];

  it('is refused and changes nothing, even if it names a column of a table', async () => {
    await openedCheckout(api);
    const before = await dump(app, merchant.merchantId);
    const names = [...columns.filter((name) => !known.includes(name)), ...others];

    const answers = await Promise.all(names.map((name) => refusedWith(checkout, aCardCheckout(), name)));

    expect(columns.length).toBeGreaterThan(80);
    expect(answers.filter(({ code }) => code !== 'UNKNOWN_FIELD')).toEqual([]);
    expect(await dump(app, merchant.merchantId)).toBe(before);
  });

  it('is tried with every other operation that takes a body', () => {
    const withBody = operations.flatMap(({ id, body }) => (body ? [id] : []));

    expect(['createCheckout', ...Object.keys(sound)].toSorted()).toEqual(withBody.toSorted());
  });

  it.each(Object.entries(sound))('is refused by %s', async (operationId, makeBody) => {
    const { id, body } = await makeBody();
    const operation = operations.find((each) => each.id === operationId);
    if (!operation?.body) throw new Error(`${operationId} takes no body`);
    // The body of a payout is a union of several objects.
    const declared = [operation.body, ...(operation.body.oneOf ?? [])].flatMap(({ properties = {} }) =>
      Object.keys(properties),
    );
    const names = [...columns, ...others].filter((name) => !declared.includes(name));
    const to = { method: operation.method, path: operation.path.replace('{id}', id ?? '') };
    const before = await dump(app, merchant.merchantId);

    const answers = await Promise.all(names.map((name) => refusedWith(to, body, name)));

    expect(answers.filter(({ code }) => code !== 'UNKNOWN_FIELD')).toEqual([]);
    expect(await dump(app, merchant.merchantId)).toBe(before);
  });

  it('is refused inside the payload of a reader', async () => {
    const reading = aReading(await registeredReader(api));
    const emv_payload = { ...reading.emv_payload, pin: '1234' };

    const refused = await api('processTerminalPayment', { body: { ...reading, emv_payload } });

    expect(refused.code).toBe('UNKNOWN_FIELD');
  });

  it('is refused inside a nested object', async () => {
    const refused = await api('createCheckout', {
      body: aCardCheckout({ description: { text: 'a', status: 'completed' } }),
    });

    expect(refused.code).toBe('VALIDATION_ERROR');
  });

  it('does not pollute a prototype', async () => {
    await refusedWith(checkout, aCardCheckout(), '__proto__', '{"polluted":"yes"}');

    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a repeated field', () => {
  it('counts with its last value', async () => {
    const text = JSON.stringify(aCardCheckout({ amount: '10.00' })).replace(
      '"amount":',
      '"amount":"99.00","amount":',
    );

    const opened = await sendOdd(app.baseUrl, jsonTo(checkout, text));

    const { checkout_id: id } = opened.body['data'] as { checkout_id: string };
    expect((await api('getCheckoutStatus', { params: { id } })).data.amount).toBe('10.00');
  });
});

describe('a null', () => {
  it.each([
    'walletType',
    'customerPhone',
    'customerEmail',
    'customerName',
    'description',
    'amount',
    'returnUrl',
  ])('is refused, unlike an absent field, as %s', async (name) => {
    expect((await api('createCheckout', { body: aCardCheckout({ [name]: null }) })).status).toBe(400);
  });
});

/** A valid body with one more field. Built as text, because an object literal cannot have its own field `__proto__`. */
async function refusedWith(to: Place, body: object, name: string, value = '"completed"') {
  const text = JSON.stringify(body).replace(/\}$/, `,${JSON.stringify(name)}:${value}}`);
  const { code } = await sendOdd(app.baseUrl, jsonTo(to, text));
  return { name, code };
}

function jsonTo(to: Place, body: string) {
  return { ...to, key: merchant.secretKey, headers: { 'content-type': 'application/json' }, body };
}
