import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { words } from '../../../../../src/pages/words/en/words.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { badCard, goodCard } from '../../../../support/builders/counter.ts';
import {
  invoiceEventTypes,
  invoiceNow,
  sentInvoice,
  startInvoice,
} from '../../../../support/builders/invoices.ts';
import { atOnce, times } from '../../../../support/checks/at-once.ts';
import { countCharges } from '../../../../support/faults/charges.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;
let charges: ReturnType<typeof countCharges>;

beforeAll(async () => {
  app = await openService();
  charges = countCharges(app);
});
afterEach(() => charges.forget());
afterAll(() => app.stop());

const wallet = (phone: string) => ({ method: 'wallet_a', phone });
/** A phone for each: one that is prompted more than 20 times from an invoice is refused. */
const phoneOf = (at: number) => `07712340${String(at).padStart(2, '0')}`;
type Invoice = { readonly id: string; readonly url: string };

async function paymentsOf(shop: Shop, invoice: Invoice) {
  const { data } = await shop.api('listTransactions', { query: { limit: 100, search: invoice.id } });
  return data.items.filter(({ type }) => type === 'payment');
}
const statusesOf = async (shop: Shop, invoice: Invoice) =>
  (await paymentsOf(shop, invoice)).map(({ status }) => status);

/** Whether the invoice is reserved for an attempt. */
async function isReserved(invoice: Invoice): Promise<boolean> {
  const [row] = await app.database.asOwner(
    "SELECT attempt_checkout_id FROM sandbox.invoices WHERE replace(id::text, '-', '') = $1",
    [invoice.id.replace('inv_', '')],
  );
  return row?.['attempt_checkout_id'] !== null;
}

async function refundReasons(shop: Shop) {
  return await app.database.asOwner('SELECT reason, status FROM sandbox.refunds WHERE merchant_id = $1', [
    shop.merchant.merchantId,
  ]);
}

const voided = (shop: Shop, { id }: Invoice) => shop.api('voidInvoice', { params: { id } });

/** Reports that the newest attempt was approved, and which amount was paid. */
async function approve(
  shop: Shop,
  invoice: Invoice,
  { amount = 140_0000n, ...when }: { readonly amount?: bigint; readonly at?: Date } = {},
): Promise<void> {
  const [attempt] = await paymentsOf(shop, invoice);
  const paid = {
    kind: 'approved',
    gatewayReference: attempt?.gateway_reference ?? '',
    gatewayStatus: 'PAID',
    amount: amountOf(amount),
    currency: 'USD',
  } as const;
  const id = readId('txn', attempt?.id ?? '');
  await asMerchant(app, shop.merchant, (act) => settlePayment(act, id, paid), when);
}

async function aShopWithInvoice(): Promise<{ shop: Shop; invoice: Invoice }> {
  const shop = await openShop(app);
  return { shop, invoice: await sentInvoice(shop.api) };
}

describe('an invoice', () => {
  it('stays reserved for an attempt when another payer ends their own checkout', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const [waiting, leaving] = [await startInvoice(invoice), await startInvoice(invoice)];
    await submit(waiting, 'pay', wallet('0772222222'));

    const id = /chk_[0-9a-f]{32}/.exec(leaving.address)?.[0] ?? '';
    const aborted = await shop.api('abortCheckout', { params: { id } });

    expect([aborted.status, await isReserved(invoice)]).toEqual([200, true]);
  });

  it.each([
    ['by card', 'card', '4242424242424242'],
    ['by domestic switch card', 'domestic_switch', '9716000000000006'],
  ])('paid %s is paid in full, and names its payment', async (_how, method, number) => {
    const { shop, invoice } = await aShopWithInvoice();

    const page = await submit(await startInvoice(invoice), 'pay', { ...goodCard, method, number });

    const paid = await invoiceNow(shop.api, invoice);
    const [payment] = await paymentsOf(shop, invoice);
    expect(page.name).toBe('receipt');
    expect(paid).toMatchObject({ status: 'paid', amount_paid: '140.00', amount_due: '0.00', overdue: false });
    expect(paid.paid_at).toBe(payment?.completed_at);
    expect(payment).toMatchObject({
      id: paid.transaction_id,
      status: 'completed',
      amount: '140.00',
      source: { type: 'invoice', id: invoice.id },
      customer: { name: 'Tariro Moyo', email: 'tariro@example.com' },
      description: 'INV-000001',
    });
  });

  it('is reserved for its payer, and its page says so, while a wallet prompt waits', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const [first, second] = [await startInvoice(invoice), await startInvoice(invoice)];

    const waiting = await submit(first, 'pay', wallet('0772222222'));
    const [landing, other] = [await openPage(invoice.url), await submit(second, 'pay', goodCard)];
    const refused = await voided(shop, invoice);
    await turnClock(shop.api, 30);

    expect([waiting.name, landing.name, landing.status, other.name]).toEqual([
      'approve',
      'busy',
      200,
      'busy',
    ]);
    expect(refused).toMatchObject({ status: 409, code: 'CHARGE_IN_PROGRESS' });
    expect((await openPage(first.address)).name).toBe('receipt');
    expect((await openPage(second.address)).name).toBe('closed');
    expect(await statusesOf(shop, invoice)).toEqual(['completed']);
  });

  it('keeps its price when the form sends another amount', async () => {
    const { shop, invoice } = await aShopWithInvoice();

    await submit(await startInvoice(invoice), 'pay', { ...goodCard, amount: '1.00', total: '1.00' });

    expect((await paymentsOf(shop, invoice)).map(({ amount }) => amount)).toEqual(['140.00']);
  });
});

describe('when several pay an invoice at once', () => {
  it('one by card and one by wallet, one of them pays and the other is not charged', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, invoice } = await aShopWithInvoice();
      const [one, two] = [await startInvoice(invoice), await startInvoice(invoice)];
      charges.forget();

      await Promise.all([submit(one, 'pay', goodCard), submit(two, 'pay', wallet('0771111111'))]);
      await turnClock(shop.api, 10);

      expect(charges.asked).toHaveLength(1);
      expect(await statusesOf(shop, invoice)).toEqual(['completed']);
      expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
    }
  });

  it('one of 50 pays, and nobody else is charged', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const payers = await atOnce(
      10,
      times(50, () => () => startInvoice(invoice)),
    );

    const pages = await Promise.all(
      payers.map((page, at) => submit(page, 'pay', at % 2 === 0 ? goodCard : wallet(phoneOf(at)))),
    );
    await turnClock(shop.api, 10);

    const names = pages.map(({ name }) => name);
    expect(names.filter((name) => !['receipt', 'approve', 'busy', 'closed'].includes(name))).toEqual([]);
    expect(names.filter((name) => name === 'receipt' || name === 'approve')).toHaveLength(1);
    expect(charges.asked).toHaveLength(1);
    expect(await statusesOf(shop, invoice)).toEqual(['completed']);
    expect(await invoiceEventTypes(app, invoice)).toEqual(['created', 'sent', 'paid']);
  });

  it('and the merchant voids it, it is either paid, or void and nobody is charged', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { shop, invoice } = await aShopWithInvoice();
      const payer = await startInvoice(invoice);
      charges.forget();

      const [page, answer] = await Promise.all([submit(payer, 'pay', goodCard), voided(shop, invoice)]);

      const { status } = await invoiceNow(shop.api, invoice);
      const isVoid = answer.status === 200;
      expect([status, page.name, charges.asked.length]).toEqual(
        isVoid ? ['void', 'closed', 0] : ['paid', 'receipt', 1],
      );
      const refusals = ['CHARGE_IN_PROGRESS', 'INVOICE_NOT_VOIDABLE'];
      expect(isVoid || refusals.includes(answer.code)).toBe(true);
    }
  });
});

describe('an invoice is no longer reserved', () => {
  it.each([
    ['a number that has no wallet', wallet('0777777777'), 422],
    ['a wallet that cannot be reached', wallet('0779999999'), 422],
    ['a card that is declined', badCard, 200],
  ])('after %s', async (_what, fields, status) => {
    const { invoice } = await aShopWithInvoice();

    const refused = await submit(await startInvoice(invoice), 'pay', fields);

    expect([refused.status, refused.name, await isReserved(invoice)]).toEqual([status, 'choose', false]);
    expect((await submit(refused, 'pay', goodCard)).name).toBe('receipt');
  });

  it('after the fifth refusal, for another payer', async () => {
    const { invoice } = await aShopWithInvoice();
    let page = await startInvoice(invoice);
    for (let tried = 0; tried < 5; tried += 1) page = await submit(page, 'pay', badCard);

    const other = await submit(await startInvoice(invoice), 'pay', goodCard);

    expect([page.name, await isReserved(invoice), other.name]).toEqual(['failed', false, 'receipt']);
    expect(page.text).toContain(`href="${invoice.url}"`);
  });

  it('when it is paid, never before it was sent, though the clock of another process is behind', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    await submit(await startInvoice(invoice), 'pay', wallet('0772222222'));
    const { created_at, sent_at } = await invoiceNow(shop.api, invoice);

    await approve(shop, invoice, { at: new Date(Date.parse(created_at) - 5) });

    expect(await invoiceNow(shop.api, invoice)).toMatchObject({ status: 'paid', paid_at: sent_at });
  });

  it('when its payer stops waiting; if the wallet approves all the same, the money goes back', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const waiting = await submit(await startInvoice(invoice), 'pay', wallet('0772222222'));

    const stopped = await submit(waiting, 'cancel');
    const reserved = await isReserved(invoice);
    await turnClock(shop.api, 30);

    expect([stopped.name, reserved]).toEqual(['aborted-undecided', false]);
    expect(await statusesOf(shop, invoice)).toEqual(['reversed']);
    expect((await openPage(invoice.url)).name).toBe('invoice');
  });

  it('when the answer of the bank is lost and no charge was made', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const card = charges.gateways.byName('sandbox_card');
    const lost = card && vi.spyOn(card, 'charge').mockResolvedValueOnce({ kind: 'unknown' });

    const waiting = await submit(await startInvoice(invoice), 'pay', goodCard);
    const reserved = await isReserved(invoice);
    await turnClock(shop.api, 31);

    expect(lost).toHaveBeenCalledTimes(1);
    expect([waiting.name, reserved, await isReserved(invoice)]).toEqual(['bank', true, false]);
    expect((await openPage(waiting.address)).name).toBe('choose');
  });

  it('unless only the answer of the wallet was lost: the gateway is asked again, and it is paid once', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const gateway = charges.gateways.byName('sandbox_wallet_a');
    const lost = gateway && vi.spyOn(gateway, 'charge').mockResolvedValueOnce({ kind: 'unknown' });

    await submit(await startInvoice(invoice), 'pay', wallet('0771111111'));
    const reserved = await isReserved(invoice);
    await turnClock(shop.api, 60);

    expect(lost).toHaveBeenCalledTimes(1);
    expect([reserved, (await invoiceNow(shop.api, invoice)).status]).toEqual([true, 'paid']);
    expect(await statusesOf(shop, invoice)).toEqual(['completed']);
  });
});

/** A wallet prompt that is approved only after its checkout has expired. */
async function aLatePayer(invoice: Invoice, shop: Shop) {
  const waiting = await submit(await startInvoice(invoice), 'pay', wallet('0778888888'));
  await turnClock(shop.api, 121);
  const expired = await submit(await openPage(waiting.address), 'expire');
  expect(expired.name).toBe('expired-undecided');
  expect(await isReserved(invoice)).toBe(false);
  return { address: waiting.address, approve: () => turnClock(shop.api, 60) };
}

describe('late money for an invoice', () => {
  it('pays it if nobody else has', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const late = await aLatePayer(invoice, shop);

    await late.approve();

    expect((await openPage(late.address)).name).toBe('receipt');
    expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
    expect((await paymentsOf(shop, invoice)).map((each) => [each.status, each.late])).toEqual([
      ['completed', true],
    ]);
  });

  it('goes back if somebody else has paid meanwhile', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const late = await aLatePayer(invoice, shop);
    await submit(await startInvoice(invoice), 'pay', goodCard);
    const paid = await invoiceNow(shop.api, invoice);

    await late.approve();

    expect((await openPage(late.address)).text).toContain('on its way back to you');
    expect(await statusesOf(shop, invoice)).toEqual(['completed', 'reversed']);
    expect(await refundReasons(shop)).toEqual([{ reason: 'surplus_payment', status: 'completed' }]);
    expect(await invoiceNow(shop.api, invoice)).toEqual(paid);
    expect(await invoiceEventTypes(app, invoice)).toEqual(['created', 'sent', 'paid']);
  });

  it('goes back while somebody else is paying, whose payment goes on', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const late = await aLatePayer(invoice, shop);
    const second = await submit(await startInvoice(invoice), 'pay', wallet('0776666666'));

    await late.approve();

    expect(await refundReasons(shop)).toEqual([{ reason: 'surplus_payment', status: 'completed' }]);
    expect((await openPage(second.address)).name).toBe('approve');
    expect(await isReserved(invoice)).toBe(true);
  });

  it('goes back to a payer who may still try again, and their page says so until they do', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const waiting = await submit(await startInvoice(invoice), 'pay', wallet('0776666666'));
    await turnClock(shop.api, 121);

    await approve(shop, invoice);
    const open = await openPage(waiting.address);
    await submit(await startInvoice(invoice), 'pay', goodCard);
    const paid = await openPage(waiting.address);

    expect(await statusesOf(shop, invoice)).toEqual(['completed', 'reversed']);
    expect([open.name, paid.name]).toEqual(['choose', 'closed']);
    for (const { text } of [open, paid]) {
      expect(text).toContain(words.returned);
      expect(text).not.toContain('No money was taken');
    }
  });

  it('of another amount than was asked for goes back, and the pages of those who have stopped say so', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const waiting = await submit(await startInvoice(invoice), 'pay', wallet('0772222222'));
    const stopped = await submit(waiting, 'cancel');
    await approve(shop, invoice, { amount: 141_0000n });
    const aborted = await openPage(stopped.address);
    const late = await aLatePayer(invoice, shop);
    await approve(shop, invoice, { amount: 141_0000n });
    const expired = await openPage(late.address);

    expect(await statusesOf(shop, invoice)).toEqual(['failed', 'failed']);
    expect([aborted.name, expired.name]).toEqual(['aborted', 'expired']);
    for (const { text } of [aborted, expired]) {
      expect(text).toContain(words.refusals.AMOUNT_MISMATCH);
      expect(text).not.toContain('No money was taken');
    }
    expect(await refundReasons(shop)).toMatchObject(times(2, () => ({ reason: 'amount_mismatch' })));
  });

  it('goes back if the invoice was voided', async () => {
    const { shop, invoice } = await aShopWithInvoice();
    const late = await aLatePayer(invoice, shop);
    const answer = await voided(shop, invoice);

    await late.approve();

    expect(answer.status).toBe(200);
    expect(await refundReasons(shop)).toEqual([{ reason: 'late_payment', status: 'completed' }]);
    expect((await invoiceNow(shop.api, invoice)).status).toBe('void');
  });

  it('and a payment in time, at once: one pays, the other goes back or is not charged', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, invoice } = await aShopWithInvoice();
      const late = await aLatePayer(invoice, shop);
      const inTime = await startInvoice(invoice);

      await Promise.all([late.approve(), submit(inTime, 'pay', goodCard)]);
      await turnClock(shop.api, 10);

      const statuses = await statusesOf(shop, invoice);
      expect(statuses.filter((status) => status === 'completed')).toHaveLength(1);
      expect(statuses.filter((status) => status === 'pending' || status === 'failed')).toEqual([]);
      expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
    }
  });
});
