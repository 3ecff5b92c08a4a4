import { afterAll, beforeAll, expect, it } from 'vitest';
import { showId } from '../../../../../../src/platform/ids.ts';
import type { Client, Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let owner: Client;
beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  owner = await office.as('owner');
});
afterAll(() => office.stop());

const apps = '/dashboard/test/apps';
const send = async (path: string, ending: string, fields = {}): Promise<Shown> =>
  await owner.submit(await owner.open(path), ending, fields);

/** An app with an address for webhooks, a former secret that still signs, and two keys beside the usual ones. */
async function anApp(name: string) {
  const made = await send(`${apps}/new`, '/apps/new', { name });
  const at = `${apps}/${/\/apps\/(app_[0-9a-f]{32})/.exec(made.text)?.[1]}`;
  await send(`${at}/webhook`, '/webhook', {
    url: `https://${name}.example/hooks`,
    events: ['payment.capture.completed'],
  });
  await send(`${at}/webhook`, '/secret', { how: 'usual' });
  return { at, toRoll: await aKey(at), toRevoke: await aKey(at) };
}

async function aKey(at: string) {
  const shown = await send(`${at}/keys/new`, '/keys/new', {
    kind: 'restricted',
    permissions: ['account:read'],
  });
  const last4 = /rk_test_[0-9A-Za-z]{20,}/.exec(shown.text)?.[0].slice(-4) ?? '';
  const [row] = await office.app.database.asOwner('SELECT id FROM platform.api_keys WHERE last4 = $1', [
    last4,
  ]);
  return { at: `${at}/keys/${showId('key', String(row?.['id']))}`, last4 };
}

type App = Awaited<ReturnType<typeof anApp>>;

const acts: Readonly<Record<string, (of: App) => Promise<Shown>>> = {
  'sets the webhook': ({ at }) =>
    send(`${at}/webhook`, '/webhook', {
      url: 'https://new.example/hooks',
      events: ['payment.refund.completed'],
    }),
  'pauses the webhook': ({ at }) => send(`${at}/webhook`, '/pause'),
  'resumes the webhook': ({ at }) => send(`${at}/webhook`, '/resume'),
  'ends the former secret': ({ at }) => send(`${at}/webhook`, '/end-previous'),
  'replaces the secret': ({ at }) => send(`${at}/webhook`, '/secret', { how: 'usual' }),
  'replaces the secret at once': async ({ at }) => {
    await send(`${at}/webhook`, '/end-previous');
    return await send(`${at}/webhook`, '/secret', { how: 'now' });
  },
  'sets permissions': ({ toRoll }) =>
    send(toRoll.at, '/permissions', { permissions: ['account:read', 'payouts:read'] }),
  'rolls a key': ({ toRoll }) => send(toRoll.at, '/roll', { keep: '24' }),
  'revokes a key': ({ toRevoke: { at, last4 } }) => send(at, '/revoke', { last4 }),
  'switches features': ({ at }) => send(at, '/features', { features: ['refunds'] }),
  'creates a key': ({ at }) => send(`${at}/keys/new`, '/keys/new', { kind: 'secret' }),
};

/** The rows of apps, each as one text with its table. */
async function rows(): Promise<ReadonlySet<string>> {
  const { asOwner } = office.app.database;
  const tables = await asOwner(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'platform' AND table_type = 'BASE TABLE' AND (column_name = 'app_id' OR table_name = 'api_apps' AND column_name = 'id')`,
  );
  const found = tables.map(
    ({ name }) => `SELECT '${String(name)} ' || to_jsonb(t)::text AS row FROM platform."${String(name)}" t`,
  );
  const all = await asOwner(
    `SELECT row FROM (${found.join(' UNION ALL ')}) everything WHERE row LIKE '%' || $1::text || '%'`,
    [office.merchant.merchantId],
  );
  return new Set(all.map(({ row }) => String(row)));
}

it('what is done with one app leaves the others of the merchant as they were', async () => {
  const own = await anApp('first');
  const before = await rows();
  await anApp('second');
  const others = [...(await rows())].filter((row) => !before.has(row));
  const tables = new Set(others.map((row) => row.split(' ', 1)[0]));
  expect(tables).toEqual(
    new Set(['api_apps', 'api_keys', 'operator_changes', 'settings_changes', 'webhook_endpoints']),
  );
  const changed: unknown[] = [];
  for (const [name, act] of Object.entries(acts)) {
    const [earlier, answered] = [await rows(), await act(own)];
    const after = await rows();
    expect({ name, status: answered.status }).toEqual({ name, status: 200 });
    expect({ name, acted: [...after].some((row) => !earlier.has(row)) }).toEqual({ name, acted: true });
    const gone = others.filter((row) => !after.has(row));
    if (gone.length > 0) changed.push({ name, gone: gone.map((row) => row.slice(0, 300)) });
  }
  expect(changed).toEqual([]);
});
