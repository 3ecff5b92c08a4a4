import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueInvoice } from '../../../../../src/domain/billing/invoices/issue-invoice.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { actingAs } from '../../../../support/builders/inside.ts';
import {
  anInvoice,
  draftedInvoice,
  invoiceEventTypes,
  invoiceNow,
} from '../../../../support/builders/invoices.ts';
import { atOnce, times } from '../../../../support/checks/at-once.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const numbersTo = (last: number) => times(last, (at) => `INV-${String(at + 1).padStart(6, '0')}`);

const draftsOf = (shop: Shop, count: number) =>
  atOnce(
    10,
    times(count, () => () => draftedInvoice(shop.api)),
  );

async function numbersOf(shop: Shop): Promise<unknown[]> {
  const rows = await app.database.asOwner(
    'SELECT number FROM sandbox.invoices WHERE merchant_id = $1 AND number IS NOT NULL ORDER BY number',
    [shop.merchant.merchantId],
  );
  return rows.map(({ number }) => number);
}

/** Sends an invoice in a transaction that is rolled back. */
async function sendAndDie(shop: Shop, id: string): Promise<void> {
  const dying = actingAs(app, shop.merchant, async (act) => {
    await issueInvoice(act, readId('inv', id));
    throw new Error('died');
  });
  await expect(dying).rejects.toThrow('died');
}

describe('the numbers of invoices', () => {
  it('follow each other when two are sent at once', async () => {
    const shop = await openShop(app);
    const drafts = await draftsOf(shop, 2);

    const sent = await Promise.all(drafts.map(({ id }) => shop.api('sendInvoice', { params: { id } })));

    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await numbersOf(shop)).toEqual(numbersTo(2));
  });

  it('have no gap and no duplicate when 50 are sent at once, and others are refused or rolled back', async () => {
    const shop = await openShop(app);
    const drafts = await draftsOf(shop, 50);
    const lost = await draftsOf(shop, 25);

    const [sent] = await Promise.all([
      Promise.all(drafts.map(({ id }) => shop.api('sendInvoice', { params: { id } }))),
      Promise.all(drafts.map(({ id }) => shop.api('sendInvoice', { params: { id } }))),
      Promise.all(lost.map(({ id }) => sendAndDie(shop, id))),
    ]);

    const statuses = sent.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await numbersOf(shop)).toEqual(numbersTo(50));
    expect(
      new Set(
        (await Promise.all(lost.map((each) => invoiceNow(shop.api, each)))).map(({ status }) => status),
      ),
    ).toEqual(new Set(['draft']));
    for (const draft of drafts.slice(0, 5))
      expect(await invoiceEventTypes(app, draft)).toEqual(['created', 'sent']);
  });

  it('are also given when an invoice is created and sent in one call, once per idempotency key', async () => {
    const shop = await openShop(app);
    const headers = { 'idempotency-key': 'invoice-1' };
    const body = anInvoice({ send: true });
    const once = () => shop.api('createInvoice', { body, headers });

    const first = await once();
    const again = await once();
    const other = await shop.api('createInvoice', { body });

    expect(again.data).toEqual(first.data);
    expect([first.data.number, other.data.number]).toEqual(numbersTo(2));
  });

  it.each(['INVOICE_NOT_DRAFT', 'GATEWAY_NOT_CONFIGURED'])(
    'are not taken by a send that is refused with %s, even if its transaction commits',
    async (code) => {
      const shop = await openShop(app);
      const { id } = await draftedInvoice(shop.api, { send: code === 'INVOICE_NOT_DRAFT' });
      const { gateways } = app.service.contexts[code === 'INVOICE_NOT_DRAFT' ? 'sandbox' : 'live'];

      const refused = await actingAs(app, shop.merchant, (act) =>
        issueInvoice({ ...act, ctx: { ...act.ctx, gateways } }, readId('inv', id)).catch(
          (error: unknown) => error,
        ),
      );
      const next = await draftedInvoice(shop.api, { send: true });

      expect(refused).toMatchObject({ code });
      expect(next.number).toBe(code === 'INVOICE_NOT_DRAFT' ? 'INV-000002' : 'INV-000001');
    },
  );

  it('are counted for each merchant, and stay with a voided invoice', async () => {
    const [one, other] = [await openShop(app), await openShop(app)];
    const { id } = await draftedInvoice(one.api, { send: true });
    await one.api('voidInvoice', { params: { id } });

    const next = [
      await draftedInvoice(one.api, { send: true }),
      await draftedInvoice(other.api, { send: true }),
    ];

    expect(next.map(({ number }) => number)).toEqual(['INV-000002', 'INV-000001']);
    expect((await invoiceNow(one.api, { id })).number).toBe('INV-000001');
  });
});
