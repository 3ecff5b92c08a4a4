import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { beginAnswer } from '../../src/domain/payments/attempts/begin/answer-challenge.ts';
import { merchantId } from '../../src/engine/principal.ts';
import { readId } from '../../src/platform/ids.ts';
import { turnClock } from '../support/builders/build.ts';
import {
  chargeSession,
  createdLink,
  goodCard,
  listedLink,
  openedSession,
  sessionNow,
  startPayment,
} from '../support/builders/counter.ts';
import { invoiceNow, sentInvoice, startInvoice } from '../support/builders/invoices.ts';
import { savedCard } from '../support/builders/vault.ts';
import { acting } from '../support/receivers/event-context.ts';
import { openPage, type Page, payByCard, submit } from '../support/service/page.ts';
import { openService, openShop, type Place, type Shop } from './shop.ts';

let app: Place;
beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const number = '4000000000003220';
const card = { ...goodCard, number };

/** A checkout of 10.00 whose card payment waits for the customer's answer. */
async function challenged(shop: Shop) {
  const checkout = await shop.card();
  const page = await payByCard(checkout.payment_url, number);
  expect(page.name).toBe('challenge');
  return { checkout, page };
}

describe('a card payment that the bank challenges', () => {
  it('waits on a page that says who is paid, how much and with which card, and takes no money', async () => {
    const shop = await openShop(app, { businessName: 'Corner Shop' });

    const { checkout, page } = await challenged(shop);

    for (const shown of ['Corner Shop', 'US$10.00', 'Visa ending in 3220', 'No money is taken before you do'])
      expect(page.text).toContain(shown);
    expect(await shop.available()).toBe('0.00');
    expect((await shop.statusOf(checkout)).status).toBe('pending');
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'pending', gateway: 'sandbox_card' }]);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending']);
  });

  it('completes when the customer authorises it', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    const receipt = await submit(page, 'authorise');

    expect(receipt).toMatchObject({ status: 200, name: 'receipt', address: checkout.payment_url });
    expect((await shop.statusOf(checkout)).status).toBe('completed');
    expect(await shop.available()).toBe('9.15');
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it('is declined when the customer fails it, and another card may be used', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    const refused = await submit(page, 'fail');
    const again = await submit(refused, 'pay', goodCard);

    expect(refused.name).toBe('choose');
    expect(refused.text).toContain('declined');
    expect(again.name).toBe('receipt');
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'completed' },
      { status: 'failed', failure: { code: 'CARD_DECLINED' } },
    ]);
  });

  it('fails at once when the customer cancels, and an old page cannot authorise it', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    const cancelled = await submit(page, 'cancel');
    const late = await submit(page, 'authorise');

    expect([cancelled.name, late.name]).toEqual(['aborted', 'aborted']);
    expect(cancelled.text).toContain('Cancelled. No money was taken.');
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'failed' }]);
    expect(await shop.available()).toBe('0.00');
  });

  it('fails at once when the merchant aborts the checkout', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });

    expect((await submit(page, 'authorise')).name).toBe('aborted');
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'failed' }]);
  });

  it('ends with the checkout when nobody answers', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    await turnClock(shop.api, 29 * 60);
    const open = await openPage(checkout.payment_url);
    await turnClock(shop.api, 61);
    const over = await submit(page, 'authorise');

    expect([open.name, over.name]).toEqual(['challenge', 'expired']);
    expect(over.text).toContain('No money was taken');
    expect((await shop.statusOf(checkout)).status).toBe('expired');
    expect(await shop.listOf(checkout)).toMatchObject([
      { status: 'failed', failure: { code: 'CARD_DECLINED' } },
    ]);
    expect(await shop.available()).toBe('0.00');
  });

  it('can be expired from the test panel', async () => {
    const shop = await openShop(app);
    const { page } = await challenged(shop);

    expect((await submit(page, 'expire')).name).toBe('expired');
  });

  it('is asked about again and again when the bank takes its time after the answer', async () => {
    const shop = await openShop(app);
    const { page } = await challenged(shop);
    const gateway = app.service.contexts.sandbox.gateways.byName('sandbox_card');
    if (!gateway?.answerChallenge) throw new Error('the sandbox challenges cards');
    vi.spyOn(gateway, 'answerChallenge').mockResolvedValue({ kind: 'unknown' });
    const query = vi.spyOn(gateway, 'query').mockResolvedValue({ kind: 'unknown' });

    await submit(page, 'authorise');
    const asked: number[] = [];
    for (const seconds of [11, 20, 30]) {
      await turnClock(shop.api, seconds);
      asked.push(query.mock.calls.length);
    }
    vi.restoreAllMocks();

    expect(asked).toEqual([1, 2, 3]);
    await turnClock(shop.api, 60);
    expect((await openPage(page.address)).name).toBe('challenge');
  });

  it('is asked again when the answer was lost on the way', async () => {
    const shop = await openShop(app);
    const { checkout } = await challenged(shop);
    const ctx = app.service.contexts.sandbox;
    const id = readId('chk', checkout.checkout_id);
    await acting(ctx, merchantId(shop.merchant.merchantId), (act) => beginAnswer(act, id));

    const waiting = await openPage(checkout.payment_url);
    await turnClock(shop.api, 11);
    const again = await openPage(checkout.payment_url);
    const paid = await submit(again, 'authorise');

    expect([waiting.name, again.name, paid.name]).toEqual(['bank', 'challenge', 'receipt']);
    expect(await shop.available()).toBe('9.15');
  });
});

const all = (page: Page, action: (at: number) => 'authorise' | 'fail' | 'cancel') =>
  Promise.all(Array.from({ length: 20 }, (_, at) => submit(page, action(at))));

describe('twenty answers to a challenge at the same moment', () => {
  it('make one charge', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    await all(page, () => 'authorise');

    expect(await shop.available()).toBe('9.15');
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it.each(['fail', 'cancel'] as const)('that authorise or %s it leave one truth', async (other) => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);

    await all(page, (at) => (at % 2 === 0 ? 'authorise' : other));
    await turnClock(shop.api, 60);

    const [attempt] = await shop.payments();
    const { status } = await shop.statusOf(checkout);
    const isPaid = attempt?.status === 'completed';
    expect(status === 'completed').toBe(isPaid);
    expect(await shop.available()).toBe(isPaid ? '9.15' : '0.00');
    expect(['completed', 'failed', 'reversed']).toContain(attempt?.status);
  });
});

/** Takes the answer, as the first step of a POST does; true if it was there to take. */
const take = async (shop: Shop, checkout: { readonly checkout_id: string }): Promise<boolean> => {
  const id = readId('chk', checkout.checkout_id);
  const merchant = merchantId(shop.merchant.merchantId);
  return (await acting(app.service.contexts.sandbox, merchant, (act) => beginAnswer(act, id))) !== undefined;
};

describe('an answer to a challenge', () => {
  it('is taken once, however many come at the same moment', async () => {
    const shop = await openShop(app);
    const { checkout } = await challenged(shop);

    const taken = await Promise.all(Array.from({ length: 10 }, () => take(shop, checkout)));

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('is not taken after the time is over, even before the checkout has expired', async () => {
    const shop = await openShop(app);
    const { checkout, page } = await challenged(shop);
    await app.database.asOwner(
      `UPDATE sandbox.checkouts SET expires_at = now() - interval '1 second' WHERE replace(id::text, '-', '') = $1`,
      [checkout.checkout_id.replace('chk_', '')],
    );

    const late = await submit(page, 'authorise');

    expect(await take(shop, checkout)).toBe(false);
    expect(late).toMatchObject({ name: 'expired', status: 410 });
    expect(late.text).toContain('No money was taken');
  });
});

describe('a challenge', () => {
  it('is answered on the page of a payment link, whose use it holds until then', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });
    const page = await submit(await startPayment(link), 'pay', card);

    const others = await openPage(link.url);
    const receipt = await submit(page, 'authorise');

    expect([page.name, others.name, receipt.name]).toEqual(['challenge', 'busy', 'receipt']);
    expect((await listedLink(shop.api, link.id)).uses_completed).toBe(1);
  });

  it('gives the use of a payment link back when the customer cancels', async () => {
    const shop = await openShop(app);
    const link = await createdLink(shop.api, { max_uses: 1 });

    await submit(await submit(await startPayment(link), 'pay', card), 'cancel');

    expect(await listedLink(shop.api, link.id)).toMatchObject({ uses_completed: 0, uses_remaining: 1 });
    expect((await openPage(link.url)).name).toBe('link');
  });

  it('is answered on the page of an invoice', async () => {
    const shop = await openShop(app);
    const invoice = await sentInvoice(shop.api);
    const page = await submit(await startInvoice(invoice), 'pay', card);

    const receipt = await submit(page, 'authorise');

    expect([page.name, receipt.name]).toEqual(['challenge', 'receipt']);
    expect((await invoiceNow(shop.api, invoice)).status).toBe('paid');
  });

  it("is answered on the customer's own phone at the counter", async () => {
    const shop = await openShop(app);
    const session = await openedSession(shop.api);
    const page = await payByCard(session.payment_url, number);

    await submit(page, 'authorise');

    expect((await sessionNow(shop.api, session)).status).toBe('paid');
  });

  it('declines a saved card, which is charged with nobody to ask', async () => {
    const shop = await openShop(app);
    const saved = await savedCard(shop.api, { number });
    const session = await openedSession(shop.api);

    const charged = await chargeSession(shop.api, session, { payment_method_id: saved.id });

    expect(charged.data.message).toContain('declined');
    expect(await sessionNow(shop.api, session)).toMatchObject({
      status: 'pending',
      attempt_pending: false,
      last_error: { code: 'CARD_DECLINED' },
    });
  });

  it('has no buttons in live mode', async () => {
    const shop = await openShop(app);
    const { checkout } = await challenged(shop);
    const live = `${checkout.payment_url.replace('/test/c/', '/c/')}/authorise`;

    expect((await fetch(live, { method: 'POST' })).status).toBe(404);
  });
});
