import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { turnTo } from '../../../../support/builders/subscriptions.ts';
import { submit } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const due = { due_date: '2028-03-10', reminder_days: [7, -3, 1] };

/** When each reminder of an invoice was recorded. */
async function remindersOf(invoice: { readonly id: string }): Promise<string[]> {
  const events = await eventsAbout(app, invoice);
  return events.filter(({ type }) => type.endsWith('reminder-sent')).map(({ at }) => at);
}

describe('reminders of an invoice', () => {
  it('come on their days while it is unpaid, in any order that they were named', async () => {
    const [other, invoice] = [await sentInvoice(shop.api), await sentInvoice(shop.api, due)];

    await turnTo(shop.api, '2028-04-01T00:00:00Z');

    expect(await invoiceNow(shop.api, other)).toMatchObject({ reminders_sent: 0, last_reminder_at: null });
    expect(await remindersOf(invoice)).toEqual([
      '2028-03-07T08:00:00.000Z',
      '2028-03-11T08:00:00.000Z',
      '2028-03-17T08:00:00.000Z',
    ]);
    expect(await invoiceNow(shop.api, invoice)).toMatchObject({
      reminder_days: [7, -3, 1],
      reminders_sent: 3,
      last_reminder_at: '2028-03-17T08:00:00.000Z',
    });
    expect(await invoiceEventTypes(app, invoice)).toEqual([
      'created',
      'sent',
      'reminder-sent',
      'unpaid',
      'reminder-sent',
      'reminder-sent',
    ]);
  });

  it('stop when it is paid', async () => {
    const invoice = await sentInvoice(shop.api, due);
    await turnTo(shop.api, '2028-03-08T00:00:00Z');

    await submit(await startInvoice(invoice), 'pay', goodCard);
    await turnTo(shop.api, '2028-04-01T00:00:00Z');

    expect(await remindersOf(invoice)).toEqual(['2028-03-07T08:00:00.000Z']);
  });

  it('stop when it is voided, and leave no job', async () => {
    const invoice = await sentInvoice(shop.api, due);

    await shop.api('voidInvoice', { params: { id: invoice.id } });

    const jobs = await app.database.asOwner(
      `SELECT kind FROM sandbox.jobs WHERE merchant_id = $1 AND kind LIKE 'invoices.%'`,
      [shop.merchant.merchantId],
    );
    expect(jobs).toEqual([]);
  });

  it('whose time had passed when it was sent are left out', async () => {
    const { id } = await draftedInvoice(shop.api, due);
    await turnTo(shop.api, '2028-03-09T00:00:00Z');

    await shop.api('sendInvoice', { params: { id } });
    await turnTo(shop.api, '2028-04-01T00:00:00Z');

    expect(await remindersOf({ id })).toEqual(['2028-03-11T08:00:00.000Z', '2028-03-17T08:00:00.000Z']);
  });

  it('wait while the customer is paying', async () => {
    const invoice = await sentInvoice(shop.api, { ...due, reminder_days: [0] });
    await turnTo(shop.api, '2028-03-10T07:59:00Z');
    const page = await startInvoice(invoice);
    await submit(page, 'pay', { method: 'wallet_a', phone: '0776666666' });

    await turnClock(shop.api, 90);
    const waiting = await remindersOf(invoice);
    await turnClock(shop.api, 2 * 3600);

    expect(waiting).toEqual([]);
    const [reminded] = await remindersOf(invoice);
    expect(reminded?.slice(0, 13)).toBe('2028-03-10T09');
  });

  it('are all made up for when one comes late, even those whose days have passed by then', async () => {
    const invoice = await sentInvoice(shop.api, { ...due, reminder_days: [0, 1] });
    // As if no worker ran until two days after the due date.
    await app.database.asOwner(
      `DELETE FROM sandbox.jobs WHERE merchant_id = $1 AND kind = 'invoices.remind'`,
      [shop.merchant.merchantId],
    );
    await turnTo(shop.api, '2028-03-12T08:00:00Z');
    const missed = await remindersOf(invoice);
    const payload = { invoiceId: readId('inv', invoice.id), day: 0 };
    await runAgain(app, shop.merchant, 'invoices.remind', payload);

    await turnClock(shop.api, 60);

    expect([missed, await remindersOf(invoice)]).toEqual([[], [expect.any(String), expect.any(String)]]);
    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ reminders_sent: 2 });
  });

  it('can be changed while it is a draft', async () => {
    const { id } = await draftedInvoice(shop.api, due);

    const changed = await shop.api('updateInvoice', { params: { id }, body: { reminder_days: [] } });
    await shop.api('sendInvoice', { params: { id } });
    await turnTo(shop.api, '2028-04-01T00:00:00Z');

    expect(changed.data.reminder_days).toEqual([]);
    expect(await remindersOf({ id })).toEqual([]);
  });

  it.each([[[1, 1]], [[181]], [[-61]], [[0.5]], [Array.from({ length: 11 }, (_, day) => day)], ['1']])(
    'are refused as %j',
    async (reminder_days) => {
      const { api } = shop;
      const body = { customer: { name: 'T' }, currency: 'USD', due_date: '2028-03-10', reminder_days };
      const items = [{ description: 'Tea', quantity: 1, unit_amount: '1.00' }];

      const refused = await api('createInvoice', { body: { ...body, items } });

      expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it('of too many days are refused for that alone: to compare thousands with each other takes long', async () => {
    const reminder_days = [...Array.from({ length: 10 }, (_, day) => day), 20, 20];
    const items = [{ description: 'Tea', quantity: 1, unit_amount: '1.00' }];
    const body = { customer: { name: 'T' }, currency: 'USD', due_date: '2028-03-10', reminder_days, items };

    const refused = await shop.api('createInvoice', { body });

    expect(refused.body['errors']).toMatchObject([{ instancePath: '/reminder_days', keyword: 'maxItems' }]);
  });
});
