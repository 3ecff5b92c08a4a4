import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPayment, openShop, type Shop } from '../../../../../journeys/shop.ts';
import { stayInTheDay, turnClock } from '../../../../../support/builders/build.ts';
import type { Client } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let shop: Shop;

beforeAll(async () => {
  office = await openOffice();
  const { merchant, app } = office;
  shop = await openShop({
    ...app,
    aMerchant: async () => merchant,
    notificationUrl: `${app.baseUrl}/nowhere`,
  });
  await stayInTheDay(shop.api);
  const first = await aPayment(shop, '100.00');
  await aPayment(shop, '60.00');
  await shop.api('refundTransaction', { params: { id: first }, body: { amount: '25.00' } });
});
afterAll(() => office.stop());

const base = '/dashboard/test/balance';
const open = async (client: Client, path = base) => (await client.open(path)).text.replaceAll(/\s+/g, ' ');

/** The rows of the first table after a heading, as texts. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').trim(),
    ),
  );
}

it('shows what the API shows, and on which day which part of the reserve is released', async () => {
  const { available, reserve } = (await shop.api('getBalance')).data;
  const text = await open(await office.as('viewer'));

  expect(text).toContain(`US$${available.USD}`);
  expect(text).toContain(`US$${reserve.USD}`);
  const releases = rowsOf(text).filter(([day = '']) => /^\d{4}-\d\d-\d\d$/.test(day));
  const { now } = (await shop.api('getTestClock')).data;
  const inDays = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
  expect(reserve.USD).toBe('8.00');
  expect(releases).toEqual([
    [inDays(1), 'Reserve', 'US$1.25', '1'],
    [inDays(90), 'Reserve', 'US$6.75', '2'],
  ]);
});

it('adds the entries of every balance up to its figure', async () => {
  const client = await office.as('viewer');
  const { data } = await shop.api('getBalance');
  for (const bucket of ['available', 'pending', 'reserve'] as const) {
    const text = await open(client, `${base}/explain?bucket=${bucket}&currency=USD`);
    const [, first = [], ...rest] = rowsOf(text);
    const last = rest.at(-1) ?? [];
    const amounts = [first, ...rest.slice(0, -1)].map((row) => Number(row.at(-1)?.replace('US$', '')));

    expect(text).toContain('The entries add up to the balance.');
    expect(first).toEqual(['At the beginning', '', 'US$0.00']);
    expect(last.at(-1)).toBe(`US$${data[bucket].USD}`);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(Number(data[bucket].USD), 6);
  }
  const text = await open(client, `${base}/explain?bucket=available&currency=USD`);
  expect(rowsOf(text)).toContainEqual(['Refunds', '1', '-US$25.00']);
  expect(await open(client, `${base}/explain?bucket=available&currency=ZWG`)).toContain('Nothing was ever');
});

it('explains a balance up to a journal, with what came before as one line', async () => {
  const client = await office.as('viewer');
  const entries = (await shop.api('listLedgerEntries', { query: { bucket: 'available', currency: 'USD' } }))
    .data.items;
  const [newest, second] = entries;
  const text = await open(
    client,
    `${base}/explain?bucket=available&currency=USD&upto=${Number(newest?.number) - 1}`,
  );

  expect(rowsOf(text).at(-1)).toEqual([`After journal ${second?.number}`, '', `US$${second?.balance_after}`]);
  const [, to = ''] = /<a href="([^"]+)">See these entries/.exec(text) ?? [];
  const [, first = []] = rowsOf(await open(client, to.replaceAll('&amp;', '&')));
  expect(first).toContain(String(second?.number));
});

it('says so if the entries do not add up', async () => {
  const { merchantId } = office.merchant;
  const change = (by: number) =>
    office.app.database.asOwner(
      `UPDATE sandbox.ledger_balances SET balance = balance + $2 WHERE merchant_id = $1 AND code = 'reserve' AND currency = 'USD'`,
      [merchantId, by],
    );
  await change(100);
  try {
    const text = await open(await office.as('viewer'), `${base}/explain?bucket=reserve&currency=USD`);
    expect(text).toContain('The entries do not add up');
  } finally {
    await change(-100);
  }
});

it('lists the journal with its reasons and sources, filtered and as CSV', async () => {
  const client = await office.as('viewer');
  const all = (await shop.api('listLedgerEntries', { query: { limit: 100 } })).data.items;
  const text = await open(client, `${base}/journal`);
  const reserve = await open(client, `${base}/journal?bucket=reserve&currency=USD`);
  const csv = (await client.open(`${base}/journal.csv`)).text.trimEnd().split('\r\n');

  expect(rowsOf(text)).toHaveLength(all.length + 1);
  expect(text).toContain('A refund is on its way to the customer.');
  expect(text).toContain('/dashboard/test/payments/refunds/ref_');
  expect(
    rowsOf(reserve)
      .slice(1)
      .every((row) => row[1] === 'Reserve'),
  ).toBe(true);
  expect(csv).toHaveLength(all.length + 1);
  expect(csv[1]).toContain(`,${all[0]?.amount},${all[0]?.balance_after}`);
});

it('has the download inside the part that a filter replaces, with the filters', async () => {
  const text = await open(await office.as('viewer'), `${base}/journal?bucket=reserve&currency=USD`);
  const [, region = ''] = text.split('<div id="list">');

  expect(region).toContain(`href="${base}/journal.csv?bucket=reserve&amp;currency=USD&amp;of=mer_`);
});

it('shows nothing to other merchants, and nothing that was released', async () => {
  const stranger = await office.stranger();

  expect(await open(stranger)).toContain('Nothing is held, so nothing is released.');
  expect(rowsOf(await open(stranger, `${base}/journal`))).toEqual([]);
  expect((await stranger.open(`${base}/explain?bucket=fees&currency=USD`)).status).toBe(404);
  await turnClock(shop.api, 91 * 24 * 60 * 60);
  expect(await open(await office.as('viewer'))).toContain('Nothing is held, so nothing is released.');
});
