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
