import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../src/app/gateways.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { approves, aScriptedGateway, liveWith, usd } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';

const terms = (feeBasisPoints: number) => ({ wallet_a: { feeBasisPoints, leastFee: amountOf(3_000n) } });
const first = aScriptedGateway('first', {
  fees: terms(290),
  limits: { USD: { least: usd(1), most: usd(50) } },
});
const second = aScriptedGateway('second', {
  fees: terms(500),
  limits: { USD: { least: usd(1), most: usd(80) } },
});

let place: Place;
let shop: Shop;

beforeAll(async () => {
  const routes = [
    { takes: 'wallet_a', currency: 'USD', gateway: first.gateway },
    { takes: 'wallet_a', currency: 'USD', gateway: second.gateway },
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
  shop = await openShop(place, { mode: 'live', kycTier: 1 });
  first.answers = approves;
});

const push = (about: Record<string, unknown>) => shop.push('0771234567', about);
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

describe('an amount outside the limits of a gateway', () => {
  it('goes to the next gateway that takes it', async () => {
    await push({ amount: '80.00' });

    expect(await paid()).toEqual([['second', '4.00']]);
  });

  it('is refused with the most that any gateway takes', async () => {
    await expect(push({ amount: '80.01' })).rejects.toThrow('AMOUNT_TOO_LARGE');
  });

  it('is not sent anywhere when it is too small for all', async () => {
    await expect(push({ amount: '0.99' })).rejects.toThrow('GATEWAY_NOT_CONFIGURED');
    expect(await paid()).toEqual([]);
  });
});
