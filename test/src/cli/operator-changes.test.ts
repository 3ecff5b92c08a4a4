import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { values } from '../../../generated/values.ts';
import { authenticator } from '../../../src/domain/merchants/access/authenticate.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { suspendMerchant } from '../../../src/domain/merchants/accounts/operator-changes.ts';
import { setApp } from '../../../src/domain/merchants/accounts/set-app.ts';
import { recordSettingsChanges } from '../../../src/domain/notices/endpoints/record-settings-changes.ts';
import { showId } from '../../../src/platform/ids.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { openService, type Place } from '../../journeys/shop.ts';
import { aPayout, openPaidShop } from '../../support/builders/payouts.ts';
import { totpNow } from '../../support/builders/totp.ts';
import { apiOf } from '../../support/service/api.ts';
import { jsonOf, mpsHere } from './mps.ts';

let app: Place;
let env: Record<string, string>;

beforeAll(async () => {
  app = await openService();
  env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey, DATA_DIR: '/nowhere' };
});
afterAll(() => app.stop());

const here = (verb: string) => mpsHere(verb, env);
const ofMerchant = ({ merchantId }: CreatedMerchant) => `--merchant ${showId('mer', merchantId)} --json`;
const ofApp = ({ appId }: CreatedMerchant) => `--app ${showId('app', appId)} --json`;
const noMerchant = 'mer_00000000000000000000000000000000';

/** As a process that has not seen the key before. */
function principalOf(key: unknown) {
  return authenticator(app.database.databases.platform)(`Bearer ${String(key)}`);
}

async function changesOf(merchant: CreatedMerchant): Promise<Record<string, unknown>[]> {
  const { changes } = jsonOf(await here(`merchant changes ${ofMerchant(merchant)}`));
  return changes as Record<string, unknown>[];
}

describe('mps app set', () => {
  it('switches features, sets the rate limit and tells the app in one event', async () => {
    const merchant = await app.aMerchant({ features: ['refunds', 'payouts'], rateLimit: 60 });

    const set = await here(
      `app set --enable payment_links --disable payouts --rate-limit 120 ${ofApp(merchant)}`,
    );
    const same = await here(`app set --rate-limit 120 ${ofApp(merchant)}`);
    await recordSettingsChanges(app.service.contexts.sandbox);

    expect(jsonOf(set)).toMatchObject({
      features: ['payment_links', 'refunds'],
      rate_limit: 120,
      changed: ['features', 'rate_limit'],
    });
    expect(jsonOf(same)).toMatchObject({ changed: [] });
    expect(await principalOf(merchant.secretKey)).toMatchObject({
      features: ['payment_links', 'refunds'],
      rateLimit: 120,
    });
    const events = await app.database.asOwner(
      `SELECT data FROM sandbox.events WHERE merchant_id = $1 AND type = 'merchant.settings.updated'`,
      [merchant.merchantId],
    );
    expect(events.map(({ data }) => JSON.parse(String(data)))).toEqual([
      { id: showId('app', merchant.appId), changed: ['features', 'rate_limit'] },
    ]);
    expect(await changesOf(merchant)).toMatchObject([
      {
        action: 'app.set',
        operator: userInfo().username,
        details: { rate_limit: { before: 60, after: 120 } },
      },
    ]);
  });

  it('names all features that are on, or none', async () => {
    const merchant = await app.aMerchant();

    const none = jsonOf(await here(`app set --features none ${ofApp(merchant)}`));
    const one = jsonOf(await here(`app set --features payouts ${ofApp(merchant)}`));

    expect([none['features'], one['features']]).toEqual([[], ['payouts']]);
  });

  it('pins an app to a version that was released, and shows which there are', async () => {
    const merchant = await app.aMerchant();
    const { platform } = app.database.databases;
    const versions = versionChain([
      { date: '2026-01-01', changes: [] },
      { date: '2098-01-01', changes: [] },
    ]);
    const unknown = await here(`app set --api-version 2098-01-01 ${ofApp(merchant)}`);

    const changed = await setApp(
      { platform, versions },
      { ...merchant, by: 'op' },
      { apiVersion: '2098-01-01' },
    );
    const later = await principalOf(merchant.secretKey);
    const back = jsonOf(await here(`app set --api-version 2026-01-01 ${ofApp(merchant)}`));

    expect(unknown).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining('2026-01-01') });
    expect([changed, later.apiVersion]).toEqual([['api_version'], '2098-01-01']);
    expect(back).toMatchObject({ api_version: '2026-01-01', changed: ['api_version'] });
    expect((await principalOf(merchant.secretKey)).apiVersion).toBe('2026-01-01');
    expect(await changesOf(merchant)).toMatchObject([
      { details: { api_version: { before: '2098-01-01', after: '2026-01-01' } } },
      { details: { api_version: { before: '2026-01-01', after: '2098-01-01' } } },
    ]);
  });

  it.each([
    ['', '--features'],
    ['--features gold', 'gold'],
    ['--features payouts --disable refunds', '--disable'],
    ['--enable payouts --disable payouts', 'payouts'],
    ['--rate-limit 0', '--rate-limit'],
  ])('refuses "%s" as wrong usage', async (option, word) => {
    const merchant = await app.aMerchant();

    const ended = await here(`app set ${option} ${ofApp(merchant)}`);

    expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining(word) });
  });

  it('gives up no change when eight operators switch different features at once', async () => {
    const merchant = await app.aMerchant({ features: [] });
    const { platform } = app.database.databases;

    await Promise.all(
      values.Feature.map((feature) =>
        setApp({ platform, versions: versionChain() }, { ...merchant, by: 'op' }, { enable: [feature] }),
      ),
    );

    expect((await principalOf(merchant.secretKey)).features).toEqual(values.Feature.toSorted());
  });
});

describe('mps app create', () => {
  it('gives a merchant a second app in the sandbox, with every feature', async () => {
    const merchant = await app.aMerchant();

    const made = await here(`app create --name Till ${ofMerchant(merchant)}`);
    const { app_id: appId, secret_key: key } = jsonOf(made);

    expect(jsonOf(made)).toEqual({
      merchant_id: showId('mer', merchant.merchantId),
      app_id: expect.stringMatching(/^app_[0-9a-f]{32}$/),
      secret_key: expect.stringMatching(/^sk_test_/),
      public_key: expect.stringMatching(/^pk_test_/),
      restricted_key: expect.stringMatching(/^rk_test_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const profile = await apiOf(app.baseUrl, String(key))('getProfile');
    expect(profile.data.app).toMatchObject({ id: appId, name: 'Till', mode: 'sandbox' });
    expect(profile.data.app.features.toSorted()).toEqual(values.Feature.toSorted());
    expect(profile.data.merchant_id).toBe(showId('mer', merchant.merchantId));
    expect(await changesOf(merchant)).toMatchObject([{ action: 'app.created', app_id: appId }]);
    expect(JSON.stringify(await changesOf(merchant))).not.toMatch(/sk_test_|whsec_/);
  });

  it('gives them a live app without features, if their KYC tier allows it', async () => {
    const [approved, unknown] = [await app.aMerchant(), await app.aMerchant({ kycTier: 0 })];

    const made = jsonOf(await here(`app create --live ${ofMerchant(approved)}`));
    const refused = await here(`app create --live ${ofMerchant(unknown)}`);

    expect(await principalOf(made['secret_key'])).toMatchObject({
      mode: 'live',
      merchantId: approved.merchantId,
      features: [],
    });
    expect(refused).toMatchObject({ exitCode: 5, data: '', words: expect.stringContaining('KYC tier 1') });
    expect(await changesOf(unknown)).toEqual([]);
  });

  it('warns in a table that keys are not shown again', async () => {
    const { merchantId } = await app.aMerchant();

    const made = await here(`app create --merchant ${showId('mer', merchantId)}`);

    expect(made.data).toMatch(/^secret_key +sk_test_/m);
    expect(made.words).toContain('not shown again');
  });

  it('refuses a merchant that is not there, and a webhook URL with a private address', async () => {
    const merchant = await app.aMerchant();

    expect(await here(`app create --merchant ${noMerchant}`)).toMatchObject({ exitCode: 4, data: '' });
    expect(await here(`app create --webhook-url http://10.0.0.1/ ${ofMerchant(merchant)}`)).toMatchObject({
      exitCode: 5,
    });
  });
});

describe('mps merchant set', () => {
  it('changes what the merchant is registered as, and remembers only what was different', async () => {
    const merchant = await app.aMerchant({ businessName: 'Tea' });
    const set = (words: string) => here(`merchant set ${words} ${ofMerchant(merchant)}`);

    const changed = jsonOf(
      await set('--name=TeaLtd --email=office@tea.example.com --country=ZW --reason=moved'),
    );
    const again = await set('--name=TeaLtd');
    const wrong = [await set(''), await set('--country=zw'), await set('--email=tea'), await set('--name= ')];

    expect(changed).toMatchObject({
      business_name: 'TeaLtd',
      email: 'office@tea.example.com',
      country: 'ZW',
    });
    expect(again.words).toContain('Nothing was different');
    expect(wrong.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
    const [change, ...others] = await changesOf(merchant);
    expect(change).toMatchObject({ action: 'merchant.set', operator: userInfo().username });
    expect(change?.['details']).toEqual({
      before: { business_name: 'Tea', email: expect.any(String) },
      after: { business_name: 'TeaLtd', email: 'office@tea.example.com' },
      reason: 'moved',
    });
    expect(others.filter(({ action }) => action === 'merchant.set')).toEqual([]);
  });
});

describe('mps merchant suspend', () => {
  it('refuses keys until the merchant is reopened, and remembers who did it and why', async () => {
    const merchant = await app.aMerchant();

    const suspended = jsonOf(await here(`merchant suspend --reason fraud ${ofMerchant(merchant)}`));
    const between = await principalOf(merchant.secretKey);
    const again = await here(`merchant suspend ${ofMerchant(merchant)}`);
    const reopened = jsonOf(await here(`merchant reopen ${ofMerchant(merchant)}`));

    expect([suspended['status'], between.suspended, reopened['status']]).toEqual([
      'suspended',
      true,
      'active',
    ]);
    expect(again.words).toContain('already');
    expect(await principalOf(merchant.secretKey)).toMatchObject({ suspended: false });
    expect(await changesOf(merchant)).toMatchObject([
      { action: 'merchant.reopened', operator: userInfo().username, details: {} },
      { action: 'merchant.suspended', app_id: null, details: { reason: 'fraud' } },
    ]);
  });

  it('lets what has begun go on: a payout reaches its end and is reported', async () => {
    const shop = await openPaidShop(app);
    const { data } = await shop.api('requestPayout', { body: aPayout('bank_transfer') });
    await here(`merchant suspend ${ofMerchant(shop.merchant)}`);
    await app.database.asOwner(
      `UPDATE sandbox.jobs SET due_at = now() WHERE merchant_id = $1 AND kind LIKE 'payouts.%'`,
      [shop.merchant.merchantId],
    );

    const outcome = () =>
      app.database.asOwner(
        `SELECT p.status, e.type FROM sandbox.payouts p JOIN sandbox.events e ON e.resource_id = p.id
          WHERE p.merchant_id = $1 AND e.type LIKE 'payment.payout-item.%'`,
        [shop.merchant.merchantId],
      );

    expect(data.status).toBe('processing');
    await expect.poll(outcome).toEqual([{ status: 'completed', type: 'payment.payout-item.succeeded' }]);
  });

  it.each(['show', 'suspend', 'reopen', 'changes', 'set --name=Tea'])(
    'exits `%s` with 4 for an unknown merchant',
    async (verb) => {
      expect(await here(`merchant ${verb} --merchant ${noMerchant}`)).toMatchObject({
        exitCode: 4,
        data: '',
      });
      expect(await here(`merchant ${verb} --merchant Tea`)).toMatchObject({ exitCode: 2, data: '' });
      expect(await here(`merchant ${verb}`)).toMatchObject({ exitCode: 2, data: '' });
    },
  );
});

it.each(['payout list', 'dispute list', 'app list', 'kyc list'])(
  'mps %s exits with 4 for an unknown merchant, who has nothing to list',
  async (verb) => {
    expect(await here(`${verb} --merchant ${noMerchant}`)).toMatchObject({ exitCode: 4, data: '' });
  },
);

const letters = (count: number) => '\u{1F60A}'.repeat(count);

describe('a reason or note', () => {
  it.each([
    ['merchant suspend', '--reason'],
    ['merchant reopen', '--reason'],
    ['merchant set --name=Tea', '--reason'],
    [`payout hold po_${'0'.repeat(32)}`, '--reason'],
    [`kyc reject kyc_${'0'.repeat(32)}`, '--reason'],
    [`payment settle txn_${'0'.repeat(32)} --as failed`, '--note'],
  ])('of mps %s has 1 to 500 letters and no card number', async (verb, option) => {
    const given = async (text: string) => {
      const whose = verb.startsWith('kyc') ? '--json' : `--json --merchant ${noMerchant}`;
      return (await here(`${verb} ${whose} ${option}=${text}`)).exitCode;
    };

    expect([await given(''), await given(letters(501)), await given(letters(500))]).toEqual([2, 2, 4]);
    expect([await given('4242'.repeat(4)), await given('4242'.repeat(3))]).toEqual([2, 4]);
  });
});

describe('mps merchant show', () => {
  it('shows the merchant and their apps, and no secret', async () => {
    const merchant = await app.aMerchant({ businessName: 'Tea', totp: true, rateLimit: 100_000 });

    const shown = await here(`merchant show ${ofMerchant(merchant)}`);
    const table = await here(`merchant show --merchant ${showId('mer', merchant.merchantId)}`);

    expect(jsonOf(shown)).toMatchObject({
      business_name: 'Tea',
      status: 'active',
      kyc_tier_live: 1,
      kyc_tier_sandbox: 1,
      second_factor_since: expect.any(String),
      apps: [{ app_id: showId('app', merchant.appId), mode: 'sandbox', rate_limit: 100_000 }],
    });
    expect(table.data).toContain(`${showId('app', merchant.appId)} (sandbox)`);
    expect(shown.data).not.toMatch(/sk_test_|whsec_/);
  });
});

describe('mps merchant changes', () => {
  it('lists the newest first, and says when there are more', async () => {
    const merchant = await app.aMerchant();
    for (const by of ['ann', 'ben'])
      await suspendMerchant(app.database.databases.platform, { ...merchant, by });
    await here(`merchant reopen ${ofMerchant(merchant)}`);

    const some = await here(`merchant changes --limit 1 ${ofMerchant(merchant)}`);
    const table = await here(`merchant changes --merchant ${showId('mer', merchant.merchantId)}`);

    expect(jsonOf(some)).toMatchObject({ changes: [{ action: 'merchant.reopened' }], more: true });
    // Ben found them suspended, which changed nothing.
    expect(table.data).toContain('ann');
    expect(table.data).not.toContain('ben');
  });

  it('lists what was done to the webhooks of an app, without a secret and without a query', async () => {
    const merchant = await app.aMerchant();
    for (const verb of [
      'set --url https://shop.example.com/hook?token=secret --events *',
      'set --events *',
      'roll-secret',
      'roll-secret --end-previous',
      'pause',
      'pause',
      'resume',
    ])
      await here(`webhook ${verb} ${ofApp(merchant)}`);

    const { changes } = jsonOf(await here(`merchant changes ${ofMerchant(merchant)}`)) as {
      changes: { action: string; app_id: string; operator: string; details: unknown }[];
    };

    expect(changes.map(({ action }) => action)).toEqual([
      'webhook.resumed',
      'webhook.paused',
      'webhook.secret-ended',
      'webhook.secret-rolled',
      'webhook.set',
    ]);
    expect(changes.at(-1)).toMatchObject({
      app_id: showId('app', merchant.appId),
      operator: expect.stringMatching(/./),
      details: {
        changed: ['webhook_url', 'event_types'],
        webhook_url: 'https://shop.example.com/hook?…',
        event_types: ['*'],
      },
    });
    expect(JSON.stringify(changes)).not.toMatch(/whsec_|token/);
  });

  it('cannot be rewritten, not even by the owner of the database', async () => {
    const merchant = await app.aMerchant();
    await here(`merchant suspend ${ofMerchant(merchant)}`);

    for (const statement of [
      "UPDATE platform.operator_changes SET operator = 'nobody'",
      'DELETE FROM platform.operator_changes',
      'TRUNCATE platform.operator_changes',
    ])
      await expect(app.database.asOwner(statement)).rejects.toThrow('operator_changes is append-only');
  });
});

const code = (secret: unknown, steps = 0) => ({ 'x-totp-code': totpNow(String(secret), steps) });

describe('mps totp', () => {
  it('enrols a merchant, whose payouts then need a code, and removes the second factor', async () => {
    const shop = await openPaidShop(app);
    const of = ofMerchant(shop.merchant);
    const pay = async (headers: Record<string, string> = {}) => {
      const body = aPayout('mobile_money', { amount: '1.00' });
      const answer = await shop.api('requestPayout', { body, headers });
      return answer.code === '' ? answer.status : answer.code;
    };

    const enrolled = jsonOf(await here(`totp enrol ${of}`));
    const answers = [await pay(), await pay(code(enrolled['totp_secret']))];
    const twice = await here(`totp enrol ${of}`);
    const replaced = jsonOf(await here(`totp enrol --again ${of}`));
    answers.push(await pay(code(enrolled['totp_secret'], 1)), await pay(code(replaced['totp_secret'])));
    const removed = jsonOf(await here(`totp remove ${of}`));
    answers.push(await pay());

    expect(answers).toEqual(['TOTP_REQUIRED', 201, 'TOTP_INVALID', 201, 201]);
    expect(twice).toMatchObject({ exitCode: 5, data: '', words: expect.stringContaining('--again') });
    expect(removed).toEqual({ merchant_id: showId('mer', shop.merchant.merchantId), removed: true });
    expect(jsonOf(await here(`totp remove ${of}`))).toMatchObject({ removed: false });
    const changes = await changesOf(shop.merchant);
    expect(changes.map(({ action, details }) => [action, details])).toEqual([
      ['totp.removed', {}],
      ['totp.enrolled', { again: true }],
      ['totp.enrolled', { again: false }],
    ]);
    expect(JSON.stringify(changes)).not.toContain(String(replaced['totp_secret']));
  });

  it('prints the address for authenticator apps, and its QR code outside --json', async () => {
    const merchant = await app.aMerchant({ businessName: 'Tea & Co' });
    const shown = `--merchant ${showId('mer', merchant.merchantId)}`;

    const asJson = jsonOf(await here(`totp enrol ${shown} --json`));
    const asTable = await here(`totp enrol --again ${shown}`);

    const address = new URL(String(asJson['otpauth_uri']));
    expect(decodeURIComponent(address.pathname)).toBe('/Merchant Payments:Tea & Co');
    expect(address.searchParams.get('secret')).toBe(asJson['totp_secret']);
    expect(asTable.data).toMatch(/^otpauth_uri +otpauth:\/\/totp\//m);
    expect(asTable.data).toMatch(/^[█▀▄ ]{40,}$/m);
  });

  it('ends a lock with --again', async () => {
    const merchant = await app.aMerchant({ totp: true });
    await app.database.asOwner(
      `UPDATE platform.two_factor SET locked_until = now() + interval '15 minutes', failures = 3, last_step = 99 WHERE merchant_id = $1`,
      [merchant.merchantId],
    );

    await here(`totp enrol --again ${ofMerchant(merchant)}`);

    expect(
      await app.database.asOwner(
        'SELECT locked_until, failures, last_step FROM platform.two_factor WHERE merchant_id = $1',
        [merchant.merchantId],
      ),
    ).toEqual([{ locked_until: null, failures: 0, last_step: '0' }]);
  });

  it('exits with 4 for an unknown merchant', async () => {
    expect(await here(`totp enrol --merchant ${noMerchant}`)).toMatchObject({ exitCode: 4, data: '' });
    expect(await here(`totp remove --merchant ${noMerchant}`)).toMatchObject({ exitCode: 4, data: '' });
  });
});
