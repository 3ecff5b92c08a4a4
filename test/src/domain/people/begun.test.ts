import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPassword } from '../../../../src/domain/people/users/sign-up.ts';
import { totpNow } from '../../../support/builders/totp.ts';
import type { Shown } from '../../pages/dashboard/client.ts';
import { type Office, openOffice } from '../../pages/dashboard/office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());

const sql = (text: string, values: readonly unknown[]) => office.app.database.asOwner(text, values);
const password = 'the next nine words that nobody chooses';

async function aSignedIn() {
  const person = await office.aPerson({ role: 'viewer', merchantId: office.merchant.merchantId });
  const client = office.aBrowser();
  await client.signIn(person.email, person.password);
  return { ...person, client };
}

type SignedIn = Awaited<ReturnType<typeof aSignedIn>>;

/** The token of a link for a new password that is mailed now. */
async function resetToken(email: string): Promise<string> {
  const browser = office.aBrowser();
  await browser.submit(await browser.open('/dashboard/forgot'), '/forgot', { email });
  const [mail] = await sql('SELECT text FROM platform.mails WHERE recipient = $1', [email]);
  return /\/dashboard\/reset\/(\S+)/.exec(String(mail?.['text']))?.[1] ?? '';
}

const chooseInAccount = async ({ client }: SignedIn) =>
  await client.submit(await client.open('/dashboard/account'), '/account/password', { password });

async function chooseByLink({ email }: SignedIn) {
  const { database, secrets, baseUrl } = office.app;
  const deps = { platform: database.databases.platform, secrets, address: baseUrl };
  return await resetPassword(deps, { token: await resetToken(email), password, ip: '198.51.100.7' });
}

const secretIn = ({ text }: Shown): string =>
  (/class="secret">([A-Z2-7 ]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '');

const factorsOf = ({ userId }: SignedIn) =>
  sql('SELECT 1 FROM platform.user_factors WHERE user_id = $1', [userId]);

describe('turning a second factor on', () => {
  it.each(['12345', '1234567', '123 45', 'abcdef', '-1', ''])(
    'fails with what is no code: %j',
    async (code) => {
      const { client } = await aSignedIn();
      const shown = await client.open('/dashboard/account/factor');
      const again = await client.submit(shown, '/account/factor', { code });

      expect([again.status, secretIn(again)]).toEqual([422, secretIn(shown)]);
    },
  );

  it('takes a code with the space that apps show in it, as signing in does', async () => {
    const person = await aSignedIn();
    const shown = await person.client.open('/dashboard/account/factor');
    expect(shown.text).toMatch(/<input id="code"[^>]* maxlength="(?:[7-9]|[1-9][0-9])"/);
    const code = (steps: number) => totpNow(secretIn(shown), steps).replace(/^.../, '$& ');
    await person.client.submit(shown, '/account/factor', { code: code(0) });
    const other = office.aBrowser();
    const asked = await other.signIn(person.email, person.password);
    const passed = await other.submit(asked, '/second-factor', { code: code(1) });

    expect(await factorsOf(person)).toHaveLength(1);
    expect(asked.path).toContain('/second-factor');
    expect(passed.path).not.toContain('/second-factor');
  });
});

describe('a new password', () => {
  it('that is chosen in the account ends a link that was mailed before', async () => {
    const person = await aSignedIn();
    const path = `/dashboard/reset/${await resetToken(person.email)}`;
    const before = await office.aBrowser().open(path);
    await chooseInAccount(person);

    expect([before.status, (await office.aBrowser().open(path)).status]).toEqual([200, 410]);
  });

  it.each([
    ['in the account', chooseInAccount],
    ['by a mailed link', chooseByLink],
  ])(
    'that is chosen %s ends a second factor that was begun and not finished, and no other',
    async (_, choose) => {
      const [begun, enrolled] = [await aSignedIn(), await aSignedIn()];
      await begun.client.open('/dashboard/account/factor');
      const shown = await enrolled.client.open('/dashboard/account/factor');
      await enrolled.client.submit(shown, '/account/factor', { code: totpNow(secretIn(shown)) });
      const before = await factorsOf(begun);
      for (const person of [begun, enrolled]) await choose(person);

      expect([before.length, (await factorsOf(begun)).length]).toEqual([1, 0]);
      expect(await factorsOf(enrolled)).toHaveLength(1);
    },
  );
});

/** In this test's database alone: other files have theirs on the same server. */
const waiting =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** Asks for something that waits for the lock of the person, and ends their session and what they began before it goes on. */
async function whileTakenBack({ userId }: SignedIn, ask: () => Promise<Shown>): Promise<Shown> {
  const client = new Client({ connectionString: office.app.database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM platform.users WHERE id = $1 FOR UPDATE', [userId]);
    const asked = ask();
    await expect.poll(() => sql(waiting, []), { timeout: 10_000 }).not.toEqual([]);
    await client.query('DELETE FROM platform.dashboard_sessions WHERE user_id = $1', [userId]);
    await client.query('DELETE FROM platform.user_factors WHERE user_id = $1', [userId]);
    await client.query('COMMIT');
    return await asked;
  } finally {
    await client.end();
  }
}

describe('a second factor', () => {
  it('is not begun by a session that ends meanwhile', async () => {
    const person = await aSignedIn();
    const shown = await whileTakenBack(person, () => person.client.open('/dashboard/account/factor'));

    expect(shown.path).toContain('/dashboard/sign-in');
    expect(await factorsOf(person)).toEqual([]);
  });

  it('is not begun anew by a session that ends while its form is shown again', async () => {
    const person = await aSignedIn();
    const form = await person.client.open('/dashboard/account/factor');
    await sql('DELETE FROM platform.user_factors WHERE user_id = $1', [person.userId]);
    const shown = await whileTakenBack(person, () =>
      person.client.submit(form, '/account/factor', { code: '000000' }),
    );

    expect(shown.path).toContain('/dashboard/sign-in');
    expect(await factorsOf(person)).toEqual([]);
  });

  it('is begun once by two pages that are opened at once', async () => {
    const { client } = await aSignedIn();
    const shown = await Promise.all([1, 2, 3].map(() => client.open('/dashboard/account/factor')));
    const secrets = shown.map(({ text }) => /class="secret">([A-Z2-7 ]+)</.exec(text)?.[1]);

    expect(secrets[0]).toBeDefined();
    expect(new Set(secrets).size).toBe(1);
  });
});

describe('a person who is signed in', () => {
  it('reads on while PostgreSQL takes no writes', async () => {
    const { client, userId } = await aSignedIn();
    await sql(
      `CREATE FUNCTION platform.no_writes() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$`,
      [],
    );
    await sql(
      "UPDATE platform.dashboard_sessions SET seen_at = now() - interval '2 minutes' WHERE user_id = $1",
      [userId],
    );
    await sql(
      'CREATE TRIGGER no_writes BEFORE UPDATE ON platform.dashboard_sessions EXECUTE FUNCTION platform.no_writes()',
      [],
    );
    const shown = await client.open('/dashboard/test/payments');
    await sql('DROP FUNCTION platform.no_writes CASCADE', []);

    expect(shown.status).toBe(200);
  });
});
