import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unconnected } from '../../../../../src/app/gateways.ts';
import { settlePending } from '../../../../../src/domain/payments/settlement/release-hold.ts';
import { reviewPayout } from '../../../../../src/domain/payouts/payouts/review-payout.ts';
import { drainJobs } from '../../../../../src/engine/jobs/run-job.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../../support/builders/act.ts';
import { aPayout } from '../../../../support/builders/payouts.ts';
import { liveWith, scriptedPayouts } from '../../../../support/faults/scripted-gateways.ts';
import { startApp } from '../../../../support/service/app.ts';

const bank = scriptedPayouts('house_bank');

let place: Place;
let shop: Shop;

beforeAll(async () => {
  // No worker runs: each test says when a job is due.
  const app = await startApp({ role: 'api', connectGateways: liveWith([bank.route], unconnected) });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(place);
  await place.stop();
});
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live', kycTier: 1, features: ['payouts'] });
  bank.asked.splice(0);
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

  it('is no longer held once it went to the gateway, which may have paid', async () => {
    const id = await requested('bank_transfer');
    bank.answers = () => ({ kind: 'unknown' });
    await runJobs(id);

    expect(await verdictOn(id, 'held')).toBe(false);
    expect((await read(id)).status).toBe('processing');
  });

  it('of eight that are held while they are sent is either held or asked for, never both', async () => {
    const ids = [];
    for (let n = 0; n < 8; n += 1) ids.push(await requested('bank_transfer', '2.00'));
    bank.answers = () => ({ kind: 'unknown' });

    const held = await Promise.all(
      ids.map(async (id) => (await Promise.all([verdictOn(id, 'held'), runJobs(id)]))[0]),
    );

    const sent = new Set(bank.asked.map(({ reference }) => reference));
    expect(ids.map((id) => sent.has(readId('po', id)))).toEqual(held.map((isHeld) => !isHeld));
  });
});
