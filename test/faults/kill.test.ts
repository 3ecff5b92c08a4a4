import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedgerAcrossMerchants } from '../../src/domain/money/ledger/audit.ts';
import { showId } from '../../src/platform/ids.ts';
import { aCardCheckout } from '../support/build.ts';
import { aReceiver, isSigned, type Receiver } from '../support/receiver.ts';
import { openVictim, type Victim } from '../support/victim.ts';

/**
 * The service is killed under load, several times, once together with its database. Whatever it acknowledged is there
 * afterwards, every call whose answer was lost is resolved by its idempotency key, and every event arrives.
 */
const kills = ['service', 'service', 'service and database'] as const;
const payers = 6;
/** Each kill comes after so many receipts, however slow the machine is today. */
const receiptsBetween = 4;
const patienceMs = 30_000;

type Order = { readonly body: ReturnType<typeof aCardCheckout>; checkoutId?: string; receipt: boolean };

let service: Victim;
let receiver: Receiver;
const orders: Order[] = [];

beforeAll(async () => {
  receiver = await aReceiver();
  service = await openVictim({ webhookUrl: `${receiver.url}/app` });
}, 90_000);

afterAll(async () => {
  await service.close();
  await receiver.close();
}, 60_000);

it('loses nothing it acknowledged, and delivers every event of what it committed', async () => {
  for (const victim of kills) {
    const load = Promise.all(Array.from({ length: payers }, () => shop(performance.now() + patienceMs)));
    await receiptsSince(orders.length);
    await service.kill();
    if (victim !== 'service') await service.killDatabase();
    await load;
    await service.restart();
  }
  for (const order of orders) await resolve(order);
  await service.expireLeases();

  const paid = await completedPayments();
  const acknowledged = orders.filter(({ receipt }) => receipt).map(({ checkoutId }) => checkoutId);
  expect(acknowledged.length).toBeGreaterThanOrEqual(receiptsBetween * kills.length);
  expect(acknowledged.filter((id) => !paid.has(String(id)))).toEqual([]);
  await everyEventArrives(paid);
  expect(await auditLedgerAcrossMerchants(service.databases().sandbox)).toEqual([]);
}, 150_000);

/** Until enough of the orders of this round have their receipt: others are on their way then. */
async function receiptsSince(first: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (orders.slice(first).filter(({ receipt }) => receipt).length < receiptsBetween) {
    if (performance.now() > until) throw new Error('nothing is paid');
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Opens checkouts and pays them, one after the other, until the time is over or nobody answers. */
async function shop(untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const order: Order = { body: aCardCheckout({ notificationUrl: `${receiver.url}/hook` }), receipt: false };
    orders.push(order);
    try {
      await open(order);
      await pay(order);
    } catch {
      return;
    }
  }
}

async function open(order: Order): Promise<void> {
  const answer = await fetch(`${service.baseUrl}/v1/checkout/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.merchant.secretKey}`,
      'content-type': 'application/json',
      'idempotency-key': order.body.merchantTransactionId,
    },
    body: JSON.stringify(order.body),
  });
  const { data } = (await answer.json()) as { data?: { checkout_id: string } };
  if (answer.status !== 201 || !data) throw new Error(`${answer.status}`);
  order.checkoutId = data.checkout_id;
}

/** As a browser without script does: the page, its form, the page again. */
async function pay(order: Order): Promise<void> {
  const address = `${service.baseUrl}/test/c/${order.checkoutId}`;
  const page = await (await fetch(address)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const form = {
    token,
    method: 'card',
    number: '4242424242424242',
    expiry: '12/40',
    holder: 'A Customer',
    cvv: '123',
  };
  await fetch(`${address}/pay`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  order.receipt = (await status(order)) === 'completed';
}

async function status({ checkoutId }: Order): Promise<string> {
  const headers = { authorization: `Bearer ${service.merchant.secretKey}` };
  const answer = await fetch(`${service.baseUrl}/v1/checkout/${checkoutId}/status`, { headers });
  const { data } = (await answer.json()) as { data?: { status: string } };
  if (!data) throw new Error(`${answer.status}`);
  return data.status;
}

/** A lost answer is asked for again with the same key: one checkout, whether it had been made or not. */
async function resolve(order: Order): Promise<void> {
  const known = order.checkoutId;
  await open(order);
  expect(known ?? order.checkoutId).toBe(order.checkoutId);
  expect(['pending', 'completed']).toContain(await status(order));
}

/** Checkout → transaction of every payment that the database says is completed. */
async function completedPayments(): Promise<Map<string, string>> {
  const rows = await service.owner(
    `SELECT checkout_id, id FROM sandbox.transactions WHERE type = 'payment' AND status = 'completed'`,
  );
  return new Map(
    rows.map((row) => [showId('chk', String(row['checkout_id'])), showId('txn', String(row['id']))]),
  );
}

async function everyEventArrives(paid: ReadonlyMap<string, string>): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const told = new Set(
      receiver.received.map(
        ({ path, body }) => `${path} ${(JSON.parse(body) as { data: { id: string } }).data.id}`,
      ),
    );
    const missing = [...paid.values()]
      .flatMap((id) => ['/app', '/hook'].map((path) => `${path} ${id}`))
      .filter((each) => !told.has(each));
    if (missing.length === 0) break;
    if (performance.now() > until) throw new Error(`not delivered: ${missing.join(', ')}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  for (const request of receiver.received.slice(0, 20))
    expect(await isSigned(request, service.merchant.webhookSecret)).toBe(true);
}
