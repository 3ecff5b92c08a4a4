import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnClock } from '../../../../../support/builders/build.ts';
import {
  createdPlan,
  invoicesOf,
  paidBy,
  subscribed,
  subscriptionNow,
} from '../../../../../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { type Client, plain, type Shown } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let finance: Client;
let api: Api;

beforeAll(async () => {
  office = await openOffice();
  finance = await office.as('finance');
  api = apiOf(office.app.baseUrl, office.merchant.secretKey);
});
afterAll(() => office.stop());

const list = '/dashboard/test/subscriptions';

const audited = (action: string, object: string) =>
  office.app.database.asOwner(
    'SELECT user_email, details FROM sandbox.audit_log WHERE action = $1 AND object = $2',
    [action, object],
  );

const made = async (fields: Record<string, string> = {}): Promise<Shown> =>
  await finance.submit(await finance.open(`${list}/plans/new`), '/plans/new', {
    name: 'Tea club',
    amount: '12',
    currency: 'USD',
    interval: 'month',
    ...fields,
  });

const planIdOf = ({ path }: Shown): string => /plan_[0-9a-f]{32}/.exec(path)?.[0] ?? '';

async function planNow(shown: Shown) {
  const { data } = await api('listSubscriptionPlans', { query: { limit: 100 } });
  return data.items.find(({ plan_id }) => plan_id === planIdOf(shown));
}

describe('a plan from the dashboard', () => {
  it('is made once however often the form is sent', async () => {
    const form = await finance.open(`${list}/plans/new`);
    const fields = {
      name: 'Box',
      amount: '30.50',
      tax_rate: '15',
      interval_count: '3',
      trial_days: '14',
      max_cycles: '4',
      description: 'Every quarter',
      on_exhausted: 'cancel',
    };
    const shown = await finance.submit(form, '/plans/new', fields);
    const again = await finance.submit(form, '/plans/new', fields);

    expect(again.text).toContain('This form was sent before');
    expect(await planNow(shown)).toMatchObject({
      name: 'Box',
      description: 'Every quarter',
      amount: '30.50',
      tax_rate: '15.00',
      currency: 'USD',
      interval: 'month',
      interval_count: 3,
      trial_days: 14,
      max_cycles: 4,
      on_exhausted: 'cancel',
      status: 'active',
    });
    expect(plain(shown)).toContain('US$30.50 every 3 months, plus 15.00 % tax');
    expect(await audited('plan.created', planIdOf(shown))).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        details: { name: 'Box', price: 'US$30.50 every 3 months, plus 15.00 % tax' },
      },
    ]);
  });

  it.each([
    ['name', { name: '' }],
    ['tax_rate', { tax_rate: '101' }],
    ['amount', { amount: 'much' }],
    ['interval_count', { interval_count: '900' }],
    ['trial_days', { trial_days: 'some' }],
    ['max_cycles', { max_cycles: '0' }],
  ])('is refused at the field %s', async (field, wrong) => {
    const shown = await made(wrong);

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`id="${field}-error"`);
  });

  it('says that its description stays, where somebody empties it', async () => {
    const plan = await made({ description: 'Beans' });
    const emptied = await finance.submit(plan, planIdOf(plan), { description: '' });

    expect(emptied.status).toBe(422);
    expect(emptied.text).toContain('id="description-error"');
    expect(await planNow(plan)).toMatchObject({ description: 'Beans' });
  });

  it('is renamed, archived and taken out of the archive', async () => {
    const plan = await made();
    const renamed = await finance.submit(plan, planIdOf(plan), { name: 'Coffee club', description: 'Beans' });
    expect(await planNow(plan)).toMatchObject({ name: 'Coffee club', description: 'Beans' });
    const archived = await finance.submit(renamed, '/archive');
    expect(await planNow(plan)).toMatchObject({ status: 'inactive' });
    expect((await finance.open(`${list}/plans?status=inactive`)).text).toContain('Coffee club');
    await finance.submit(archived, '/activate');
    expect(await planNow(plan)).toMatchObject({ status: 'active' });

    for (const action of ['changed', 'archived', 'activated']) {
      expect(await audited(`plan.${action}`, planIdOf(plan))).toHaveLength(1);
    }
  });
});

const formFor = async (customer: string) => await finance.open(`${list}/new?customer=${customer}`);
const idOf = ({ path }: Shown) => ({ id: /sub_[0-9a-f]{32}/.exec(path)?.[0] ?? '' });

describe('a customer', () => {
  it('is subscribed once however often the form is sent: by invoice, by wallet, or by a saved card', async () => {
    const { plan_id } = await createdPlan(api, { name: 'Milk' });
    const card = await savedCard(api);
    const customer = card.customer_id;
    const form = await formFor(customer);
    const byInvoice = await finance.submit(form, '/subscriptions/new', { plan_id });
    const again = await finance.submit(form, '/subscriptions/new', { plan_id });
    const wallet = { plan_id, by: 'wallet', customer_phone: '077-111 1111', start_at: '2098-05-01T10:30' };
    const byWallet = await finance.submit(await formFor(customer), '/subscriptions/new', wallet);
    const byCard = await finance.submit(await formFor(customer), '/subscriptions/new', {
      plan_id,
      by: card.id,
    });

    expect(again.text).toContain('This form was sent before');
    const expected = { status: 'active', plan_id, customer: { id: customer } };
    expect(await subscriptionNow(api, idOf(byInvoice))).toMatchObject({ ...expected, wallet_type: null });
    expect(await subscriptionNow(api, idOf(byWallet))).toMatchObject({
      ...expected,
      wallet_type: 'wallet_a',
    });
    expect(await subscriptionNow(api, idOf(byCard))).toMatchObject({
      ...expected,
      payment_method_id: card.id,
    });
    expect(await audited('subscription.created', idOf(byInvoice).id)).toEqual([
      {
        user_email: expect.stringContaining('@people.test'),
        details: { plan: plan_id, customer },
      },
    ]);
  });

  it.each([
    ['by', { by: 'magic' }],
    ['customer_phone', { by: 'wallet', customer_phone: '' }],
    ['customer_phone', { by: 'wallet', customer_phone: '0711111111' }],
    ['start_at', { start_at: 'soon' }],
  ])('is not subscribed with a wrong %s', async (field, wrong) => {
    await createdPlan(api);
    const { id } = await createdCustomer(api);
    const shown = await finance.submit(await formFor(id), '/subscriptions/new', wrong);

    expect(shown.status).toBe(422);
    expect(shown.text).toContain(`href="#${field}"`);
  });

  it('is not subscribed to a plan in the archive', async () => {
    const { plan_id } = await createdPlan(api);
    const { id } = await createdCustomer(api);
    const form = await formFor(id);
    await api('updateSubscriptionPlan', { params: { id: plan_id }, body: { status: 'inactive' } });

    const refused = await finance.submit(form, '/subscriptions/new', { plan_id });
    // As a browser sends what the form then shows as chosen.
    const chosen = /<select id="plan_id"[^>]*>\s*<option value="([^"]*)"/.exec(refused.text)?.[1] ?? 'none';
    const again = await finance.submit(refused, '/subscriptions/new', { plan_id: chosen });

    expect([refused.status, chosen, again.status]).toEqual([409, '', 422]);
    expect(again.text).toContain('href="#plan_id"');
    expect((await api('listSubscriptions', { query: { customer_id: id } })).data.items).toEqual([]);
  });

  it('is chosen first', async () => {
    expect((await finance.open(`${list}/new`)).text).toContain('href="/dashboard/test/customers"');
  });
});

describe('a subscription in the dashboard', () => {
  it('shows its plan, its billed periods and its charges', async () => {
    const subscription = await subscribed(api, { name: 'Tea club' }, paidBy('0771111111'));
    await subscribed(api, { name: 'Coffee club' });
    await turnClock(api, 86_400);
    const shown = await finance.open(`${list}/${subscription.id}`);

    expect(plain(shown)).toMatch(/Rudo Ncube · Tea club.*US\$12\.00 every month/);
    const [invoice = ''] = /\/dashboard\/test\/invoices\/inv_[0-9a-f]{32}/.exec(shown.text) ?? [];
    expect(plain(await finance.open(invoice))).toMatch(/Start of the period.*End of the period/);
    expect(shown.text).toMatch(/href="\/dashboard\/test\/payments\/txn_[0-9a-f]{32}"/);
    expect(plain(shown)).toMatch(/Paid 1 INV-\d+/);
    expect(plain(shown).match(/INV-\d+/g)).toHaveLength(1);
    expect(shown.text).not.toContain('+263771111111');
  });

  it('whose charge failed is not said to be charged next in the next period: a try comes before', async () => {
    const subscription = await subscribed(api, {}, paidBy('0774444444'));
    await turnClock(api, 1);
    const shown = plain(await finance.open(`${list}/${subscription.id}`));

    expect(shown).toMatch(/A charge failed; it is tried again.*Next period/);
    expect(shown).not.toContain('Next charge');
  });

  it('is paused and resumed, which bills a new period also where the one before is paid, as its page says', async () => {
    const subscription = await subscribed(api, {}, paidBy('0771111111'));
    await turnClock(api, 1);
    const shown = await finance.open(`${list}/${subscription.id}`);
    const paused = await finance.submit(shown, '/pause');
    expect((await subscriptionNow(api, subscription)).status).toBe('paused');
    const twice = await finance.submit(shown, '/pause');
    expect(twice.status).toBe(409);
    expect(plain(paused)).toContain('billed at once, also if the one before is paid');
    await finance.submit(paused, '/resume');
    await turnClock(api, 1);
    expect((await subscriptionNow(api, subscription)).status).toBe('active');
    expect((await invoicesOf(api, subscription)).map(({ status }) => status)).toEqual(['paid', 'paid']);

    for (const action of ['paused', 'resumed']) {
      expect(await audited(`subscription.${action}`, subscription.id)).toHaveLength(1);
    }
  });

  it('is charged to another wallet or card from the next try on', async () => {
    const card = await savedCard(api);
    const about = { customer: undefined, customer_id: card.customer_id };
    const subscription = await subscribed(api, {}, about);
    const form = await finance.open(`${list}/${subscription.id}/paying`);
    const wrong = { by: 'wallet', wallet_type: 'wallet_a', customer_phone: '0711111111' };
    const refused = await finance.submit(form, '/paying', wrong);
    await finance.submit(form, '/paying', { ...wrong, customer_phone: '077 111 1111' });
    const byWallet = await subscriptionNow(api, subscription);
    const changed = await finance.submit(form, '/paying', { by: card.id });

    expect(refused.status).toBe(422);
    expect(refused.text).toContain('href="#customer_phone"');
    expect(byWallet).toMatchObject({ wallet_type: 'wallet_a', payment_method_id: null });
    expect(plain(changed)).toMatch(/Charged to .*…4242/);
    expect(await subscriptionNow(api, subscription)).toMatchObject({
      wallet_type: null,
      payment_method_id: card.id,
    });
    expect(await audited('subscription.paying', subscription.id)).toHaveLength(2);
  });

  it('is put on another plan with its next period, or now, less what is left of the paid one', async () => {
    const subscription = await subscribed(
      api,
      { amount: '30.00', interval: 'day', interval_count: 30 },
      paidBy('0771111111'),
    );
    const large = await createdPlan(api, { name: 'Large', amount: '100.00' });
    const other = await createdPlan(api, { name: 'Rand', currency: 'ZWG' });
    await turnClock(api, 10 * 86_400);
    const form = await finance.open(`${list}/${subscription.id}/plan`);
    const small = await createdPlan(api, { name: 'Small', amount: '1.00' });
    const tooCheap = await finance.submit(form, '/plan', { plan_id: small.plan_id, when: 'now' });
    const planned = await finance.submit(form, '/plan', { plan_id: large.plan_id });
    const waiting = await subscriptionNow(api, subscription);
    const billedBefore = (await invoicesOf(api, subscription)).length;
    const begun = await finance.submit(form, '/plan', { plan_id: large.plan_id, when: 'now' });
    const totals = (await invoicesOf(api, subscription)).map(({ total }) => total);
    const foreign = await finance.submit(form, '/plan', { plan_id: other.plan_id });
    const same = await finance.submit(form, '/plan', { plan_id: large.plan_id, when: 'now' });

    expect(plain(form)).toMatch(/less US\$(?:20\.00|19\.99) for what is left of the present period/);
    expect(form.text).not.toContain(other.plan_id);
    expect(plain(tooCheap)).toContain('worth as much as this plan costs, or more.');
    expect(plain(planned)).toMatch(/Tea club, until the present period ends/);
    expect([waiting.plan_id, billedBefore]).toEqual([large.plan_id, 1]);
    expect(plain(begun)).not.toContain('until the present period ends');
    expect(totals.toSorted()).toEqual(['30.00', expect.stringMatching(/^80\.0[01]$/)]);
    expect(foreign.status).toBe(409);
    expect([same.status, plain(same)]).toEqual([422, expect.stringContaining('has this plan already')]);
    expect(await audited('subscription.plan_changed', subscription.id)).toEqual(
      [false, true].map((prorate) => ({
        user_email: expect.any(String),
        details: { plan: large.plan_id, prorate },
      })),
    );
  });

  it('is canceled at the end of its period, or now, with a reason', async () => {
    const subscription = await subscribed(api);
    const form = await finance.open(`${list}/${subscription.id}/cancel`);
    const ending = await finance.submit(form, '/cancel', { reason: 'moved away' });
    expect(plain(ending)).toContain('Ends with this period');
    expect(await subscriptionNow(api, subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_reason: 'moved away',
    });

    const { plan_id } = await createdPlan(api, { name: 'Large' });
    const plans = await finance.open(`${list}/${subscription.id}/plan`);
    const planned = await finance.submit(plans, '/plan', { plan_id });
    expect(plain(plans)).toContain('The subscription ends with its present period.');
    expect(plain(planned)).toContain('The new plan is noted, but does not begin');

    const kept = await finance.submit(ending, '/keep');
    expect(plain(kept)).toContain('The cancellation is taken back.');
    expect(plain(kept)).not.toContain('Ends with this period');
    expect(kept.text).not.toMatch(/action="[^"]*\/keep"/);
    expect(await subscriptionNow(api, subscription)).toMatchObject({
      cancel_at_period_end: false,
      cancel_reason: null,
    });
    expect(await audited('subscription.kept', subscription.id)).toHaveLength(1);

    const now = await finance.submit(form, '/cancel', { when: 'now' });
    expect(plain(now)).toContain('The subscription is canceled.');
    expect(now.text).not.toMatch(/action="[^"]*\/(?:pause|resume)"/);
    expect((await subscriptionNow(api, subscription)).status).toBe('canceled');
    expect(await audited('subscription.canceled', subscription.id)).toEqual([
      { user_email: expect.any(String), details: { at_period_end: true, reason: 'moved away' } },
      { user_email: expect.any(String), details: { at_period_end: false, reason: null } },
    ]);
  });
});

describe.each([
  ['is canceled at its end', {}, true],
  ['was billed for its last period', { max_cycles: 1 }, false],
])('a subscription that %s', (_, plan, canceled) => {
  it('is shown with its end, and with no next period', async () => {
    const customer = `Ends ${canceled ? 'early' : 'by itself'}`;
    const subscription = await subscribed(api, plan, { customer: { name: customer } });
    const body = { at_period_end: true };
    if (canceled) await api('cancelSubscription', { params: { id: subscription.id }, body });
    const shown = plain(await finance.open(`${list}/${subscription.id}`));
    const listed = plain(await finance.open(list));

    expect(shown).toMatch(/Ends with this period .* Ends [0-9]+ \w+ [0-9]{4}/);
    expect(shown).not.toContain('Next period');
    expect(listed).toMatch(
      new RegExp(`${customer} Tea club US[$]12.00 every month Active Ends with this period None`),
    );
  });
});

describe('the list of subscriptions', () => {
  it('is filtered by state, and goes on page by page', async () => {
    const { plan_id } = await createdPlan(api);
    for (let at = 0; at < 31; at += 1) {
      await subscribed(api, plan_id, { customer: { name: `Member ${at}` }, start_at: '2099-01-01' });
    }
    const first = await finance.open(`${list}?status=active`);
    const next = /href="([^"]*page=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

    expect(first.text.match(/>Member \d+</g)).toHaveLength(30);
    expect((await finance.open(next)).text).toContain('>Member 0<');
    expect((await finance.open(`${list}?status=canceled`)).text).not.toContain('>Member 1<');
  });
});

describe('people who may not', () => {
  it('see a subscription and a plan without forms as a viewer', async () => {
    const subscription = await subscribed(api);
    const viewer = await office.as('viewer');
    for (const address of [`${list}/${subscription.id}`, `${list}/plans/${subscription.plan_id}`]) {
      const shown = await viewer.open(address);

      expect(shown.status).toBe(200);
      expect(shown.text).not.toMatch(/action="[^"]*\/subscriptions/);
    }
  });

  it('find nothing of another merchant, and change nothing', async () => {
    const subscription = await subscribed(api);
    const stranger = await office.stranger();
    const { text } = await stranger.open(`${list}/plans/new`);
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const address = `${list}/${subscription.id}`;
    const plan = `${list}/plans/${subscription.plan_id}`;

    expect([(await stranger.open(address)).status, (await stranger.open(plan)).status]).toEqual([404, 404]);
    for (const path of [
      `${address}/pause`,
      `${address}/resume`,
      `${address}/cancel`,
      `${address}/keep`,
      `${address}/paying`,
      `${address}/plan`,
    ]) {
      expect((await stranger.post(path, { token, when: 'now' })).status).toBe(404);
    }
    for (const path of [plan, `${plan}/archive`, `${plan}/activate`]) {
      expect((await stranger.post(path, { token, name: 'Mine' })).status).toBe(404);
    }
    expect((await subscriptionNow(api, subscription)).status).toBe('active');

    const { id } = await createdCustomer(api);
    const { plan_id } = subscription;
    expect((await stranger.open(`${list}/new?customer=${id}`)).status).toBe(404);
    const fields = { token, customer_id: id, plan_id, by: 'invoice' };
    expect((await stranger.post(`${list}/new`, fields)).status).toBe(404);
  });
});
