import { expect, it } from 'vitest';
import { endLock } from '../../../../src/domain/people/users/tries.ts';
import { openOffice } from '../../pages/dashboard/office.ts';

it('a sign-in reads the tries of its own account and address, and not those of a flood', async () => {
  const office = await openOffice({ role: 'api' });
  const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);
  /** Ends the connections of the service: PostgreSQL counts what they have read at their end. */
  const endConnections = async () => {
    const ended = await sql(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'mps_platform'`,
    );
    const there = () =>
      sql('SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)', [ended.map(({ pid }) => pid)]);
    await expect.poll(there, { timeout: 10_000 }).toEqual([]);
  };
  const pagesRead = async () => {
    const [row] = await sql(
      `SELECT sum(idx_blks_read + idx_blks_hit)::int AS pages FROM pg_statio_user_indexes WHERE relid = 'platform.sign_in_tries'::regclass`,
    );
    return Number(row?.['pages']);
  };
  const { email, password } = await office.aPerson();
  await sql(`INSERT INTO platform.sign_in_tries (subject, at, id)
    SELECT 'ip flood ' || n, now(), gen_random_uuid() FROM generate_series(1, 20000) n`);
  await sql('SELECT pg_stat_force_next_flush()');
  await endConnections();
  const before = await pagesRead();

  await office.aBrowser().signIn(email, password);

  await endConnections();
  await expect.poll(pagesRead, { timeout: 10_000 }).toBeGreaterThan(before);
  // A few for each look-up. The index has some hundreds.
  expect((await pagesRead()) - before).toBeLessThan(60);
  await office.stop();
});

it('a link for a new password is asked for in the same time, whether or not somebody has the address', async () => {
  const office = await openOffice({ role: 'api' });
  const { email } = await office.aPerson();
  const form = await office.aBrowser().open('/dashboard/forgot');
  const askedMs = async (address: string) => {
    const startedMs = performance.now();
    await office.aBrowser().submit(form, '/forgot', { email: address });
    return performance.now() - startedMs;
  };
  // The fourth of a known address finds that enough was mailed.
  const known = [await askedMs(email), await askedMs(email), await askedMs(email), await askedMs(email)];
  const unknown = await askedMs('nobody@people.test');
  await office.stop();

  // A timer may be a millisecond early.
  expect(Math.min(...known, unknown)).toBeGreaterThan(248);
});

it('the end of the lock of an account leaves the tries of others and of addresses as they are', async () => {
  const office = await openOffice({ role: 'api' });
  const [person, other] = [await office.aPerson(), await office.aPerson()];
  for (const { email } of [person, person, other]) {
    const client = office.aBrowser();
    const typed = { email, password: 'not the password' };
    await client.submit(await client.open('/dashboard/sign-in'), '/sign-in', typed);
  }
  const counted = async () => {
    const rows = await office.app.database.asOwner(
      'SELECT count(*)::int AS tries FROM platform.sign_in_tries GROUP BY subject ORDER BY tries',
    );
    return rows.map(({ tries }) => tries);
  };
  const before = await counted();

  await endLock(office.app.database.databases.platform, person.email);

  // Of the other account, of the account, and of the address of all three.
  expect(before).toEqual([1, 2, 3]);
  expect(await counted()).toEqual([1, 3]);
  await office.stop();
});
