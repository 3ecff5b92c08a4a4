import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCardCheckout } from '../../../../support/builders/build.ts';
import { createdCustomer } from '../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';
import { type Client, formOf } from '../client.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;
let owner: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  owner = await office.as('owner');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const base = '/dashboard/test';
/** As programs copy it that say in which direction it is written. */
const marked = (text: string): string => `\u202A${text}\u200B\u202C`;

let paid = 0;

async function aPayment(): Promise<string> {
  paid += 1;
  const body = aCardCheckout({ amount: '50.00', merchantTransactionId: `order-${paid}` });
  const { data } = await api('createCheckout', { body });
  await payByCard(data.payment_url, '4242424242424242');
  return String((await api('getCheckoutStatus', { params: { id: data.checkout_id } })).data.transaction_id);
}

describe('a text that was pasted with characters that nobody sees', () => {
  it('is kept without them, in lines', async () => {
    const body = { transaction_id: await aPayment(), reason: 'not_received' } as const;
    const { id } = (await api('openTestDispute', { body })).data;
    const path = `${base}/disputes/${id}`;
    const evidence = 'They signed\u000B for it.\r\nSee\u0002 the photo.\r';
    const saved = await owner.submit(await owner.open(path), '/evidence', { evidence, how: 'draft' });

    expect(saved.path).toContain('done=draft');
    expect((await api('getDispute', { params: { id } })).data.evidence).toBe(
      'They signed for it.\nSee the photo.',
    );
  });

  it('is kept without them, on one line, beside an amount with the tab of a table', async () => {
    const id = await aPayment();
    const path = `${base}/payments/${id}/refund`;
    const shown = await owner.submit(await owner.open(path), '/refund', {
      amount: '20.00\t',
      reason: '\u0002Damaged\tbox\u007F',
    });
    const [entry] = await office.app.database.asOwner(
      'SELECT details FROM sandbox.audit_log WHERE object = $1',
      [id],
    );

    expect(shown.text).toContain('The refund was completed.');
    expect(entry).toMatchObject({ details: { amount: '20.00', reason: 'Damaged box' } });
  });

  it('comes back when another field is wrong', async () => {
    const path = `${base}/payments/${await aPayment()}/refund`;
    const shown = await owner.submit(await owner.open(path), '/refund', {
      amount: 'much',
      reason: 'Damaged\u000B box',
    });

    expect(shown.status).toBe(422);
    expect(formOf(shown, '/refund').present['reason']).toEqual(['Damaged box']);
  });

  it('does not take away what the contract takes', async () => {
    const external_id = 'till\u0085 7';
    const { id } = await createdCustomer(api, { external_id });
    const path = `${base}/customers/${id}/edit`;
    const saved = await owner.submit(await owner.open(path), '/edit', { name: 'Rudo Ncube' });

    expect(saved.path).toContain('done=');
    expect((await api('getCustomer', { params: { id } })).data).toMatchObject({
      name: 'Rudo Ncube',
      external_id,
    });
  });

  it('makes no two names that payers see look alike', async () => {
    const path = `${base}/settings`;
    const shown = await owner.submit(await owner.open(path), '/settings', {
      displayName: 'Corner\u0085Shop',
    });

    expect(shown.status).toBe(422);
  });
});

describe('what was copied with marks of direction around it', () => {
  it('is the address of an account, at its beginning and at each sign-in', async () => {
    const [email, password] = ['copied@example.com', 'a long enough sentence'];
    const visitor = office.aBrowser();
    const typed = { name: 'Ann', business: 'Corner Shop', email: marked(email), password };
    await visitor.submit(await visitor.open('/dashboard/sign-up'), '/sign-up', typed);
    await office.app.database.asOwner(
      'UPDATE platform.users SET email_verified_at = now() WHERE email = $1',
      [email],
    );
    const shown = await visitor.signIn(marked(email), password);

    expect(shown.path).toBe('/dashboard/test');
  });

  it('is the address of an invitation', async () => {
    const path = `${base}/team/invite`;
    const typed = { email: marked('invited@example.com'), role: 'viewer' };
    const shown = await owner.submit(await owner.open(path), '/invite', typed);

    expect(shown.text).toContain('>invited@example.com<');
  });

  it('is the address and the phone of a customer, and of the merchant', async () => {
    const contact = { email: marked('rudo@example.com'), phone: marked('+263 77 123 4567') };
    const path = `${base}/customers/new`;
    const added = await owner.submit(await owner.open(path), '/new', { name: 'Rudo', ...contact });
    const id = /cus_\w+/.exec(added.path)?.[0] ?? '';
    const merchant = { contactEmail: marked('help@example.com'), contactPhone: marked('+263 77 123 4567') };
    const saved = await owner.upload(await owner.open(`${base}/settings`), '/settings', merchant, {});

    expect((await api('getCustomer', { params: { id } })).data).toMatchObject({
      email: 'rudo@example.com',
      phone: '+263771234567',
    });
    expect(formOf(saved, '/settings').present).toMatchObject({
      contactEmail: ['help@example.com'],
      contactPhone: ['+263 77 123 4567'],
    });
  });

  it.each([marked('12.50'), '１２.５', '١٢.٥٠'])('is an amount: %s', async (amount) => {
    const path = `${base}/links/new`;
    const made = await owner.submit(await owner.open(path), '/new', {
      title: 'Tea',
      amount,
      max_uses: marked('3'),
    });
    const id = /plink_\w+/.exec(made.path)?.[0] ?? '';

    expect((await api('getPaymentLink', { params: { id } })).data).toMatchObject({
      amount: '12.50',
      max_uses: 3,
    });
  });
});

describe('a name that is typed to confirm something', () => {
  it.each([
    ['a space at its end that does not break', 'Rudo Ncube\u00A0'],
    ['two spaces', 'Rudo  Ncube'],
    ['a control character', 'Rudo\u0085 Ncube'],
    ['marks of direction', '\u200FRudo Ncube\u200E'],
  ])('is that of a customer whose name has %s', async (_what, name) => {
    const { id } = (await api('createCustomer', { body: { name } })).data;
    const shown = await owner.open(`${base}/customers/${id}`);
    const wrong = await owner.submit(shown, '/delete', { confirm: 'Rudo' });
    const deleted = await owner.submit(shown, '/delete', { confirm: 'Rudo Ncube' });

    expect([wrong.status, deleted.path]).toEqual([422, expect.stringContaining('done=deleted')]);
  });

  it('is that of a merchant whose accents are written in another way', async () => {
    const businessName = 'Café  Rudo'.normalize('NFD');
    const { merchantId } = await office.app.aMerchant({ businessName });
    const { email, password } = await office.aPerson({ role: 'owner', merchantId });
    const client = office.aBrowser();
    await client.signIn(email, password);
    const path = `${base}/sandbox`;
    const reset = await client.submit(await client.open(path), '/reset', { name: 'Café Rudo' });

    expect(reset.path).toContain('done=reset');
  });
});
