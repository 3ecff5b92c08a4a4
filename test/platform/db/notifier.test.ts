import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Notifier, openNotifier } from '../../../src/platform/db/notifier.ts';
import { clientOptions } from '../../../src/platform/db/pool.ts';
import { roles } from '../../../src/platform/db/roles.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let here: Notifier;
let elsewhere: Notifier;

beforeAll(async () => {
  database = await cloneDatabase();
  const options = clientOptions({
    role: roles[0],
    url: database.url,
    own: false,
    secretKey: database.secretKey,
  });
  here = openNotifier(options, () => undefined);
  elsewhere = openNotifier(options, () => undefined);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.close();
});

/** How often a channel was heard. */
function ear(bell: Notifier, channel: string): { readonly heard: () => number; readonly stop: () => void } {
  let times = 0;
  const stop = bell.listen(channel, () => {
    times += 1;
  });
  return { heard: () => times, stop };
}

/** Until the other process's connection listens. */
function listening(channel: string): Promise<void> {
  return vi.waitFor(async () => {
    const rows = await database.asOwner(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND state = 'idle'",
      [`LISTEN "${channel}"`],
    );
    expect(rows.length).toBeGreaterThan(0);
  });
}

test('who rings is heard in his own process at once', () => {
  const own = ear(here, 'at_once');
  here.notify('at_once');

  expect(own.heard()).toBe(1);
});

test('is heard in other processes, and not again in his own', async () => {
  const own = ear(here, 'both');
  const other = ear(elsewhere, 'both');
  await listening('both');
  here.notify('both');

  await vi.waitFor(() => expect(other.heard()).toBe(1));
  expect(own.heard()).toBe(1);
});

test('a hundred rings in a row are two notifications at most', async () => {
  const other = ear(elsewhere, 'often');
  const last = ear(elsewhere, 'afterwards');
  await listening('afterwards');
  for (let ring = 0; ring < 100; ring += 1) here.notify('often');
  await vi.waitFor(() => expect(other.heard()).toBeGreaterThan(0));
  // Notifications of one connection arrive in order.
  here.notify('afterwards');
  await vi.waitFor(() => expect(last.heard()).toBe(1));

  expect(other.heard()).toBeLessThanOrEqual(2);
});

test('who has stopped listening hears nothing', () => {
  const own = ear(here, 'stopped');
  own.stop();
  here.notify('stopped');

  expect(own.heard()).toBe(0);
});

test('a broken connection is made anew, and listens again', async () => {
  const other = ear(elsewhere, 'again');
  await listening('again');
  await database.asOwner(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

  await vi.waitFor(
    () => {
      here.notify('again');
      expect(other.heard()).toBeGreaterThan(0);
    },
    { timeout: 5000, interval: 50 },
  );
});

test('another program may ring too', async () => {
  const own = ear(here, 'by_hand');

  await vi.waitFor(async () => {
    await database.asOwner('NOTIFY by_hand');
    expect(own.heard()).toBeGreaterThan(0);
  });
});
