import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyJobs } from '../../../../src/app/job-handlers.ts';
import { openDatabases } from '../../../../src/platform/db/database.ts';
import { type Office, openOffice } from '../../pages/dashboard/office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
});
afterAll(() => office.stop());

const sql = (text: string, values: readonly unknown[] = []) => office.app.database.asOwner(text, values);

const forget = (signal = AbortSignal.timeout(60_000)) =>
  dailyJobs['sessions.forget'](office.app.service.contexts.live, signal);

const count = async (table: string, condition: string) =>
  Number((await sql(`SELECT count(*) FROM platform.${table} WHERE ${condition}`))[0]?.['count']);

const addMails = (rows: number, age: string) =>
  sql(
    `INSERT INTO platform.mails (id, recipient, subject, text, created_at)
     SELECT gen_random_uuid(), 'old@people.test', 'x', '', now() - $2::interval FROM generate_series(1, $1)`,
    [rows, age],
  );

/** Each from another address, as a flood comes. */
const addTries = (rows: number, age: string) =>
  sql(
    `INSERT INTO platform.sign_in_tries (subject, at, id)
     SELECT 'ip flood ' || gen_random_uuid(), now() - $2::interval, gen_random_uuid() FROM generate_series(1, $1)`,
    [rows, age],
  );

const addLinks = (rows: number, age: string, userId: string) =>
  sql(
    `INSERT INTO platform.user_links (hash, user_id, kind, expires_at)
     SELECT sha256(gen_random_uuid()::text::bytea), $3, 'verify-email', now() - $2::interval FROM generate_series(1, $1)`,
    [rows, age, userId],
  );

const addSessions = (rows: number, age: string, userId: string) =>
  sql(
    `INSERT INTO platform.dashboard_sessions (hash, user_id, stage, ip, user_agent, expires_at)
     SELECT sha256(gen_random_uuid()::text::bytea), $3, 'full', '192.0.2.1', 'x', now() - $2::interval FROM generate_series(1, $1)`,
    [rows, age, userId],
  );

const addInvitations = (rows: number, age: string, userId: string) =>
  sql(
    `INSERT INTO platform.invitations (id, merchant_id, email, role, hash, invited_by, created_at, expires_at, revoked_at)
     SELECT gen_random_uuid(), $4, 'guest@people.test', 'viewer', sha256(gen_random_uuid()::text::bytea), $3,
       now() - $2::interval, now() - $2::interval, now() FROM generate_series(1, $1)`,
    [rows, age, userId, office.merchant.merchantId],
  );

/** Rows of tries that were read so far, by connections that have ended. */
async function triesRead(): Promise<number> {
  await sql('SELECT pg_stat_force_next_flush()');
  const [row] = await sql(
    `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relid = 'platform.sign_in_tries'::regclass`,
  );
  return Number(row?.['read']);
}

describe('the daily job that forgets what people did', () => {
  it('deletes what has ended, and keeps the rest', async () => {
    const { userId } = await office.aPerson();
    for (const age of ['2 hours', '10 minutes']) await addTries(3, age);
    for (const age of ['91 days', '89 days']) {
      await addMails(3, age);
      await addInvitations(3, age, userId);
    }
    for (const age of ['1 minute', '-1 hour']) {
      await addLinks(3, age, userId);
      await addSessions(3, age, userId);
    }

    await forget();

    const left = {
      tries: await count('sign_in_tries', "subject LIKE 'ip flood%'"),
      mails: await count('mails', "recipient = 'old@people.test'"),
      invitations: await count('invitations', `invited_by = '${userId}'`),
      links: await count('user_links', `user_id = '${userId}'`),
      sessions: await count('dashboard_sessions', `user_id = '${userId}'`),
    };
    expect(left).toEqual({ tries: 3, mails: 3, invitations: 3, links: 3, sessions: 3 });
  });

  it('deletes at most a thousand rows in a statement', async () => {
    const { userId } = await office.aPerson();
    await addTries(2500, '1 day');
    await addMails(2500, '100 days');
    await addLinks(2500, '1 day', userId);
    await addInvitations(2500, '100 days', userId);
    await addSessions(2500, '1 day', userId);
    await sql('CREATE TABLE public.deleted (of text, rows int)');
    await sql('GRANT ALL ON public.deleted TO mps_platform');
    await sql(`CREATE FUNCTION public.note_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.deleted SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END $$`);
    const tables = ['sign_in_tries', 'mails', 'user_links', 'dashboard_sessions', 'invitations'];
    for (const table of tables)
      await sql(`CREATE TRIGGER note_deleted AFTER DELETE ON platform.${table} REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted()`);

    await forget();

    for (const table of tables) await sql(`DROP TRIGGER note_deleted ON platform.${table}`);
    const rows = await sql(
      'SELECT of, sum(rows)::int AS rows, max(rows) <= 1000 AS few FROM public.deleted GROUP BY of ORDER BY of',
    );
    expect(rows).toEqual(tables.toSorted().map((of) => ({ of, rows: 2500, few: true })));
  });

  it('reads a flood of tries to sign in once, though most of them stay', async () => {
    const { url, secretKey } = office.app.database;
    // PostgreSQL counts what a connection has read when the connection ends.
    const databases = openDatabases({ url, secretKey, report: () => undefined });
    const [young, old] = [10_000, 5_000];
    await addTries(young, '1 minute');
    await addTries(old, '1 day');
    const before = await triesRead();

    const live = { ...office.app.service.contexts.live, platform: databases.platform };
    await dailyJobs['sessions.forget'](live, AbortSignal.timeout(60_000));

    await databases.close();
    await expect.poll(triesRead, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + young + old);
    expect((await triesRead()) - before).toBeLessThan(2 * (young + old));
    expect(await count('sign_in_tries', "subject LIKE 'ip flood%'")).toBe(3 + young);
  });

  it('stops between two batches when the process stops', async () => {
    await addMails(1500, '100 days');

    await expect(forget(AbortSignal.abort(new Error('the process stops')))).rejects.toThrow(
      'the process stops',
    );

    expect(await count('mails', "created_at < now() - interval '90 days'")).toBe(1500);
  });
});
