import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, plain, type Shown } from '../client.ts';
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
