import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { openDatabases } from '../../../../../src/platform/db/database.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { bringForward, deliveriesOf, deliverySetup } from '../../../../support/receivers/deliveries.ts';
import {
  aCheckoutWith,
  aContext,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';
import { isSigned } from '../../../../support/receivers/receiver.ts';

const setup = deliverySetup();

const captured = 'payment.capture.completed';

function attemptsOf(merchant: MerchantId) {
  return setup.ctx.db
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
    const { merchant, secret } = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook?shop=1` });
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    const [request] = await setup.receiver.sees(1);
    const [delivery] = await until(() => deliveriesOf(setup.ctx, merchant), allIn('delivered'));
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
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer({ status: 202, body: 'thanks\0', headers: { 'x-shop': 'tea' } });
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

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

  it('shows the fact as it was when the event happened, although the resource has changed since', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const payment = aPaymentRow(merchant);
    await happens(setup.ctx, merchant, captured, payment);
    const [stored] = await setup.ctx.db
      .selectFrom('event_bodies')
      .select('body')
      .where('merchant_id', '=', merchant)
      .execute();

    await happens(setup.ctx, merchant, captured, { ...payment, status: 'reversed' });
    setup.deliver();

    const [first, second] = await setup.receiver.sees(2);
    expect(first?.body).toBe(stored?.body);
    expect(JSON.parse(first?.body ?? '').data.status).toBe('completed');
    expect(JSON.parse(second?.body ?? '').data.status).toBe('reversed');
  });

  it('has two signatures during a rotation of the secret, and one afterwards', async () => {
    const { merchant, secret, appId } = await anApp(setup.ctx, { url: setup.receiver.url });
    const newSecret = `whsec_${'n3W0'.repeat(8)}`;
    await rotate(appId, { newSecret, secret, until: new Date(Date.now() + 60_000) });
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    const [during] = await setup.receiver.sees(1);
    await rotate(appId, { newSecret, secret, until: new Date(Date.now() - 1000) });
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    const [, after] = await setup.receiver.sees(2);

    expect(during?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(during && [await isSigned(during, newSecret), await isSigned(during, secret)]).toEqual([
      true,
      true,
    ]);
    expect(after?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(after && [await isSigned(after, newSecret), await isSigned(after, secret)]).toEqual([true, false]);
  });

  it('fails and is retried when its address is not allowed', async () => {
    const { merchant } = await anApp(setup.ctx, { url: 'https://10.0.0.1/hook' });
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    const [attempt] = await until(
      () => attemptsOf(merchant),
      (rows) => rows.length === 1,
    );
    expect(attempt).toMatchObject({ failure: 'address', status: null });
    expect(await deliveriesOf(setup.ctx, merchant)).toMatchObject([{ state: 'due', attempts: 1 }]);
  });

  it.each([300, 301, 410, 429, 500])('is not acknowledged by %i', async (status) => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer({
      status,
      headers: { location: `${setup.receiver.url}/elsewhere`, 'retry-after': '3600' },
    });
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    const [delivery] = await until(
      () => deliveriesOf(setup.ctx, merchant),
      ([row]) => row?.state === 'due' && row.attempts === 1,
    );
    const [attempt] = await attemptsOf(merchant);
    expect(attempt).toMatchObject({ status, failure: 'http' });
    expect(Number(delivery?.next_attempt_at) - Number(attempt?.started_at)).toBeLessThan(3900);
    expect(setup.receiver.received).toHaveLength(1);
  });
});

async function rotate(appId: string, to: { newSecret: string; secret: string; until: Date }): Promise<void> {
  await setup.ctx.platform
    .updateTable('webhook_endpoints')
    .set({
      secret_sealed: setup.ctx.secrets.seal(to.newSecret, 'webhook-secret'),
      previous_secret_sealed: setup.ctx.secrets.seal(to.secret, 'webhook-secret'),
      previous_secret_until: to.until,
    })
    .where('app_id', '=', appId)
    .execute();
}

describe('a receiver that fails', () => {
  it('gets five requests, 2, 4, 8 and 16 seconds apart, never early and at most a tenth late, each with a new signature', async () => {
    const { merchant, secret } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer(500);
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));

    const gaps: number[] = [];
    for (const attempt of [1, 2, 3, 4]) {
      const [row] = await until(
        () => deliveriesOf(setup.ctx, merchant),
        ([seen]) => seen?.state === 'due' && seen.attempts === attempt,
      );
      const ended =
        (await attemptsOf(merchant)).map((one) => Number(one.started_at) + one.duration_ms).at(-1) ?? 0;
      gaps.push(Number(row?.next_attempt_at) - ended);
      await bringForward(setup.ctx, merchant);
    }
    const [exhausted] = await until(() => deliveriesOf(setup.ctx, merchant), allIn('exhausted'));

    // Between the end of an attempt and its record; `retry-schedule` has the exact pauses.
    const noiseMs = 1500;
    for (const [index, gap] of gaps.entries()) {
      const promisedMs = 1000 * 2 ** (index + 1);
      // The end of an attempt is rounded to a millisecond.
      expect(gap).toBeGreaterThanOrEqual(promisedMs - 1);
      expect(gap).toBeLessThanOrEqual(promisedMs * 1.1 + noiseMs);
    }
    expect(exhausted?.finished_at).not.toBeNull();
    expect(setup.receiver.received.map(({ headers }) => headers['service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(new Set(setup.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(
      await Promise.all(setup.receiver.received.map((request) => isSigned(request, secret))),
    ).not.toContain(false);
  });

  it('is marked as failing until it acknowledges again', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const lanes = () =>
      setup.ctx.db.selectFrom('webhook_lanes').selectAll().where('merchant_id', '=', merchant).execute();
    setup.receiver.answer(500);
    setup.deliver();

    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await until(lanes, ([lane]) => lane !== undefined && lane.failing_since !== null);
    setup.receiver.answer(204);
    await bringForward(setup.ctx, merchant);

    const [recovered] = await until(lanes, ([lane]) => lane?.failing_since === null);
    expect(recovered?.origin).toBe(setup.receiver.url);
  });

  it('gets the events of a resource in order, and those of other resources without delay', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const flaky = aPaymentRow(merchant);
    const neighbours = Array.from({ length: 10 }, () => aPaymentRow(merchant));
    const isFlaky = (body: string) => body.includes(flaky.id.replaceAll('-', ''));
    // The first attempt of each event of this resource fails.
    setup.receiver.answer(({ body, headers }) =>
      isFlaky(body) && headers['service-attempt'] === '1' ? 500 : 204,
    );
    for (let count = 0; count < 20; count += 1) await happens(setup.ctx, merchant, captured, flaky);
    for (const neighbour of neighbours) await happens(setup.ctx, merchant, captured, neighbour);

    setup.deliver();
    await until(
      () => deliveriesOf(setup.ctx, merchant),
      (rows) =>
        rows
          .filter(({ resource_id }) => resource_id !== flaky.id)
          .every(({ state }) => state === 'delivered'),
    );
    const waitingWhileNeighboursWereServed = (await deliveriesOf(setup.ctx, merchant)).filter(
      ({ state }) => state === 'due',
    );
    await until(async () => {
      await bringForward(setup.ctx, merchant);
      return await deliveriesOf(setup.ctx, merchant);
    }, allIn('delivered'));

    const sequences = setup.receiver.received
      .filter(({ body }) => isFlaky(body))
      .map(({ body, headers }) => `${JSON.parse(body).sequence}:${headers['service-attempt']}`);
    const inOrder = Array.from({ length: 20 }, (_, index) => [`${index + 1}:1`, `${index + 1}:2`]).flat();
    expect(waitingWhileNeighboursWereServed.length).toBeGreaterThan(0);
    expect(sequences).toEqual(inOrder);
  });

  it('does not hold up the notification URL when it is the app’s endpoint', async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/endpoint` });
    const checkoutId = await aCheckoutWith(setup.ctx, app, `${setup.receiver.url}/notify`);
    const payment = aPaymentRow(app.merchant, { checkout_id: checkoutId });
    setup.receiver.answer(({ path }) => (path === '/endpoint' ? 500 : 204));
    setup.deliver();

    await happens(setup.ctx, app.merchant, captured, payment);
    await happens(setup.ctx, app.merchant, captured, payment);

    await until(
      () => deliveriesOf(setup.ctx, app.merchant),
      (rows) => rows.filter(({ url }) => url.endsWith('/notify')).every(({ state }) => state === 'delivered'),
    );
    expect(setup.receiver.received.map(({ path }) => path).toSorted()).toEqual([
      '/endpoint',
      '/notify',
      '/notify',
    ]);
  });
});

describe('a worker', () => {
  it('that dies loses its lease: the attempt is logged as lost, and counts', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await leaseTo(merchant, { token: newId(), attempts: 1, untilSeconds: -1 });

    setup.deliver();

    const [request] = await setup.receiver.sees(1);
    await until(() => deliveriesOf(setup.ctx, merchant), allIn('delivered'));
    expect(request?.headers['service-attempt']).toBe('2');
    expect(await attemptsOf(merchant)).toMatchObject([
      { attempt: 1, failure: 'worker_lost', status: null },
      { attempt: 2, failure: null, status: 204 },
    ]);
  });

  it('that dies during the last attempt leaves the delivery exhausted', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await leaseTo(merchant, { token: newId(), attempts: 5, untilSeconds: -1 });

    setup.deliver();

    const [exhausted] = await until(() => deliveriesOf(setup.ctx, merchant), allIn('exhausted'));
    expect(exhausted?.finished_at).not.toBeNull();
    expect(await attemptsOf(merchant)).toMatchObject([{ attempt: 5, failure: 'worker_lost' }]);
    expect(setup.receiver.received).toHaveLength(0);
  });

  it('that answers after its lease changes nothing: the attempt is logged as late', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    const other = newId();
    setup.receiver.answer({ status: 204, afterMs: 3000 });
    setup.deliver();
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await setup.receiver.sees(1);

    await leaseTo(merchant, { token: other, attempts: 2, untilSeconds: 60 });

    const [attempt] = await until(
      () => attemptsOf(merchant),
      (rows) => rows.length === 1,
    );
    expect(attempt).toMatchObject({ attempt: 1, status: 204, late: true });
    expect(await deliveriesOf(setup.ctx, merchant)).toMatchObject([
      { state: 'sending', lease_token: other, attempts: 2 },
    ]);
  });

  it('that stops waits for its requests in flight', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer({ status: 204, afterMs: 200 });
    const deliverer = setup.deliver();
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await setup.receiver.sees(1);

    await deliverer.stop();

    expect(await deliveriesOf(setup.ctx, merchant)).toMatchObject([{ state: 'delivered' }]);
  });

  it('that stops without waiting gives its deliveries back, and another worker sends them at once', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer('hang');
    const deliverer = setup.deliver();
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
    await setup.receiver.sees(1);

    await deliverer.stop(20);
    const givenBack = await deliveriesOf(setup.ctx, merchant);
    setup.receiver.answer(204);
    setup.deliver();

    await until(() => deliveriesOf(setup.ctx, merchant), allIn('delivered'));
    expect(givenBack).toMatchObject([{ state: 'due', lease_token: null }]);
    expect(await attemptsOf(merchant)).toMatchObject([{ failure: 'worker_lost' }, { failure: null }]);
  });

  it('never sends more than four requests at once to a receiver that was not healthy for long, nor any delivery twice, among 25 workers', async () => {
    const { merchant } = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer({ status: 204, afterMs: 4 });
    const payments = Array.from({ length: 600 }, () => aPaymentRow(merchant));
    const busy = Array.from({ length: 8 }, async () => {
      for (let row = payments.pop(); row; row = payments.pop())
        await happens(setup.ctx, merchant, captured, row);
    });
    await Promise.all(busy);
    // A steady second, after which it may get more, does not pass.
    await setup.database.asOwner(
      "UPDATE sandbox.webhook_lanes SET steady_since = now() + interval '1 hour' WHERE merchant_id = $1",
      [merchant],
    );

    const { url, secretKey } = setup.database;
    const others = [1, 2].map(() => openDatabases({ url, secretKey, report: () => undefined }));
    const contexts = [setup.database.databases, ...others].map((databases) => aContext(databases));
    for (let count = 0; count < 25; count += 1) setup.deliver(contexts[count % contexts.length]);
    await setup.receiver.sees(600);
    await until(() => deliveriesOf(setup.ctx, merchant), allIn('delivered'));
    await setup.stopDeliverers();
    await Promise.all(others.map((databases) => databases.close()));

    expect(Math.max(...setup.receiver.received.map(({ open }) => open))).toBe(4);
    expect(new Set(setup.receiver.received.map(({ headers }) => headers['service-delivery-id'])).size).toBe(
      600,
    );
    expect(setup.receiver.received).toHaveLength(600);
  });
});

async function leaseTo(
  merchant: MerchantId,
  lease: { token: string; attempts: number; untilSeconds: number },
): Promise<void> {
  await setup.ctx.db
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
