import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../src/app/gateways.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import { hearOfPayout } from '../../../../../src/domain/payouts/payouts/confirm-payout.ts';
import { reviewPayout } from '../../../../../src/domain/payouts/payouts/review-payout.ts';
import { drainJobs } from '../../../../../src/engine/jobs/run-job.ts';
import { readId, showId } from '../../../../../src/platform/ids.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../../support/builders/act.ts';
import { aPayout } from '../../../../support/builders/payouts.ts';
import { liveWith, scriptedPayouts, usd } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';
import { mpsHere } from '../../../cli/mps.ts';

const bank = scriptedPayouts('house_bank');
const small = scriptedPayouts('small_bank');
Object.assign(small.route.gateway, { limits: { USD: { least: usd(2), most: usd(5) } } });

let place: Place;
let shop: Shop;

beforeAll(async () => {
  // No worker runs: each test says when a job is due.
  const app = await startApp({
    role: 'api',
    connectGateways: liveWith([small.route, bank.route], unconnected),
  });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(place);
  await place.stop();
});
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live', kycTier: 1, features: ['payouts'] });
  Object.assign(bank.route.gateway, { limits: {} });
  for (const { asked } of [bank, small]) asked.splice(0);
  bank.answers = () => ({ kind: 'completed' });
  const paymentId = await capturedLive(place, shop.merchant, { method: 'card', at: new Date() });
  const live = { mode: 'live' } as const;
  await asMerchant(place, shop.merchant, (act) => settlePending(act, { paymentId }), live);
});

async function requested(method: Parameters<typeof aPayout>[0], amount = '10.00'): Promise<string> {
  const { data, status, body } = await shop.api('requestPayout', { body: aPayout(method, { amount }) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data.payout_id;
}

/** Lets every waiting job of the payout run now. */
async function runJobs(id: string): Promise<void> {
  await place.database.asOwner('UPDATE live.jobs SET due_at = now() WHERE key = $1', [readId('po', id)]);
  await drainJobs(place.service.contexts.live, shop.merchant.merchantId);
}

const read = async (id: string) => (await shop.api('getPayout', { params: { id } })).data;
async function typesOf(id: string): Promise<unknown[]> {
  const rows = await place.database.asOwner(
    'SELECT type FROM live.events WHERE resource_id = $1 ORDER BY sequence',
    [readId('po', id)],
  );
  return rows.map(({ type }) => type);
}

const verdictOn = (id: string, verdict: 'held' | 'blocked') =>
  asMerchant(
    place,
    shop.merchant,
    (act) => reviewPayout(act, { payoutId: readId('po', id), verdict, by: 'tendai' }),
    { mode: 'live' },
  );

const calledBack = (id: string) =>
  asMerchant(place, shop.merchant, (act) => hearOfPayout(act, readId('po', id)), { mode: 'live' });

describe('the limits of the gateways', () => {
  it.each([
    ['5.00', 'small_bank'],
    ['2.00', 'small_bank'],
    ['5.01', 'house_bank'],
    ['1.99', 'house_bank'],
  ])('send a payout of %s to the first that takes it, %s', async (amount, name) => {
    const id = await requested('bank_transfer', amount);
    await runJobs(id);

    expect([small.asked.length, bank.asked.length]).toEqual(name === 'small_bank' ? [1, 0] : [0, 1]);
    const [payment] = await place.database.asOwner(
      'SELECT gateway FROM live.transactions WHERE source_id = $1',
      [readId('po', id)],
    );
    expect(payment).toEqual({ gateway: name });
  });

  it.each([
    // The fee would leave nothing of it. What is named is enough for the gateway, too.
    ['0.90', 'AMOUNT_TOO_SMALL', { minimum: '2.00' }],
    ['1.99', 'AMOUNT_TOO_SMALL', { minimum: '2.00' }],
    ['5.01', 'AMOUNT_TOO_LARGE', { maximum: '5.00' }],
    ['8.00', 'AMOUNT_TOO_LARGE', { maximum: '5.00' }],
    ['12.01', 'AMOUNT_TOO_LARGE', { maximum: '12.00' }],
  ])('refuse a payout of %s that none takes, with %s', async (amount, code, details) => {
    Object.assign(bank.route.gateway, { limits: { USD: { least: usd(10), most: usd(12) } } });
    const refused = await shop.api('requestPayout', { body: aPayout('bank_transfer', { amount }) });

    expect([refused.status, refused.code]).toEqual([409, code]);
    expect(refused.body['details']).toMatchObject(details);
    expect([small.asked, bank.asked]).toEqual([[], []]);
  });
});

describe('a live payout', () => {
  it('is asked for with the whole destination and what is left after the fee', async () => {
    const id = await requested('bank_transfer');

    await runJobs(id);

    expect(bank.asked).toMatchObject([
      {
        merchantId: shop.merchant.merchantId,
        reference: readId('po', id),
        gross: 100_000n,
        net: 90_000n,
        destination: {
          type: 'bank',
          bankName: 'First Bank',
          accountNumber: '1002003004',
          accountName: 'Corner Shop',
          branchCode: '01101',
        },
      },
    ]);
    expect((await read(id)).status).toBe('completed');
  });

  it('to a wallet is asked for with the number', async () => {
    const id = await requested('mobile_money');

    await runJobs(id);

    expect(bank.asked[0]?.destination).toEqual({
      type: 'wallet',
      wallet: 'wallet_a',
      phone: '+263771111111',
    });
  });

  it('is asked about again under the same reference until the gateway decides', async () => {
    const id = await requested('bank_transfer');
    bank.answers = () => ({ kind: 'unknown' });
    await runJobs(id);
    bank.answers = () => ({ kind: 'pending' });
    await runJobs(id);
    const waiting = await read(id);
    bank.answers = () => ({ kind: 'completed' });
    await runJobs(id);

    expect([waiting.status, (await read(id)).status]).toEqual(['processing', 'completed']);
    expect(new Set(bank.asked.map(({ reference }) => reference)).size).toBe(1);
    expect(bank.asked).toHaveLength(3);
    expect(await typesOf(id)).toEqual(['payment.payout-item.succeeded']);
  });

  it('keeps the reference that the gateway gives it', async () => {
    const id = await requested('bank_transfer');
    bank.answers = () => ({ kind: 'completed', gatewayReference: 'bank-17' });

    await runJobs(id);

    const { data } = await shop.api('listTransactions', { query: { type: 'payout' } });
    expect(data.items).toMatchObject([{ status: 'completed', gateway_reference: 'bank-17' }]);
  });

  it('is asked about again after the gateway failed', async () => {
    const id = await requested('bank_transfer');
    bank.answers = () => Promise.reject(new Error('connection reset'));
    await runJobs(id);
    bank.answers = () => ({ kind: 'completed' });
    await runJobs(id);

    expect((await read(id)).status).toBe('completed');
  });

  it('that the destination refuses gives the money and the fee back', async () => {
    const before = await shop.available();
    const id = await requested('bank_transfer');
    bank.answers = () => ({ kind: 'rejected' });

    await runJobs(id);

    expect((await read(id)).status).toBe('failed');
    expect(await shop.available()).toBe(before);
    expect(await typesOf(id)).toEqual(['payment.payout-item.failed']);
  });

  it('can be held and blocked until it goes to the gateway', async () => {
    const id = await requested('bank_transfer');

    const done = [await verdictOn(id, 'held'), await verdictOn(id, 'blocked')];
    await runJobs(id);

    expect(done).toEqual([true, true]);
    expect([(await read(id)).status, bank.asked.length]).toEqual(['blocked', 0]);
  });

  it('is asked nothing about when a gateway calls back before it was sent, and can still be held', async () => {
    const id = await requested('bank_transfer');

    const isKnown = await calledBack(id);
    const jobs = await place.database.asOwner('SELECT kind FROM live.jobs WHERE key = $1', [
      readId('po', id),
    ]);
    const isHeld = await verdictOn(id, 'held');
    await runJobs(id);

    expect([isKnown, jobs, isHeld]).toEqual([true, [{ kind: 'payouts.complete' }], true]);
    expect([(await read(id)).status, bank.asked]).toEqual(['held', []]);
  });

  it('is no longer held once it went to the gateway, which may have paid; another one still is', async () => {
    const [id, other] = [await requested('bank_transfer'), await requested('bank_transfer')];
    await place.database.asOwner("UPDATE live.jobs SET due_at = now() + interval '1 day' WHERE key = $1", [
      readId('po', other),
    ]);
    bank.answers = () => ({ kind: 'unknown' });
    await runJobs(id);

    expect([await verdictOn(id, 'held'), await verdictOn(other, 'held')]).toEqual([false, true]);
    expect((await read(id)).status).toBe('processing');
  });

  it('of eight that are held while they are sent is either held or asked for, never both', async () => {
    const ids = [];
    // More than the other bank takes.
    for (let n = 0; n < 8; n += 1) ids.push(await requested('bank_transfer', '6.00'));
    bank.answers = () => ({ kind: 'unknown' });

    const held = await Promise.all(
      ids.map(async (id) => (await Promise.all([verdictOn(id, 'held'), runJobs(id)]))[0]),
    );

    const sent = new Set(bank.asked.map(({ reference }) => reference));
    expect(ids.map((id) => sent.has(readId('po', id)))).toEqual(held.map((isHeld) => !isHeld));
  });
});

const mps = (words: string) => {
  const env = { DATABASE_URL: place.database.url, SECRET_KEY: place.database.secretKey };
  return mpsHere(`payout ${words} --merchant ${showId('mer', shop.merchant.merchantId)} --live`, env);
};

describe('mps payout', () => {
  it('releases nothing whose gateway it does not know, and says what to set', async () => {
    const id = await requested('bank_transfer');
    await mps(`hold ${id}`);

    expect(await mps(`release ${id}`)).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('GATEWAYS=gateways.yaml'),
    });
    expect(await read(id)).toMatchObject({ status: 'held' });
  });

  it('says why a payout that is processing cannot be held', async () => {
    bank.answers = () => ({ kind: 'pending' });
    const id = await requested('bank_transfer');
    await runJobs(id);

    expect(await mps(`hold ${id}`)).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('It has gone to its gateway, so it cannot be held.'),
    });
  });
});
