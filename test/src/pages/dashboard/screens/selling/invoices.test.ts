import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoicesWords } from '../../../../../../src/pages/words/dashboard/selling/invoices.ts';
import {
  draftedInvoice,
  invoiceNow,
  sentInvoice,
  startInvoice,
} from '../../../../../support/builders/invoices.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const list = '/dashboard/test/invoices';

/** What a person types for an invoice over 140.00. */
const typed = {
  name: 'Tariro Moyo',
  email: 'tariro@example.com',
  phone: '00263771234567',
  currency: 'USD',
  due_date: '2099-01-31',
  reference: 'order 7',
  notes: 'Thank you.\nSee you soon.',
  reminder_days: '-3, 0, 7, 7',
  'description-1': 'Wedding cake',
  'price-1': '100',
  'tax-1': '15',
  'description-3': 'Delivery',
  'quantity-3': '2',
  'price-3': '12.50',
};

const drafted = async (fields: Record<string, string> = {}): Promise<Shown> =>
  await finance.submit(await finance.open(`${list}/new`), '/invoices/new', { ...typed, ...fields });

const idOf = ({ path }: Shown): string => /inv_[0-9a-f]{32}/.exec(path)?.[0] ?? '';

const audited = (action: string, object: string) =>
  office.app.database.asOwner(
    'SELECT user_email, details FROM sandbox.audit_log WHERE action = $1 AND object = $2',
    [action, object],
  );

describe('a draft from the dashboard', () => {
  it('is made once however often the form is sent; lines, tax and total are those of the API', async () => {
    const form = await finance.open(`${list}/new`);
    const shown = await finance.submit(form, '/invoices/new', typed);
    const again = await finance.submit(form, '/invoices/new', typed);

    expect(again.text).toContain('This form was sent before');
    expect(await invoiceNow(api, { id: idOf(shown) })).toMatchObject({
      status: 'draft',
      customer: { id: null, name: 'Tariro Moyo', email: 'tariro@example.com', phone: '+263771234567' },
      reference: 'order 7',
      notes: 'Thank you.\nSee you soon.',
      reminder_days: [-3, 0, 7],
      due_date: '2099-01-31',
      items: [
        { description: 'Wedding cake', quantity: 1, unit_amount: '100.00', tax_rate: '15.00' },
        { description: 'Delivery', quantity: 2, unit_amount: '12.50', tax_rate: null },
      ],
      total: '140.00',
    });
    expect(plain(shown)).toMatch(/Subtotal US\$125\.00 Tax US\$15\.00 Total US\$140\.00/);
    expect(await audited('invoice.drafted', idOf(shown))).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        // Not the customer: nothing can be erased from this log.
        details: { total: 'US$140.00' },
      },
    ]);
  });

  it('gets more lines without script, goes on in the first of them, and keeps what was typed', async () => {
    const form = await finance.open(`${list}/new`);
    const more = await finance.submit(form, '/invoices/new', { ...typed, more: '1' });

    expect(more.status).toBe(200);
    // The Enter key presses the first button, which saves.
    expect(form.text.indexOf('Save the draft')).toBeLessThan(form.text.indexOf('name="more"'));
    expect(form.text.match(/name="description-\d+"/g)).toHaveLength(3);
    expect(more.text.match(/name="description-\d+"/g)).toHaveLength(7);
    expect(more.text).toContain('value="Wedding cake"');
    expect([...more.text.matchAll(/<input id="([^"]+)"[^>]* autofocus/g)].map(([, id]) => id)).toEqual([
      'description-4',
    ]);

    const shown = await finance.submit(more, '/invoices/new', {
      'description-7': 'Candles',
      'price-7': '1.00',
    });
    expect((await invoiceNow(api, { id: idOf(shown) })).items).toHaveLength(3);
  });

  it.each([
    ['name', { name: '' }],
    ['email', { email: 'nobody' }],
    ['phone', { phone: '12' }],
    ['due_date', { due_date: '' }],
    ['reminder_days', { reminder_days: 'soon' }],
    ['description-1', { 'description-1': '' }],
    ['price-1', { 'price-1': '1,500' }],
    ['quantity-3', { 'quantity-3': '0' }],
    ['tax-1', { 'tax-1': '115' }],
    [
      'description-1',
      { 'description-1': '', 'price-1': '', 'tax-1': '', 'description-3': '', 'price-3': '' },
    ],
  ])('is refused at the field %s', async (field, wrong) => {
    const shown = await drafted(wrong);

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`id="${field}-error"`);
    expect(shown.text).toContain('value="order 7"');
  });

  it('goes to a saved customer when it begins at their page', async () => {
    const { data } = await api('createCustomer', { body: { name: 'Rudo Ncube', email: 'rudo@example.com' } });
    const form = await finance.open(`${list}/new?customer=${data.id}`);
    const shown = await finance.submit(form, '/invoices/new', typed);

    expect((await invoiceNow(api, { id: idOf(shown) })).customer).toMatchObject({
      id: data.id,
      name: 'Rudo Ncube',
    });
  });

  it('is changed: lines are replaced, and what was emptied is gone', async () => {
    const draft = await drafted();
    const edit = await finance.open(`${list}/${idOf(draft)}/edit`);
    const saved = await finance.submit(edit, '/edit', {
      name: 'Tariro M.',
      reference: '',
      'price-1': '90',
      'description-2': '',
      'price-2': '',
    });

    expect(plain(saved)).toContain('The draft is saved.');
    expect(await invoiceNow(api, { id: idOf(draft) })).toMatchObject({
      customer: { name: 'Tariro M.' },
      reference: null,
      reminder_days: [-3, 0, 7],
      items: [{ description: 'Wedding cake', unit_amount: '90.00', tax_rate: '15.00' }],
      total: '103.50',
    });
    expect(await audited('invoice.changed', idOf(draft))).toHaveLength(1);
  });
});

/** What is said of the page of the invoice. */
const pageTextsIn = ({ text }: Shown): readonly string[] =>
  [...Object.values(invoicesWords.pageTexts), invoicesWords.noPage, invoicesWords.neverSent].filter((words) =>
    text.includes(words),
  );

describe('an invoice from the dashboard', () => {
  it('is sent: it gets its number and the address of its page', async () => {
    const draft = await drafted();
    const sent = await finance.submit(draft, '/send');
    const now = await invoiceNow(api, { id: idOf(draft) });

    expect(now.status).toBe('sent');
    expect(sent.text).toContain(`data-copy="${now.hosted_url}"`);
    expect(plain(sent)).toContain(`Invoice ${now.number}`);
    expect(await audited('invoice.sent', idOf(draft))).toEqual([
      { user_email: expect.any(String), details: { number: now.number, total: 'US$140.00' } },
    ]);
    expect((await finance.open(`${list}/${idOf(draft)}/edit`)).text).toContain('cannot be changed');
  });

  it('is voided, and then nothing is owed; a second time is refused in words', async () => {
    const draft = await drafted();
    const sent = await finance.submit(draft, '/send');
    const voided = await finance.submit(sent, '/void');
    const again = await finance.submit(sent, '/void');
    const unsent = await finance.submit(await drafted(), '/void');

    expect((await invoiceNow(api, { id: idOf(draft) })).status).toBe('void');
    expect(plain(voided)).toMatch(/Still to pay US\$0\.00/);
    expect(pageTextsIn(sent)).toEqual([invoicesWords.pageTexts.sent]);
    expect(pageTextsIn(voided)).toEqual([invoicesWords.pageTexts.void]);
    expect(pageTextsIn(unsent)).toEqual([invoicesWords.neverSent]);
    expect(again.status).toBe(409);
    expect(await audited('invoice.voided', idOf(draft))).toHaveLength(1);
  });

  it('shows the payment that paid it', async () => {
    const invoice = await sentInvoice(api);
    await payByCard((await startInvoice(invoice)).address, '4242424242424242');
    const shown = await finance.open(`${list}/${invoice.id}`);

    expect(plain(shown)).toMatch(/Paid.*US\$140\.00 Completed/);
    expect(pageTextsIn(shown)).toEqual([invoicesWords.pageTexts.paid]);
    expect(shown.text).toMatch(/href="\/dashboard\/test\/payments\/txn_[0-9a-f]{32}"/);
  });

  it('is overdue after its last day', async () => {
    const invoice = await sentInvoice(api, { due_date: '2020-01-31' });

    expect(plain(await finance.open(`${list}/${invoice.id}`))).toContain('Overdue');
  });
});

describe('the list of invoices', () => {
  it('is filtered by state, and goes on page by page', async () => {
    for (let made = 0; made < 31; made += 1) {
      await draftedInvoice(api, { customer: { name: `Customer ${made}` } });
    }
    const first = await finance.open(`${list}?status=draft`);
    const next = /href="([^"]*page=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(first.text.match(/>Customer \d+</g)).toHaveLength(30);
    expect((await finance.open(next)).text.match(/>Customer \d+</g)).toEqual(['>Customer 0<']);
    expect((await finance.open(`${list}?status=void`)).text).not.toContain('>Customer 1<');
  });
});

describe('people who may not', () => {
  it('see an invoice without buttons as a viewer', async () => {
    const draft = await drafted();
    const shown = await (await office.as('viewer')).open(`${list}/${idOf(draft)}`);

    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/action="[^"]*\/(?:send|void)"/);
  });

  it('find no invoice and no customer of another merchant, and change none', async () => {
    const draft = await drafted();
    const { data } = await api('createCustomer', { body: { name: 'Rudo Ncube' } });
    const stranger = await office.stranger();
    const token = /name="token" value="([^"]+)"/.exec((await stranger.open(`${list}/new`)).text)?.[1] ?? '';
    const address = `${list}/${idOf(draft)}`;

    expect((await stranger.open(address)).status).toBe(404);
    for (const action of ['edit', 'send', 'void']) {
      expect((await stranger.post(`${address}/${action}`, { token, ...typed })).status).toBe(404);
    }
    expect((await stranger.open(`${list}/new?customer=${data.id}`)).status).toBe(404);
    expect((await stranger.post(`${list}/new`, { token, ...typed, customer_id: data.id })).status).toBe(404);
    expect((await invoiceNow(api, { id: idOf(draft) })).status).toBe('draft');
  });
});
