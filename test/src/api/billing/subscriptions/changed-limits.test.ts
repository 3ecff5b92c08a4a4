import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf, unconnected } from '../../../../../src/app/gateways.ts';
import { sandboxCardGateway } from '../../../../../src/domain/money/gateways/sandbox/card-gateway.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { invoiceNow, startInvoice } from '../../../../support/builders/invoices.ts';
import {
  billingEventTypes,
  createdPlan,
  invoicesOf,
  paidBy,
  paymentsOf,
  subscribed,
  subscriptionNow,
  turnTo,
} from '../../../../support/builders/subscriptions.ts';
import { createdCustomer, savedCard } from '../../../../support/builders/vault.ts';
import { approves, aScriptedGateway, usd } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';
import { openPage } from '../../../../support/service/page.ts';

// The price of the plan is 12.00.
const keeper = sandboxCardGateway();
const other = aScriptedGateway('other').gateway;
const wallet = aScriptedGateway('wallets', { limits: {} });

/** What an operator changes in gateways.yaml, without the restart that it takes. */
function setMost(most: number): void {
  const limits = { USD: { least: usd(1), most: usd(most) } };
  for (const gateway of [keeper, other, wallet.gateway]) Object.assign(gateway, { limits });
}

let app: Place;
let shop: Shop;

beforeAll(async () => {
  const gateways = gatewaysOf([
    { takes: 'card', gateway: keeper },
    { takes: 'card', gateway: other },
    { takes: 'wallet_a', gateway: wallet.gateway },
  ]);
  const service = await startApp({
    connectGateways: (mode, parts) =>
      mode === 'sandbox' ? { gateways, rails: [] } : unconnected(mode, parts),
  });
  app = { ...service, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(app);
  await app.stop();
});
beforeEach(async () => {
  setMost(100);
  wallet.asked.length = 0;
  wallet.answers = approves;
  shop = await openShop(app);
});

const start_at = '2028-01-31T08:00:00.000Z';
const afterDay = (days: number) => new Date(Date.parse(start_at) + days * 86_400_000 + 180_000).toISOString();

async function invoiceOf(subscription: { readonly id: string }) {
  const [invoice] = await invoicesOf(shop.api, subscription);
  if (!invoice?.hosted_url) throw new Error('no invoice was sent');
  return { ...invoice, url: invoice.hosted_url };
}

describe('a subscription whose price no gateway takes any more', () => {
  it('is billed, and each try to collect fails without a payment, until the last one pauses it', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at });
    setMost(10);
    await turnTo(shop.api, afterDay(0));
    const retrying = await subscriptionNow(shop.api, subscription);
    await turnTo(shop.api, afterDay(8));

    expect(retrying).toMatchObject({ status: 'active', collection_state: 'retrying' });
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({
      status: 'paused',
      collection_state: 'exhausted',
    });
    expect(await billingEventTypes(app, subscription)).toEqual([
      'created',
      'payment-failed',
      'payment-failed',
      'payment-failed',
      'payment-failed',
      'suspended',
    ]);
    expect([wallet.asked, await paymentsOf(shop.api)]).toEqual([[], []]);
    expect(app.lines.join()).toContain('no gateway can collect the money of a subscription');
  });

  it('is collected by the next try if a gateway takes the price again', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at });
    setMost(10);
    await turnTo(shop.api, afterDay(0));
    setMost(100);
    await turnTo(shop.api, afterDay(1));

    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ collection_state: 'ok' });
    expect(await paymentsOf(shop.api)).toMatchObject([{ status: 'completed', amount: '12.00' }]);
  });

  it('is not put on a wallet that takes its price, but not its price with tax', async () => {
    const { id } = await subscribed(shop.api, { tax_rate: '15.00' }, { start_at });
    setMost(13);
    // As the release before leaves it, which does not know taxes.
    await app.database.asOwner(
      'UPDATE sandbox.subscriptions SET tax_basis_points = NULL WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );

    const refused = await shop.api('updateSubscription', {
      params: { id },
      body: { pay_by: paidBy('0771111111') },
    });

    expect([refused.status, refused.code]).toEqual([409, 'AMOUNT_TOO_LARGE']);
  });

  it('is billed for its second period too', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at });
    await turnTo(shop.api, afterDay(0));
    setMost(10);
    await turnTo(shop.api, '2028-02-29T08:05:00.000Z');

    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['paid', 'sent']);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated', 'payment-failed']);
  });

  it('is not charged to a saved card whose own gateway takes less, although another one takes the price', async () => {
    const customer = await createdCustomer(shop.api);
    const { id: payment_method_id } = await savedCard(shop.api, {}, customer.id);
    const about = { customer: undefined, customer_id: customer.id, payment_method_id, start_at };
    const subscription = await subscribed(shop.api, {}, about);
    setMost(10);
    Object.assign(other, { limits: {} });
    await turnTo(shop.api, afterDay(0));
    const refused = await billingEventTypes(app, subscription);
    setMost(100);
    await turnTo(shop.api, afterDay(1));

    expect(refused).toEqual(['created', 'payment-failed']);
    expect(await paymentsOf(shop.api)).toMatchObject([{ status: 'completed', amount: '12.00' }]);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'payment-failed', 'activated']);
  });

  it('says on the page of its invoice that the amount cannot be paid, and takes nothing', async () => {
    const subscription = await subscribed(shop.api, {}, { start_at });
    setMost(10);
    await turnTo(shop.api, afterDay(0));
    const invoice = await invoiceOf(subscription);
    const refused = await startInvoice(invoice);

    expect([refused.status, refused.name]).toEqual([409, 'failure']);
    expect(refused.text).toContain('This amount cannot be paid here');
    expect(refused.text).not.toContain('Something failed');
    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ status: 'sent' });
    expect((await openPage(invoice.url)).status).toBe(200);
  });

  it('is charged to a saved card whose own gateway takes it, although no other one does', async () => {
    const customer = await createdCustomer(shop.api);
    const { id: payment_method_id } = await savedCard(shop.api, {}, customer.id);
    const about = { customer: undefined, customer_id: customer.id, payment_method_id, start_at };
    const subscription = await subscribed(shop.api, {}, about);
    setMost(10);
    Object.assign(keeper, { limits: {} });
    await turnTo(shop.api, afterDay(0));

    expect(await subscriptionNow(shop.api, subscription)).toMatchObject({ collection_state: 'ok' });
    expect(await paymentsOf(shop.api)).toMatchObject([{ status: 'completed', amount: '12.00' }]);
  });
});

describe('a change of the plan with proration', () => {
  it('is refused if what is left to pay is less than any gateway takes, and the paid period stays', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), start_at });
    await turnTo(shop.api, afterDay(0));
    const paid = await subscriptionNow(shop.api, subscription);
    const { plan_id } = await createdPlan(shop.api, { amount: '12.50' });

    const refused = await shop.api('updateSubscription', {
      params: { id: subscription.id },
      body: { plan_id, prorate: true },
    });

    expect([refused.status, refused.code]).toEqual([409, 'AMOUNT_TOO_SMALL']);
    expect(await subscriptionNow(shop.api, subscription)).toEqual(paid);
    expect((await invoicesOf(shop.api, subscription)).map(({ status }) => status)).toEqual(['paid']);
    expect(await billingEventTypes(app, subscription)).toEqual(['created', 'activated']);
  });
});
