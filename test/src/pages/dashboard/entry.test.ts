import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishFactor } from '../../../../src/domain/people/factors/enrol.ts';
import { findSession } from '../../../../src/domain/people/sessions/sessions.ts';
import { signIn } from '../../../../src/domain/people/sessions/sign-in.ts';
import { changePassword, type Own, SessionEnded } from '../../../../src/domain/people/users/own-account.ts';
import { hashPassword } from '../../../../src/domain/people/users/passwords.ts';
import { resetPassword } from '../../../../src/domain/people/users/sign-up.ts';
import { entryWords as words } from '../../../../src/pages/words/dashboard/entry.ts';
import { totpNow, wrongTotp } from '../../../support/builders/totp.ts';
import { type Client, othersIn, plain, type Shown } from './client.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());
/** All browsers of the tests have one address, which may fail twenty times in fifteen minutes. */
beforeEach(() => sql('DELETE FROM platform.sign_in_tries'));

const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);
const password = 'nine words that nobody else would choose';
const nextPassword = 'the next nine words that nobody chooses';
const protectedPath = '/dashboard/account';
let made = 0;

function anAddress(): string {
  made += 1;
  return `entry${made}@people.test`;
}

async function signUp(email: string): Promise<Shown> {
  const client = office.aBrowser();
  const fields = { name: 'Ann', business: `Shop of ${email}`, email, password };
  return await client.submit(await client.open('/dashboard/sign-up'), '/sign-up', fields);
}

async function trySignIn(client: Client, email: string, typed: string): Promise<Shown> {
  return await client.submit(await client.open('/dashboard/sign-in'), '/sign-in', { email, password: typed });
}

/** The path of the newest link that was mailed to an address. */
async function mailedPath(email: string): Promise<string> {
  const [mail] = await sql('SELECT text FROM platform.mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
    email,
  ]);
  return /\/dashboard\/\S+/.exec(String(mail?.['text']))?.[0] ?? '';
}

/** What the actions of people need, to call them without a browser. */
function peopleDeps() {
  const { app } = office;
  return { platform: app.database.databases.platform, secrets: app.secrets, address: app.baseUrl };
}

const ip = '198.51.100.7';

/** Signs in from a place of its own, so that no other test's tries count. */
const signInAs = (email: string, typed: string, from = ip) =>
  signIn(peopleDeps(), { email, password: typed, ip: from, userAgent: 'a browser' });

/** The account of who is signed in in a browser, as their own actions take it. */
async function sessionOf(client: Client): Promise<Own> {
  const { platform, secrets } = peopleDeps();
  const session = await findSession(platform, secrets, client.cookie().replace(/^sid=/, ''));
  if (!session) throw new Error('nobody is signed in');
  return { ...session, ip };
}

async function resetToken(email: string): Promise<string> {
  await askReset(office.aBrowser(), email);
  return (await mailedPath(email)).replace('/dashboard/reset/', '');
}

/** Does something while as many passwords wait to be hashed as may. */
async function whileHashesWait<T>(work: () => Promise<T>): Promise<T> {
  const ending = new AbortController();
  // Two are hashed, and two hundred wait. Each that is done waits again at once.
  const all = Array.from({ length: 202 }, async () => {
    while (!ending.signal.aborted) await hashPassword(password).catch(() => undefined);
  });
  try {
    return await work();
  } finally {
    ending.abort();
    await Promise.all(all);
  }
}

const sessionsOf = (userId: string) =>
  sql('SELECT stage FROM platform.dashboard_sessions WHERE user_id = $1', [userId]);

const useLink = async (client: Client, path: string, fields = {}): Promise<Shown> =>
  await client.submit(await client.open(path), path, fields);

const askReset = async (client: Client, email: string): Promise<Shown> =>
  await client.submit(await client.open('/dashboard/forgot'), '/forgot', { email });

/** The subjects of all mails to an address, oldest first. */
async function subjectsTo(email: string): Promise<readonly unknown[]> {
  const rows = await sql('SELECT subject FROM platform.mails WHERE recipient = $1 ORDER BY id', [email]);
  return rows.map(({ subject }) => subject);
}

/** Whether a cookie still opens what only a signed-in person sees. */
async function opens(cookie: string): Promise<boolean> {
  const { status } = await office.aBrowser().get(protectedPath, { cookie });
  return status === 200;
}

/** A signed-in person of their own. */
async function aSignedIn() {
  const person = await office.aPerson({ role: 'viewer', merchantId: office.merchant.merchantId });
  const client = office.aBrowser();
  await client.signIn(person.email, person.password);
  return { ...person, client };
}

/** A signed-in person with a second factor, and their recovery codes. */
async function withFactor() {
  const person = await aSignedIn();
  const shown = await person.client.open('/dashboard/account/factor');
  const secret = (/class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
  const done = await person.client.submit(shown, '/account/factor', { code: totpNow(secret) });
  const codes = [...done.text.matchAll(/class="secret">([\w-]+)</g)].map(([, code = '']) => code);
  return { ...person, secret, codes, done };
}

/** A browser in which the password was right and the code is still missing. */
async function halfSignedIn({ email, password: known }: { email: string; password: string }) {
  const client = office.aBrowser();
  const shown = await trySignIn(client, email, known);
  expect(shown.path).toContain('/second-factor');
  return { client, shown };
}

const tryCode = (at: { client: Client; shown: Shown }, code: string): Promise<Shown> =>
  at.client.submit(at.shown, '/second-factor', { code });

const least = (all: readonly number[]): number => Math.min(...all);

describe('an account', () => {
  it('is made by a form that answers the same whether the address is known or not', async () => {
    const email = anAddress();
    const [first, again] = [await signUp(email), await signUp(email)];

    expect(again.status).toBe(first.status);
    expect(plain(again)).toBe(plain(first));
    const users = await sql('SELECT name FROM platform.users WHERE email = $1', [email]);
    expect(users).toHaveLength(1);
  });

  it('that is there already is mailed about three times in fifteen minutes, and a new password still is', async () => {
    const { email } = await office.aPerson();
    const answers: Shown[] = [];
    for (let tried = 0; tried < 5; tried += 1) answers.push(await signUp(email));
    await askReset(office.aBrowser(), email);

    expect(new Set(answers.map((answer) => plain(answer))).size).toBe(1);
    expect(await subjectsTo(email)).toEqual([
      'You have an account already',
      'You have an account already',
      'You have an account already',
      'Choose a new password',
    ]);
  });

  it('is confirmed within a day, and its new password is chosen within an hour', async () => {
    const email = anAddress();
    await signUp(email);
    await askReset(office.aBrowser(), email);
    const links = await sql(
      `SELECT l.kind, round(extract(epoch FROM l.expires_at - l.created_at) / 60)::int AS minutes
       FROM platform.user_links l JOIN platform.users u ON u.id = l.user_id WHERE u.email = $1 ORDER BY l.kind`,
      [email],
    );

    expect(links).toEqual([
      { kind: 'reset-password', minutes: 60 },
      { kind: 'verify-email', minutes: 24 * 60 },
    ]);
  });

  it.each([
    'a list, b@people.test',
    'a@people.test,b',
    'Ann <b@people.test>',
    'x<b@people.test',
    '"b@people.test"',
    'b@people',
    'b@people.test\r\nBcc: c@people.test',
  ])('is refused for what is not one mail address: %j', async (email) => {
    const answer = await signUp(email);

    expect(answer.status).toBe(422);
    expect(answer.text).toContain(words.signUp.wrong.email);
    expect(await sql('SELECT 1 FROM platform.users WHERE email = $1', [email])).toEqual([]);
  });

  it('is confirmed on a development machine by a mail that can be read there', async () => {
    const email = anAddress();
    const answer = await signUp(email);

    expect(answer.text).toContain('href="/dashboard/outbox"');
    const outbox = await office.aBrowser().open('/dashboard/outbox');
    expect(outbox.text).toContain(await mailedPath(email));
  });

  it('opens when its address is confirmed by the button, once, and not before', async () => {
    const email = anAddress();
    await signUp(email);
    const path = await mailedPath(email);
    const client = office.aBrowser();
    const early = await trySignIn(client, email, password);
    // As the mail program that looks at every link.
    await client.open(path);
    await client.open(path);
    const confirmed = await useLink(client, path);
    const again = await client.open(path);
    const signedIn = await trySignIn(client, email, password);

    expect(early.text).toContain(words.signIn.wrong);
    expect(confirmed.text).toContain(words.signUp.verified);
    expect(again.status).toBe(410);
    expect(signedIn.path).toBe('/dashboard/test');
  });

  it('cannot be told from none by the words, nor by the time that an answer takes', async () => {
    const { email } = await office.aPerson();
    const times = { known: [] as number[], unknown: [] as number[] };
    const ratio = () => least(times.known) / least(times.unknown);
    // On a busy machine the quickest of few answers is slow too, for one or the other. That of many is not.
    for (let round = 0; round < 7 || (round < 70 && (ratio() < 0.5 || ratio() > 2)); round += 1)
      for (const [kind, address] of [
        ['known', email],
        ['unknown', anAddress()],
      ] as const) {
        await sql('DELETE FROM platform.sign_in_tries');
        const client = office.aBrowser();
        const form = await client.open('/dashboard/sign-in');
        const startedAt = performance.now();
        const answer = await client.submit(form, '/sign-in', { email: address, password: 'wrong' });
        times[kind].push(performance.now() - startedAt);
        expect(answer.text).toContain(words.signIn.wrong);
      }

    expect(ratio()).toBeGreaterThan(0.5);
    expect(ratio()).toBeLessThan(2);
  });

  it.each(['known', 'unknown'])(
    'of a %s address is locked after five tries, also of forty at once',
    async (kind) => {
      const person = kind === 'known' ? await office.aPerson() : { email: anAddress(), password };
      const form = await office.aBrowser().open('/dashboard/sign-in');
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          office.aBrowser().submit(form, '/sign-in', { email: person.email, password: 'x' }),
        ),
      );
      for (let tried = 0; tried < 6; tried += 1)
        answers.push(await trySignIn(office.aBrowser(), person.email, 'x'));
      const judged = answers.filter(({ text }) => text.includes(words.signIn.wrong));
      const late = await trySignIn(office.aBrowser(), person.email, person.password);
      await sql("UPDATE platform.sign_in_tries SET at = at - interval '15 minutes'");
      const later = await trySignIn(office.aBrowser(), person.email, person.password);

      expect(judged).toHaveLength(5);
      expect(late.text).toContain('Too many wrong passwords');
      expect(later.path).toContain(kind === 'known' ? '/dashboard/merchants' : '/dashboard/sign-in');
    },
  );

  it('is not tried twenty times from one address of the internet', async () => {
    for (let tried = 0; tried < 20; tried += 1)
      await sql(`INSERT INTO platform.sign_in_tries (subject, at, id) SELECT subject, now(), gen_random_uuid()
        FROM unnest(ARRAY['ip 127.0.0.1', 'ip 0:0:0:0::/64']) AS subject`);
    const { email, password: right } = await office.aPerson();

    expect((await trySignIn(office.aBrowser(), email, right)).text).toContain('Too many wrong passwords');
  });

  it('is not tried twenty times from the addresses of one IPv6 network, and a session keeps the whole address', async () => {
    const person = await office.aPerson();
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) => signInAs(anAddress(), 'x', `2001:db8:1:2::${nth}`)),
    );
    const here = await signInAs(person.email, person.password, '2001:db8:1:2:ffff::1');
    const elsewhere = await signInAs(person.email, person.password, '2001:db8:1:3::1');
    const sessions = await sql('SELECT ip FROM platform.dashboard_sessions WHERE user_id = $1', [
      person.userId,
    ]);

    expect([here.kind, elsewhere.kind]).toEqual(['locked', 'signed in']);
    expect(sessions).toEqual([{ ip: '2001:db8:1:3::1' }]);
  });
});

describe('a new password', () => {
  it('is chosen by a mailed link, once, ends every session, and asks for no address that is known', async () => {
    const { client, email, password: old } = await aSignedIn();
    const browser = office.aBrowser();
    const [known, unknown] = [await askReset(browser, email), await askReset(browser, anAddress())];
    const path = await mailedPath(email);
    const done = await useLink(browser, path, { password: nextPassword });
    const again = await browser.open(path);

    expect(plain(known)).toBe(plain(unknown));
    expect(done.text).toContain(words.reset.done);
    expect(again.status).toBe(410);
    expect(await opens(client.cookie())).toBe(false);
    expect((await trySignIn(browser, email, old)).text).toContain(words.signIn.wrong);
    expect((await trySignIn(browser, email, nextPassword)).path).toBe('/dashboard/test');
  });

  it('is not chosen by a link that confirms an address', async () => {
    const email = anAddress();
    await signUp(email);
    const [, token = ''] = /([^/]+)$/.exec(await mailedPath(email)) ?? [];

    const shown = await office.aBrowser().open(`/dashboard/reset/${token}`);
    const reset = await resetPassword(peopleDeps(), { token, password: nextPassword, ip });

    expect([shown.status, reset]).toEqual([410, false]);
    expect((await useLink(office.aBrowser(), `/dashboard/verify/${token}`)).status).toBe(200);
  });

  it('is refused when the link has expired', async () => {
    const { email } = await aSignedIn();
    const browser = office.aBrowser();
    await askReset(browser, email);
    await sql("UPDATE platform.user_links SET expires_at = now() - interval '1 second'");

    expect((await browser.open(await mailedPath(email))).status).toBe(410);
  });

  it('is mailed about three times in fifteen minutes, also of twenty requests at once, and the last link works on', async () => {
    const { email } = await office.aPerson();
    const form = await office.aBrowser().open('/dashboard/forgot');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => office.aBrowser().submit(form, '/forgot', { email })),
    );
    const late = await askReset(office.aBrowser(), email);
    const mailed = await subjectsTo(email);
    const last = await office.aBrowser().open(await mailedPath(email));
    await sql("UPDATE platform.mails SET created_at = created_at - interval '15 minutes'");
    await askReset(office.aBrowser(), email);

    expect(new Set([...answers, late].map((answer) => plain(answer))).size).toBe(1);
    expect(mailed).toHaveLength(3);
    expect(last.status).toBe(200);
    expect(await subjectsTo(email)).toHaveLength(4);
  });

  it('ends the lock of the account when it is chosen by a mailed link', async () => {
    const { email } = await office.aPerson();
    const browser = office.aBrowser();
    for (let tried = 0; tried < 5; tried += 1) await trySignIn(browser, email, 'x');
    const locked = await trySignIn(browser, email, 'x');
    await askReset(browser, email);
    await useLink(browser, await mailedPath(email), { password: nextPassword });
    const signedIn = await trySignIn(browser, email, nextPassword);

    expect(locked.text).toContain('Too many wrong passwords');
    expect(signedIn.path).toContain('/dashboard/merchants');
  });

  it('leaves name and time zone in their form when the next one is refused', async () => {
    const { client } = await aSignedIn();
    const before = await client.open(protectedPath);
    const refused = await client.submit(before, '/account/password', { password: 'short' });

    expect(refused.status).toBe(422);
    expect(othersIn(refused, '/account/password')).toEqual(othersIn(before, '/account/password'));
  });

  it('is chosen in the account, and then the other sessions and the old password open nothing', async () => {
    const { client, email, password: old } = await aSignedIn();
    const other = office.aBrowser();
    await other.signIn(email, old);
    const before = [await opens(client.cookie()), await opens(other.cookie())];
    await client.submit(await client.open(protectedPath), '/account/password', { password: nextPassword });
    const after = [await opens(client.cookie()), await opens(other.cookie())];

    expect([before, after]).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await trySignIn(office.aBrowser(), email, old)).text).toContain(words.signIn.wrong);
    expect((await trySignIn(office.aBrowser(), email, nextPassword)).path).toBe('/dashboard/test');
  });
});

describe('a flood', () => {
  it('of sign-ups from one network makes no more accounts and mails', async () => {
    const emails = Array.from({ length: 22 }, anAddress);
    const answers = await Promise.all(emails.map(signUp));
    const refused = answers.filter(({ text }) => text.includes('Too many accounts were created'));
    const users = await sql('SELECT email FROM platform.users WHERE email = ANY($1)', [emails]);
    const mailed = await sql('SELECT 1 FROM platform.mails WHERE recipient = ANY($1)', [emails]);
    await sql("UPDATE platform.sign_in_tries SET at = at - interval '15 minutes'");
    const later = await signUp(anAddress());

    expect(refused.map(({ status }) => status)).toContain(409);
    expect(users.length).toBeLessThanOrEqual(20);
    expect([users.length, mailed.length]).toEqual([22 - refused.length, users.length]);
    expect(plain(later)).toContain(words.signUp.sent.title);
  });

  it('of passwords locks out nobody who types the right one, and a made-up link adds none to it', async () => {
    const { email, password: right } = await office.aPerson();
    const client = office.aBrowser();
    const form = await client.open('/dashboard/sign-in');
    const [signedIn, isReset] = await whileHashesWait(
      async (): Promise<[Shown, boolean]> => [
        await client.submit(form, '/sign-in', { email, password: right }),
        await resetPassword(peopleDeps(), { token: 'made-up', password: nextPassword, ip }),
      ],
    );

    expect(signedIn.status).toBe(503);
    expect(signedIn.text).toContain('The service is busy');
    expect(await sql('SELECT 1 FROM platform.sign_in_tries')).toEqual([]);
    expect(isReset).toBe(false);
  });
});

describe('what is under way when a password or a second factor changes', () => {
  it('a sign-in with the old password opens no session after a reset', async () => {
    const { userId, email, password: old } = await office.aPerson();
    const token = await resetToken(email);
    // Hashes are made first come, first served: the sign-ins read the account before the reset ends, and most go on after it.
    const hashes = Array.from({ length: 20 }, () => hashPassword(nextPassword));
    const [isReset] = await Promise.all([
      resetPassword(peopleDeps(), { token, password: nextPassword, ip }),
      ...Array.from({ length: 5 }, () => signInAs(email, old)),
      ...hashes,
    ]);

    expect(isReset).toBe(true);
    expect(await sessionsOf(userId)).toEqual([]);
    expect((await signInAs(email, nextPassword)).kind).toBe('signed in');
  });

  it('a change of the password by a session that a reset ended sets none', async () => {
    const { client, email } = await aSignedIn();
    const [session, token] = [await sessionOf(client), await resetToken(email)];
    // The session was let in before the reset, and its change comes after it.
    await resetPassword(peopleDeps(), { token, password: nextPassword, ip });

    await expect(changePassword(peopleDeps(), session, password)).rejects.toThrow(SessionEnded);
    expect((await signInAs(email, nextPassword)).kind).toBe('signed in');
  });

  it('a sign-in without the second factor opens no whole session after it is turned on', async () => {
    const { client, userId, email, password: right } = await aSignedIn();
    const shown = await client.open('/dashboard/account/factor');
    const secret = (/class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
    const session = await sessionOf(client);
    // The sign-in has read the account, and waits for its turn behind these hashes.
    const hashes = Array.from({ length: 30 }, () => hashPassword(nextPassword));
    const signingIn = signInAs(email, right);
    await expect.poll(() => sql('SELECT 1 FROM platform.sign_in_tries'), { interval: 5 }).toHaveLength(2);
    await finishFactor(peopleDeps(), session, totpNow(secret));
    await Promise.all([signingIn, ...hashes]);

    expect((await sessionsOf(userId)).filter(({ stage }) => stage === 'full')).toHaveLength(1);
  });

  it('a form of a session that ends meanwhile changes nothing and leads to sign in', async () => {
    const { client, userId, email, password: right } = await aSignedIn();
    const form = await client.open(protectedPath);
    const hashes = Array.from({ length: 30 }, () => hashPassword(nextPassword));
    const sent = client.submit(form, '/account/password', { password: nextPassword });
    // By now the form has been let in. It waits for its turn behind the hashes.
    await Promise.all(hashes.slice(0, 10));
    await sql('DELETE FROM platform.dashboard_sessions WHERE user_id = $1', [userId]);
    await Promise.all(hashes);

    expect((await sent).text).toContain(words.signIn.notDone);
    expect((await signInAs(email, right)).kind).toBe('signed in');
  });
});

describe('a session', () => {
  it('never has a token that was in the browser before', async () => {
    const { email, password: right } = await office.aPerson();
    const planted = `sid=${'A'.repeat(43)}`;
    const client = office.aBrowser();
    const form = await client.get('/dashboard/sign-in', { cookie: planted });
    const token = /name="token" value="([^"]*)"/.exec(form.text)?.[1] ?? '';
    const headers = { cookie: planted, 'sec-fetch-site': 'same-origin' };
    const answer = await client.post('/dashboard/sign-in', { token, email, password: right }, headers);

    expect(answer.status).toBe(303);
    expect(client.cookie()).toMatch(/^sid=[\w-]{43}$/);
    expect(client.cookie()).not.toBe(planted);
    expect(await opens(planted)).toBe(false);
  });

  it('gets another token when the person proves who they are, and the old one is worth nothing', async () => {
    const { client, password: right } = await aSignedIn();
    const before = client.cookie();
    await client.submit(await client.open('/dashboard/confirm'), '/confirm', { password: right });

    expect(client.cookie()).not.toBe(before);
    expect([await opens(before), await opens(client.cookie())]).toEqual([false, true]);
  });

  it('ends when somebody signs in over it in the same browser', async () => {
    const { client } = await aSignedIn();
    const next = await office.aPerson({ role: 'viewer', merchantId: office.merchant.merchantId });
    const before = client.cookie();
    const { text } = await client.open(protectedPath);
    const token = /name="token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const { email, password: right } = next;
    const answer = await client.post('/dashboard/sign-in', { token, email, password: right });

    expect(answer.location).toBe('/dashboard');
    expect(client.cookie()).not.toBe(before);
    expect([await opens(before), await opens(client.cookie())]).toEqual([false, true]);
  });

  it('is kept alive by what a person asks for, and not by a list that loads again by itself', async () => {
    const { client, userId } = await aSignedIn();
    const ofThem = 'platform.dashboard_sessions';
    const seenAfter = async (headers: Readonly<Record<string, string>>) => {
      await sql(`UPDATE ${ofThem} SET seen_at = now() - interval '20 minutes' WHERE user_id = $1`, [userId]);
      const { status } = await client.get('/dashboard/test/events', { 'hx-request': 'true', ...headers });
      const [row] = await sql(
        `SELECT seen_at > now() - interval '19 minutes' AS seen FROM ${ofThem} WHERE user_id = $1`,
        [userId],
      );
      return [status, row?.['seen']];
    };

    expect(await seenAfter({})).toEqual([200, true]);
    expect(await seenAfter({ 'x-automatic': 'true' })).toEqual([200, false]);
  });

  it('that has ended sends the browser to sign in, also from a list that htmx loads', async () => {
    const { client, userId } = await aSignedIn();
    await sql('DELETE FROM platform.dashboard_sessions WHERE user_id = $1', [userId]);
    const at = '/dashboard/test/payments?status=failed';
    const [whole, list] = [await client.get(at), await client.get(at, { 'hx-request': 'true' })];
    const way = `/dashboard/sign-in?next=${encodeURIComponent(at)}&ended=1`;

    expect([whole.status, whole.location]).toEqual([303, way]);
    expect([list.status, list.location, list.headers.get('hx-redirect')]).toEqual([204, undefined, way]);
  });

  it.each([
    ['thirty minutes without a request', "seen_at = now() - interval '31 minutes'"],
    ['twelve hours', "expires_at = now() - interval '1 second'"],
  ])('ends after %s', async (_, set) => {
    const { client, userId } = await aSignedIn();
    expect(await opens(client.cookie())).toBe(true);
    await sql(`UPDATE platform.dashboard_sessions SET ${set} WHERE user_id = $1`, [userId]);

    expect(await opens(client.cookie())).toBe(false);
    expect((await client.open(protectedPath)).text).toContain(words.signIn.ended);
  });

  it('ends on the server when the person signs out, and elsewhere when they say so', async () => {
    const { client, email, password: right } = await aSignedIn();
    const other = office.aBrowser();
    await other.signIn(email, right);
    const [here, there] = [client.cookie(), other.cookie()];
    await client.submit(await client.open(protectedPath), '/account/sessions');
    const after = [await opens(here), await opens(there)];
    await client.submit(await client.open(protectedPath), '/sign-out');

    expect(after).toEqual([true, false]);
    expect(await opens(here)).toBe(false);
  });

  it('takes five wrong passwords as proof, and then not even the right one for fifteen minutes', async () => {
    const { client, password: right } = await aSignedIn();
    const form = await client.open('/dashboard/confirm');
    const prove = (typed: string) => client.submit(form, '/confirm', { password: typed });
    const token = client.cookie();
    const answers: Shown[] = [];
    for (let tried = 0; tried < 7; tried += 1) answers.push(await prove('x'));
    const late = await prove(right);
    const lateToken = client.cookie();
    await sql("UPDATE platform.sign_in_tries SET at = at - interval '15 minutes'");
    await prove(right);

    expect(answers.filter(({ text }) => text.includes(words.confirm.wrongPassword))).toHaveLength(5);
    expect(late.text).toContain(words.confirm.lockedPassword);
    expect(lateToken).toBe(token);
    expect(client.cookie()).not.toBe(token);
  });

  it('leads back to where the person was going, and to no other host', async () => {
    const { email, password: right } = await office.aPerson({
      role: 'viewer',
      merchantId: office.merchant.merchantId,
    });
    for (const [next, to] of [
      ['/dashboard/test/payments?status=failed', '/dashboard/test/payments?status=failed'],
      ['//evil.example/dashboard', '/dashboard/test'],
      ['/\\evil.example', '/dashboard/test'],
      ['https://evil.example/dashboard', '/dashboard/test'],
      ['/dashboard/../evil', '/dashboard/test'],
    ] as const) {
      const client = office.aBrowser();
      const form = await client.open(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
      const landed = await client.submit(form, '/sign-in', { email, password: right });

      expect(landed.path).toBe(to);
    }
  });
});

describe('a second factor', () => {
  it('is asked for after the password, and half a session opens nothing', async () => {
    const person = await withFactor();
    const half = await halfSignedIn(person);
    const before = half.client.cookie();

    expect(await opens(before)).toBe(false);
    expect((await tryCode(half, totpNow(person.secret, 1))).path).toContain('/dashboard');
    expect(half.client.cookie()).not.toBe(before);
    expect([await opens(before), await opens(half.client.cookie())]).toEqual([false, true]);
  });

  it('takes each code of the app once, also of two browsers at once', async () => {
    const person = await withFactor();
    const both = [await halfSignedIn(person), await halfSignedIn(person)];
    const code = totpNow(person.secret, 1);
    const ends = await Promise.all(both.map((half) => tryCode(half, code)));

    expect(ends.filter(({ path }) => !path.includes('second-factor'))).toHaveLength(1);
  });

  it('is locked after five of forty wrong codes at once, for right ones too', async () => {
    const person = await withFactor();
    const half = await halfSignedIn(person);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => tryCode(half, wrongTotp(person.secret))),
    );
    const late = await tryCode(half, totpNow(person.secret, 1));
    await sql('UPDATE platform.user_factors SET locked_until = now() WHERE user_id = $1', [person.userId]);
    const later = await tryCode(half, totpNow(person.secret, 1));

    expect(answers.filter(({ text }) => text.includes(words.factor.wrong))).toHaveLength(5);
    expect(late.text).toContain(words.factor.locked);
    expect(later.path).not.toContain('second-factor');
  });

  it('has ten recovery codes, each of which works once, and new ones end the old ones', async () => {
    const person = await withFactor();
    await withFactor();
    const [first = '', second = '', third = ''] = person.codes;
    const both = [await halfSignedIn(person), await halfSignedIn(person)];
    const ends = await Promise.all(both.map((half) => tryCode(half, first.toLowerCase())));
    const shown = await person.client.open(protectedPath);
    const renewed = await person.client.submit(shown, '/account/recovery-codes');
    const old = await tryCode(await halfSignedIn(person), second);
    const again = await person.client.open(protectedPath);

    expect(person.codes).toHaveLength(10);
    expect(ends.filter(({ path }) => !path.includes('second-factor'))).toHaveLength(1);
    expect(shown.text).toMatch(/\b9 recovery codes are left/);
    expect(renewed.text).not.toContain(third);
    expect(old.text).toContain(words.factor.wrong);
    for (const secret of [person.secret, first, second]) {
      expect(again.text).not.toContain(secret);
      expect(office.app.lines.join('')).not.toContain(secret);
    }
  });

  it('sends a mail when it is turned off, and owners see what a person did to their account', async () => {
    const person = await withFactor();
    await person.client.submit(await person.client.open(protectedPath), '/account/recovery-codes');
    await person.client.submit(await person.client.open(protectedPath), '/account/factor-off');
    await person.client.submit(await person.client.open(protectedPath), '/account/password', {
      password: nextPassword,
    });
    const token = await resetToken(person.email);
    await useLink(office.aBrowser(), `/dashboard/reset/${token}`, { password });
    const { text } = await (await office.as('owner')).open('/dashboard/test/audit');
    const entries = [...text.matchAll(/<tr>[\s\S]*?<\/tr>/g)]
      .map(([row]) => row)
      .filter((row) => row.includes(person.email));

    expect(entries.map((row) => /person\.[\w-]+/.exec(row)?.[0])).toEqual([
      'person.password-reset',
      'person.password-changed',
      'person.factor-off',
      'person.codes-renewed',
      'person.factor-on',
    ]);
    for (const row of entries) expect(row).toContain('127.0.0.1');
    expect(await subjectsTo(person.email)).toEqual([
      'Two-step sign-in was turned off',
      'Your password was changed',
      'Choose a new password',
      'Your password was changed',
    ]);
  });

  it('ends the sessions that were begun without it', async () => {
    const person = await aSignedIn();
    const other = office.aBrowser();
    await other.signIn(person.email, person.password);
    const shown = await person.client.open('/dashboard/account/factor');
    const secret = (/class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
    await person.client.submit(shown, '/account/factor', { code: totpNow(secret) });

    expect([await opens(person.client.cookie()), await opens(other.cookie())]).toEqual([true, false]);
  });
});
