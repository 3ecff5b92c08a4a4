import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryWords as words } from '../../src/pages/words/dashboard/entry.ts';
import { showId } from '../../src/platform/ids.ts';
import type { Client, Shown } from '../src/pages/dashboard/client.ts';
import { type Office, openOffice } from '../src/pages/dashboard/office.ts';
import { totpNow } from '../support/builders/totp.ts';

let office: Office;
let owner: Client;
beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  owner = await office.as('owner');
});
afterAll(() => office.stop());

const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);
const password = 'nine words that nobody else would choose';
const account = '/dashboard/account';
const team = '/dashboard/test/team';
let made = 0;

function anAddress(): string {
  made += 1;
  return `other${made}@people.test`;
}

/** The path of the newest link that was mailed to an address. */
async function mailed(email: string): Promise<string> {
  const [mail] = await sql('SELECT text FROM platform.mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
    email,
  ]);
  return /\/dashboard\/\S+/.exec(String(mail?.['text']))?.[0] ?? '';
}

const sending = async (client: Client, path: string, ending: string, fields = {}): Promise<Shown> =>
  await client.submit(await client.open(path), ending, fields);
const following = async (path: string, fields = {}): Promise<Shown> =>
  await sending(office.aBrowser(), path, path, fields);

/** Somebody of the merchant who is signed in here and elsewhere. */
async function aMember() {
  const person = await office.aPerson({ role: 'viewer', merchantId: office.merchant.merchantId });
  const [client, elsewhere] = [office.aBrowser(), office.aBrowser()];
  for (const browser of [client, elsewhere]) await browser.signIn(person.email, person.password);
  return { ...person, client, at: `${team}/members/${showId('usr', person.userId)}` };
}

async function withFactor() {
  const member = await aMember();
  const shown = await member.client.open(`${account}/factor`);
  const secret = (/class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
  const done = await member.client.submit(shown, '/account/factor', { code: totpNow(secret) });
  const codes = [...done.text.matchAll(/class="secret">([\w-]+)</g)].map(([, code = '']) => code);
  return { ...member, codes };
}

async function invited(): Promise<string> {
  const email = anAddress();
  await sending(owner, `${team}/invite`, '/team/invite', { email, role: 'developer' });
  return await mailed(email);
}

/** A person in each state in which something can be done with their account. */
async function family() {
  const unconfirmed = anAddress();
  const fields = { name: 'Ann', business: 'Shop', email: unconfirmed, password };
  await sending(office.aBrowser(), '/dashboard/sign-up', '/sign-up', fields);
  const forgetful = await aMember();
  await sending(office.aBrowser(), '/dashboard/forgot', '/forgot', { email: forgetful.email });
  const wanted = anAddress();
  const moving = await aMember();
  await sending(moving.client, account, '/account/email', { email: wanted });
  return {
    moving: { client: moving.client, path: await mailed(wanted) },
    confirming: await mailed(unconfirmed),
    resetting: await mailed(forgetful.email),
    member: await aMember(),
    changing: await aMember(),
    leaving: await aMember(),
    enrolling: await aMember(),
    careful: await withFactor(),
    careless: await withFactor(),
    invitation: await invited(),
  };
}

type Family = Awaited<ReturnType<typeof family>>;

/** What people do with their own account, and an owner with that of others. */
const acts: Readonly<Record<string, (of: Family) => Promise<Shown>>> = {
  'confirms their address': ({ confirming }) => following(confirming),
  'chooses a password by a mailed link': ({ resetting }) => following(resetting, { password }),
  'signs in': ({ member: { email, password: right } }) => office.aBrowser().signIn(email, right),
  'asks for a link twice': async ({ member: { email } }) => {
    await sending(office.aBrowser(), '/dashboard/forgot', '/forgot', { email });
    return await sending(office.aBrowser(), '/dashboard/forgot', '/forgot', { email });
  },
  'changes their name': ({ changing: { client } }) =>
    sending(client, account, '/account', { name: 'Nyasha', time_zone: 'Africa/Harare' }),
  'asks for another address': ({ changing: { client } }) =>
    sending(client, account, '/account/email', { email: anAddress() }),
  'gets another address': ({ moving: { client, path } }) => sending(client, path, path),
  'changes their password': ({ changing: { client } }) =>
    sending(client, account, '/account/password', { password }),
  'ends their other sessions': ({ member: { client } }) => sending(client, account, '/account/sessions'),
  'turns a factor on': async ({ enrolling: { client } }) => {
    const shown = await client.open(`${account}/factor`);
    const secret = (/class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
    return await client.submit(shown, '/account/factor', { code: totpNow(secret) });
  },
  'signs in with a recovery code': async ({ careful: { email, password: right, codes } }) => {
    const client = office.aBrowser();
    const half = await client.signIn(email, right);
    return await client.submit(half, '/second-factor', { code: codes[0] ?? '' });
  },
  'makes new recovery codes': ({ careful: { client } }) =>
    sending(client, account, '/account/recovery-codes'),
  'turns a factor off': ({ careless: { client } }) => sending(client, account, '/account/factor-off'),
  'gives a role': ({ member: { at } }) => sending(owner, at, '/role', { role: 'developer' }),
  'takes a member out': ({ leaving: { at } }) => sending(owner, at, '/remove'),
  'accepts an invitation': ({ invitation }) => following(invitation, { name: 'New', password }),
  'signs out': ({ member: { client } }) => sending(client, account, '/sign-out'),
};

/** What all people of one network share. */
const shared = ['sign_in_tries'];

/** The rows of people, each as one text with its table, without the sessions of the owner, who acts for both families. */
async function rows(): Promise<ReadonlySet<string>> {
  const tables = await sql(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'platform' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)
        AND (table_name = 'users' OR column_name IN ('user_id', 'email', 'recipient'))`,
    [shared],
  );
  const found = tables.map(
    ({ name }) => `SELECT '${String(name)} ' || to_jsonb(t)::text AS row FROM platform."${String(name)}" t`,
  );
  const all = await sql(
    `SELECT row FROM (${found.join(' UNION ALL ')}) everything
      WHERE NOT (row LIKE 'dashboard_sessions %' AND row LIKE '%' || (
        SELECT user_id FROM platform.memberships WHERE merchant_id = $1 AND role = 'owner') || '%')`,
    [office.merchant.merchantId],
  );
  return new Set(all.map(({ row }) => String(row)));
}

/** Whether a row came, went or is another now. */
function changes(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  return before.size !== after.size || [...after].some((row) => !before.has(row));
}

it('what is done with one account leaves those of all others as they were', async () => {
  const own = await family();
  await sql('DELETE FROM platform.sign_in_tries');
  const before = await rows();
  await family();
  const others = [...(await rows())].filter((row) => !before.has(row));
  expect(new Set(others.map((row) => row.split(' ', 1)[0]))).toEqual(
    new Set([
      'dashboard_sessions',
      'invitations',
      'mails',
      'memberships',
      'merchants',
      'operator_changes',
      'recovery_codes',
      'user_factors',
      'user_links',
      'users',
    ]),
  );
  const changed: unknown[] = [];
  for (const [name, act] of Object.entries(acts)) {
    await sql('DELETE FROM platform.sign_in_tries');
    const [earlier, answered] = [await rows(), await act(own)];
    const after = await rows();
    expect({ name, status: answered.status }).toEqual({ name, status: 200 });
    expect({ name, acted: changes(earlier, after) }).toEqual({ name, acted: true });
    const gone = others.filter((row) => !after.has(row));
    if (gone.length > 0) changed.push({ name, gone: gone.map((row) => row.slice(0, 300)) });
  }
  expect(changed).toEqual([]);
});

/** A browser in which the password was right and the code is still missing. */
async function halfSignedIn({ email, password: right }: { email: string; password: string }) {
  const client = office.aBrowser();
  return { client, half: await client.signIn(email, right) };
}

it('a recovery code of somebody else lets nobody in', async () => {
  const [person, other] = [await withFactor(), await withFactor()];
  const { client, half } = await halfSignedIn(person);

  const refused = await client.submit(half, '/second-factor', { code: other.codes[0] ?? '' });
  const taken = await client.submit(half, '/second-factor', { code: person.codes[0] ?? '' });

  expect(refused.text).toContain(words.factor.wrong);
  expect(taken.path).not.toContain('second-factor');
});

it('a session is not listed before its code was given', async () => {
  const person = await withFactor();
  const listed = async () => (await person.client.open(account)).text.split('<tr').length;
  const before = await listed();
  const { client, half } = await halfSignedIn(person);
  const meanwhile = await listed();
  await client.submit(half, '/second-factor', { code: person.codes[0] ?? '' });

  expect([meanwhile, await listed()]).toEqual([before, before + 1]);
});
