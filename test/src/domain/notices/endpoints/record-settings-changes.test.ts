import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pauseEndpoint, resumeEndpoint } from '../../../../../src/domain/notices/endpoints/pause-endpoint.ts';
import {
  createSettingsRecorder,
  recordSettingsChanges,
} from '../../../../../src/domain/notices/endpoints/record-settings-changes.ts';
import { rollSecret } from '../../../../../src/domain/notices/endpoints/roll-secret.ts';
import { setEndpoint } from '../../../../../src/domain/notices/endpoints/set-endpoint.ts';
import { postponeChange } from '../../../../../src/domain/notices/endpoints/settings-changes-queries.ts';
import type { Context } from '../../../../../src/engine/context.ts';
import type { MerchantId } from '../../../../../src/engine/principal.ts';
import { inPlatformTransaction, openDatabases } from '../../../../../src/platform/db/database.ts';
import { deliveriesOf, eventSetup } from '../../../../support/receivers/deliveries.ts';
import { type App, aContext, anApp } from '../../../../support/receivers/event-context.ts';

const setup = eventSetup();

const url = 'http://127.0.0.1:9/hook';
const of = ({ merchant, appId }: App) => ({ merchantId: merchant, appId });
const shown = ({ appId }: App) => `app_${appId.replaceAll('-', '')}`;

function eventsOf(context: Context, merchant: MerchantId) {
  return context.db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .orderBy('sequence')
    .execute();
}

async function changedOf(merchant: MerchantId): Promise<readonly string[][]> {
  return (await eventsOf(setup.ctx, merchant)).map(({ data }) => JSON.parse(data).changed);
}

function untoldOf({ appId }: App) {
  return setup.database.asOwner(
    'SELECT tries FROM platform.settings_changes WHERE app_id = $1 AND told_at IS NULL ORDER BY change_id',
    [appId],
  );
}

describe('a changed setting', () => {
  it('makes one event, in order, that names what has changed', async () => {
    const app = await anApp(setup.ctx, { url });
    await setEndpoint(setup.ctx, of(app), { url: `${url}/new`, eventTypes: ['merchant.settings.updated'] });
    await rollSecret(setup.ctx, of(app), 'usual');
    await pauseEndpoint(setup.ctx.platform, of(app));
    await resumeEndpoint(setup.ctx.platform, of(app));

    for (let look = 0; look < 6; look += 1) await recordSettingsChanges(setup.ctx);

    const events = await eventsOf(setup.ctx, app.merchant);
    expect(events.map(({ type, sequence, data }) => [type, sequence, JSON.parse(data)])).toEqual(
      [['webhook_url', 'event_types'], ['webhook_secret'], ['webhook_paused'], ['webhook_paused']].map(
        (changed, at) => ['merchant.settings.updated', BigInt(at + 1), { id: shown(app), changed }],
      ),
    );
    expect(await untoldOf(app)).toEqual([]);
  });

  it('is delivered to the endpoint as it is after the change, without any value of the settings', async () => {
    const app = await anApp(setup.ctx, { url, eventTypes: ['payment.capture.completed'] });
    const newUrl = 'http://127.0.0.1:9/hook/new?token=hush';
    await setEndpoint(setup.ctx, of(app), { url: newUrl, eventTypes: ['*'] });

    await recordSettingsChanges(setup.ctx);

    const [delivery] = await deliveriesOf(setup.ctx, app.merchant);
    const [body] = await setup.database.asOwner(
      'SELECT body FROM sandbox.event_bodies WHERE merchant_id = $1',
      [app.merchant],
    );
    expect(delivery?.url).toBe(newUrl);
    expect(JSON.parse(String(body?.['body']))).toMatchObject({
      type: 'merchant.settings.updated',
      resource_id: shown(app),
      sequence: 1,
      data: { id: shown(app), changed: ['webhook_url', 'event_types'] },
    });
    expect(String(body?.['body'])).not.toMatch(/hush|127\.0\.0\.1|whsec_/);
  });

  it('makes an event without deliveries when the app has no URL', async () => {
    const app = await anApp(setup.ctx, { url });
    await setEndpoint(setup.ctx, of(app), { url: null });

    await recordSettingsChanges(setup.ctx);

    expect(await changedOf(app.merchant)).toEqual([['webhook_url']]);
    expect(await deliveriesOf(setup.ctx, app.merchant)).toEqual([]);
  });

  it('makes an event in the mode of its app, and in no other', async () => {
    const live = aContext(setup.database.databases, { mode: 'live', db: setup.database.databases.live });
    const app = await anApp(setup.ctx, { url });
    await setup.database.asOwner("UPDATE platform.api_apps SET mode = 'live' WHERE id = $1", [app.appId]);
    await setEndpoint(setup.ctx, of(app), { eventTypes: [] });

    await recordSettingsChanges(setup.ctx);
    const early = await eventsOf(live, app.merchant);
    await recordSettingsChanges(live);

    expect(early).toEqual([]);
    expect(await eventsOf(live, app.merchant)).toHaveLength(1);
    expect(await eventsOf(setup.ctx, app.merchant)).toEqual([]);
  });

  it('makes one event when many processes look for changes at once', async () => {
    const { url: server, secretKey } = setup.database;
    const others = [1, 2, 3].map(() => openDatabases({ url: server, secretKey, report: () => undefined }));
    const contexts = others.map((databases) => aContext(databases));
    const app = await anApp(setup.ctx, { url });
    for (let count = 0; count < 4; count += 1) {
      await pauseEndpoint(setup.ctx.platform, of(app));
      await resumeEndpoint(setup.ctx.platform, of(app));
    }

    for (let look = 0; look < 8; look += 1)
      await Promise.all([...contexts, ...contexts].map(recordSettingsChanges));
    await Promise.all(others.map((databases) => databases.close()));

    const events = await eventsOf(setup.ctx, app.merchant);
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await untoldOf(app)).toEqual([]);
  });

  it('is found by the running loop, and by no loop that was stopped', async () => {
    const app = await anApp(setup.ctx, { url });
    const teller = createSettingsRecorder(setup.ctx);
    teller.start();

    await setEndpoint(setup.ctx, of(app), { url: `${url}/new` });
    await expect.poll(() => changedOf(app.merchant)).toEqual([['webhook_url']]);
    await teller.stop();
    await setEndpoint(setup.ctx, of(app), { url });

    expect(await untoldOf(app)).toHaveLength(1);
  });
});

/** Makes the marking of a change fail like this; the event is already committed by then. */
async function whileNotingFails(how: string, work: () => Promise<void>): Promise<void> {
  await setup.database.asOwner(`
    CREATE FUNCTION platform.fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.told_at IS NOT NULL THEN ${how} END IF; RETURN NEW; END $$;
    CREATE TRIGGER fails BEFORE UPDATE ON platform.settings_changes FOR EACH ROW EXECUTE FUNCTION platform.fails()`);
  try {
    await work();
  } finally {
    await setup.database.asOwner('DROP FUNCTION platform.fails CASCADE');
  }
}

describe('a crash between recording the event and marking its change as recorded', () => {
  it.each([
    ['a statement that fails', `RAISE 'no luck';`],
    ['a connection that is lost', `PERFORM pg_terminate_backend(pg_backend_pid());`],
  ])('by %s leaves one event, and the next run marks the change as recorded', async (_name, how) => {
    const app = await anApp(setup.ctx, { url });
    await setEndpoint(setup.ctx, of(app), { url: `${url}/new` });
    await rollSecret(setup.ctx, of(app), 'usual');

    await whileNotingFails(how, () => recordSettingsChanges(setup.ctx));
    const between = { events: await changedOf(app.merchant), untold: (await untoldOf(app)).length };
    await setup.database.asOwner('UPDATE platform.settings_changes SET due_at = now()');
    await recordSettingsChanges(setup.ctx);
    await recordSettingsChanges(setup.ctx);

    expect(between).toEqual({ events: [['webhook_url']], untold: 2 });
    expect(await changedOf(app.merchant)).toEqual([['webhook_url'], ['webhook_secret']]);
    expect(await deliveriesOf(setup.ctx, app.merchant)).toHaveLength(2);
    expect(await untoldOf(app)).toEqual([]);
  });

  it('that happens again and again delays only its own app, is retried at growing intervals, and keeps the order of changes', async () => {
    const broken = await anApp(setup.ctx, { url });
    const sound = await anApp(setup.ctx, { url });
    await setup.database.asOwner(
      `INSERT INTO platform.settings_changes (change_id, merchant_id, app_id, changed) VALUES (gen_random_uuid(), $1, $2, '{nothing_known}')`,
      [broken.merchant, broken.appId],
    );
    await setup.database.asOwner(
      `UPDATE platform.settings_changes SET change_id = '00000000-0000-7000-8000-000000000001' WHERE app_id = $1`,
      [broken.appId],
    );
    await setEndpoint(setup.ctx, of(broken), { url: null });
    await setEndpoint(setup.ctx, of(sound), { url: null });

    await recordSettingsChanges(setup.ctx);
    await recordSettingsChanges(setup.ctx);

    expect(await changedOf(sound.merchant)).toEqual([['webhook_url']]);
    expect(await changedOf(broken.merchant)).toEqual([]);
    expect(await untoldOf(broken)).toEqual([{ tries: 1 }, { tries: 0 }]);
  });
});

describe('a change whose event cannot be recorded', () => {
  it('is put off by 1, 2, 4 … seconds, at most 60', async () => {
    const app = await anApp(setup.ctx, { url });
    await setEndpoint(setup.ctx, of(app), { url: null });
    const [change] = await setup.database.asOwner(
      'SELECT change_id FROM platform.settings_changes WHERE app_id = $1',
      [app.appId],
    );
    const changeId = String(change?.['change_id']);

    // In a transaction, because `now()` stands still there.
    const putOff = () =>
      inPlatformTransaction(setup.ctx.platform, async (tx) => {
        await postponeChange(tx, app.merchant, changeId);
        return await tx
          .selectFrom('settings_changes')
          .select(sql<number>`extract(epoch FROM due_at - now())::int`.as('seconds'))
          .where('change_id', '=', changeId)
          .executeTakeFirst();
      });
    const seconds: unknown[] = [];
    for (let tries = 0; tries < 8; tries += 1) seconds.push((await putOff())?.seconds);

    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });
});
