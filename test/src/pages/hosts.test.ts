import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openedCheckout } from '../../support/builders/build.ts';
import { createdLink } from '../../support/builders/counter.ts';
import { apiOf } from '../../support/service/api.ts';
import { type App, startApp } from '../../support/service/app.ts';
import { sendBytes } from '../../support/service/raw.ts';

const apps: App[] = [];
/** A page where a card is typed, that of a link, and that of the dashboard. */
type Paths = readonly [string, string, string];

/** Starts the service at these public addresses. */
async function opened(addresses: Parameters<typeof startApp>[0] & object): Promise<[App, Paths]> {
  const app = await startApp({ role: 'api', ...addresses });
  apps.push(app);
  const api = apiOf(app.baseUrl, (await app.aMerchant()).secretKey);
  const [{ checkout_id: id }, { slug }] = [await openedCheckout(api), await createdLink(api)];
  return [app, [`/test/c/${id}`, `/test/p/${slug}`, '/dashboard/sign-in']];
}
afterAll(async () => {
  for (const app of apps) await app.stop();
});

async function statusesAt(host: string, app: App, paths: Paths): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  for (const path of paths) {
    const asked = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    statuses.push((await sendBytes(app.baseUrl, asked))[0]?.status);
  }
  return statuses;
}

describe('a dashboard with a host name of its own', () => {
  let at: (host: string) => Promise<(number | undefined)[]>;
  beforeAll(async () => {
    const pages = { checkout: 'http://checkout.example', pay: 'http://pay.example' };
    const [app, paths] = await opened({ addresses: { ...pages, dashboard: 'http://office.example' } });
    at = (host) => statusesAt(host, app, paths);
  });

  it.each(['office.example', 'office.example:8443', 'OFFICE.example'])(
    'has no page there where cards are typed: %s',
    async (host) => {
      expect((await at(host)).slice(0, 2)).toEqual([404, 404]);
    },
  );

  it.each(['checkout.example', 'pay.example', '127.0.0.1'])('is not at any other: %s', async (host) => {
    expect(await at(host)).toEqual([200, 200, 404]);
  });

  it('is there', async () => {
    expect((await at('office.example')).at(-1)).toBe(200);
  });
});

describe('a dashboard that shares its host name with the pages of payments, as in development', () => {
  it.each([
    ['no address is set', {}],
    ['one address is set for all', { dashboard: 'http://my.example', checkout: 'http://my.example:81' }],
  ])('is there beside them: %s', async (_case, addresses) => {
    const [app, paths] = await opened({ addresses });

    expect(await statusesAt('my.example', app, paths)).toEqual([200, 200, 200]);
  });
});
