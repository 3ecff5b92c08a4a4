import { afterAll, beforeAll, expect, it } from 'vitest';
import { dailyJobs } from '../../../../../../src/app/job-handlers.ts';
import { aPayment, openShop, type Shop } from '../../../../../journeys/shop.ts';
import { aPayout } from '../../../../../support/builders/payouts.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { aReceiver, type Receiver } from '../../../../../support/receivers/receiver.ts';
import { payByCard } from '../../../../../support/service/page.ts';
import type { Client } from '../../client.ts';
import { type Office, openOffice } from '../../office.ts';

let office: Office;
let shop: Shop;
let receiver: Receiver;

beforeAll(async () => {
  [office, receiver] = await Promise.all([openOffice(), aReceiver()]);
  const { merchant, app } = office;
  shop = await openShop({ ...app, aMerchant: async () => merchant, notificationUrl: `${receiver.url}/hook` });
});
afterAll(async () => {
  await office.stop();
  await receiver.close();
});

const textOf = async (client: Client, path = '/dashboard/test') =>
  (await client.open(path)).text.replaceAll(/\s+/g, ' ');
const figures = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<h2 class="small soft">([^<]+)<\/h2><strong class="figure">([^<]+)</g)].map(
      ([, name, value]) => [name, value],
    ),
  );

it('leads a new merchant through the first steps, and says that nothing was paid', async () => {
  const text = await textOf(await office.stranger());

  expect(text).toContain('First steps');
  expect(text.match(/To do/g)).toHaveLength(4);
  expect(text).toContain('No payments in 30 days.');
  expect(figures(text)).toEqual({
    'Success rate': '–',
    'Pending payments': '0',
    'Webhook deliveries given up': '0',
  });
});

it('shows volume, success rate and balances, also after the counts were added up', async () => {
  await aPayment(shop, '100.00');
  await aPayment(shop, '40.00');
  const declined = await shop.card({ amount: '9.00' });
  await payByCard(declined.payment_url, '4000000000000002');
  const client = await office.as('viewer');
  const expected = {
    'Volume in USD': 'US$140.00',
    'Success rate': '66.7 %',
    'Pending payments': '0',
    'Webhook deliveries given up': '0',
  };

  expect(figures(await textOf(client))).toEqual(expected);
  const { sandbox } = office.app.service.contexts;
  await dailyJobs['payments.fold-counts'](sandbox, new AbortController().signal);
  await dailyJobs['payments.fold-counts'](sandbox, new AbortController().signal);
  const rows = await office.app.database.asOwner(
    `SELECT outcome, payments, amount FROM sandbox.payment_counts WHERE merchant_id = $1 ORDER BY outcome`,
    [office.merchant.merchantId],
  );
  const text = await textOf(client);

  expect(rows).toEqual([
    { outcome: 'completed', payments: '2', amount: '1400000' },
    { outcome: 'failed', payments: '1', amount: '90000' },
  ]);
  expect(figures(text)).toEqual(expected);
  expect(text).toContain('2 of 3 payments in 30 days');
  const { available } = (await shop.api('getBalance')).data;
  expect(text).toContain(`US$${available.USD}`);
  // Another payment is added to the sum.
  await aPayment(shop, '1.00');
  expect(figures(await textOf(client))['Volume in USD']).toBe('US$141.00');
  await dailyJobs['payments.fold-counts'](sandbox, new AbortController().signal);
  expect(figures(await textOf(client))['Volume in USD']).toBe('US$141.00');
});

it('shows what of the volume was captured today, and whose day that is', async () => {
  expect(await textOf(await office.as('viewer'))).toContain('Today (UTC): US$141.00, 3 payments');
});

it('keeps a refunded payment in the volume of its day', async () => {
  const before = figures(await textOf(await office.as('viewer')))['Volume in USD'];
  const id = await aPayment(shop, '5.00');
  await shop.api('refundTransaction', { params: { id } });

  const after = figures(await textOf(await office.as('viewer')))['Volume in USD'];
  expect([before, after]).toEqual(['US$141.00', 'US$146.00']);
});

it('draws the volume as an image with a policy of its own, and has the same numbers as a table', async () => {
  const client = await office.as('viewer');
  const text = await textOf(client);
  const [, address = '', alt = ''] = /<img class="chart" src="([^"]+)" alt="([^"]+)"/.exec(text) ?? [];

  const image = await client.get(address);

  expect(alt).toMatch(/^US\$146\.00 in 30 days, most of it on \d+ \w+: US\$146\.00\.$/);
  expect(image.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(image.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(image.text).toMatch(/^<svg width="760"/);
  expect(image.text).not.toContain('<script');
  expect(text.match(/<time datetime="\d{4}-\d\d-\d\d">/g)).toHaveLength(30);
  expect((await client.open('/dashboard/test/charts/volume.svg?currency=EUR')).status).toBe(404);
});

it('draws the volume in whole units of the currency', async () => {
  const { text } = await (await office.as('viewer')).open('/dashboard/test/charts/volume.svg?currency=USD');
  const scale = [...text.matchAll(/>(\d+)<\//g)].map(([, shown]) => Number(shown));

  // The first round number from the highest bar on: of US$146.00.
  expect(Math.max(...scale)).toBeGreaterThanOrEqual(146);
  expect(Math.max(...scale)).toBeLessThan(300);
});

it('counts pending payments, and deliveries that were given up in a day', async () => {
  await shop.push('0772000222', { amount: '3.00' });
  // A payout that is pending is no payment.
  await shop.api('requestPayout', { body: aPayout('mobile_money') });
  const { merchantId } = office.merchant;
  await soon(async () => {
    const rows = await office.app.database.asOwner(
      `SELECT FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'delivered'`,
      [merchantId],
    );
    expect(rows.length).toBeGreaterThan(0);
  });
  await office.app.database.asOwner(
    `UPDATE sandbox.webhook_deliveries SET state = 'exhausted' WHERE merchant_id = $1 AND delivery_id = (
      SELECT delivery_id FROM sandbox.webhook_deliveries WHERE merchant_id = $1 AND state = 'delivered' LIMIT 1)`,
    [merchantId],
  );
  const shown = figures(await textOf(await office.as('viewer')));
  const pending = await office.app.database.asOwner(
    `SELECT FROM sandbox.transactions WHERE merchant_id = $1 AND status = 'pending' AND type = 'payment'`,
    [merchantId],
  );

  expect(shown['Webhook deliveries given up']).toBe('1');
  expect(shown['Pending payments']).toBe(String(pending.length));
});

it('counts what was given up until it was sent again, as the list of events does', async () => {
  const client = await office.as('viewer');
  const given = async () => figures(await textOf(client))['Webhook deliveries given up'];
  const listed = async () =>
    (await shop.api('listEvents', { query: { delivery_status: 'exhausted' } })).data.items;
  const [event] = await listed();

  expect(await given()).toBe('1');
  await shop.api('replayEvent', { params: { id: String(event?.id) } });

  await soon(async () => expect(await listed()).toEqual([]));
  expect(await given()).toBe('0');
});

it('names the version of each app, and ticks off what was done', async () => {
  const text = await textOf(await office.as('owner'));
  const { current } = office.app.service.contexts.sandbox.versions;

  expect(text).toContain('API versions');
  expect(text).toContain(current);
  expect(text).toMatch(/Done<\/span> <a href="[^"]+">Take a first payment/);
  expect(text).toMatch(/To do<\/span> <a href="[^"]+">Set the address/);
});

it('shows nothing of live mode in test mode', async () => {
  expect(await textOf(await office.as('owner'), '/dashboard/live')).toContain('No payments in 30 days.');
});

async function aDispute(early_warning: boolean) {
  const transaction_id = await aPayment(shop, '2.00');
  return (await shop.api('openTestDispute', { body: { transaction_id, early_warning } })).data;
}

it('counts disputes while they wait for an answer, and says until when the first does', async () => {
  const client = await office.as('viewer');
  const [first, second] = [await aDispute(false), await aDispute(false)];
  await aDispute(true);
  const text = await textOf(client);
  for (const { id } of [first, second]) await shop.api('acceptDispute', { params: { id } });
  const after = await textOf(client);

  expect(first.evidence_due_at < second.evidence_due_at).toBe(true);
  expect(figures(text)['Disputes to answer']).toBe('2');
  expect(text).toContain('/disputes?status=needs_response');
  expect(text).toContain(`<time datetime="${first.evidence_due_at}"`);
  expect(after).not.toContain('Disputes to answer');
});
