import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueInvoice } from '../../../../../src/domain/billing/invoices/issue-invoice.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { inTransaction } from '../../../../../src/platform/db/database.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { atOnce, times } from '../../../../support/at-once.ts';
import { anInvoice, draftedInvoice, eventsAbout, invoiceNow } from '../../../../support/invoices.ts';

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

/** Sends an invoice, and is undone before the commit. */
async function sendAndDie(shop: Shop, id: string): Promise<void> {
  const ctx = app.service.contexts.sandbox;
  const { merchantId } = shop.merchant;
  const act = (tx: Act['tx'], clockOffsetMs: number) =>
    ({ ctx, tx, merchant: { id: merchantId, clockOffsetMs } }) satisfies Act;
  const dying = inTransaction(ctx.db, merchantId, async (tx, offset) => {
    await issueInvoice(act(tx, offset), readId('inv', id));
    throw new Error('died');
  });
  await expect(dying).rejects.toThrow('died');
}

describe('the numbers of invoices', () => {
  it('of two that are sent at once follow each other', async () => {
    const shop = await openShop(app);
    const drafts = await draftsOf(shop, 2);

    const sent = await Promise.all(drafts.map(({ id }) => shop.api('sendInvoice', { params: { id } })));

    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect(await numbersOf(shop)).toEqual(numbersTo(2));
  });

  it('of 50 that are sent at once, with others undone or refused between them, have no gap and no double', async () => {
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
      expect((await eventsAbout(app, draft)).map(({ type }) => type)).toEqual([
        'invoicing.invoice.created',
        'invoicing.invoice.sent',
      ]);
  }, 60_000);

  it('are given in one step with the making, too, and once per idempotency key', async () => {
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

  it('are of each merchant their own, and stay with a void invoice', async () => {
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
