import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatementLine } from '../../../../src/domain/money/gateways/statement.ts';
import { runReconciliation } from '../../../../src/domain/reconciliation/matching/run.ts';
import { importStatement } from '../../../../src/domain/reconciliation/statements/import-statement.ts';
import { newId, readId, showId } from '../../../../src/platform/ids.ts';
import { aStatement, type Booked, booked, stating, writeBooks } from '../../domain/reconciliation/books.ts';
import { type Client, othersIn, plain } from './client.ts';
import { type Office, openOffice } from './office.ts';

const base = '/dashboard/operators/reconciliation';
const days = { from: '2026-03-02', to: '2026-03-02' };

let office: Office;
let operator: Client;
let payment: Booked;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  operator = await office.operator();
  payment = booked({ gateway: 'acquirer', merchant: office.merchant.merchantId });
  const hostile = '"><script>alert(1)</script>';
  await writeBooks(office.app.database, [payment]);
  await take('sandbox', [
    stating(payment, { amount: 99_900n }),
    stating({ ...payment, sourceId: newId() }, { reference: hostile }),
  ]);
  await take('live', [stating({ ...payment, sourceId: newId() }, { line: 'of-live' })]);
});
afterAll(() => office.stop());

async function take(mode: 'sandbox' | 'live', lines: readonly StatementLine[]): Promise<void> {
  const { db } = office.app.service.contexts[mode];
  await importStatement(db, { gateway: 'acquirer', by: 'test' }, aStatement({ ...days, lines }));
  await runReconciliation(db, { gateway: 'acquirer', ...days, graceDays: 3 });
}

const casesIn = (text: string): readonly string[] =>
  [...text.matchAll(/reconciliation\/cases\/(case_[0-9a-f]{32})/g)].map(([, id = '']) => id);
const listed = async (query: string) => casesIn((await operator.open(`${base}?${query}`)).text);

/** What a filter is without a choice. */
const usual = (page: string, name: string) =>
  new RegExp(`<select id="filter-${name}"[^>]*><option value="">([^<]*)<`).exec(page)?.[1];

describe('the differences', () => {
  it('are listed by mode, state, kind and gateway', async () => {
    const [live, sandbox] = [await listed(''), await listed('mode=sandbox')];

    expect([live.length, sandbox.length]).toEqual([1, 2]);
    expect(live).not.toContain(sandbox[0]);
    expect(await listed('mode=sandbox&kind=other_amount')).toHaveLength(1);
    expect(await listed('mode=sandbox&kind=twice')).toEqual([]);
    expect(await listed('mode=sandbox&gateway=acquirer&state=open')).toHaveLength(2);
    expect(await listed('mode=sandbox&gateway=bank')).toEqual([]);
    expect(await listed('mode=sandbox&state=resolved')).toEqual([]);
  });

  it('are listed page by page', async () => {
    const [newest = '', ...older] = await listed('mode=sandbox');

    expect(await listed(`mode=sandbox&page=${readId('case', newest)}`)).toEqual(older);
  });

  it('are those of live that are not resolved without a choice, and the filters say so', async () => {
    const { text } = await operator.open(base);
    const day = await operator.open(`${base}/day?gateway=acquirer&day=2026-03-02&mode=live`);

    expect([usual(text, 'state'), usual(text, 'mode'), usual(text, 'kind')]).toEqual([
      'Not resolved',
      'Live',
      'Any',
    ]);
    expect(usual(day.text, 'mode')).toBe('Live');
  });

  it('are shown with both sides, the merchant, the transaction and the lines', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=other_amount');
    const { text } = await operator.open(`${base}/cases/${id}`);

    expect(text).toMatch(/<dt>Ledger<\/dt><dd><span>10\.00 USD/);
    expect(text).toMatch(/<dt>Statement<\/dt><dd><span>9\.99 USD/);
    expect(text).toContain(showId('txn', payment.transactionId));
    expect(text).toContain(`/merchants/${showId('mer', payment.merchant)}`);
    expect(text).toContain(payment.sourceId);
  });

  it('hold nothing of a statement that a browser would run', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=missing_here');
    const { text } = await operator.open(`${base}/cases/${id}`);

    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>alert');
  });

  it('are unknown by a wrong id, and hidden from owners', async () => {
    const owner = await office.as('owner');

    for (const path of [`${base}/cases/${showId('case', newId())}`, `${base}/cases/case_x`])
      expect((await operator.get(path)).status).toBe(404);
    for (const path of ['', '/day']) expect((await owner.get(base + path)).status).toBe(403);
  });
});

describe('an operator', () => {
  it('assigns, notes, resolves and reopens a case, and reads all of it in its history', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=other_amount');
    const at = `${base}/cases/${id}`;

    const before = await operator.open(at);
    const silent = await operator.submit(before, '/note', { note: ' ' });
    const nobody = await operator.submit(before, '/assign', { owner: '' });
    const reasonless = await operator.submit(await operator.open(at), '/resolve', { why: 'Paid.' });
    const assigned = await operator.submit(await operator.open(at), '/assign', { owner: 'Rudo' });
    const noted = await operator.submit(assigned, '/note', { note: 'Asked the bank.' });
    const resolved = await operator.submit(noted, '/resolve', { as: 'corrected', why: 'They paid.' });
    const late = await operator.submit(noted, '/resolve', { as: 'corrected', why: 'Again.' });
    const gone = await listed('mode=sandbox&kind=other_amount');
    const reopened = await operator.submit(resolved, '/reopen', { reason: 'They did not.' });

    expect([silent.status, nobody.status, reasonless.status, late.status]).toEqual([422, 422, 422, 409]);
    expect(othersIn(silent, '/note')).toEqual(othersIn(before, '/note'));
    expect(othersIn(nobody, '/assign')).toEqual(othersIn(before, '/assign'));
    expect(reasonless.text).toContain('Paid.');
    expect(late.text).toContain('changed in the meantime');
    expect(late.text).not.toContain('Again.</textarea>');
    expect(gone).toEqual([]);
    expect(reopened.path).toBe(`${at}?done=reopened`);
    for (const text of ['assigned to Rudo', 'Asked the bank.', 'resolved: corrected', 'They did not.'])
      expect(reopened.text).toContain(text);
    const log = await office.app.database.asOwner(
      `SELECT change, by FROM sandbox.case_changes WHERE replace(case_id::text, '-', '') = $1 ORDER BY id`,
      [id.slice('case_'.length)],
    );
    const [who] = log.map(({ by }) => by).filter((by) => by !== 'reconcile run');
    expect(String(who)).toContain('@people.test');
    expect(log.map(({ change }) => change)).toEqual(['opened', 'assigned', 'noted', 'resolved', 'reopened']);
  });

  it('sees the sums of a day, and what explains the difference', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=other_amount');
    const one = await operator.open(`${base}/cases/${id}`);
    const link = /href="([^"]*reconciliation\/day\?[^"]*)"/.exec(one.text)?.[1]?.replaceAll('&amp;', '&');
    const { text } = await operator.open(link ?? '');
    const empty = await operator.open(`${base}/day?gateway=acquirer&day=2026-02-30`);

    const cells = [
      ...text.matchAll(/<th scope="row">([^<]*)<\/th><td data-label="USD"[^>]*>(?:<span[^>]*>)?([^<]*)/g),
    ];
    expect(Object.fromEntries(cells.map(([, name = '', value = '']) => [name, value]))).toMatchObject({
      Ledger: '10.00',
      Statement: '19.99',
      Difference: '9.99',
      'Cases that are not resolved': '9.99',
      Unexplained: '0.00',
    });
    expect(empty.text).toContain('Nothing is known of this day');
  });

  it('sees no sums of a day whose payments are archived', async () => {
    await office.app.database.asOwner(
      `INSERT INTO live.archives (id, file, bytes, sha256, before, made_by)
        SELECT id, file, 1, sha256(''), before, 'test'
        FROM (VALUES ($1::uuid, 'live-one', date '2026-02-01'), ($2, 'live-two', '2026-03-02'), ($3, 'live-three', '2026-01-02')) archived (id, file, before)`,
      [newId(), newId(), newId()],
    );
    const [before, since] = await Promise.all(
      ['2026-03-01', '2026-03-02'].map((day) => operator.open(`${base}/day?gateway=acquirer&day=${day}`)),
    );

    expect(before?.text).toContain('Payments before 2026-03-02 are archived');
    expect(since?.text).toContain('Unexplained');
  });

  it('takes no case over that another operator took meanwhile, and may do so knowing it', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=missing_here');
    const shown = await operator.open(`${base}/cases/${id}`);
    await operator.submit(shown, '/assign', { owner: 'Rudo' });
    const late = await operator.submit(shown, '/assign', { owner: 'Tariro' });
    const kept = await operator.open(`${base}/cases/${id}`);
    const taken = await operator.submit(late, '/assign');

    expect(late.status).toBe(422);
    expect(late.text).toContain('It is now: Rudo.');
    expect(late.text).toContain('value="Tariro"');
    expect(plain(kept)).toContain('Owner Rudo');
    expect(plain(taken)).toContain('Owner Tariro');
  });

  it('resolves no other difference than the screen showed', async () => {
    const [id = ''] = await listed('mode=sandbox&kind=other_amount');
    const shown = await operator.open(`${base}/cases/${id}`);
    await take('sandbox', [stating(payment, { amount: 50_000n })]);
    const fields = { as: 'accepted', why: 'A cent is too little.' };
    const late = await operator.submit(shown, '/resolve', fields);
    const still = await listed('mode=sandbox&kind=other_amount');
    const resolved = await operator.submit(late, '/resolve');

    expect(late.status).toBe(409);
    expect(late.text).toContain('This was changed meanwhile');
    expect(late.text).toContain('14.99 USD');
    expect(late.text).toContain('A cent is too little.');
    expect(still).toContain(id);
    expect(plain(resolved)).toContain('resolved: accepted');
  });
});
