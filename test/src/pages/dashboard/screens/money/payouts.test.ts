import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedMerchant } from '../../../../../../src/domain/merchants/accounts/create-merchant.ts';
import { anAgentWith, cashPayout, collect, wrongOtp } from '../../../../../support/builders/agents.ts';
import { turnClock } from '../../../../../support/builders/build.ts';
import { totpNow } from '../../../../../support/builders/totp.ts';
import { apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;

beforeAll(async () => {
  office = await openOffice({ role: 'api' });
  finance = await office.as('finance');
  await earn(office.merchant);
});
afterAll(() => office.stop());

/** A hundred dollars that are paid and settled. */
async function earn({ secretKey }: CreatedMerchant): Promise<void> {
  const { app } = office;
  const api = apiOf(app.baseUrl, secretKey);
  const { data } = await api('createCheckout', {
    body: {
      amount: '100.00',
      currency: 'USD',
      merchantTransactionId: 'order-1',
      returnUrl: `${app.baseUrl}/docs/return`,
      notificationUrl: `${app.baseUrl}/docs/hook`,
    },
  });
  await payByCard(data.payment_url, '4242424242424242');
  await api('advanceTestClock', { body: { advance_seconds: 8 * 24 * 3600 } });
}

/** A signed-in person of a merchant of their own, who has a hundred dollars. */
async function anotherShop(wanted: { readonly totp: boolean }) {
  const merchant = await office.app.aMerchant(wanted);
  await earn(merchant);
  const person = await office.aPerson({ role: 'finance', merchantId: merchant.merchantId });
  const client = office.aBrowser();
  await client.signIn(person.email, person.password);
  return { ...merchant, client, password: person.password };
}

const bank = {
  type: 'bank',
  bank_name: 'Settlement Bank',
  // As it is copied from a letter, with a dash, a space that does not break, and marks of direction.
  bank_account_number: '\u202A12\u2013345\u00A0678  901\u202C',
  bank_account_name: 'Corner Shop Ltd',
};

async function aDestination(client: Client): Promise<string> {
  const form = await client.open('/dashboard/test/payouts/destinations/new');
  await client.submit(form, '/destinations/new', bank);
  const { text } = await client.open('/dashboard/test/payouts/new');
  return /name="to" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
}

async function previewOf(client: Client, amount: string, to: string): Promise<Shown> {
  const form = await client.open('/dashboard/test/payouts/new');
  return await client.submit(form, '/payouts/preview', { amount, currency: 'USD', to });
}

const audited = (action: string) =>
  office.app.database.asOwner(
    'SELECT user_email, ip, object, details FROM sandbox.audit_log WHERE action = $1',
    [action],
  );
const payoutsOf = (merchantId: string) =>
  office.app.database.asOwner('SELECT id FROM sandbox.payouts WHERE merchant_id = $1', [merchantId]);
const payouts = () =>
  office.app.database.asOwner('SELECT id, amount::text, status FROM sandbox.payouts ORDER BY id');

describe('a payout from the dashboard', () => {
  it('shows the fee and what remains before it is made, and is made once however often the form is sent', async () => {
    const to = await aDestination(finance);
    const preview = await previewOf(finance, '25.00', to);
    expect(preview.text).toMatch(/Fee[\s\S]*US\$1\.00[\s\S]*US\$24\.00/);
    expect(await payouts()).toEqual([]);

    const made = await finance.submit(preview, '/payouts/new');
    const again = await finance.submit(preview, '/payouts/new');

    expect(made.path).toMatch(/^\/dashboard\/test\/payouts\/po_[0-9a-f]{32}$/);
    expect(again.text).toContain('This form was sent before');
    expect(await payouts()).toHaveLength(1);
    expect(await audited('payout.requested')).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        ip: expect.stringMatching(/127\.0\.0\.1|::1/),
        object: made.path.split('/').at(-1),
        details: { amount: 'US$25.00', to: 'Settlement Bank …8901' },
      },
    ]);
  });

  it.each(['3', '3.0', '3.00'])('takes %s as people write it, as every other form does', async (amount) => {
    const { client, merchantId } = await anotherShop({ totp: false });
    const preview = await previewOf(client, amount, 'agent_cash');
    await client.submit(preview, '/payouts/new');
    const made = 'SELECT amount::text FROM sandbox.payouts WHERE merchant_id = $1';

    expect(plain(preview)).toContain('Pay out US$3.00');
    expect(await office.app.database.asOwner(made, [merchantId])).toEqual([{ amount: '30000' }]);
  });

  it.each([
    ['0.50', 'The amount is below the minimum. The smallest amount is 0.51.'],
    ['1000000.01', 'The amount is above the maximum. The largest amount is 1000000.00.'],
  ])('refuses %s before it shows a fee, and says which amount it would take', async (amount, words) => {
    const before = await payouts();
    const shown = await previewOf(finance, amount, 'agent_cash');

    expect(plain(shown)).toContain(words);
    expect(plain(shown)).not.toContain('Available afterwards');
    expect(shown.text).toContain(`value="${amount}"`);
    expect(await payouts()).toEqual(before);
  });

  it('says how much there is when a payout needs more', async () => {
    const refused = plain(await previewOf(finance, '5000.00', 'agent_cash'));

    expect(refused).not.toContain('Available afterwards');
    expect(refused).toMatch(
      /The available balance is too low. This needs 5000.00. There is [0-9]+[.][0-9]{2}[.]/,
    );
  });

  it('says that the form was sent before when it paid out all there was, also of two at once', async () => {
    const { client, merchantId } = await anotherShop({ totp: false });
    const { text } = await client.open('/dashboard/test/payouts/new');
    const [, all = ''] = /Available: US\$([\d.]+)/.exec(text) ?? [];
    const preview = await previewOf(client, all, 'agent_cash');
    const answers = await Promise.all([1, 2].map(() => client.submit(preview, '/payouts/new')));
    answers.push(await client.submit(preview, '/payouts/new'));
    const told = answers.map((answer) => plain(answer).includes('This form was sent before'));

    expect(await payoutsOf(merchantId)).toHaveLength(1);
    expect(told.filter(Boolean)).toHaveLength(2);
    expect(answers.map((answer) => plain(answer)).join('')).not.toContain('This was not done');
  });

  it('takes a code with the space that apps show in it', async () => {
    const { client, merchantId, totpSecret } = await anotherShop({ totp: true });
    const preview = await previewOf(client, '10.00', 'agent_cash');
    const code = totpNow(totpSecret).replace(/^.../, '$& ');
    await client.submit(preview, '/payouts/new', { code });

    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('says so too when the form carries a code that it has spent', async () => {
    const { client, merchantId, totpSecret } = await anotherShop({ totp: true });
    const preview = await previewOf(client, '10.00', 'agent_cash');
    const code = totpNow(totpSecret);
    const answers = await Promise.all([1, 2].map(() => client.submit(preview, '/payouts/new', { code })));
    answers.push(await client.submit(preview, '/payouts/new', { code }));
    const told = answers.map((answer) => plain(answer).includes('This form was sent before'));

    expect(await payoutsOf(merchantId)).toHaveLength(1);
    expect(told.filter(Boolean)).toHaveLength(2);
  });

  it.each([
    ['the feature is off', "UPDATE platform.api_apps SET features = '{}' WHERE merchant_id = $1"],
    ['the merchant is suspended', `UPDATE platform.merchants SET status = 'suspended' WHERE id = $1`],
  ])('says so too when %s since then', async (_, change) => {
    const { client, merchantId } = await anotherShop({ totp: false });
    const preview = await previewOf(client, '10.00', 'agent_cash');
    const unsent = await previewOf(client, '10.00', 'agent_cash');
    await client.submit(preview, '/payouts/new');
    await office.app.database.asOwner(change, [merchantId]);
    const again = await client.submit(preview, '/payouts/new');
    const refused = await client.submit(unsent, '/payouts/new');

    expect(again.status).toBe(409);
    expect(plain(again)).toContain('This form was sent before');
    expect(plain(again)).not.toMatch(/This was not done|Nothing was changed/);
    expect(plain(refused)).not.toContain('This form was sent before');
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it('says so too when its person has proved who they are in another tab since then', async () => {
    const { client, merchantId, password } = await anotherShop({ totp: false });
    const [preview, unsent] = [
      await previewOf(client, '10.00', 'agent_cash'),
      await previewOf(client, '10.00', 'agent_cash'),
    ];
    await client.submit(preview, '/payouts/new');
    await client.submit(await client.open('/dashboard/confirm'), '/confirm', { password });
    const again = await client.submit(preview, '/payouts/new');
    const refused = await client.submit(unsent, '/payouts/new');

    expect([again.status, refused.status]).toEqual([409, 403]);
    expect(plain(again)).toContain('This form was sent before');
    expect(await payoutsOf(merchantId)).toHaveLength(1);
  });

  it.each(['active', 'suspended'])(
    'says nothing of it to a person who may not pay out any longer, of a merchant who is %s',
    async (status) => {
      const { client, merchantId } = await anotherShop({ totp: false });
      const preview = await previewOf(client, '10.00', 'agent_cash');
      await client.submit(preview, '/payouts/new');
      const { asOwner } = office.app.database;
      await asOwner(`UPDATE platform.memberships SET role = 'viewer' WHERE merchant_id = $1`, [merchantId]);
      await asOwner('UPDATE platform.merchants SET status = $2 WHERE id = $1', [merchantId, status]);
      const again = await client.submit(preview, '/payouts/new');

      expect(again.status).toBe(403);
      expect(plain(again)).not.toContain('This form was sent before');
    },
  );

  it('refuses more than there is, and an amount that is none, in words at the form', async () => {
    const to = await aDestination(finance);
    const [before] = [await payouts()];
    const tooMuch = await previewOf(finance, '5000.00', to);
    const noAmount = await previewOf(finance, '1,250', to);

    expect([tooMuch.status, noAmount.status]).toEqual([409, 422]);
    expect(noAmount.text).toContain('Enter an amount above zero, such as 25.00.');
    expect(noAmount.text).toContain('value="1,250"');
    expect(await payouts()).toEqual(before);
  });

  it('shows the code that collects cash on one answer only', async () => {
    const made = await finance.submit(await previewOf(finance, '10.00', 'agent_cash'), '/payouts/new');
    const code = /class="figure secret">(\d+)</.exec(made.text)?.[1] ?? '';
    const link = /href="(\/dashboard\/test\/payouts\/po_[0-9a-f]+)"/.exec(made.text)?.[1] ?? '';

    expect(code).toMatch(/^\d{6,8}$/);
    expect((await finance.open(link)).text).not.toContain(code);
    expect(office.app.lines.join('')).not.toContain(code);
  });

  it('says why it failed in the words of the API', async () => {
    const { client, secretKey } = await anotherShop({ totp: false });
    const api = apiOf(office.app.baseUrl, secretKey);
    const preview = await previewOf(client, '20.13', await aDestination(client));
    const { path } = await client.submit(preview, '/payouts/new');
    await api('advanceTestClock', { body: { advance_seconds: 300 } });
    const [payout] = (await api('listPayouts', {})).data.items;

    const shown = plain(await client.open(path));

    expect(payout?.failure?.code).toBe('DESTINATION_REJECTED');
    expect(shown).toContain(`Reason ${payout?.failure?.message}`);
  });

  it('says in words why it is held, and why it failed', async () => {
    const { secretKey, client } = await anotherShop({ totp: false });
    const api = apiOf(office.app.baseUrl, secretKey);
    const agent = await api('createAgent', { body: { name: 'Chipo', phone: '0771234567' } });
    const params = { id: agent.data.id };
    const shown = async (amount: string, wrongCodes: number) => {
      const body = { method: 'agent_cash', amount, currency: 'USD' } as const;
      const { payout_id } = (await api('requestPayout', { body })).data;
      for (let sent = 0; sent < wrongCodes; sent += 1)
        await api('createAgentCashOut', { params, body: { payout_id, agent_otp: '00000000' } });
      return `/dashboard/test/payouts/${payout_id}`;
    };
    const [locked, review, unclaimed] = [
      await shown('10.00', 5),
      await shown('10.19', 0),
      await shown('10.23', 0),
    ];
    await turnClock(api, 61);

    expect(plain(await client.open(locked))).toContain('State held after five wrong codes');
    expect(plain(await client.open(review))).toContain('State held for review');
    await turnClock(api, 73 * 3600);
    const failed = plain(await client.open(unclaimed));
    expect(failed).toContain('Reason Nobody collected the cash in 72 hours.');
    expect(failed).not.toContain('PAYOUT_UNCLAIMED');
  });

  it('names the agent who handed out its cash, not one who was given a wrong code or handed out other cash', async () => {
    const { secretKey, client } = await anotherShop({ totp: false });
    const api = apiOf(office.app.baseUrl, secretKey);
    const [chipo, rudo] = [
      await anAgentWith(api, '50.00', { name: 'Chipo' }),
      await anAgentWith(api, '50.00', { name: 'Rudo' }),
    ];
    const [cash, other] = [await cashPayout(api), await cashPayout(api)];
    await collect(api, rudo, other);
    const address = `/dashboard/test/payouts/${cash.payout_id}`;
    await collect(api, rudo, wrongOtp(cash));
    const before = plain(await client.open(address));
    await collect(api, chipo, cash);
    const after = await client.open(address);

    expect(before).not.toContain('Handed out by');
    expect(plain(after)).toMatch(/Handed out by\s+Chipo/);
    expect(after.text).toContain(`href="/dashboard/test/agents/${chipo}"`);
    expect(after.text).not.toContain('Rudo');
  });

  it('never shows a whole account number', async () => {
    await aDestination(finance);
    for (const path of [
      '/dashboard/test/payouts/destinations',
      '/dashboard/test/payouts',
      '/dashboard/test/payouts/new',
    ]) {
      expect((await finance.open(path)).text).not.toContain('12345678901');
    }
  });

  it('is not seen by another merchant', async () => {
    const [payout] = await payouts();
    const shown = String(payout?.['id']).replaceAll('-', '');
    const { status } = await (await office.stranger()).open(`/dashboard/test/payouts/po_${shown}`);

    expect(status).toBe(404);
  });
});
