import { afterAll, beforeAll, expect, it } from 'vitest';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { expireCheckout } from '../../../../../src/domain/payments/attempts/stop-waiting.ts';
import { cancel } from '../../../../../src/engine/jobs/enqueue.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
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

  await decline(shop, attempt);
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

it.each<[string, number, (shop: Shop) => Promise<Opened>]>([
  ['a push', 121, (shop) => shop.push('0778888888')],
  ['an attempt on the page', 140, aLateAttempt],
])('names no failure of an expired checkout while %s is undecided', async (_of, seconds, opened) => {
  const shop = await openShop(app, { eventTypes: ['*'] });
  const checkout = await opened(shop);

  await turnClock(shop.api, seconds);
  const undecided = await shop.statusOf(checkout);
  await decline(shop, (await shop.listOf(checkout))[0]);

  expect(undecided).toMatchObject({ status: 'expired', failure: null });
  expect(await shop.statusOf(checkout)).toMatchObject({
    status: 'expired',
    failure: { code: 'CHECKOUT_EXPIRED', advice: 'try_again' },
  });
  expect(await voidedOf(shop, checkout)).toMatchObject([{ status: 'expired', failure: null }]);
});

it('names the failure of a checkout that expires while its attempt is declined', async () => {
  const shop = await openShop(app, { eventTypes: ['*'] });
  const checkout = await shop.push('0776666666');

  await turnClock(shop.api, 121);

  const failure = { code: 'CHECKOUT_EXPIRED', advice: 'try_again' };
  expect(await shop.statusOf(checkout)).toMatchObject({ status: 'expired', failure });
  expect(await voidedOf(shop, checkout)).toMatchObject([{ status: 'expired', failure }]);
});

type Opened = Awaited<ReturnType<Shop['card']>>;
type Attempt = Awaited<ReturnType<Shop['listOf']>>[number];

/** A checkout whose customer began to pay on the page ten seconds before its end. */
async function aLateAttempt(shop: Shop): Promise<Opened> {
  const checkout = await shop.card();
  await turnClock(shop.api, 1790);
  await payByWallet(checkout.payment_url, '0778888888');
  return checkout;
}

async function decline(shop: Shop, attempt: Attempt | undefined): Promise<void> {
  await asMerchant(app, shop.merchant, (act) =>
    settlePayment(act, readId('txn', attempt?.id ?? ''), {
      kind: 'declined',
      reason: 'WALLET_CANCELLED',
      gatewayReference: attempt?.gateway_reference ?? null,
      gatewayStatus: 'CANCELLED',
    }),
  );
}

/** What the event of the expiry shows. */
async function voidedOf(shop: Shop, { checkout_id: id }: Opened): Promise<unknown[]> {
  const { data } = await shop.api('listEvents', { query: { type: 'payment.order.voided', resource_id: id } });
  return data.items.map(({ data: shown }) => shown);
}
