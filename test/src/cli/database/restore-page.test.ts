import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place } from '../../../journeys/shop.ts';
import { aPayout } from '../../../support/builders/payouts.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/operate/backup.md'), 'utf8');
const [, section = ''] = page.split('### What happened after the moment');

let place: Place;
beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());

it('lists what a damaged server knows of the time after the restored moment', async () => {
  const shop = await openShop(place);
  const before = await aPayment(shop, '100.00');
  await shop.api('sendInvoice', { params: { id: await aDraft() } });
  await aForgotten();
  const [{ t } = {}] = await place.database.asOwner('SELECT clock_timestamp()::text AS t');

  const payment = await aPayment(shop, '50.00');
  const { data: payout } = await shop.api('requestPayout', { body: aPayout('bank_transfer') });
  const params = { id: before };
  const { data: refund } = await shop.api('refundTransaction', { params, body: { amount: '4.00' } });
  const { data: invoice } = await shop.api('sendInvoice', { params: { id: await aDraft() } });
  const forgotten = await aForgotten();
  const merchant = showId('mer', shop.merchant.merchantId);
  await place.database.asOwner(
    "INSERT INTO platform.operator_changes (change_id, merchant_id, action, operator) VALUES (uuidv7(), $1, 'key.revoked', 'tariro')",
    [shop.merchant.merchantId],
  );

  await place.database.asOwner('INSERT INTO sandbox.platform_invoice_counters (last) VALUES (7)');

  const [, statements = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
  const listed = [];
  for (const statement of statements.split(';\n').slice(0, -1))
    listed.push(
      await place.database.asOwner(
        statement.replaceAll('live.', 'sandbox.').replaceAll('2026-11-26T04:30:00Z', String(t)),
      ),
    );

  expect(listed).toMatchObject([
    [{ merchant, payout: payout.payout_id, method: 'bank_transfer', amount: payout.amount }],
    [{ merchant, refund: refund.refund_id, payment: before, amount: '4.00', currency: 'USD' }],
    [{ merchant, payment, status: 'completed', amount: '50.00' }],
    [{ merchant, number: invoice.number }],
    [
      { statement: expect.stringContaining('ON CONFLICT') },
      { statement: expect.stringContaining('ON CONFLICT') },
    ],
    [{ merchant, action: 'key.revoked', operator: 'tariro' }],
    [{ merchant, ended: forgotten }],
  ]);

  // As in the restored database, whose counters have not seen the last invoices.
  await place.database.asOwner('UPDATE sandbox.invoice_counters SET last = 1');
  await place.database.asOwner('UPDATE sandbox.platform_invoice_counters SET last = 3');
  for (const { statement } of listed[4] ?? []) await place.database.asOwner(String(statement));
  const { data: next } = await shop.api('sendInvoice', { params: { id: await aDraft() } });
  expect([invoice.number, next.number]).toEqual(['INV-000002', 'INV-000003']);
  expect(await place.database.asOwner('SELECT last FROM sandbox.platform_invoice_counters')).toEqual([
    { last: 7 },
  ]);

  async function aForgotten(): Promise<string> {
    const { id } = (await shop.api('createCustomer', { body: { name: 'Tariro Moyo' } })).data;
    await shop.api('deleteCustomer', { params: { id } });
    return id;
  }

  async function aDraft(): Promise<string> {
    const items = [{ description: 'Cake', quantity: 1, unit_amount: '10.00' }];
    const customer = { name: 'Tariro Moyo', email: 'tariro@example.com' };
    const body = { customer, currency: 'USD', items, due_date: '2099-01-31' };
    return (await shop.api('createInvoice', { body })).data.id;
  }
});
