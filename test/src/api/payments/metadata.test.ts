import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { turnClock } from '../../../support/builders/build.ts';
import {
  chargeSession,
  createdLink,
  goodCard,
  listedLink,
  openedSession,
  sessionNow,
  startPayment,
} from '../../../support/builders/counter.ts';
import { eventsAbout } from '../../../support/builders/inside.ts';
import { draftedInvoice, invoiceNow, sentInvoice, startInvoice } from '../../../support/builders/invoices.ts';
import {
  createdPlan,
  invoicesOf,
  paidBy,
  subscribed,
  subscriptionNow,
} from '../../../support/builders/subscriptions.ts';
import { openPage, submit } from '../../../support/service/page.ts';
import { aReading, registeredReader } from './terminals/counter.ts';

/** What integrators send with whatever a payment comes from. Decision 0153. */
let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
  shop = await openShop(app);
});
afterAll(() => app.stop());

const metadata = { branch: 'Harare', cart_77: '' };
const others = { branch: 'Mutare' };

const ofPayment = async (id: string | null) =>
  (await shop.api('getTransaction', { params: { id: id ?? '' } })).data.metadata;

const payments = async () => (await shop.payments()).map((payment) => payment.metadata);

describe('the payment of', () => {
  it('a link carries its metadata, and a changed link hands on the new one', async () => {
    const link = await createdLink(shop.api, { metadata });
    const begun = await startPayment(link);
    const shown = await openPage(link.url);
    await shop.api('updatePaymentLink', { params: { id: link.id }, body: { metadata: others } });
    await submit(await startPayment(link), 'pay', goodCard);
    const changed = await listedLink(shop.api, link.id);
    await shop.api('updatePaymentLink', { params: { id: link.id }, body: { title: 'Tea' } });
    const kept = await listedLink(shop.api, link.id);
    await shop.api('updatePaymentLink', { params: { id: link.id }, body: { metadata: {} } });
    await submit(begun, 'pay', goodCard);

    expect((await payments()).slice(0, 2)).toEqual([metadata, others]);
    expect([changed.metadata, kept.metadata]).toEqual([others, others]);
    expect((await listedLink(shop.api, link.id)).metadata).toBeNull();
    expect(`${shown.text}${begun.text}`).not.toContain('Harare');
  });

  it('an invoice carries its metadata, as the draft was changed, and so do its events', async () => {
    const draft = await draftedInvoice(shop.api, { metadata: others });
    const { data } = await shop.api('updateInvoice', { params: { id: draft.id }, body: { metadata } });
    const invoice = await sentInvoice(shop.api, { metadata });

    await submit(await startInvoice(invoice), 'pay', goodCard);

    expect([draft.metadata, data.metadata]).toEqual([others, metadata]);
    expect((await invoiceNow(shop.api, invoice)).metadata).toEqual(metadata);
    expect((await payments())[0]).toEqual(metadata);
    const events = await eventsAbout(app, invoice);
    expect(events.map((event) => event.data['metadata'])).toEqual(events.map(() => metadata));
    expect((await openPage(invoice.url)).text).not.toContain('Harare');
    const emptied = await shop.api('updateInvoice', { params: { id: draft.id }, body: { metadata: {} } });
    expect(emptied.data.metadata).toBeNull();
  });

  it('a subscription carries the metadata that it had when the period was billed', async () => {
    const paying = paidBy('0771111111');
    const subscription = await subscribed(shop.api, {}, { ...paying, metadata });
    await turnClock(shop.api, 60);
    const params = { id: subscription.id };
    const changed = await shop.api('updateSubscription', { params, body: { metadata: others } });
    const same = await shop.api('updateSubscription', { params, body: { metadata: others } });
    await turnClock(shop.api, 32 * 86_400);

    expect([subscription.metadata, changed.data.metadata]).toEqual([metadata, others]);
    expect((await payments()).slice(0, 2)).toEqual([others, metadata]);
    expect((await invoicesOf(shop.api, subscription)).map((one) => one.metadata)).toEqual([metadata, others]);
    expect(same.data.metadata).toEqual(others);
    const updates = (await eventsAbout(app, subscription)).filter(({ type }) => type.endsWith('.updated'));
    expect(updates.map((event) => event.data['metadata'])).toEqual([others]);
  });

  it('a subscription carries the metadata that is sent with a prorated change of its plan', async () => {
    const subscription = await subscribed(shop.api, {}, { ...paidBy('0771111111'), metadata });
    await turnClock(shop.api, 60);
    const { plan_id } = await createdPlan(shop.api, { amount: '30.00' });

    await shop.api('updateSubscription', {
      params: { id: subscription.id },
      body: { plan_id, prorate: true, metadata: others },
    });

    expect((await invoicesOf(shop.api, subscription)).at(-1)?.metadata).toEqual(others);
    expect((await subscriptionNow(shop.api, subscription)).metadata).toEqual(others);
  });

  it('a session of the virtual terminal carries its metadata', async () => {
    const session = await openedSession(shop.api, { payment_method: 'wallet_a', metadata });

    const { data } = await chargeSession(shop.api, session, { customer_phone: '0771111111' });

    expect(await ofPayment(data.transaction_id)).toEqual(metadata);
    expect((await sessionNow(shop.api, session)).metadata).toEqual(metadata);
  });

  it('a reader carries its metadata', async () => {
    const reader = await registeredReader(shop.api);

    const body = aReading(reader, 'approved', { metadata });
    const { data } = await shop.api('processTerminalPayment', { body });

    expect(await ofPayment(data.transaction_id)).toEqual(metadata);
  });
});
