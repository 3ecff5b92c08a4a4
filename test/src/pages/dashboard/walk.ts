import type { Route } from '../../../../src/pages/dashboard/requests/route.ts';
import { allRoutes } from '../../../../src/pages/dashboard/routes/areas.ts';
import type { Client } from './client.ts';

/** Answers that are no screens. */
const noScreens = /(?:\/stream|\.csv|\.svg|\/content|\/documents\/:document)$/;

export const screens = allRoutes.filter(
  ({ kind, method, path }) =>
    method === 'GET' && !noScreens.test(path) && !(kind === 'person' && path === ''),
);

function routeOf(address: string): Route | undefined {
  const [path = ''] = address.split('?');
  return screens.find(({ kind, path: pattern }) => {
    const below = pattern.replace(/:\w+/g, '[^/]+');
    return new RegExp(`^/dashboard${kind === 'merchant' ? '/(?:test|live)' : ''}${below}$`).test(path);
  });
}

/** Follows every link of the dashboard until each route has shown a screen. */
export async function walk(client: Client): Promise<ReadonlyMap<Route, string>> {
  const found = new Map<Route, string>();
  const waiting = [
    '/dashboard/test',
    '/dashboard/account',
    '/dashboard/merchants',
    '/dashboard/confirm',
    '/dashboard/outbox',
    '/dashboard/operators',
  ];
  const seen = new Set(waiting);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { status, text, path } = await client.open(address);
    const route = routeOf(path);
    if (status !== 200 || !route) continue;
    if (!found.has(route)) found.set(route, path);
    for (const [, link = ''] of text.matchAll(/ href="(\/dashboard[^"#]*)"/g)) {
      const plain = link.replaceAll('&amp;', '&');
      const leadsTo = routeOf(plain);
      if (seen.has(plain) || !leadsTo || found.has(leadsTo)) continue;
      seen.add(plain);
      waiting.push(plain);
    }
  }
  return found;
}
