import { describe, expect, it } from 'vitest';
import { UnknownEventTypes } from '../../../../../src/domain/notices/endpoints/event-types.ts';
import { pauseEndpoint, resumeEndpoint } from '../../../../../src/domain/notices/endpoints/pause-endpoint.ts';
import { setEndpoint } from '../../../../../src/domain/notices/endpoints/set-endpoint.ts';
import { createEgress } from '../../../../../src/platform/http/egress/egress.ts';
import { deliveriesOf, eventSetup } from '../../../../support/receivers/deliveries.ts';
import {
  type App,
  aContext,
  anApp,
  aPaymentRow,
  happens,
} from '../../../../support/receivers/event-context.ts';

const setup = eventSetup();

const captured = 'payment.capture.completed';
const url = 'http://127.0.0.1:9/hook';
const of = ({ merchant, appId }: App) => ({ merchantId: merchant, appId });

async function endpointOf({ appId }: App) {
  return await setup.ctx.platform
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
}

async function changesOf({ appId }: App) {
  const rows = await setup.ctx.platform
    .selectFrom('settings_changes')
    .select('changed')
    .where('app_id', '=', appId)
    .orderBy('change_id')
    .execute();
  return rows.map(({ changed }) => changed);
}

async function urlsTold({ merchant }: App) {
  return (await deliveriesOf(setup.ctx, merchant)).map((delivery) => delivery.url);
}

describe('the endpoint of an app', () => {
  it('gets the events that are committed after it was set; earlier deliveries keep their URL', async () => {
    const app = await anApp(setup.ctx, { url });
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

    const changed = await setEndpoint(setup.ctx, of(app), { url: `${url}/new` });
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));
    await setEndpoint(setup.ctx, of(app), { url: null });
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

    expect(changed).toEqual(['webhook_url']);
    expect(await urlsTold(app)).toEqual([url, `${url}/new`]);
  });

  it('gets the events to which it is subscribed, from then on', async () => {
    const app = await anApp(setup.ctx, { url, eventTypes: ['payment.capture.declined'] });
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

    const changed = await setEndpoint(setup.ctx, of(app), { eventTypes: [captured] });
    await happens(setup.ctx, app.merchant, captured, aPaymentRow(app.merchant));

    expect(changed).toEqual(['event_types']);
    expect(await urlsTold(app)).toEqual([url]);
    expect(await endpointOf(app)).toMatchObject({ url, event_types: [captured] });
  });

  it('stores each event type once, in the order of the registry, and * alone', async () => {
    const app = await anApp(setup.ctx, { url });

    await setEndpoint(setup.ctx, of(app), {
      eventTypes: ['payment.refund.completed', captured, captured, 'payment.refund.completed'],
    });
    const listed = (await endpointOf(app)).event_types;
    await setEndpoint(setup.ctx, of(app), { eventTypes: [captured, '*'] });

    expect(listed).toEqual([captured, 'payment.refund.completed']);
    expect((await endpointOf(app)).event_types).toEqual(['*']);
  });

  it('notes one change when URL and event types change together, and none when nothing is different', async () => {
    const app = await anApp(setup.ctx, { url, eventTypes: [captured] });

    const same = await setEndpoint(setup.ctx, of(app), { url, eventTypes: [captured] });
    const both = await setEndpoint(setup.ctx, of(app), { url: `${url}/b`, eventTypes: ['*'] });

    expect(same).toEqual([]);
    expect(both).toEqual(['webhook_url', 'event_types']);
    expect(await changesOf(app)).toEqual([['webhook_url', 'event_types']]);
  });

  it.each([
    ['http://shop.example.com/hook', 'http://shop.example.com/hook'],
    ['https://10.0.0.1/hook', 'https://10.0.0.1/hook'],
    ['https://169.254.169.254/latest', 'https://169.254.169.254/latest'],
    ['https://[::1]/hook', 'https://[::1]/hook'],
    ['https://user:secret@shop.example.com/hook', 'https://user:secret@shop.example.com/hook'],
    ['https://shop.example.com:22/hook', 'https://shop.example.com:22/hook'],
    ['https://shop.internal/hook', 'https://shop.internal/hook'],
    ['ftp://shop.example.com/hook', 'ftp://shop.example.com/hook'],
    ['not a url', 'not a url'],
    ['a URL that is too long', `https://shop.example.com/${'a'.repeat(2048)}`],
  ])('is refused as %s, and stays as it was', async (_name, refused) => {
    const app = await anApp(setup.ctx, { url });

    await expect(setEndpoint(setup.ctx, of(app), { url: refused, eventTypes: [] })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });

    expect(await endpointOf(app)).toMatchObject({ url, event_types: ['*'] });
    expect(await changesOf(app)).toEqual([]);
  });

  it('may be plain http only where the installation allows the address, as on this machine', async () => {
    const app = await anApp(setup.ctx, { url });
    const { databases } = setup.database;
    const strict = aContext(databases, { egress: createEgress({ allow: [], ports: [443] }) });

    await setEndpoint(setup.ctx, of(app), { url: 'http://localhost:3999/hook' });

    await expect(setEndpoint(strict, of(app), { url: 'http://localhost:3998/hook' })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
    expect(await endpointOf(app)).toMatchObject({ url: 'http://localhost:3999/hook' });
  });

  it('cannot be changed by another merchant: its app is not found', async () => {
    const app = await anApp(setup.ctx, { url });
    const { merchant } = await anApp(setup.ctx);
    const foreign = { merchantId: merchant, appId: app.appId };

    await expect(setEndpoint(setup.ctx, foreign, { url: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pauseEndpoint(setup.ctx.platform, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await endpointOf(app)).toMatchObject({ url, paused_at: null });
  });

  it('notes a pause and a resumption once each', async () => {
    const app = await anApp(setup.ctx, { url });

    const moves = [
      await pauseEndpoint(setup.ctx.platform, of(app)),
      await pauseEndpoint(setup.ctx.platform, of(app)),
      await resumeEndpoint(setup.ctx.platform, of(app)),
      await resumeEndpoint(setup.ctx.platform, of(app)),
    ];

    expect(moves).toEqual([true, false, true, false]);
    expect(await changesOf(app)).toEqual([['webhook_paused'], ['webhook_paused']]);
  });
});

describe('an event type that is not in the registry', () => {
  it.each([
    ['payment.capture.complete', 'payment.capture.completed'],
    ['payment_capture_completed', 'payment.capture.completed'],
    ['Payment.Refund.Completed', 'payment.refund.completed'],
    ['refund.completed', 'payment.refund.completed'],
    ['payment.payout-item.*', 'payment.payout-item.held'],
    ['billing.plan.*', 'billing.plan.created'],
    ['**', undefined],
    ['', undefined],
  ])('is refused with similar names: %s', async (name, meant) => {
    const app = await anApp(setup.ctx, { url });

    const refusal = await setEndpoint(setup.ctx, of(app), { eventTypes: [captured, name] }).catch(
      (error: unknown) => error,
    );

    expect(refusal).toBeInstanceOf(UnknownEventTypes);
    const { unknown, message } = refusal as UnknownEventTypes;
    expect(unknown.map((each) => each.name)).toEqual([name]);
    expect(unknown[0]?.similar[0]).toBe(meant);
    expect(unknown[0]?.similar.length).toBeLessThanOrEqual(3);
    expect(message).toContain(`"${name}"`);
    expect(await endpointOf(app)).toMatchObject({ event_types: ['*'] });
  });
});
