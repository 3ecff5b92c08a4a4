import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../../src/platform/ids.ts';
import { aForm, files } from '../../../../../support/builders/onboarding.ts';
import type { Client, Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

const path = '/dashboard/live/verification';

let office: Office;
let operator: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  operator = await office.operator();
});
afterAll(() => office.stop());

/** A merchant that was not verified, and their owner. */
async function aNewcomer() {
  const { merchantId } = await office.app.aMerchant({ kycTier: 0, businessName: 'New Shop' });
  const { email, password } = await office.aPerson({ role: 'owner', merchantId });
  const owner = office.aBrowser();
  await owner.signIn(email, password);
  return { merchantId, owner, email };
}

const aFile = (name: string, content: Buffer = files.pdf()) => ({ name, content });
const answers = aForm as Readonly<Record<string, string>>;

async function submit(owner: Client, fields: Readonly<Record<string, string>> = {}, kinds = ['identity']) {
  const sent = Object.fromEntries(kinds.map((kind) => [`document_${kind}`, aFile(`${kind}.pdf`)]));
  return await owner.upload(await owner.open(path), '/verification', { ...answers, ...fields }, sent);
}

async function submissionsOf(merchantId: string) {
  return await office.app.database.asOwner(
    `SELECT id, tier, status, submitted_by, decided_by, note, form_sealed FROM live.kyc_submissions WHERE merchant_id = $1 ORDER BY id`,
    [merchantId],
  );
}

async function changesOf(merchantId: string) {
  const rows = await office.app.database.asOwner(
    `SELECT c.action, c.ip, u.email FROM platform.operator_changes c LEFT JOIN platform.users u ON u.id = c.user_id
     WHERE c.merchant_id = $1 AND c.action LIKE 'kyc.%' ORDER BY c.change_id`,
    [merchantId],
  );
  return rows.map(({ action, ip, email }) => `${String(action)} ${String(email)} ${String(ip)}`);
}

async function addressOf(merchantId: string): Promise<string> {
  const rows = await submissionsOf(merchantId);
  return `/dashboard/operators/kyc/${showId('kyc', String(rows.at(-1)?.['id']))}`;
}

const decide = async (merchantId: string, fields: Readonly<Record<string, string>>): Promise<Shown> => {
  const at = await addressOf(merchantId);
  return await operator.submit(await operator.open(at), at.split('/').at(-1) ?? '', fields);
};

describe('the verification of a business', () => {
  it('is submitted by an owner, approved by an operator, and opens live mode', async () => {
    const { merchantId, owner, email } = await aNewcomer();
    const before = await owner.open(path);
    const submitted = await submit(owner);
    const queued = await operator.open('/dashboard/operators/kyc');
    const shown = await operator.open(await addressOf(merchantId));
    const approved = await decide(merchantId, { decision: 'approve' });
    const after = await owner.open(path);
    const app = await owner.submit(await owner.open('/dashboard/live/apps/new'), '/apps/new', {
      name: 'Live',
    });

    expect(before.text).toContain('Nothing submitted yet');
    expect(submitted.path).toBe(`${path}?done=submitted`);
    expect(submitted.text).toContain('Being looked at');
    expect(queued.text).toContain('New Shop');
    for (const { text } of [queued, shown]) {
      expect(text).toContain('Waits for a decision');
      expect(text).not.toContain('Being looked at');
    }
    expect(shown.text).toContain(aForm.legal_name);
    expect(approved.path).toContain('done=approve');
    expect(after.text).toContain('Approved');
    expect(app.text).toContain('sk_live_');
    const at = '127.0.0.1';
    const [, by] = (await changesOf(merchantId))[1]?.split(' ') ?? [];
    expect(await changesOf(merchantId)).toEqual([`kyc.submitted ${email} ${at}`, `kyc.approved ${by} ${at}`]);
    expect(await submissionsOf(merchantId)).toMatchObject([
      { tier: 1, status: 'approved', submitted_by: email, decided_by: by },
    ]);
  });

  it('names each answer and document that is missing, and stores nothing', async () => {
    const { merchantId, owner } = await aNewcomer();
    const shown = await submit(owner, { tier: '2', tax_number: '', legal_name: 'x'.repeat(300) });
    const incomplete = await submit(owner, { tier: '2', tax_number: '' });

    expect([shown.status, incomplete.status]).toEqual([422, 422]);
    expect(shown.text).toContain('href="#legal_name"');
    for (const name of ['tax_number', 'document_registration', 'document_proof_of_address'])
      expect(incomplete.text).toContain(`href="#${name}"`);
    expect(incomplete.text).toContain(`value="${aForm.address}"`);
    expect(await submissionsOf(merchantId)).toEqual([]);
  });

  it('takes no file that is neither a PDF nor an image', async () => {
    const { merchantId, owner } = await aNewcomer();
    const shown = await owner.upload(await owner.open(path), '/verification', answers, {
      document_identity: aFile('passport.pdf', Buffer.from('#!/bin/sh')),
    });

    expect(shown.status).toBe(422);
    expect(shown.text).toContain('passport.pdf is neither a PDF nor');
    expect(await submissionsOf(merchantId)).toEqual([]);
  });

  it('answers a form that is too large, and reads none of somebody who is not signed in', async () => {
    const { owner } = await aNewcomer();
    const large = { document_identity: aFile('large.pdf', Buffer.alloc(22 * 1024 * 1024)) };
    const form = await owner.open(path);
    const shown = await owner.upload(form, '/verification', answers, large);
    const outside = await office.aBrowser().upload(form, '/verification', answers, {
      document_identity: aFile('identity.pdf'),
    });

    expect(shown.status).toBe(413);
    expect(shown.text).toContain('This is too large');
    expect(outside.path).toContain('/dashboard/sign-in');
  });

  it('waits for a document that an operator asks for, and keeps the answers for the owner', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    const decided = await decide(merchantId, { decision: 'ask', note: 'A bank statement, please.' });
    const asked = await owner.open(path);
    const empty = { document_bank: aFile('bank.pdf', Buffer.alloc(0)) };
    const refused = await owner.upload(asked, '/verification', {}, empty);
    const again = await owner.upload(
      asked,
      '/verification',
      {},
      {
        document_bank: aFile('bank.pdf'),
        document_tax: aFile('', Buffer.alloc(0)),
      },
    );
    const shown = await operator.open(await addressOf(merchantId));

    expect(decided.text).toContain('Waits for the merchant');
    expect(asked.text).toContain('Waits for you');
    expect(asked.text).toContain('A bank statement, please.');
    expect(asked.text).toContain(`value="${aForm.legal_name}"`);
    expect(refused.text).toContain('bank.pdf is empty.');
    expect(again.path).toContain('done=submitted');
    expect(shown.text).toContain('bank.pdf');
    expect(shown.text).toContain('identity.pdf');
    expect(await submissionsOf(merchantId)).toMatchObject([{ status: 'submitted' }]);
  });

  it('is rejected with a reason, which an operator must give', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    const silent = await decide(merchantId, { decision: 'reject', note: ' ' });
    const undecided = await decide(merchantId, {});
    const rejected = await decide(merchantId, { decision: 'reject', note: 'The passport has expired.' });
    const shown = await owner.open(path);

    expect([silent.status, undecided.status]).toEqual([422, 422]);
    expect(rejected.path).toContain('done=reject');
    expect(shown.text).toContain('The passport has expired.');
    expect(await submissionsOf(merchantId)).toMatchObject([
      { status: 'rejected', note: 'The passport has expired.' },
    ]);
  });

  it('is decided once', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    const form = await operator.open(await addressOf(merchantId));
    const ending = form.path.split('/').at(-1) ?? '';
    await operator.submit(form, ending, { decision: 'approve' });
    const second = await operator.submit(form, ending, { decision: 'reject', note: 'Too late.' });

    expect(second.status).toBe(409);
    expect(await submissionsOf(merchantId)).toMatchObject([{ status: 'approved', note: null }]);
  });

  it('is not decided by an operator who read an earlier version', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    const form = await operator.open(await addressOf(merchantId));
    const ending = form.path.split('/').at(-1) ?? '';
    await decide(merchantId, { decision: 'ask', note: 'A bank statement, please.' });
    const again = await submit(owner, { tier: '2' }, ['registration', 'proof_of_address', 'bank']);
    const late = await operator.submit(form, ending, { decision: 'approve' });
    const [between] = await submissionsOf(merchantId);
    const approved = await operator.submit(late, ending, { decision: 'approve' });

    expect(again.path).toContain('done=submitted');
    expect(late.status).toBe(409);
    expect(late.text).toContain('has changed since you opened it');
    expect(between).toMatchObject({ tier: 2, status: 'submitted', decided_by: null });
    expect(approved.path).toContain('done=approve');
    expect(await submissionsOf(merchantId)).toMatchObject([{ tier: 2, status: 'approved' }]);
  });

  it('hands an operator the document as a file, under a name of ours', async () => {
    const { merchantId, owner } = await aNewcomer();
    const content = files.png();
    await owner.upload(await owner.open(path), '/verification', answers, {
      document_identity: aFile('"><script>.png', content),
    });
    const shown = await operator.open(await addressOf(merchantId));
    const link = /href="([^"]*\/documents\/[^"]*)"/.exec(shown.text)?.[1] ?? '';
    const file = await fetch(office.app.baseUrl + link, { headers: { cookie: operator.cookie() } });
    const unknown = await operator.get(link.replace(/[0-9a-f]{12}$/, '000000000000'));

    expect(shown.text).toContain('&quot;&gt;&lt;script&gt;.png');
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="identity-kyc_[0-9a-f]{32}\.png"$/,
    );
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect(unknown.status).toBe(404);
    const [, by] = (await changesOf(merchantId)).at(-1)?.split(' ') ?? [];
    expect(await changesOf(merchantId)).toEqual([
      expect.stringContaining('kyc.submitted'),
      `kyc.document-read ${by} 127.0.0.1`,
    ]);
  });

  it('is seen by everybody in the team, and its answers by owners only', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    await decide(merchantId, { decision: 'ask', note: 'A bank statement, please.' });
    const { email, password } = await office.aPerson({ role: 'viewer', merchantId });
    const viewer = office.aBrowser();
    await viewer.signIn(email, password);
    const shown = await viewer.open(path);

    expect(shown.text).toContain('Waits for you');
    expect(shown.text).not.toContain(aForm.legal_name);
    expect(shown.text).not.toContain('identity.pdf');
  });

  it('can only be rejected by an operator while it waits for a document', async () => {
    const { merchantId, owner } = await aNewcomer();
    await submit(owner);
    const asked = await decide(merchantId, { decision: 'ask', note: 'A bank statement, please.' });
    const rejected = await decide(merchantId, { decision: 'reject', note: 'Nothing came.' });

    expect(asked.text).toContain('value="reject"');
    expect(asked.text).not.toContain('value="approve"');
    expect(rejected.text).not.toContain('name="decision"');
    expect((await submissionsOf(merchantId)).at(-1)).toMatchObject({ status: 'rejected' });
  });

  it('is only shown in test mode', async () => {
    const { merchantId, owner } = await aNewcomer();
    const live = await owner.open(path);
    const token = /name="token" value="([^"]+)"/.exec(live.text)?.[1] ?? '';
    const shown = await owner.open('/dashboard/test/verification');
    const refused = await owner.post('/dashboard/test/verification', { ...answers, token, tier: '1' });

    expect(shown.text).toContain('setTestKyc');
    expect(shown.text).not.toContain('enctype');
    expect(refused.status).toBe(409);
    expect(await submissionsOf(merchantId)).toEqual([]);
  });
});
