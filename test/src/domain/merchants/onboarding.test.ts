import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Decision,
  decideAsOperator,
  eraseAsOperator,
  readAsOperator,
  submitAsOperator,
} from '../../../../src/domain/merchants/onboarding/as-operator.ts';
import { findDocuments } from '../../../../src/domain/merchants/onboarding/document-queries.ts';
import type { KycSubmission } from '../../../../src/domain/merchants/onboarding/queries.ts';
import type { Submitted } from '../../../../src/domain/merchants/onboarding/submit-kyc.ts';
import type { Mode } from '../../../../src/engine/principal.ts';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { aDocument, aForm, aSubmission, files } from '../../../support/builders/onboarding.ts';
import { apiOf } from '../../../support/service/api.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

type Merchant = Shop['merchant'];
type Wanted = Parameters<typeof submitAsOperator>[2];

const contextOf = (mode: Mode) => app.service.contexts[mode];
const submit = ({ merchantId }: Merchant, wanted: Wanted, mode: Mode = 'sandbox') =>
  submitAsOperator(contextOf(mode), { merchantId, by: 'clerk' }, wanted);
const decide = (submission: KycSubmission, decision: Decision, mode: Mode = 'sandbox') =>
  decideAsOperator(contextOf(mode), submission, { ...decision, by: 'judge' });

function submissionIn(made: Submitted): KycSubmission {
  if (made.kind !== 'submitted') throw new Error(JSON.stringify(made, (_name, value) => String(value)));
  return made.submission;
}

const kycOf = async (shop: Shop) => (await shop.api('getProfile')).data.kyc;
const eventsOf = async ({ merchantId }: Merchant, mode: Mode = 'sandbox') => {
  const rows = await app.database.asOwner(
    `SELECT type, data::json ->> 'tier' AS tier FROM ${mode}.events WHERE merchant_id = $1 AND type LIKE 'merchant.onboarding.%' ORDER BY sequence`,
    [merchantId],
  );
  return rows.map(({ type, tier }) => `${String(type).slice(20)} ${String(tier)}`);
};

const documentsOf = ({ merchantId }: Merchant, { id }: KycSubmission) =>
  findDocuments(contextOf('sandbox').db, merchantId, id);

describe('a submission', () => {
  it('is looked at, approved, and gives the tier with the events of a real cause', async () => {
    const shop = await openShop(app, { kycTier: 0 });

    const submission = submissionIn(await submit(shop.merchant, aSubmission(2)));
    const waiting = await kycOf(shop);
    const gated = await shop.api('listVirtualTerminalSessions');
    await decide(submission, { action: 'kyc.approved' });

    expect(waiting).toEqual({ tier: 0, status: 'submitted' });
    expect([gated.status, gated.code]).toEqual([403, 'KYC_REQUIRED']);
    expect(await kycOf(shop)).toEqual({ tier: 2, status: 'approved' });
    expect((await shop.api('listVirtualTerminalSessions')).status).toBe(200);
    expect(await eventsOf(shop.merchant)).toEqual(['submitted 2', 'kyc-approved 2', 'completed 2']);
  });

  it('is rejected with a reason that the merchant reads, and may be followed by another', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const first = submissionIn(await submit(shop.merchant, aSubmission(1)));

    await decide(first, { action: 'kyc.rejected', note: 'The passport has expired.' });
    const rejected = await kycOf(shop);
    const second = submissionIn(await submit(shop.merchant, aSubmission(1)));
    await decide(second, { action: 'kyc.approved' });

    expect(rejected).toEqual({ tier: 0, status: 'rejected', note: 'The passport has expired.' });
    expect(second.id).not.toBe(first.id);
    expect(await kycOf(shop)).toEqual({ tier: 1, status: 'approved' });
    expect(await eventsOf(shop.merchant)).toEqual([
      'submitted 1',
      'kyc-rejected 1',
      'submitted 1',
      'kyc-approved 1',
    ]);
  });

  it('is rejected while it waits for a document, and not approved', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const first = submissionIn(await submit(shop.merchant, aSubmission(1)));
    await decide(first, { action: 'kyc.document-requested', note: 'A bank statement, please.' });

    const approved = await decide(first, { action: 'kyc.approved' });
    await decide(first, { action: 'kyc.rejected', note: 'Nothing came.' });
    const second = submissionIn(await submit(shop.merchant, aSubmission(1)));

    expect(approved).toBeUndefined();
    expect(second.id).not.toBe(first.id);
    expect(await eventsOf(shop.merchant)).toEqual([
      'submitted 1',
      'document-requested 1',
      'kyc-rejected 1',
      'submitted 1',
    ]);
  });

  it('goes on with the document that was asked for, and keeps those it has', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const first = submissionIn(await submit(shop.merchant, aSubmission(1)));
    await decide(first, { action: 'kyc.document-requested', note: 'A bank statement, please.' });
    const asked = await kycOf(shop);

    const again = submissionIn(
      await submit(shop.merchant, { tier: 1, form: aForm, documents: [aDocument('bank')] }),
    );

    expect(asked).toEqual({ tier: 0, status: 'document_requested', note: 'A bank statement, please.' });
    expect(again.id).toBe(first.id);
    expect((await documentsOf(shop.merchant, again)).map(({ kind }) => kind)).toEqual(['identity', 'bank']);
    expect(await kycOf(shop)).toEqual({ tier: 0, status: 'submitted' });
    expect(await eventsOf(shop.merchant)).toEqual(['submitted 1', 'document-requested 1', 'submitted 1']);
  });

  it('does not go on with the documents of one that was rejected', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const rejected = submissionIn(await submit(shop.merchant, aSubmission(2)));
    await decide(rejected, { action: 'kyc.rejected', note: 'The passport has expired.' });
    const open = submissionIn(await submit(shop.merchant, aSubmission(1)));
    await decide(open, { action: 'kyc.document-requested', note: 'A bank statement, please.' });

    expect(await submit(shop.merchant, { ...aSubmission(2), documents: [] })).toEqual({
      kind: 'incomplete',
      missing: ['document registration', 'document proof_of_address'],
    });
  });

  it('lacks what its tier needs, waits for a decision, or is for a tier that is reached: nothing is stored', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const { tax_number: _left, ...less } = aForm;

    const incomplete = await submit(shop.merchant, {
      tier: 2,
      form: less,
      documents: [aDocument('identity')],
    });
    const many = await submit(shop.merchant, {
      ...aSubmission(1),
      documents: Array.from({ length: 11 }, () => aDocument('identity')),
    });
    submissionIn(await submit(shop.merchant, aSubmission(1)));
    const waiting = await submit(shop.merchant, aSubmission(1));
    const verified = await openShop(app, { kycTier: 1 });
    const reached = await submit(verified.merchant, aSubmission(1));

    expect(incomplete).toEqual({
      kind: 'incomplete',
      missing: ['tax_number', 'document registration', 'document proof_of_address'],
    });
    expect([many.kind, waiting.kind]).toEqual(['too many documents', 'waiting']);
    expect(reached).toEqual({ kind: 'reached', tier: 1 });
    expect(await eventsOf(shop.merchant)).toEqual(['submitted 1']);
    expect(await eventsOf(verified.merchant)).toEqual([]);
  });

  it('of an empty form lacks every field and document that its tier needs', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const empty = { form: {}, documents: [] };

    const basic = await submit(shop.merchant, { tier: 1, ...empty });
    const full = await submit(shop.merchant, { tier: 2, ...empty });

    const fields = ['legal_name', 'address', 'contact_name', 'contact_phone'];
    expect(basic).toEqual({ kind: 'incomplete', missing: [...fields, 'document identity'] });
    expect(full).toEqual({
      kind: 'incomplete',
      missing: [
        ...fields,
        'registration_number',
        'tax_number',
        'document identity',
        'document registration',
        'document proof_of_address',
      ],
    });
    expect(await eventsOf(shop.merchant)).toEqual([]);
  });

  it('is one when it is handed in twice at the same moment, and is decided once', async () => {
    const shop = await openShop(app, { kycTier: 0 });

    const handed = await Promise.all([1, 2, 3].map(() => submit(shop.merchant, aSubmission(1))));
    const made = handed.find(({ kind }) => kind === 'submitted');
    const submission = submissionIn(made ?? { kind: 'reached', tier: 0 });
    const decisions = await Promise.all([
      decide(submission, { action: 'kyc.approved' }),
      decide(submission, { action: 'kyc.rejected', note: 'No.' }),
      decide(submission, { action: 'kyc.approved' }),
    ]);

    expect(handed.map(({ kind }) => kind).toSorted()).toEqual(['submitted', 'waiting', 'waiting']);
    expect(decisions.filter((decision) => decision !== undefined)).toHaveLength(1);
    expect(await eventsOf(shop.merchant)).toHaveLength(2);
  });

  it('counts in its own mode: live is verified apart from the sandbox', async () => {
    const merchant = await app.aMerchant({ kycTier: 0 });
    const shop = apiOf(app.baseUrl, merchant.secretKey);

    const submission = submissionIn(await submit(merchant, aSubmission(1), 'live'));
    await decide(submission, { action: 'kyc.approved' }, 'live');

    expect((await shop('getProfile')).data.kyc).toEqual({ tier: 0, status: 'none' });
    expect(await eventsOf(merchant, 'live')).toEqual(['submitted 1', 'kyc-approved 1']);
    expect(await eventsOf(merchant)).toEqual([]);
  });

  it('is approved by setTestKyc too, which makes no second one', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const submission = submissionIn(await submit(shop.merchant, aSubmission(1)));
    await decide(submission, { action: 'kyc.document-requested', note: 'More.' });

    const { data } = await shop.api('setTestKyc', { body: { tier: 2 } });

    expect(data).toEqual({ tier: 2, status: 'approved' });
    expect(await eventsOf(shop.merchant)).toEqual([
      'submitted 1',
      'document-requested 1',
      'submitted 2',
      'kyc-approved 2',
      'completed 2',
    ]);
  });
});

describe('the documents of a submission', () => {
  it('are stored encrypted, with their form, and are gone after a reset of the sandbox', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const content = Buffer.concat([Buffer.from('%PDF-1.7 Tariro Moyo '), Buffer.from('%%EOF')]);
    await submit(shop.merchant, { ...aSubmission(1), documents: [aDocument('identity', content)] });

    const of = [shop.merchant.merchantId];
    const stored = () =>
      Promise.all([
        app.database.asOwner('SELECT * FROM sandbox.kyc_submissions WHERE merchant_id = $1', of),
        app.database.asOwner('SELECT * FROM sandbox.kyc_documents WHERE merchant_id = $1', of),
      ]);
    const text = JSON.stringify(await stored());
    await shop.api('resetSandbox');

    expect(text).toContain('application/pdf');
    for (const secret of ['Tariro', 'Samora', '771234567', 'identity.pdf', content.toString('base64')])
      expect(text).not.toContain(secret);
    expect(await stored()).toEqual([[], []]);
  });

  it('are not found by an operator who opens one of them while they are erased', async () => {
    const { merchant } = await openShop(app, { kycTier: 0 });
    const submission = submissionIn(await submit(merchant, aSubmission(1)));
    const listed = await documentsOf(merchant, submission);
    await decide(submission, { action: 'kyc.rejected', note: 'Unreadable.' });

    await eraseAsOperator(contextOf('sandbox'), submission, { by: 'clerk', reason: 'Left.' });
    const open = Promise.all(
      listed.map((one) => readAsOperator(contextOf('sandbox'), submission, one, { by: 'judge' })),
    );

    await expect(open).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are each stored once, however often they are handed in', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const same = aDocument('identity', files.png());
    const submission = submissionIn(
      await submit(shop.merchant, { ...aSubmission(1), documents: [same, { ...same, name: 'copy.png' }] }),
    );

    const rows = await documentsOf(shop.merchant, submission);

    expect(rows.map(({ media_type }) => media_type)).toEqual(['image/png']);
  });

  it('are stored for each kind that they are of, also if it is the same file: one scan may show several', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const [scan, passport] = [files.pdf(), files.pdf()];
    const both = [aDocument('registration', scan), aDocument('proof_of_address', scan)];
    const whole = { ...aSubmission(2), documents: [aDocument('identity', passport), ...both] };
    const submission = submissionIn(await submit(shop.merchant, whole));
    const kinds = async () => (await documentsOf(shop.merchant, submission)).map(({ kind }) => kind);
    const first = await kinds();
    await decide(submission, { action: 'kyc.document-requested', note: 'Your tax certificate, please.' });
    const tax = aDocument('tax', passport);

    const again = await submit(shop.merchant, { ...whole, documents: [tax, ...both] });

    expect(first).toEqual(['identity', 'registration', 'proof_of_address']);
    expect(again.kind).toBe('submitted');
    expect(await kinds()).toEqual([...first, 'tax']);
  });

  it('count once among the ten, however often they are handed in', async () => {
    const shop = await openShop(app, { kycTier: 0 });
    const same = [1, 2, 3, 4, 5].map(() => aDocument('bank'));
    const first = aSubmission(1);
    const documents = [...first.documents, ...same];
    const submission = submissionIn(await submit(shop.merchant, { ...first, documents }));
    await decide(submission, { action: 'kyc.document-requested', note: 'One more, please.' });

    const again = submissionIn(
      await submit(shop.merchant, { ...first, documents: [...documents, aDocument('bank')] }),
    );

    expect(await documentsOf(shop.merchant, again)).toHaveLength(7);
  });
});
