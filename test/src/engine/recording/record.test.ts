import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Act, Context } from '../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../src/engine/principal.ts';
import { envelope } from '../../../../src/engine/recording/deliveries.ts';
import { recordEvent, recordFirstEvent } from '../../../../src/engine/recording/record.ts';
import { newId, showId } from '../../../../src/platform/ids.ts';
import { isOnCluster } from '../../../support/citus/nodes.ts';
import {
  aCheckoutWith,
  aContext,
  acting,
  anApp,
  aPaymentRow,
  aRefundRow,
  happens,
  plainReactions,
} from '../../../support/receivers/event-context.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());
afterEach(() => {
  ctx = aContext(database.databases);
});

const url = 'http://127.0.0.1:9/hook';
const captured = 'payment.capture.completed';

function eventsOf(merchant: MerchantId) {
  return ctx.db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('event_id')
    .execute();
}

function deliveriesOf(merchant: MerchantId) {
  return ctx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('event_bodies as b', (join) =>
      join
        .onRef('b.merchant_id', '=', 'd.merchant_id')
        .onRef('b.event_id', '=', 'd.event_id')
        .onRef('b.api_version', '=', 'd.api_version'),
    )
    .innerJoin('webhook_lanes as l', (join) =>
      join.onRef('l.merchant_id', '=', 'd.merchant_id').onRef('l.lane_id', '=', 'd.lane_id'),
    )
    .selectAll('d')
    .select(['b.body', 'l.app_id', 'l.origin'])
    .where('d.merchant_id', '=', merchant)
    .orderBy('d.delivery_id')
    .execute();
}

describe('an event', () => {
  it('is stored as text, in the envelope of the contract', async () => {
    const { merchant } = await anApp(ctx, { url });
    const payment = aPaymentRow(merchant);

    await happens(ctx, merchant, captured, payment);

    const [event] = await eventsOf(merchant);
    const [delivery] = await deliveriesOf(merchant);
    const body = JSON.parse(delivery?.body ?? '');
    expect(body).toEqual({
      id: `evt_${event?.event_id.replaceAll('-', '')}`,
      object: 'event',
      type: captured,
      created: Math.floor(Number(event?.created_at) / 1000),
      data: JSON.parse(event?.data ?? ''),
      api_version: '2026-01-01',
      livemode: false,
      resource_id: `txn_${payment.id.replaceAll('-', '')}`,
      sequence: 1,
    });
    expect(body.data).toMatchObject({
      amount: '10.0000',
      net: '9.6500',
      currency: 'USD',
      status: 'completed',
    });
  });

  it.each([
    ['sandbox', false],
    ['live', true],
  ] as const)('of the mode %s says livemode %s', (mode, livemode) => {
    const event = {
      eventId: newId(),
      type: captured,
      createdAt: new Date(),
      dataVersion: '2026-01-01',
      sequence: 1n,
      synthetic: false,
    } as const;

    const said = envelope({ mode, versions: ctx.versions }, event, '2026-01-01', { id: 'txn_1' });

    expect(said.livemode).toBe(livemode);
  });

  it('is numbered 1, 2, 3 … per resource, without gaps, however many happen at once', async () => {
    const { merchant } = await anApp(ctx, { url });
    const payment = aPaymentRow(merchant);
    const other = aPaymentRow(merchant);

    await Promise.all(Array.from({ length: 12 }, () => happens(ctx, merchant, captured, payment)));
    await happens(ctx, merchant, captured, other);

    const events = await eventsOf(merchant);
    const sequences = events
      .filter((event) => event.resource_id === payment.id)
      .map(({ sequence }) => Number(sequence));
    expect(sequences.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(events.find((event) => event.resource_id === other.id)?.sequence).toBe(1n);
  });

  it('leaves no gap in the numbers when its transaction is rolled back', async () => {
    const { merchant } = await anApp(ctx, { url });
    const payment = aPaymentRow(merchant);

    await happens(ctx, merchant, captured, payment);
    const undone = acting(ctx, merchant, async (act) => {
      await recordEvent(act, captured, payment);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await happens(ctx, merchant, captured, payment);

    expect((await eventsOf(merchant)).map(({ sequence }) => sequence)).toEqual([1n, 2n]);
    expect(await deliveriesOf(merchant)).toHaveLength(2);
  });

  it('is not recorded when it breaks its contract', async () => {
    const { merchant } = await anApp(ctx, { url });
    const broken = aPaymentRow(merchant, { amount: -1n });

    await expect(happens(ctx, merchant, captured, broken)).rejects.toThrow(/breaks its contract/);

    expect(await eventsOf(merchant)).toHaveLength(0);
  });

  it('runs its reactions in their order, in its transaction', async () => {
    const ran: string[] = [];
    const { data } = plainReactions[captured];
    ctx = aContext(database.databases, {
      reactions: {
        ...plainReactions,
        [captured]: {
          data,
          also: [
            async () => {
              ran.push('first');
            },
            async () => {
              ran.push('second');
              throw new Error('refused');
            },
          ],
        },
      },
    });
    const { merchant } = await anApp(ctx, { url });

    await expect(happens(ctx, merchant, captured, aPaymentRow(merchant))).rejects.toThrow('refused');

    expect(ran).toEqual(['first', 'second']);
    expect(await eventsOf(merchant)).toHaveLength(0);
  });
});

describe('the events of one transaction', () => {
  it('are numbered per resource in the order in which they happened, and each shows the fact as it was then', async () => {
    const { merchant } = await anApp(ctx, { url });
    const [one, other] = [aPaymentRow(merchant), aPaymentRow(merchant)];
    const declined = { ...one, status: 'failed', failure: 'CARD_DECLINED' } as const;
    await happens(ctx, merchant, captured, other);

    await acting(ctx, merchant, async (act) => {
      await recordEvent(act, captured, one);
      await recordEvent(act, captured, other);
      await recordEvent(act, 'payment.capture.declined', declined);
      await recordEvent(act, captured, other);
    });

    const told = (await deliveriesOf(merchant)).map(({ body }) => JSON.parse(body));
    expect(told.map((event) => [event.type, event.resource_id, event.sequence, event.data.status])).toEqual([
      [captured, showId('txn', other.id), 1, 'completed'],
      [captured, showId('txn', one.id), 1, 'completed'],
      [captured, showId('txn', other.id), 2, 'completed'],
      ['payment.capture.declined', showId('txn', one.id), 2, 'failed'],
      [captured, showId('txn', other.id), 3, 'completed'],
    ]);
    expect((await eventsOf(merchant)).map(({ sequence }) => Number(sequence))).toEqual([1, 1, 2, 2, 3]);
  });

  it('cannot deadlock, whatever the order of their resources', async () => {
    const { merchant } = await anApp(ctx, { url });
    const payments = Array.from({ length: 4 }, () => aPaymentRow(merchant));

    await Promise.all(
      Array.from({ length: 24 }, (_, round) =>
        acting(ctx, merchant, async (act) => {
          const some = round % 2 ? payments : payments.toReversed();
          for (const payment of some) await recordEvent(act, captured, payment);
        }),
      ),
    );

    const events = await eventsOf(merchant);
    for (const payment of payments) {
      const sequences = events
        .filter((event) => event.resource_id === payment.id)
        .map((e) => Number(e.sequence));
      expect(sequences.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 24 }, (_, index) => index + 1),
      );
    }
  });

  it('are delivered only to the apps that are subscribed to them', async () => {
    const all = await anApp(ctx, { url: `${url}/all` });
    const { merchant } = all;
    await anApp(ctx, { of: merchant, url: `${url}/one`, eventTypes: [captured] });
    const checkoutId = await aCheckoutWith(ctx, all, `${url}/notify`);
    const payment = aPaymentRow(merchant, { checkout_id: checkoutId });

    await acting(ctx, merchant, async (act) => {
      await recordEvent(act, 'payment.capture.declined', payment);
      await recordEvent(act, captured, aPaymentRow(merchant));
    });

    const told = (await deliveriesOf(merchant)).map(({ body, url: to }) => `${JSON.parse(body).type} ${to}`);
    expect(new Set(told)).toEqual(
      new Set([
        `payment.capture.declined ${url}/all`,
        `payment.capture.declined ${url}/notify`,
        `${captured} ${url}/all`,
        `${captured} ${url}/one`,
      ]),
    );
    expect(told).toHaveLength(4);
  });

  it('contain a first event once, however often it is recorded', async () => {
    const { merchant } = await anApp(ctx, { url });
    const payment = aPaymentRow(merchant);
    const other = aPaymentRow(merchant);
    const first = (act: Act) => recordFirstEvent(act, 'payment.capture.declined', payment);

    await acting(ctx, merchant, async (act) => {
      await first(act);
      await recordEvent(act, captured, payment);
      await recordEvent(act, captured, other);
      await first(act);
    });
    await acting(ctx, merchant, first);

    expect((await eventsOf(merchant)).map(({ type }) => type)).toEqual([
      'payment.capture.declined',
      captured,
      captured,
    ]);
  });
});

describe('the notification of deliverers', () => {
  it('is sent for an event with subscribers, and for no other', async () => {
    const told = await anApp(ctx, { url });
    const untold = await anApp(ctx);
    const ringsAfter = async ({ merchant }: { merchant: MerchantId }) => {
      const { notifications } = await acting(ctx, merchant, async (act) => {
        await recordEvent(act, captured, aPaymentRow(merchant));
        return act.tx;
      });
      return [...notifications];
    };

    expect(await ringsAfter(told)).toEqual(['deliveries']);
    expect(await ringsAfter(untold)).toEqual([]);
  });
});

describe('the deliveries of an event', () => {
  it('are none when no app has a URL; the event is stored all the same', async () => {
    const { merchant } = await anApp(ctx);

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    expect(await eventsOf(merchant)).toHaveLength(1);
    expect(await deliveriesOf(merchant)).toHaveLength(0);
  });

  it('go to the apps that are subscribed to its type or to everything, and to no other', async () => {
    const exact = await anApp(ctx, { url: `${url}/exact`, eventTypes: [captured] });
    const { merchant } = exact;
    const all = await anApp(ctx, { of: merchant, url: `${url}/all`, eventTypes: ['*'] });
    await anApp(ctx, { of: merchant, url: `${url}/none`, eventTypes: ['payment.capture.declined'] });
    await anApp(ctx, { url: `${url}/stranger` });

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const told = (await deliveriesOf(merchant)).map((delivery) => delivery.app_id);
    expect(told.toSorted()).toEqual([exact.appId, all.appId].toSorted());
  });

  it('have the API version to which each app is pinned', async () => {
    ctx = aContext(database.databases, {
      versions: {
        ...ctx.versions,
        inEffect: (pin) => pin,
        event: (_type, data, { to }) => (to === '2026-01-01' ? data : { id: 'as it was called before' }),
      },
    });
    const { merchant } = await anApp(ctx, { url: `${url}/new` });
    await anApp(ctx, { of: merchant, url: `${url}/old`, apiVersion: '2025-01-01' });

    await happens(ctx, merchant, captured, aPaymentRow(merchant));

    const bodies = (await deliveriesOf(merchant)).map(({ api_version, body }) => [
      api_version,
      JSON.parse(body),
    ]);
    expect(Object.fromEntries(bodies)).toMatchObject({
      '2025-01-01': { api_version: '2025-01-01', data: { id: 'as it was called before' } },
      '2026-01-01': { api_version: '2026-01-01', data: { amount: '10.0000' } },
    });
  });

  it('go to the same URL once, however it is written', async () => {
    const app = await anApp(ctx, { url: 'http://127.0.0.1:9/' });
    await anApp(ctx, { of: app.merchant, url: 'http://127.0.0.1:9' });
    const checkoutId = await aCheckoutWith(ctx, app, 'HTTP://127.0.0.1:9/');

    await happens(ctx, app.merchant, captured, aPaymentRow(app.merchant, { checkout_id: checkoutId }));

    expect(await deliveriesOf(app.merchant)).toMatchObject([
      { url: 'http://127.0.0.1:9/', app_id: app.appId },
    ]);
  });

  it('go to the notification URL of the checkout, whatever the subscription, signed by the app that made the checkout', async () => {
    const app = await anApp(ctx, { url, eventTypes: [] });
    const checkoutId = await aCheckoutWith(ctx, app, `${url}/notify`);

    await happens(ctx, app.merchant, captured, aPaymentRow(app.merchant, { checkout_id: checkoutId }));

    expect(await deliveriesOf(app.merchant)).toMatchObject([
      { url: `${url}/notify`, destination: 'notification_url', app_id: app.appId },
    ]);
  });

  it('go to the notification URL of the checkout for a refund too', async () => {
    const app = await anApp(ctx, { eventTypes: [] });
    const checkoutId = await aCheckoutWith(ctx, app, `${url}/notify`);
    const payment = aPaymentRow(app.merchant, { checkout_id: checkoutId });
    await acting(ctx, app.merchant, ({ tx }) => tx.insertInto('transactions').values(payment).execute());

    await happens(ctx, app.merchant, 'payment.refund.completed', aRefundRow(app.merchant, payment.id));

    expect(await deliveriesOf(app.merchant)).toMatchObject([{ url: `${url}/notify` }]);
  });

  // What is read on another node is counted there.
  it.skipIf(isOnCluster)(
    'are found by reading that one checkout, however many the merchant has',
    async () => {
      const app = await anApp(ctx, { url });
      const checkoutId = await aCheckoutWith(ctx, app, 'http://127.0.0.1:9/notify');
      await database.asOwner(manyCheckouts, [checkoutId]);
      const before = await checkoutsRead();

      await acting(ctx, app.merchant, async (act) => {
        await recordEvent(act, captured, aPaymentRow(app.merchant, { checkout_id: checkoutId }));
        await sql`SELECT pg_stat_force_next_flush()`.execute(act.tx);
      });

      await expect.poll(checkoutsRead).toBeGreaterThan(before);
      expect((await checkoutsRead()) - before).toBeLessThan(100);
      expect(await deliveriesOf(app.merchant)).toHaveLength(2);
    },
  );

  it('have one lane per app and origin, whatever the path', async () => {
    const app = await anApp(ctx, { url: 'http://127.0.0.1:9/a' });
    const checkoutId = await aCheckoutWith(ctx, app, 'http://127.0.0.1:9/b');
    const payment = aPaymentRow(app.merchant, { checkout_id: checkoutId });

    await happens(ctx, app.merchant, captured, payment);
    await anApp(ctx, { of: app.merchant, url: 'http://127.0.0.1:9/c' });
    await happens(ctx, app.merchant, captured, payment);

    const deliveries = await deliveriesOf(app.merchant);
    expect(deliveries).toHaveLength(5);
    expect(new Set(deliveries.map(({ lane_id }) => lane_id)).size).toBe(2);
  });
});

/** Checkouts of the same merchant that the planner's statistics do not know yet. */
const manyCheckouts = `INSERT INTO sandbox.checkouts
  SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'reference', 'order-' || n))).*
  FROM sandbox.checkouts c, generate_series(1, 3000) n WHERE c.id = $1`;

async function checkoutsRead(): Promise<number> {
  const [row] = await database.asOwner(
    "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE schemaname = 'sandbox' AND relname = 'checkouts'",
  );
  return Number(row?.['read']);
}
