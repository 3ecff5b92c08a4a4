import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../generated/error-catalogue.ts';
import { makeKey } from '../../src/domain/merchants/keys/key-format.ts';
import { showId } from '../../src/platform/ids.ts';
import { aReader, aReading, registeredReader } from '../src/api/payments/terminals/counter.ts';
import { anAgent, cashPayout, collect, wrongOtp } from '../support/builders/agents.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout, turnClock } from '../support/builders/build.ts';
import { aLink, openedSession } from '../support/builders/counter.ts';
import { heldCheckout } from '../support/builders/holds.ts';
import { draftedInvoice, sentInvoice } from '../support/builders/invoices.ts';
import { anAdvance, anOffer, aPartner, aSplit } from '../support/builders/partners.ts';
import { aPayout } from '../support/builders/payouts.ts';
import { cancel, createdPlan, pause, resume, subscribed } from '../support/builders/subscriptions.ts';
import { wrongTotp } from '../support/builders/totp.ts';
import { createdCustomer, savedCard } from '../support/builders/vault.ts';
import { holdNextCharge, raiseFaults } from '../support/faults/faults.ts';
import { anEvent } from '../support/receivers/events.ts';
import { type Api, apiOf, sendOdd } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { aKey } from '../support/service/keys.ts';

type Refused = { readonly status: number; readonly code: string; readonly body: Record<string, unknown> };

let app: App;
beforeAll(async () => {
  app = await startApp();
  await raiseFaults(app);
});
afterAll(() => app.stop());

async function anApi(): Promise<Api> {
  return apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
}

/** Tries to create a checkout with these fields. */
async function checkoutWith(about: Record<string, unknown>): Promise<Refused> {
  return await (await anApi())('createCheckout', { body: aCardCheckout(about) });
}

async function odd(headers: Record<string, string>, body: string): Promise<Refused> {
  const { secretKey } = await app.aMerchant();
  return await sendOdd(app.baseUrl, {
    method: 'POST',
    path: '/v1/checkout/create',
    key: secretKey,
    headers,
    body,
  });
}

const json = { 'content-type': 'application/json' };
const wallet = { walletType: 'wallet_a', customerPhone: '0771111111' };

/** A merchant who was paid 100.00 by wallet, and the id of that payment. */
async function aPaidMerchant(wanted: Parameters<App['aMerchant']>[0] = {}) {
  const { secretKey, totpSecret } = await app.aMerchant(wanted);
  const api = apiOf(app.baseUrl, secretKey);
  const checkout = await openedCheckout(api, aWalletCheckout('0771111111', { amount: '100.00' }));
  await turnClock(api, 10);
  const { data } = await api('getCheckoutStatus', { params: { id: checkout.checkout_id } });
  return { api, totpSecret, id: String(data.transaction_id) };
}

/** Tries a payout with these fields, as a merchant with a balance. */
async function payoutWith(about: Record<string, unknown>): Promise<Refused> {
  const { api } = await aPaidMerchant();
  return await api('requestPayout', { body: { ...aPayout('agent_cash', { amount: '50.00' }), ...about } });
}

/** Tries a payout with a second factor, after so many wrong codes. */
async function payoutBy(code: string | undefined, wrongOnes = 0): Promise<Refused> {
  const { api, totpSecret } = await aPaidMerchant({ totp: true });
  const ask = (given: string | undefined) =>
    api('requestPayout', {
      body: aPayout('agent_cash'),
      ...(given !== undefined && { headers: { 'x-totp-code': given } }),
    });
  const wrong = wrongTotp(totpSecret);
  for (let tried = 0; tried < wrongOnes; tried += 1) await ask(wrong);
  return await ask(code === 'wrong' ? wrong : code);
}

/** A dispute over a payment of 100.00. */
async function aDispute() {
  const { api, id: transaction_id } = await aPaidMerchant();
  const { data } = await api('openTestDispute', { body: { transaction_id } });
  return { api, id: data.id };
}

/** A counter session to be paid by wallet, and a function that charges it. */
async function aWalletSession() {
  const api = await anApi();
  const { id } = await openedSession(api, { payment_method: 'wallet_a' });
  const charge = (customer_phone?: string) =>
    api('chargeVirtualTerminalSession', {
      params: { id },
      ...(customer_phone !== undefined && { body: { customer_phone } }),
    });
  return { api, id, charge };
}

const aReport = () => ({ type: 'fees', format: 'csv', from_date: '2026-01-01', to_date: '2026-01-31' });

type SomeReports = { merchantId: string; appId: string; status: string; many: number };

/** Reports for which no job was queued, so that they stay as they are. */
async function someReports({ merchantId, appId, status, many }: SomeReports): Promise<string[]> {
  const rows = await app.database.asOwner(
    `INSERT INTO sandbox.reports (merchant_id, id, app_id, type, format, status, period_from, period_before, created_at)
      SELECT $1, gen_random_uuid(), $2, 'fees', 'csv', $3, now(), now(), now() FROM generate_series(1, $4) RETURNING id`,
    [merchantId, appId, status, many],
  );
  return rows.map(({ id }) => String(id));
}

/** How each code is provoked. A missing code does not compile. */
const provoked: Record<ErrorCode, () => Promise<Refused>> = {
  VALIDATION_ERROR: () => checkoutWith({ returnUrl: undefined }),
  INVALID_JSON: () => odd(json, '{'),
  UNKNOWN_FIELD: () => checkoutWith({ amout: '1.00' }),
  INVALID_AMOUNT: () => checkoutWith({ amount: '0.00' }),
  CURRENCY_NOT_SUPPORTED: () => checkoutWith({ currency: 'EUR' }),
  PHONE_REQUIRED: () => checkoutWith({ walletType: 'wallet_a' }),
  INVALID_PHONE: () => checkoutWith({ customerPhone: '12345' }),
  PHONE_WALLET_MISMATCH: () => checkoutWith({ ...wallet, customerPhone: '0711111111' }),
  BANK_DETAILS_REQUIRED: () => payoutWith({ method: 'bank_transfer' }),
  BANK_BRANCH_REQUIRED: () => payoutWith({ ...aPayout('bank_transfer'), bank_branch_code: undefined }),
  MOBILE_MONEY_DETAILS_REQUIRED: () => payoutWith({ method: 'mobile_money' }),
  CONFLICTING_DESTINATION: () => payoutWith({ bank_name: 'First Bank' }),
  // Built at run time, so that no card number stands in the repository.
  CARD_NUMBER_IN_TEXT: () => checkoutWith({ description: `my card ${'4242 '.repeat(4)}` }),
  INVALID_CURSOR: async () => (await anApi())('listTransactions', { query: { cursor: 'cur_1' } }),
  INVALID_IDEMPOTENCY_KEY: async () =>
    (await anApi())('createCheckout', {
      body: aCardCheckout(),
      headers: { 'idempotency-key': 'k'.repeat(256) },
    }),
  UNSUPPORTED_VERSION: async () =>
    (await anApi())('getProfile', { headers: { 'service-version': '1999-01-01' } }),
  WALLET_INIT_FAILED: () => checkoutWith({ ...wallet, customerPhone: '0777777777' }),
  MANUAL_CAPTURE_CARDS_ONLY: () => checkoutWith({ ...wallet, capture: 'manual' }),
  MISSING_API_KEY: () => apiOf(app.baseUrl, undefined)('getProfile'),
  INVALID_API_KEY: () => apiOf(app.baseUrl, makeKey('secret', 'sandbox'))('getProfile'),
  API_KEY_REVOKED: async () => {
    const key = await aKey(app, await app.aMerchant(), { kind: 'secret', revokedAt: new Date() });
    return await apiOf(app.baseUrl, key)('getProfile');
  },
  PUBLIC_KEY_NOT_ALLOWED: async () => apiOf(app.baseUrl, (await app.aMerchant()).publicKey)('getProfile'),
  INSUFFICIENT_PERMISSIONS: async () => {
    const key = await aKey(app, await app.aMerchant(), { kind: 'restricted' });
    return await apiOf(app.baseUrl, key)('getProfile');
  },
  PLATFORM_INVOICE_OVERDUE: async () => {
    const { merchantId, secretKey } = await app.aMerchant({ mode: 'live' });
    await app.database.asOwner(
      `INSERT INTO live.platform_subscriptions (merchant_id, id, status, anchor_at, next_invoice_at, past_due_at, restricted_at, created_at)
        VALUES ($1, gen_random_uuid(), 'restricted', now(), now() + interval '1 month', now(), now(), now())`,
      [merchantId],
    );
    return await apiOf(app.baseUrl, secretKey)('createCheckout', { body: aCardCheckout() });
  },
  REPORT_LIMIT_REACHED: async () => {
    const { merchantId, appId, secretKey } = await app.aMerchant();
    await someReports({ merchantId, appId, status: 'pending', many: 5 });
    return await apiOf(app.baseUrl, secretKey)('createReport', { body: aReport() });
  },
  REPORT_NOT_AVAILABLE: async () => {
    const { merchantId, appId, secretKey } = await app.aMerchant();
    const [id = ''] = await someReports({ merchantId, appId, status: 'pending', many: 1 });
    return await apiOf(app.baseUrl, secretKey)('downloadReport', { params: { id: showId('rpt', id) } });
  },
  TEST_MODE_ONLY: async () =>
    apiOf(app.baseUrl, (await app.aMerchant({ mode: 'live' })).secretKey)('getTestClock'),
  ACCOUNT_SUSPENDED: async () => {
    const { merchantId, secretKey } = await app.aMerchant();
    await app.database.asOwner("UPDATE platform.merchants SET status = 'suspended' WHERE id = $1", [
      merchantId,
    ]);
    return await apiOf(app.baseUrl, secretKey)('getProfile');
  },
  FEATURE_DISABLED: async () => {
    const { secretKey } = await app.aMerchant({ features: [] });
    return await apiOf(app.baseUrl, secretKey)('requestPayout', { body: aPayout('agent_cash') });
  },
  TOTP_REQUIRED: () => payoutBy(undefined),
  TOTP_INVALID: () => payoutBy('wrong'),
  TOTP_LOCKED: () => payoutBy('wrong', 5),
  KYC_REQUIRED: async () => {
    const { secretKey } = await app.aMerchant({ kycTier: 0 });
    return await apiOf(app.baseUrl, secretKey)('registerTerminal', { body: aReader() });
  },
  AUTHORIZATION_NOT_HELD: async () => {
    const api = await anApi();
    const { checkout_id: id } = await openedCheckout(api, aCardCheckout({ capture: 'manual' }));
    return await api('captureCheckout', { params: { id } });
  },
  CAPTURE_EXCEEDS_HELD: async () => {
    const api = await anApi();
    const { checkout_id: id } = await heldCheckout(api);
    return await api('captureCheckout', { params: { id }, body: { amount: '100.01' } });
  },
  NOT_FOUND: async () => (await anApi())('getTransaction', { params: { id: `txn_${'0'.repeat(32)}` } }),
  DUPLICATE_REQUEST: async () => {
    const [api, body] = [await anApi(), aCardCheckout()];
    await openedCheckout(api, body);
    return await api('createCheckout', { body });
  },
  IDEMPOTENCY_KEY_REUSED: async () => {
    const [api, headers] = [await anApi(), { 'idempotency-key': 'once' }];
    await api('createCheckout', { body: aCardCheckout(), headers });
    return await api('createCheckout', { body: aCardCheckout(), headers });
  },
  IDEMPOTENCY_IN_PROGRESS: async () => {
    const held = holdNextCharge(app);
    const [api, headers, body] = [
      await anApi(),
      { 'idempotency-key': 'once' },
      aWalletCheckout('0771111111'),
    ];
    const first = api('createCheckout', { body, headers });
    await held.isAsked;
    const second = await api('createCheckout', { body, headers });
    held.answerNow();
    await first;
    return second;
  },
  GATEWAY_NOT_CONFIGURED: async () =>
    apiOf(app.baseUrl, (await app.aMerchant({ mode: 'live' })).secretKey)('createCheckout', {
      body: aCardCheckout(),
    }),
  WALLET_NOT_AVAILABLE: () => checkoutWith({ walletType: 'wallet_b', customerPhone: '0881111111' }),
  ADDRESS_NOT_ALLOWED: () => checkoutWith({ notificationUrl: 'https://shop.example:8444/hook' }),
  AMOUNT_TOO_SMALL: () => payoutWith({ amount: '0.50' }),
  AMOUNT_TOO_LARGE: () => checkoutWith({ amount: '999999999999.00' }),
  CHECKOUT_NOT_PENDING: async () => {
    const api = await anApi();
    const { checkout_id: id } = await openedCheckout(api);
    await turnClock(api, 1801);
    return await api('abortCheckout', { params: { id } });
  },
  EXPIRY_IN_PAST: async () =>
    (await anApi())('createPaymentLink', { body: aLink({ expires_at: '2026-01-01T00:00:00Z' }) }),
  SESSION_NOT_PENDING: async () => {
    const { api, id, charge } = await aWalletSession();
    await api('cancelVirtualTerminalSession', { params: { id } });
    return await charge('0771111111');
  },
  SESSION_PHONE_REQUIRED: async () => (await aWalletSession()).charge(),
  CHARGE_IN_PROGRESS: async () => {
    const { charge } = await aWalletSession();
    await charge('0772222222');
    return await charge('0772222222');
  },
  INVOICE_NOT_DRAFT: async () => {
    const api = await anApi();
    const { id } = await sentInvoice(api);
    return await api('sendInvoice', { params: { id } });
  },
  INVOICE_NOT_VOIDABLE: async () => {
    const api = await anApi();
    const { id } = await draftedInvoice(api);
    await api('voidInvoice', { params: { id } });
    return await api('voidInvoice', { params: { id } });
  },
  PLAN_INACTIVE: async () => {
    const api = await anApi();
    const { plan_id } = await createdPlan(api);
    await api('updateSubscriptionPlan', { params: { id: plan_id }, body: { status: 'inactive' } });
    return await api('createSubscription', { body: { plan_id, customer: { name: 'Rudo' } } });
  },
  PLAN_NOT_COMPATIBLE: async () => {
    const api = await anApi();
    const { plan_id } = await createdPlan(api, { currency: 'ZWG' });
    const { id } = await subscribed(api);
    return await api('updateSubscription', { params: { id }, body: { plan_id } });
  },
  SUBSCRIPTION_UNPAID: async () => {
    const api = await anApi();
    const { plan_id } = await createdPlan(api);
    const { id } = await subscribed(api);
    return await api('updateSubscription', { params: { id }, body: { plan_id, prorate: true } });
  },
  SUBSCRIPTION_NOT_ACTIVE: async () => {
    const api = await anApi();
    const subscription = await subscribed(api);
    await pause(api, subscription);
    return await pause(api, subscription);
  },
  SUBSCRIPTION_NOT_PAUSED: async () => {
    const api = await anApi();
    return await resume(api, await subscribed(api));
  },
  SUBSCRIPTION_CANCELED: async () => {
    const api = await anApi();
    const subscription = await subscribed(api);
    await cancel(api, subscription);
    return await cancel(api, subscription);
  },
  PAYMENT_METHOD_NOT_USABLE: async () => {
    const api = await anApi();
    const [{ plan_id }, { id: payment_method_id }] = [await createdPlan(api), await savedCard(api)];
    const { id: customer_id } = await createdCustomer(api);
    return await api('createSubscription', { body: { plan_id, customer_id, payment_method_id } });
  },
  TERMINAL_INACTIVE: async () => {
    const api = await anApi();
    const id = await registeredReader(api);
    await api('deactivateTerminal', { params: { id } });
    return await api('processTerminalPayment', { body: aReading(id) });
  },
  DUPLICATE_READER_PAYLOAD: async () => {
    const api = await anApi();
    const body = aReading(await registeredReader(api));
    await api('processTerminalPayment', { body });
    return await api('processTerminalPayment', { body });
  },
  TRANSACTION_NOT_REFUNDABLE: async () => {
    const { api, id } = await aPaidMerchant();
    await api('refundTransaction', { params: { id } });
    return await api('refundTransaction', { params: { id } });
  },
  REFUND_EXCEEDS_REMAINING: async () => {
    const { api, id } = await aPaidMerchant();
    return await api('refundTransaction', { params: { id }, body: { amount: '100.01' } });
  },
  SPLIT_SHARES_INVALID: async () => {
    const api = await anApi();
    const share = { subaccount_id: await aPartner(api), share: '10.00' };
    return await api('createSplit', { body: { name: 'Stall', currency: 'USD', shares: [share, share] } });
  },
  SPLIT_CURRENCY_MISMATCH: async () => {
    const api = await anApi();
    const { id: splitId } = await aSplit(api, ['10.00'], 'ZWG');
    return await api('createCheckout', { body: aCardCheckout({ splitId }) });
  },
  OFFER_NOT_AVAILABLE: async () => {
    const api = await anApi();
    await anAdvance(api);
    return await api('acceptCapitalOffer', { params: { id: await anOffer(api) } });
  },
  TRANSACTION_DISPUTED: async () => {
    const { api, id } = await aPaidMerchant();
    await api('openTestDispute', { body: { transaction_id: id } });
    return await api('refundTransaction', { params: { id } });
  },
  DISPUTE_CLOSED: async () => {
    const { api, id } = await aDispute();
    await api('acceptDispute', { params: { id } });
    return await api('acceptDispute', { params: { id } });
  },
  FILE_NOT_SUPPORTED: async () => {
    const { api, id } = await aDispute();
    const content = Buffer.from('GIF89a').toString('base64');
    return await api('uploadDisputeFile', { params: { id }, body: { name: 'note.pdf', content } });
  },
  TOO_MANY_FILES: async () => {
    const { api, id } = await aDispute();
    const content = Buffer.from('%PDF-1.4').toString('base64');
    const add = () => api('uploadDisputeFile', { params: { id }, body: { name: 'note.pdf', content } });
    for (let added = 0; added < 10; added += 1) await add();
    return await add();
  },
  INSUFFICIENT_BALANCE: () => payoutWith({ amount: '100.00' }),
  AGENT_SUSPENDED: async () => {
    const api = await anApi();
    const params = { id: await anAgent(api) };
    await api('suspendAgent', { params });
    return await api('suspendAgent', { params });
  },
  AGENT_NOT_SUSPENDED: async () => {
    const api = await anApi();
    return await api('reactivateAgent', { params: { id: await anAgent(api) } });
  },
  AGENT_FLOAT_INSUFFICIENT: async () => {
    const { api } = await aPaidMerchant();
    const [agent, payout] = [await anAgent(api), await cashPayout(api)];
    return await collect(api, agent, payout);
  },
  OTP_INVALID: async () => {
    const { api } = await aPaidMerchant();
    const [agent, payout] = [await anAgent(api), await cashPayout(api)];
    return await collect(api, agent, wrongOtp(payout));
  },
  OTP_LOCKED: async () => {
    const { api } = await aPaidMerchant();
    const [agent, payout] = [await anAgent(api), await cashPayout(api)];
    for (let tried = 0; tried < 4; tried += 1) await collect(api, agent, wrongOtp(payout));
    return await collect(api, agent, wrongOtp(payout));
  },
  PAYOUT_NOT_REDEEMABLE: async () => {
    const { api } = await aPaidMerchant();
    const agent = await anAgent(api);
    const { data } = await api('requestPayout', { body: aPayout('bank_transfer') });
    return await collect(api, agent, { payout_id: data.payout_id, agent_otp: '12345678' });
  },
  CUSTOMER_EXISTS: async () => {
    const api = await anApi();
    const body = { name: 'Rudo Moyo', external_id: 'crm-1' };
    await api('createCustomer', { body });
    return await api('createCustomer', { body });
  },
  WEBHOOK_NOT_CONFIGURED: async () => {
    const api = await anApi();
    const { id } = await anEvent(api);
    return await api('replayEvent', { params: { id } });
  },
  BANK_ACCOUNT_MISMATCH: async () => {
    const { api } = await aPaidMerchant();
    const { data } = await api('createBankAccount', {
      body: { type: 'mobile_money', mobile_money_provider: 'wallet_a', mobile_money_number: '0771111111' },
    });
    const { bank_account_id } = data;
    const body = { amount: '50.00', currency: 'USD', method: 'bank_transfer', bank_account_id };
    return await api('requestPayout', { body });
  },
  CLOCK_LIMIT_EXCEEDED: async () => {
    const api = await anApi();
    for (let years = 0; years < 10; years += 1) await turnClock(api, 31_622_400);
    return await api('advanceTestClock', { body: { advance_seconds: 1 } });
  },
  PAYLOAD_TOO_LARGE: () => odd(json, ' '.repeat(256 * 1024 + 1)),
  UNSUPPORTED_MEDIA_TYPE: () => odd({ 'content-type': 'text/plain' }, '{}'),
  RATE_LIMIT_EXCEEDED: async () => {
    const api = apiOf(app.baseUrl, (await app.aMerchant({ rateLimit: 1 })).secretKey);
    await api('getProfile');
    return await api('getProfile');
  },
  INTERNAL_ERROR: () => checkoutWith({ description: 'fault XX000' }),
  SERVICE_UNAVAILABLE: () => checkoutWith({ description: 'fault 53300' }),
  PROVIDER_UNAVAILABLE: () => checkoutWith({ ...wallet, customerPhone: '0779999999' }),
  ROUTE_NOT_FOUND: () => sendOdd(app.baseUrl, { path: '/v1/nothing' }),
  METHOD_NOT_ALLOWED: () => sendOdd(app.baseUrl, { path: '/v1/transactions', method: 'PUT' }),
};

describe('the error catalogue', () => {
  it.each(Object.entries(provoked))('has %s, which is answered with its status', async (code, provoke) => {
    const refused = await provoke();

    expect(refused).toMatchObject({ code, status: errorCatalogue[code as ErrorCode].status });
  });

  it('has no code that this test does not provoke', () => {
    expect(Object.keys(provoked).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
  });
});

async function detailsOf(code: keyof typeof provoked): Promise<unknown> {
  return (await provoked[code]()).body['details'];
}

describe('the details of a refusal', () => {
  it('say what is required or what stands in the way', async () => {
    expect(await detailsOf('FEATURE_DISABLED')).toEqual({ required_feature: 'payouts' });
    expect(await detailsOf('KYC_REQUIRED')).toEqual({ required_kyc_tier: 1 });
    expect(await detailsOf('SESSION_NOT_PENDING')).toEqual({ status: 'canceled' });
    expect(await detailsOf('SUBSCRIPTION_NOT_ACTIVE')).toEqual({ status: 'paused' });
    expect(await detailsOf('SUBSCRIPTION_NOT_PAUSED')).toEqual({ status: 'active' });
    expect(await detailsOf('SUBSCRIPTION_CANCELED')).toEqual({ status: 'canceled' });
    expect(await detailsOf('INVOICE_NOT_DRAFT')).toEqual({ status: 'sent' });
    expect(await detailsOf('INVOICE_NOT_VOIDABLE')).toEqual({ status: 'void' });
    expect(await detailsOf('TRANSACTION_NOT_REFUNDABLE')).toEqual({ status: 'reversed', type: 'payment' });
    expect(await detailsOf('REFUND_EXCEEDS_REMAINING')).toEqual({ amount_refundable: '100.00' });
    expect(await detailsOf('INSUFFICIENT_BALANCE')).toEqual({ available: '93.00', required: '100.00' });
    expect(await detailsOf('AMOUNT_TOO_SMALL')).toEqual({ minimum: '0.51' });
  });
});

describe('a refusal', () => {
  it.each(['0.00', '0', '-10.00', '10', '10.0', '10.000', '1e3', ' 10.00', '', '١٠.٠٠', 10, null, true])(
    'is INVALID_AMOUNT for the amount %j',
    async (amount) => {
      expect(await checkoutWith({ amount })).toMatchObject({ status: 400, code: 'INVALID_AMOUNT' });
    },
  );

  it('is PHONE_REQUIRED for a wallet without a phone', async () => {
    expect(await checkoutWith({ walletType: 'wallet_a' })).toMatchObject({
      status: 400,
      code: 'PHONE_REQUIRED',
    });
  });

  it('with DUPLICATE_REQUEST shows the first checkout with its current status', async () => {
    const [api, body] = [await anApi(), aCardCheckout()];
    const { checkout_id, payment_url } = await openedCheckout(api, body);
    await api('abortCheckout', { params: { id: checkout_id } });

    const { body: refused, status } = await api('createCheckout', { body: { ...body, amount: '99.00' } });

    const { data: first } = await api('getCheckoutStatus', { params: { id: checkout_id } });
    const existing = { checkout_id, payment_url, status: 'failed', created_at: first.created_at };
    expect([status, refused['details']]).toEqual([409, { existing }]);
  });

  it('with DUPLICATE_REQUEST is not given for the reference of another merchant', async () => {
    const body = aCardCheckout();
    await openedCheckout(await anApi(), body);

    expect((await (await anApi())('createCheckout', { body })).status).toBe(201);
  });

  it('with WALLET_INIT_FAILED keeps nothing, so that the reference can be used again', async () => {
    const { merchantId, secretKey } = await app.aMerchant();
    const api = apiOf(app.baseUrl, secretKey);
    const body = aWalletCheckout('0777777777');

    const refused = await api('createCheckout', { body });

    expect(refused).toMatchObject({ status: 400, code: 'WALLET_INIT_FAILED' });
    expect(await rowsOf(merchantId)).toEqual(noRows);
    expect((await api('createCheckout', { body: { ...body, customerPhone: '0771111111' } })).status).toBe(
      201,
    );
  });

  it('with WALLET_INIT_FAILED is replayed for the same idempotency key', async () => {
    const [api, body, headers] = [
      await anApi(),
      aWalletCheckout('0777777777'),
      { 'idempotency-key': 'once' },
    ];

    const [first, again] = [
      await api('createCheckout', { body, headers }),
      await api('createCheckout', { body, headers }),
    ];

    expect([again.code, again.headers.get('idempotent-replayed')]).toEqual(['WALLET_INIT_FAILED', 'true']);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
  });

  it.each([
    ['WALLET_INIT_FAILED', '0777777777'],
    ['PROVIDER_UNAVAILABLE', '0779999999'],
  ])('with %s leaves a counter session unchanged, so that it can be charged again', async (code, phone) => {
    const { api, id, charge } = await aWalletSession();
    const before = await api('getVirtualTerminalSession', { params: { id } });

    const refused = await charge(phone);

    expect(refused.code).toBe(code);
    expect((await api('getVirtualTerminalSession', { params: { id } })).data).toEqual(before.data);
    expect((await charge('0771111111')).status).toBe(200);
  });

  it('with PROVIDER_UNAVAILABLE keeps nothing, not even the answer for the idempotency key', async () => {
    const { merchantId, secretKey } = await app.aMerchant();
    const body = aWalletCheckout('0779999999');

    const refused = await apiOf(app.baseUrl, secretKey)('createCheckout', {
      body,
      headers: { 'idempotency-key': 'once' },
    });

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await rowsOf(merchantId)).toEqual(noRows);
  });
});

describe('NOT_FOUND', () => {
  it.each([
    ['getCheckoutStatus', 'chk', 'checkout'],
    ['abortCheckout', 'chk', 'checkout'],
    ['captureCheckout', 'chk', 'checkout'],
    ['voidAuthorization', 'chk', 'checkout'],
    ['getMobileStatus', 'chk', 'checkout'],
    ['getMobileStatus', 'txn', 'transaction'],
    ['getTransaction', 'txn', 'transaction'],
    ['updatePaymentLink', 'plink', 'payment_link'],
    ['deactivatePaymentLink', 'plink', 'payment_link'],
    ['getVirtualTerminalSession', 'vts', 'virtual_terminal_session'],
    ['chargeVirtualTerminalSession', 'vts', 'virtual_terminal_session'],
    ['cancelVirtualTerminalSession', 'vts', 'virtual_terminal_session'],
    ['deactivateTerminal', 'trm', 'terminal'],
    ['getEvent', 'evt', 'event'],
    ['getDispute', 'dsp', 'dispute'],
    ['acceptDispute', 'dsp', 'dispute'],
    ['getRefund', 'ref', 'refund'],
    ['getPayout', 'po', 'payout'],
    ['listEventDeliveries', 'evt', 'event'],
    ['replayEvent', 'evt', 'event'],
  ] as const)('of %s for an unknown id %s_… names the resource %s', async (operationId, prefix, resource) => {
    const refused = await (await anApi())(operationId, {
      params: { id: `${prefix}_${'0'.repeat(32)}` },
      ...(operationId === 'updatePaymentLink' && { body: {} }),
    });

    expect([refused.status, refused.body['details']]).toEqual([404, { resource }]);
  });
});

describe('SERVICE_UNAVAILABLE', () => {
  it.each([
    '40001',
    '40P01',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '53100',
    '25006',
    '08006',
  ])('has Retry-After when PostgreSQL fails with %s, and the next call succeeds', async (sqlstate) => {
    const { merchantId, secretKey } = await app.aMerchant();
    const api = apiOf(app.baseUrl, secretKey);

    const refused = await api('createCheckout', {
      body: aCardCheckout({ description: `fault ${sqlstate}` }),
    });

    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ]);
    expect(await rowsOf(merchantId)).toEqual(noRows);
    expect((await api('createCheckout', { body: aCardCheckout() })).status).toBe(201);
  });
});

const noRows = { checkouts: 0, references: 0, transactions: 0, jobs: 0, keys: 0 };

/** How many rows a merchant has in the tables that a call may write. */
async function rowsOf(merchantId: string): Promise<Record<string, number> | undefined> {
  const counted = {
    checkouts: 'checkouts',
    references: 'merchant_references',
    transactions: 'transactions',
    jobs: 'jobs',
    keys: 'idempotency_keys',
  };
  const columns = Object.entries(counted).map(
    ([name, table]) => `(SELECT count(*)::int FROM sandbox.${table} WHERE merchant_id = $1) AS ${name}`,
  );
  const [row] = await app.database.asOwner(`SELECT ${columns.join()}`, [merchantId]);
  return row as Record<string, number> | undefined;
}
