import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../../../src/domain/notices/deliveries/deliver.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { openDatabases } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/database.ts';
import { bringForward, deliveriesOf } from '../../../../support/deliveries.ts';
import { aCheckoutWith, aContext, anApp, aPaymentRow, happens } from '../../../../support/event-world.ts';
import { aReceiver, isSigned, type Receiver } from '../../../../support/receiver.ts';

let database: TestDatabase;
let ctx: Context;
let receiver: Receiver;
let deliverers: Deliverer[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());
beforeEach(async () => {
  receiver = await aReceiver();
});
afterEach(async () => {
  await stopAll();
  await receiver.close();
});

async function stopAll(): Promise<void> {
  await Promise.all(deliverers.map((deliverer) => deliverer.stop(0)));
  deliverers = [];
}

const captured = 'payment.capture.completed';

function deliver(world = ctx): Deliverer {
  const deliverer = createDeliverer({ ctx: world });
  deliverers.push(deliverer);
  deliverer.start();
  return deliverer;
}

function attemptsOf(merchant: MerchantId) {
  return ctx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('attempt_id')
    .execute();
}

async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`it never came to that: ${JSON.stringify(await look(), (_key, value) => String(value))}`);
}

const allIn = (state: string) => (rows: readonly { state: string }[]) =>
  rows.length > 0 && rows.every((row) => row.state === state);

describe('a delivery', () => {
  it('arrives signed, with its version, its id and the number of the attempt', async () => {
    const { merchant, secret } = await anApp(ctx, { url: `${receiver.url}/hook?shop=1` });
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const [request] = await receiver.sees(1);
    const [delivery] = await until(() => deliveriesOf(ctx, merchant), allIn('delivered'));
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?shop=1',
      headers: {
        'content-type': 'application/json',
        'service-version': '2026-01-01',
        'service-delivery-id': `whd_${delivery?.delivery_id.replaceAll('-', '')}`,
        'service-attempt': '1',
      },
    });
    expect(request && (await isSigned(request, secret))).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: captured, sequence: 1 });
  });

  it('is logged with address, status, headers and the start of the answer', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    receiver.answer({ status: 202, body: 'thanks\0', headers: { 'x-shop': 'tea' } });
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const [attempt] = await until(
      () => attemptsOf(merchant),
      (rows) => rows.length === 1,
    );
    expect(attempt).toMatchObject({
      attempt: 1,
      address: '127.0.0.1',
      status: 202,
      failure: null,
      late: false,
    });
    expect(attempt?.response_start).toBe('thanks');
    expect(attempt?.response_headers).toContain('x-shop: tea');
  });

  it('shows the fact as it was, although the resource has changed since', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    const payment = aPaymentRow(merchant);
    await happens(ctx, merchant, captured, payment);
    const [stored] = await ctx.db
      .selectFrom('event_bodies')
      .select('body')
      .where('merchant_id', '=', merchant)
      .execute();

    await happens(ctx, merchant, captured, { ...payment, status: 'reversed' });
    deliver();

    const [first, second] = await receiver.sees(2);
    expect(first?.body).toBe(stored?.body);
    expect(JSON.parse(first?.body ?? '').data.status).toBe('completed');
    expect(JSON.parse(second?.body ?? '').data.status).toBe('reversed');
  });

  it('carries two signatures while the secret is being changed, and one afterwards', async () => {
    const { merchant, secret, appId } = await anApp(ctx, { url: receiver.url });
    const newSecret = `whsec_${'n3W0'.repeat(8)}`;
    await rotate(appId, { newSecret, secret, until: new Date(Date.now() + 60_000) });
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    const [during] = await receiver.sees(1);
    await rotate(appId, { newSecret, secret, until: new Date(Date.now() - 1000) });
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    const [, after] = await receiver.sees(2);

    expect(during?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(during && [await isSigned(during, newSecret), await isSigned(during, secret)]).toEqual([
      true,
      true,
    ]);
    expect(after?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(after && [await isSigned(after, newSecret), await isSigned(after, secret)]).toEqual([true, false]);
  });

  it('to an address that is not allowed fails as an attempt', async () => {
    const { merchant } = await anApp(ctx, { url: 'https://10.0.0.1/hook' });
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const [attempt] = await until(
      () => attemptsOf(merchant),
      (rows) => rows.length === 1,
    );
    expect(attempt).toMatchObject({ failure: 'address', status: null });
    expect(await deliveriesOf(ctx, merchant)).toMatchObject([{ state: 'due', attempts: 1 }]);
  });

  it.each([301, 410, 429, 500])('is not acknowledged by %i', async (status) => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    receiver.answer({ status, headers: { location: `${receiver.url}/elsewhere`, 'retry-after': '3600' } });
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const [delivery] = await until(
      () => deliveriesOf(ctx, merchant),
      ([row]) => row?.state === 'due' && row.attempts === 1,
    );
    const [attempt] = await attemptsOf(merchant);
    expect(attempt).toMatchObject({ status, failure: 'http' });
    expect(Number(delivery?.next_attempt_at) - Number(attempt?.started_at)).toBeLessThan(3000);
    expect(receiver.received).toHaveLength(1);
  });
});

async function rotate(appId: string, to: { newSecret: string; secret: string; until: Date }): Promise<void> {
  await ctx.platform
    .updateTable('webhook_endpoints')
    .set({
      secret_sealed: ctx.secrets.seal(to.newSecret, 'webhook-secret'),
      previous_secret_sealed: ctx.secrets.seal(to.secret, 'webhook-secret'),
      previous_secret_until: to.until,
    })
    .where('app_id', '=', appId)
    .execute();
}

describe('a failing receiver', () => {
  it('gets five requests, 2, 4, 8 and 16 seconds apart, never early and at most a tenth late, each signed anew', async () => {
    const { merchant, secret } = await anApp(ctx, { url: receiver.url });
    receiver.answer(500);
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const gaps: number[] = [];
    for (const attempt of [1, 2, 3, 4]) {
      const [row] = await until(
        () => deliveriesOf(ctx, merchant),
        ([seen]) => seen?.state === 'due' && seen.attempts === attempt,
      );
      const ended =
        (await attemptsOf(merchant)).map((one) => Number(one.started_at) + one.duration_ms).at(-1) ?? 0;
      gaps.push(Number(row?.next_attempt_at) - ended);
      await bringForward(ctx, merchant);
    }
    const [exhausted] = await until(() => deliveriesOf(ctx, merchant), allIn('exhausted'));

    const noiseMs = 250;
    for (const [index, gap] of gaps.entries()) {
      const promisedMs = 1000 * 2 ** (index + 1);
      // The end of an attempt is rounded to a millisecond.
      expect(gap).toBeGreaterThanOrEqual(promisedMs - 1);
      expect(gap).toBeLessThanOrEqual(promisedMs * 1.1 + noiseMs);
    }
    expect(exhausted?.finished_at).not.toBeNull();
    expect(receiver.received.map(({ headers }) => headers['service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await Promise.all(receiver.received.map((request) => isSigned(request, secret)))).not.toContain(
      false,
    );
  });

  it('is known to fail until it acknowledges again', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    const lanes = () =>
      ctx.db.selectFrom('webhook_lanes').selectAll().where('merchant_id', '=', merchant).execute();
    receiver.answer(500);
    deliver();

    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await until(lanes, ([lane]) => lane !== undefined && lane.failing_since !== null);
    receiver.answer(204);
    await bringForward(ctx, merchant);

    const [recovered] = await until(lanes, ([lane]) => lane?.failing_since === null);
    expect(recovered?.origin).toBe(receiver.url);
  });

  it('sees the events of a resource in order, and those of a neighbour without delay', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    const flaky = aPaymentRow(merchant);
    const neighbours = Array.from({ length: 10 }, () => aPaymentRow(merchant));
    const isFlaky = (body: string) => body.includes(flaky.id.replaceAll('-', ''));
    // Of each event of the one resource the first attempt fails.
    receiver.answer(({ body, headers }) => (isFlaky(body) && headers['service-attempt'] === '1' ? 500 : 204));
    for (let count = 0; count < 20; count += 1) await happens(ctx, merchant, captured, flaky);
    for (const neighbour of neighbours) await happens(ctx, merchant, captured, neighbour);

    deliver();
    await until(
      () => deliveriesOf(ctx, merchant),
      (rows) =>
        rows
          .filter(({ resource_id }) => resource_id !== flaky.id)
          .every(({ state }) => state === 'delivered'),
    );
    const waitingWhileNeighboursWereServed = (await deliveriesOf(ctx, merchant)).filter(
      ({ state }) => state === 'due',
    );
    await until(async () => {
      await bringForward(ctx, merchant);
      return await deliveriesOf(ctx, merchant);
    }, allIn('delivered'));

    const sequences = receiver.received
      .filter(({ body }) => isFlaky(body))
      .map(({ body, headers }) => `${JSON.parse(body).sequence}:${headers['service-attempt']}`);
    const inOrder = Array.from({ length: 20 }, (_, index) => [`${index + 1}:1`, `${index + 1}:2`]).flat();
    expect(waitingWhileNeighboursWereServed.length).toBeGreaterThan(0);
    expect(sequences).toEqual(inOrder);
  });

  it('has its own order: the notification URL does not wait for the endpoint', async () => {
    const app = await anApp(ctx, { url: `${receiver.url}/endpoint` });
    const checkoutId = await aCheckoutWith(ctx, app, `${receiver.url}/notify`);
    const payment = aPaymentRow(app.merchant, { checkout_id: checkoutId });
    receiver.answer(({ path }) => (path === '/endpoint' ? 500 : 204));
    deliver();

    await happens(ctx, app.merchant, captured, payment);
    await happens(ctx, app.merchant, captured, payment);

    await until(
      () => deliveriesOf(ctx, app.merchant),
      (rows) => rows.filter(({ url }) => url.endsWith('/notify')).every(({ state }) => state === 'delivered'),
    );
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/endpoint', '/notify', '/notify']);
  });
});

describe('workers', () => {
  it('that die lose a lease: the attempt is logged as lost, and counts', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await leaseTo(merchant, { token: newId(), attempts: 1, untilSeconds: -1 });

    deliver();

    const [request] = await receiver.sees(1);
    await until(() => deliveriesOf(ctx, merchant), allIn('delivered'));
    expect(request?.headers['service-attempt']).toBe('2');
    expect(await attemptsOf(merchant)).toMatchObject([
      { attempt: 1, failure: 'worker_lost', status: null },
      { attempt: 2, failure: null, status: 204 },
    ]);
  });

  it('that die in the last attempt leave it exhausted', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await leaseTo(merchant, { token: newId(), attempts: 5, untilSeconds: -1 });

    deliver();

    await until(() => deliveriesOf(ctx, merchant), allIn('exhausted'));
    expect(await attemptsOf(merchant)).toMatchObject([{ attempt: 5, failure: 'worker_lost' }]);
    expect(receiver.received).toHaveLength(0);
  });

  it('that come after their lease move nothing: the attempt is logged as late', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    const other = newId();
    receiver.answer({ status: 204, afterMs: 300 });
    deliver();
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await receiver.sees(1);

    await leaseTo(merchant, { token: other, attempts: 2, untilSeconds: 60 });

    const [attempt] = await until(
      () => attemptsOf(merchant),
      (rows) => rows.length === 1,
    );
    expect(attempt).toMatchObject({ attempt: 1, status: 204, late: true });
    expect(await deliveriesOf(ctx, merchant)).toMatchObject([
      { state: 'sending', lease_token: other, attempts: 2 },
    ]);
  });

  it('that stop wait for what they send', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    receiver.answer({ status: 204, afterMs: 200 });
    const deliverer = deliver();
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await receiver.sees(1);

    await deliverer.stop();

    expect(await deliveriesOf(ctx, merchant)).toMatchObject([{ state: 'delivered' }]);
  });

  it('that stop and cannot wait give back what they hold: another has it at once', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    receiver.answer('hang');
    const deliverer = deliver();
    await happens(ctx, merchant, captured, aPaymentRow(merchant));
    await receiver.sees(1);

    await deliverer.stop(20);
    const givenBack = await deliveriesOf(ctx, merchant);
    receiver.answer(204);
    deliver();

    await until(() => deliveriesOf(ctx, merchant), allIn('delivered'));
    expect(givenBack).toMatchObject([{ state: 'due', lease_token: null }]);
    expect(await attemptsOf(merchant)).toMatchObject([{ failure: 'worker_lost' }, { failure: null }]);
  });

  it('never send more than four at once to one receiver, nor anything twice', async () => {
    const { merchant } = await anApp(ctx, { url: receiver.url });
    receiver.answer({ status: 204, afterMs: 4 });
    const payments = Array.from({ length: 600 }, () => aPaymentRow(merchant));
    const busy = Array.from({ length: 8 }, async () => {
      for (let row = payments.pop(); row; row = payments.pop()) await happens(ctx, merchant, captured, row);
    });
    await Promise.all(busy);

    const { url, secretKey } = database;
    const others = [1, 2].map(() => openDatabases({ url, secretKey, report: () => undefined }));
    const worlds = [database.databases, ...others].map((databases) => aContext(databases));
    for (let count = 0; count < 25; count += 1) deliver(worlds[count % worlds.length]);
    await receiver.sees(600);
    await until(() => deliveriesOf(ctx, merchant), allIn('delivered'));
    await stopAll();
    await Promise.all(others.map((databases) => databases.close()));

    expect(Math.max(...receiver.received.map(({ open }) => open))).toBe(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(600);
    expect(receiver.received).toHaveLength(600);
  }, 30_000);
});

async function leaseTo(
  merchant: MerchantId,
  lease: { token: string; attempts: number; untilSeconds: number },
): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({
      state: 'sending',
      lease_token: lease.token,
      attempts: lease.attempts,
      lease_until: sql`now() + ${lease.untilSeconds} * interval '1 second'`,
    })
    .where('merchant_id', '=', merchant)
    .execute();
}
