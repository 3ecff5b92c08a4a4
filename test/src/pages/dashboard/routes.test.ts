import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { may, type Role, roles } from '../../../../src/domain/people/roles/roles.ts';
import { navGroups } from '../../../../src/pages/dashboard/parts/nav.ts';
import type { Route } from '../../../../src/pages/dashboard/requests/route.ts';
import { allRoutes } from '../../../../src/pages/dashboard/routes/areas.ts';
import { entryWords } from '../../../../src/pages/words/dashboard/entry.ts';
import { frameWords } from '../../../../src/pages/words/dashboard/frame.ts';
import { type Client, formOf, type Shown } from './client.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());

const unknownId = '0'.repeat(12) + '7000800000000000ab'.padEnd(20, '0');

/** The address of a route in test mode, with ids that nobody has. */
function addressOf({ kind, path }: Route): string {
  const below = path.replace(/:(\w+)/g, (_, name: string) => `${prefixes[name] ?? name}${unknownId}`);
  return `/dashboard${kind === 'merchant' ? '/test' : ''}${below}`;
}

/** Name of a parameter → the prefix of its ids. */
const prefixes: Readonly<Record<string, string>> = { merchant: 'mer_' };

const name = (route: Route): string =>
  `${route.method} ${route.path} (${route.kind === 'anybody' ? 'anybody' : route.who})`;
const posts = allRoutes.filter(({ method }) => method === 'POST');
const isSignIn = ({ location }: Shown): boolean => location?.startsWith('/dashboard/sign-in') === true;
const roleForbids = frameWords.errors.right('').title;

const tokens = new Map<Client, string>();

/** The token of the forms of a session, read once: an address may ask only so often in a minute. */
async function tokenOf(client: Client): Promise<string> {
  const known = tokens.get(client);
  if (known !== undefined) return known;
  const { text } = await client.open('/dashboard/merchants');
  const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  tokens.set(client, token);
  return token;
}

describe('every address of the dashboard', () => {
  it('stands once in the list that the server mounts', () => {
    const addresses = allRoutes.map((route) => `${route.method} ${addressOf(route)}`);

    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
  });

  it.each(posts.filter(({ kind }) => kind !== 'anybody').map((route) => [name(route), route] as const))(
    'sends a visitor without a session to sign in: %s',
    async (_, route) => {
      expect(isSignIn(await office.aBrowser().post(addressOf(route), {}))).toBe(true);
    },
  );

  it.each(posts.map((route) => [name(route), route] as const))(
    'refuses a form without its token: %s',
    async (_, route) => {
      const client = route.kind === 'anybody' ? office.aBrowser() : await office.as('owner');
      const { status } = await client.post(addressOf(route), {});

      expect(status).toBe(403);
    },
  );

  it('gives back a form that was opened before its sender signed in, with what was typed', async () => {
    const { present } = formOf(await office.aBrowser().open('/dashboard/sign-in'), '/sign-in');
    const typed = { email: 'ann@example.com', password: 'wrong' };
    const client = await office.as('owner');
    const again = await client.post('/dashboard/sign-in', { ...present, ...typed });
    const elsewhere = await client.post('/dashboard/merchants/:merchant', { ...present, ...typed });

    expect([again.status, elsewhere.status]).toEqual([409, 403]);
    expect(again.text).toContain(frameWords.errors.tooOld.title);
    expect(formOf(again, '/sign-in').present).toMatchObject({ email: [typed.email], password: [''] });
  });

  it.each(posts.map((route) => [name(route), route] as const))(
    'refuses a form that another site sends: %s',
    async (_, route) => {
      const client = route.kind === 'anybody' ? office.aBrowser() : await office.as('owner');
      const token = await tokenOf(await office.as('owner'));
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
        const { status } = await client.post(addressOf(route), { token }, headers);

        expect(status).toBe(403);
      }
    },
  );

  it.each(
    allRoutes.flatMap((route) =>
      route.kind === 'merchant'
        ? roles.filter((role) => !may(role, route.who)).map((role) => [role, name(route), route] as const)
        : [],
    ),
  )('refuses %s: %s', async (role, _, route) => {
    const client = await office.as(role);
    const shown =
      route.method === 'GET'
        ? await client.get(addressOf(route))
        : await client.post(addressOf(route), { token: await tokenOf(client) });

    expect(shown.status).toBe(403);
  });

  it.each([
    ['viewer', '/payouts/new'],
    ['developer', '/payouts/new'],
    ['viewer', '/team/invite'],
    ['developer', '/team/invite'],
    ['finance', '/team/invite'],
  ] as const)('lets no %s post to %s', async (role, path) => {
    const client = await office.as(role);
    const { status, text } = await client.post(`/dashboard/test${path}`, { token: await tokenOf(client) });

    expect(status).toBe(403);
    expect(text).toContain(roleForbids);
  });

  it.each(
    allRoutes
      .filter(({ kind, who }: Route & { who?: string }) => kind === 'person' && who === 'operator')
      .map((route) => [name(route), route] as const),
  )('refuses an owner who is no operator: %s', async (_, route) => {
    const client = await office.as('owner');
    const shown =
      route.method === 'GET'
        ? await client.get(addressOf(route))
        : await client.post(addressOf(route), { token: await tokenOf(client) });

    expect(shown.status).toBe(403);
  });
});

/** Whether a screen is shown at an address that was made of a route by `addressOf`. */
const isScreen = (address: string): boolean =>
  allRoutes.some((route) => route.method === 'GET' && addressOf(route) === address);

describe('a fresh proof of who asks', () => {
  const proving = posts.filter(({ stepUp }) => stepUp === true);
  let client: Client;
  let token: string;

  /** Where a person goes on after they have proved who they are. */
  async function wayBackFrom(route: Route): Promise<string> {
    const { location = '' } = await client.post(addressOf(route), { token });
    const asked = new URL(location, client.baseUrl);
    expect(asked.pathname).toBe('/dashboard/confirm');
    return asked.searchParams.get('next') ?? '';
  }

  beforeAll(async () => {
    const { merchantId } = office.merchant;
    const person = await office.aPerson({ role: 'owner', merchantId, isOperator: true });
    client = office.aBrowser();
    await client.signIn(person.email, person.password);
    token = await tokenOf(client);
    await office.app.database.asOwner(
      `UPDATE platform.dashboard_sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [person.userId],
    );
  });

  it.each(proving.map((route) => [name(route), route] as const))(
    'leads back to a screen: %s',
    async (_, route) => {
      expect(await wayBackFrom(route)).toSatisfy(isScreen);
    },
  );

  it.each([
    ['/payouts/new', '/payouts/new'],
    ['/payouts/preview', '/payouts'],
    ['/payouts/destinations/new', '/payouts/destinations/new'],
    ['/apps/new', '/apps/new'],
    ['/apps/:app/features', '/apps/:app'],
    ['/apps/:app/keys/new', '/apps/:app/keys/new'],
    ['/apps/:app/keys/:key/permissions', '/apps/:app/keys/:key'],
    ['/team/invite', '/team/invite'],
    ['/team/codes/remove', '/team'],
    ['/operators/merchants/:merchant/money/:mode/offers', '/operators/merchants/:merchant/money'],
  ])('is asked for eleven minutes after the last one: %s', async (path, back) => {
    const route = posts.find((each) => each.path === path);
    if (!route) throw new Error(`nothing is posted to ${path}`);

    expect(await wayBackFrom(route)).toBe(addressOf({ ...route, path: back }));
  });

  it.each([
    ['the proof', entryWords.confirm.notDone, () => client],
    ['the way to sign in', entryWords.signIn.notDone, () => office.aBrowser()],
  ])('says that nothing was done, where a form leads to %s', async (_, words, browser) => {
    const { location = '' } = await browser().post('/dashboard/test/agents/new', { token, name: 'Ann' });

    expect((await browser().open(location)).text).toContain(words);
  });

  it('is asked for before anything is typed, where a screen is one form', async () => {
    const shown = await Promise.all(
      ['/team/invite', '/agents/new', '/payouts/new'].map((path) => client.get(`/dashboard/test${path}`)),
    );

    expect(shown.map(({ location }) => location?.split('?')[0])).toEqual(
      shown.map(() => '/dashboard/confirm'),
    );
  });
});

describe('the menu', () => {
  const entries = navGroups.flatMap(({ items }) => items);

  it.each(entries.map((item) => [item.path, item] as const))(
    'leads to a screen of each mode that has it: %s',
    async (_, item) => {
      const client = await office.as('owner');
      const bases = item.only === 'sandbox' ? ['/dashboard/test'] : ['/dashboard/test', '/dashboard/live'];
      for (const base of bases) {
        const shown = await client.open(base + item.path);

        expect([shown.status, base + item.path]).toEqual([200, shown.path]);
        expect(shown.text).toContain('aria-current="page"');
      }
    },
  );
});

describe('a suspended merchant', () => {
  // A service of its own: the calls above are almost as many as one address may make in a minute.
  let suspended: Office;
  const paths = ['/agents/new', '/audit', '/events/signatures', '/readers/new', '/team/invite'];
  const forbidden: readonly (readonly [Role, readonly string[]])[] = [
    ['owner', []],
    ['developer', ['/agents/new', '/audit', '/readers/new', '/team/invite']],
    ['finance', ['/events/signatures', '/team/invite']],
    ['viewer', paths],
  ];

  beforeAll(async () => {
    suspended = await openOffice({ role: 'api' });
    await suspended.app.database.asOwner(`UPDATE platform.merchants SET status = 'suspended' WHERE id = $1`, [
      suspended.merchant.merchantId,
    ]);
  });
  afterAll(() => suspended.stop());

  it.each(forbidden)('is read by a member as far as their role allows: %s', async (role, refused) => {
    const client = await suspended.as(role);
    const answers: unknown[] = [];
    for (const path of paths) answers.push([path, (await client.get(`/dashboard/test${path}`)).status]);

    expect(answers).toEqual(paths.map((path) => [path, refused.includes(path) ? 403 : 200]));
  });

  it('is changed by nobody', async () => {
    const owner = await suspended.as('owner');
    const { status, text } = await owner.post('/dashboard/test/readers/new', { token: await tokenOf(owner) });

    expect(status).toBe(403);
    expect(text).toContain(frameWords.errors.suspended.text);
  });
});
