import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../../../src/pages/dashboard/routes/areas.ts';
import { prepared } from './busy-shop.ts';
import { type Office, openOffice } from './office.ts';
import { walk } from './walk.ts';

let office: Office;
/** Addresses of a merchant's own objects: of their screens, and of the forms on them. */
let screens: readonly string[];
let forms: readonly string[];

const hasId = (address: string): boolean => /[a-z]+_[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27}/.test(address);

beforeAll(async () => {
  office = await openOffice();
  const owner = await office.as('owner');
  await prepared(office);
  const shown = [...(await walk(owner)).values()].filter((path) => path.startsWith('/dashboard/test'));
  const actions = new Set<string>();
  for (const path of shown) {
    const { text } = await owner.open(path);
    for (const [, action = ''] of text.matchAll(/(?:<form method="post" |\bform)action="([^"?]*)/g))
      actions.add(action);
  }
  screens = shown.filter((path) => hasId(path));
  const known = [...actions].filter((action) => hasId(action));
  forms = [...known, ...derived([...screens, ...known])];
});
afterAll(() => office.stop());

/** The addresses that change an object of the merchant. */
const posts = allRoutes
  .filter(({ kind, method, path }) => kind === 'merchant' && method === 'POST' && path.includes('/:'))
  .map(({ path }) => path);

const patternOf = (path: string, end: string): RegExp =>
  new RegExp(`^/dashboard/test${path.replaceAll(/:\w+/g, '[^/]+')}${end}`);

/** Forms that no screen shows at the moment, such as the one that resumes what was not paused: made of an object's other addresses. */
function derived(addresses: readonly string[]): readonly string[] {
  return posts.flatMap((path) => {
    const upToId = path.replace(/\/[^:/]*$/, '');
    const rest = path.slice(upToId.length);
    const found = addresses.map((address) => patternOf(upToId, '').exec(address)?.[0]);
    return found
      .filter((address) => address !== undefined)
      .slice(0, 1)
      .map((address) => address + rest);
  });
}

/** The shop has no recovery. A stranger's is tried by the test of events. */
const triedElsewhere = ['/events/recover/:recovery/continue'];

describe('what belongs to another merchant', () => {
  it('is on no screen that a stranger opens', async () => {
    const stranger = await office.stranger();
    const opened: string[] = [];
    for (const path of screens) if ((await stranger.get(path)).status !== 404) opened.push(path);

    expect(screens.length).toBeGreaterThan(20);
    expect(opened).toEqual([]);
  });

  it('is changed by no form that a stranger sends', async () => {
    const stranger = await office.stranger();
    const { text } = await stranger.open('/dashboard/merchants');
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const done: string[] = [];
    for (const action of forms) {
      const { status } = await stranger.post(action, { token });
      if (status !== 404) done.push(`${status} ${action}`);
    }

    expect(done).toEqual([]);
  });

  it('is tried for every form of an object', () => {
    const missing = posts.filter((path) => !forms.some((action) => patternOf(path, '$').test(action)));

    expect(missing.toSorted()).toEqual(triedElsewhere.toSorted());
  });
});
