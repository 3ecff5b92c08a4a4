import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import type { Currency } from '../../../../../src/domain/money/amounts/currency.ts';
import type { ChargeOutcome } from '../../../../../src/domain/money/gateways/port.ts';
import { beginPayment } from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { readId, showId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { gatewayOf } from '../../../../support/builders/inside.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

/** A card attempt that the gateway did not know when asked, so it failed without a gateway reference. */
async function aTimedOutAttempt(shop: Shop) {
  const checkout = await shop.card({ amount: '50.00' });
  const expiry = { month: 12, year: 2040 };
  const instrument = { type: 'card', number: '4242424242424242', expiry, cvv: '737' } as const;
  const checkoutId = readId('chk', checkout.checkout_id);
  const { id } = await asMerchant(app, shop.merchant, (act) => beginPayment(act, { checkoutId, instrument }));
  await turnClock(shop.api, 31);
  const settle = (outcome: ChargeOutcome) =>
    asMerchant(app, shop.merchant, (act) => settlePayment(act, id, outcome));
  const reference = `sandbox_card_success_${id.replaceAll('-', '')}`;
  const paid = (amount: bigint, currency: Currency = 'USD') =>
    settle({
      kind: 'approved',
      gatewayReference: reference,
      gatewayStatus: 'PAID',
      amount: amountOf(amount),
      currency,
    });
  return { checkout, paid };
}

it.each([
  ['the amount asked for', 500_000n, 'USD', '50.00', 'reversed'],
  ['another amount', 510_000n, 'USD', '51.00', 'failed'],
  ['another currency', 500_000n, 'ZWG', '50.00', 'failed'],
] as const)(
  'returns %s if it is paid after the attempt failed without a gateway reference',
  async (_what, amount, currency, shown, status) => {
    const shop = await openShop(app);
    const { checkout, paid } = await aTimedOutAttempt(shop);

    await paid(amount, currency);
    await paid(amount, currency);
    await turnClock(shop.api, 60);

    expect(await shop.listOf(checkout)).toMatchObject([
      { type: 'refund', status: 'completed', amount: shown, currency },
      {
        type: 'payment',
        status,
        // Not that no money was taken.
        failure: { code: status === 'failed' ? 'AMOUNT_MISMATCH' : 'GATEWAY_TIMEOUT' },
        gateway_reference: expect.stringMatching(/^sandbox_card_success_/),
      },
    ]);
    expect(await shop.eventsOf(checkout)).toEqual([
      'payment.capture.pending',
      'payment.capture.declined',
      ...(status === 'reversed' ? ['payment.capture.reversed'] : []),
      'payment.refund.created',
      'payment.refund.completed',
    ]);
    expect(await shop.available()).toBe('0.00');
  },
);

it('shows what a provider states in parts of a cent, and hands all of it back', async () => {
  const shop = await openShop(app);
  const { checkout, paid } = await aTimedOutAttempt(shop);

  await paid(500_050n);
  await turnClock(shop.api, 60);

  const [refund] = await shop.listOf(checkout);
  expect(refund).toMatchObject({ type: 'refund', status: 'completed', amount: '50.00' });
  const { data } = await shop.api('getRefund', { params: { id: refund?.source.id ?? '' } });
  expect(data).toMatchObject({ status: 'completed', amount: '50.00' });
  const [booked] = await app.database.asOwner('SELECT amount FROM sandbox.refunds WHERE merchant_id = $1', [
    shop.merchant.merchantId,
  ]);
  expect(booked).toEqual({ amount: '500050' });
});

it('asks for a person, once, if the gateway refuses to give unwanted money back, and keeps it in transit', async () => {
  const shop = await openShop(app);
  const { checkout, paid } = await aTimedOutAttempt(shop);
  const asked = vi.spyOn(gatewayOf(app, 'sandbox_card'), 'refund').mockResolvedValue({ kind: 'rejected' });
  const lines = app.lines.length;

  await paid(500_000n);
  await turnClock(shop.api, 2 * 24 * 3600);

  expect(asked.mock.calls.length).toBeGreaterThan(2);
  const told = (app.lines as string[]).splice(lines).filter((line) => line.includes('a person must look'));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      msg: 'unwanted money cannot be given back: a person must look',
      merchant_id: showId('mer', shop.merchant.merchantId),
      refund_id: showId('ref', asked.mock.calls[0]?.[0].reference ?? ''),
      gateway: 'sandbox_card',
    },
  ]);
  expect(await shop.listOf(checkout)).toMatchObject([
    { type: 'refund', status: 'pending' },
    { type: 'payment', status: 'reversed' },
  ]);
  expect(await shop.available()).toBe('0.00');
});
