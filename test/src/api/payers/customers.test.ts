import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { goodCard } from '../../../support/builders/counter.ts';
import { eventsOfMerchant } from '../../../support/builders/inside.ts';
import { invoiceNow, sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import { createdCustomer, methodNow, openedSetup, savedCard } from '../../../support/builders/vault.ts';
import { times } from '../../../support/checks/at-once.ts';
import { dump } from '../../../support/checks/dump.ts';
import { submit } from '../../../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const full = { name: 'Rudo Moyo', email: 'Rudo@Example.com', phone: '0771234567', external_id: 'crm-1' };
const get = (id: string) => shop.api('getCustomer', { params: { id } });
const update = (id: string, body: Record<string, unknown>) =>
  shop.api('updateCustomer', { params: { id }, body });
const remove = (id: string) => shop.api('deleteCustomer', { params: { id } });
const list = async (query: Record<string, string | number> = {}) =>
  (await shop.api('listCustomers', { query })).data;

describe('POST /v1/customers', () => {
  it('stores all fields, the phone in international form', async () => {
    const created = await createdCustomer(shop.api, full);

    expect(created).toEqual({
      ...full,
      phone: '+263771234567',
      id: expect.stringMatching(/^cus_/),
      created_at: expect.any(String),
      updated_at: created.created_at,
    });
    expect((await get(created.id)).data).toEqual(created);
  });

  it('requires only a name', async () => {
    const created = await createdCustomer(shop.api);

    expect(created).toMatchObject({ email: null, phone: null, external_id: null });
  });

  it.each([
    ['without a name', { name: undefined }, 'VALIDATION_ERROR'],
    ['with an empty name', { name: '' }, 'VALIDATION_ERROR'],
    ['with a card number for a name', { name: `Rudo ${'4242 '.repeat(4).trim()}` }, 'CARD_NUMBER_IN_TEXT'],
    ['with half an email address', { email: 'rudo@' }, 'VALIDATION_ERROR'],
    ['with an invalid phone', { phone: '12' }, 'INVALID_PHONE'],
    ['with an empty external_id', { external_id: '' }, 'VALIDATION_ERROR'],
    ['with a long external_id', { external_id: 'x'.repeat(65) }, 'VALIDATION_ERROR'],
    ['with null as email', { email: null }, 'VALIDATION_ERROR'],
    ['with an unknown field', { surname: 'Moyo' }, 'UNKNOWN_FIELD'],
  ])('is refused %s', async (_why, about, code) => {
    const refused = await shop.api('createCustomer', { body: { name: 'Rudo Moyo', ...about } });

    expect([refused.status, refused.code]).toEqual([400, code]);
    expect((await list()).items).toEqual([]);
  });

  it('is refused when the external_id is taken, and names the customer that has it', async () => {
    const first = await createdCustomer(shop.api, { external_id: 'crm-1' });

    const second = await shop.api('createCustomer', { body: { name: 'Other', external_id: 'crm-1' } });

    expect(second).toMatchObject({ status: 409, code: 'CUSTOMER_EXISTS' });
    expect(second.body['details']).toEqual({ existing: first.id });
  });

  it('accepts an external_id that a customer of another merchant has', async () => {
    await createdCustomer(shop.api, { external_id: 'crm-1' });

    const other = await createdCustomer((await openShop(app)).api, { external_id: 'crm-1' });

    expect(other.external_id).toBe('crm-1');
  });

  it('fifty times at once with one external_id makes one customer', async () => {
    const answers = await Promise.all(
      times(50, (at) => shop.api('createCustomer', { body: { name: `Rudo ${at}`, external_id: 'crm-1' } })),
    );

    const made = answers.filter(({ status }) => status === 201);
    const existing = made[0]?.data.id;
    expect(made).toHaveLength(1);
    expect((await list()).items).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !made.includes(answer)))
      expect([status, body['code'], body['details']]).toEqual([409, 'CUSTOMER_EXISTS', { existing }]);
  });

  it('twice with one idempotency key makes one customer', async () => {
    const headers = { 'idempotency-key': 'customer-1' };

    const once = await shop.api('createCustomer', { body: full, headers });
    const again = await shop.api('createCustomer', { body: full, headers });

    expect(again.body).toEqual(once.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await list()).items).toHaveLength(1);
  });
});

describe('PATCH /v1/customers/{id}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const before = await createdCustomer(shop.api, full);
    await turnClock(shop.api, 60);

    const { status, data } = await update(before.id, { name: 'Rudo Ncube', phone: '0717654321' });

    expect(status).toBe(200);
    expect(data).toEqual({
      ...before,
      name: 'Rudo Ncube',
      phone: '+263717654321',
      updated_at: expect.any(String),
    });
    expect(Date.parse(data.updated_at) - Date.parse(before.updated_at)).toBeGreaterThanOrEqual(60_000);
    expect((await get(before.id)).data).toEqual(data);
  });

  it.each(['email', 'phone', 'external_id'])('empties %s with null', async (field) => {
    const before = await createdCustomer(shop.api, full);

    const { data } = await update(before.id, { [field]: null });

    expect(data).toEqual({ ...before, [field]: null, updated_at: expect.any(String) });
  });

  it('changes nothing when nothing is sent', async () => {
    const before = await createdCustomer(shop.api, full);
    await turnClock(shop.api, 60);

    expect((await update(before.id, {})).data).toEqual(before);
  });

  it.each([
    [{ name: null }, 'VALIDATION_ERROR'],
    [{ phone: '12' }, 'INVALID_PHONE'],
    [{ email: 'no' }, 'VALIDATION_ERROR'],
    [{ created_at: '2026-01-01T00:00:00Z' }, 'UNKNOWN_FIELD'],
  ])('is refused with %j', async (body, code) => {
    const { id } = await createdCustomer(shop.api, full);

    const refused = await update(id, body);

    expect([refused.status, refused.code]).toEqual([400, code]);
  });

  it('accepts the customer’s own external_id and a free one, but not another customer’s', async () => {
    const one = await createdCustomer(shop.api, { external_id: 'crm-1' });
    const two = await createdCustomer(shop.api, { external_id: 'crm-2' });

    const own = await update(one.id, { external_id: 'crm-1', name: 'Same' });
    const taken = await update(one.id, { external_id: 'crm-2', name: 'Never' });
    await update(two.id, { external_id: null });
    const free = await update(one.id, { external_id: 'crm-2' });

    expect([own.status, taken.status, free.status]).toEqual([200, 409, 200]);
    expect(taken.body).toMatchObject({ code: 'CUSTOMER_EXISTS', details: { existing: two.id } });
    expect(free.data).toMatchObject({ external_id: 'crm-2', name: 'Same' });
  });

  it('of fifty customers at once gives one external_id to one of them', async () => {
    const customers = await Promise.all(times(50, () => createdCustomer(shop.api)));

    const answers = await Promise.all(customers.map(({ id }) => update(id, { external_id: 'crm-1' })));

    const { items } = await list({ external_id: 'crm-1' });
    const lost = answers.filter(({ status }) => status !== 200);
    expect(items).toHaveLength(1);
    expect(lost).toHaveLength(49);
    for (const { body } of lost)
      expect(body).toMatchObject({ code: 'CUSTOMER_EXISTS', details: { existing: items[0]?.id } });
  });
});

describe('GET /v1/customers', () => {
  it('lists customers newest first, page by page', async () => {
    const made: string[] = [];
    for (const name of ['A', 'B', 'C']) made.unshift((await createdCustomer(shop.api, { name })).id);

    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: String(first.next_cursor) });

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
  });

  it('filters by email, whatever its case, and by external_id', async () => {
    const rudo = await createdCustomer(shop.api, full);
    await createdCustomer(shop.api, { name: 'Other', email: 'other@example.com', external_id: 'CRM-1' });

    expect((await list({ email: 'rudo@EXAMPLE.com' })).items).toEqual([rudo]);
    expect((await list({ external_id: 'crm-1' })).items).toEqual([rudo]);
    expect((await list({ email: 'nobody@example.com' })).items).toEqual([]);
  });

  it('shows no other merchant’s customers, nor can those be read, changed or deleted', async () => {
    const stranger = await openShop(app);
    const { id } = await createdCustomer(stranger.api, full);

    const answers = [await get(id), await update(id, { name: 'Mine' }), await remove(id)];

    expect(answers.map(({ status, code }) => [status, code])).toEqual(times(3, () => [404, 'NOT_FOUND']));
    expect((await list()).items).toEqual([]);
    expect((await stranger.api('getCustomer', { params: { id } })).data.name).toBe('Rudo Moyo');
  });
});

describe('DELETE /v1/customers/{id}', () => {
  it('blanks all that the row says about the person', async () => {
    const { id } = await createdCustomer(shop.api, full);
    const rowsOf = async () => {
      const rows = JSON.parse(await dump(app, shop.merchant.merchantId)) as {
        place: string;
        fields: string;
      }[];
      return rows.filter(({ place }) => place === 'sandbox.customers').map(({ fields }) => fields);
    };
    const before = await rowsOf();

    const { status, data } = await remove(id);

    const after = await rowsOf();
    expect([status, data]).toEqual([200, { deleted: true }]);
    expect([before.length, after.length]).toEqual([1, 1]);
    for (const word of ['Rudo', 'Moyo', 'xample', '771234567', 'crm-1']) {
      expect(before.join()).toContain(word);
      expect(after.join()).not.toContain(word);
    }
  });

  it('leaves payments and ledger as they are', async () => {
    const { id } = await createdCustomer(shop.api, full);
    const invoice = await sentInvoice(shop.api, { customer: undefined, customer_id: id });
    await submit(await startInvoice(invoice), 'pay', goodCard);
    const paymentsOf = async () =>
      (await shop.api('listTransactions', { query: { limit: 100 } })).data.items.filter(
        ({ source }) => source.id === invoice.id,
      );
    const [payments, balance] = [await paymentsOf(), await shop.available()];

    await remove(id);

    expect(await paymentsOf()).toEqual(payments);
    expect(payments).toMatchObject([{ status: 'completed', customer: { email: full.email } }]);
    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ status: 'paid', customer: { id } });
    expect(await shop.available()).toBe(balance);
  });

  it('makes the customer impossible to find or change, and frees the external_id', async () => {
    const { id } = await createdCustomer(shop.api, full);

    await remove(id);

    expect((await get(id)).code).toBe('NOT_FOUND');
    expect((await update(id, { name: 'Back' })).code).toBe('NOT_FOUND');
    expect((await list({ email: full.email })).items).toEqual([]);
    expect((await createdCustomer(shop.api, full)).id).not.toBe(id);
  });

  it('answers the same when repeated', async () => {
    const { id } = await createdCustomer(shop.api, full);

    const answers = [await remove(id), await remove(id)];

    expect(answers.map(({ status, data }) => [status, data])).toEqual(
      times(2, () => [200, { deleted: true }]),
    );
  });

  it('deletes the saved cards and closes the open pages', async () => {
    const card = await savedCard(shop.api);
    const open = await openedSetup(shop.api, card.customer_id);

    await remove(card.customer_id);

    expect((await methodNow(shop.api, card.id)).status).toBe('deleted');
    expect((await methodNow(shop.api, open.payment_method_id)).status).toBe('deleted');
    expect((await fetch(open.setup_url)).status).toBe(410);
    const events = await eventsOfMerchant(app, shop.merchant);
    expect(events.map(({ type }) => type)).toEqual([
      'vault.payment-token.created',
      'vault.payment-token.deleted',
      'vault.payment-token.deleted',
    ]);
  });

  it('leaves no page open that is being opened at the same moment', async () => {
    const { id: customer_id } = await createdCustomer(shop.api, full);
    const setup = () =>
      shop.api('setupPaymentMethod', { body: { customer_id, return_url: 'http://127.0.0.1:9/cards' } });

    await Promise.all([...times(12, setup), remove(customer_id), ...times(12, setup)]);

    const { data } = await shop.api('listPaymentMethods', { query: { customer_id } });
    expect(data.items).toEqual([]);
    expect((await setup()).code).toBe('NOT_FOUND');
  });
});
