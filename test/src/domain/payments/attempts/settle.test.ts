import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { requeryDue } from '../../../../../src/domain/payments/attempts/learn-outcome.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { expireCheckout } from '../../../../../src/domain/payments/attempts/stop-waiting.ts';
import type { Act } from '../../../../../src/engine/context.ts';
import { enqueue } from '../../../../../src/engine/jobs/enqueue.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { expectSoundBooks, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, inSeconds, merchantAt } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { startApp } from '../../../../support/service/app.ts';
import { openPage, payByCard, payByWallet } from '../../../../support/service/page.ts';

let app: Place;
let shop: Shop;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = await openShop(app);
});

const hour = 3600;

type Of = { readonly checkout_id: string };

async function gatewayReferenceOf(checkout: Of): Promise<string> {
  const [payment] = await shop.listOf(checkout);
  return payment?.gateway_reference ?? '';
}

/** The gateway approves the payment, `seconds` ahead of real time. */
async function approve(checkout: Of, seconds: number, gatewayReference?: string): Promise<void> {
  const said = {
    kind: 'approved',
    gatewayReference: gatewayReference ?? (await gatewayReferenceOf(checkout)),
    gatewayStatus: 'PAID',
    amount: amountOf(500_000n),
    currency: 'USD',
  } as const;
  const { transaction_id } = await shop.pollOf(checkout);
  await asMerchant(app, shop.merchant, (act) => settlePayment(act, readId('txn', transaction_id), said), {
    at: inSeconds(seconds),
  });
}

async function expireNow(act: Act, { checkout_id }: Of): Promise<void> {
  await expireCheckout.finish(act, { checkoutId: readId('chk', checkout_id) }, undefined);
}

describe('money that arrives after the checkout has expired', () => {
  it.each([
    [24 * hour, 'completed', 'completed', true],
    [24 * hour + 125, 'reversed', 'expired', false],
  ])('%i seconds after its start leaves the payment %s', async (seconds, payment, checkoutStatus, late) => {
    const checkout = await shop.push('0778888888', { amount: '50.00' });
    await asMerchant(app, shop.merchant, (act) => expireNow(act, checkout), { at: inSeconds(121) });

    await approve(checkout, seconds);
    await turnClock(shop.api, 25 * hour);

    const rows = await shop.listOf(checkout);
    expect(rows.find(({ type }) => type === 'payment')).toMatchObject({ status: payment, late: true });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: checkoutStatus, late });
    const handedBack = ['payment.capture.reversed', 'payment.refund.created', 'payment.refund.completed'];
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.expired',
      ...(payment === 'completed' ? ['payment.capture.completed'] : handedBack),
    ]);
    expect(await shop.available()).toBe(payment === 'completed' ? '46.50' : '0.00');
  });
});

describe('an answer of the gateway', () => {
  it('is ignored if it names another charge', async () => {
    const checkout = await shop.push('0772222222', { amount: '50.00' });

    await approve(checkout, 0, `sandbox_success_${'0'.repeat(32)}`);

    expect(await shop.pollOf(checkout)).toMatchObject({ is_pending: true });
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending']);
  });

  it.each([
    ['amount', { amount: '10000', currency: 'USD' }],
    ['currency', { amount: '500000', currency: 'ZWG' }],
  ] as const)('is checked with the gateway if it names another %s', async (_what, named) => {
    const checkout = await shop.push('0772222222', { amount: '50.00' });
    const { transaction_id } = await shop.pollOf(checkout);
    const paymentId = readId('txn', transaction_id);
    const gatewayReference = await gatewayReferenceOf(checkout);
    const result = { kind: 'approved', ...named } as const;
    const payload = { paymentId, gatewayReference, gatewayStatus: 'PAID', result };
    await asMerchant(
      app,
      shop.merchant,
      (act) => enqueue(act, 'payments.callback', { key: `${paymentId}/9`, payload }),
      { at: inSeconds(0) },
    );

    const { fired } = await turnClock(shop.api, 5);
    const early = await shop.pollOf(checkout);
    await turnClock(shop.api, 30);

    expect(fired.length).toBeLessThanOrEqual(1);
    expect(early).toMatchObject({ is_pending: true });
    expect(await shop.listOf(checkout)).toMatchObject([{ status: 'completed', amount: '50.00' }]);
    expect(await shop.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });
});

describe('the expiry of a hosted checkout', () => {
  it('waits for an attempt that began after the one that it asked about', async () => {
    const checkout = await shop.card();
    const payload = { checkoutId: readId('chk', checkout.checkout_id) };
    await payByWallet(checkout.payment_url, '0774444444');
    const asked = await expireCheckout.ask(
      app.service.contexts.sandbox,
      merchantAt(shop.merchant.merchantId, inSeconds(1)),
      payload,
    );
    await turnClock(shop.api, 1);
    await payByCard(checkout.payment_url, '4000000000000044');

    await asMerchant(app, shop.merchant, (act) => expireCheckout.finish(act, payload, asked), {
      at: inSeconds(2),
    });

    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'pending' });
    expect((await openPage(checkout.payment_url)).name).toBe('bank');
  });
});

describe('an undecided attempt', () => {
  it('is asked about after 10 s, 30 s, 1, 2, 5 and 15 minutes, then three times while late money is still taken', () => {
    const begun = new Date(0);
    const expires = new Date(1800_000);
    const due = Array.from({ length: 10 }, (_, index) =>
      requeryDue({ begun, now: begun, expires, attempt: index + 1 }),
    );

    expect(due.map((at) => at && at.getTime() / 1000)).toEqual([
      10,
      30,
      60,
      120,
      300,
      900,
      1800 + hour,
      1800 + 6 * hour,
      // Ten minutes before late money goes back to the payer.
      1800 + 24 * hour - 600,
      undefined,
    ]);
  });

  it('is asked about now if the time for it has passed', () => {
    const now = new Date(99_000_000);
    const about = { begun: new Date(0), now, expires: new Date(1800_000) };

    expect(requeryDue({ ...about, attempt: 1 })).toEqual(now);
    expect(requeryDue({ ...about, attempt: 9 })).toEqual(now);
  });

  it('never fails without an answer: it stays pending, its checkout expires, and the operator is told', async () => {
    const lost = await startApp();
    const own = await openShop({ ...lost, notificationUrl: app.notificationUrl });
    const checkouts = [await own.push('0776666666'), await own.card()];
    await payByWallet(checkouts[1]?.payment_url ?? '', '0776666666');
    // The gateway knows neither charge.
    await lost.database.asOwner(
      "UPDATE sandbox.transactions SET gateway_reference = replace(gateway_reference, 'no_response', 'forgotten')",
    );

    // And this process does not know one of the gateways, as a worker that was started without GATEWAYS.
    await lost.database.asOwner(
      "UPDATE sandbox.transactions SET gateway = 'left_out' WHERE id = (SELECT min(id::text)::uuid FROM sandbox.transactions)",
    );

    const { fired } = await turnClock(own.api, 30 * 24 * hour);

    const asked = fired.filter(({ kind }) => kind === 'payments.requery');
    expect(asked).toHaveLength(18);
    const told = lost.lines.filter((line) => line.includes('this process has no such gateway'));
    // Nine times by the job, and once when the checkout expires.
    expect([told.length, told[0]]).toEqual([10, expect.stringContaining('"gateway":"left_out"')]);
    for (const checkout of checkouts) {
      expect(await own.statusOf(checkout)).toMatchObject({ status: 'expired' });
      expect(await own.listOf(checkout)).toMatchObject([{ status: 'pending', failure: null }]);
      expect(await own.eventsOf(checkout)).toEqual(['payment.capture.pending', 'payment.capture.expired']);
    }
    expect(lost.lines.filter((line) => line.includes('a person must look'))).toHaveLength(2);
    await expectSoundBooks(lost);
    await lost.stop();
  });

  it('has 120 seconds if it began shortly before the expiry; then its checkout expires', async () => {
    const checkout = await shop.card();
    await turnClock(shop.api, 1800 - 20);
    await payByWallet(checkout.payment_url, '0778888888');

    await turnClock(shop.api, 110);
    const waiting = await shop.statusOf(checkout);
    await turnClock(shop.api, 25);
    const expired = await shop.statusOf(checkout);
    await turnClock(shop.api, 60);

    expect([waiting.status, expired.status]).toEqual(['pending', 'expired']);
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: true });
  });
});
