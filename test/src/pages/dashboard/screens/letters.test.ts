import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../src/platform/ids.ts';
import { aCardCheckout } from '../../../../support/builders/build.ts';
import { createdPlan } from '../../../../support/builders/subscriptions.ts';
import { createdCustomer } from '../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { openPage, payByCard, submit } from '../../../../support/service/page.ts';
import type { Client, Shown } from '../client.ts';
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
/** One letter, which JavaScript and browsers count as two. */
const letter = '\u{1F600}';

/** What a browser lets people type into a field, in its own count. */
const typeable = ({ text }: Pick<Shown, 'text'>, name: string): number =>
  Number(new RegExp(`<(?:input|textarea) id="${name}"[^>]* maxlength="([0-9]+)"`).exec(text)?.[1]);

let paid = 0;

async function aPayment(): Promise<string> {
  paid += 1;
  const body = aCardCheckout({ amount: '50.00', merchantTransactionId: `order-${paid}` });
  const { data } = await api('createCheckout', { body });
  await payByCard(data.payment_url, '4242424242424242');
  return String((await api('getCheckoutStatus', { params: { id: data.checkout_id } })).data.transaction_id);
}

type Case = {
  readonly at: () => Promise<string>;
  readonly ending: string;
  readonly field: string;
  readonly most: number;
  readonly others?: Readonly<Record<string, string>>;
  /** The same text in a call of the API, if there is one. */
  readonly call?: (text: string) => Promise<{ readonly status: number }>;
};

const cases: Readonly<Record<string, Case>> = {
  'the name of a customer': {
    at: async () => `${base}/customers/${(await createdCustomer(api)).id}/edit`,
    ending: '/edit',
    field: 'name',
    most: 120,
    call: (name) => api('createCustomer', { body: { name } }),
  },
  'the description of a plan': {
    at: async () => `${base}/subscriptions/plans/${(await createdPlan(api)).plan_id}`,
    ending: '',
    field: 'description',
    most: 500,
    call: async (description) =>
      api('updateSubscriptionPlan', {
        params: { id: (await createdPlan(api)).plan_id },
        body: { description },
      }),
  },
  'the reason of a refund': {
    at: async () => `${base}/payments/${await aPayment()}/refund`,
    ending: '/refund',
    field: 'reason',
    most: 255,
    others: { amount: '1.00' },
    call: async (reason) =>
      api('refundTransaction', { params: { id: await aPayment() }, body: { amount: '1.00', reason } }),
  },
  'the name that payers see': {
    at: async () => `${base}/settings`,
    ending: '/settings',
    field: 'displayName',
    most: 60,
  },
  'the name of an app': { at: async () => `${base}/apps/new`, ending: '/apps/new', field: 'name', most: 60 },
  'the name of a person': {
    at: async () => '/dashboard/account',
    ending: '/account',
    field: 'name',
    most: 120,
  },
};

describe('a text whose letters count twice in browsers', () => {
  it.each(Object.entries(cases))('%s is as long as the contract says', async (_what, one) => {
    const { ending, field, most, others = {}, call } = one;
    const path = await one.at();
    const send = async (count: number) => {
      const form = await owner.open(path);
      return await owner.submit(form, ending || path, { ...others, [field]: letter.repeat(count) });
    };
    const [long, right] = [await send(most + 1), await send(most)];
    const called = call && [await call(letter.repeat(most + 1)), await call(letter.repeat(most))];

    expect(typeable(await owner.open(path), field)).toBeGreaterThanOrEqual(letter.repeat(most).length);
    expect([long.status, right.status]).toEqual([422, 200]);
    expect(long.text).toContain(`id="${field}-error"`);
    expect(called?.map(({ status }) => status < 300)).toEqual(call && [false, true]);
  });

  it('the name of a payer is as long as the contract says', async () => {
    const body = { title: 'Dance class', amount: '25.00', currency: 'USD' } as const;
    const { url } = (await api('createPaymentLink', { body })).data;
    const send = async (count: number) => submit(await openPage(url), 'pay', { name: letter.repeat(count) });
    const call = (count: number) =>
      api('createCheckout', {
        body: aCardCheckout({
          merchantTransactionId: `payer-${count}`,
          customerName: letter.repeat(count),
        }),
      });

    expect(typeable(await openPage(url), 'name')).toBeGreaterThanOrEqual(letter.repeat(120).length);
    expect([(await send(121)).status, (await send(120)).name]).toEqual([422, 'choose']);
    expect([(await call(121)).status, (await call(120)).status]).toEqual([400, 201]);
  });
});

describe('an operator', () => {
  it('writes a reason of 500 letters, and finds a merchant by a whole name of 120', async () => {
    const businessName = `x${letter.repeat(119)}`;
    const { merchantId } = await office.app.aMerchant({ businessName });
    const operator = await office.operator();
    const path = `/dashboard/operators/merchants/${showId('mer', merchantId)}`;
    const suspend = async (count: number) =>
      operator.submit(await operator.open(path), '/suspend', { reason: letter.repeat(count) });

    const found = await operator.open(`/dashboard/operators?search=${encodeURIComponent(businessName)}`);
    const [long, right] = [await suspend(501), await suspend(500)];

    expect(found.text).toContain(path);
    expect([long.status, right.status]).toEqual([422, 200]);
  });
});
