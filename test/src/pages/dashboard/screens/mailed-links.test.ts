import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, formOf, plain, type Shown } from '../client.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());

const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);
const password = 'nine words that nobody else would choose';
const nextPassword = 'the next nine words that nobody chooses';

/** The newest mail to an address, and the path of its link. */
async function mailTo(email: string) {
  const [mail] = await sql('SELECT text FROM platform.mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
    email,
  ]);
  const text = String(mail?.['text']);
  return { text, path: /\/dashboard\/\S+/.exec(text)?.[0] ?? '' };
}

const send = async (client: Client, path: string, fields = {}): Promise<Shown> =>
  await client.submit(await client.open(path), path, fields);

const signUp = async (client: Client, email: string): Promise<Shown> =>
  await send(client, '/dashboard/sign-up', { name: 'Ann', business: `Shop of ${email}`, email, password });

/** The address with which the person of a browser signs in. */
const ownAddress = async (client: Client): Promise<string> =>
  /You sign in with (\S+)\./.exec(plain(await client.open('/dashboard/account')))?.[1] ?? '';

const signIn = async (client: Client, email: string, typed: string): Promise<Shown> =>
  await send(client, '/dashboard/sign-in', { email, password: typed });

describe('a person who did not confirm their address in time', () => {
  it('is told how to come in, by the link and when they sign up again, and comes in that way', async () => {
    const email = 'late@people.test';
    const client = office.aBrowser();
    await signUp(client, email);
    const { path } = await mailTo(email);
    await sql(`UPDATE platform.user_links SET expires_at = now() - interval '1 minute'`);
    const late = await client.open(path);
    await signUp(client, email);
    const known = await mailTo(email);
    await send(client, '/dashboard/forgot', { email });
    await send(client, (await mailTo(email)).path, { password: nextPassword });
    const inside = await signIn(client, email, nextPassword);

    expect(late.status).toBe(410);
    expect(plain(late)).toContain('If not, choose “Forgot your password?” there');
    expect(known.text).toContain('have never confirmed this address, choose a new password there');
    expect(inside.path).toBe('/dashboard/test');
  });
});

describe('a link that does not work any more', () => {
  it.each([
    ['/dashboard/reset/unknown', 'Choose “Forgot your password?” to get another.'],
    ['/dashboard/invitation/unknown', 'Ask an owner of the merchant for another.'],
  ])('says how to get another: %s', async (path, words) => {
    expect(plain(await office.aBrowser().open(path))).toContain(words);
  });
});

const subjectsTo = async (email: string) =>
  (await sql('SELECT subject FROM platform.mails WHERE recipient = $1 ORDER BY id', [email])).map(
    ({ subject }) => subject,
  );
const ask = async (client: Client, email: string) =>
  await client.submit(await client.open('/dashboard/account'), '/account/email', { email });

const choosePassword = async (client: Client) =>
  await client.submit(await client.open('/dashboard/account'), '/account/password', { password });

describe('a person who changes their address', () => {
  it('signs in with the new one once its link was used, and the owners see it', async () => {
    const [client, other] = [await office.as('viewer'), office.aBrowser()];
    const old = await ownAddress(client);
    const email = 'new.ann@people.test';
    for (let wrong = 0; wrong < 5; wrong += 1) await signIn(other, email, nextPassword);
    const asked = await ask(client, ' New.Ann@People.test');
    const before = await ownAddress(client);
    await send(other, '/dashboard/forgot', { email: old });
    const reset = await mailTo(old);
    const { path } = await mailTo(email);
    const shown = await client.open(path);
    const changed = await client.submit(shown, path);
    const again = await client.open(path);
    const late = await other.open(reset.path);
    await choosePassword(client);
    const { text } = await (await office.as('owner')).open('/dashboard/test/audit');
    const [row = ''] = /<tr>(?:(?!<tr>)[\s\S])*person\.email-changed[\s\S]*?<\/tr>/.exec(text) ?? [];

    expect(plain(asked)).toContain('A link is on its way to the new address.');
    expect(before).toBe(old);
    expect(plain(shown)).toContain(`you sign in with ${email}, and no longer with ${old}.`);
    expect(plain(changed)).toContain('Your email address is changed.');
    expect([again.status, late.status]).toEqual([410, 410]);
    expect(await ownAddress(client)).toBe(email);
    expect((await signIn(office.aBrowser(), old, password)).path).toBe('/dashboard/sign-in');
    expect((await signIn(office.aBrowser(), email, password)).path).toBe('/dashboard/test');
    expect(await subjectsTo(old)).toEqual([
      'Your email address is to be changed',
      'Choose a new password',
      'Your email address was changed',
    ]);
    expect(row).toContain(old);
    expect(row).toContain(email);
  });

  it('keeps the old one if they choose a new password first, or ask for another address', async () => {
    const client = await office.as('viewer');
    const old = await ownAddress(client);
    await ask(client, 'first@people.test');
    await ask(client, 'second@people.test');
    const [first, second] = [await mailTo('first@people.test'), await mailTo('second@people.test')];
    const form = await client.open(second.path);
    await choosePassword(client);
    const { action, present } = formOf(form, second.path);
    const token = formOf(await client.open('/dashboard/account'), '/account/password').present['token'] ?? [];
    const ends = [await client.open(first.path), await client.post(action, { ...present, token })];

    expect(ends.map(({ status }) => status)).toEqual([410, 410]);
    expect(await ownAddress(client)).toBe(old);
  });

  it('does not learn who has an account, and gets no address that somebody has by then', async () => {
    const client = await office.as('viewer');
    const old = await ownAddress(client);
    const [known, free] = [
      await ownAddress(await office.as('finance')),
      await ask(client, 'free@people.test'),
    ];
    const taken = await ask(client, known);
    const { path } = await mailTo('free@people.test');
    // Three links in a while, however often they ask.
    for (let again = 0; again < 3; again += 1) await ask(client, 'free@people.test');
    const newest = await mailTo('free@people.test');
    await signUp(office.aBrowser(), 'free@people.test');
    const late = await client.open(newest.path);
    const refused = await client.submit(late, newest.path);

    expect(plain(taken)).toBe(plain(free));
    expect(await subjectsTo(known)).toEqual(['You have an account already']);
    expect(path).not.toBe(newest.path);
    expect(await subjectsTo('free@people.test')).toEqual([
      ...Array.from({ length: 3 }, () => 'Confirm your new email address'),
      'Confirm your email address',
    ]);
    expect([late.status, refused.status]).toEqual([200, 410]);
    expect(await ownAddress(client)).toBe(old);
  });

  it.each([
    ['their own', (old: string) => old.toUpperCase(), 'This is the address that you have.'],
    ['none', () => 'ann', 'Enter an email address such as name@example.com.'],
  ])('is told if it is %s', async (_, typed, said) => {
    const client = await office.as('viewer');
    const refused = await ask(client, typed(await ownAddress(client)));

    expect(refused.status).toBe(422);
    expect(plain(refused)).toContain(said);
  });

  it('is asked for their password before', async () => {
    const client = await office.as('viewer');
    await sql(`UPDATE platform.dashboard_sessions SET confirmed_at = now() - interval '11 minutes'`);
    const asked = await ask(client, 'unproved@people.test');
    await sql('UPDATE platform.dashboard_sessions SET confirmed_at = now()');

    expect(asked.path).toContain('/dashboard/confirm');
    expect(await subjectsTo('unproved@people.test')).toEqual([]);
  });

  it('is the only one who can use the link: whoever reads the mail of a mistyped address cannot', async () => {
    const client = await office.as('viewer');
    const old = await ownAddress(client);
    await ask(client, 'mistyped@people.test');
    const { path } = await mailTo('mistyped@people.test');
    const finance = await office.as('finance');
    const nobody = await office.aBrowser().open(path);
    const somebody = await finance.open(path);
    const { present } = formOf(await finance.open('/dashboard/account'), '/account/email');
    const posted = await finance.post(path, { token: present['token'] ?? [] });

    expect(nobody.path).toBe(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    expect([somebody.status, posted.status]).toEqual([410, 410]);
    expect(await ownAddress(client)).toBe(old);
  });

  it('and another who wants the same one at once: one of them gets it', async () => {
    const both = [await office.as('viewer'), await office.as('finance')];
    const paths: string[] = [];
    for (const client of both) {
      await ask(client, 'wanted@people.test');
      paths.push((await mailTo('wanted@people.test')).path);
    }
    const forms = await Promise.all(both.map((client, at) => client.open(paths[at] ?? '')));
    const done = await Promise.all(
      both.map((client, at) => client.submit(forms[at] as Shown, paths[at] ?? '')),
    );

    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await Promise.all(both.map(ownAddress))).toContain('wanted@people.test');
  });
});

describe('a person who has joined a merchant', () => {
  it('is told so where they sign in, and is promised nothing else once they are removed', async () => {
    const owner = await office.as('owner');
    const email = 'joins@people.test';
    await owner.submit(await owner.open('/dashboard/test/team/invite'), '/invite', { email, role: 'viewer' });
    const client = office.aBrowser();
    const joined = await send(client, (await mailTo(email)).path, { name: 'Ann', password });
    await signIn(client, email, password);
    await sql(
      'DELETE FROM platform.memberships WHERE user_id IN (SELECT id FROM platform.users WHERE email = $1)',
      [email],
    );
    const removed = plain(await client.open('/dashboard/test/payments'));

    expect(plain(joined)).toContain('Your account is ready. Sign in.');
    expect(removed).toContain('Ask an owner to invite you.');
    expect(removed).not.toContain('create a merchant');
  });
});

describe('a merchant who signed up', () => {
  it('reads in their audit log that they did it, and from where', async () => {
    const email = 'new@people.test';
    const client = office.aBrowser();
    await signUp(client, email);
    await send(client, (await mailTo(email)).path);
    await signIn(client, email, password);
    const { text } = await client.open('/dashboard/test/audit');
    const [row = ''] = /<tr>(?:(?!<tr>)[\s\S])*merchant\.created[\s\S]*?<\/tr>/.exec(text) ?? [];

    expect(row).toContain(email);
    expect(row).toMatch(/127\.0\.0\.1|::1/);
    expect(row).not.toContain('command line');
  });
});
