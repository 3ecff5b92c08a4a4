import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../src/app/gateways.ts';
import type { ChargeOutcome } from '../../../../../src/domain/money/gateways/port.ts';
import { askGateway } from '../../../../../src/domain/payments/attempts/ask-gateway.ts';
import {
  beginPayment,
  resumePayment,
} from '../../../../../src/domain/payments/attempts/begin/make-attempt.ts';
import { keepGatewayAnswer, moveToGateway } from '../../../../../src/domain/payments/attempts/queries.ts';
import { settlePayment } from '../../../../../src/domain/payments/attempts/settle-payment.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant } from '../../../../support/builders/act.ts';
import { approves, aScriptedGateway, liveWith, usd } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';
import { payByCard } from '../../../../support/service/page.ts';

const small = { USD: { least: usd(1), most: usd(50) } };
const first = aScriptedGateway('first');
const second = aScriptedGateway('second');
const cheap = aScriptedGateway('cheap', { limits: small });
const dear = aScriptedGateway('dear');

let place: Place;
let shop: Shop;

beforeAll(async () => {
  const routes = [
    { takes: 'wallet_a', gateway: first.gateway },
    { takes: 'wallet_a', gateway: second.gateway },
    { takes: 'card', currency: 'USD', gateway: cheap.gateway },
    { takes: 'card', currency: 'USD', gateway: dear.gateway },
  ] as const;
  const app = await startApp({ role: 'api', connectGateways: liveWith(routes, unconnected) });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(place);
  await place.stop();
});
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live', kycTier: 1 });
  for (const { asked } of [first, second, cheap, dear]) asked.splice(0);
  for (const scripted of [first, second, cheap, dear]) scripted.answers = approves;
});

const push = (about: Record<string, unknown> = {}) => shop.push('0771234567', about);
const nothingBegun: ChargeOutcome = { kind: 'unavailable' };

describe('a payment whose preferred gateway has begun nothing', () => {
  it('is charged by the next gateway, once, and names it', async () => {
    first.answers = () => nothingBegun;

    const checkout = await push();

    const [payment] = await shop.payments();
    expect([payment?.status, payment?.gateway]).toEqual(['completed', 'second']);
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
    expect(second.asked[0]?.reference).toBe(first.asked[0]?.reference);
    expect((await shop.statusOf(checkout)).status).toBe('completed');
  });

  it('is refused when no gateway has begun anything, and its reference is free again', async () => {
    first.answers = () => nothingBegun;
    second.answers = () => nothingBegun;
    const merchantTransactionId = 'order-of-two-gateways';

    await expect(push({ merchantTransactionId })).rejects.toThrow('PROVIDER_UNAVAILABLE');
    first.answers = approves;
    await push({ merchantTransactionId });

    expect((await shop.payments()).map(({ gateway }) => gateway)).toEqual(['first']);
  });

  it('names the next gateway before that is asked, so that a crash leads to the right one', async () => {
    first.answers = () => nothingBegun;
    const seen: unknown[] = [];
    second.answers = async (request) => {
      const [row] = await place.database.asOwner('SELECT gateway FROM live.transactions WHERE id = $1', [
        request.reference,
      ]);
      seen.push(row?.['gateway']);
      return approves(request);
    };

    await push();

    expect(seen).toEqual(['second']);
  });
});

describe('a payment that no gateway has begun, though its job has asked meanwhile and told of it', () => {
  it('ends, since no gateway would ever decide it', async () => {
    first.answers = () => nothingBegun;
    second.answers = async ({ reference }) => {
      await asMerchant(place, shop.merchant, (act) => settlePayment(act, reference, { kind: 'unknown' }), {
        mode: 'live',
      });
      return { kind: 'refused', code: 'WALLET_INIT_FAILED' };
    };

    const checkout = await push();

    const [payment] = await shop.payments();
    expect(payment).toMatchObject({ status: 'failed', failure: { code: 'WALLET_TIMEOUT' } });
    // As after every push without an answer.
    expect((await shop.statusOf(checkout)).status).toBe('expired');
    const told = await place.database.asOwner(
      `SELECT type FROM live.events WHERE merchant_id = $1 AND type LIKE 'payment.capture.%' ORDER BY sequence`,
      [shop.merchant.merchantId],
    );
    expect(told.map(({ type }) => type)).toEqual(['payment.capture.pending', 'payment.capture.declined']);
  });
});

describe('a payment that a gateway knows, though the last one that was asked has begun nothing', () => {
  it('stays pending, since that gateway may still charge', async () => {
    first.answers = () => nothingBegun;
    second.answers = async ({ reference }) => {
      const known = { kind: 'pending', gatewayReference: 'known', gatewayStatus: 'PENDING' } as const;
      await asMerchant(place, shop.merchant, (act) => settlePayment(act, reference, known), { mode: 'live' });
      return { kind: 'refused', code: 'WALLET_INIT_FAILED' };
    };

    const checkout = await push();

    expect(await shop.payments()).toMatchObject([{ status: 'pending', gateway_reference: 'known' }]);
    expect((await shop.statusOf(checkout)).status).toBe('pending');
  });
});

describe('a payment whose preferred gateway may have charged', () => {
  it.each([
    ['no answer', { kind: 'unknown' }],
    ['a prompt', { kind: 'pending', gatewayReference: 'g-1', gatewayStatus: 'PENDING' }],
    [
      'a refusal by the payer',
      { kind: 'declined', reason: 'WALLET_CANCELLED', gatewayReference: 'g-2', gatewayStatus: 'X' },
    ],
  ] as const)('stays there after %s', async (_name, outcome) => {
    first.answers = () => outcome;

    await push();

    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
    expect((await shop.payments())[0]?.gateway).toBe('first');
  });

  it('stays there when the connection breaks', async () => {
    first.answers = () => Promise.reject(new TypeError('socket hang up'));

    await push();

    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
  });

  const instrument = { type: 'wallet', wallet: 'wallet_a', phone: '+263771234567' } as const;
  const mode = { mode: 'live' } as const;

  async function aBegunPayment() {
    const { checkout_id: id } = await shop.card({ amount: '10.00' });
    const wanted = { checkoutId: readId('chk', id), instrument };
    return await asMerchant(place, shop.merchant, (act) => beginPayment(act, wanted), mode);
  }

  it('stays there when a retry has taken it over meanwhile', async () => {
    const payment = await aBegunPayment();
    first.answers = async () => {
      await asMerchant(place, shop.merchant, (act) => resumePayment(act, payment.id), mode);
      return nothingBegun;
    };

    const outcome = await askGateway(place.service.contexts.live, payment, { instrument });

    expect([outcome.kind, second.asked.length]).toEqual(['unknown', 0]);
    expect((await shop.payments())[0]?.gateway).toBe('first');
  });

  it('stays there when its gateway was heard of meanwhile', async () => {
    const payment = await aBegunPayment();
    first.answers = async () => {
      const heard = { gateway_reference: 'first-1' };
      await asMerchant(
        place,
        shop.merchant,
        (act) => keepGatewayAnswer(act.tx, act.merchant.id, payment.id, heard),
        mode,
      );
      return nothingBegun;
    };

    const outcome = await askGateway(place.service.contexts.live, payment, { instrument });

    expect([outcome.kind, second.asked.length]).toEqual(['unknown', 0]);
    expect((await shop.payments())[0]?.gateway).toBe('first');
  });

  it('is asked of nobody else if it was ended meanwhile', async () => {
    const payment = await aBegunPayment();
    const never = { reason: 'WALLET_TIMEOUT', gatewayReference: null, gatewayStatus: 'NOT_BEGUN' } as const;
    first.answers = async () => {
      const ended = { kind: 'declined', ...never } as const;
      await asMerchant(place, shop.merchant, (act) => settlePayment(act, payment.id, ended), mode);
      return nothingBegun;
    };

    const outcome = await askGateway(place.service.contexts.live, payment, { instrument });

    expect([outcome.kind, second.asked.length]).toEqual(['unknown', 0]);
    expect(await shop.payments()).toMatchObject([{ status: 'failed', gateway: 'first' }]);
  });

  it('is asked of nobody else by a worker that another one has overtaken', async () => {
    const payment = await aBegunPayment();
    const to = { from: 'first', to: 'dear' };
    first.answers = async () => {
      await asMerchant(
        place,
        shop.merchant,
        (act) => moveToGateway(act.tx, act.merchant.id, payment.id, to),
        mode,
      );
      return nothingBegun;
    };

    const outcome = await askGateway(place.service.contexts.live, payment, { instrument });

    expect([outcome.kind, second.asked.length]).toEqual(['unknown', 0]);
    expect((await shop.payments())[0]?.gateway).toBe('dear');
  });

  it('takes no other attempt along', async () => {
    const [payment, other] = [await aBegunPayment(), await aBegunPayment()];
    first.answers = () => nothingBegun;

    await askGateway(place.service.contexts.live, payment, { instrument });

    expect((await shop.payments()).map(({ id, gateway }) => [readId('txn', id), gateway])).toEqual([
      [other.id, 'first'],
      [payment.id, 'second'],
    ]);
  });

  it('stays there when the call that began it had died', async () => {
    const payment = await aBegunPayment();
    first.answers = () => nothingBegun;

    const outcome = await askGateway(place.service.contexts.live, payment, { instrument, isResumed: true });

    expect([outcome.kind, second.asked.length]).toEqual(['unavailable', 0]);
  });
});

describe('the limits of a gateway', () => {
  it('lead a larger amount to the next gateway', async () => {
    const [within, above] = [await shop.card({ amount: '50.00' }), await shop.card({ amount: '50.01' })];

    expect([within.gateway_name, above.gateway_name]).toEqual(['cheap', 'dear']);
  });

  it('lead an amount that is too small to the next gateway', async () => {
    expect((await shop.card({ amount: '0.99' })).gateway_name).toBe('dear');
  });

  it('leave cards no gateway in a currency that none takes, and a page the wallet', async () => {
    const { payment_url, gateway_name } = await shop.card({ currency: 'ZWG' });
    const page = await payByCard(payment_url, '4242424242424242');

    expect([gateway_name, page.status]).toEqual(['first', 422]);
    expect([cheap.asked, dear.asked]).toEqual([[], []]);
  });
});
