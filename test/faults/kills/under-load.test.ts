import { expect, it } from 'vitest';
import { showId } from '../../../src/platform/ids.ts';
import { aCardCheckout } from '../../support/builders/build.ts';
import { until, victimForFile } from '../../support/faults/victim.ts';
import { isSigned } from '../../support/receivers/receiver.ts';
import { payByCard } from '../../support/service/page.ts';

/** The service is killed under load, several times, and once together with its database. */
const kills = ['service', 'service', 'service and database'] as const;
const payers = 6;
/** Each kill waits for this many receipts, so that a slow machine does not kill an idle service. */
const receiptsBetween = 4;
const patienceMs = 60_000;

const { service, receiver } = victimForFile(({ url }) => ({ webhookUrl: `${url}/app` }));

type Order = { readonly body: ReturnType<typeof aCardCheckout>; checkoutId?: string; receipt: boolean };

const orders: Order[] = [];

it('loses nothing it acknowledged, and delivers every event of what it committed', async () => {
  for (const victim of kills) {
    const first = orders.length;
    const load = Promise.all(Array.from({ length: payers }, () => shop(performance.now() + patienceMs)));
    await until('some orders are paid', () => receiptsIn(orders.slice(first)) >= receiptsBetween, patienceMs);
    await service().kill();
    if (victim !== 'service') await service().killDatabase();
    await load;
    await service().restart();
  }
  for (const order of orders) await resolve(order);
  await service().expireLeases();

  const paid = await completedPayments();
  const acknowledged = orders.filter(({ receipt }) => receipt).map(({ checkoutId }) => checkoutId);
  expect(acknowledged.length).toBeGreaterThanOrEqual(receiptsBetween * kills.length);
  expect(acknowledged.filter((id) => !paid.has(String(id)))).toEqual([]);
  await everyEventArrives(paid);
  expect(await service().ledgerErrors()).toEqual([]);
});

const receiptsIn = (some: readonly Order[]) => some.filter(({ receipt }) => receipt).length;

/** Opens checkouts and pays them, one after the other, until the time is over or the service stops answering. */
async function shop(untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const order: Order = {
      body: aCardCheckout({ notificationUrl: `${receiver().url}/hook` }),
      receipt: false,
    };
    orders.push(order);
    try {
      await open(order);
      await payByCard(`${service().baseUrl}/test/c/${order.checkoutId}`, '4242424242424242');
      order.receipt = (await status(order)) === 'completed';
    } catch {
      return;
    }
  }
}

async function open(order: Order): Promise<void> {
  const { body } = order;
  const headers = { 'idempotency-key': body.merchantTransactionId };
  const opened = await service().api('createCheckout', { body, headers });
  if (opened.status !== 201) throw new Error(`${opened.status}`);
  order.checkoutId = opened.data.checkout_id;
}

async function status({ checkoutId = '' }: Order): Promise<string> {
  const answer = await service().api('getCheckoutStatus', { params: { id: checkoutId } });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return answer.data.status;
}

/** Repeats a call with its key: there is one checkout, whether the first call had made it or not. */
async function resolve(order: Order): Promise<void> {
  const known = order.checkoutId;
  await open(order);
  expect(known ?? order.checkoutId).toBe(order.checkoutId);
  expect(['pending', 'completed']).toContain(await status(order));
}

/** Checkout → transaction of every payment that is completed in the database. */
async function completedPayments(): Promise<Map<string, string>> {
  const rows = await service().owner(
    `SELECT checkout_id, id FROM sandbox.transactions WHERE type = 'payment' AND status = 'completed'`,
  );
  return new Map(
    rows.map((row) => [showId('chk', String(row['checkout_id'])), showId('txn', String(row['id']))]),
  );
}

async function everyEventArrives(paid: ReadonlyMap<string, string>): Promise<void> {
  const wanted = [...paid.values()].flatMap((id) => ['/app', '/hook'].map((path) => `${path} ${id}`));
  const missing = () => {
    const arrived = new Set(
      receiver().received.map(
        ({ path, body }) => `${path} ${(JSON.parse(body) as { data: { id: string } }).data.id}`,
      ),
    );
    return wanted.filter((each) => !arrived.has(each));
  };
  await until(
    () => `these are delivered: ${missing().join(', ')}`,
    () => missing().length === 0,
    60_000,
  );
  for (const request of receiver().received.slice(0, 20))
    expect(await isSigned(request, service().merchant.webhookSecret)).toBe(true);
}
