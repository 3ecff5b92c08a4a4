import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftedInvoice } from '../../../../../support/builders/invoices.ts';
import { createdPlan, subscribed } from '../../../../../support/builders/subscriptions.ts';
import { savedCard } from '../../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
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

const list = '/dashboard/test/customers';
const rudo = { name: 'Rudo Ncube', email: 'rudo@example.com', phone: '077.123.4567' };

const added = async (fields: Record<string, string> = {}): Promise<Shown> =>
  await finance.submit(await finance.open(`${list}/new`), '/customers/new', { ...rudo, ...fields });

const idOf = ({ path }: Shown): string => /cus_[0-9a-f]{32}/.exec(path)?.[0] ?? '';
const asApi = async (shown: Shown) => await api('getCustomer', { params: { id: idOf(shown) } });

const audited = (action: string, object: string) =>
  office.app.database.asOwner(
    'SELECT user_email, details FROM sandbox.audit_log WHERE action = $1 AND object = $2',
    [action, object],
  );

describe('a customer from the dashboard', () => {
  it('is saved once however often the form is sent', async () => {
    const form = await finance.open(`${list}/new`);
    const shown = await finance.submit(form, '/customers/new', { ...rudo, external_id: 'crm-1' });
    const again = await finance.submit(form, '/customers/new', { ...rudo, external_id: 'crm-1' });

    expect(again.text).toMatch(/This form was sent before|Another customer has this id/);
    expect((await asApi(shown)).data).toMatchObject({
      name: 'Rudo Ncube',
      email: 'rudo@example.com',
      phone: '+263771234567',
      external_id: 'crm-1',
    });
    expect(await audited('customer.added', idOf(shown))).toHaveLength(1);
  });

  it.each([
    ['name', { name: '' }],
    ['email', { email: 'nobody' }],
    ['phone', { phone: '12' }],
    ['external_id', { external_id: 'crm-1' }],
  ])('is refused at the field %s', async (field, wrong) => {
    const shown = await added(wrong);

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`id="${field}-error"`);
  });

  it('is changed, and what was emptied is gone; the audit log names the fields, not the person', async () => {
    const customer = await added();
    const edit = await finance.open(`${list}/${idOf(customer)}/edit`);
    const saved = await finance.submit(edit, '/edit', { name: 'Rudo N.', email: '' });

    expect(plain(saved)).toContain('The changes are saved.');
    expect((await asApi(customer)).data).toMatchObject({
      name: 'Rudo N.',
      email: null,
      phone: '+263771234567',
    });
    expect(await audited('customer.changed', idOf(customer))).toEqual([
      { user_email: expect.stringContaining('@people.test'), details: { changed: ['name', 'email'] } },
    ]);
  });

  it('is shown with their invoices and subscriptions, and with no others', async () => {
    const others = [await draftedInvoice(api), await subscribed(api)];
    const customer = await added();
    const customer_id = idOf(customer);
    const invoice = await draftedInvoice(api, { customer: undefined, customer_id });
    const subscription = await subscribed(api, { name: 'Tea club' }, { customer: undefined, customer_id });
    const shown = await finance.open(`${list}/${customer_id}`);

    expect(shown.text).toContain(`href="/dashboard/test/invoices/${invoice.id}"`);
    expect(shown.text).toContain(`href="/dashboard/test/subscriptions/${subscription.id}"`);
    expect(shown.text).toContain(`href="/dashboard/test/invoices/new?customer=${customer_id}"`);
    expect(plain(shown)).toContain('Tea club');
    expect(others.filter(({ id }) => shown.text.includes(id))).toEqual([]);
  });

  it('is no longer linked by what they were billed, once they are deleted', async () => {
    const customer_id = idOf(await added({ name: 'Farai Sithole' }));
    const invoice = await draftedInvoice(api, { customer: undefined, customer_id });
    const subscription = await subscribed(api, { name: 'Tea club' }, { customer: undefined, customer_id });
    const screens = [`invoices/${invoice.id}`, `subscriptions/${subscription.id}`];
    const shown = () => Promise.all(screens.map((one) => finance.open(`/dashboard/test/${one}`)));
    const linked = `<a href="${list}/${customer_id}">Farai Sithole</a>`;

    for (const { text } of await shown()) expect(text).toContain(linked);
    await api('deleteCustomer', { params: { id: customer_id } });
    for (const { text } of await shown()) {
      expect(text).toContain('Farai Sithole');
      expect(text).not.toContain(customer_id);
    }
  });

  it('is deleted when their name is typed, and is then found no more', async () => {
    const customer = await added({ name: 'Chipo Dube' });
    const edit = await finance.open(`${customer.path.replace(/\?.*/, '')}/edit`);
    const wrong = await finance.submit(customer, '/delete', { confirm: 'Chipo' });
    expect(wrong.status).toBe(422);
    expect((await asApi(customer)).status).toBe(200);

    const deleted = await finance.submit(customer, '/delete', { confirm: 'Chipo Dube' });
    expect(plain(deleted)).toContain('The customer is deleted.');
    expect(deleted.text).not.toContain('Chipo Dube');
    expect(plain(await finance.submit(edit, '/edit', { name: 'Chipo' }))).toContain('was removed meanwhile');
    expect((await asApi(customer)).status).toBe(404);
    expect(await audited('customer.deleted', idOf(customer))).toEqual([
      { user_email: expect.any(String), details: {} },
    ]);
  });
});

describe('what was billed to a customer who is deleted', () => {
  it('keeps their name without a link, and says that their card is not charged any more', async () => {
    const card = await savedCard(api);
    const { customer_id } = card;
    const { plan_id } = await createdPlan(api);
    const body = { plan_id, customer_id, payment_method_id: card.id };
    const { id } = (await api('createSubscription', { body })).data;
    const invoice = await draftedInvoice(api, { customer: undefined, customer_id });
    const screens = async () => [
      await finance.open(`/dashboard/test/subscriptions/${id}`),
      await finance.open(`/dashboard/test/invoices/${invoice.id}`),
    ];
    for (const { text } of await screens()) expect(text).toContain(`/customers/${customer_id}"`);
    await api('deleteCustomer', { params: { id: customer_id } });
    const [subscription, billed] = await screens();

    for (const shown of [subscription, billed]) {
      expect(shown?.text).toContain('Rudo Moyo');
      expect(shown?.text).not.toContain(`/customers/${customer_id}"`);
    }
    expect(subscription && plain(subscription)).toContain(
      'Visa …4242, which was removed or has expired: the customer pays each invoice on its page',
    );
  });
});

describe('the list of customers', () => {
  it('is filtered by email without case and by the own id, and goes on page by page', async () => {
    for (let made = 0; made < 31; made += 1) {
      await api('createCustomer', { body: { name: `Member ${made}`, email: 'Members@example.com' } });
    }
    const first = await finance.open(`${list}?email=members%40EXAMPLE.com`);
    const next = /href="([^"]*page=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(first.text.match(/>Member \d+</g)).toHaveLength(30);
    expect((await finance.open(next)).text.match(/>Member \d+</g)).toEqual(['>Member 0<']);
    expect((await finance.open(`${list}?external_id=crm-1`)).text.match(/\/cus_[0-9a-f]{32}"/g)).toHaveLength(
      1,
    );
    expect((await finance.open(`${list}?email=%00`)).status).toBe(200);
  });
});

describe('people who may not', () => {
  it('see a customer without forms as a viewer', async () => {
    const customer = await added();
    const shown = await (await office.as('viewer')).open(`${list}/${idOf(customer)}`);

    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/action="[^"]*\/delete"/);
  });

  it('find no customer of another merchant, and change none', async () => {
    const customer = await added();
    const stranger = await office.stranger();
    const token = /name="token" value="([^"]+)"/.exec((await stranger.open(`${list}/new`)).text)?.[1] ?? '';
    const address = `${list}/${idOf(customer)}`;

    expect((await stranger.open(address)).status).toBe(404);
    for (const action of ['edit', 'delete']) {
      const fields = { token, ...rudo, confirm: rudo.name };
      expect((await stranger.post(`${address}/${action}`, fields)).status).toBe(404);
    }
    expect((await asApi(customer)).data).toMatchObject({ name: 'Rudo Ncube' });
  });
});
