import { describe, expect, it } from 'vitest';
import { createClaimPosition } from '../../../../../src/domain/notices/deliveries/claim-position.ts';
import { claimDeliveriesAcrossMerchants } from '../../../../../src/domain/notices/deliveries/queries.ts';
import { pauseEndpoint, resumeEndpoint } from '../../../../../src/domain/notices/endpoints/pause-endpoint.ts';
import { randomUuid } from '../../../../../src/platform/ids.ts';
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

const captured = 'payment.capture.completed';
const of = ({ merchant, appId }: App) => ({ merchantId: merchant, appId });
const pause = (app: App) => pauseEndpoint(setup.ctx.platform, of(app));
const resume = (app: App) => resumeEndpoint(setup.ctx.platform, of(app));

/** Delivers three events of another app: by then claims have passed over the paused one several times. */
async function othersWereServed(): Promise<void> {
  const { merchant } = await anApp(setup.ctx, { url: `${setup.receiver.url}/other` });
  for (let count = 0; count < 3; count += 1)
    await happens(setup.ctx, merchant, captured, aPaymentRow(merchant));
  await expect.poll(() => statesOf(setup.ctx, merchant)).toEqual(['delivered', 'delivered', 'delivered']);
}

const pathsSeen = () => setup.receiver.received.map(({ path }) => path).filter((path) => path !== '/other');

describe('a paused app', () => {
  it('gets no deliveries, uses up no attempts, and gets everything in order when it is resumed', async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook` });
    const payments = [aPaymentRow(app.merchant), aPaymentRow(app.merchant)];
    await pause(app);
    setup.deliver();

    for (let round = 0; round < 5; round += 1)
      for (const payment of payments) await happens(setup.ctx, app.merchant, captured, payment);
    await othersWereServed();
    const waiting = await deliveriesOf(setup.ctx, app.merchant);
    const seenWhilePaused = pathsSeen();
    await resume(app);

    await expect
      .poll(() => statesOf(setup.ctx, app.merchant))
      .toEqual(Array.from({ length: 10 }, () => 'delivered'));
    expect(seenWhilePaused).toEqual([]);
    expect(waiting).toHaveLength(10);
    expect(waiting.every(({ attempts }) => attempts === 0)).toBe(true);
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['due', 'waiting']));
    const bodies = setup.receiver.received
      .filter(({ path }) => path === '/hook')
      .map(({ body }) => JSON.parse(body));
    for (const { id } of payments) {
      const ofOne = bodies.filter((body) => body.resource_id.endsWith(id.replaceAll('-', '')));
      expect(ofOne.map((body) => body.sequence)).toEqual([1, 2, 3, 4, 5]);
    }
  });

  it("gets no deliveries at the notification URLs of its checkouts either, while the merchant's other app does", async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook` });
    await anApp(setup.ctx, { of: app.merchant, url: `${setup.receiver.url}/second` });
    const checkoutId = await aCheckoutWith(setup.ctx, app, `${setup.receiver.url}/notify`);
    await pause(app);
    setup.deliver();

    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant, { checkout_id: checkoutId }));
    await setup.receiver.sees(1);
    await othersWereServed();
    const seenWhilePaused = pathsSeen();
    await resume(app);
    await expect.poll(() => pathsSeen().length).toBe(3);

    expect(seenWhilePaused).toEqual(['/second']);
    expect(pathsSeen().toSorted()).toEqual(['/hook', '/notify', '/second']);
  });

  it('keeps the number of attempts made: the next attempt is number two', async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook` });
    setup.receiver.answer(({ path }) => (path === '/hook' ? 500 : 204));
    setup.deliver();
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));
    await expect
      .poll(async () =>
        (await deliveriesOf(setup.ctx, app.merchant)).map(({ state, attempts }) => [state, attempts]),
      )
      .toEqual([['due', 1]]);

    await pause(app);
    await bringForward(setup.ctx, app.merchant);
    await othersWereServed();
    const whilePaused = await deliveriesOf(setup.ctx, app.merchant);
    setup.receiver.answer(204);
    await resume(app);
    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered']);

    expect(whilePaused).toMatchObject([{ state: 'due', attempts: 1 }]);
    const attempts = setup.receiver.received.filter(({ path }) => path === '/hook');
    expect(attempts.map(({ headers }) => headers['service-attempt'])).toEqual(['1', '2']);
  });

  it('still gets the requests that are in flight', async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook` });
    setup.receiver.answer({ status: 204, afterMs: 300 });
    setup.deliver();
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));
    await setup.receiver.sees(1);

    await pause(app);

    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered']);
    expect(pathsSeen()).toEqual(['/hook']);
  });

  it('is paused in its own mode only', async () => {
    const app = await anApp(setup.ctx, { url: `${setup.receiver.url}/hook` });
    const other = await anApp(setup.ctx, { of: app.merchant, url: null });
    await setup.database.asOwner("UPDATE platform.api_apps SET mode = 'live' WHERE id = $1", [other.appId]);
    await pause(other);
    setup.deliver();

    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

    await expect.poll(() => statesOf(setup.ctx, app.merchant)).toEqual(['delivered']);
    const [live] = await setup.database.asOwner('SELECT paused FROM live.app_endpoints WHERE app_id = $1', [
      other.appId,
    ]);
    expect(live).toEqual({ paused: true });
  });
});

describe('a claim', () => {
  it('finds at once the only lane that is not paused, behind 3,000 that are', async () => {
    const paused = await anApp(setup.ctx, { url: setup.receiver.url });
    const free = await anApp(setup.ctx, { url: setup.receiver.url });
    await happens(setup.ctx, paused.merchant, captured, aPaymentRow(paused.merchant));
    await happens(setup.ctx, free.merchant, captured, aPaymentRow(free.merchant));
    await pause(paused);
    await manyLanes(paused, 3000);
    await setup.database.asOwner(lastLane, [free.merchant]);

    const claimed = await claimDeliveriesAcrossMerchants(setup.ctx.db, {
      free: 64,
      token: randomUuid(),
      afterLane: '00000000-0000-0000-0000-000000000000',
    });

    const whose = claimed.map(({ merchant_id: merchant }) => merchant);
    expect(whose).toContain(free.merchant);
    expect(whose).not.toContain(paused.merchant);
  });

  it('holds up no other merchant, even with more lanes than a claim looks at', async () => {
    const { url } = setup.receiver;
    const [paused, free] = [await anApp(setup.ctx, { url }), await anApp(setup.ctx, { url })];
    await happens(setup.ctx, paused.merchant, captured, aPaymentRow(paused.merchant));
    await happens(setup.ctx, free.merchant, captured, aPaymentRow(free.merchant));
    await pause(paused);
    await manyLanes(paused, 9000);
    await setup.database.asOwner(lastLane, [free.merchant]);
    let nowMs = 0;
    const position = createClaimPosition(() => (nowMs += 250));

    const whose: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      const wanted = { free: 64, token: randomUuid(), afterLane: position.afterLane() };
      const claimed = await claimDeliveriesAcrossMerchants(setup.ctx.db, wanted);
      whose.push(...claimed.map(({ merchant_id: merchant }) => merchant));
      position.advance(claimed.length, 64);
    }

    expect(whose).toContain(free.merchant);
    expect(whose).not.toContain(paused.merchant);
  });
});

/** Inserts lanes and deliveries, as many checkouts with notification URLs would. */
async function manyLanes(app: App, count: number): Promise<void> {
  await setup.database.asOwner(
    `WITH lanes AS (
       INSERT INTO sandbox.webhook_lanes (merchant_id, lane_id, app_id, origin)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'https://shop-' || n || '.example.com' FROM generate_series(1, ${count}) n
       RETURNING lane_id)
     INSERT INTO sandbox.webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
       resource_id, sequence, max_attempts)
     SELECT d.merchant_id, gen_random_uuid(), d.event_id, d.api_version, l.lane_id, d.destination, d.url, 'replay', d.resource_id, 1, 1
     FROM (SELECT * FROM sandbox.webhook_deliveries WHERE merchant_id = $1 LIMIT 1) d, lanes l`,
    [app.merchant, app.appId],
  );
}

/** Moves a delivery to a lane with the highest id, which a claim from the first lane on reaches last. */
const lastLane = `WITH lane AS (
    INSERT INTO sandbox.webhook_lanes (merchant_id, lane_id, app_id, origin)
    SELECT merchant_id, 'ffffffff-ffff-4fff-bfff-ffffffffffff', app_id, 'https://last.example.com'
    FROM sandbox.webhook_lanes WHERE merchant_id = $1 RETURNING *)
  UPDATE sandbox.webhook_deliveries d SET lane_id = lane.lane_id FROM lane WHERE d.merchant_id = lane.merchant_id`;
