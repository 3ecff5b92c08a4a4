import { beforeEach, describe, expect, it } from 'vitest';
import { endpointHealth } from '../../../../../src/domain/notices/endpoints/health.ts';
import { newId } from '../../../../../src/platform/ids.ts';
import { rowsReadBy } from '../../../../support/checks/rows-read.ts';
import {
  bringForward,
  deliveriesOf,
  deliverySetup,
  statesOf,
} from '../../../../support/receivers/deliveries.ts';
import {
  type App,
  aCheckoutWith,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';

const setup = deliverySetup();
beforeEach(() => {
  setup.deliver();
});

const captured = 'payment.capture.completed';
const healthOf = ({ merchant, appId }: App) => endpointHealth(setup.ctx.db, { merchantId: merchant, appId });
const happensTo = (app: App) => happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

describe('the health of an endpoint', () => {
  it('is empty before the first delivery', async () => {
    expect(await healthOf(await anApp(setup.ctx, { url: setup.receiver.url }))).toEqual({
      receivers: [],
      more: false,
    });
  });

  it('counts deliveries and shows how long the receiver took to answer', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer({ status: 204, afterMs: 30 });
    await happensTo(app);
    await happensTo(app);
    await happensTo(app);
    await expect
      .poll(() => statesOf(setup.ctx, app.merchant))
      .toEqual(['delivered', 'delivered', 'delivered']);

    const { receivers } = await healthOf(app);

    expect(receivers).toEqual([
      {
        origin: setup.receiver.url,
        failingSince: null,
        lastSuccessAt: expect.any(Date),
        lastFailure: null,
        due: 0,
        sending: 0,
        deliveredIn24h: 3,
        exhaustedIn24h: 0,
        countsEnd: false,
        oldestDueAt: null,
        answerMs: { p50: expect.any(Number), p95: expect.any(Number) },
      },
    ]);
    expect(receivers[0]?.answerMs?.p50).toBeGreaterThanOrEqual(29);
    expect(receivers[0]?.answerMs?.p95).toBeGreaterThanOrEqual(receivers[0]?.answerMs?.p50 ?? Number.NaN);
  });

  it('shows since when the receiver fails, its last failure, and how many deliveries wait', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer(503);
    const row = aPaymentRow(app.merchant);
    await happens(setup.ctx, app.merchant, captured, row);
    // It waits for the one before it.
    await happens(setup.ctx, app.merchant, 'payment.capture.reversed', row);
    await expect.poll(async () => (await healthOf(app)).receivers[0]?.due).toBe(2);
    await expect
      .poll(async () => (await healthOf(app)).receivers[0]?.lastFailure?.words)
      .toBe('it answered 503');

    const [failing] = (await healthOf(app)).receivers;
    setup.receiver.answer(204);
    await bringForward(setup.ctx, app.merchant);
    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered', 'delivered']);
    const [well] = (await healthOf(app)).receivers;

    expect(failing).toMatchObject({ failingSince: expect.any(Date), lastSuccessAt: null, deliveredIn24h: 0 });
    const delivery = (await deliveriesOf(setup.ctx, app.merchant)).at(-1);
    expect(Number(failing?.oldestDueAt) - Number(failing?.lastFailure?.at)).toBeGreaterThan(1900);
    expect(well).toMatchObject({ failingSince: null, due: 0, oldestDueAt: null, deliveredIn24h: 2 });
    expect(well?.lastSuccessAt).toEqual(delivery?.finished_at);
    expect(well?.lastFailure?.words).toBe('it answered 503');
  });

  it.each([
    ['https://10.0.0.1/hook', 'the address may not be reached from here'],
    ['http://127.0.0.1:1/hook', 'no connection could be made'],
    ['https://nobody.invalid/hook', 'the name could not be resolved'],
  ])('says in words why a delivery to %s failed', async (url, words) => {
    const app = await anApp(setup.ctx, { url });
    await happensTo(app);

    await expect.poll(async () => (await healthOf(app)).receivers[0]?.lastFailure?.words).toBe(words);
    expect((await healthOf(app)).receivers[0]?.answerMs).toBeNull();
  });

  it('counts exhausted deliveries, and finished ones of the last 24 hours only', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    setup.receiver.answer(204);
    await happensTo(app);
    await happensTo(app);
    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered', 'delivered']);
    const [first, second] = await deliveriesOf(setup.ctx, app.merchant);

    await setup.database.asOwner(
      "UPDATE sandbox.webhook_deliveries SET state = 'exhausted' WHERE delivery_id = $1",
      [first?.delivery_id],
    );
    const [today] = (await healthOf(app)).receivers;
    await setup.database.asOwner(
      "UPDATE sandbox.webhook_deliveries SET finished_at = finished_at - interval '25 hours' WHERE merchant_id = $1",
      [app.merchant],
    );
    const [tomorrow] = (await healthOf(app)).receivers;

    expect(today).toMatchObject({ deliveredIn24h: 1, exhaustedIn24h: 1 });
    expect(tomorrow).toMatchObject({ deliveredIn24h: 0, exhaustedIn24h: 0, answerMs: null });
    expect(Number(tomorrow?.lastSuccessAt)).toBe(Number(second?.finished_at) - 25 * 3_600_000);
  });

  it('counts what is being sent apart from what waits, and shows when the next attempt is due', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    for (let count = 0; count < 3; count += 1) await happensTo(app);
    await expect
      .poll(() => statesOf(setup.ctx, app.merchant), { timeout: 10_000 })
      .toEqual(['delivered', 'delivered', 'delivered']);
    const [sent, first, second] = (await deliveriesOf(setup.ctx, app.merchant)).map((row) => row.delivery_id);
    const nextHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
    const later = "interval '1 hour'";
    await setup.database.asOwner(
      `UPDATE sandbox.webhook_deliveries SET state = 'sending', finished_at = NULL, lease_token = $1, lease_until = now() + ${later}
        WHERE delivery_id = $1`,
      [sent],
    );
    for (const [id, wait] of [
      [first, "interval '0'"],
      [second, later],
    ])
      await setup.database.asOwner(
        `UPDATE sandbox.webhook_deliveries SET state = 'due', finished_at = NULL, next_attempt_at = $2::timestamptz + ${wait} WHERE delivery_id = $1`,
        [id, nextHour],
      );

    expect((await healthOf(app)).receivers).toMatchObject([{ due: 2, sending: 1, oldestDueAt: nextHour }]);
  });

  it('lists each receiver of the app, the failing ones first, and none of other apps', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    await anApp(setup.ctx, { of: app.merchant, url: `${setup.receiver.url}/second` });
    const checkoutId = await aCheckoutWith(setup.ctx, app, 'http://127.0.0.1:1/notify');
    setup.receiver.answer(204);
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant, { checkout_id: checkoutId }));

    await expect
      .poll(async () =>
        (await healthOf(app)).receivers.map(({ origin, failingSince, due }) => [
          origin,
          failingSince !== null,
          due,
        ]),
      )
      .toEqual([
        ['http://127.0.0.1:1', true, 1],
        [setup.receiver.url, false, 0],
      ]);
  });

  it('lists a hundred receivers, the longest failing first, and says if there are more', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const addLanes = (from: number, to: number) =>
      setup.database.asOwner(
        `INSERT INTO sandbox.webhook_lanes (merchant_id, lane_id, app_id, origin, failing_since)
          SELECT $1, gen_random_uuid(), $2, 'https://shop-' || n || '.example', now() - n * interval '1 minute'
          FROM generate_series($3::int, $4::int) n`,
        [app.merchant, app.appId, from, to],
      );

    await addLanes(1, 100);
    const hundred = await healthOf(app);
    await addLanes(101, 101);
    const more = await healthOf(app);

    expect([hundred.receivers.length, hundred.more]).toEqual([100, false]);
    expect([more.receivers.length, more.more]).toEqual([100, true]);
    expect(more.receivers[0]?.origin).toBe('https://shop-101.example');
  });

  it('reads few deliveries of another receiver, and counts no more than 5,000 of its own', async () => {
    const app = await anApp(setup.ctx, { url: setup.receiver.url });
    const busy = await anApp(setup.ctx, { of: app.merchant, url: `${setup.receiver.url}/second` });
    const [lane, busyLane] = [newId(), newId()];
    await setup.database.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = sandbox;
      INSERT INTO webhook_lanes (merchant_id, lane_id, app_id, origin) VALUES
        ('${app.merchant}', '${lane}', '${app.appId}', 'https://quiet.example'), ('${app.merchant}', '${busyLane}', '${busy.appId}', 'https://busy.example');
      WITH made AS (
        INSERT INTO webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger, resource_id, sequence,
          state, attempts, max_attempts, finished_at)
        SELECT '${app.merchant}', uuidv7(), uuidv7(), 'v', CASE n WHEN 1 THEN '${lane}'::uuid ELSE '${busyLane}' END, 'app', 'https://x', 'event',
          uuidv7(), 1, CASE n % 1000 WHEN 0 THEN 'exhausted' ELSE 'delivered' END, 1, 8, now() - n * interval '1 millisecond'
        FROM generate_series(1, 20001) n RETURNING delivery_id, state)
      INSERT INTO webhook_attempts (merchant_id, delivery_id, attempt_id, attempt, started_at, duration_ms, status, failure)
        SELECT '${app.merchant}', delivery_id, uuidv7(), 1, now(), 20, CASE state WHEN 'delivered' THEN 204 ELSE 500 END,
          CASE state WHEN 'exhausted' THEN 'http' END FROM made; COMMIT`);
    await setup.database.asOwner('ANALYZE sandbox.webhook_deliveries, sandbox.webhook_attempts');
    const read = await rowsReadBy(
      setup.database.databases.sandbox,
      ['webhook_deliveries', 'webhook_attempts'],
      (tx) => endpointHealth(tx, { merchantId: app.merchant, appId: app.appId }),
    );

    expect(read).toBeLessThan(100);
    expect((await healthOf(app)).receivers).toMatchObject([
      { deliveredIn24h: 1, countsEnd: false, answerMs: { p50: 20 } },
    ]);
    expect((await healthOf(busy)).receivers).toMatchObject([
      { deliveredIn24h: 4995, exhaustedIn24h: 5, countsEnd: true, lastFailure: { words: 'it answered 500' } },
    ]);
  });
});
