import { afterAll, beforeAll, expect, it } from 'vitest';
import { asset, script } from '../../../src/pages/assets/assets.ts';
import { type App, startApp } from '../../support/service/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const open = (path: string) => fetch(`${app.baseUrl}${path}`, { redirect: 'manual' });
const ofAnother = (path: string) => path.replace(/[0-9a-f]{16}/, '0123456789abcdef');

it.each([asset.style, asset.script, asset.htmx, script])(
  'sends browsers on that ask for $path of another release, until a process has it',
  async ({ path, text }) => {
    const first = await open(ofAnother(path));
    const found = await open(`${path}?try=1`);

    expect([first.status, first.headers.get('location')]).toEqual([307, `${ofAnother(path)}?try=1`]);
    // A proxy that kept the connection might choose this process again.
    expect(first.headers.get('connection')).toBe('close');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect([found.status, await found.text()]).toEqual([200, text]);
  },
);

it('says in the end that no process has it, before a browser gives up', async () => {
  const statuses = [];
  for (let next: string | null = ofAnother(asset.style.path); next !== null; ) {
    const answer: Response = await open(next);
    statuses.push(answer.status);
    next = answer.headers.get('location');
  }

  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 307), 404]);
});

it.each([
  '/assets/other.0123456789abcdef.css',
  '/assets/dashboard.css',
  '/assets/dashboard.0123456789abcdef.css/x',
])('sends nobody on from %s', async (path) => {
  expect((await open(path)).status).toBe(404);
});
