import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { goodCard } from '../../../../support/builders/counter.ts';
import { eventsAbout, runAgain } from '../../../../support/builders/inside.ts';
import {
  draftedInvoice,
  invoiceEventTypes,
  invoiceNow,
  sentInvoice,
  startInvoice,
} from '../../../../support/builders/invoices.ts';
import { aReceiver } from '../../../../support/receivers/receiver.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const typesOf = (invoice: { readonly id: string }) => invoiceEventTypes(app, invoice);

const daySeconds = 24 * 3600;

/** The date so many days from now by the merchant's clock, and the seconds until that day ends. */
async function dayIn({ api }: Shop, days: number): Promise<{ date: string; endsIn: number }> {
  const { data } = await api('getTestClock');
  const now = new Date(data.now).getTime() / 1000;
  const end = (Math.floor(now / daySeconds) + days + 1) * daySeconds;
  return { date: new Date((end - 1) * 1000).toISOString().slice(0, 10), endsIn: Math.ceil(end - now) };
}

const pay = async (invoice: { readonly url: string }) =>
  await submit(await startInvoice(invoice), 'pay', goodCard);

describe('the events of an invoice', () => {
  it('come in order, each with the invoice as it was', async () => {
    const shop = await openShop(app);
    const { id } = await draftedInvoice(shop.api);
    await shop.api('updateInvoice', { params: { id }, body: { due_date: '2098-01-31' } });
    const { data: sent } = await shop.api('sendInvoice', { params: { id } });
    await pay({ url: String(sent.hosted_url) });
    const paid = await invoiceNow(shop.api, { id });
    const refund = { params: { id: String(paid.transaction_id) }, body: { amount: '40.00' } };
    await shop.api('refundTransaction', refund);

    const events = await eventsAbout(app, { id });

    expect(events.map(({ type, data }) => [type, data['status'], data['due_date']])).toEqual([
      ['invoicing.invoice.created', 'draft', '2099-01-31'],
      ['invoicing.invoice.updated', 'draft', '2098-01-31'],
      ['invoicing.invoice.sent', 'sent', '2098-01-31'],
      ['invoicing.invoice.paid', 'paid', '2098-01-31'],
      ['invoicing.invoice.refunded', 'paid', '2098-01-31'],
    ]);
    expect(events[3]?.data).toMatchObject({
      id,
      number: 'INV-000001',
      hosted_url: sent.hosted_url,
      total: '140.0000',
      amount_paid: '140.0000',
      amount_due: '0.0000',
      items: [{ description: 'Wedding cake', unit_amount: '100.0000', tax: '15.0000' }, { quantity: 2 }],
      transaction_id: paid.transaction_id,
      paid_at: paid.paid_at,
    });
  });

  it('include each refund that completes, and none that fails', async () => {
    const shop = await openShop(app);
    const invoice = await sentInvoice(shop.api);
    await pay(invoice);
    const { transaction_id } = await invoiceNow(shop.api, invoice);
    const refund = (amount: string) =>
      shop.api('refundTransaction', { params: { id: String(transaction_id) }, body: { amount } });

    await refund('1.13');
    await refund('10.11');
    const before = await typesOf(invoice);
    await turnClock(shop.api, 60);
    await refund('20.00');

    expect(before).toEqual(['created', 'sent', 'paid']);
    expect(await typesOf(invoice)).toEqual(['created', 'sent', 'paid', 'refunded', 'refunded']);
    expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
  });

  it('say once that a draft or a sent invoice was voided', async () => {
    const shop = await openShop(app);
    const [draft, sent] = [await draftedInvoice(shop.api), await sentInvoice(shop.api)];

    for (const { id } of [draft, sent, sent]) await shop.api('voidInvoice', { params: { id } });

    expect([await typesOf(draft), await typesOf(sent)]).toEqual([
      ['created', 'cancelled'],
      ['created', 'sent', 'cancelled'],
    ]);
  });

  it('go to the webhook of the app only', async () => {
    const receiver = await aReceiver();
    const shop = await openShop(app, {
      webhookUrl: `${receiver.url}/hook`,
      eventTypes: ['invoicing.invoice.sent', 'invoicing.invoice.paid'],
    });
    const invoice = await sentInvoice(shop.api);
    await pay(invoice);

    const seen = await receiver.sees(2);

    const bodies = seen.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type, sequence, resource_id: id }) => [type, sequence, id])).toEqual([
      ['invoicing.invoice.sent', 2, invoice.id],
      ['invoicing.invoice.paid', 3, invoice.id],
    ]);
    const rows = await app.database.asOwner(
      'SELECT DISTINCT destination FROM sandbox.webhook_deliveries WHERE merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(rows).toEqual([{ destination: 'app' }]);
    await receiver.close();
  });
});

describe('an invoice that is not paid by its due date', () => {
  it('is overdue after the end of that day, and has one unpaid event', async () => {
    const shop = await openShop(app);
    const { date, endsIn } = await dayIn(shop, 2);
    const invoice = await sentInvoice(shop.api, { due_date: date });
    const at = async () => [(await invoiceNow(shop.api, invoice)).overdue, await typesOf(invoice)];

    await turnClock(shop.api, endsIn - 60);
    const before = await at();
    await turnClock(shop.api, 120);
    const after = await at();
    await turnClock(shop.api, 3 * daySeconds);

    expect(before).toEqual([false, ['created', 'sent']]);
    expect(after).toEqual([true, ['created', 'sent', 'unpaid']]);
    expect(await at()).toEqual(after);
    const unpaid = (await eventsAbout(app, invoice)).at(-1);
    expect(unpaid?.data).toMatchObject({ status: 'sent', overdue: true, amount_due: '140.0000' });
    expect((await openPage(invoice.url)).text).toContain('This invoice is overdue');
  });

  it('has an unpaid event dated at the end of that day, however far the clock was turned', async () => {
    const shop = await openShop(app);
    const { date } = await dayIn(shop, 1);
    const invoice = await sentInvoice(shop.api, { due_date: date });

    await turnClock(shop.api, 10 * daySeconds);

    const unpaid = (await eventsAbout(app, invoice)).find(({ type }) => type === 'invoicing.invoice.unpaid');
    expect(unpaid?.at).toBe(new Date(new Date(date).getTime() + daySeconds * 1000).toISOString());
  });

  it('is overdue at once if the due date had passed before it was sent', async () => {
    const shop = await openShop(app);
    const draft = await draftedInvoice(shop.api, { due_date: '2026-01-31' });
    const invoice = await sentInvoice(shop.api, { due_date: '2026-01-31' });

    await turnClock(shop.api, 1);

    expect([draft.overdue, invoice.overdue]).toEqual([false, true]);
    expect([await typesOf(draft), await typesOf(invoice)]).toEqual([
      ['created'],
      ['created', 'sent', 'unpaid'],
    ]);
  });

  it('can still be paid, and is then no longer overdue', async () => {
    const shop = await openShop(app);
    const invoice = await sentInvoice(shop.api, { due_date: '2026-01-31' });
    await turnClock(shop.api, 1);

    await pay(invoice);

    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ status: 'paid', overdue: false });
    expect(await typesOf(invoice)).toEqual(['created', 'sent', 'unpaid', 'paid']);
  });

  it('has no unpaid event if it was paid or voided before', async () => {
    const shop = await openShop(app);
    const { date, endsIn } = await dayIn(shop, 1);
    const [paid, voided] = [
      await sentInvoice(shop.api, { due_date: date }),
      await sentInvoice(shop.api, { due_date: date }),
    ];
    await pay(paid);
    await shop.api('voidInvoice', { params: { id: voided.id } });

    // A job that was claimed just before.
    await runAgain(app, shop.merchant, 'invoices.mark-unpaid', { invoiceId: readId('inv', paid.id) });
    await turnClock(shop.api, endsIn + 60);

    expect([await typesOf(paid), await typesOf(voided)]).toEqual([
      ['created', 'sent', 'paid'],
      ['created', 'sent', 'cancelled'],
    ]);
    const jobs = await app.database.asOwner(
      "SELECT key FROM sandbox.jobs WHERE kind = 'invoices.mark-unpaid' AND merchant_id = $1",
      [shop.merchant.merchantId],
    );
    expect(jobs).toEqual([]);
  });

  it('ends in one consistent state, without a deadlock, if it is paid or voided at that very moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const shop = await openShop(app);
      const { date, endsIn } = await dayIn(shop, 0);
      const [one, other] = [
        await sentInvoice(shop.api, { due_date: date }),
        await sentInvoice(shop.api, { due_date: date }),
      ];
      const opened = await startInvoice(one);

      await Promise.all([
        turnClock(shop.api, endsIn + 1),
        submit(opened, 'pay', goodCard),
        shop.api('voidInvoice', { params: { id: other.id } }),
      ]);

      const [ofOne, ofOther] = [await typesOf(one), await typesOf(other)];
      expect(ofOther.filter((type) => type !== 'unpaid')).toEqual(['created', 'sent', 'cancelled']);
      expect(ofOther.at(-1)).toBe('cancelled');
      expect(ofOne.slice(0, 2)).toEqual(['created', 'sent']);
      expect(ofOne.filter((type) => type === 'unpaid').length).toBeLessThanOrEqual(1);
      // Without a paid event: turning the clock may have closed the payer's checkout before the form was sent.
      expect(ofOne.indexOf('unpaid')).not.toBeGreaterThan(2);
    }
  });

  it('has one unpaid event even if the job runs twice', async () => {
    const shop = await openShop(app);
    const invoice = await sentInvoice(shop.api, { due_date: '2026-01-31' });
    await turnClock(shop.api, 1);
    await runAgain(app, shop.merchant, 'invoices.mark-unpaid', { invoiceId: readId('inv', invoice.id) });

    await turnClock(shop.api, 1);

    expect(await typesOf(invoice)).toEqual(['created', 'sent', 'unpaid']);
  });
});
