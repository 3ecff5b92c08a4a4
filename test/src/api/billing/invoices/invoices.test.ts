import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { goodCard } from '../../../../support/builders/counter.ts';
import { setMerchantStatus } from '../../../../support/builders/inside.ts';
import {
  anInvoice,
  draftedInvoice,
  invoiceEventTypes,
  invoiceNow,
  sentInvoice,
  startInvoice,
} from '../../../../support/builders/invoices.ts';
import { atOnce, times } from '../../../../support/checks/at-once.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
});
afterAll(() => app.stop());

const create = (about: Record<string, unknown>) => shop.api('createInvoice', { body: anInvoice(about) });
const line = (about: Record<string, unknown>) => ({
  items: [{ description: 'Tea', quantity: 1, unit_amount: '10.00', ...about }],
});

describe('a new invoice', () => {
  it('is a draft without number or page, with totals from its lines', async () => {
    const draft = await draftedInvoice(shop.api, { reference: 'order 7', notes: 'Thank you.\nBye.' });

    expect(draft).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      status: 'draft',
      number: null,
      hosted_url: null,
      customer: { id: null, name: 'Tariro Moyo', email: 'tariro@example.com', phone: '+263771234567' },
      items: [
        { description: 'Wedding cake', quantity: 1, unit_amount: '100.00', tax_rate: '15.00', tax: '15.00' },
        { description: 'Delivery', quantity: 2, amount: '25.00', tax_rate: null, tax: '0.00' },
      ],
      subtotal: '125.00',
      tax: '15.00',
      total: '140.00',
      amount_paid: '0.00',
      amount_due: '140.00',
      overdue: false,
      reference: 'order 7',
      notes: 'Thank you.\nBye.',
      transaction_id: null,
      subscription_id: null,
      sent_at: null,
    });
    expect(await invoiceNow(shop.api, draft)).toEqual(draft);
  });

  it('is sent in the same call if `send` is true', async () => {
    const { api } = await openShop(app);

    const sent = await draftedInvoice(api, { send: true });

    expect(sent).toMatchObject({ status: 'sent', number: 'INV-000001', sent_at: expect.any(String) });
    expect(sent.hosted_url).toMatch(/\/test\/p\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  });

  it.each([
    ['without a customer', { customer: undefined }, 'VALIDATION_ERROR'],
    ['without lines', { items: [] }, 'VALIDATION_ERROR'],
    ['with 101 lines', { items: times(101, () => line({}).items[0]) }, 'VALIDATION_ERROR'],
    ['with a line of quantity 0', line({ quantity: 0 }), 'VALIDATION_ERROR'],
    ['with a line of quantity 10000', line({ quantity: 10_000 }), 'VALIDATION_ERROR'],
    ['with a line of quantity 0.5', line({ quantity: 0.5 }), 'VALIDATION_ERROR'],
    ['with an amount of zero', line({ unit_amount: '0.00' }), 'INVALID_AMOUNT'],
    ['with an amount that is a number', line({ unit_amount: 10 }), 'INVALID_AMOUNT'],
    ['with a tax of zero', line({ tax_rate: '0.00' }), 'VALIDATION_ERROR'],
    ['with a tax above 100 %', line({ tax_rate: '100.01' }), 'VALIDATION_ERROR'],
    ['with a tax rate of one decimal', line({ tax_rate: '15.0' }), 'VALIDATION_ERROR'],
    ['in euros', { currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    ['due on 29 February of a common year', { due_date: '2027-02-29' }, 'VALIDATION_ERROR'],
    ['due at a time of day', { due_date: '2027-02-28T00:00:00Z' }, 'VALIDATION_ERROR'],
    ['for an invalid phone', { customer: { name: 'Tariro', phone: '12' } }, 'INVALID_PHONE'],
    ['for a customer without a name', { customer: { email: 'a@example.com' } }, 'VALIDATION_ERROR'],
    ['with an unknown field', { total: '1.00' }, 'UNKNOWN_FIELD'],
    ['with a card number in a line', line({ description: '4242 '.repeat(4) }), 'CARD_NUMBER_IN_TEXT'],
    ['with a card number in the notes', { notes: `card ${'4242'.repeat(4)}` }, 'CARD_NUMBER_IN_TEXT'],
  ])('is refused %s', async (_what, about, code) => {
    expect(await create(about)).toMatchObject({ status: 400, code });
  });

  it('may have digits that look like a card number as its reference', async () => {
    expect((await create({ reference: '4242'.repeat(4) })).status).toBe(201);
  });

  it('has a total of at most 1000000.00, tax included', async () => {
    const [most, more] = await Promise.all([
      create({ items: [{ description: 'Tea', quantity: 1, unit_amount: '800000.00', tax_rate: '25.00' }] }),
      create({ items: [{ description: 'Tea', quantity: 1, unit_amount: '800000.01', tax_rate: '25.00' }] }),
    ]);
    const huge = await create({
      items: times(100, () => ({ description: 'Tea', quantity: 9999, unit_amount: '999999999999.99' })),
    });

    expect([most.status, most.data.total]).toEqual([201, '1000000.00']);
    expect(more).toMatchObject({
      status: 409,
      code: 'AMOUNT_TOO_LARGE',
      body: { details: { maximum: '1000000.00' } },
    });
    expect(huge).toMatchObject({ status: 409, code: 'AMOUNT_TOO_LARGE' });
  });

  it('is listed newest first, page by page, and by status', async () => {
    const { api } = await openShop(app);
    const made = [];
    for (const send of [false, true, false, true]) made.push(await draftedInvoice(api, { send }));

    const first = await api('listInvoices', { query: { limit: 3 } });
    const cursor = first.data.next_cursor ?? '';
    const rest = await api('listInvoices', { query: { limit: 3, cursor } });
    const sent = await api('listInvoices', { query: { status: 'sent' } });

    expect([...first.data.items, ...rest.data.items]).toEqual(made.toReversed());
    expect([first.data.has_more, rest.data.has_more, rest.data.next_cursor]).toEqual([true, false, null]);
    expect(sent.data.items.map(({ number }) => number)).toEqual(['INV-000002', 'INV-000001']);
    expect((await api('listInvoices', { query: { status: 'open' } })).status).toBe(400);
  });
});

describe('a draft', () => {
  it('changes in the fields that are sent, and in no others', async () => {
    const draft = await draftedInvoice(shop.api, { reference: 'order 7', notes: 'Thank you.' });
    const body = { ...line({ quantity: 3, tax_rate: '10.00' }), notes: null, currency: 'ZWG' };

    const changed = await shop.api('updateInvoice', { params: { id: draft.id }, body });

    expect(changed.data).toEqual({
      ...draft,
      currency: 'ZWG',
      items: [
        {
          description: 'Tea',
          quantity: 3,
          unit_amount: '10.00',
          tax_rate: '10.00',
          amount: '30.00',
          tax: '3.00',
        },
      ],
      subtotal: '30.00',
      tax: '3.00',
      total: '33.00',
      amount_due: '33.00',
      notes: null,
    });
    expect(await invoiceNow(shop.api, draft)).toEqual(changed.data);
  });

  it('records no event when nothing is sent', async () => {
    const draft = await draftedInvoice(shop.api);

    const same = await shop.api('updateInvoice', { params: { id: draft.id }, body: {} });

    expect(same.data).toEqual(draft);
    expect(await invoiceEventTypes(app, draft)).toEqual(['created']);
  });

  it('can get another customer, due date and reference', async () => {
    const draft = await draftedInvoice(shop.api);
    const body = { customer: { name: 'Farai Dube' }, due_date: '2098-02-28', reference: 'order 8' };

    const { data } = await shop.api('updateInvoice', { params: { id: draft.id }, body });

    expect(data).toEqual({
      ...draft,
      ...body,
      customer: { id: null, name: 'Farai Dube', email: null, phone: null },
    });
  });

  it('cannot be changed to exceed the greatest amount', async () => {
    const draft = await draftedInvoice(shop.api);
    const body = line({ unit_amount: '1000000.01' });

    const refused = await shop.api('updateInvoice', { params: { id: draft.id }, body });

    expect(refused).toMatchObject({ status: 409, code: 'AMOUNT_TOO_LARGE' });
    expect(await invoiceNow(shop.api, draft)).toEqual(draft);
  });

  it('is never read with lines that do not add up to its total, even while it changes', async () => {
    const { id } = await draftedInvoice(shop.api);
    const change = (unit_amount: string) =>
      shop.api('updateInvoice', { params: { id }, body: line({ unit_amount, quantity: 3 }) });

    const [reads] = await Promise.all([
      atOnce(
        4,
        times(60, () => () => invoiceNow(shop.api, { id })),
      ),
      atOnce(
        4,
        times(30, (at) => () => change(`${at + 1}.00`)),
      ),
    ]);

    const torn = reads.filter(({ items, subtotal }) => {
      const cents = items.map(({ amount }) => Number(amount.replace('.', '')));
      return cents.reduce((one, other) => one + other, 0) !== Number(subtotal.replace('.', ''));
    });
    expect(torn).toEqual([]);
    expect(new Set(reads.map(({ total }) => total)).size).toBeGreaterThan(1);
  });

  it('has no page', async () => {
    const { id } = await draftedInvoice(shop.api);
    const rows = await app.database.asOwner(
      "SELECT slug FROM sandbox.slugs WHERE replace(resource_id::text, '-', '') = $1",
      [id.replace('inv_', '')],
    );

    expect(rows).toEqual([]);
  });
});

async function aCustomer(): Promise<string> {
  const id = crypto.randomUUID();
  await app.database.asOwner(
    `INSERT INTO sandbox.customers (merchant_id, id, name, email, phone, created_at, updated_at)
      VALUES ($1, $2, 'Rudo Ncube', 'rudo@example.com', '+263782222222', now(), now())`,
    [shop.merchant.merchantId, id],
  );
  return `cus_${id.replaceAll('-', '')}`;
}

describe('a saved customer on an invoice', () => {
  it('is named by id; name, email and phone are copied', async () => {
    const customer_id = await aCustomer();
    const expected = {
      id: customer_id,
      name: 'Rudo Ncube',
      email: 'rudo@example.com',
      phone: '+263782222222',
    };

    const made = await create({ customer: undefined, customer_id });
    const other = await draftedInvoice(shop.api);
    const changed = await shop.api('updateInvoice', { params: { id: other.id }, body: { customer_id } });

    expect(made.data.customer).toEqual(expected);
    expect(changed.data.customer).toEqual(expected);
  });

  it('cannot be named together with the fields of a customer', async () => {
    const customer_id = await aCustomer();
    const { id } = await draftedInvoice(shop.api);

    const refused = await Promise.all([
      create({ customer_id }),
      shop.api('updateInvoice', { params: { id }, body: { customer_id, customer: { name: 'Rudo' } } }),
    ]);

    expect(refused.map(({ status, code }) => [status, code])).toEqual([
      [400, 'VALIDATION_ERROR'],
      [400, 'VALIDATION_ERROR'],
    ]);
  });

  it('is not found if it does not exist or belongs to another merchant', async () => {
    const customer_id = await aCustomer();
    const stranger = await openShop(app);
    const asked = { customer: undefined, customer_id };

    const [foreign, unknown] = await Promise.all([
      stranger.api('createInvoice', { body: anInvoice(asked) }),
      create({ ...asked, customer_id: `cus_${'0'.repeat(32)}` }),
    ]);

    for (const refused of [foreign, unknown])
      expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('the moves of an invoice', () => {
  const inEach = {
    draft: () => draftedInvoice(shop.api),
    sent: () => sentInvoice(shop.api),
    paid: async () => {
      const invoice = await sentInvoice(shop.api);
      await payNow(invoice);
      return invoice;
    },
    void: async () => {
      const invoice = await sentInvoice(shop.api);
      await shop.api('voidInvoice', { params: { id: invoice.id } });
      return invoice;
    },
  };
  const moves = ['sendInvoice', 'voidInvoice', 'updateInvoice'] as const;
  const made = { sendInvoice: ['draft'], voidInvoice: ['draft', 'sent'], updateInvoice: ['draft'] };
  const refusals = {
    sendInvoice: 'INVOICE_NOT_DRAFT',
    voidInvoice: 'INVOICE_NOT_VOIDABLE',
    updateInvoice: 'INVOICE_NOT_DRAFT',
  };
  const cases = moves.flatMap((move) =>
    (['draft', 'sent', 'paid', 'void'] as const).map((status) => ({ move, status })),
  );

  const asked = async (move: (typeof moves)[number], id: string) => {
    const body = move === 'updateInvoice' ? { body: { due_date: '2098-01-01' } } : {};
    const answered = await shop.api<(typeof moves)[number]>(move, { params: { id }, ...body });
    return { answered, after: await invoiceNow(shop.api, { id }) };
  };

  it.each(cases.filter(({ move, status }) => made[move].includes(status)))(
    '$move of a $status one succeeds',
    async ({ move, status }) => {
      const { id } = await inEach[status]();

      const { answered, after } = await asked(move, id);

      expect(answered.status).toBe(200);
      expect(answered.data).toEqual(after);
    },
  );

  it.each(cases.filter(({ move, status }) => !made[move].includes(status)))(
    '$move of a $status one is refused',
    async ({ move, status }) => {
      const { id } = await inEach[status]();
      const before = await invoiceNow(shop.api, { id });

      const { answered, after } = await asked(move, id);

      expect(answered).toMatchObject({ status: 409, code: refusals[move], body: { details: { status } } });
      expect(after).toEqual(before);
    },
  );

  it('leave a voided draft without a number, and a voided invoice with its number', async () => {
    const [draft, sent] = [await inEach.draft(), await inEach.sent()];

    for (const { id } of [draft, sent]) await shop.api('voidInvoice', { params: { id } });

    const [voidDraft, voidSent] = [await invoiceNow(shop.api, draft), await invoiceNow(shop.api, sent)];
    expect(voidDraft).toMatchObject({ status: 'void', number: null, hosted_url: null, amount_due: '0.00' });
    expect(voidSent).toMatchObject({
      status: 'void',
      number: sent.number,
      amount_due: '0.00',
      overdue: false,
    });
    expect([voidDraft.voided_at, voidSent.voided_at]).not.toContain(null);
  });
});

async function payNow(invoice: { readonly url: string }) {
  return await submit(await startInvoice(invoice), 'pay', goodCard);
}

describe('the page of an invoice', () => {
  it('says who owes what to whom, and until when', async () => {
    const invoice = await sentInvoice(shop.api, { reference: 'order 9', due_date: '2098-01-31' });

    const page = await openPage(invoice.url);

    expect([page.status, page.name]).toEqual([200, 'invoice']);
    const shown = [
      invoice.number,
      'Tariro Moyo',
      'Corner Shop',
      'Wedding cake',
      'US$140.00',
      '31 January 2098',
    ];
    for (const text of [...shown, '15.00 %: US$15.00', 'order 9']) expect(page.text).toContain(text);
    expect(page.text).not.toContain('overdue');
    expect(page.text).not.toContain('tariro@example.com');
    expect(page.text).not.toContain('771234567');
  });

  it('shows a payer neither phone nor email of the customer it bills', async () => {
    const invoice = await sentInvoice(shop.api, {
      customer: { name: 'Rudo Moyo', email: 'rudo@example.com', phone: '0779988776' },
    });

    const opened = await startInvoice(invoice);
    const waiting = await submit(opened, 'pay', { method: 'wallet_a', phone: '0776666666' });

    expect(opened.name).toBe('choose');
    expect(waiting.name).toBe('approve');
    for (const { text } of [opened, waiting]) expect(text).not.toMatch(/779988776|998 ?8776|rudo@/);
  });

  it('becomes the receipt once it is paid', async () => {
    const invoice = await sentInvoice(shop.api);

    const receipt = await payNow(invoice);
    const page = await openPage(invoice.url);

    const { transaction_id } = await invoiceNow(shop.api, invoice);
    expect(receipt.text).toContain(`href="${invoice.url}"`);
    expect([page.status, page.name]).toEqual([200, 'paid']);
    for (const text of [transaction_id, invoice.number, 'Delivery', 'Paid on'])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('<form');
  });

  it('says that nothing is owed once it is voided', async () => {
    const invoice = await sentInvoice(shop.api);
    const opened = await startInvoice(invoice);
    await shop.api('voidInvoice', { params: { id: invoice.id } });

    const [page, checkout] = await Promise.all([openPage(invoice.url), openPage(opened.address)]);

    for (const { status, name, text } of [page, checkout]) {
      expect([status, name]).toEqual([410, 'closed']);
      expect(text).toContain('Nothing is owed.');
      expect(text).not.toContain('<form');
    }
  });

  it('takes no payment for a suspended merchant, but still shows what is paid', async () => {
    const suspended = await openShop(app);
    const [open, paid] = [await sentInvoice(suspended.api), await sentInvoice(suspended.api)];
    await payNow(paid);
    const started = await startInvoice(open);
    await setMerchantStatus(app, suspended.merchant, 'suspended');

    const pages = await Promise.all([open.url, started.address, paid.url].map(openPage));

    expect(pages.map(({ status, name }) => [status, name])).toEqual([
      [410, 'closed'],
      [410, 'closed'],
      [200, 'paid'],
    ]);
  });

  it('does not show the checkouts of other invoices below its address', async () => {
    const [one, other] = [await sentInvoice(shop.api), await sentInvoice(shop.api)];
    const { address } = await startInvoice(one);

    const wrong = await openPage(address.replace(one.url, other.url));

    expect(wrong.status).toBe(404);
  });
});

describe('an invoice of another merchant', () => {
  it('is not found', async () => {
    const { id } = await draftedInvoice(shop.api);
    const stranger = await openShop(app);

    for (const move of ['getInvoice', 'sendInvoice', 'voidInvoice'] as const)
      expect(await stranger.api(move, { params: { id } })).toMatchObject({
        status: 404,
        body: { details: { resource: 'invoice' } },
      });
    expect((await stranger.api('updateInvoice', { params: { id }, body: {} })).status).toBe(404);
    expect((await stranger.api('listInvoices')).data.items).toEqual([]);
    expect((await invoiceNow(shop.api, { id })).status).toBe('draft');
  });
});

describe('in live mode without a gateway', () => {
  it('no invoice is created or sent, and an existing one can be voided', async () => {
    const live = await app.aMerchant({ mode: 'live' });
    const api = apiOf(app.baseUrl, live.secretKey);
    const id = crypto.randomUUID();
    await app.database.asOwner(
      `INSERT INTO live.invoices (merchant_id, id, app_id, status, customer_name, currency, subtotal, tax, total, due_date, created_at, updated_at)
        VALUES ($1, $2, $3, 'draft', 'Tariro', 'USD', 100000, 0, 100000, '2099-01-31', now(), now())`,
      [live.merchantId, id, live.appId],
    );
    await app.database.asOwner(
      `INSERT INTO live.invoice_items (merchant_id, invoice_id, position, description, quantity, unit_amount, amount, tax)
        VALUES ($1, $2, 1, 'Tea', 1, 100000, 100000, 0)`,
      [live.merchantId, id],
    );
    const params = { id: `inv_${id.replaceAll('-', '')}` };

    const refused = await Promise.all([
      api('createInvoice', { body: anInvoice() }),
      api('sendInvoice', { params }),
    ]);
    const voided = await api('voidInvoice', { params });

    expect(refused.map(({ code }) => code)).toEqual(['GATEWAY_NOT_CONFIGURED', 'GATEWAY_NOT_CONFIGURED']);
    expect(voided.data).toMatchObject({ status: 'void', number: null });
  });
});
