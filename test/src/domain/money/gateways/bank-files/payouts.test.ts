import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf, unconnected } from '../../../../../../src/app/gateways.ts';
import { createBankFiles } from '../../../../../../src/domain/money/gateways/bank-files/rail.ts';
import { days } from '../../../../../../src/domain/money/gateways/bank-files/settings/calendar.ts';
import type { Rail } from '../../../../../../src/domain/money/gateways/rail.ts';
import { settlePending } from '../../../../../../src/domain/payments/settlement/release-hold.ts';
import { returnPayout } from '../../../../../../src/domain/payouts/payouts/return-payout.ts';
import { readId } from '../../../../../../src/platform/ids.ts';
import { expectSoundBooks, openShop, type Place, type Shop } from '../../../../../journeys/shop.ts';
import { asMerchant, capturedLive } from '../../../../../support/builders/act.ts';
import { aPayout } from '../../../../../support/builders/payouts.ts';
import { soon } from '../../../../../support/checks/soon.ts';
import { notification, readOrder, statusReport } from '../../../../../support/rails/bank/messages.ts';
import {
  bankSettings,
  endToEndIdOf,
  gatewayName,
  type SharedFolders,
  sharedFolders,
} from '../../../../../support/rails/bank/rail.ts';
import { startApp } from '../../../../../support/service/app.ts';

const morning = new Date('2026-11-25T07:00:00Z');
const live = { mode: 'live' } as const;
const clock = { now: morning };
let cutOff = new Date('2026-11-25T08:00:00Z');
let folders: SharedFolders;
let rail: Rail;
let place: Place;
let shop: Shop;

beforeAll(async () => {
  folders = sharedFolders();
  const app = await startApp({
    connectGateways: (mode, parts) => {
      if (mode !== 'live') return unconnected(mode, parts);
      const cut_offs = { times: ['10:00'], time_zone: 'Africa/Harare', days };
      rail = createBankFiles(bankSettings(folders, { cut_offs }), {
        ...parts,
        name: gatewayName,
        now: () => clock.now,
      });
      const { payouts } = rail;
      if (!payouts) throw new Error('the rail pays out');
      const pays = { method: 'bank_transfer', currency: 'USD' } as const;
      return { gateways: gatewaysOf([{ pays, gateway: payouts }]), rails: [rail] };
    },
  });
  place = { ...app, notificationUrl: 'http://127.0.0.1:9/unheard' };
});
afterAll(async () => {
  await expectSoundBooks(place);
  await place.stop();
  folders.remove();
});
beforeEach(async () => {
  shop = await openShop(place, { mode: 'live', kycTier: 1, features: ['payouts'] });
  const paymentId = await capturedLive(place, shop.merchant, { method: 'card', at: new Date() });
  await asMerchant(place, shop.merchant, (act) => settlePending(act, { paymentId }), live);
  clock.now = new Date(cutOff.getTime() - 60_000);
});

const tick = () => rail.tick?.(new AbortController().signal);
const read = async (id: string) => (await shop.api('getPayout', { params: { id } })).data;
const becomes = (id: string, status: string) =>
  soon(async () => {
    const payout = await read(id);
    expect(payout.status).toBe(status);
    return payout;
  });
const transferOf = async (id: string) => {
  const sql = 'SELECT state, amount FROM live.bank_transfers WHERE payout_id = $1';
  return (await place.database.asOwner(sql, [readId('po', id)]))[0];
};
const typesOf = async (id: string) => {
  const sql = 'SELECT type FROM live.events WHERE resource_id = $1 ORDER BY sequence';
  return (await place.database.asOwner(sql, [readId('po', id)])).map(({ type }) => type);
};
/** What the bank says of a payout of 10.00, of which 9.00 arrive. */
const says = async (text: string) => {
  folders.answer(text);
  await tick();
};

async function requested(): Promise<{ readonly id: string; readonly named: string }> {
  const { data, status, body } = await shop.api('requestPayout', { body: aPayout('bank_transfer') });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const id = data.payout_id;
  await soon(async () => expect(await transferOf(id)).toBeDefined());
  return { id, named: endToEndIdOf(readId('po', id)) };
}

/** A payout whose file the bank has. Each cut-off is a day later than the one before. */
async function atTheBank(): Promise<{ readonly id: string; readonly named: string }> {
  const payout = await requested();
  clock.now = cutOff;
  cutOff = new Date(cutOff.getTime() + 24 * 3_600_000);
  await tick();
  await soon(() => expect(Object.values(folders.orders()).join()).toContain(payout.named));
  return payout;
}

describe('a live payout to a bank', () => {
  it('waits for the cut-off, is accepted, is debited and completes', async () => {
    const before = await shop.available();
    const { id, named } = await requested();
    await tick();
    const waiting = [
      (await read(id)).status,
      (await transferOf(id))?.['state'],
      Object.keys(folders.orders()),
    ];
    clock.now = cutOff;
    cutOff = new Date(cutOff.getTime() + 24 * 3_600_000);
    await tick();
    const [text = ''] = Object.values(folders.orders());
    await says(statusReport({ statuses: [{ id: named, status: 'ACCP' }] }));
    const accepted = [(await read(id)).status, (await transferOf(id))?.['state']];
    await says(notification({ id: named, amount: '9.00' }));
    await becomes(id, 'completed');

    expect(waiting).toEqual(['processing', 'waiting', []]);
    expect(readOrder(text)).toMatchObject({ total: '9.00', transfers: [{ id: named, amount: '9.00' }] });
    expect(text).toContain('<Nm>Corner Shop</Nm>');
    expect(accepted).toEqual(['processing', 'accepted']);
    expect(await typesOf(id)).toEqual(['payment.payout-item.succeeded']);
    expect(Number(before) - Number(await shop.available())).toBeCloseTo(10);
  });

  it('that the bank rejects gives the money and the fee back', async () => {
    const before = await shop.available();
    const { id, named } = await atTheBank();
    await says(statusReport({ statuses: [{ id: named, status: 'RJCT', reason: 'AC04' }] }));
    await becomes(id, 'failed');

    expect(await typesOf(id)).toEqual(['payment.payout-item.failed']);
    expect(await shop.available()).toBe(before);
  });

  it('that the bank sends back later gives back what arrived', async () => {
    const before = await shop.available();
    const { id, named } = await atTheBank();
    await says(notification({ id: named, amount: '9.00' }));
    await becomes(id, 'completed');
    await says(notification({ id: named, amount: '9.00', side: 'CRDT', returned: 'AC04' }));
    await becomes(id, 'returned');

    expect(await typesOf(id)).toEqual(['payment.payout-item.succeeded', 'payment.payout-item.returned']);
    expect(Number(before) - Number(await shop.available())).toBeCloseTo(1);
  });

  it('that is debited and sent back in the same file completes first', async () => {
    const { id, named } = await atTheBank();
    await says(
      notification(
        { id: named, amount: '9.00' },
        { id: named, amount: '9.00', side: 'CRDT', returned: 'AC04' },
      ),
    );
    await becomes(id, 'returned');

    expect(await typesOf(id)).toEqual(['payment.payout-item.succeeded', 'payment.payout-item.returned']);
  });

  it('that comes back before it has completed waits for that', async () => {
    const { id } = await atTheBank();
    const payoutId = readId('po', id);
    await asMerchant(place, shop.merchant, (act) => returnPayout(act, { payoutId }), live);
    const sql = `SELECT extract(epoch FROM due_at - now())::int AS after FROM live.jobs WHERE kind = 'payouts.return' AND key = $1`;
    const [job] = await place.database.asOwner(sql, [payoutId]);

    expect((await read(id)).status).toBe('processing');
    expect(Number(job?.['after'])).toBeGreaterThan(30);
    expect(Number(job?.['after'])).toBeLessThanOrEqual(60);
  });

  it('to a bank that no file can name fails at once', async () => {
    const before = await shop.available();
    const body = aPayout('bank_transfer', { bank_name: 'Bank of Nowhere' });
    const { data } = await shop.api('requestPayout', { body });
    await becomes(data.payout_id, 'failed');

    expect(await shop.available()).toBe(before);
  });

  it('is in no log with its account number', async () => {
    const { named } = await atTheBank();
    await says(notification({ id: named, amount: '1.00' }));

    expect(place.lines.join('')).toContain(named);
    expect(place.lines.join('')).not.toContain('1002003004');
  });
});
