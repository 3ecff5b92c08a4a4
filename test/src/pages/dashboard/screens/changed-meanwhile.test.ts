import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../src/platform/ids.ts';
import { files } from '../../../../support/builders/disputes.ts';
import { draftedInvoice, invoiceNow } from '../../../../support/builders/invoices.ts';
import { createdPlan } from '../../../../support/builders/subscriptions.ts';
import { createdCustomer } from '../../../../support/builders/vault.ts';
import { type Api, apiOf } from '../../../../support/service/api.ts';
import { payByCard } from '../../../../support/service/page.ts';
import { type Client, formOf, plain, type Shown } from '../client.ts';
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
const title = 'This was changed meanwhile';

type Fields = Readonly<Record<string, string | readonly string[]>>;

const aLink = async () =>
  (await api('createPaymentLink', { body: { title: 'Dance class', amount: '25.00', currency: 'USD' } })).data;
const ofApp = () => `${base}/apps/${showId('app', office.merchant.appId)}`;
const lines = ['Cake', 'Candles', 'Cards', 'Delivery', 'Music'].map((description) => ({
  description,
  quantity: 1,
  unit_amount: '10.00',
}));

async function aKey(): Promise<string> {
  const wanted = { kind: 'restricted', permissions: ['account:read', 'refunds:write'] };
  const shown = await owner.submit(await owner.open(`${ofApp()}/keys/new`), '/keys/new', wanted);
  const last4 = /rk_test_[0-9A-Za-z]+([0-9A-Za-z]{4})/.exec(shown.text)?.[1];
  const [row] = await office.app.database.asOwner('SELECT id FROM platform.api_keys WHERE last4 = $1', [
    last4,
  ]);
  return `${ofApp()}/keys/${showId('key', String(row?.['id']))}`;
}

let paid = 0;

async function aDispute(): Promise<string> {
  paid += 1;
  const { baseUrl } = office.app;
  const [returnUrl, notificationUrl] = [`${baseUrl}/docs/return`, `${baseUrl}/docs/hook`];
  const wanted = { amount: '100.00', currency: 'USD', merchantTransactionId: `order-${paid}` } as const;
  const { data } = await api('createCheckout', { body: { ...wanted, returnUrl, notificationUrl } });
  await payByCard(data.payment_url, '4242424242424242');
  const { transaction_id } = (await api('getCheckoutStatus', { params: { id: data.checkout_id } })).data;
  const body = { transaction_id: String(transaction_id), reason: 'not_received' } as const;
  return `${base}/disputes/${(await api('openTestDispute', { body })).data.id}`;
}

/** Another one: a process remembers the features of an app for a second. */
async function anApp(): Promise<string> {
  const shown = await owner.submit(await owner.open(`${base}/apps/new`), '/apps/new', {
    name: 'Another shop',
  });
  return `${base}/apps/${/\/apps\/(app_[0-9a-f]{32})/.exec(shown.text)?.[1]}`;
}

const previousSecret = () =>
  asMerchant('SELECT previous_secret_sealed FROM platform.webhook_endpoints WHERE merchant_id = $1');

/** The newest secret of the newest app, and the one before it. */
const secrets = async (): Promise<readonly unknown[]> => {
  const [row] = await asMerchant(
    'SELECT secret_sealed, previous_secret_sealed FROM platform.webhook_endpoints WHERE merchant_id = $1 ORDER BY app_id DESC LIMIT 1',
  );
  return [row?.['secret_sealed'], row?.['previous_secret_sealed']];
};

const asMerchant = (query: string) => office.app.database.asOwner(query, [office.merchant.merchantId]);

type Case = {
  /** Where the form is. */
  readonly at: () => Promise<string>;
  /** How its address ends. Absent: it is the same one. */
  readonly ending?: string;
  /** What somebody else changes. */
  readonly theirs: Fields;
  /** What is changed in a tab that was open before. */
  readonly mine: Fields;
  /** What the form shows when it was refused, and saves when it is sent again. */
  readonly both: Fields;
};

const cases: Readonly<Record<string, Case>> = {
  'a payment link': {
    at: async () => `${base}/links/${(await aLink()).id}/edit`,
    ending: '/edit',
    theirs: { title: 'Salsa class' },
    mine: { amount: '30.00' },
    both: { title: ['Salsa class'], amount: ['30.00'] },
  },
  'a customer': {
    at: async () => `${base}/customers/${(await createdCustomer(api)).id}/edit`,
    ending: '/edit',
    theirs: { email: 'new@example.com' },
    mine: { name: 'Rudo Ncube' },
    both: { email: ['new@example.com'], name: ['Rudo Ncube'] },
  },
  'a plan': {
    at: async () => `${base}/subscriptions/plans/${(await createdPlan(api)).plan_id}`,
    theirs: { name: 'Coffee club' },
    mine: { description: 'Two boxes' },
    both: { name: ['Coffee club'], description: ['Two boxes'] },
  },
  'a plan that was given a description': {
    at: async () => `${base}/subscriptions/plans/${(await createdPlan(api)).plan_id}`,
    theirs: { description: 'Two boxes' },
    mine: { name: 'Coffee club' },
    both: { name: ['Coffee club'], description: ['Two boxes'] },
  },
  'the terms of a draft whose lines were changed': {
    at: async () => `${base}/invoices/${(await draftedInvoice(api, { items: lines })).id}/edit`,
    ending: '/edit',
    theirs: { 'price-5': '99.00', 'description-6': 'Tent', 'price-6': '5.00' },
    mine: { reference: 'order 7' },
    both: { 'price-5': ['99.00'], 'description-6': ['Tent'], reference: ['order 7'] },
  },
  'the lines of a draft whose terms were changed': {
    at: async () => `${base}/invoices/${(await draftedInvoice(api, { items: lines })).id}/edit`,
    ending: '/edit',
    theirs: { notes: 'Thank you.\nSee you.', currency: 'ZWG' },
    mine: { 'price-5': '99.00' },
    both: { 'price-5': ['99.00'], notes: ['Thank you.\nSee you.'], currency: ['ZWG'] },
  },
  'the webhook of an app': {
    at: async () => {
      await asMerchant(
        `UPDATE platform.webhook_endpoints SET url = NULL, event_types = '{*}' WHERE merchant_id = $1`,
      );
      return `${ofApp()}/webhook`;
    },
    ending: '/webhook',
    theirs: { url: 'https://shop.example/theirs' },
    mine: { all: [], events: ['payment.capture.completed', 'payment.refund.completed'] },
    both: {
      url: ['https://shop.example/theirs'],
      events: ['payment.capture.completed', 'payment.refund.completed'],
    },
  },
  'how payers see the merchant': {
    at: async () => {
      await asMerchant('DELETE FROM platform.merchant_brands WHERE merchant_id = $1');
      return `${base}/settings`;
    },
    ending: '/settings',
    theirs: { displayName: 'Corner Shop' },
    mine: { contactEmail: 'shop@example.com' },
    both: { displayName: ['Corner Shop'], contactEmail: ['shop@example.com'] },
  },
};

const shownIn = (shown: Shown, ending: string, names: Fields) => {
  const { present } = formOf(shown, ending);
  return Object.fromEntries(Object.keys(names).map((name) => [name, present[name]]));
};

describe('a form whose thing was changed after it was shown', () => {
  it.each(Object.entries(cases))(
    'changes nothing of %s, keeps what was typed and shows what others changed',
    async (_what, { at, theirs, mine, both, ...one }) => {
      const path = await at();
      const { ending = path } = one;
      const stale = await owner.open(path);
      await owner.submit(await owner.open(path), ending, theirs);

      const refused = await owner.submit(stale, ending, mine);
      const between = await owner.open(path);
      const saved = await owner.submit(refused, ending, {});

      expect([refused.status, plain(refused)]).toEqual([409, expect.stringContaining(title)]);
      expect(shownIn(refused, ending, both)).toEqual(both);
      expect(shownIn(between, ending, mine)).toEqual(shownIn(stale, ending, mine));
      expect(saved.path).toContain('done=');
      expect(shownIn(await owner.open(path), ending, both)).toEqual(both);
    },
  );

  it.each(Object.entries(cases))('saves %s again if it wants what is there already', async (_what, one) => {
    const path = await one.at();
    const { ending = path } = one;
    const [first, second] = [await owner.open(path), await owner.open(path)];
    const saved = await owner.submit(first, ending, one.mine);
    const again = await owner.submit(second, ending, one.mine);

    expect([saved.path, again.path]).toEqual([
      expect.stringContaining('done='),
      expect.stringContaining('done='),
    ]);
  });

  it('is told at a field that both changed what is there now, and replaces it when it is sent again', async () => {
    const path = `${base}/links/${(await aLink()).id}/edit`;
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), '/edit', { amount: '40' });

    const refused = await owner.submit(stale, '/edit', { amount: '30' });
    await owner.submit(refused, '/edit', {});

    expect(refused.status).toBe(422);
    expect(plain(refused)).toContain('Somebody changed this meanwhile. It is now: 40.00.');
    const [summary = '', ...others] = refused.text.match(/<div class="notice bad"[\s\S]*?<\/div>/g) ?? [];
    expect(others).toEqual([]);
    expect(summary).toContain(`<h2>${title}</h2>`);
    expect(summary).toContain('<li><a href="#amount">Somebody changed this meanwhile.');
    expect(shownIn(await owner.open(path), '/edit', { amount: '' })).toEqual({ amount: ['30.00'] });
  });

  it('still says what it first showed when it comes back because of a wrong field', async () => {
    const path = `${base}/links/${(await aLink()).id}/edit`;
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), '/edit', { title: 'Salsa class' });

    const wrong = await owner.submit(stale, '/edit', { amount: 'much' });
    const refused = await owner.submit(wrong, '/edit', { amount: '30' });

    expect(wrong.status).toBe(422);
    expect(plain(refused)).toContain(title);
  });

  it('is saved without saying what it showed, as an earlier release made it', async () => {
    const path = `${base}/links/${(await aLink()).id}/edit`;
    const { action, present } = formOf(await owner.open(path), '/edit');
    const { seen, ...rest } = present;
    const saved = await owner.post(action, { ...rest, amount: '30' });

    expect(seen).toHaveLength(1);
    expect(saved.location).toContain('done=saved');
  });

  it.each(Object.entries(cases))(
    'saves one of two changes of %s that are sent at once',
    async (_what, one) => {
      const path = await one.at();
      const { ending = path } = one;
      const [first, second] = [await owner.open(path), await owner.open(path)];
      const sent = await Promise.all([
        owner.submit(first, ending, one.theirs),
        owner.submit(second, ending, one.mine),
      ]);

      const [saved, ...others] = sent.filter((shown) => shown.path.includes('done='));
      const [refused] = sent.filter((shown) => plain(shown).includes(title));
      expect(saved).toBeDefined();
      expect(others).toEqual([]);
      expect(refused?.status).toBe(409);
    },
  );

  it.each([
    ['permissions', aKey, ['account:read'], ['refunds:write']],
    ['features', anApp, ['refunds'], ['payouts']],
  ])('does not give back %s that somebody took away', async (name, at, theirs, mine) => {
    const [path, ending] = [await at(), `/${name}`];
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), ending, { [name]: theirs });

    const refused = await owner.submit(stale, ending, { [name]: mine });
    const between = shownIn(await owner.open(path), ending, { [name]: '' });
    const saved = await owner.submit(refused, ending, {});

    expect(plain(refused)).toContain(`It is now: ${theirs.join(', ')}.`);
    expect(between).toEqual({ [name]: theirs });
    expect(saved.path).toContain('done=');
    expect(shownIn(await owner.open(path), ending, { [name]: '' })).toEqual({ [name]: mine });
  });
});

describe('evidence', () => {
  it('is not replaced by a text that was begun before it, nor sent to the bank in its place', async () => {
    const path = await aDispute();
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), '/evidence', {
      evidence: 'They signed for it.',
      how: 'draft',
    });

    const refused = await owner.submit(stale, '/evidence', { evidence: 'It was sent.', how: 'submit' });
    const between = shownIn(await owner.open(path), '/evidence', { evidence: '' });

    expect(plain(refused)).toContain('It is now: They signed for it.');
    expect(shownIn(refused, '/evidence', { evidence: '' })).toEqual({ evidence: ['It was sent.'] });
    expect(between).toEqual({ evidence: ['They signed for it.'] });
  });

  it('is not sent with files that its sender has not seen', async () => {
    const path = await aDispute();
    const file = { file: { name: 'delivery-note.pdf', content: files.pdf } };
    const stale = await owner.open(path);
    await owner.upload(await owner.open(path), '/files', {}, file);

    const wanted = { evidence: 'WIN: they signed for it.', how: 'submit' };
    const refused = await owner.submit(stale, '/evidence', wanted);
    const sent = await owner.submit(refused, '/evidence', {});

    expect(plain(refused)).toContain(title);
    expect(sent.path).toContain('done=submitted');
  });
});

describe('a button whose thing was changed after it was shown', () => {
  it('does not send an invoice over a total that its sender has not seen', async () => {
    const invoice = await draftedInvoice(api);
    const path = `${base}/invoices/${invoice.id}`;
    const stale = await owner.open(path);
    await api('updateInvoice', { params: { id: invoice.id }, body: { items: lines } });

    const refused = await owner.submit(stale, '/send');
    const between = await invoiceNow(api, invoice);
    const sent = await owner.submit(refused, '/send');

    expect([refused.status, plain(refused)]).toEqual([409, expect.stringContaining('US$50.00')]);
    expect(between.status).toBe('draft');
    expect(sent.path).toContain('done=sent');
  });

  it('does not void an invoice that was sent meanwhile', async () => {
    const invoice = await draftedInvoice(api);
    const path = `${base}/invoices/${invoice.id}`;
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), '/send');

    const refused = await owner.submit(stale, '/void');
    const between = await invoiceNow(api, invoice);
    const voided = await owner.submit(refused, '/void');

    expect(plain(refused)).toContain(title);
    expect(between.status).toBe('sent');
    expect(voided.path).toContain('done=voided');
  });

  it('does not resume a link over a price that its sender has not seen', async () => {
    const link = await aLink();
    const path = `${base}/links/${link.id}`;
    const paused = await owner.submit(await owner.open(path), '/pause');
    await api('updatePaymentLink', { params: { id: link.id }, body: { amount: '2.50' } });

    const refused = await owner.submit(paused, '/resume');
    const between = (await api('getPaymentLink', { params: { id: link.id } })).data.status;
    const resumed = await owner.submit(refused, '/resume');

    expect(plain(refused)).toContain(title);
    expect(between).toBe('paused');
    expect(resumed.path).toContain('done=resumed');
  });

  it.each(['usual', 'now'])(
    'does not end a secret at once that somebody made meanwhile (%s)',
    async (theirs) => {
      const path = `${await anApp()}/webhook`;
      const stale = await owner.open(path);
      await owner.submit(await owner.open(path), '/secret', { how: theirs });
      const before = await secrets();

      const refused = await owner.submit(stale, '/secret', { how: 'now' });
      const between = await secrets();
      const rolled = await owner.submit(refused, '/secret', {});

      expect([refused.status, plain(refused)]).toEqual([409, expect.stringContaining(title)]);
      expect(between).toEqual(before);
      expect(shownIn(refused, '/secret', { how: '' })).toEqual({ how: ['now'] });
      expect(rolled.text).toContain('whsec_');
    },
  );

  it('rolls a secret beside which the newest signs on, whoever made that one', async () => {
    const path = `${await anApp()}/webhook`;
    const stale = await owner.open(path);
    await owner.submit(await owner.open(path), '/secret', { how: 'now' });
    const [newest] = await secrets();

    const rolled = await owner.submit(stale, '/secret', { how: 'usual' });
    const [, kept] = await secrets();

    expect(rolled.text).toContain('whsec_');
    expect(kept).toBe(newest);
  });

  it('makes one secret of two that are asked for at once', async () => {
    const path = `${await anApp()}/webhook`;
    const [first, second] = [await owner.open(path), await owner.open(path)];
    const sent = await Promise.all(
      [first, second].map((form) => owner.submit(form, '/secret', { how: 'now' })),
    );

    expect(sent.filter(({ text }) => text.includes('whsec_'))).toHaveLength(1);
    expect(sent.filter((shown) => plain(shown).includes(title))).toHaveLength(1);
  });

  it('does not end a secret that became the previous one meanwhile', async () => {
    const path = `${ofApp()}/webhook`;
    const roll = async (how: string) => {
      await owner.submit(await owner.open(path), '/secret', { how });
    };
    await roll('usual');
    const stale = await owner.open(path);
    await roll('now');
    await roll('usual');
    const before = await previousSecret();

    const refused = await owner.submit(stale, '/end-previous');
    const between = await previousSecret();
    const ended = await owner.submit(refused, '/end-previous');

    expect(plain(refused)).toContain(title);
    expect(between).toEqual(before);
    expect(ended.path).toContain('done=ended');
  });
});
