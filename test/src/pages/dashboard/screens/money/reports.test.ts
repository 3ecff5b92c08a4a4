import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportsWords as words } from '../../../../../../src/pages/words/dashboard/money/reports.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../../support/builders/build.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, plain } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let viewer: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  viewer = await office.as('viewer');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const base = '/dashboard/test/reports';
const stored = async () => (await api('listReports')).data.items;
const ids = async () => (await stored()).map(({ id }) => id);
const order = async (fields: Record<string, string> = {}) =>
  await viewer.submit(await viewer.open(`${base}/new`), '/new', fields);
const become = (status: string) =>
  office.app.database.asOwner('UPDATE platform.merchants SET status = $1 WHERE id = $2', [
    status,
    office.merchant.merchantId,
  ]);

async function newestIsWritten(): Promise<string> {
  // A report up to now waits for transactions that are not yet committed.
  await turnClock(api, 5);
  await expect.poll(async () => (await stored())[0]?.status, { timeout: 10_000 }).toBe('available');
  return (await stored())[0]?.id ?? '';
}

describe('a report', () => {
  it('is ordered by whoever sees its rows, and downloaded once it is written', async () => {
    const checkout = await openedCheckout(api, aCardCheckout({ customerName: 'Anaïs Müller' }));
    await payByCard(checkout.payment_url, '4242424242424242');
    const ordered = await order();
    const id = await newestIsWritten();
    const ready = await viewer.open(base);
    const file = await viewer.get(`${base}/${id}/content`);
    const bytes = Buffer.from(await (await fetchAs(viewer, `${base}/${id}/content`)).arrayBuffer());

    expect(plain(ordered)).toContain(words.done['ordered']);
    expect(plain(ordered)).toContain(words.writing);
    expect(plain(ready)).toContain(words.states.available);
    expect(ready.text).toContain(`href="${base}/${id}/content"`);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`);
    // Excel reads the letters only with the mark in front.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString()).toContain('Anaïs Müller');
    expect(
      await office.app.database.asOwner(
        `SELECT object, details FROM sandbox.audit_log WHERE action = 'report.ordered'`,
      ),
    ).toEqual([{ object: id, details: { type: 'transactions', format: 'csv' } }]);
  });

  it('is of whole days in the time zone of who orders it', async () => {
    const person = await office.aPerson({ role: 'finance', merchantId: office.merchant.merchantId });
    await office.app.database.asOwner(`UPDATE platform.users SET time_zone = 'Africa/Harare' WHERE id = $1`, [
      person.userId,
    ]);
    const client = office.aBrowser();
    await client.signIn(person.email, person.password);
    const fields = { type: 'fees', from: '2026-01-01', to: '2026-01-31', format: 'jsonl' };
    const ordered = await client.submit(await client.open(`${base}/new`), '/new', fields);
    const [report] = await stored();

    expect(report).toMatchObject({
      type: 'fees',
      format: 'jsonl',
      from: '2025-12-31T22:00:00.000Z',
      before: '2026-01-31T22:00:00.000Z',
    });
    expect(plain(ordered)).toContain('1 Jan 2026, 00:00:00 – 31 Jan 2026, 23:59:59');
  });

  it.each([
    ['no report', { type: 'everything' }, words.missing.type],
    ['no format', { format: 'xlsx' }, words.missing.format],
    ['no first day', { from: '' }, words.missing.from],
    ['a day that is none', { to: '2026-02-30' }, words.missing.to],
    ['a period that ends before it begins', { from: '2026-02-02', to: '2026-02-01' }, words.wrong.order],
    ['a period that has not begun', { from: '2099-01-01', to: '2099-01-31' }, words.wrong.future],
  ])('is not ordered with %s', async (_, fields, said) => {
    const before = await ids();
    const refused = await order(fields);

    expect(refused.status).toBe(422);
    expect(plain(refused)).toContain(said);
    expect(await ids()).toEqual(before);
  });

  it('is ordered once, however often the form is sent', async () => {
    const form = await viewer.open(`${base}/new`);
    const before = await ids();
    await Promise.all([1, 2, 3].map(() => viewer.submit(form, '/new', { type: 'payouts' })));

    expect(await ids()).toHaveLength(before.length + 1);
  });

  it('is not offered while the merchant is suspended, and can still be downloaded', async () => {
    const [ready] = (await stored()).filter(({ status }) => status === 'available');
    await become('suspended');
    const shown = await viewer.open(base);
    const file = await viewer.get(`${base}/${ready?.id}/content`);
    await become('active');

    expect(shown.text).not.toContain(`href="${base}/new"`);
    expect(file.status).toBe(200);
  });

  it('of another merchant is not found', async () => {
    const [report] = await stored();
    const stranger = await office.stranger();

    expect((await stranger.get(`${base}/${report?.id}/content`)).status).toBe(404);
    expect((await stranger.open(base)).text).not.toContain(report?.id);
  });
});

function fetchAs(client: Client, path: string): Promise<Response> {
  return fetch(new URL(path, client.baseUrl), { headers: { cookie: client.cookie() } });
}
