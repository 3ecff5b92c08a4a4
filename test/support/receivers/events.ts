import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { registryVersion } from '../../../generated/event-registry.ts';
import { createDeliverer } from '../../../src/domain/notices/deliveries/deliver.ts';
import { newId, randomBase58, randomBase62 } from '../../../src/platform/ids.ts';
import { createdPlan } from '../builders/subscriptions.ts';
import { type Api, apiOf } from '../service/api.ts';
import { type App, startApp } from '../service/app.ts';
import { aContext } from './event-context.ts';
import { aReceiver, type Receiver } from './receiver.ts';

/**
 * What the tests of a file share: a service that delivers nothing by itself (see `delivering`), and for each test a new receiver.
 * Call it once, at the top of the file.
 */
export function eventService() {
  let app: App;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await startApp({ role: 'api' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    receiver = await aReceiver();
  });
  afterEach(() => receiver.close());
  return {
    get app() {
      return app;
    },
    get receiver() {
      return receiver;
    },
    /** A merchant whose app is subscribed to every event, unless said otherwise. */
    aShop: async (
      webhookUrl: string | null = `${receiver.url}/hook`,
      eventTypes: readonly string[] = ['*'],
    ) => {
      const merchant = await app.aMerchant({ webhookUrl, eventTypes });
      return { ...merchant, api: apiOf(app.baseUrl, merchant.secretKey) };
    },
  };
}

/** Makes a resource and returns its first event. It is a plan, because making one needs no other system. */
export async function anEvent(api: Api) {
  const { plan_id } = await createdPlan(api);
  const { data } = await api('listEvents', { query: { resource_id: plan_id } });
  const [event] = data.items;
  if (!event) throw new Error(`nothing happened to ${plan_id}`);
  return event;
}

/** One more event of the same resource. */
export async function anotherEventOf(api: Api, { resource_id: id }: { readonly resource_id: string }) {
  const changed = await api('updateSubscriptionPlan', {
    params: { id },
    body: { name: `Tea ${randomBase58(8)}` },
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  const { data } = await api('listEvents', { query: { resource_id: id, limit: 1 } });
  const [event] = data.items;
  if (!event) throw new Error(`nothing happened to ${id}`);
  return event;
}

export async function eventNow(api: Api, { id }: { readonly id: string }) {
  const read = await api('getEvent', { params: { id } });
  if (read.status !== 200) throw new Error(JSON.stringify(read.body));
  return read.data;
}

/** Newest first. */
export async function deliveriesOf(api: Api, { id }: { readonly id: string }) {
  const listed = await api('listEventDeliveries', { params: { id }, query: { limit: 100 } });
  if (listed.status !== 200) throw new Error(JSON.stringify(listed.body));
  return listed.data.items;
}

/** Ends all waiting deliveries with this state, without sending them. */
export async function finishDeliveries(
  app: App,
  state: 'delivered' | 'exhausted',
  which: { readonly merchantId: string; readonly url?: string },
): Promise<void> {
  await app.database.asOwner(
    `UPDATE sandbox.webhook_deliveries SET state = $1, attempts = max_attempts, finished_at = now()
     WHERE state IN ('due', 'waiting') AND merchant_id = $2 AND ($3::text IS NULL OR url = $3)`,
    [state, which.merchantId, which.url ?? null],
  );
}

/** Delivers what is due while `work` runs. The service itself delivers nothing. */
export async function delivering<T>(app: App, work: () => Promise<T>): Promise<T> {
  const deliverer = createDeliverer({
    ctx: aContext(app.database.databases, { secrets: app.secrets }),
  });
  deliverer.start();
  try {
    return await work();
  } finally {
    await deliverer.stop();
  }
}

/** A second app of the merchant, with an endpoint of its own. */
export async function anotherApp(
  app: App,
  { merchantId }: { readonly merchantId: string },
  url: string | null,
  eventTypes: readonly string[] = ['*'],
): Promise<{ readonly appId: string; readonly secret: string }> {
  const [appId, secret] = [newId(), `whsec_${randomBase62(32)}`];
  const { platform } = app.database.databases;
  await platform
    .insertInto('api_apps')
    .values({
      id: appId,
      merchant_id: merchantId,
      name: 'Other',
      mode: 'sandbox',
      api_version: registryVersion,
    })
    .execute();
  await platform
    .insertInto('webhook_endpoints')
    .values({
      app_id: appId,
      merchant_id: merchantId,
      url,
      event_types: [...eventTypes],
      secret_sealed: app.secrets.seal(secret, 'webhook-secret'),
    })
    .execute();
  return { appId, secret };
}

/** Changes the URL of an app's endpoint. */
export async function setUrl(
  app: App,
  { appId }: { readonly appId: string },
  url: string | null,
): Promise<void> {
  await app.database.asOwner('UPDATE platform.webhook_endpoints SET url = $1 WHERE app_id = $2', [
    url,
    appId,
  ]);
}

/** Looks again and again until `isSo`, for at most a minute. */
export async function soon<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (performance.now() > end) throw new Error(`it never came to that: ${JSON.stringify(seen)}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Inserts `count` exhausted events, each of another resource, as copies of the event `like`. The service would take hours. */
export async function manyLost(
  asOwner: (text: string) => Promise<unknown>,
  { merchantId }: { readonly merchantId: string },
  count: number,
  like: { readonly id: string },
): Promise<void> {
  const model = (of: string) =>
    `${of}.merchant_id = '${merchantId}' AND ${of}.event_id = '${like.id.slice(4)}'`;
  await asOwner(
    `WITH made AS MATERIALIZED (
       SELECT uuidv7() AS event_id, gen_random_uuid() AS resource_id FROM generate_series(1, ${count})),
     events AS (
       INSERT INTO sandbox.events (merchant_id, event_id, type, resource_id, sequence, data, created_at)
       SELECT e.merchant_id, made.event_id, e.type, made.resource_id, 1, e.data, e.created_at
       FROM made, sandbox.events e WHERE ${model('e')}),
     bodies AS (
       INSERT INTO sandbox.event_bodies
       SELECT b.merchant_id, made.event_id, b.api_version, b.body FROM made, sandbox.event_bodies b WHERE ${model('b')})
     INSERT INTO sandbox.webhook_deliveries (merchant_id, delivery_id, event_id, api_version, lane_id, destination, url, trigger,
       resource_id, sequence, max_attempts, state, attempts, finished_at)
     SELECT d.merchant_id, uuidv7(), made.event_id, d.api_version, d.lane_id, d.destination, d.url, 'event',
       made.resource_id, 1, 5, 'exhausted', 5, now()
     FROM made, sandbox.webhook_deliveries d WHERE ${model('d')}`,
  );
}
