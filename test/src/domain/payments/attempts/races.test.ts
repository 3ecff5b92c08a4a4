import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import type { ChargeOutcome } from '../../../../../src/domain/money/gateways/port.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { abortCheckout, expireCheckout } from '../../../../../src/domain/payments/attempts/stop-waiting.ts';
import { ApiError } from '../../../../../src/platform/errors.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, inSeconds, merchantAt } from '../../../../support/builders/act.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import { openPage, submit } from '../../../../support/service/page.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const goodCard = {
  method: 'card',
  number: '4242424242424242',
  expiry: '12/40',
  holder: 'T. Moyo',
  cvv: '737',
} as const;

/** A pending push, and what may happen to it at the same moment. */
type Push = {
  readonly shop: Shop;
  readonly checkout: { readonly checkout_id: string };
  readonly approve: () => Promise<void>;
  readonly decline: () => Promise<void>;
  readonly expire: () => Promise<void>;
  /** Returns what the merchant is answered. */
  readonly abort: () => Promise<string>;
};

async function aPush(): Promise<Push> {
  const shop = await openShop(app);
  const checkout = await shop.push('0778888888', { amount: '50.00' });
  const { transaction_id } = await shop.pollOf(checkout);
  const paymentId = readId('txn', transaction_id);
  const [row] = await app.database.asOwner(
    'SELECT gateway_reference FROM sandbox.transactions WHERE id = $1',
    [paymentId],
  );
  const said = { gatewayReference: String(row?.['gateway_reference']), gatewayStatus: 'PAID' };
  const expire = await anExpiry(shop, checkout.checkout_id);
  const settle = (outcome: ChargeOutcome) =>
    asMerchant(app, shop.merchant, async (act) => void (await settlePayment(act, paymentId, outcome)));
  return {
    shop,
    checkout,
    approve: () => settle({ kind: 'approved', ...said, amount: amountOf(500_000n), currency: 'USD' }),
    decline: () => settle({ kind: 'declined', ...said, reason: 'WALLET_CANCELLED' }),
    expire,
    abort: () =>
      asMerchant(app, shop.merchant, (act) => abortCheckout(act, readId('chk', checkout.checkout_id))).then(
        () => 'aborted',
        (error: unknown) => (error instanceof ApiError ? error.code : 'failed'),
      ),
  };
}

/** The expiry job at its due time, after it has asked the gateway. */
async function anExpiry(shop: Shop, shown: string): Promise<() => Promise<void>> {
  const merchant = merchantAt(shop.merchant.merchantId, inSeconds(121));
  const payload = { checkoutId: readId('chk', shown) };
  const asked = await expireCheckout.ask(app.service.contexts.sandbox, merchant, payload);
  return () =>
    asMerchant(app, shop.merchant, (act) => expireCheckout.finish({ ...act, merchant }, payload, asked));
}

async function endOf({ shop, checkout }: Pick<Push, 'shop' | 'checkout'>) {
  const { status, late } = await shop.statusOf(checkout);
  const rows = (await shop.listOf(checkout)).map((row) => `${row.type} ${row.status}`);
  const [events, available] = [await shop.eventsOf(checkout), await shop.available()];
  return { status, late, rows, events, available };
}

const rounds = 20;
const everyRound = <T>(play: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: rounds }, play));

const [pending, completed, declined, expired, cancelled] = [
  'payment.capture.pending',
  'payment.capture.completed',
  'payment.capture.declined',
  'payment.capture.expired',
  'payment.capture.cancelled',
];
const goesBack = ['payment.capture.reversed', 'payment.refund.created', 'payment.refund.completed'];

const captured = {
  status: 'completed',
  late: false,
  rows: ['payment completed'],
  events: [pending, completed],
  available: '46.50',
};
const capturedLate = { ...captured, late: true, events: [pending, expired, completed] };
/** The abort came first. */
const returned = {
  status: 'failed',
  late: false,
  rows: ['refund completed', 'payment reversed'],
  events: [pending, cancelled, ...goesBack],
  available: '0.00',
};
const refused = {
  status: 'failed',
  late: false,
  rows: ['payment failed'],
  events: [pending, declined],
  available: '0.00',
};

describe('at the same moment', () => {
  it('two confirmations are one payment', async () => {
    const ends = await everyRound(async () => {
      const push = await aPush();
      await Promise.all([push.approve(), push.approve(), push.approve()]);
      return await endOf(push);
    });

    for (const end of ends) expect(end).toEqual(captured);
  });

  it('a confirmation and the expiry are one outcome and one event', async () => {
    const ends = await everyRound(async () => {
      const push = await aPush();
      await Promise.all([push.approve(), push.expire()]);
      return await endOf(push);
    });

    for (const end of ends) expect([captured, capturedLate]).toContainEqual(end);
  });

  it('a confirmation and an abort are a payment, or money that goes back', async () => {
    const ends = await everyRound(async () => {
      const push = await aPush();
      const [, aborted] = await Promise.all([push.approve(), push.abort()]);
      await turnClock(push.shop.api, 1);
      return { aborted, end: await endOf(push) };
    });

    for (const { aborted, end } of ends) {
      expect([
        { aborted: 'aborted', end: returned },
        { aborted: 'CHECKOUT_NOT_PENDING', end: captured },
      ]).toContainEqual({ aborted, end });
    }
  });

  it('a confirmation, a refusal, the expiry and an abort leave one outcome', async () => {
    const ends = await everyRound(async () => {
      const push = await aPush();
      await Promise.all([push.decline(), push.expire(), push.abort(), push.approve()]);
      await turnClock(push.shop.api, 1);
      return await endOf(push);
    });

    const afterExpiry = { status: 'expired', events: [pending, expired, declined] };
    const afterAbort = { events: [pending, cancelled, declined] };
    const unpaid = [refused, { ...refused, ...afterExpiry }, { ...refused, ...afterAbort }];
    // If the decline comes first, the attempt is over, and an approval after it sends the money back.
    const paidAfterAll = unpaid.map(({ status, events }) => ({
      ...returned,
      status,
      events: [...events, ...goesBack],
    }));
    const possible = [captured, capturedLate, returned, ...unpaid, ...paidAfterAll];
    for (const end of ends) expect(possible).toContainEqual(end);
  });

  it('two tabs that pay are one attempt', async () => {
    const ends = await everyRound(async () => {
      const shop = await openShop(app);
      const checkout = await shop.card({ amount: '50.00' });
      const open = await openPage(checkout.payment_url);
      await Promise.all([submit(open, 'pay', goodCard), submit(open, 'pay', goodCard)]);
      return await endOf({ shop, checkout });
    });

    for (const end of ends) expect(end).toEqual({ ...captured, events: [completed], available: '45.75' });
  });

  it('two tabs with a refused card are one refusal', async () => {
    const refusedCard = { ...goodCard, number: '4000000000000002' };

    const counts = await everyRound(async () => {
      const shop = await openShop(app);
      const checkout = await shop.card();
      const open = await openPage(checkout.payment_url);
      await Promise.all([submit(open, 'pay', refusedCard), submit(open, 'pay', refusedCard)]);
      return (await shop.listOf(checkout)).length;
    });

    expect(counts).toEqual(Array.from({ length: rounds }, () => 1));
  });

  it('two creations with one reference are one checkout', async () => {
    const answers = await everyRound(async () => {
      const { api } = await openShop(app);
      const body = {
        amount: '10.00',
        currency: 'USD',
        merchantTransactionId: 'order 1',
        returnUrl: 'https://shop.example/return',
        notificationUrl: app.notificationUrl,
      };
      const both = await Promise.all([api('createCheckout', { body }), api('createCheckout', { body })]);
      return both.map(({ status }) => status).toSorted((one, other) => one - other);
    });

    expect(answers).toEqual(Array.from({ length: rounds }, () => [201, 409]));
  });
});
