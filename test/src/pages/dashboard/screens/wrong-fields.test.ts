import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameWords } from '../../../../../src/pages/words/dashboard/frame.ts';
import { accountWords } from '../../../../../src/pages/words/dashboard/merchant/account.ts';
import { agentsWords } from '../../../../../src/pages/words/dashboard/money/agents.ts';
import { disputesWords } from '../../../../../src/pages/words/dashboard/money/disputes.ts';
import { payoutsWords } from '../../../../../src/pages/words/dashboard/money/payouts.ts';
import { counterWords } from '../../../../../src/pages/words/dashboard/selling/counter.ts';
import { invoicesWords } from '../../../../../src/pages/words/dashboard/selling/invoices.ts';
import { aCardCheckout } from '../../../../support/builders/build.ts';
import { apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';
import type { Client, Shown } from '../client.ts';
import { type Office, openOffice } from '../office.ts';

let office: Office;
let owner: Client;

beforeAll(async () => {
  office = await openOffice();
  owner = await office.as('owner');
});
afterAll(() => office.stop());

const base = '/dashboard/test';

/** What the summary says, with the field that each sentence leads to. */
const summaryOf = ({ text }: Shown): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<li><a href="#([^"]+)">([^<]+)</g)].map(([, name = '', words = '']) => [name, words]),
  );

async function aDispute(): Promise<string> {
  const api = apiOf(office.app.baseUrl, office.merchant.secretKey);
  const { data } = await api('createCheckout', { body: aCardCheckout({ amount: '50.00' }) });
  await payByCard(data.payment_url, '4242424242424242');
  const { transaction_id = '' } = (await api('getCheckoutStatus', { params: { id: data.checkout_id } })).data;
  const body = { transaction_id, reason: 'not_received' } as const;
  return (await api('openTestDispute', { body })).data.id;
}

const { missing } = payoutsWords.destinations;
const { mobile_money_number, ...ofBank } = missing;

describe('a form that is sent empty', () => {
  it.each([
    ['an agent', '/agents/new', {}, agentsWords.missing],
    ['a reader', '/readers/new', {}, counterWords.readers.missing],
    ['a bank account', '/payouts/destinations/new', { type: 'bank' }, ofBank],
    ['a wallet', '/payouts/destinations/new', { type: 'mobile_money' }, { mobile_money_number }],
  ])('says at each field of %s what to enter', async (_what, path, fields, words) => {
    const refused = await owner.submit(await owner.open(base + path), path, fields);

    expect(refused.status).toBe(422);
    expect(summaryOf(refused)).toEqual(words);
  });

  it('says what the evidence of a dispute is', async () => {
    const shown = await owner.open(`${base}/disputes/${await aDispute()}`);
    const refused = await owner.submit(shown, '/evidence', { evidence: ' ', how: 'submit' });

    expect(summaryOf(refused)).toEqual(disputesWords.answer.missing);
  });

  it('says what the amount of a payout is like', async () => {
    const refused = await owner.submit(await owner.open(`${base}/payouts/new`), '/payouts/preview', {
      to: 'agent_cash',
    });

    expect(summaryOf(refused)).toEqual({ amount: payoutsWords.form.wrongAmount });
  });
});

describe('a number beyond its limits', () => {
  const { limits } = frameWords.errors;

  it('is refused in plain words at the fields of a plan', async () => {
    const path = '/subscriptions/plans/new';
    const typed = { name: 'Tea club', amount: '12', interval_count: '0', trial_days: '366', max_cycles: 'x' };
    const refused = await owner.submit(await owner.open(base + path), path, typed);

    expect(summaryOf(refused)).toEqual({
      interval_count: limits.minimum('1'),
      trial_days: limits.maximum('365'),
      max_cycles: limits.integer,
    });
  });

  it.each(['10000', '10000000000'])('is refused as the quantity of a line: %s', async (quantity) => {
    const path = '/invoices/new';
    const line = { 'description-1': 'Brick', 'price-1': '5', 'quantity-1': quantity };
    const typed = { name: 'Ann', due_date: '2030-01-31', ...line };
    const refused = await owner.submit(await owner.open(base + path), path, typed);

    expect(summaryOf(refused)).toEqual({ 'quantity-1': limits.maximum('9999') });
  });

  it.each(['15%', '100.01', 'VAT', '-1'])('is refused as the tax of a line: %s', async (tax) => {
    const path = '/invoices/new';
    const line = { 'description-1': 'Cake', 'price-1': '5', 'quantity-1': '1', 'tax-1': tax };
    const typed = { name: 'Ann', due_date: '2030-01-31', ...line };
    const refused = await owner.submit(await owner.open(base + path), path, typed);

    expect(summaryOf(refused)).toEqual({ 'tax-1': invoicesWords.form.wrongTax });
  });

  it('is refused as a list that is too long', async () => {
    const path = '/invoices/new';
    const line = { 'description-1': 'Cake', 'price-1': '5', 'quantity-1': '1' };
    const typed = { name: 'Ann', due_date: '2030-01-31', reminder_days: '1 2 3 4 5 6 7 8 9 10 11', ...line };
    const refused = await owner.submit(await owner.open(base + path), path, typed);

    expect(summaryOf(refused)).toEqual({ reminder_days: limits.maxItems('10') });
  });

  it('is refused as a text that is too long', async () => {
    const path = '/agents/new';
    const typed = { name: 'x'.repeat(121), phone: '0771234567' };
    const refused = await owner.submit(await owner.open(base + path), path, typed);

    expect(summaryOf(refused)).toEqual({ name: limits.maxLength('120') });
  });
});

describe('the time zone of a person', () => {
  const path = '/dashboard/account';

  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['africa/harare', 'Africa/Harare'],
    ['utc', 'UTC'],
  ])('is taken by any name of the zone, in any case: %s', async (timeZone, kept) => {
    const saved = await owner.submit(await owner.open(path), path, { timeZone });

    expect(saved.path).toBe(`${path}?done=saved`);
    expect(saved.text).toContain(`name="timeZone" type="text" value="${kept}"`);
  });

  it.each(['', 'Harare', '+02:00', 'Etc/GMT-2', 'Asia/Nowhere', '2026-01-01T00:00[Asia/Kolkata]'])(
    'is refused if it is none: %s',
    async (timeZone) => {
      const refused = await owner.submit(await owner.open(path), path, { timeZone });

      expect(summaryOf(refused)).toEqual({ timeZone: accountWords.wrongZone });
    },
  );
});
