import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputesWords } from '../../../../../../src/pages/words/dashboard/money/disputes.ts';
import { showId, uuidIn } from '../../../../../../src/platform/ids.ts';
import { files } from '../../../../../support/builders/disputes.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, formOf, othersIn, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  finance = await office.as('finance');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const base = '/dashboard/test/disputes';
let made = 0;

/** A disputed payment of 100.00, as its screen shows it. */
async function aDispute(): Promise<Shown & { readonly id: string }> {
  made += 1;
  const { baseUrl } = office.app;
  const { data } = await api('createCheckout', {
    body: {
      amount: '100.00',
      currency: 'USD',
      merchantTransactionId: `order-${made}`,
      returnUrl: `${baseUrl}/docs/return`,
      notificationUrl: `${baseUrl}/docs/hook`,
    },
  });
  await payByCard(data.payment_url, '4242424242424242');
  const { transaction_id } = (await api('getCheckoutStatus', { params: { id: data.checkout_id } })).data;
  const opened = await api('openTestDispute', {
    body: { transaction_id: String(transaction_id), reason: 'not_received' },
  });
  const { id } = opened.data;
  return { ...(await finance.open(`${base}/${id}`)), id };
}

const disputeNow = async (id: string) => (await api('getDispute', { params: { id } })).data;
const audited = async (id: string) =>
  (
    await office.app.database.asOwner('SELECT action FROM sandbox.audit_log WHERE object = $1 ORDER BY id', [
      id,
    ])
  ).map(({ action }) => action);

const setStatus = (status: string) =>
  office.app.database.asOwner('UPDATE platform.merchants SET status = $1 WHERE id = $2', [
    status,
    office.merchant.merchantId,
  ]);

describe('a dispute', () => {
  it('is answered with words and files, once, and what was done is remembered', async () => {
    const shown = await aDispute();
    const file = { file: { name: 'delivery-note.pdf', content: files.pdf } };
    const added = await finance.upload(shown, '/files', {}, file);
    const evidence = 'WIN: they signed for it.\r\nSee the note.';
    const drafted = await finance.submit(added, '/evidence', { evidence, how: 'draft' });
    const draft = await disputeNow(shown.id);
    const sent = await finance.submit(drafted, '/evidence', { how: 'submit' });
    const now = await disputeNow(shown.id);

    expect(added.path).toContain('done=uploaded');
    expect(added.text).toContain('delivery-note.pdf');
    expect(draft).toMatchObject({
      status: 'needs_response',
      evidence: 'WIN: they signed for it.\nSee the note.',
    });
    expect(plain(sent)).toContain('on its way to the bank');
    expect(now.status).not.toBe('needs_response');
    expect(now.files).toHaveLength(1);
    expect(sent.text).not.toContain('/evidence"');
    expect(await audited(shown.id)).toEqual(['dispute.file-added', 'dispute.drafted', 'dispute.answered']);
  });

  it('loses a file that is removed, and takes none that is no document', async () => {
    const shown = await aDispute();
    const added = await finance.upload(shown, '/files', {}, { file: { name: 'a.png', content: files.png } });
    const removed = await finance.submit(added, '/remove');
    const wrong = await finance.upload(
      removed,
      '/files',
      {},
      {
        file: { name: 'a.pdf', content: Buffer.from('a text') },
      },
    );
    const large = Buffer.concat([files.pdf, Buffer.alloc(5 * 1024 * 1024)]);
    const tooLarge = await finance.upload(removed, '/files', {}, { file: { name: 'a.pdf', content: large } });
    const none = await finance.submit(removed, '/files');

    expect(removed.path).toContain('done=removed');
    expect((await disputeNow(shown.id)).files).toEqual([]);
    expect([wrong.status, tooLarge.status, none.status]).toEqual([422, 422, 422]);
    for (const { text } of [wrong, tooLarge])
      expect(text).toContain(`<a href="#file">${disputesWords.answer.wrongFile}<`);
  });

  it.each([
    ['are emoji', `${'😀'.repeat(119)}a.png`, `${'😀'.repeat(115)}a.png`],
    ['begin with a space after the cut', `cut off ${'a'.repeat(115)}.png`, `${'a'.repeat(115)}.png`],
  ])('takes a file whose last 120 letters %s', async (_, name, kept) => {
    const shown = await aDispute();

    await finance.upload(shown, '/files', {}, { file: { name, content: files.png } });

    expect((await disputeNow(shown.id)).files.map((file) => file.name)).toEqual([kept]);
  });

  it('keeps its draft in the form when a file is refused', async () => {
    const shown = await aDispute();
    const drafted = await finance.submit(shown, '/evidence', { evidence: 'Signed for.', how: 'draft' });
    const refused = await finance.submit(drafted, '/files');

    expect(refused.status).toBe(422);
    expect(othersIn(refused, '/files')).toEqual(othersIn(drafted, '/files'));
  });

  it('keeps what was typed when a file is added, refused or removed', async () => {
    const shown = await aDispute();
    const pdf = { file: { name: 'note.pdf', content: files.pdf } };
    const evidenceNow = async () => (await disputeNow(shown.id)).evidence;
    const steps = [
      (last: Shown) => finance.upload(last, '/files', { evidence: 'One.' }, pdf),
      (last: Shown) => finance.submit(last, '/remove', { evidence: 'One. Two.' }),
      (last: Shown) => finance.upload(last, '/files', { evidence: 'One. Two. Three.' }, {}),
      (last: Shown) => finance.upload(last, '/files', {}, pdf),
    ];
    const seen: unknown[] = [];
    let last: Shown = shown;
    for (const step of steps) {
      last = await step(last);
      seen.push([last.status, formOf(last, '/evidence').present['evidence'], await evidenceNow()]);
    }

    expect(seen).toEqual([
      [200, ['One.'], 'One.'],
      [200, ['One. Two.'], 'One. Two.'],
      [422, ['One. Two. Three.'], 'One. Two. Three.'],
      [200, ['One. Two. Three.'], 'One. Two. Three.'],
    ]);
    expect(await audited(shown.id)).toEqual([
      'dispute.drafted',
      'dispute.file-added',
      'dispute.drafted',
      'dispute.file-removed',
      'dispute.drafted',
      'dispute.file-added',
    ]);
  });

  it('adds no file to words that the contract refuses or that somebody else replaced', async () => {
    const shown = await aDispute();
    const pdf = { file: { name: 'note.pdf', content: files.pdf } };
    const long = await finance.upload(shown, '/files', { evidence: 'a'.repeat(4001) }, pdf);
    const other = await finance.open(shown.path);
    await finance.submit(other, '/evidence', { evidence: 'Theirs.', how: 'draft' });
    const stale = await finance.upload(shown, '/files', { evidence: 'Mine.' }, pdf);

    expect([long.status, formOf(long, '/evidence').present['evidence']]).toEqual([422, ['a'.repeat(4001)]]);
    expect([stale.status, formOf(stale, '/evidence').present['evidence']]).toEqual([422, ['Mine.']]);
    expect(plain(stale)).toContain('It is now: Theirs.');
    expect(await disputeNow(shown.id)).toMatchObject({ evidence: 'Theirs.', files: [] });
  });

  it('is not sent to the bank without a file that was chosen and not added', async () => {
    const shown = await aDispute();
    const pdf = { file: { name: 'note.pdf', content: files.pdf } };
    const empty = { file: { name: 'note.pdf', content: Buffer.alloc(0) } };
    const given = { evidence: 'See it.', how: 'submit' };
    const refusedEmpty = await finance.upload(shown, '/evidence', given, empty);
    const notAdded = await finance.upload(shown, '/files', {}, empty);
    const refused = await finance.upload(shown, '/evidence', given, pdf);

    expect([refusedEmpty.status, notAdded.status, refused.status]).toEqual([422, 422, 422]);
    expect(plain(notAdded)).toContain(disputesWords.answer.noFile);
    expect(plain(refused)).toContain(disputesWords.answer.notAdded);
    expect(formOf(refused, '/evidence').present['evidence']).toEqual(['See it.']);
    expect(await disputeNow(shown.id)).toMatchObject({ status: 'needs_response', evidence: null });
  });

  it('is accepted after the person has proved who they are, and says later when its money came back', async () => {
    const shown = await aDispute();
    const accepted = await finance.submit(shown, '/accept');

    expect(plain(accepted)).toContain('You accepted');
    expect(await disputeNow(shown.id)).toMatchObject({ status: 'lost', resolution: 'accepted' });
    expect(await audited(shown.id)).toEqual(['dispute.accepted']);
    expect(plain(accepted)).not.toContain(disputesWords.reinstated);
    await office.app.database.asOwner('UPDATE sandbox.disputes SET reinstated_at = now() WHERE id = $1', [
      uuidIn(shown.id),
    ]);
    expect(plain(await finance.open(`${base}/${shown.id}`))).toContain(disputesWords.reinstated);
  });

  it('cannot be answered by those who only read, nor seen by another merchant', async () => {
    const shown = await aDispute();
    const viewer = await (await office.as('viewer')).open(shown.path);
    const { status } = await (await office.stranger()).open(shown.path);

    expect(viewer.text).not.toContain('/evidence"');
    expect(status).toBe(404);
  });

  it('can be answered by support alone while the merchant is suspended, and says so', async () => {
    const shown = await aDispute();
    await setStatus('suspended');
    const suspended = await finance.open(shown.path);
    await setStatus('active');

    expect(suspended.text).not.toContain('/evidence"');
    expect(plain(suspended)).toContain(disputesWords.answer.suspended);
    expect(plain(shown)).not.toContain(disputesWords.answer.suspended);
  });

  it('is shown to operators with its payment, and with a time only while it waits for the merchant', async () => {
    const [open, over] = [await aDispute(), await aDispute()];
    await finance.submit(over, '/accept');
    const merchant = showId('mer', office.merchant.merchantId);
    const { text } = await (await office.operator()).open(`/dashboard/operators/merchants/${merchant}/money`);
    const rows = [open, over].map(({ id }) => text.split('<tr>').find((row) => row.includes(id)) ?? '');

    expect(rows[0]).toContain((await disputeNow(open.id)).transaction_id);
    expect(rows.map((row) => [row.includes('Waits for the merchant'), row.includes('<time')])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is in the list of those that need an answer', async () => {
    const shown = await aDispute();
    const [open, won] = [
      await finance.open(`${base}?status=needs_response`),
      await finance.open(`${base}?status=won`),
    ];

    expect(open.text).toContain(shown.id);
    expect(won.text).not.toContain(shown.id);
  });
});
