import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { takeLock } from '../../../../../src/platform/db/citus/lock.ts';
import { holdTimers, really } from '../../../../support/checks/held-timers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../support/service/database.ts';
import { mpsHere } from '../../../cli/mps.ts';

let database: TestDatabase;
let other: Client;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  other = new Client({ connectionString: database.url, application_name: 'another machine' });
  await other.connect();
});
afterEach(() => other.end());

const isAsking = async () =>
  (
    await database.asOwner(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'mps' AND query LIKE '%pg_try_advisory_lock%'`,
    )
  ).length === 1;

it('mps migrate says once who holds the lock of migrations, and goes on when it is free', async () => {
  holdTimers();
  await other.query('SELECT pg_advisory_lock(4244)');
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { url, secretKey } = database;
  let isOver = false;
  const ended = mpsHere('migrate', { DATABASE_URL: url, SECRET_KEY: secretKey }).finally(() => {
    isOver = true;
  });
  await really(isAsking);
  // It stands in for it already, as long as the command runs.
  const said = vi.spyOn(process.stderr, 'write').mock.calls;

  vi.advanceTimersByTime(4000);
  const early = said.length;
  // Waits for the words: Node writes its warnings there, too.
  await really(() => (vi.advanceTimersByTime(100), said.some(([text]) => String(text).includes('holds it'))));
  for (let more = 0; more < 5; more += 1)
    await really(async () => (vi.advanceTimersByTime(10_000), await isAsking()));
  await other.query('SELECT pg_advisory_unlock(4244)');
  await really(() => (vi.advanceTimersByTime(100), isOver));

  expect(early).toBe(0);
  const { exitCode, words } = await ended;
  expect(words.split('\n')).toEqual([
    expect.stringContaining(`Process ${rows[0]?.pid} of PostgreSQL holds it (another machine`),
    'Nothing to do: the database is at the newest migration.',
    '',
  ]);
  expect(exitCode).toBe(0);
});

it('lets PostgreSQL notice soon that the machine of a session with the lock is gone', async () => {
  await takeLock(other, () => undefined);

  // Over a Unix socket, as here, their values are shown as 0.
  const { rows } = await other.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name LIKE 'tcp_%' AND source = 'session' ORDER BY name",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_user_timeout',
  ]);
});
