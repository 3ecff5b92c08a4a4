import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../../../../src/domain/merchants/accounts/create-merchant.ts';
import { appsRoutes } from '../../../../../../src/pages/dashboard/screens/developers/apps/routes.ts';
import { appsWords } from '../../../../../../src/pages/words/dashboard/developers/apps.ts';
import { frameWords } from '../../../../../../src/pages/words/dashboard/frame.ts';
import { showId, uuidIn } from '../../../../../../src/platform/ids.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import { type Client, othersIn, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let address: string;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  address = addressOf(office.merchant);
});
afterAll(() => office.stop());

const addressOf = ({ appId }: Pick<CreatedMerchant, 'appId'>): string =>
  `/dashboard/test/apps/${showId('app', appId)}`;
const call = (key: string) => apiOf(office.app.baseUrl, key);

/** Every key and secret that a screen shows. */
const secretsIn = ({ text }: Shown): readonly string[] => [
  ...new Set(text.match(/\b(?:[srp]k_(?:test|live)|whsec)_[0-9A-Za-z]{20,}/g)),
];

/** What a screen reader says of a group of choices: the hint and the error that describe it. */
function describedGroup({ text }: Shown, name: string) {
  const [tag = ''] = new RegExp(`<fieldset[^>]* id="${name}"[^>]*>`).exec(text) ?? [];
  const ids = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [];
  const said = (kind: string) =>
    ids.includes(`${name}-${kind}`)
      ? new RegExp(`<p class="${kind}" id="${name}-${kind}">([^<]*)<`).exec(text)?.[1]
      : undefined;
  return { isInvalid: tag.includes('aria-invalid="true"'), hint: said('hint'), error: said('error') };
}

/** The newest change of the merchant, as the audit log has it. */
async function newestChange(merchantId: string = office.merchant.merchantId) {
  const [row] = await office.app.database.asOwner(
    `SELECT c.action, c.details, c.ip, c.operator = u.email AS "byThem" FROM platform.operator_changes c
     LEFT JOIN platform.users u ON u.id = c.user_id WHERE c.merchant_id = $1 ORDER BY c.change_id DESC LIMIT 1`,
    [merchantId],
  );
  return row;
}

const doneBy = (action: string) => ({ action, ip: '127.0.0.1', byThem: true });

/** An app of its own for a test, with its keys. */
async function anApp(name: string) {
  const owner = await office.as('owner');
  const made = await owner.submit(await owner.open('/dashboard/test/apps/new'), '/apps/new', { name });
  const id = /\/apps\/(app_[0-9a-f]{32})/.exec(made.text)?.[1] ?? '';
  return { made, id, at: `/dashboard/test/apps/${id}` };
}

async function aRestrictedKey(at: string, permissions: readonly string[]) {
  const owner = await office.as('owner');
  const shown = await owner.submit(await owner.open(`${at}/keys/new`), '/keys/new', {
    kind: 'restricted',
    permissions,
  });
  const [key = ''] = secretsIn(shown);
  const [row] = await office.app.database.asOwner(
    `SELECT id FROM platform.api_keys WHERE last4 = $1 ORDER BY id DESC LIMIT 1`,
    [key.slice(-4)],
  );
  return { key, shown, at: `${at}/keys/${showId('key', String(row?.['id']))}` };
}

const refusalOf = async (key: string) => (await call(key)('getProfile')).code;

const aLiveApp = async (client: Client) =>
  await client.submit(await client.open('/dashboard/live/apps/new'), '/apps/new', { name: 'Live shop' });

describe('a new app', () => {
  it('works with the keys that are shown, and the change says who made it', async () => {
    const { made, id } = await anApp('Web shop');
    const keys = secretsIn(made);
    const secret = keys.find((key) => key.startsWith('sk_test_')) ?? '';

    expect(keys.map((key) => key.replace(/[0-9A-Za-z]{20,}$/, '')).toSorted()).toEqual([
      'pk_test_',
      'rk_test_',
      'sk_test_',
      'whsec_',
    ]);
    expect((await call(secret)('getProfile')).data.app).toMatchObject({
      id,
      name: 'Web shop',
      mode: 'sandbox',
    });
    expect(await newestChange()).toMatchObject(doneBy('app.created'));
  });

  it('shows a first call that the API answers', async () => {
    const { made } = await anApp('First call');
    const [, url = '', key = ''] =
      /curl -s (\S+) -H &quot;Authorization: Bearer (sk_test_\w+)&quot;/.exec(made.text) ?? [];

    const answer = await fetch(`${office.app.baseUrl}${new URL(url).pathname}`, {
      headers: { authorization: `Bearer ${key}` },
    });

    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ success: true })]);
  });

  it('shows its keys once: no other screen and no line of the log has them', async () => {
    const { made, at } = await anApp('Shown once');
    const keys = secretsIn(made);
    const owner = await office.as('owner');
    const [row] = await office.app.database.asOwner(
      'SELECT id FROM platform.api_keys WHERE app_id = $1 LIMIT 1',
      [uuidIn(at.split('/').at(-1) ?? '')],
    );
    const key = `${at}/keys/${showId('key', String(row?.['id']))}`;
    const screens = ['/dashboard/test/apps', at, key, `${at}/version`, `${at}/webhook`, `${at}/keys/smaller`];

    expect(keys).toHaveLength(4);
    for (const path of [...screens, '/dashboard/test/audit', '/dashboard/test/events']) {
      const shown = await owner.open(path);

      expect([path, shown.status]).toEqual([path, 200]);
      for (const each of keys) expect(shown.text).not.toContain(each);
    }
    expect((await owner.open('/dashboard/test/audit')).text).toContain(at.split('/').at(-1));
    const log = office.app.lines.join('\n');
    for (const each of keys) expect(log).not.toContain(each);
  });

  it('needs a name', async () => {
    const owner = await office.as('owner');
    const shown = await owner.submit(await owner.open('/dashboard/test/apps/new'), '/apps/new', {
      name: ' ',
    });

    expect(shown.status).toBe(422);
    expect(secretsIn(shown)).toEqual([]);
  });

  it('of live mode is made by owners only, once the business has tier 1', async () => {
    const { app, aPerson, aBrowser } = office;
    const fresh = await app.aMerchant({ kycTier: 0 });
    const owner = aBrowser();
    const person = await aPerson({ role: 'owner', merchantId: fresh.merchantId });
    await owner.signIn(person.email, person.password);
    const [early, developer, made] = [
      await aLiveApp(owner),
      await aLiveApp(await office.as('developer')),
      await aLiveApp(await office.as('owner')),
    ];

    expect([early.status, developer.status, made.status]).toEqual([409, 409, 200]);
    expect([early, developer].flatMap(secretsIn)).toEqual([]);
    expect(developer.text).toContain('Only an owner creates live apps.');
    expect(secretsIn(made).some((key) => key.startsWith('sk_live_'))).toBe(true);
  });

  it('is refused once there are 100 in its mode, since each event may go to each of them', async () => {
    const { merchantId } = await office.app.aMerchant();
    const { email, password } = await office.aPerson({ role: 'owner', merchantId });
    const owner = office.aBrowser();
    await owner.signIn(email, password);
    const forms = [
      await owner.open('/dashboard/test/apps/new'),
      await owner.open('/dashboard/test/apps/new'),
    ];
    const more = `INSERT INTO platform.api_apps (id, merchant_id, name, mode, api_version)
      SELECT gen_random_uuid(), merchant_id, name || n, $2, api_version
      FROM platform.api_apps, generate_series(1, $3::int) n WHERE merchant_id = $1 AND name !~ '[0-9]'`;
    await office.app.database.asOwner(more, [merchantId, 'live', 100]);
    await office.app.database.asOwner(more, [merchantId, 'sandbox', 98]);
    const made = await Promise.all(
      forms.map((form, at) => owner.submit(form, '/apps/new', { name: `Shop ${at}` })),
    );
    const count = 'SELECT count(*)::int FROM platform.api_apps WHERE merchant_id = $1 AND mode = $2';

    expect(new Set(made.map((shown) => secretsIn(shown).length))).toEqual(new Set([0, 4]));
    expect(made.map((shown) => shown.text).join()).toContain(appsWords.create.tooMany(100));
    expect(await office.app.database.asOwner(count, [merchantId, 'sandbox'])).toEqual([{ count: 100 }]);
  });

  it('needs a fresh proof of who asks, and leads back to the form', async () => {
    const person = await office.aPerson({ role: 'developer', merchantId: office.merchant.merchantId });
    const client = office.aBrowser();
    await client.signIn(person.email, person.password);
    const form = await client.open('/dashboard/test/apps/new');
    const token = /name="token" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    await office.app.database.asOwner(
      `UPDATE platform.dashboard_sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [person.userId],
    );

    const refused = await client.post('/dashboard/test/apps/new', { token, name: 'Too late' });
    const again = await client.open('/dashboard/test/apps/new');
    const back = await client.submit(again, '/confirm', { password: person.password });

    expect(refused.location).toBe('/dashboard/confirm?next=%2Fdashboard%2Ftest%2Fapps%2Fnew&sent=1');
    expect(back.path).toBe('/dashboard/test/apps/new');
  });
});

describe('a form that is sent twice at once, and again', () => {
  it.each([
    ['an app', '/dashboard/test/apps/new', { name: 'Made once' }, 'api_apps'],
    ['a key', '', { kind: 'secret' }, 'api_keys'],
  ])('makes %s once', async (_, at, fields, table) => {
    const owner = await office.as('owner');
    const path = at === '' ? `${(await anApp('Made once')).at}/keys/new` : at;
    const count = async () =>
      await office.app.database.asOwner(`SELECT count(*)::int FROM platform.${table}`);
    const before = Number((await count())[0]?.['count']);
    const form = await owner.open(path);
    const send = () => owner.submit(form, path, fields);
    const both = await Promise.all([send(), send()]);
    const again = await send();

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect([again.status, plain(again).includes(frameWords.sentTwice.title)]).toEqual([409, true]);
    expect(await count()).toEqual([{ count: before + 1 }]);
  });
});

describe('the keys of an app', () => {
  it('are hidden from whoever may not develop', async () => {
    const [viewer, developer] = [await office.as('viewer'), await office.as('developer')];

    expect((await developer.open(address)).text).toContain('…');
    expect((await viewer.open(address)).text).not.toContain('sk_test_');
    expect((await viewer.get(`${address}/keys/new`)).status).toBe(403);
  });

  it('may be restricted, to what was chosen', async () => {
    const { at } = await anApp('Restricted');
    const { key, shown } = await aRestrictedKey(at, ['transactions:read', 'made:up']);
    const [may, mayNot] = [await call(key)('listTransactions'), await call(key)('getProfile')];

    expect(shown.text).toContain('Copy it now');
    expect([may.status, mayNot.code]).toEqual([200, 'INSUFFICIENT_PERMISSIONS']);
    expect(await newestChange()).toMatchObject({
      ...doneBy('key.created'),
      details: { kind: 'restricted', permissions: ['transactions:read'] },
    });
  });

  it('need a kind, and a restricted one a permission', async () => {
    const owner = await office.as('owner');
    const form = await owner.open(`${address}/keys/new`);
    const before = await newestChange();
    const bare = await owner.submit(form, '/keys/new', { kind: 'restricted', permissions: [] });
    const golden = await owner.submit(form, '/keys/new', { kind: 'golden' });

    expect([bare.status, golden.status]).toEqual([422, 422]);
    expect(describedGroup(bare, 'permissions')).toEqual({
      isInvalid: true,
      hint: appsWords.keys.chooseHint,
      error: appsWords.keys.wrongPermissions,
    });
    expect(describedGroup(golden, 'kind')).toEqual({
      isInvalid: true,
      hint: undefined,
      error: appsWords.keys.wrongKind,
    });
    expect(describedGroup(form, 'permissions')).toMatchObject({ isInvalid: false, error: undefined });
    expect(await newestChange()).toEqual(before);
  });

  it('get other permissions, and say so when nothing is different', async () => {
    const { at } = await anApp('Permissions');
    const made = await aRestrictedKey(at, ['transactions:read']);
    const owner = await office.as('owner');
    const set = async () =>
      await owner.submit(await owner.open(made.at), '/permissions', { permissions: ['account:read'] });

    const changed = await set();
    const entry = await newestChange();
    const same = await set();

    expect(changed.path).toContain('done=permissions');
    expect(same.path).toContain('done=same');
    expect(entry).toMatchObject({
      ...doneBy('key.set'),
      details: { before: ['transactions:read'], after: ['account:read'] },
    });
    await soon(async () => expect(await refusalOf(made.key)).toBe(''));
  });

  it('are replaced once: the old one works beside the new one for the chosen time', async () => {
    const { at } = await anApp('Rolled');
    const made = await aRestrictedKey(at, ['account:read']);
    const owner = await office.as('owner');

    const rolled = await owner.submit(await owner.open(made.at), '/roll', { keep: '24' });
    const entry = await newestChange();
    const token = /name="token" value="([^"]+)"/.exec((await owner.open(made.at)).text)?.[1] ?? '';
    const again = await owner.post(`${made.at}/roll`, { token, keep: '24' });

    const [next = ''] = secretsIn(rolled);
    expect(next).not.toBe(made.key);
    expect(entry).toMatchObject(doneBy('key.rolled'));
    expect([await refusalOf(made.key), await refusalOf(next)]).toEqual(['', '']);
    expect(again.status).toBe(409);
    expect(secretsIn(again)).toEqual([]);
  });

  it('are 20 at most with those that were replaced and still work, since each may call up to the limit', async () => {
    const { at, id } = await anApp('Many keys');
    const made = await aRestrictedKey(at, ['account:read']);
    const owner = await office.as('owner');
    const forms = [await owner.open(`${at}/keys/new`), await owner.open(`${at}/keys/new`)];
    const more = `INSERT INTO platform.api_keys (id, merchant_id, app_id, kind, hash, prefix, last4, revoked_at, expires_at)
      SELECT gen_random_uuid(), merchant_id, id, 'public', sha256(($2 || n)::bytea), 'pk_test_', 'xxxx', $3::timestamptz, $4::timestamptz
      FROM platform.api_apps, generate_series(1, 15) n WHERE id = $1`;
    const past = new Date(0);
    await office.app.database.asOwner(more, [uuidIn(id), 'revoked', past, null]);
    await office.app.database.asOwner(more, [uuidIn(id), 'expired', null, past]);
    await office.app.database.asOwner(more, [uuidIn(id), 'replaced', null, new Date(Date.now() + 3_600_000)]);

    const two = await Promise.all(forms.map((form) => owner.submit(form, '/keys/new', { kind: 'secret' })));
    const shown = await owner.open(made.at);
    const kept = await owner.submit(shown, '/roll', { keep: '24' });
    const ended = await owner.submit(shown, '/roll', { keep: '0' });

    const refused = two.find((answer) => secretsIn(answer).length === 0);
    expect(new Set(two.map((answer) => secretsIn(answer).length))).toEqual(new Set([0, 1]));
    expect(refused?.text).toContain(appsWords.keys.tooMany(20));
    expect([kept.status, secretsIn(kept), secretsIn(ended).length]).toEqual([409, [], 1]);
    expect(kept.text).toContain(appsWords.keys.tooManyToKeep(20));
  });

  it('end at once when they are replaced without an overlap', async () => {
    const { at } = await anApp('Rolled now');
    const made = await aRestrictedKey(at, ['account:read']);
    const owner = await office.as('owner');

    const rolled = await owner.submit(await owner.open(made.at), '/roll', { keep: '0' });

    await soon(async () => expect(await refusalOf(made.key)).toBe('API_KEY_REVOKED'));
    expect(await refusalOf(secretsIn(rolled)[0] ?? '')).toBe('');
  });

  it('are revoked with their last four characters, not without', async () => {
    const { at } = await anApp('Revoked');
    const made = await aRestrictedKey(at, ['account:read']);
    const owner = await office.as('owner');

    const before = await owner.open(made.at);
    const wrong = await owner.submit(before, '/revoke', { last4: 'nope' });
    const worksStill = await refusalOf(made.key);
    const right = await owner.submit(await owner.open(made.at), '/revoke', { last4: made.key.slice(-4) });
    const revoked = await newestChange();
    const replaced = await owner.submit(before, '/roll', { keep: '24' });

    expect([wrong.status, worksStill]).toEqual([422, '']);
    expect(othersIn(wrong, '/revoke')).toEqual(othersIn(before, '/revoke'));
    expect(right.path).toContain('done=revoked');
    expect(plain(right)).toMatch(new RegExp(`rk_test_…${made.key.slice(-4)} .* Revoked`));
    expect(revoked).toMatchObject(doneBy('key.revoked'));
    // From a tab that was opened before.
    expect([replaced.status, secretsIn(replaced)]).toEqual([409, []]);
    await soon(async () => expect(await refusalOf(made.key)).toBe('API_KEY_REVOKED'));
  });

  it('are proposed smaller, from the calls that the app made', async () => {
    const { made, at } = await anApp('Smaller');
    const owner = await office.as('owner');
    const none = await owner.open(`${at}/keys/smaller`);
    const key = secretsIn(made).find((each) => each.startsWith('sk_test_')) ?? '';
    await call(key)('listTransactions');
    await call(key)('getBalance');

    const shown = await soon(async () => {
      const proposed = await owner.open(`${at}/keys/smaller`);
      expect(proposed.text).toContain('2 calls of 2 operations');
      return proposed;
    });
    const [smaller = ''] = secretsIn(await owner.submit(shown, '/keys/new'));

    expect(none.text).toContain('nothing can be proposed');
    expect((await call(smaller)('getBalance')).status).toBe(200);
    expect((await call(smaller)('listCustomers')).code).toBe('INSUFFICIENT_PERMISSIONS');
  });
});

describe('the features of an app', () => {
  it('are switched: what is off is refused', async () => {
    const { made, at } = await anApp('Features');
    const owner = await office.as('owner');
    const key = secretsIn(made).find((each) => each.startsWith('sk_test_')) ?? '';
    const link = { description: 'Tea', amount: '5.00', currency: 'USD' };

    const saved = await owner.submit(await owner.open(at), '/features', { features: ['refunds'] });

    expect(saved.path).toContain('done=features');
    expect(plain(await (await office.as('viewer')).open(at))).toMatch(/Features Refunds(?! \w)/);
    expect(await newestChange()).toMatchObject(doneBy('app.set'));
    await soon(async () =>
      expect((await call(key)('createPaymentLink', { body: link })).code).toBe('FEATURE_DISABLED'),
    );
  });
});

describe('ids of another merchant', () => {
  it.each(
    appsRoutes
      .filter(({ path }) => path.includes(':app'))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('are unknown: %s', async (_, { method, path }) => {
    const stranger = await office.stranger();
    const [row] = await office.app.database.asOwner(
      'SELECT id FROM platform.api_keys WHERE app_id = $1 LIMIT 1',
      [office.merchant.appId],
    );
    const below = path
      .replace(':app', showId('app', office.merchant.appId))
      .replace(':key', showId('key', String(row?.['id'])));
    const token = /name="token" value="([^"]+)"/.exec(
      (await stranger.open('/dashboard/merchants')).text,
    )?.[1];
    const fields = {
      token: token ?? '',
      kind: 'secret',
      last4: 'abcd',
      keep: '0',
      url: 'https://example.com/',
    };
    const before = await newestChange();

    const shown =
      method === 'GET'
        ? await stranger.get(`/dashboard/test${below}`)
        : await stranger.post(`/dashboard/test${below}`, fields);

    expect(shown.status).toBe(404);
    expect(await newestChange()).toEqual(before);
  });

  it('of an app of the other mode is unknown too', async () => {
    const owner = await office.as('owner');

    expect((await owner.get(address.replace('/test/', '/live/'))).status).toBe(404);
  });

  it('of a key of another app is unknown', async () => {
    const [one, other] = [await anApp('One'), await anApp('Other')];
    const { at } = await aRestrictedKey(one.at, ['account:read']);
    const owner = await office.as('owner');

    expect((await owner.get(at.replace(one.id, other.id))).status).toBe(404);
  });
});
