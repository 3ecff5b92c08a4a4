import { afterAll, beforeAll, expect, it } from 'vitest';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { expireCheckout } from '../../../../../src/domain/payments/attempts/stop-waiting.ts';
import { cancel } from '../../../../../src/engine/jobs/enqueue.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { payByWallet } from '../../../../support/service/page.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

it('expires a checkout whose attempt was declined while its expiry job was told that it was paid', async () => {
  const shop = await openShop(app);
  const checkout = await shop.card({ amount: '50.00' });
  await payByWallet(checkout.payment_url, '0778888888');
  const [attempt] = await shop.listOf(checkout);
  const payload = { checkoutId: readId('chk', checkout.checkout_id) };
  const merchant = { id: shop.merchant.merchantId, clockOffsetMs: 1_800_000 };
  const asked = await expireCheckout.ask(app.service.contexts.sandbox, merchant, payload);

  await asMerchant(app, shop.merchant, (act) =>
    settlePayment(act, readId('txn', attempt?.id ?? ''), {
      kind: 'declined',
      reason: 'WALLET_CANCELLED',
      gatewayReference: attempt?.gateway_reference ?? null,
      gatewayStatus: 'CANCELLED',
    }),
  );
  await asMerchant(app, shop.merchant, async (act) => {
    // As the job runner does: it removes the job first, in the transaction in which the job finishes.
    await cancel(act, 'checkout.expire', payload.checkoutId);
    await expireCheckout.finish(act, payload, asked);
  });
  await turnClock(shop.api, 1801);

  expect(asked?.outcome.kind).toBe('approved');
  expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired' });
  expect(await shop.listOf(checkout)).toMatchObject([
    { type: 'refund', status: 'completed', amount: '50.00' },
    { type: 'payment', status: 'reversed' },
  ]);
  expect(await shop.available()).toBe('0.00');
});
