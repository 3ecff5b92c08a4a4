import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partnersWords as words } from '../../../../../../src/pages/words/dashboard/money/partners.ts';
import { showId } from '../../../../../../src/platform/ids.ts';
import { aCardCheckout, openedCheckout, turnClock } from '../../../../../support/builders/build.ts';
import { aSplit } from '../../../../../support/builders/partners.ts';
import { type Api, apiOf } from '../../../../../support/service/api.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import { type Client, formOf, plain, type Shown } from '../../client.ts';
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

const base = '/dashboard/test/partners';
const added = async (name: string, label = '') => {
  const shown = await finance.submit(await finance.open(`${base}/new`), '/partners/new', { name, label });
  return /sac_[0-9a-f]{32}/.exec(shown.path)?.[0] ?? '';
};
const confirmed = (at: string) =>
  office.app.database.asOwner(`UPDATE platform.dashboard_sessions SET confirmed_at = ${at}`);
const splits = async () => (await api('listSplits')).data.items;

describe('a partner', () => {
  it('is added, gets a share of a payment, and is paid out from their own balance', async () => {
    const tatenda = await added('Tatenda Banda', 'stall 4');
    const [chipo, rudo] = [await added('Chipo Dube'), await added('Rudo Ncube')];
    const form = await finance.open(`${base}/splits/new`);
    const fields = {
      name: 'Market',
      partner_1: tatenda,
      share_1: '20',
      partner_2: chipo,
      share_2: '2,5',
      partner_3: rudo,
      share_3: '0.01',
    };
    const made = await finance.submit(form, '/splits/new', fields);
    const again = await finance.submit(form, '/splits/new', fields);
    const [split] = await splits();
    const { payment_url } = await openedCheckout(
      api,
      aCardCheckout({ amount: '100.00', splitId: split?.id }),
    );
    await payByCard(payment_url, '4242424242424242');
    const [{ id: paymentId } = { id: '' }] = (await api('listTransactions')).data.items;
    await turnClock(api, 8 * 24 * 3600);
    await expect
      .poll(async () => plain(await finance.open(`${base}/${tatenda}`)), { timeout: 10_000 })
      .toMatch(/Share of a payment 20\.00 % US\$18\.\d\d US\$18\.\d\d/);
    const payout = await finance.open(`/dashboard/test/payouts/new?from=${tatenda}`);
    const wanted = { amount: '10.00', currency: 'USD', to: 'agent_cash' };
    const preview = await finance.submit(payout, '/payouts/preview', wanted);
    // The proof of who they are ran out between the two forms.
    await confirmed(`now() - interval '11 minutes'`);
    const { action, present } = formOf(preview, '/payouts/new');
    const late = await finance.post(action, present);
    await confirmed('now()');
    await finance.submit(preview, '/payouts/new');
    const [paid] = (await api('listPayouts')).data.items;

    expect(plain(made)).toContain('Tatenda Banda 20.00 %, Chipo Dube 2.50 %, Rudo Ncube 0.01 % USD Active');
    // Each name by itself: one in Arabic would draw the shares beside it to another.
    expect(made.text).toContain('<bdi>Chipo Dube</bdi> 2.50 %');
    expect(again.text).toContain('This form was sent before');
    expect(plain(await finance.open(`/dashboard/test/payments/${paymentId}`))).toMatch(
      /Tatenda Banda 20\.00 % US\$18\.\d\d Chipo Dube 2\.50 % US\$2\.\d\d Rudo Ncube 0\.01 % US\$0\.00/,
    );
    expect(split?.shares.map(({ share }) => share)).toEqual(['20.00', '2.50', '0.01']);
    expect(plain(payout)).toMatch(/From the balance of Tatenda Banda\. Available: US\$18\.\d\d/);
    expect(plain(preview)).toMatch(/Money of partner Tatenda Banda .* Available afterwards US\$8\.\d\d/);
    // Neither way back leads to the merchant's own balance.
    const next = new URL(late.location ?? '', finance.baseUrl).searchParams.get('next');
    expect(next).toBe(`/dashboard/test/payouts/new?from=${tatenda}`);
    expect(preview.text.match(/href="[^"]*\/payouts\/new[^"]*"/g)).toEqual([
      `href="${next}"`,
      `href="${next}"`,
    ]);
    expect(paid).toMatchObject({ amount: '10.00', subaccount_id: tatenda });
    expect(plain(await finance.open(`${base}/${tatenda}`))).toMatch(
      /Paid out -?US?.*10\.00 .* Share of a payment/,
    );
    expect(plain(await finance.open(base))).toMatch(/Tatenda Banda stall 4 US\$8\.\d\d/);
  });

  it('is not paid more than they have, whatever the merchant has', async () => {
    const partner = await added('Nobody Yet');
    const payout = await finance.open(`/dashboard/test/payouts/new?from=${partner}`);
    const refused = await finance.submit(payout, '/payouts/preview', {
      amount: '10.00',
      currency: 'USD',
      to: 'agent_cash',
    });

    expect(refused.status).toBe(409);
    expect(plain(refused)).toContain('This needs 10.00. There is 0.00.');
    expect(plain(refused)).toContain('From the balance of Nobody Yet.');
  });

  it('of another merchant is not found, and is not paid out', async () => {
    const partner = await added('Ours');
    const stranger = await office.stranger();
    const form = formOf(await stranger.open('/dashboard/test/payouts/new'), '/payouts/preview');
    const wanted = { ...form.present, amount: '10.00', currency: 'USD', to: 'agent_cash' };
    const answers = [
      await stranger.open(`${base}/${partner}`),
      await stranger.open(`/dashboard/test/payouts/new?from=${partner}`),
      await stranger.post(`${form.action}?from=${partner}`, wanted),
      await stranger.post(`/dashboard/test/payouts/new?from=${partner}`, wanted),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('a split', () => {
  it.each([
    ['no partner', {}, words.splits.wrong.none],
    ['a share of nobody', { share_2: '20' }, words.splits.wrong.partner],
    ['a share that is none', { share_1: '120' }, words.splits.wrong.share],
    ['shares above all there is', { share_1: '60', share_2: '60' }, 'The shares'],
    ['one partner twice', { share_1: '10', share_2: '20', twice: 'yes' }, 'The shares'],
  ])('is not made with %s', async (_, fields: Record<string, string>, said) => {
    const [one, other] = [await added('One'), await added('Other')];
    const { share_1 = '', share_2 = '', twice } = fields;
    const partners = {
      ...(share_1 !== '' && { partner_1: one }),
      ...(share_2 !== '' && share_1 !== '' && { partner_2: twice === undefined ? other : one }),
    };
    const before = await splits();
    const form = await finance.open(`${base}/splits/new`);
    const refused = await finance.submit(form, '/splits/new', {
      name: 'Wrong',
      share_1,
      share_2,
      ...partners,
    });

    expect([409, 422]).toContain(refused.status);
    expect(plain(refused)).toContain(said);
    expect(await splits()).toEqual(before);
  });

  it('is chosen for a link, an invoice and a sale at the counter, where there is one', async () => {
    const { id } = await aSplit(api, ['10.00']);
    const foreign = await aSplit(api, ['10.00'], 'ZWG');
    const money = { amount: '10', currency: 'USD', split_id: id };
    const make = async (at: string, ending: string, fields: Record<string, string>) =>
      await finance.submit(await finance.open(`/dashboard/test${at}`), ending, { ...money, ...fields });
    const line = { 'description-1': 'Tea', 'price-1': '10' };
    const made = [
      await make('/links/new', '/links/new', { title: 'Shared' }),
      await make('/invoices/new', '/invoices/new', { name: 'Rudo', due_date: '2099-01-31', ...line }),
      await make('/counter', '/counter', { method: 'card' }),
    ];
    const wrong = await make('/links/new', '/links/new', { title: 'Wrong', split_id: foreign.id });
    const none = await (await office.stranger()).open('/dashboard/test/links/new');
    const named = await office.app.database.asOwner(
      `SELECT split_id FROM sandbox.payment_links UNION ALL SELECT split_id FROM sandbox.invoices
        UNION ALL SELECT split_id FROM sandbox.virtual_terminal_sessions`,
    );

    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(named.map((row) => showId('spl', String(row['split_id'])))).toEqual([id, id, id]);
    expect(plain(made[0] as Shown)).toContain(`Split ${id}`);
    expect(wrong.status).toBe(409);
    expect(none.text).not.toContain('split_id');
  });

  it('is deactivated', async () => {
    const partner = await added('Leaves');
    const form = await finance.open(`${base}/splits/new`);
    const made = await finance.submit(form, '/splits/new', {
      name: 'Ends',
      partner_1: partner,
      share_1: '1',
    });
    const id = (await splits()).find(({ name }) => name === 'Ends')?.id ?? '';
    const ended = await finance.submit(made, `/${id}/deactivate`);

    expect(plain(ended)).toContain('The split is deactivated.');
    expect((await splits()).find((split) => split.id === id)?.status).toBe('inactive');
    expect(ended.text).not.toContain(`/${id}/deactivate`);
  });
});
