import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiVersions } from '../../../src/app/release.ts';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { touchedOperations } from '../../../src/domain/merchants/versions/touched-operations.ts';
import { recordSettingsChanges } from '../../../src/domain/notices/endpoints/record-settings-changes.ts';
import { showId } from '../../../src/platform/ids.ts';
import { versionChain } from '../../../src/versions/chain.ts';
import { jsonOf, mpsHere } from '../../src/cli/mps.ts';
import { aCardCheckout, aWalletCheckout } from '../../support/builders/build.ts';
import { soon } from '../../support/checks/soon.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { getAvailable, type Shape } from './changes.ts';
import { madeUpReleases } from './releases.ts';
import { aPinnedKey } from './services.ts';

/** The command line and the service after made-up releases, and apps that are pinned to the first version. */
const [v1, v2, v3] = ['2026-01-01', '2098-01-01', '2099-01-01'] as const;

let app: App;
let merchant: CreatedMerchant;
let env: Record<string, string>;
/** Other files of this process need the real versions again. */
const real = Object.getOwnPropertyDescriptors(apiVersions);
beforeAll(async () => {
  Object.defineProperties(
    apiVersions,
    Object.getOwnPropertyDescriptors(versionChain(await madeUpReleases())),
  );
  app = await startApp({
    role: 'api',
    releases: { versions: apiVersions, removed: { getAvailable } },
  });
  merchant = await app.aMerchant();
  env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey, DATA_DIR: '/nowhere' };
});
afterAll(async () => {
  Object.defineProperties(apiVersions, real);
  await app.stop();
});

type OneApp = { readonly id: string; readonly key: string };

async function anApp(url: string | null = null): Promise<OneApp> {
  const key = await aPinnedKey(app, merchant, v1, url);
  const [row] = await app.database.asOwner('SELECT id FROM platform.api_apps ORDER BY id DESC LIMIT 1');
  return { id: showId('app', String(row?.['id'])), key };
}

async function call({ key }: OneApp, method: string, path: string, body?: Shape, headers: Shape = {}) {
  const response = await fetch(`${app.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as { readonly data: Shape } };
}

function aCheckout(about: Shape = {}): Shape {
  const { merchantTransactionId: reference, ...others } = { ...aCardCheckout(), ...about };
  return { ...others, ...(reference !== undefined && { reference }) };
}

/** After so many calls of the app have been written. */
async function recorded({ id }: OneApp, calls: number): Promise<void> {
  await soon(async () => {
    const [row] = await app.database.asOwner(
      `SELECT coalesce(sum(calls), 0)::int AS calls FROM sandbox.app_traffic WHERE 'app_' || replace(app_id::text, '-', '') = $1`,
      [id],
    );
    expect(row).toEqual({ calls });
  });
}

type Rehearsed = {
  readonly touched: boolean;
  readonly operations: readonly Shape[];
  readonly events: readonly Shape[];
  readonly others: readonly { readonly title: string }[];
};

async function rehearse({ id }: OneApp, to: string = v3, more = '') {
  const ended = await mpsHere(`version rehearse --app ${id} --to ${to} --json ${more}`, env);
  return { ...ended, said: jsonOf(ended) as Rehearsed };
}

const version = (verb: string) => mpsHere(`version ${verb}`, env);

describe('mps version rehearse', () => {
  it('touches an app that uses a renamed parameter, and not one that makes the same call without it', async () => {
    const [uses, does] = [await anApp(), await anApp()];
    await call(uses, 'GET', '/v1/transactions?q=tea&limit=5');
    await call(does, 'GET', '/v1/transactions?limit=5');
    await recorded(uses, 1);
    await recorded(does, 1);

    const [touched, free] = [await rehearse(uses), await rehearse(does)];

    expect([touched.exitCode, free.exitCode]).toEqual([8, 0]);
    expect(touched.said.operations).toMatchObject([
      {
        operation: 'listTransactions',
        calls: 1,
        failures: 0,
        changes: [{ version: v3, title: 'Rename the parameter q to search' }],
        gone_parameters: ['q'],
      },
    ]);
    expect(free.said).toMatchObject({ touched: false, operations: [], events: [] });
    expect(free.said.others).toHaveLength(12);
    expect(free.words).toContain(`mps version pin --app ${does.id} --to ${v3}`);
  });

  it('names the fields in use that go, and what the contracts say of the answers', async () => {
    const [uses, does] = [await anApp(), await anApp()];
    await call(uses, 'POST', '/v1/checkout/create', aCheckout());
    await call(does, 'POST', '/v1/checkout/create', aCheckout({ merchantTransactionId: undefined }));
    await call(does, 'POST', '/v1/checkout/create', { amount: 'much' });
    await recorded(uses, 1);
    await recorded(does, 2);

    const [one, other, near] = [await rehearse(uses), await rehearse(does), await rehearse(uses, v2)];

    expect(one.said.operations).toMatchObject([{ operation: 'createCheckout', gone_fields: ['reference'] }]);
    expect(other.said.operations).toMatchObject([{ calls: 2, failures: 2, gone_fields: [] }]);
    expect(near.said.operations).toMatchObject([{ gone_fields: [] }]);
    expect(one.said.operations[0]?.['answer']).toEqual([
      { field: 'data.checkout_id', before: null, after: 'string' },
      { field: 'data.payment_url', before: null, after: 'string' },
      { field: 'data.requires_polling', before: 'integer: 0, 1', after: 'boolean' },
      { field: 'data.session', before: 'string', after: null },
    ]);
    expect(one.said.operations[0]?.['failure']).toContainEqual({
      field: 'text',
      before: 'string',
      after: null,
    });
  });

  it('knows the operation that the later version removes', async () => {
    const one = await anApp();
    await call(one, 'GET', '/v1/account/available');
    await recorded(one, 1);

    const { exitCode, said } = await rehearse(one);

    expect(exitCode).toBe(8);
    expect(said.operations).toMatchObject([{ operation: 'getAvailable', removed: true }]);
    expect((await rehearse(one, v2)).exitCode).toBe(0);
  });

  it('leaves out calls that name their version, and older days than were asked for', async () => {
    const one = await anApp();
    await call(one, 'GET', '/v1/transactions?q=tea', undefined, { 'service-version': v1 });
    await recorded(one, 1);
    const byHeader = await rehearse(one);
    await call(one, 'GET', '/v1/transactions?q=tea');
    await recorded(one, 2);
    await app.database.asOwner('UPDATE sandbox.app_traffic SET day = day - 9 WHERE NOT by_header');

    const [ten, nine] = [await rehearse(one, v3, '--days 10'), await rehearse(one, v3, '--days 9')];

    expect([byHeader, ten, nine].map(({ exitCode }) => exitCode)).toEqual([0, 8, 0]);
    expect(byHeader.said).toMatchObject({ calls_by_header: 1, touched: false });
  });

  it('shows an event of the app as it is read today and after the move, without personal data', async () => {
    const [one, other] = [await anApp('http://127.0.0.1:9/hook'), await anApp()];
    const phone = '0771111111';
    const body = aCheckout({ ...aWalletCheckout(phone), customerEmail: 'rudo@example.test' });
    await call(one, 'POST', '/v1/checkout/create', body);
    await call(one, 'POST', '/v1/test/clock', { advance_seconds: 10 });

    const [{ said, data }, free] = [await rehearse(one), await rehearse(other)];

    const [event] = said.events;
    const [before, after] = [event?.['before'] as Shape, event?.['after'] as Shape];
    expect(said.events).toHaveLength(1);
    expect(event).toMatchObject({ type: 'payment.capture.completed', events: 1, delivered: 0, more: false });
    expect([before['api_version'], after['api_version']]).toEqual([v1, v3]);
    expect(before['data']).toMatchObject({ reference: body['reference'], psp: 'sandbox_wallet_a' });
    expect(after['data']).toMatchObject({ merchantTransactionId: body['reference'] });
    expect(after['data']).not.toHaveProperty('psp');
    expect(event?.['fields']).toEqual([
      { field: 'data.merchantTransactionId', before: null, after: JSON.stringify(body['reference']) },
      { field: 'data.psp', before: '"sandbox_wallet_a"', after: null },
      { field: 'data.reference', before: JSON.stringify(body['reference']), after: null },
    ]);
    expect(data).not.toMatch(/rudo@|0?771111111/);
    expect(free.said.events).toEqual([]);
  });

  it('says it in lines to a person', async () => {
    const one = await anApp();
    await call(one, 'GET', '/v1/transactions?q=tea');
    await recorded(one, 1);

    const { data, words } = await version(`rehearse --app ${one.id} --to ${v3}`);

    expect(data).toContain('listTransactions: 1 calls, 0 of them failed');
    expect(data).toContain('  change: Rename the parameter q to search (2099-01-01)');
    expect(data).toContain('  parameters in use that go: q');
    expect(words).toContain('Its calls are recorded since');
  });

  it('refuses a version that is not there or earlier, and says when it knows no traffic', async () => {
    const one = await anApp();
    const unknown = await version(`rehearse --app ${one.id} --to 2097-01-01`);
    const nothing = await rehearse(one);
    await version(`pin --app ${one.id} --to ${v2}`);
    const back = await version(`rehearse --app ${one.id} --to ${v1}`);

    expect(unknown).toMatchObject({ exitCode: 2, words: expect.stringContaining(`${v1}, ${v2}, ${v3}`) });
    expect(back).toMatchObject({ exitCode: 2, words: expect.not.stringContaining(v1) });
    expect(nothing).toMatchObject({ exitCode: 0, words: expect.stringContaining('No call of this app') });
  });
});

const traffic = (fields: string[], apiVersion: string = v1) => ({
  operation: 'createCheckout',
  api_version: apiVersion,
  by_header: false,
  calls: 1n,
  failures: 0n,
  last_at: new Date('2026-01-01'),
  fields,
  parameters: [],
  codes: [],
});

describe('a change of requests', () => {
  it.each([
    ['touches who sends the field that goes', v3, traffic(['amount', 'reference']), true],
    ['does not touch who leaves it out', v3, traffic(['amount']), false],
    ['does not touch who sent the later name in the later version', v3, traffic(['reference'], v3), false],
    ['touches who sends anything, if no field goes', v2, traffic(['amount']), true],
    ['does not touch who sends nothing', v2, traffic([]), false],
  ])('%s', (_name, date, given, expected) => {
    const title = 'Change requests';
    const parts = new Set(['request'] as const);
    const change = { version: date, title, touches: ['createCheckout'], parts };

    const touched = touchedOperations(apiVersions, { from: v1, to: date }, [change], [given]);

    expect(touched.map(({ operation }) => operation)).toEqual(expected ? ['createCheckout'] : []);
  });
});

/** As if operators had made all their changes earlier. The list cannot be rewritten but by switching off its trigger. */
async function earlier(hours: number): Promise<void> {
  await app.database.asOwner('ALTER TABLE platform.operator_changes DISABLE TRIGGER append_only');
  await app.database.asOwner(
    'UPDATE platform.operator_changes SET created_at = created_at - make_interval(hours => $1) WHERE merchant_id = $2',
    [hours, merchant.merchantId],
  );
  await app.database.asOwner('ALTER TABLE platform.operator_changes ENABLE TRIGGER append_only');
}

const pin = ({ id }: OneApp, to: string) => version(`pin --app ${id} --to ${to} --json`);
const set = ({ id }: OneApp, to: string) => mpsHere(`app set --app ${id} --api-version ${to} --json`, env);

describe('mps version pin', () => {
  it('moves an app, and back 71 hours later', async () => {
    const one = await anApp();
    const moved = await pin(one, v3);
    await earlier(71);
    const back = await pin(one, v1);

    expect(jsonOf(moved)['api_version']).toBe(v3);
    expect(moved.words).toContain(`mps version pin --app ${one.id} --to ${v1}`);
    expect([back.exitCode, jsonOf(back)['api_version']]).toEqual([0, v1]);
  });

  it('refuses the way back 73 hours later, by either command, and says what to do instead', async () => {
    const one = await anApp();
    await pin(one, v3);
    await earlier(73);

    const refused = [await pin(one, v1), await set(one, v1)];

    for (const { exitCode, data, words } of refused) {
      expect([exitCode, data]).toEqual([5, '']);
      expect(words).toMatch(/left 2026-01-01 at .*72 hours.*Service-Version: 2026-01-01/);
    }
    expect(jsonOf(await mpsHere(`app show --app ${one.id} --json`, env))['api_version']).toBe(v3);
  });

  it('refuses an earlier version that the app did not come from', async () => {
    const one = await anApp();
    await pin(one, v3);

    const refused = [await pin(one, v2), await set(one, v2)];

    expect(refused.map(({ exitCode }) => exitCode)).toEqual([5, 5]);
    expect(refused[0]?.words).toContain('was not moved from 2098-01-01');
  });

  it('knows a move that mps app set made, and remembers both', async () => {
    const one = await anApp();
    await set(one, v2);
    await pin(one, v3);
    const back = [await pin(one, v2), await pin(one, v1), await pin(one, v1)];

    const { changes } = jsonOf(
      await mpsHere(`merchant changes --merchant ${showId('mer', merchant.merchantId)} --json`, env),
    );
    const own = (changes as readonly Shape[]).filter(({ app_id: id }) => id === one.id);
    expect(back.map((ended) => jsonOf(ended)['api_version'])).toEqual([v2, v1, v1]);
    expect(own.map(({ details }) => (details as Shape)['api_version'])).toEqual([
      { before: v2, after: v1 },
      { before: v3, after: v2 },
      { before: v2, after: v3 },
      { before: v1, after: v2 },
    ]);
    await soon(async () => {
      await recordSettingsChanges(app.service.contexts.sandbox);
      const events = await app.database.asOwner(
        `SELECT data FROM sandbox.events WHERE type = 'merchant.settings.updated' AND data LIKE '%' || $1 || '%'`,
        [one.id],
      );
      expect(events.map(({ data }) => JSON.parse(String(data)) as unknown)).toEqual(
        Array.from({ length: 4 }, () => ({ id: one.id, changed: ['api_version'] })),
      );
    });
  });

  it('refuses a version that was not released', async () => {
    expect(await pin(await anApp(), '2097-01-01')).toMatchObject({ exitCode: 2, data: '' });
  });
});
