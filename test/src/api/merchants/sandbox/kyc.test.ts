import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showId } from '../../../../../src/platform/ids.ts';
import { eventIn, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { aReceiver, type Receiver } from '../../../../support/receivers/receiver.ts';

let app: Place;

beforeAll(async () => {
  app = await openService();
});
afterAll(() => app.stop());

const raise = async (shop: Shop, tier: number) => (await shop.api('setTestKyc', { body: { tier } })).data;
const kycOf = async (shop: Shop) => (await shop.api('getProfile')).data.kyc;

async function aShopThatListens(kycTier: number): Promise<{ shop: Shop; receiver: Receiver }> {
  const receiver = await aReceiver();
  const shop = await openShop(app, { kycTier, webhookUrl: `${receiver.url}/hook`, eventTypes: ['*'] });
  return { shop, receiver };
}

describe('the KYC tier in the sandbox', () => {
  it('is submitted and approved when it rises, with the events in this order', async () => {
    const { shop, receiver } = await aShopThatListens(0);
    const id = showId('mer', shop.merchant.merchantId);

    const raised = await raise(shop, 1);

    const told = await receiver.sees(2);
    await receiver.close();
    const events = await Promise.all(told.map((each) => eventIn(each, shop.merchant.webhookSecret)));
    expect(raised).toEqual({ tier: 1, status: 'approved' });
    expect(await kycOf(shop)).toEqual({ tier: 1, status: 'approved' });
    expect(events).toMatchObject([
      {
        type: 'merchant.onboarding.submitted',
        resource_id: id,
        sequence: 1,
        data: { id, status: 'submitted', tier: 1 },
      },
      {
        type: 'merchant.onboarding.kyc-approved',
        resource_id: id,
        sequence: 2,
        data: { id, status: 'approved', tier: 1 },
      },
    ]);
  });

  it('makes no event when it falls', async () => {
    const { shop, receiver } = await aShopThatListens(2);

    const lowered = [await raise(shop, 1), await raise(shop, 0)];
    const shown = await kycOf(shop);
    await raise(shop, 2);

    const told = await receiver.sees(2);
    await receiver.close();
    expect(lowered).toEqual([
      { tier: 1, status: 'approved' },
      { tier: 0, status: 'none' },
    ]);
    expect(shown).toEqual({ tier: 0, status: 'none' });
    const events = await Promise.all(told.map((each) => eventIn(each, shop.merchant.webhookSecret)));
    expect(events.map(({ sequence, data }) => [sequence, data['tier']])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('makes no event when it stays the same', async () => {
    const shop = await openShop(app);

    const stayed = await raise(shop, 1);
    const rows = await app.database.asOwner('SELECT FROM sandbox.events WHERE merchant_id = $1', [
      shop.merchant.merchantId,
    ]);

    expect(stayed).toEqual({ tier: 1, status: 'approved' });
    expect(rows).toEqual([]);
  });

  it('does not change the tier of live', async () => {
    const shop = await openShop(app);

    await raise(shop, 0);
    const rows = await app.database.asOwner('SELECT kyc_tier FROM platform.merchants WHERE id = $1', [
      shop.merchant.merchantId,
    ]);

    expect(rows).toEqual([{ kyc_tier: 1 }]);
  });

  it.each([-1, 3, 1.5, '1'])('cannot be %s', async (tier) => {
    const shop = await openShop(app);

    const refused = await shop.api('setTestKyc', { body: { tier } as Record<string, unknown> });

    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});
