import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../src/platform/ids.ts';
import { type Office, openOffice } from '../pages/dashboard/office.ts';
import { jsonOf, mpsHere } from './mps.ts';

let office: Office;
let env: Record<string, string>;
let dataDir = '';
let merchant = '';

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  dataDir = mkdtempSync(join(tmpdir(), 'merchant-payments-owner-'));
  const { url, secretKey } = office.app.database;
  env = { DATABASE_URL: url, SECRET_KEY: secretKey, DATA_DIR: dataDir };
  merchant = showId('mer', office.merchant.merchantId);
});
afterAll(async () => {
  await office.stop();
  rmSync(dataDir, { recursive: true });
});

const reset = (options: string) => mpsHere(`owner reset --json --merchant ${options}`, env);

describe('mps owner reset', () => {
  it('makes the first owner of a merchant, who signs in with the password that is shown once', async () => {
    const ended = await reset(`${merchant} --email First@People.test`);
    const { email, password } = jsonOf(ended);
    const landed = await office.aBrowser().signIn(String(email), String(password));
    const changes = jsonOf(await mpsHere(`merchant changes --merchant ${merchant} --json`, env));

    expect(ended.exitCode).toBe(0);
    expect(email).toBe('first@people.test');
    expect(landed.path).toBe('/dashboard/test');
    expect(JSON.stringify(changes)).toContain('team.owner-reset');
    expect(JSON.stringify(changes)).not.toContain(String(password));
  });

  it('lets an owner in again who has lost password and second factor, and ends their sessions', async () => {
    const person = await office.aPerson({ role: 'owner', merchantId: office.merchant.merchantId });
    const before = office.aBrowser();
    await before.signIn(person.email, person.password);
    await office.app.database.asOwner(
      `INSERT INTO platform.user_factors (user_id, secret_sealed, last_step, failures, enrolled_at) VALUES ($1, $2, 0, 0, now())`,
      [person.userId, office.app.secrets.seal('JBSWY3DPEHPK3PXP', 'user-factor')],
    );
    const kept = jsonOf(await reset(`${merchant} --email ${person.email}`));
    const half = await office.aBrowser().signIn(person.email, String(kept['password']));
    const gone = jsonOf(await reset(`${merchant} --email ${person.email} --without-factor`));
    const whole = await office.aBrowser().signIn(person.email, String(gone['password']));

    expect((await before.get('/dashboard/account')).status).toBe(303);
    expect(half.path).toContain('/second-factor');
    expect(whole.path).toBe('/dashboard/test');
    const told = await office.app.database.asOwner(
      'SELECT subject FROM platform.mails WHERE recipient = $1 ORDER BY id',
      [person.email],
    );
    // Somebody else may have talked the operator into it.
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your password was changed',
      'Your password was changed',
      'Two-step sign-in was turned off',
    ]);
  });

  it('is in the logs of all merchants that the person works for', async () => {
    const person = await office.aPerson({ role: 'owner', merchantId: office.merchant.merchantId });
    const other = await office.app.aMerchant();
    await office.app.database.asOwner(
      "INSERT INTO platform.memberships (merchant_id, user_id, role) VALUES ($1, $2, 'owner')",
      [other.merchantId, person.userId],
    );
    await reset(`${merchant} --email ${person.email}`);
    const remembered = await office.app.database.asOwner(
      "SELECT action, user_id, ip FROM platform.operator_changes WHERE merchant_id = $1 AND action LIKE 'person.%'",
      [other.merchantId],
    );

    expect(remembered).toEqual([{ action: 'person.password-reset', user_id: null, ip: null }]);
  });

  it.each(['--name=', `--name=${'x'.repeat(121)}`, '--name=Rudo\nNcube'])(
    'makes nobody with a name that the dashboard would refuse: %j',
    async (name) => {
      const ended = await reset(`${merchant} --email nameless@people.test ${name}`);

      expect(ended).toMatchObject({ exitCode: 2, data: '', words: expect.stringContaining('--name takes') });
      expect(
        await office.app.database.asOwner(
          "SELECT name FROM platform.users WHERE email = 'nameless@people.test'",
        ),
      ).toEqual([]);
    },
  );

  it('makes a member with another role an owner', async () => {
    const person = await office.aPerson({ role: 'viewer', merchantId: office.merchant.merchantId });
    const { exitCode } = await reset(`${merchant} --email ${person.email}`);
    const roles = await office.app.database.asOwner(
      'SELECT role FROM platform.memberships WHERE user_id = $1',
      [person.userId],
    );

    expect(exitCode).toBe(0);
    expect(roles).toEqual([{ role: 'owner' }]);
  });

  it('ends the lock of an account after wrong passwords', async () => {
    const person = await office.aPerson({ role: 'owner', merchantId: office.merchant.merchantId });
    const signIn = async (password: string) => {
      const browser = office.aBrowser();
      const shown = await browser.open('/dashboard/sign-in');
      return await browser.submit(shown, '/sign-in', { email: person.email, password });
    };
    for (let n = 0; n < 5; n += 1) await signIn('not the password');
    const locked = await signIn(person.password);

    const { password } = jsonOf(await reset(`${merchant} --email ${person.email}`));

    expect(locked.path).not.toBe('/dashboard/test');
    expect((await signIn(String(password))).path).toBe('/dashboard/test');
  });

  it('ends a link for a new password that was mailed before', async () => {
    const person = await office.aPerson({ role: 'owner', merchantId: office.merchant.merchantId });
    const browser = office.aBrowser();
    await browser.submit(await browser.open('/dashboard/forgot'), '/forgot', { email: person.email });
    const [mail] = await office.app.database.asOwner('SELECT text FROM platform.mails WHERE recipient = $1', [
      person.email,
    ]);
    const path = /\/dashboard\/reset\/\S+/.exec(String(mail?.['text']))?.[0] ?? '';
    const before = await browser.open(path);
    await reset(`${merchant} --email ${person.email}`);

    expect([before.status, (await browser.open(path)).status]).toEqual([200, 410]);
  });

  it.each([
    ['to', 'an-old-invitation'],
    ['by', 'another-invitation'],
  ])('takes back an open invitation %s the person', async (how, token) => {
    const { merchantId } = office.merchant;
    const person = await office.aPerson({ role: 'developer', merchantId });
    const other = await office.aPerson({ role: 'owner', merchantId });
    const [to, by] = how === 'to' ? [person, other] : [{ email: 'friend@people.test' }, person];
    await office.app.database.asOwner(
      `INSERT INTO platform.invitations (id, merchant_id, email, role, hash, invited_by, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'viewer', sha256($3::text::bytea), $4, now() + interval '5 days')`,
      [merchantId, to.email, token, by.userId],
    );
    const path = `/dashboard/invitation/${token}`;
    const before = await office.aBrowser().open(path);
    await reset(`${merchant} --email ${person.email}`);

    expect([before.status, (await office.aBrowser().open(path)).status]).toEqual([200, 410]);
  });

  it('forgets a second factor that was begun and not finished', async () => {
    const person = await office.aPerson({ role: 'owner', merchantId: office.merchant.merchantId });
    const client = office.aBrowser();
    await client.signIn(person.email, person.password);
    await client.open('/dashboard/account/factor');
    const factors = () =>
      office.app.database.asOwner('SELECT enrolled_at FROM platform.user_factors WHERE user_id = $1', [
        person.userId,
      ]);
    const before = await factors();
    await reset(`${merchant} --email ${person.email}`);

    expect(before).toEqual([{ enrolled_at: null }]);
    expect(await factors()).toEqual([]);
  });

  it.each([
    [`mer_${'0'.repeat(32)} --email a@b.test`, 4],
    ['MERCHANT --email nobody', 2],
  ])('%s ends with %d', async (options, exitCode) => {
    expect((await reset(options.replace('MERCHANT', merchant))).exitCode).toBe(exitCode);
  });
});
