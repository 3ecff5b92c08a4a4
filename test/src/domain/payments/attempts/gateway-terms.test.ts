import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../src/app/gateways.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import type { ChargeOutcome, ChargeRequest } from '../../../../../src/domain/money/gateways/port.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aCardCheckout, aWalletCheckout } from '../../../../support/builders/build.ts';
import { aLink } from '../../../../support/builders/counter.ts';
import { anInvoice } from '../../../../support/builders/invoices.ts';
import { approves, aScriptedGateway, liveWith, usd } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';
import { openPage, payByCard, submit } from '../../../../support/service/page.ts';

const terms = (feeBasisPoints: number) => ({ wallet_a: { feeBasisPoints, leastFee: amountOf(3_000n) } });
const first = aScriptedGateway('first', {
  fees: terms(290),
  limits: { USD: { least: usd(1), most: usd(50) } },
});
const second = aScriptedGateway('second', {
  fees: terms(500),
  limits: { USD: { least: usd(1), most: usd(80) } },
});
const small = aScriptedGateway('small', { limits: { USD: { least: usd(10), most: usd(20) } } }).gateway;
const large = aScriptedGateway('large', { limits: { USD: { least: usd(60), most: usd(200) } } }).gateway;

let place: Place;
let shop: Shop;

beforeAll(async () => {
  const routes = [
    { takes: 'wallet_a', currency: 'USD', gateway: first.gateway },
    { takes: 'wallet_a', currency: 'USD', gateway: second.gateway },
    { takes: 'card', currency: 'USD', gateway: small },
    { takes: 'card', currency: 'USD', gateway: large },
    { takes: 'domestic_switch', currency: 'USD', gateway: small },
    { takes: 'wallet_a', currency: 'ZWG', gateway: aScriptedGateway('third').gateway },
  ] as const;
  const app = await startApp({ role: 'api', connectGateways: liveWith(routes, unconnected) });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(place);
  await place.stop();
});
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live', kycTier: 1, features: ['payment_links'] });
  first.answers = approves;
  second.answers = approves;
});

const push = (about: Record<string, unknown>) => shop.push('0771234567', about);

const waits = ({ reference }: ChargeRequest): ChargeOutcome => ({
  kind: 'pending',
  gatewayReference: reference,
  gatewayStatus: 'PENDING',
});

/** The methods that the customer can choose on the page of a checkout. */
async function choicesOn({ payment_url }: { readonly payment_url: string }): Promise<readonly string[]> {
  const { text } = await openPage(payment_url);
  return [...new Set([...text.matchAll(/name="method" value="([a-z_]+)"/g)].map(([, name = '']) => name))];
}

/** The code of the refusal of a checkout, and its details. */
async function refusalOf(about: Record<string, unknown>, body = aWalletCheckout('0771234567', about)) {
  const { status, code, body: answer } = await shop.api('createCheckout', { body });
  expect(status).toBe(409);
  return [code, answer['details']];
}
const paid = async () => (await shop.payments()).map(({ gateway, fee }) => [gateway, fee]);

describe('the fee of a payment', () => {
  it('is that of the gateway that charged', async () => {
    await push({ amount: '20.00' });

    expect(await paid()).toEqual([['first', '0.58']]);
  });

  it('is that of the second gateway if the first has begun nothing', async () => {
    first.answers = () => ({ kind: 'unavailable' });

    await push({ amount: '20.00' });

    expect(await paid()).toEqual([['second', '1.00']]);
  });

  it('is never more than the payment, and never less than the least', async () => {
    await push({ amount: '1.00' });

    expect(await paid()).toEqual([['first', '0.30']]);
  });

  it('is the usual one where the gateway has none of its own', async () => {
    await push({ amount: '20.00', currency: 'ZWG' });

    expect(await paid()).toEqual([['third', '0.40']]);
  });
});

describe('a payment that waits for its outcome', () => {
  beforeEach(() => {
    first.answers = waits;
  });

  it('shows the fee of the gateway that was asked, before anything is booked', async () => {
    const checkout = await push({ amount: '20.00' });
    const [waiting] = await shop.listOf(checkout);
    const pending = await place.database.asOwner(
      "SELECT fee::text FROM live.transactions WHERE status = 'pending'",
    );
    expect([waiting?.status, waiting?.fee, waiting?.net_amount]).toEqual(['pending', '0.58', '19.42']);
    expect(pending).toContainEqual({ fee: '0' });
  });

  it('shows the fee of the next gateway once that is asked', async () => {
    first.answers = () => ({ kind: 'unavailable' });
    second.answers = waits;

    const [waiting] = await shop.listOf(await push({ amount: '20.00' }));

    expect([waiting?.gateway, waiting?.status, waiting?.fee]).toEqual(['second', 'pending', '1.00']);
  });
});

describe('an amount outside the limits of a gateway', () => {
  it('goes to the next gateway that takes it', async () => {
    await push({ amount: '80.00' });

    expect(await paid()).toEqual([['second', '4.00']]);
  });

  it('is refused with the most that any gateway takes', async () => {
    expect(await refusalOf({ amount: '80.01' })).toEqual(['AMOUNT_TOO_LARGE', { maximum: '80.00' }]);
  });

  it('is refused with the least that any gateway takes, and sent nowhere', async () => {
    expect(await refusalOf({ amount: '0.99' })).toEqual(['AMOUNT_TOO_SMALL', { minimum: '1.00' }]);
    expect(await paid()).toEqual([]);
  });

  it.each([
    ['9.99', 'AMOUNT_TOO_SMALL', { minimum: '10.00' }],
    ['40.00', 'AMOUNT_TOO_LARGE', { maximum: '20.00' }],
    ['200.01', 'AMOUNT_TOO_LARGE', { maximum: '200.00' }],
    ['1000000.01', 'AMOUNT_TOO_LARGE', { maximum: '1000000.00' }],
  ])('refuses %s, which lies below, between or above all limits, with %s', async (amount, code, details) => {
    expect(await refusalOf({}, aCardCheckout({ amount }))).toEqual([code, details]);
  });

  it('refuses a link, a session and an invoice in the same way, where the merchant still sets the amount', async () => {
    const refused = await Promise.all([
      shop.api('createPaymentLink', { body: aLink({ amount: '9.99' }) }),
      shop.api('createVirtualTerminalSession', {
        body: { amount: '0.99', currency: 'USD', payment_method: 'wallet_a' },
      }),
      shop.api('createInvoice', {
        body: anInvoice({ items: [{ description: 'Tea', quantity: 1, unit_amount: '9.99' }] }),
      }),
    ]);

    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      refused.map(() => [409, 'AMOUNT_TOO_SMALL']),
    );
  });

  it('refuses a change of a link to an amount that no gateway takes, and changes nothing', async () => {
    const { data: link } = await shop.api('createPaymentLink', {
      body: aLink({ amount: '15.00', title: 'Pottery class' }),
    });
    const params = { id: link.id };

    const refused = await shop.api('updatePaymentLink', { params, body: { amount: '9.99', title: 'Tea' } });
    await shop.api('updatePaymentLink', { params, body: { active: false } });
    const { data: now } = await shop.api('getPaymentLink', { params });

    expect([refused.status, refused.code]).toEqual([409, 'AMOUNT_TOO_SMALL']);
    expect(now).toMatchObject({ amount: '15.00', title: 'Pottery class', active: false });
  });

  it('takes the method off the page that the customer pays on', async () => {
    const [both, cardOnly] = [await shop.card({ amount: '80.00' }), await shop.card({ amount: '80.01' })];

    expect([await choicesOn(both), await choicesOn(cardOnly)]).toEqual([['card', 'wallet_a'], ['card']]);
    expect((await openPage(cardOnly.payment_url)).text).toContain(
      'Not for this amount: Domestic switch card, Wallet A',
    );
  });

  it('says on the page that the amount cannot be paid once no gateway takes it any more', async () => {
    const checkout = await shop.card({ amount: '20.00' });
    const gateways = [first.gateway, second.gateway, small];
    const before = gateways.map(({ limits }) => limits);
    for (const gateway of gateways)
      Object.assign(gateway, { limits: { USD: { least: usd(30), most: usd(40) } } });
    const shown = await openPage(checkout.payment_url);
    const refused = await submit(shown, 'cancel');
    gateways.forEach((gateway, at) => Object.assign(gateway, { limits: before[at] }));

    expect(shown.text).toContain('At the moment no way to pay takes this amount. No money was taken.');
    expect(shown.text).not.toContain(new URL(`${checkout.payment_url}/pay`).pathname);
    expect(refused.name).toBe('aborted');
  });

  it('asks for another card where a switch card is typed in and no gateway takes it for the amount', async () => {
    const checkout = await shop.card({ amount: '80.00' });
    const refused = await payByCard(checkout.payment_url, '9716000000000006');
    const receipt = await payByCard(checkout.payment_url, '4242424242424242');

    expect([refused.status, refused.name]).toEqual([422, 'choose']);
    expect(refused.text).toContain('This kind of card cannot be used for this payment.');
    expect(receipt.name).toBe('receipt');
    expect((await shop.listOf(checkout)).map(({ gateway }) => gateway)).toEqual(['large']);
  });
});

describe('a currency in which no gateway takes cards', () => {
  it('is taken for whatever is paid on a page, which offers the wallet', async () => {
    const checkout = await shop.card({ amount: '20.00', currency: 'ZWG' });
    const others = await Promise.all([
      shop.api('createPaymentLink', { body: aLink({ currency: 'ZWG' }) }),
      shop.api('createInvoice', { body: anInvoice({ currency: 'ZWG' }) }),
    ]);

    expect(await choicesOn(checkout)).toEqual(['wallet_a']);
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('is refused for an amount that is only held, since only cards can hold one', async () => {
    const body = aCardCheckout({ amount: '20.00', currency: 'ZWG', capture: 'manual' });

    expect(await refusalOf({}, body)).toEqual(['GATEWAY_NOT_CONFIGURED', undefined]);
  });
});
