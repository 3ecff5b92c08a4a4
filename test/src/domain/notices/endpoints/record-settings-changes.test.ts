import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pauseEndpoint, resumeEndpoint } from '../../../../../src/domain/notices/endpoints/pause-endpoint.ts';
import {
  createSettingsRecorder,
  recordSettingsChanges,
} from '../../../../../src/domain/notices/endpoints/record-settings-changes.ts';
import { rollSecret } from '../../../../../src/domain/notices/endpoints/roll-secret.ts';
import { setEndpoint } from '../../../../../src/domain/notices/endpoints/set-endpoint.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { openDatabases } from '../../../../../src/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/database.ts';
import { deliveriesOf } from '../../../../support/deliveries.ts';
import { type App, aContext, anApp } from '../../../../support/event-world.ts';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await cloneDatabase();
  ctx = aContext(database.databases);
});
afterAll(() => database.close());

const url = 'http://127.0.0.1:9/hook';
const of = ({ merchant, appId }: App) => ({ merchantId: merchant, appId });
const shown = ({ appId }: App) => `app_${appId.replaceAll('-', '')}`;

function eventsOf(world: Context, merchant: MerchantId) {
  return world.db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('sequence')
    .execute();
}

async function changedOf(merchant: MerchantId): Promise<readonly string[][]> {
  return (await eventsOf(ctx, merchant)).map(({ data }) => JSON.parse(data).changed);
}

function untoldOf({ appId }: App) {
  return database.asOwner(
    'SELECT tries FROM platform.settings_changes WHERE app_id = $1 AND told_at IS NULL ORDER BY change_id',
    [appId],
  );
}

describe('a changed setting', () => {
  it('is told once, in order, by what has changed', async () => {
    const app = await anApp(ctx, { url });
    await setEndpoint(ctx, of(app), { url: `${url}/new`, eventTypes: ['merchant.settings.updated'] });
    await rollSecret(ctx, of(app), 'usual');
    await pauseEndpoint(ctx.platform, of(app));
    await resumeEndpoint(ctx.platform, of(app));

    for (let look = 0; look < 6; look += 1) await recordSettingsChanges(ctx);

    const events = await eventsOf(ctx, app.merchant);
    expect(events.map(({ type, sequence, data }) => [type, sequence, JSON.parse(data)])).toEqual(
      [['webhook_url', 'event_types'], ['webhook_secret'], ['webhook_paused'], ['webhook_paused']].map(
        (changed, at) => ['merchant.settings.updated', BigInt(at + 1), { id: shown(app), changed }],
      ),
    );
    expect(await untoldOf(app)).toEqual([]);
  });

  it('is told to the endpoint as it is after the change, and of what it holds not a word', async () => {
    const app = await anApp(ctx, { url, eventTypes: ['payment.capture.completed'] });
    const newUrl = 'http://127.0.0.1:9/hook/new?token=hush';
    await setEndpoint(ctx, of(app), { url: newUrl, eventTypes: ['*'] });

    await recordSettingsChanges(ctx);

    const [delivery] = await deliveriesOf(ctx, app.merchant);
    const [body] = await database.asOwner('SELECT body FROM sandbox.event_bodies WHERE merchant_id = $1', [
      app.merchant,
    ]);
    expect(delivery?.url).toBe(newUrl);
    expect(JSON.parse(String(body?.['body']))).toMatchObject({
      type: 'merchant.settings.updated',
      resource_id: shown(app),
      sequence: 1,
      data: { id: shown(app), changed: ['webhook_url', 'event_types'] },
    });
    expect(String(body?.['body'])).not.toMatch(/hush|127\.0\.0\.1|whsec_/);
  });

  it('is stored where nobody is told: without a URL, or not subscribed', async () => {
    const app = await anApp(ctx, { url });
    await setEndpoint(ctx, of(app), { url: null });

    await recordSettingsChanges(ctx);

    expect(await changedOf(app.merchant)).toEqual([['webhook_url']]);
    expect(await deliveriesOf(ctx, app.merchant)).toEqual([]);
  });

  it('is told in the mode of its app, and in no other', async () => {
    const live = aContext(database.databases, { mode: 'live', db: database.databases.live });
    const app = await anApp(ctx, { url });
    await database.asOwner("UPDATE platform.api_apps SET mode = 'live' WHERE id = $1", [app.appId]);
    await setEndpoint(ctx, of(app), { eventTypes: [] });

    await recordSettingsChanges(ctx);
    const early = await eventsOf(live, app.merchant);
    await recordSettingsChanges(live);

    expect(early).toEqual([]);
    expect(await eventsOf(live, app.merchant)).toHaveLength(1);
    expect(await eventsOf(ctx, app.merchant)).toEqual([]);
  });

  it('is told once by many that look at once, each on connections of its own', async () => {
    const { url: server, secretKey } = database;
    const others = [1, 2, 3].map(() => openDatabases({ url: server, secretKey, report: () => undefined }));
    const worlds = others.map((databases) => aContext(databases));
    const app = await anApp(ctx, { url });
    for (let count = 0; count < 4; count += 1) {
      await pauseEndpoint(ctx.platform, of(app));
      await resumeEndpoint(ctx.platform, of(app));
    }

    for (let look = 0; look < 8; look += 1)
      await Promise.all([...worlds, ...worlds].map(recordSettingsChanges));
    await Promise.all(others.map((databases) => databases.close()));

    const events = await eventsOf(ctx, app.merchant);
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await untoldOf(app)).toEqual([]);
  });

  it('is told by the loop within its look, and the loop stops', async () => {
    const app = await anApp(ctx, { url });
    const teller = createSettingsRecorder(ctx);
    teller.start();

    await setEndpoint(ctx, of(app), { url: `${url}/new` });
    await expect.poll(() => changedOf(app.merchant), { timeout: 5000 }).toEqual([['webhook_url']]);
    await teller.stop();
    await setEndpoint(ctx, of(app), { url });

    expect(await untoldOf(app)).toHaveLength(1);
  });
});

/** Whoever notes that a change was told fails so; the event is committed by then. */
async function whileNotingFails(how: string, work: () => Promise<void>): Promise<void> {
  await database.asOwner(`
    CREATE FUNCTION platform.fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.told_at IS NOT NULL THEN ${how} END IF; RETURN NEW; END $$;
    CREATE TRIGGER fails BEFORE UPDATE ON platform.settings_changes FOR EACH ROW EXECUTE FUNCTION platform.fails()`);
  try {
    await work();
  } finally {
    await database.asOwner('DROP FUNCTION platform.fails CASCADE');
  }
}

describe('a crash between the event and the note that it was told', () => {
  it.each([
    ['a statement that fails', `RAISE 'no luck';`],
    ['a connection that is lost', `PERFORM pg_terminate_backend(pg_backend_pid());`],
  ])('%s: the event is there once, and the change is told', async (_name, how) => {
    const app = await anApp(ctx, { url });
    await setEndpoint(ctx, of(app), { url: `${url}/new` });
    await rollSecret(ctx, of(app), 'usual');

    await whileNotingFails(how, () => recordSettingsChanges(ctx));
    const between = { events: await changedOf(app.merchant), untold: (await untoldOf(app)).length };
    await database.asOwner('UPDATE platform.settings_changes SET due_at = now()');
    await recordSettingsChanges(ctx);
    await recordSettingsChanges(ctx);

    expect(between).toEqual({ events: [['webhook_url']], untold: 2 });
    expect(await changedOf(app.merchant)).toEqual([['webhook_url'], ['webhook_secret']]);
    expect(await deliveriesOf(ctx, app.merchant)).toHaveLength(2);
    expect(await untoldOf(app)).toEqual([]);
  });

  it('one that fails again and again holds up its app only, is tried later and later, and loses no place', async () => {
    const broken = await anApp(ctx, { url });
    const sound = await anApp(ctx, { url });
    await database.asOwner(
      `INSERT INTO platform.settings_changes (change_id, merchant_id, app_id, changed) VALUES (gen_random_uuid(), $1, $2, '{nothing_known}')`,
      [broken.merchant, broken.appId],
    );
    await database.asOwner(
      `UPDATE platform.settings_changes SET change_id = '00000000-0000-7000-8000-000000000001' WHERE app_id = $1`,
      [broken.appId],
    );
    await setEndpoint(ctx, of(broken), { url: null });
    await setEndpoint(ctx, of(sound), { url: null });

    await recordSettingsChanges(ctx);
    await recordSettingsChanges(ctx);

    expect(await changedOf(sound.merchant)).toEqual([['webhook_url']]);
    expect(await changedOf(broken.merchant)).toEqual([]);
    expect(await untoldOf(broken)).toEqual([{ tries: 1 }, { tries: 0 }]);
  });
});
