import { describe, expect, it, onTestFinished } from 'vitest';
import { recoverEvents } from '../../../../../src/domain/notices/replay/recover.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { newId, uuidIn } from '../../../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../support/builders/build.ts';
import { actingAs } from '../../../../support/builders/inside.ts';
import { times } from '../../../../support/checks/at-once.ts';
import { isOnCluster } from '../../../../support/citus/nodes.ts';
import {
  anEvent,
  anotherApp,
  anotherEventOf,
  deliveriesOf,
  delivering,
  eventNow,
  eventService,
  finishDeliveries,
  manyLost,
  setUrl,
  soon,
} from '../../../../support/receivers/events.ts';
import type { Api } from '../../../../support/service/api.ts';

const service = eventService();

const { aShop } = service;

/** How many events the answer says will be sent again. The job that sends them runs when the clock is turned. */
async function recovered(api: Api, about: Record<string, unknown> = {}): Promise<number> {
  const answered = await api('recoverEvents', { body: { from_date: '2026-01-01', ...about } });
  if (answered.status !== 201) throw new Error(JSON.stringify(answered.body));
  return answered.data.replayed;
}

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

const replaysOf = async (api: Api, event: { readonly id: string }) =>
  (await deliveriesOf(api, event)).filter(({ replay }) => replay);

describe('a recovery', () => {
  it('sends exhausted events again, and no others, oldest first', async () => {
    const shop = await aShop();
    const fine = await anEvent(shop.api);
    await finishDeliveries(service.app, 'delivered', shop);
    const lost = [await anEvent(shop.api), await anEvent(shop.api), await anEvent(shop.api)];
    await finishDeliveries(service.app, 'exhausted', shop);
    const pending = await anEvent(shop.api);

    expect(await recovered(shop.api)).toBe(3);
    const { fired } = await turnClock(shop.api, 1);

    expect(fired.map(({ kind }) => kind)).toEqual(['events.recover']);
    for (const event of lost) expect(await replaysOf(shop.api, event)).toHaveLength(1);
    for (const event of [fine, pending]) expect(await replaysOf(shop.api, event)).toEqual([]);
    const due = await service.app.database.asOwner(
      `SELECT 'evt_' || replace(event_id::text, '-', '') AS id FROM sandbox.webhook_deliveries
       WHERE merchant_id = $1 AND trigger = 'replay' ORDER BY next_attempt_at`,
      [shop.merchantId],
    );
    expect(due.map(({ id }) => id)).toEqual(lost.map(({ id }) => id));
    await delivering(service.app, () => service.receiver.sees(4));
    const [first] = lost;
    await soon(
      () => eventNow(shop.api, first ?? fine),
      ({ delivery_status }) => delivery_status === 'delivered',
    );
    expect(await recovered(shop.api)).toBe(0);
  });

  it('goes only to destinations where the event was exhausted', async () => {
    const shop = await aShop();
    await anotherApp(service.app, shop, `${service.receiver.url}/fine`);
    const event = await anEvent(shop.api);
    await finishDeliveries(service.app, 'delivered', { ...shop, url: `${service.receiver.url}/fine` });
    await finishDeliveries(service.app, 'exhausted', shop);
    await anotherApp(service.app, shop, `${service.receiver.url}/new`);

    expect(await recovered(shop.api)).toBe(1);
    await turnClock(shop.api, 1);

    expect((await replaysOf(shop.api, event)).map(({ url }) => url)).toEqual([
      `${service.receiver.url}/hook`,
    ]);
  });

  it('is limited to a period and to types', async () => {
    const shop = await aShop();
    const early = await anEvent(shop.api);
    await turnClock(shop.api, 86_400 * 10);
    const late = await anEvent(shop.api);
    const change = await anotherEventOf(shop.api, late);
    await finishDeliveries(service.app, 'exhausted', shop);

    const [at, last] = [await timeOf(early), await timeOf(change)];

    expect(await recovered(shop.api, { to_date: moment(at - 1) })).toBe(0);
    expect(await recovered(shop.api, { from_date: moment(last + 1) })).toBe(0);
    expect(await recovered(shop.api, { from_date: moment(at), to_date: moment(at) })).toBe(1);
    await turnClock(shop.api, 1);
    expect(await recovered(shop.api, { from_date: day(5), types: ['billing.plan.updated'] })).toBe(1);
    await turnClock(shop.api, 1);

    const made = [early, late, change].map((event) => replaysOf(shop.api, event));
    expect((await Promise.all(made)).map((replays) => replays.length)).toEqual([1, 0, 1]);
  });

  it('leaves out events that a newer one has superseded (latest_per_resource)', async () => {
    const shop = await aShop();
    const [one, two, three] = [await anEvent(shop.api), await anEvent(shop.api), await anEvent(shop.api)];
    const oneNow = await anotherEventOf(shop.api, one);
    await finishDeliveries(service.app, 'exhausted', shop);
    // Its newest event has arrived.
    await anotherEventOf(shop.api, two);
    await finishDeliveries(service.app, 'delivered', shop);
    const about = { mode: 'latest_per_resource' };

    expect(await recovered(shop.api)).toBe(4);
    await service.app.database.asOwner('DELETE FROM sandbox.jobs WHERE merchant_id = $1', [shop.merchantId]);
    expect(await recovered(shop.api, { ...about, types: ['billing.plan.created'] })).toBe(3);
    await service.app.database.asOwner('DELETE FROM sandbox.jobs WHERE merchant_id = $1', [shop.merchantId]);
    expect(await recovered(shop.api, about)).toBe(2);
    await turnClock(shop.api, 1);

    const made = [one, oneNow, two, three].map((event) => replaysOf(shop.api, event));
    expect((await Promise.all(made)).map((replays) => replays.length)).toEqual([0, 1, 0, 1]);
  });

  it('does not let a balance supersede an onboarding (latest_per_resource)', async () => {
    const shop = await aShop();
    await shop.api('setTestKyc', { body: { tier: 2 } });
    const about = { walletType: 'wallet_a', customerPhone: '0771111111' };
    await openedCheckout(shop.api, aCardCheckout(about));
    await turnClock(shop.api, 70);
    await finishDeliveries(service.app, 'exhausted', shop);
    const types = [
      'merchant.onboarding.submitted',
      'merchant.onboarding.completed',
      'merchant.account.balance-updated',
    ];

    expect(await recovered(shop.api, { types, mode: 'latest_per_resource' })).toBe(2);
  });

  it('sends each destination the newest event to which it is subscribed (latest_per_resource)', async () => {
    const shop = await aShop();
    await anotherApp(service.app, shop, `${service.receiver.url}/few`, ['billing.plan.created']);
    const created = await anEvent(shop.api);
    const changed = await anotherEventOf(shop.api, created);
    await finishDeliveries(service.app, 'exhausted', shop);

    expect(await recovered(shop.api, { mode: 'latest_per_resource' })).toBe(2);
    await turnClock(shop.api, 1);

    const made = await Promise.all([created, changed].map((event) => replaysOf(shop.api, event)));
    expect(made.map((replays) => replays.map(({ url }) => url))).toEqual([
      [`${service.receiver.url}/few`],
      [`${service.receiver.url}/hook`],
    ]);
  });

  it('sends an app its newest event though a newer one went to the notification URL only (latest_per_resource)', async () => {
    const shop = await aShop(`${service.receiver.url}/hook`, ['payment.capture.pending']);
    const about = { walletType: 'wallet_a', customerPhone: '0772222222' };
    const notificationUrl = `${service.receiver.url}/note`;
    await openedCheckout(shop.api, aCardCheckout({ ...about, notificationUrl }));
    await turnClock(shop.api, 40);
    await finishDeliveries(service.app, 'exhausted', shop);

    expect(await recovered(shop.api, { mode: 'latest_per_resource' })).toBe(2);
  });

  it('sends an event whose newer one is exhausted after the period, and none whose newer one was delivered (latest_per_resource)', async () => {
    const shop = await aShop();
    const [lost, mended] = [await anEvent(shop.api), await anEvent(shop.api)];
    await finishDeliveries(service.app, 'exhausted', shop);
    await turnClock(shop.api, 86_400 * 10);
    await anotherEventOf(shop.api, lost);
    await finishDeliveries(service.app, 'exhausted', shop);
    await anotherEventOf(shop.api, mended);
    await finishDeliveries(service.app, 'delivered', shop);

    expect(await recovered(shop.api, { mode: 'latest_per_resource', to_date: day(5) })).toBe(1);
    await turnClock(shop.api, 1);

    const made = await Promise.all([lost, mended].map((event) => replaysOf(shop.api, event)));
    expect(made.map((replays) => replays.length)).toEqual([1, 0]);
  });

  it('is refused when no exhausted event has a destination', async () => {
    const shop = await aShop();
    await anEvent(shop.api);
    await finishDeliveries(service.app, 'exhausted', shop);
    await setUrl(service.app, shop, null);

    const refused = await shop.api('recoverEvents', { body: { from_date: '2026-01-01' } });

    expect([refused.status, refused.code]).toEqual([409, 'WEBHOOK_NOT_CONFIGURED']);
    expect((await turnClock(shop.api, 1)).fired_total).toBe(0);
  });

  it.each([
    [{}, 'VALIDATION_ERROR'],
    [{ from_date: '2026-13-01' }, 'VALIDATION_ERROR'],
    [{ from_date: '2026-01-01', types: [] }, 'VALIDATION_ERROR'],
    [{ from_date: '2026-01-01', types: ['*'] }, 'VALIDATION_ERROR'],
    [{ from_date: '2026-01-01', mode: 'some' }, 'VALIDATION_ERROR'],
    [{ from_date: '2026-01-01', until: '2026-01-02' }, 'UNKNOWN_FIELD'],
  ])('is refused for %j', async (body, code) => {
    const { api } = await aShop();

    expect(await api('recoverEvents', { body })).toMatchObject({ status: 400, code });
  });

  it('of 5,000 events answers at once, and sends each event once although two recoveries run', async () => {
    const shop = await aShop();
    const like = await anEvent(shop.api);
    // The planner's statistics date from before the outage.
    await service.app.database.asOwner('VACUUM ANALYZE');
    await manyLost(service.app.database.asOwner, shop, 5000, like);
    await finishDeliveries(service.app, 'exhausted', shop);
    const startedAt = performance.now();

    const counted = await Promise.all(times(2, () => recovered(shop.api)));

    const answeredMs = performance.now() - startedAt;
    expect(counted).toEqual([5001, 5001]);
    await turnClock(shop.api, 1);
    // Most of the work comes after the answer.
    expect(answeredMs).toBeLessThan((performance.now() - startedAt) / 2);
    expect(await replaysPerEvent(shop.merchantId)).toEqual([{ events: 5001, replays: 5001 }]);
    expect(await recovered(shop.api)).toBe(0);
  });

  // Whoever waits on another node is not seen.
  it.skipIf(isOnCluster)(
    'waits for another one that sends the same events, and then sends none of them again',
    async () => {
      const shop = await aShop();
      const event = await anEvent(shop.api);
      await finishDeliveries(service.app, 'exhausted', shop);
      const lostBy = new Date(Date.now() + 60_000).toISOString();
      const all = {
        from: '2026-01-01T00:00:00Z',
        before: null,
        types: null,
        latest: false,
        lostBy,
        after: null,
      };
      const recover = (act: Act) => recoverEvents(act, { ...all, recoveryId: newId() });
      const { promise: isMade, resolve: made } = Promise.withResolvers<void>();
      const { promise: end, resolve: commit } = Promise.withResolvers<void>();
      onTestFinished(() => commit());

      const first = actingAs(service.app, shop, async (act) => {
        await recover(act);
        made();
        await end;
      });
      await isMade;
      const second = actingAs(service.app, shop, recover);
      await soon(
        () =>
          service.app.database.asOwner(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'webhook_deliveries'`,
          ),
        (rows) => rows.length === 1,
      );
      commit();
      await Promise.all([first, second]);

      expect(await replaysOf(shop.api, event)).toHaveLength(1);
    },
  );

  it('does not send events that were exhausted after the call', async () => {
    const shop = await aShop();
    const before = await anEvent(shop.api);
    await finishDeliveries(service.app, 'exhausted', shop);
    expect(await recovered(shop.api)).toBe(1);
    const after = await anEvent(shop.api);
    await finishDeliveries(service.app, 'exhausted', shop);

    await turnClock(shop.api, 1);

    expect(await replaysOf(shop.api, before)).toHaveLength(1);
    expect(await replaysOf(shop.api, after)).toEqual([]);
  });
});

async function replaysPerEvent(merchantId: string) {
  return await service.app.database.asOwner(
    `SELECT count(DISTINCT event_id)::int AS events, count(*)::int AS replays FROM sandbox.webhook_deliveries
     WHERE merchant_id = $1 AND trigger = 'replay'`,
    [merchantId],
  );
}

/** To the millisecond, which no answer shows. */
async function timeOf({ id }: { readonly id: string }): Promise<number> {
  const [row] = await service.app.database.asOwner(
    'SELECT created_at FROM sandbox.events WHERE event_id = $1',
    [uuidIn(id)],
  );
  return Number(row?.['created_at']);
}

const moment = (ms: number) => new Date(ms).toISOString();
