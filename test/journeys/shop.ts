import { expect } from 'vitest';
import type { EventType } from '../../generated/event-registry.ts';
import { functions } from '../../generated/validators/events.js';
import validators from '../../generated/validators/index.json' with { type: 'json' };
import type { CreatedMerchant, WantedMerchant } from '../../src/domain/merchants/accounts/create-merchant.ts';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit/audit.ts';
import { verifyWebhook } from '../../src/sdk/webhooks.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout } from '../support/builders/build.ts';
import { aReceiver, isSigned, type Received } from '../support/receivers/receiver.ts';
import { type Api, apiOf } from '../support/service/api.ts';
import { type App, startApp } from '../support/service/app.ts';
import { payByCard } from '../support/service/page.ts';

/** A merchant of its own for one test, with shortcuts for its calls: no test sees another's balance. */
export type Shop = {
  readonly merchant: CreatedMerchant;
  readonly api: Api;
  readonly card: (about?: Record<string, unknown>) => ReturnType<typeof openedCheckout>;
  readonly push: (phone: string, about?: Record<string, unknown>) => ReturnType<typeof openedCheckout>;
  readonly statusOf: (checkout: {
    checkout_id: string;
  }) => Promise<Awaited<ReturnType<typeof statusOf>>['data']>;
  readonly pollOf: (checkout: { checkout_id: string }) => Promise<Awaited<ReturnType<typeof pollOf>>['data']>;
  /** All attempts and refunds of a checkout, newest first, as the merchant lists them. */
  readonly listOf: (checkout: {
    checkout_id: string;
  }) => Promise<Awaited<ReturnType<typeof listOf>>['data']['items']>;
  /** All payment attempts of the shop, newest first: at most 100. */
  readonly payments: () => Promise<Awaited<ReturnType<typeof paymentsOf>>['data']['items']>;
  readonly available: () => Promise<string>;
  /** Types of the events about the checkout itself. */
  readonly orderEventsOf: (checkout: { checkout_id: string }) => Promise<string[]>;
  /** Types of the events about a checkout's attempts and refunds, in order for each of them. */
  readonly eventsOf: (checkout: { checkout_id: string }) => Promise<string[]>;
};

export async function openShop(app: Place, about?: Partial<WantedMerchant>): Promise<Shop> {
  const { notificationUrl } = app;
  const merchant = await app.aMerchant(about);
  const api = apiOf(app.baseUrl, merchant.secretKey);
  return {
    merchant,
    api,
    card: (body) => openedCheckout(api, aCardCheckout({ notificationUrl, ...body })),
    push: (phone, body) => openedCheckout(api, aWalletCheckout(phone, { notificationUrl, ...body })),
    statusOf: async ({ checkout_id: id }) => (await statusOf(api, id)).data,
    pollOf: async ({ checkout_id: id }) => (await pollOf(api, id)).data,
    listOf: async ({ checkout_id: id }) => (await listOf(api, id)).data.items,
    payments: async () => (await paymentsOf(api)).data.items,
    available: async () => (await api('getBalance')).data.available.USD,
    orderEventsOf: ({ checkout_id: id }) => orderEventsOf(app, id),
    eventsOf: ({ checkout_id: id }) => eventsOf(app, id),
  };
}

const statusOf = (api: Api, id: string) => api('getCheckoutStatus', { params: { id } });
const pollOf = (api: Api, id: string) => api('getMobileStatus', { params: { id } });
const listOf = (api: Api, id: string) => api('listTransactions', { query: { search: id } });
const paymentsOf = (api: Api) => api('listTransactions', { query: { type: 'payment', limit: 100 } });

/** Pays by card, and returns the id of the transaction. */
export async function aPayment(shop: Shop, amount = '100.00'): Promise<string> {
  const checkout = await shop.card({ amount });
  await payByCard(checkout.payment_url, '4242424242424242');
  const { transaction_id: id } = await shop.statusOf(checkout);
  if (id === undefined) throw new Error('the payment did not complete');
  return id;
}

async function orderEventsOf(app: App, checkoutId: string): Promise<string[]> {
  const rows = await app.database.asOwner(
    `SELECT type FROM sandbox.events WHERE replace(resource_id::text, '-', '') = $1 ORDER BY sequence`,
    [checkoutId.replace('chk_', '')],
  );
  return rows.map(({ type }) => String(type));
}

async function eventsOf(app: App, checkoutId: string): Promise<string[]> {
  const rows = await app.database.asOwner(
    `SELECT e.type FROM sandbox.events e
      LEFT JOIN sandbox.refunds r ON r.merchant_id = e.merchant_id AND r.id = e.resource_id
      JOIN sandbox.transactions t ON t.merchant_id = e.merchant_id AND t.id = coalesce(r.transaction_id, e.resource_id)
      WHERE replace(t.checkout_id::text, '-', '') = $1 ORDER BY t.id, e.sequence`,
    [checkoutId.replace('chk_', '')],
  );
  return rows.map(({ type }) => String(type));
}

/** The service, with a receiver for webhooks that a test ignores, so that no test looks up a host name. */
export type Place = App & { readonly notificationUrl: string };

/** Starts the service for one test file. When it stops, the ledger must balance in both modes and no error be logged. */
export async function openService(): Promise<Place> {
  const app = await startApp();
  const receiver = await aReceiver();
  return {
    ...app,
    notificationUrl: `${receiver.url}/unheard`,
    stop: async () => {
      await expectSoundBooks(app);
      await app.stop();
      await receiver.close();
      expect(app.lines.filter((line) => isTrouble(line))).toEqual([]);
    },
  };
}

export async function expectSoundBooks(app: App): Promise<void> {
  const { sandbox, live } = app.service.contexts;
  expect(await auditLedgerAcrossMerchants(sandbox.db)).toEqual([]);
  expect(await auditLedgerAcrossMerchants(live.db)).toEqual([]);
  expect(await oddUses(app)).toEqual([]);
  expect(await oddInvoices(app)).toEqual([]);
}

/** Links whose counters do not match their checkouts: a use leaked or counted twice, or money not counted. */
async function oddUses(app: App): Promise<unknown[]> {
  return await app.database.asOwner(
    `SELECT l.id, l.uses_reserved, l.uses_completed, l.amount_collected, c.held, c.paid, c.money FROM sandbox.payment_links l,
       LATERAL (SELECT count(*) FILTER (WHERE holds_use) AS held, count(*) FILTER (WHERE status = 'completed') AS paid,
         coalesce(sum(amount) FILTER (WHERE status = 'completed'), 0) AS money FROM sandbox.checkouts c
         WHERE c.merchant_id = l.merchant_id AND c.source_type = 'payment_link' AND c.source_id = l.id) c
     WHERE (l.uses_reserved, l.uses_completed, l.amount_collected) IS DISTINCT FROM (c.held, c.paid, c.money)`,
  );
}

/** Invoices that are reserved for an attempt that is not pending, or whose status `paid` does not match their payment. */
async function oddInvoices(app: App): Promise<unknown[]> {
  return await app.database.asOwner(
    `SELECT i.id, i.status, i.attempt_checkout_id FROM sandbox.invoices i
     WHERE (i.attempt_checkout_id IS NOT NULL AND NOT EXISTS (SELECT FROM sandbox.transactions t WHERE t.merchant_id = i.merchant_id
         AND t.checkout_id = i.attempt_checkout_id AND t.type = 'payment' AND t.status = 'pending'))
       OR (i.status = 'paid') <> EXISTS (SELECT FROM sandbox.transactions t WHERE t.merchant_id = i.merchant_id
         AND t.id = i.transaction_id AND t.type = 'payment' AND t.status IN ('completed', 'reversed'))`,
  );
}

function isTrouble(line: string): boolean {
  const { level }: { level?: unknown } = JSON.parse(line);
  return level === 'error' || level === 'fatal';
}

type Event = {
  readonly id: string;
  readonly type: EventType;
  readonly created: number;
  readonly sequence: number;
  readonly resource_id: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The event in a webhook request. Checks its signature and schema first, as a merchant would. */
export async function eventIn(request: Received, secret: string): Promise<Event> {
  expect(request.method).toBe('POST');
  expect(await isSigned(request, secret)).toBe(true);
  expect(await isSigned(request, `${secret}x`)).toBe(false);
  const event: Event = JSON.parse(request.body);
  const header = request.headers['service-signature'];
  expect(verifyWebhook({ header, body: request.body, secret })).toEqual(event);
  const validate = functions[validators.events[event.type]];
  if (validate?.(event) !== true)
    throw new Error(`${event.type}: ${JSON.stringify(validate?.errors)} ${request.body}`);
  return event;
}
