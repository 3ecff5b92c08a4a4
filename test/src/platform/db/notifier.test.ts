import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  inTransaction,
  inTransactionAcrossMerchants,
  notifierOf,
} from '../../../../src/platform/db/database.ts';
import { type Notifier, openNotifier } from '../../../../src/platform/db/notifier.ts';
import { clientOptions } from '../../../../src/platform/db/pool.ts';
import { roles } from '../../../../src/platform/db/roles.ts';
import { newId } from '../../../../src/platform/ids.ts';
import { soon } from '../../../support/checks/soon.ts';
import { proxyTo } from '../../../support/faults/proxy.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/service/database.ts';

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
  here = openNotifier([options], () => undefined);
  elsewhere = openNotifier([options], () => undefined);
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
  await database.close();
});

/** Counts the notifications of a channel. */
function counter(
  notifier: Notifier,
  channel: string,
): { readonly count: () => number; readonly stop: () => void } {
  let times = 0;
  const stop = notifier.listen(channel, () => {
    times += 1;
  });
  return { count: () => times, stop };
}

/** Waits until the other process's connection listens. */
function listening(channel: string): Promise<void> {
  return soon(async () => {
    const rows = await database.asOwner(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND state = 'idle'",
      [`LISTEN "${channel}"`],
    );
    expect(rows.length).toBeGreaterThan(0);
  });
}

test('a notification reaches its own process at once', () => {
  const own = counter(here, 'at_once');
  here.notify('at_once');

  expect(own.count()).toBe(1);
});

test('a notification reaches other processes, and its own only once', async () => {
  const own = counter(here, 'both');
  const other = counter(elsewhere, 'both');
  await listening('both');
  here.notify('both');

  await soon(() => expect(other.count()).toBe(1));
  expect(own.count()).toBe(1);
});

test('a notification names the merchants whose work is due, and nobody if they are too many for one', async () => {
  const heard: string[][] = [];
  elsewhere.listen('named', (merchantIds) => void heard.push([...merchantIds]));
  await listening('named');
  const [one, other] = [newId(), newId()];
  here.notify('named', one);
  here.notify('named', other);
  here.notify('named', one);
  await soon(() => expect(heard).toHaveLength(1));
  for (let count = 0; count <= 200; count += 1) here.notify('named', newId());
  await soon(() => expect(heard).toHaveLength(2));
  here.notify('named', one);
  here.notify('named');
  await soon(() => expect(heard).toHaveLength(3));

  expect(heard).toEqual([[one, other], [], []]);
});

test('a transaction names its merchant when it tells of work, and one across merchants names nobody', async () => {
  const { sandbox } = database.databases;
  const { notifier, channel } = notifierOf(sandbox);
  const heard: string[][] = [];
  const stop = notifier.listen(channel('jobs'), (merchantIds) => void heard.push([...merchantIds]));
  const merchant = newId();

  await inTransaction(sandbox, merchant, async (tx) => void tx.notifications.add('jobs'));
  await inTransactionAcrossMerchants(sandbox, async (tx) => void tx.notifications.add('jobs'));
  stop();

  expect(heard).toEqual([[merchant], []]);
});

test('a hundred notifications in a row are merged into at most two', async () => {
  const other = counter(elsewhere, 'often');
  const last = counter(elsewhere, 'afterwards');
  await listening('afterwards');
  for (let count = 0; count < 100; count += 1) here.notify('often');
  await soon(() => expect(other.count()).toBeGreaterThan(0));
  // Notifications of one connection arrive in order.
  here.notify('afterwards');
  await soon(() => expect(last.count()).toBe(1));

  expect(other.count()).toBeLessThanOrEqual(2);
});

test('a listener that has stopped receives nothing', () => {
  const own = counter(here, 'stopped');
  own.stop();
  here.notify('stopped');

  expect(own.count()).toBe(0);
});

test('the notifier reconnects and listens again after its connection breaks', async () => {
  const other = counter(elsewhere, 'again');
  await listening('again');
  await database.asOwner(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

  await soon(() => {
    here.notify('again');
    expect(other.count()).toBeGreaterThan(0);
  });
});

test('a NOTIFY from another program is received too', async () => {
  const own = counter(here, 'by_hand');

  await soon(async () => {
    await database.asOwner('NOTIFY by_hand');
    expect(own.count()).toBeGreaterThan(0);
  });
});

test('listens again after the network was lost without a word', async () => {
  const network = await proxyTo(database);
  const options = clientOptions({
    role: roles[0],
    url: network.url,
    own: false,
    secretKey: database.secretKey,
  });
  const broken: Error[] = [];
  const far = openNotifier([options], (error) => broken.push(error), {
    askEveryMs: 100,
    answerWithinMs: 1000,
  });
  const heard = counter(far, 'after_silence');
  await listening('after_silence');

  network.hang();
  await soon(() => expect(broken.length).toBeGreaterThan(1));
  network.mend();

  await soon(() => {
    elsewhere.notify('after_silence');
    expect(heard.count()).toBeGreaterThan(0);
  });
  await far.close();
  await network.close();
});
