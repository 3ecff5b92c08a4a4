import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../src/domain/merchants/accounts/create-merchant.ts';
import { showId } from '../../../src/platform/ids.ts';
import { eventIn, openService, type Place } from '../../journeys/shop.ts';
import { aForm, files } from '../../support/builders/onboarding.ts';
import { aReceiver } from '../../support/receivers/receiver.ts';
import { apiOf } from '../../support/service/api.ts';
import { jsonOf, mpsHere } from './mps.ts';

let app: Place;
let env: Record<string, string>;
let folder = '';
beforeAll(async () => {
  app = await openService();
  env = { DATABASE_URL: app.database.url, SECRET_KEY: app.database.secretKey, DATA_DIR: '/nowhere' };
  folder = mkdtempSync(join(tmpdir(), 'merchant-payments-kyc-'));
  writeFileSync(at('form.json'), JSON.stringify(aForm));
  writeFileSync(at('id.pdf'), files.pdf());
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
});

const at = (name: string) => join(folder, name);
const here = (verb: string) => mpsHere(verb, env);
const of = ({ merchantId }: CreatedMerchant) => `--merchant ${showId('mer', merchantId)}`;
const submitting = (merchant: CreatedMerchant, more = '') =>
  `kyc submit ${of(merchant)} --tier 1 --form ${at('form.json')} --document identity=${at('id.pdf')} --json ${more}`;

/** The statements that wait for a lock in this database. */
const waitingForLocks = () =>
  app.database.asOwner(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );

describe('mps kyc', () => {
  it('takes a submission, shows it, saves its documents, and approves it; the service tells the app', async () => {
    const receiver = await aReceiver();
    const events = { webhookUrl: receiver.url, eventTypes: ['merchant.onboarding.kyc-approved'] };
    const merchant = await app.aMerchant({ kycTier: 0, ...events });

    const submitted = jsonOf(await here(submitting(merchant)));
    const id = String(submitted['submission']);
    const listed = jsonOf(await here(`kyc list --json ${of(merchant)}`));
    const shown = jsonOf(await here(`kyc show ${id} --save ${at('saved')} --json`));
    const approved = jsonOf(await here(`kyc approve ${id} --json`));

    const [request] = await receiver.sees(1);
    const event = request && (await eventIn(request, merchant.webhookSecret));
    await receiver.close();
    expect(listed['submissions']).toMatchObject([{ submission: id, status: 'submitted', documents: 1 }]);
    expect(shown).toMatchObject({
      mode: 'sandbox',
      form: aForm,
      documents: [{ kind: 'identity', name: 'id.pdf' }],
    });
    const saved = `${id}-1-identity.pdf`;
    expect(readdirSync(at('saved'))).toEqual([saved]);
    expect(readFileSync(join(at('saved'), saved)).equals(readFileSync(at('id.pdf')))).toBe(true);
    expect(statSync(join(at('saved'), saved)).mode % 0o1000).toBe(0o600);
    expect(approved).toMatchObject({ status: 'approved', tier: 1 });
    expect(event).toMatchObject({
      data: { id: showId('mer', merchant.merchantId), status: 'approved', tier: 1 },
    });
  });

  it('keeps the documents of two submissions apart in one folder', async () => {
    const ids: string[] = [];
    for (const merchant of [await app.aMerchant({ kycTier: 0 }), await app.aMerchant({ kycTier: 0 })]) {
      const id = String(jsonOf(await here(submitting(merchant)))['submission']);
      await here(`kyc show ${id} --save ${at('both')}`);
      ids.push(id);
    }

    expect(readdirSync(at('both'))).toEqual(ids.map((id) => `${id}-1-identity.pdf`));
  });

  it('names the folder in which documents cannot be written, and no setting', async () => {
    const { submission } = jsonOf(await here(submitting(await app.aMerchant({ kycTier: 0 }))));

    const inFile = await here(`kyc show ${String(submission)} --save ${at('id.pdf')}`);
    const inNone = await here(`kyc show ${String(submission)} --save ${at('id.pdf')}/in`);

    expect([inFile.exitCode, inNone.exitCode]).toEqual([5, 5]);
    expect(inFile.words).toMatch(/^".*id\.pdf" cannot be written: EEXIST.*\.\n$/);
    expect(inNone.words).toMatch(/^".*id\.pdf\/in" cannot be written: ENOTDIR.*\.\n$/);
  });

  it('opens live to a merchant who is verified there: only then may they have a live app', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const liveApp = `app create --live --json ${of(merchant)}`;

    const before = await here(liveApp);
    const { submission } = jsonOf(await here(submitting(merchant, '--live')));
    await here(`kyc approve ${String(submission)}`);
    const after = await here(liveApp);
    const shown = jsonOf(await here(`merchant show --json ${of(merchant)}`));

    const key = String(jsonOf(after)['secret_key']);
    const { kyc, livemode } = (await apiOf(app.baseUrl, key)('getProfile')).data;
    expect([before.exitCode, after.exitCode]).toEqual([5, 0]);
    expect([kyc, livemode]).toEqual([{ tier: 1, status: 'approved' }, true]);
    expect(shown).toMatchObject({ kyc_tier_live: 1, kyc_tier_sandbox: 0 });
  });

  it('rejects, asks and remembers who did it; what is decided cannot be decided again', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const { submission } = jsonOf(await here(submitting(merchant)));

    await here(`kyc ask ${String(submission)} --reason Statement`);
    await here(submitting(merchant));
    const rejected = jsonOf(await here(`kyc reject ${String(submission)} --reason Unreadable --json`));
    const again = await here(`kyc approve ${String(submission)}`);
    const { changes } = jsonOf(await here(`merchant changes --json ${of(merchant)}`));

    expect(rejected).toMatchObject({
      status: 'rejected',
      note: 'Unreadable',
      decided_by: expect.any(String),
    });
    expect([again.exitCode, again.words]).toEqual([5, expect.stringContaining('is rejected')]);
    expect((changes as { action: string }[]).map(({ action }) => action)).toEqual([
      'kyc.rejected',
      'kyc.submitted',
      'kyc.document-requested',
      'kyc.submitted',
    ]);
  });

  it('erases what was handed in once it is decided; the tier and the decision stay', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const other = await app.aMerchant({ kycTier: 0 });
    const { submission } = jsonOf(await here(submitting(merchant)));
    const kept = jsonOf(await here(submitting(other)))['submission'];

    const early = await here(`kyc erase ${String(submission)} --reason Closed`);
    await here(`kyc approve ${String(submission)}`);
    const erased = jsonOf(await here(`kyc erase ${String(submission)} --reason Closed --json`));
    const again = await here(`kyc erase ${String(submission)} --reason Closed`);

    expect([early.exitCode, early.words]).toEqual([
      5,
      expect.stringContaining('This submission is submitted'),
    ]);
    expect(erased).toMatchObject({ status: 'approved', erased_at: expect.any(String) });
    expect([again.exitCode, again.words]).toEqual([5, 'This submission was erased before.\n']);
    const shown = jsonOf(await here(`kyc show ${String(submission)} --json`));
    expect(shown).toMatchObject({ tier: 1, form: {}, documents: [] });
    expect(jsonOf(await here(`kyc show ${String(kept)} --json`))).toMatchObject({
      form: aForm,
      documents: [{ kind: 'identity' }],
    });
    const { changes } = jsonOf(await here(`merchant changes --json ${of(merchant)}`));
    expect(changes).toMatchObject([
      { action: 'kyc.erased', details: { submission, reason: 'Closed' } },
      { action: 'kyc.approved' },
      { action: 'kyc.submitted' },
    ]);
    expect((await apiOf(app.baseUrl, merchant.secretKey)('getProfile')).data.kyc.tier).toBe(1);
  });

  it.each([
    ['a text that is called a PDF', Buffer.from('hello'), 5, 'neither a PDF nor a PNG or JPEG'],
    ['a page that begins as a picture does', Buffer.from('\u0089PNG<script>'), 5, 'neither a PDF'],
    ['a PDF that was cut off', Buffer.from('%PDF-1.7 half'), 5, 'cut off'],
    ['an empty file', Buffer.alloc(0), 5, 'is empty'],
    ['a file that is too large', Buffer.concat([files.pdf(), Buffer.alloc(5 * 1024 * 1024)]), 5, '5 MiB'],
  ])('refuses %s', async (_name, content, exitCode, words) => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    writeFileSync(at('bad.pdf'), content);

    const refused = await here(
      `kyc submit ${of(merchant)} --tier 1 --form ${at('form.json')} --document identity=${at('bad.pdf')}`,
    );

    expect(refused).toMatchObject({ exitCode, words: expect.stringContaining(words) });
    expect(jsonOf(await here(`kyc list --json ${of(merchant)}`))['submissions']).toEqual([]);
  });

  it.each([
    ['{"legal_name": 1}', 2, 'takes a text'],
    ['{"nickname": "Tari"}', 2, 'there is no field nickname'],
    ['[]', 2, 'not an object'],
    ['{', 2, 'not valid JSON'],
    [Buffer.from('{"legal_name": "Caf\u00e9"}', 'latin1'), 2, 'is not UTF-8'],
    ['{}', 5, 'This is missing: legal_name'],
  ])('refuses the form %s', async (form, exitCode, words) => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    writeFileSync(at('other.json'), form);

    const refused = await here(
      `kyc submit ${of(merchant)} --tier 1 --form ${at('other.json')} --document identity=${at('id.pdf')}`,
    );

    expect(refused).toMatchObject({ exitCode, words: expect.stringContaining(words) });
  });

  it('says how another operator has decided meanwhile', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const { submission } = jsonOf(await here(submitting(merchant)));
    const other = new Client({ connectionString: app.database.url });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM platform.merchants WHERE id = $1 FOR UPDATE', [merchant.merchantId]);

    const waiting = here(`kyc reject ${String(submission)} --reason blurred`);
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toHaveLength(1);
    await other.query(
      "UPDATE sandbox.kyc_submissions SET status = 'approved', decided_at = now() WHERE merchant_id = $1",
      [merchant.merchantId],
    );
    await other.query('COMMIT');
    await other.end();

    const { exitCode, words } = await waiting;
    expect(exitCode).toBe(5);
    expect(words).toContain('This submission is approved: only one that is submitted can be decided;');
  });

  it('decides once, and remembers it, when the list of changes runs into a deadlock', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const { submission } = jsonOf(await here(submitting(merchant)));
    await app.database.asOwner(`CREATE SEQUENCE platform.tries;
      CREATE FUNCTION platform.lose_first() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('platform.tries') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER lose_first BEFORE INSERT ON platform.operator_changes FOR EACH ROW EXECUTE FUNCTION platform.lose_first()`);

    const approved = await here(`kyc approve ${String(submission)} --json`);
    await app.database.asOwner('DROP TRIGGER lose_first ON platform.operator_changes');

    expect(jsonOf(approved)).toMatchObject({ status: 'approved' });
    const { changes } = jsonOf(await here(`merchant changes --json ${of(merchant)}`));
    expect(changes).toMatchObject([{ action: 'kyc.approved' }, { action: 'kyc.submitted' }]);
  });

  it('says what is wrong with a name', async () => {
    const unknown = `kyc_${'0'.repeat(32)}`;
    const ended = [
      await here(`kyc show ${unknown}`),
      await here('kyc approve somebody'),
      await here('kyc list --status lost'),
      await here(
        `kyc submit --merchant mer_${'0'.repeat(32)} --tier 1 --form ${at('form.json')} --document identity=${at('id.pdf')}`,
      ),
      await here(
        `kyc submit --merchant mer_${'0'.repeat(32)} --tier 1 --form ${at('form.json')} --document x=y`,
      ),
    ];

    expect(ended.map(({ exitCode }) => exitCode)).toEqual([4, 2, 2, 4, 2]);
  });
});

describe('the guide', () => {
  const guide = readFileSync(
    resolve(import.meta.dirname, '../../../docs/operate/verify-merchants.md'),
    'utf8',
  );
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

  it('works as it is written, command by command', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    writeFileSync(at('form.json'), blocks('json')[0] ?? '');
    writeFileSync(at('passport.pdf'), files.pdf());
    let submission = '';
    const ended = [];

    for (const command of blocks('sh').flatMap((block) => block.trim().split('\n'))) {
      const verb = command
        .replace('npx mps ', '')
        .replace('mer_…', showId('mer', merchant.merchantId))
        .replace('kyc_…', submission)
        .replace(/\b(form\.json|passport\.pdf|documents$)/g, (name) => at(name));
      const done = await here(`${verb} --json`);
      submission = command.includes('submit') ? String(jsonOf(done)['submission']) : submission;
      ended.push([command.split(' ')[3], done.exitCode]);
    }

    expect(ended).toEqual([
      ['submit', 0],
      ['list', 0],
      ['show', 0],
      ['approve', 0],
      ['erase', 0],
    ]);
  });
});
