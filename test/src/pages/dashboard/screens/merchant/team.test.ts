import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockMerchant } from '../../../../../../src/domain/merchants/changes/queries.ts';
import { revokeInvitationTo } from '../../../../../../src/domain/people/team/invitation-queries.ts';
import { deleteMembership, writeRole } from '../../../../../../src/domain/people/team/queries.ts';
import type { MerchantId } from '../../../../../../src/engine/principal.ts';
import { entryWords } from '../../../../../../src/pages/words/dashboard/entry.ts';
import { frameWords } from '../../../../../../src/pages/words/dashboard/frame.ts';
import { teamWords } from '../../../../../../src/pages/words/dashboard/merchant/team.ts';
import { inPlatformTransaction, type PlatformDb } from '../../../../../../src/platform/db/database.ts';
import { showId } from '../../../../../../src/platform/ids.ts';
import { type Client, othersIn, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
const base = '/dashboard/test/team';
const { errors } = frameWords;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());
beforeEach(() => sql('DELETE FROM platform.sign_in_tries'));

const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);

/** A merchant with one signed-in owner. */
async function aTeam() {
  const { merchantId } = await office.app.aMerchant();
  const person = await office.aPerson({ role: 'owner', merchantId });
  const owner = office.aBrowser();
  await owner.signIn(person.email, person.password);
  return { merchantId, owner, person };
}

type Team = Awaited<ReturnType<typeof aTeam>>;
type Earlier = { readonly count: number; readonly daysAgo: number; readonly revoked: boolean };

/** Invitations that a team sent before: to guest1, guest2 and so on. */
const insertInvitations = ({ merchantId, person }: Team, { count, daysAgo, revoked }: Earlier) =>
  sql(
    `INSERT INTO platform.invitations (id, merchant_id, email, role, hash, invited_by, created_at, expires_at, revoked_at)
     SELECT gen_random_uuid(), $1::uuid, 'guest' || nth || '@people.test', 'viewer', sha256(gen_random_uuid()::text::bytea), $2::uuid,
       now() - make_interval(days => $4::int), now() + interval '5 days', CASE WHEN $5::boolean THEN now() END
     FROM generate_series(1, $3::int) AS nth`,
    [merchantId, person.userId, count, daysAgo, revoked],
  );

async function signedIn({ email, password }: { email: string; password: string }): Promise<Client> {
  const client = office.aBrowser();
  await client.signIn(email, password);
  return client;
}

const invite = async (owner: Client, email: string, role = 'developer'): Promise<Shown> =>
  await owner.submit(await owner.open(`${base}/invite`), '/team/invite', { email, role });

async function invitationOf(email: string): Promise<string> {
  const [mail] = await sql('SELECT text FROM platform.mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
    email,
  ]);
  return /\/dashboard\/invitation\/\S+/.exec(String(mail?.['text']))?.[0] ?? '';
}

const accept = async (client: Client, path: string, fields = {}): Promise<Shown> =>
  await client.submit(await client.open(path), path, fields);

const rolesOf = async (merchantId: string) =>
  (
    await sql(
      'SELECT u.email, m.role FROM platform.memberships m JOIN platform.users u ON u.id = m.user_id WHERE merchant_id = $1 ORDER BY m.created_at, u.email',
      [merchantId],
    )
  ).map(({ email, role }) => `${String(email)} ${String(role)}`);

const changesOf = async (merchantId: string) =>
  await sql(
    `SELECT c.action, u.email, c.ip FROM platform.operator_changes c LEFT JOIN platform.users u ON u.id = c.user_id
     WHERE merchant_id = $1 AND action LIKE 'team.%' ORDER BY change_id`,
    [merchantId],
  );

describe('an invitation', () => {
  it('makes an account and a member once, however many accept at the same time', async () => {
    const { merchantId, owner, person } = await aTeam();
    await invite(owner, 'new1@people.test');
    const path = await invitationOf('new1@people.test');
    const form = await office.aBrowser().open(path);
    const fields = { name: 'New', password: 'nine words that nobody else would choose' };
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => office.aBrowser().submit(form, path, fields)),
    );
    const again = await office.aBrowser().open(path);

    expect(ends.filter(({ path: to }) => to.startsWith('/dashboard/sign-in'))).toHaveLength(1);
    expect(again.status).toBe(410);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`, 'new1@people.test developer']);
    expect(await changesOf(merchantId)).toEqual([
      { action: 'team.invited', email: person.email, ip: '127.0.0.1' },
      { action: 'team.joined', email: 'new1@people.test', ip: '127.0.0.1' },
    ]);
  });

  it('that is withdrawn while somebody accepts it lets nobody in', async () => {
    const { merchantId, owner, person } = await aTeam();
    const guest = await office.aPerson();
    await invite(owner, guest.email, 'finance');
    const path = await invitationOf(guest.email);
    const client = await signedIn(guest);
    const form = await client.open(path);
    const answer = await whileLocked(
      merchantId,
      () => client.submit(form, path),
      async (tx) => {
        await revokeInvitationTo(tx, merchantId, guest.email, new Date());
      },
    );

    expect(answer.status).toBe(410);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`]);
  });

  it('is for the invited address, in a whole session', async () => {
    const { merchantId, owner, person } = await aTeam();
    const [guest, stranger] = [await office.aPerson(), await office.aPerson()];
    await invite(owner, guest.email, 'finance');
    const path = await invitationOf(guest.email);
    const other = await signedIn(stranger);
    const token = /name="token" value="([^"]*)"/.exec((await other.open(path)).text)?.[1] ?? '';
    const refused = await other.post(path, { token });
    const asNew = await office.aBrowser().open(path);
    const joined = await accept(await signedIn(guest), path);

    expect(refused.status).toBe(409);
    expect(asNew.text).toContain(`Sign in as ${guest.email}`);
    expect(joined.path).toBe('/dashboard/test');
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`, `${guest.email} finance`]);
    expect((await changesOf(merchantId)).at(-1)).toEqual({
      action: 'team.joined',
      email: guest.email,
      ip: '127.0.0.1',
    });
  });

  it('to a smaller role is refused to the last owner, and ends what they invited once there is another', async () => {
    const { merchantId, owner, person } = await aTeam();
    await invite(owner, 'left3@people.test', 'owner');
    const left = await invitationOf('left3@people.test');
    await invite(owner, person.email, 'viewer');
    const path = await invitationOf(person.email);
    const refused = await accept(owner, path);
    const kept = await rolesOf(merchantId);
    const open = await office.aBrowser().open(left);
    await office.aPerson({ role: 'owner', merchantId });
    const joined = await accept(owner, path);

    expect(refused.status).toBe(409);
    expect(refused.text).toContain(teamWords.lastOwner);
    expect(kept).toEqual([`${person.email} owner`]);
    expect(joined.path).toBe('/dashboard/test');
    expect(await rolesOf(merchantId)).toContain(`${person.email} viewer`);
    expect([open.status, (await office.aBrowser().open(left)).status]).toEqual([200, 410]);
  });

  it('stays open when another one to the merchant is accepted', async () => {
    const { owner } = await aTeam();
    const [one, other] = ['one@people.test', 'other@people.test'];
    for (const to of [one, other]) await invite(owner, to);
    const fields = { name: 'One', password: 'nine words that nobody else would choose' };

    await accept(office.aBrowser(), await invitationOf(one), fields);

    expect((await office.aBrowser().open(await invitationOf(other))).status).toBe(200);
    expect((await owner.open(base)).text.match(/\/revoke"/g)).toHaveLength(1);
  });

  it('ends when it is revoked, replaced, or seven days old, and is not mailed four times in a row', async () => {
    const { owner } = await aTeam();
    await invite(owner, 'new2@people.test');
    const replaced = await invitationOf('new2@people.test');
    await invite(owner, 'new2@people.test', 'viewer');
    const revoked = await invitationOf('new2@people.test');
    await owner.submit(await owner.open(base), '/revoke');
    const afterRevoke = await office.aBrowser().open(revoked);
    await invite(owner, 'new2@people.test');
    const old = await invitationOf('new2@people.test');
    const fourth = await invite(owner, 'new2@people.test');
    const unsent = await invitationOf('new2@people.test');
    await sql(
      "UPDATE platform.invitations SET expires_at = now() - interval '1 second' WHERE email = 'new2@people.test'",
    );

    expect((await office.aBrowser().open(replaced)).status).toBe(410);
    expect(afterRevoke.status).toBe(410);
    expect(fourth.text).toContain(teamWords.invite.refused['too many to them'](3));
    expect(unsent).toBe(old);
    expect((await office.aBrowser().open(old)).status).toBe(410);
  });

  it('of another merchant is neither seen nor revoked', async () => {
    const [mine, theirs] = [await aTeam(), await aTeam()];
    await invite(theirs.owner, 'new3@people.test');
    const [row] = await sql('SELECT id FROM platform.invitations WHERE merchant_id = $1', [
      theirs.merchantId,
    ]);
    const shown = await mine.owner.open(base);
    const token = /name="token" value="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    const { status } = await mine.owner.post(`${base}/invitations/${String(row?.['id'])}/revoke`, { token });

    expect(shown.text).not.toContain('new3@people.test');
    expect(status).toBe(404);
    expect((await office.aBrowser().open(await invitationOf('new3@people.test'))).status).toBe(200);
  });

  it('is open for seven days', async () => {
    const { owner } = await aTeam();
    await invite(owner, 'new5@people.test');
    const rows = await sql(
      `SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::int AS hours
       FROM platform.invitations WHERE email = $1`,
      ['new5@people.test'],
    );

    expect(rows).toEqual([{ hours: 7 * 24 }]);
  });

  it('is refused while fifty others are open, and may replace one of fifty', async () => {
    const team = await aTeam();
    await insertInvitations(team, { count: 50, daysAgo: 2, revoked: false });
    const refused = await invite(team.owner, 'new6@people.test');
    const unsent = await invitationOf('new6@people.test');
    const replaced = await invite(team.owner, 'guest1@people.test');
    await sql(
      `UPDATE platform.invitations SET expires_at = now() - interval '1 second'
       WHERE merchant_id = $1 AND email = 'guest2@people.test'`,
      [team.merchantId],
    );
    const later = await invite(team.owner, 'new6@people.test');

    expect(refused.status).toBe(409);
    expect(refused.text).toContain(teamWords.invite.refused['too many open'](50));
    expect(unsent).toBe('');
    for (const { text } of [replaced, later]) expect(text).toContain(teamWords.done['invited']);
  });

  it('is refused after twenty in a day, and the one that it would replace stays open', async () => {
    const team = await aTeam();
    await insertInvitations(team, { count: 19, daysAgo: 0, revoked: true });
    const twentieth = await invite(team.owner, 'new7@people.test');
    const path = await invitationOf('new7@people.test');
    const refused = await invite(team.owner, 'new7@people.test', 'viewer');
    const open = await office.aBrowser().open(path);
    await sql(
      "UPDATE platform.invitations SET created_at = created_at - interval '25 hours' WHERE merchant_id = $1",
      [team.merchantId],
    );
    const later = await invite(team.owner, 'new8@people.test');

    expect(refused.status).toBe(409);
    expect(refused.text).toContain(teamWords.invite.refused['too many today'](20));
    expect(open.status).toBe(200);
    for (const { text } of [twentieth, later]) expect(text).toContain(teamWords.done['invited']);
  });
});

/** Sends a form that waits for the lock of the merchant, and changes the team before it goes on. */
async function whileLocked(
  id: MerchantId,
  send: () => Promise<Shown>,
  change: (tx: PlatformDb) => Promise<void>,
): Promise<Shown> {
  const { platform } = office.app.database.databases;
  const waits =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const { sent } = await inPlatformTransaction(platform, async (tx) => {
    await lockMerchant(tx, id);
    const answer = send();
    await expect.poll(() => sql(waits), { timeout: 20_000 }).not.toEqual([]);
    await change(tx);
    return { sent: answer };
  });
  return await sent;
}

const memberAt = (userId: string): string => `${base}/members/${showId('usr', userId)}`;

describe('a member', () => {
  it('gets another role, which their open sessions have at once, and is taken out', async () => {
    const { merchantId, owner, person } = await aTeam();
    const colleague = await office.aPerson({ role: 'viewer', merchantId });
    const client = await signedIn(colleague);
    const at = memberAt(colleague.userId);
    const before = await client.get('/dashboard/test/apps/new');
    await owner.submit(await owner.open(at), '/role', { role: 'developer' });
    const after = await client.get('/dashboard/test/apps/new');
    await owner.submit(await owner.open(at), '/remove');

    expect([before.status, after.status]).toEqual([403, 200]);
    expect((await client.open('/dashboard/test')).status).toBe(403);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`]);
    expect((await changesOf(merchantId)).map(({ action }) => action)).toEqual([
      'team.role-set',
      'team.removed',
    ]);
  });

  it('who is taken out does not come back by an invitation that was open', async () => {
    const { merchantId, owner, person } = await aTeam();
    const colleague = await office.aPerson({ role: 'viewer', merchantId });
    await invite(owner, colleague.email, 'owner');
    const path = await invitationOf(colleague.email);
    const open = await office.aBrowser().open(path);
    await owner.submit(await owner.open(memberAt(colleague.userId)), '/remove');
    const closed = await (await signedIn(colleague)).open(path);

    expect([open.status, closed.status]).toEqual([200, 410]);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`]);
  });

  it('who gets a smaller role does not take the larger one back by an invitation that was open', async () => {
    const { merchantId, owner, person } = await aTeam();
    const colleague = await office.aPerson({ role: 'owner', merchantId });
    const client = await signedIn(colleague);
    await invite(client, colleague.email, 'owner');
    const path = await invitationOf(colleague.email);
    const open = await client.open(path);
    await owner.submit(await owner.open(memberAt(colleague.userId)), '/role', { role: 'viewer' });
    const closed = await client.open(path);

    expect([open.status, closed.status]).toEqual([200, 410]);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`, `${colleague.email} viewer`]);
  });

  it('who is the last owner stays one, also when two owners demote each other at once', async () => {
    const { merchantId, owner, person } = await aTeam();
    const alone = await owner.submit(await owner.open(memberAt(person.userId)), '/role', { role: 'viewer' });
    const second = await office.aPerson({ role: 'owner', merchantId });
    const other = await signedIn(second);
    const [mine, theirs] = [
      await owner.open(memberAt(second.userId)),
      await other.open(memberAt(person.userId)),
    ];
    await Promise.all([
      owner.submit(mine, '/role', { role: 'viewer' }),
      other.submit(theirs, '/role', { role: 'viewer' }),
    ]);

    expect(alone.status).toBe(409);
    expect(alone.text).toContain(teamWords.lastOwner);
    expect((await rolesOf(merchantId)).filter((each) => each.endsWith(' owner'))).toHaveLength(1);
  });

  it('who is the only owner cannot leave, and stays owner', async () => {
    const { merchantId, owner, person } = await aTeam();
    await office.aPerson({ role: 'developer', merchantId });
    const before = await owner.open(memberAt(person.userId));
    const left = await owner.submit(before, '/remove');

    expect(left.status).toBe(409);
    expect(othersIn(left, '/remove')).toEqual(othersIn(before, '/remove'));
    expect(left.text).toContain(teamWords.lastOwner);
    expect(await rolesOf(merchantId)).toContain(`${person.email} owner`);
  });

  it('leaves by themselves, with what they invited, but for the last owner', async () => {
    const { merchantId, owner, person } = await aTeam();
    const [viewer, second] = [
      await office.aPerson({ role: 'viewer', merchantId }),
      await office.aPerson({ role: 'owner', merchantId }),
    ];
    const [reading, owning] = [await signedIn(viewer), await signedIn(second)];
    await invite(owning, 'left2@people.test', 'owner');
    const path = await invitationOf('left2@people.test');
    const gone = [];
    for (const client of [reading, owning])
      gone.push(await client.submit(await client.open(`${base}/leave`), '/team/leave'));
    const last = await owner.submit(await owner.open(`${base}/leave`), '/team/leave');

    expect(gone.map(({ path: to }) => to)).toEqual(['/dashboard/merchants', '/dashboard/merchants']);
    expect((await reading.open(base)).status).toBe(403);
    expect((await office.aBrowser().open(path)).status).toBe(410);
    expect([last.status, last.text.includes(teamWords.lastOwner)]).toEqual([409, true]);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`]);
    expect((await changesOf(merchantId)).map(({ action, email }) => [action, email])).toEqual([
      ['team.invited', second.email],
      ['team.left', viewer.email],
      ['team.left', second.email],
    ]);
  });

  it('of a suspended merchant is taken out, or leaves; nobody else comes in', async () => {
    const { merchantId, owner, person } = await aTeam();
    const [first, second] = [
      await office.aPerson({ role: 'developer', merchantId }),
      await office.aPerson({ role: 'viewer', merchantId }),
    ];
    await invite(owner, 'late@people.test');
    const open = await owner.open(`${base}/invite`);
    await sql("UPDATE platform.merchants SET status = 'suspended' WHERE id = $1", [merchantId]);
    const refused = await owner.submit(open, '/team/invite', { email: 'x@people.test', role: 'owner' });
    const team = await owner.open(base);
    await owner.submit(team, '/revoke');
    const member = await owner.open(memberAt(first.userId));
    await owner.submit(member, '/remove');
    const leaving = await signedIn(second);
    await leaving.submit(await leaving.open(`${base}/leave`), '/team/leave');

    expect(refused.status).toBe(403);
    expect(team.text).toContain(memberAt(first.userId));
    expect(member.text).not.toContain('/role"');
    expect((await changesOf(merchantId)).map(({ action }) => action)).toEqual([
      'team.invited',
      'team.invitation-revoked',
      'team.removed',
      'team.left',
    ]);
    expect(await rolesOf(merchantId)).toEqual([`${person.email} owner`]);
  });

  it.each([
    ['invites nobody', `${base}/invite`, '/team/invite', { email: 'friend@people.test', role: 'owner' }],
    ['takes back no invitation', base, '/revoke', {}],
    ['sets no role', 'the colleague', '/role', { role: 'owner' }],
    ['removes nobody', 'the colleague', '/remove', {}],
  ])('who is taken out while their form waits %s', async (_, path, ending, fields) => {
    const { merchantId, owner } = await aTeam();
    const [second, colleague] = [
      await office.aPerson({ role: 'owner', merchantId }),
      await office.aPerson({ role: 'viewer', merchantId }),
    ];
    await invite(owner, 'new9@people.test');
    const other = await signedIn(second);
    const form = await other.open(path === 'the colleague' ? memberAt(colleague.userId) : path);
    const before = await changesOf(merchantId);
    const answer = await whileLocked(
      merchantId,
      () => other.submit(form, ending, fields),
      (tx) => deleteMembership(tx, merchantId, second.userId),
    );

    expect(await changesOf(merchantId)).toEqual(before);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(errors.stale.title);
    expect(await rolesOf(merchantId)).toContain(`${colleague.email} viewer`);
  });

  it('who gets a smaller role while their form waits is told of it, and invites nobody', async () => {
    const { merchantId } = await aTeam();
    const second = await office.aPerson({ role: 'owner', merchantId });
    const other = await signedIn(second);
    const form = await other.open(`${base}/invite`);
    const answer = await whileLocked(
      merchantId,
      () => other.submit(form, '/team/invite', { email: 'friend2@people.test', role: 'owner' }),
      (tx) => writeRole(tx, merchantId, second.userId, 'viewer'),
    );

    expect(await changesOf(merchantId)).toEqual([]);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(errors.right(entryWords.roles.viewer.name).title);
  });

  it.each([
    ['is taken out', '/remove', {}],
    ['gets a smaller role', '/role', { role: 'finance' }],
  ])('who %s leaves no open invitation behind', async (_, ending, fields) => {
    const { merchantId, owner } = await aTeam();
    const second = await office.aPerson({ role: 'owner', merchantId });
    await invite(owner, 'kept@people.test');
    await invite(await signedIn(second), 'left@people.test', 'owner');
    const [kept, left] = [await invitationOf('kept@people.test'), await invitationOf('left@people.test')];
    const open = await office.aBrowser().open(left);
    await owner.submit(await owner.open(memberAt(second.userId)), ending, fields);

    expect([open.status, (await office.aBrowser().open(left)).status]).toEqual([200, 410]);
    expect((await office.aBrowser().open(kept)).status).toBe(200);
  });

  it('of another merchant is not found', async () => {
    const [mine, theirs] = [await aTeam(), await aTeam()];

    expect((await mine.owner.open(memberAt(theirs.person.userId))).status).toBe(404);
  });
});

describe('a person who works for two merchants', () => {
  it('is shown no rows of one in a tab that shows the other', async () => {
    const [mine, theirs] = [await aTeam(), await aTeam()];
    const { owner, person } = mine;
    await invite(theirs.owner, person.email);
    await accept(owner, await invitationOf(person.email));
    const choose = async ({ merchantId }: Team) =>
      await owner.submit(await owner.open('/dashboard/merchants'), `/${showId('mer', merchantId)}`);
    await choose(mine);
    const at = '/dashboard/test/payments?status=completed';
    const tab = await owner.open(at);
    const sent = /hx-headers="([^"]*)"/.exec(tab.text)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
    const load = () => owner.get(at, { 'hx-request': 'true', ...JSON.parse(sent) });
    const before = await load();
    await choose(theirs);
    const after = await load();

    expect([before.status, before.headers.get('hx-redirect')]).toEqual([200, null]);
    expect([after.status, after.headers.get('hx-redirect')]).toEqual([204, at]);
    expect((await owner.open(at)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('shows who did what from where to owners, and cannot be changed by the service', async () => {
    const { merchantId, owner, person } = await aTeam();
    await invite(owner, 'new4@people.test');
    const webhook = await owner.open('/dashboard/test/sandbox');
    await owner.submit(webhook, '/sandbox/kyc', { tier: '2' });
    const { text } = await owner.open('/dashboard/test/audit');
    const { sandbox, live } = office.app.database.databases;

    expect(text).toContain('sandbox.kyc-set');
    expect(text).toContain(person.email);
    expect(text).toContain('127.0.0.1');
    for (const db of [sandbox, live]) {
      const at = { merchant_id: merchantId };
      await expect(
        db.updateTable('audit_log').set({ action: 'x' }).where('merchant_id', '=', merchantId).execute(),
      ).rejects.toThrow(/permission denied|append-only/);
      await expect(
        db.deleteFrom('audit_log').where('merchant_id', '=', at.merchant_id).execute(),
      ).rejects.toThrow(/permission denied|append-only/);
    }
  });

  it('shows nothing of another merchant', async () => {
    const [mine, theirs] = [await aTeam(), await aTeam()];
    for (const { owner, person } of [mine, theirs]) {
      await invite(owner, `guest-of-${person.userId}@people.test`);
      await owner.submit(await owner.open('/dashboard/test/sandbox'), '/sandbox/kyc', { tier: '2' });
    }
    const [here, there] = [
      await mine.owner.open('/dashboard/test/audit'),
      await theirs.owner.open('/dashboard/test/audit'),
    ];

    for (const { text } of [here, there])
      for (const action of ['team.invited', 'sandbox.kyc-set']) expect(text).toContain(action);
    expect(here.text).not.toContain(theirs.person.email);
    expect(there.text).not.toContain(mine.person.email);
  });
});
