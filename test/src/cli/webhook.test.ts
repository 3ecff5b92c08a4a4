import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMerchant,
  type WantedMerchant,
} from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { merchantId } from '../../../src/engine/principal.ts';
import { showId, uuidIn } from '../../../src/platform/ids.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { aDeliverer, statesOf } from '../../support/receivers/deliveries.ts';
import { aContext, aPaymentRow, happens } from '../../support/receivers/event-context.ts';
import { aReceiver, isSigned, type Receiver } from '../../support/receivers/receiver.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { jsonOf, mpsHere } from './mps.ts';

let database: TestDatabase;
let receiver: Receiver;
let env: Record<string, string>;
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-webhook-'));
  database = await cloneDatabase();
  receiver = await aReceiver();
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    DATA_DIR: dataDir,
    EGRESS_ALLOW: '127.0.0.0/8',
  };
});
afterAll(async () => {
  await receiver.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

type Made = { readonly app: string; readonly merchant: string; readonly secret: string };

/** Without `mps merchant create`, which is tested elsewhere. */
async function aMerchant(about: Partial<WantedMerchant> = {}): Promise<Made> {
  const { databases, secretKey } = database;
  const made = await createMerchant(databases.platform, createSecrets(secretKey), { ...aShop, ...about });
  return {
    app: showId('app', made.appId),
    merchant: showId('mer', made.merchantId),
    secret: made.webhookSecret,
  };
}

const aShop: WantedMerchant = {
  businessName: 'Corner Shop',
  email: 'owner@example.test',
  country: 'ZW',
  kycTier: 1,
  mode: 'sandbox',
  rateLimit: 60,
  webhookUrl: null,
  totp: false,
};

/** The context of a service with the same secret key. */
function serviceContext() {
  const { databases, secretKey } = database;
  return aContext(databases, { secrets: createSecrets(secretKey) });
}

/** Records a captured payment of the merchant. */
async function captures({ merchant }: Made): Promise<ReturnType<typeof merchantId>> {
  const id = merchantId(uuidIn(merchant) ?? '');
  await happens(serviceContext(), id, 'payment.capture.completed', aPaymentRow(id));
  return id;
}

describe('mps app list', () => {
  it('prints all apps, or those of one merchant', async () => {
    const { app, merchant } = await aMerchant({
      businessName: 'Tea',
      webhookUrl: 'https://tea.example.com/hook?key=hush',
    });
    await aMerchant({ businessName: 'Bread' });

    const all = jsonOf(await mpsHere('app list --json', env));
    const one = await mpsHere(`app list --merchant ${merchant} --json`, env);
    const table = await mpsHere(`app list --merchant ${merchant}`, env);

    expect((all['apps'] as unknown[]).length).toBeGreaterThanOrEqual(2);
    expect(jsonOf(one)).toEqual({
      apps: [
        {
          app_id: app,
          merchant_id: merchant,
          merchant: 'Tea',
          name: 'Tea',
          mode: 'sandbox',
          api_version: '2026-01-01',
          webhook_url: 'https://tea.example.com/hook?key=hush',
          event_types: ['payment.capture.completed', 'payment.capture.declined'],
          paused_since: null,
          previous_secret_until: null,
        },
      ],
      more: false,
    });
    expect(table.data).toContain(app);
    expect(table.data).toContain('https://tea.example.com/hook?…');
    expect(table.data).not.toContain('hush');
  });

  it('says when there are more, and refuses an invalid id', async () => {
    await aMerchant();
    await aMerchant();

    const some = await mpsHere('app list --limit 1 --json', env);

    expect(jsonOf(some)).toMatchObject({ apps: [{}], more: true });
    expect(some.words).toContain('There are more');
    expect(await mpsHere('app list --merchant Tea', env)).toMatchObject({ exitCode: 2, data: '' });
  });
});

describe('mps webhook set', () => {
  it('sets the URL and the event types, and prints what changed', async () => {
    const { app } = await aMerchant();

    const set = await mpsHere(
      `webhook set --app ${app} --url ${receiver.url}/hook --events payment.refund.completed,payment.capture.completed --json`,
      env,
    );
    const same = await mpsHere(`webhook set --app ${app} --url ${receiver.url}/hook --json`, env);
    const shown = jsonOf(await mpsHere(`webhook show --app ${app} --json`, env));

    expect(set).toMatchObject({ exitCode: 0, words: expect.stringContaining('from now on') });
    expect(jsonOf(set)).toMatchObject({
      webhook_url: `${receiver.url}/hook`,
      event_types: ['payment.capture.completed', 'payment.refund.completed'],
      changed: ['webhook_url', 'event_types'],
    });
    expect(jsonOf(same)).toMatchObject({ changed: [] });
    expect(same.words).toContain('Nothing is different');
    expect(shown).toMatchObject({ app_id: app, webhook_url: `${receiver.url}/hook` });
  });

  it.each([
    ['*', ['*']],
    ['none', []],
    ['default', ['payment.capture.completed', 'payment.capture.declined']],
  ])('accepts `--events %s`', async (events, kept) => {
    const { app } = await aMerchant({ eventTypes: ['payment.refund.failed'] });

    expect(jsonOf(await mpsHere(`webhook set --app ${app} --events ${events} --json`, env))).toMatchObject({
      event_types: kept,
      changed: ['event_types'],
    });
  });

  it('removes the URL with --clear-url', async () => {
    const { app } = await aMerchant({ webhookUrl: 'https://tea.example.com/hook' });

    expect(jsonOf(await mpsHere(`webhook set --app ${app} --clear-url --json`, env))).toMatchObject({
      webhook_url: null,
      changed: ['webhook_url'],
    });
  });

  it.each([
    ['--events payment.capture.complete', 2, 'Did you mean payment.capture.completed'],
    ['--events payment.captured,payment.lost', 2, '"payment.lost"'],
    ['--url http://shop.example.com/hook', 5, 'https address'],
    ['--url https://10.0.0.1/hook', 5, 'public https'],
    ['--url https://shop.example.com --clear-url', 2, 'exclude'],
    ['', 2, '--url'],
    ['--urls https://shop.example.com', 2, '--url'],
  ])('refuses %s and changes nothing', async (options, exitCode, words) => {
    const { app } = await aMerchant({ webhookUrl: 'https://tea.example.com/hook' });

    const ended = await mpsHere(`webhook set --app ${app} ${options}`, env);

    expect(ended).toMatchObject({ exitCode, data: '', words: expect.stringContaining(words) });
    const [kept] = await database.asOwner(
      'SELECT url, event_types FROM platform.webhook_endpoints WHERE app_id = $1',
      [uuidIn(app)],
    );
    expect(kept).toEqual({
      url: 'https://tea.example.com/hook',
      event_types: ['payment.capture.completed', 'payment.capture.declined'],
    });
  });
});

describe('the option --app', () => {
  it('makes the command fail when the app is unknown, invalid or missing', async () => {
    const unknown = await mpsHere(`webhook show --app app_${'0'.repeat(32)}`, env);
    const noId = await mpsHere('webhook pause --app tea', env);
    const none = await mpsHere('webhook resume', env);

    expect(unknown).toMatchObject({ exitCode: 4, data: '', words: expect.stringContaining('mps app list') });
    expect(noId).toMatchObject({ exitCode: 2, data: '' });
    expect(none).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining('--app') });
  });

  it('defaults to the app of the demo merchant, whose new secret is stored with its keys', async () => {
    const own = mkdtempSync(join(tmpdir(), 'merchant-payments-demo-'));
    const there = { ...env, DATA_DIR: own };
    const demo = jsonOf(await mpsHere('seed --json', there));

    const shown = jsonOf(await mpsHere('webhook show --json', there));
    const rolled = jsonOf(await mpsHere('webhook roll-secret --json', there));
    const kept: unknown = JSON.parse(readFileSync(join(own, 'demo.json'), 'utf8'));
    rmSync(own, { recursive: true });

    expect(shown).toMatchObject({ app_id: demo['app_id'] });
    expect(rolled['webhook_secret']).not.toBe(demo['webhook_secret']);
    expect(kept).toEqual({ ...demo, webhook_secret: rolled['webhook_secret'] });
  });
});

describe('mps webhook roll-secret', () => {
  it('prints a secret that signs deliveries together with the previous one', async () => {
    const made = await aMerchant({ webhookUrl: `${receiver.url}/rolled` });
    const rolled = await mpsHere(`webhook roll-secret --app ${made.app} --json`, env);
    const { webhook_secret: secret, previous_secret_until: until } = jsonOf(rolled);
    const deliverer = aDeliverer(serviceContext());
    const merchant = await captures(made);
    await expect.poll(() => statesOf(serviceContext(), merchant)).toEqual(['delivered']);
    await deliverer.stop(0);

    const request = receiver.received.find(({ path }) => path === '/rolled');
    expect(rolled).toMatchObject({ exitCode: 0, words: expect.stringContaining('not shown again') });
    expect(rolled.words).toContain(String(until));
    expect(request && (await isSigned(request, String(secret)))).toBe(true);
    expect(request && (await isSigned(request, made.secret))).toBe(true);
    expect(jsonOf(await mpsHere(`webhook show --app ${made.app} --json`, env))).toMatchObject({
      previous_secret_until: until,
    });
  });

  it('refuses a second roll until an option says which of two valid secrets ends', async () => {
    const { app } = await aMerchant();
    await mpsHere(`webhook roll-secret --app ${app}`, env);

    const refused = await mpsHere(`webhook roll-secret --app ${app} --json`, env);
    const again = await mpsHere(`webhook roll-secret --app ${app} --again --json`, env);
    const now = await mpsHere(`webhook roll-secret --app ${app} --now --json`, env);
    const none = await mpsHere(`webhook roll-secret --app ${app} --end-previous --json`, env);
    const both = await mpsHere(`webhook roll-secret --app ${app} --now --again`, env);

    expect(refused).toMatchObject({ exitCode: 5, data: '', words: expect.stringContaining('--again') });
    expect(jsonOf(again)).toMatchObject({ app_id: app, previous_secret_until: expect.any(String) });
    expect(jsonOf(now)).toMatchObject({ webhook_secret: expect.any(String), previous_secret_until: null });
    expect(jsonOf(none)).toEqual({ app_id: app, ended: false });
    expect(both).toMatchObject({ exitCode: 2, data: '' });
  });
});

describe('mps webhook pause and resume', () => {
  it('hold back deliveries, and send them afterwards', async () => {
    const made = await aMerchant({ webhookUrl: `${receiver.url}/paused` });
    const paused = await mpsHere(`webhook pause --app ${made.app} --json`, env);
    const again = await mpsHere(`webhook pause --app ${made.app} --json`, env);
    const merchant = await captures(made);
    const deliverer = aDeliverer(serviceContext());

    const health = await mpsHere(`webhook health --app ${made.app} --json`, env);
    const whilePaused = await statesOf(serviceContext(), merchant);
    const resumed = await mpsHere(`webhook resume --app ${made.app} --json`, env);
    await expect.poll(() => statesOf(serviceContext(), merchant)).toEqual(['delivered']);
    await deliverer.stop(0);

    expect(jsonOf(paused)['paused_since']).toEqual(expect.any(String));
    expect(jsonOf(again)['paused_since']).toBe(jsonOf(paused)['paused_since']);
    expect(again.words).toContain('already');
    expect(whilePaused).toEqual(['due']);
    expect(jsonOf(health)).toMatchObject({
      paused_since: jsonOf(paused)['paused_since'],
      receivers: [{ receiver: receiver.url, due: 1, oldest_due_at: expect.any(String) }],
    });
    expect(health.words).toContain('Paused since');
    expect(jsonOf(resumed)['paused_since']).toBeNull();
  });

  it('explain in the help what a pause stops', async () => {
    expect((await mpsHere('webhook pause --help', env)).data.replaceAll(/\s+/g, ' ')).toContain(
      'notification URLs',
    );
    expect((await mpsHere('webhook --help', env)).data).toContain('npx mps webhook set --url');
  });
});

describe('mps webhook health', () => {
  it('exits with 8 while a receiver fails, and prints the failure', async () => {
    const made = await aMerchant({ webhookUrl: 'http://127.0.0.1:1/hook' });
    const before = await mpsHere(`webhook health --app ${made.app}`, env);
    const deliverer = aDeliverer(serviceContext());
    await captures(made);
    await expect
      .poll(() =>
        database.asOwner(
          "SELECT FROM sandbox.webhook_lanes WHERE origin = 'http://127.0.0.1:1' AND failing_since IS NOT NULL",
        ),
      )
      .toHaveLength(1);
    await deliverer.stop(0);

    const failing = await mpsHere(`webhook health --app ${made.app} --json`, env);
    const table = await mpsHere(`webhook health --app ${made.app}`, env);

    expect(before).toMatchObject({
      exitCode: 0,
      data: '',
      words: expect.stringContaining('Nothing was ever'),
    });
    expect(failing.exitCode).toBe(8);
    expect(jsonOf(failing)).toMatchObject({
      app_id: made.app,
      receivers: [
        {
          receiver: 'http://127.0.0.1:1',
          failing_since: expect.any(String),
          due: 1,
          delivered_24h: 0,
          last_failure: 'no connection could be made',
          last_success_at: null,
          answer_ms_p50: null,
        },
      ],
      more: false,
    });
    expect(table).toMatchObject({ exitCode: 8, words: expect.stringContaining('1 of 1 receivers') });
    expect(table.data).toContain('no connection could be made');
  });
});
