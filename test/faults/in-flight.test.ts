import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/app/operations.ts';
import { resetSandbox } from '../../src/domain/merchants/sandbox/reset.ts';
import { confirmSecondFactor } from '../../src/domain/merchants/second-factor/second-factor.ts';
import type { Gateways } from '../../src/domain/money/gateways/gateways.ts';
import type { Gateway } from '../../src/domain/money/gateways/port.ts';
import { answerer } from '../../src/engine/calls/answer.ts';
import { drainJobs } from '../../src/engine/jobs/run-job.ts';
import { newest, operationIn } from '../../src/platform/contract/contract.ts';
import { failureOf } from '../../src/platform/http/error-handler.ts';
import { Overload } from '../../src/platform/http/limits/overload.ts';
import { newId, showId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../journeys/shop.ts';
import { aWalletCheckout, turnClock } from '../support/builders/build.ts';
import { soon } from '../support/checks/soon.ts';
import { endLeases } from '../support/faults/faults.ts';
import { startApp } from '../support/service/app.ts';
import { payByCard } from '../support/service/page.ts';

/** What happens to a call when something else happens while it waits for its gateway. No transaction is open then. */
let app: Place;
beforeAll(async () => {
  app = { ...(await startApp({ role: 'api' })), notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});

const log = createLog({ level: 'silent' });
type Meanwhile = () => Promise<unknown>;
type Wanted = {
  readonly operationId: 'refundTransaction' | 'createCheckout';
  readonly params?: { readonly id: string };
  readonly body: Record<string, unknown>;
  readonly key?: string;
};
type Answer = { readonly status: number; readonly data?: Record<string, unknown>; readonly code?: string };

/** Makes a shop's call, and does something else before its gateway answers. */
async function call({ merchant }: Shop, wanted: Wanted, meanwhile: Meanwhile): Promise<Answer> {
  const { contexts } = app.service;
  const gateways = delayed(contexts.sandbox.gateways, meanwhile);
  const answer = answerer({
    handlers: operations,
    contexts: { ...contexts, sandbox: { ...contexts.sandbox, gateways } },
    confirmSecondFactor,
    overloads: { sandbox: new Overload({ mode: 'sandbox', log }), live: new Overload({ mode: 'live', log }) },
    log,
  });
  const { operationId, params = {}, body, key } = wanted;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const given = {
    principal: principalOf(merchant),
    operation: operationIn(newest, operationId),
    version: '2026-01-01',
    requestId: newId(),
    path: `/${operationId}`,
    raw: undefined,
  };
  try {
    const { status, text } = await answer(operationId, { params, query: {}, headers, body }, given);
    return { status, ...(JSON.parse(text) as object) };
  } catch (error) {
    const { status, body: refusal } = failureOf(error, given.requestId, log);
    return { status, code: refusal.code };
  }
}

function delayed(gateways: Gateways, meanwhile: Meanwhile): Gateways {
  const around = (gateway: Gateway | undefined): Gateway | undefined =>
    gateway && {
      ...gateway,
      charge: async (request) => {
        await meanwhile();
        return await gateway.charge(request);
      },
      refund: async (request) => {
        await meanwhile();
        return await gateway.refund(request);
      },
    };
  return {
    ...gateways,
    forMethod: (method) => around(gateways.forMethod(method)),
    byName: (name) => around(gateways.byName(name)),
  };
}

function principalOf({ merchantId, appId }: Shop['merchant']) {
  return {
    merchantId,
    appId,
    keyId: newId(),
    mode: 'sandbox',
    kind: 'secret',
    permissions: [],
    features: ['refunds', 'checkout'],
    apiVersion: '2026-01-01',
    rateLimit: 60,
    kycTier: 1,
    suspended: false,
    shownKey: '',
  } as const;
}

/** A shop and its completed card payment of 100.00. */
async function aPaidShop(): Promise<{ shop: Shop; id: string }> {
  const shop = await openShop(app);
  const checkout = await shop.card({ amount: '100.00' });
  await payByCard(checkout.payment_url, '4242424242424242');
  return { shop, id: (await shop.statusOf(checkout)).transaction_id ?? '' };
}

const aRefund = (id: string, amount = '10.00') =>
  ({ operationId: 'refundTransaction', params: { id }, body: { amount } }) as const;
const aPush = () =>
  ({
    operationId: 'createCheckout',
    body: aWalletCheckout('0771111111', { notificationUrl: app.notificationUrl }),
  }) as const;

async function onlyCheckoutOf({ merchant }: Shop): Promise<string> {
  return await soon(async () => {
    const [row] = await app.database.asOwner('SELECT id FROM sandbox.checkouts WHERE merchant_id = $1', [
      merchant.merchantId,
    ]);
    expect(row).toBeDefined();
    return showId('chk', String(row?.['id']));
  });
}

async function refundEventsOf({ merchant }: Shop): Promise<string[]> {
  const rows = await app.database.asOwner(
    `SELECT type FROM sandbox.events WHERE merchant_id = $1 AND type LIKE 'payment.refund.%' ORDER BY sequence`,
    [merchant.merchantId],
  );
  return rows.map(({ type }) => String(type));
}

describe('a refund whose job also asks the gateway, because the call takes so long', () => {
  it.each([
    ['answers the call', '10.00', []],
    ['takes longer still', '10.11', ['payment.refund.pending']],
  ])('completes once, with one answer, when the gateway %s', async (_what, amount, told) => {
    const { shop, id } = await aPaidShop();

    const answer = await call(shop, aRefund(id, amount), () => turnClock(shop.api, 60));

    expect(answer).toMatchObject({ status: 201, data: { status: 'completed', amount } });
    expect(await refundEventsOf(shop)).toEqual([
      'payment.refund.created',
      ...told,
      'payment.refund.completed',
    ]);
    const posted = await app.database.asOwner(
      `SELECT 1 FROM sandbox.ledger_journals WHERE merchant_id = $1 AND movement = 'refund.completed'`,
      [shop.merchant.merchantId],
    );
    expect(posted).toHaveLength(1);
  });
});

describe('a refund that its gateway leaves undecided for a day', () => {
  it('is asked about less and less often, but at least every hour', async () => {
    const { shop, id } = await aPaidShop();
    const { sandbox } = app.service.contexts;
    let asked = 0;
    const gateways = delayed(sandbox.gateways, async () => {
      asked += 1;
      throw new Error('no answer');
    });
    await call(shop, aRefund(id), () => Promise.reject(new Error('no answer')));
    await app.database.asOwner(
      `UPDATE sandbox.jobs SET due_at = due_at - interval '1 day' WHERE kind = 'refunds.finish'`,
    );
    await app.database.asOwner(
      `INSERT INTO sandbox.merchant_states (merchant_id, clock_offset_ms) VALUES ($1, 86400000)`,
      [shop.merchant.merchantId],
    );

    await drainJobs({ ...sandbox, gateways, log }, shop.merchant.merchantId);

    expect(asked).toBeGreaterThan(24);
    expect(asked).toBeLessThan(40);
    await turnClock(shop.api, 3600);
    expect(await refundEventsOf(shop)).toEqual([
      'payment.refund.created',
      'payment.refund.pending',
      'payment.refund.completed',
    ]);
  });
});

describe('a refund whose process died', () => {
  it('answers a retry without asking the gateway again, once its job has completed it', async () => {
    const { shop, id } = await aPaidShop();
    const wanted = { ...aRefund(id), key: 'refund-1' };
    const begun = Promise.withResolvers<void>();
    void call(shop, wanted, () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    await begun.promise;
    expect(await call(shop, wanted, async () => undefined)).toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    await turnClock(shop.api, 60);
    await endLeases(app, shop.merchant.merchantId);
    let asked = 0;

    const answer = await call(shop, wanted, async () => {
      asked += 1;
    });

    expect([answer.status, answer.data?.['status'], asked]).toEqual([201, 'completed', 0]);
    expect(await refundEventsOf(shop)).toEqual(['payment.refund.created', 'payment.refund.completed']);
  });
});

describe('a refund whose process died, and whose gateway takes its time', () => {
  it('is told of as pending by its job, once', async () => {
    const { shop, id } = await aPaidShop();
    const begun = Promise.withResolvers<void>();
    void call(shop, aRefund(id, '10.11'), () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    await begun.promise;

    await turnClock(shop.api, 12);
    const early = await refundEventsOf(shop);
    await turnClock(shop.api, 60);

    expect(early).toEqual(['payment.refund.created', 'payment.refund.pending']);
    expect(await refundEventsOf(shop)).toEqual([...early, 'payment.refund.completed']);
  });
});

describe('a wallet push that is aborted before its wallet refuses it', () => {
  it('stays and ends as failed, because its events were already recorded', async () => {
    const shop = await openShop(app);
    const body = aWalletCheckout('0777777777', { notificationUrl: app.notificationUrl });
    const [checkout_id] = await Promise.all([
      onlyCheckoutOf(shop),
      call(shop, { operationId: 'createCheckout', body }, async () => {
        const id = await onlyCheckoutOf(shop);
        await shop.api('abortCheckout', { params: { id } });
      }),
    ]);

    await turnClock(shop.api, 3600);

    const checkout = { checkout_id };
    expect(await shop.orderEventsOf(checkout)).toEqual(['payment.order.created', 'payment.order.cancelled']);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.cancelled', 'payment.capture.declined']);
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'failed' }]);
  });
});

describe('a sandbox that is reset while a gateway is asked', () => {
  const resets: readonly (readonly [string, (shop: Shop) => Promise<unknown>])[] = [
    ['by its merchant', (shop) => shop.api('resetSandbox')],
    [
      'at midnight',
      async () => {
        await app.database.asOwner('DELETE FROM sandbox.resets');
        await resetSandbox(app.service.contexts.sandbox);
      },
    ],
  ];

  it.each(resets)('%s: a refund is answered with NOT_FOUND', async (_who, reset) => {
    const { shop, id } = await aPaidShop();

    const answer = await call(shop, aRefund(id), () => reset(shop));

    expect(answer).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect((await shop.api('getBalance')).data.available.USD).toBe('0.00');
  });

  it.each(resets)('%s: a wallet push can be made again', async (_who, reset) => {
    const shop = await openShop(app);
    const push = aPush();

    const answer = await call(shop, push, () => reset(shop));

    expect(answer).toEqual({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect((await call(shop, push, async () => undefined)).status).toBe(201);
  });

  it.each(resets)('%s: a call with an idempotency key can be repeated with it', async (_who, reset) => {
    const shop = await openShop(app);
    const push = { ...aPush(), key: 'push-1' };

    const answer = await call(shop, push, () => reset(shop));

    expect(answer).toEqual({ status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect((await call(shop, push, async () => undefined)).status).toBe(201);
  });
});
