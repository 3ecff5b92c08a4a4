import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { showId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { days, disputeOf, moneyOf, submit } from '../../../support/builders/disputes.ts';
import { jsonOf, mpsHere } from '../../cli/mps.ts';

let place: Place;
let shop: Shop;
let payment: string;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
  payment = await aPayment(shop);
});

const dispute = (verb: string) => {
  const { url, secretKey } = place.database;
  return mpsHere(`dispute ${verb} --merchant ${showId('mer', shop.merchant.merchantId)}`, {
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
  });
};
const report = (as: string, more = '', of = payment) =>
  dispute(`report ${of} --as ${as} --reference CB-1 --json${more}`);
const all = async () => (await shop.api('listDisputes')).data.items;
/** What the merchant's audit log says was reported by the user of this machine. */
const written = async () => {
  const entries = await place.database.asOwner(
    `SELECT details->>'as' AS said FROM sandbox.audit_log WHERE merchant_id = $1 AND user_email = $2
      AND action = 'dispute.reported' AND object LIKE 'dsp_%' ORDER BY id`,
    [shop.merchant.merchantId, userInfo().username],
  );
  return entries.map(({ said }) => said);
};

const lateWords =
  'Nothing was changed: it is lost. If the bank gave its money back, report it as reinstated.\n';

describe('mps dispute report', () => {
  it('opens a dispute once, however often it is reported, takes the money, and may give more time', async () => {
    const more = ' --reason fraudulent --amount 40.00 --respond-by 2099-01-31T12:00:00+02:00';

    const opened = jsonOf(await report('opened', more));
    const repeated = await report('opened', more);
    const again = jsonOf(repeated);
    const longer = await report('opened', ' --respond-by 2099-02-28T12:00:00Z');

    expect(repeated.words).toBe('Nothing was changed: it was reported before.\n');
    expect(opened).toMatchObject({
      payment_id: payment,
      reference: 'CB-1',
      amount: '40.00',
      status: 'needs_response',
      reason: 'fraudulent',
      evidence_due_at: '2099-01-31T10:00:00.000Z',
    });
    expect(again).toEqual(opened);
    expect(jsonOf(longer)).toEqual({ ...opened, evidence_due_at: '2099-02-28T12:00:00.000Z' });
    expect(longer.words).toBe('');
    expect(await all()).toMatchObject([{ id: opened['dispute_id'], amount: '40.00' }]);
    expect((await moneyOf(shop))[0]).toBe('51.50');
    expect(await written()).toEqual(['opened', 'opened']);
  });

  it('lets a warning become a dispute, shows what the merchant answers, and takes the decision', async () => {
    const warned = jsonOf(await report('warned'));
    const opened = jsonOf(await report('opened'));
    await submit(shop, String(opened['dispute_id']), 'The customer signed for it.');
    const listed = await dispute('list --status under_review --json');
    const lost = await report('lost');
    const late = await report('won');
    const reopened = await report('opened');

    expect(jsonOf(reopened)).toMatchObject({ status: 'lost' });
    expect(reopened.words).toContain('report that with a reference of its own');
    expect([warned['status'], opened['status']]).toEqual(['warning', 'needs_response']);
    expect(opened['dispute_id']).toBe(warned['dispute_id']);
    expect(await written()).toEqual(['warned', 'opened', 'lost']);
    expect(jsonOf(listed)).toMatchObject({
      disputes: [{ evidence: 'The customer signed for it.' }],
      more: false,
    });
    expect(jsonOf(lost)).toMatchObject({ status: 'lost', resolution: 'decided' });
    expect(late).toMatchObject({ exitCode: 5, data: '', words: lateWords });
    expect(await disputeOf(shop, String(opened['dispute_id']))).toMatchObject({ status: 'lost' });
  });

  it('gives the money of a lost dispute back once, and leaves the dispute lost', async () => {
    const opened = jsonOf(await report('opened', ' --amount 40.00'));
    const early = await report('reinstated');
    await report('lost');
    const before = await moneyOf(shop);

    const part = await report('reinstated', ' --amount 20.00');
    const between = await moneyOf(shop);
    const back = await report('reinstated', ' --amount 40.00');
    const again = await report('reinstated');
    const after = await moneyOf(shop);
    const won = await report('won');
    const second = await dispute(`report ${payment} --as opened --reference CB-2 --json`);

    expect(won).toMatchObject({ exitCode: 5, words: 'Nothing was changed: it is lost.\n' });
    expect(early).toMatchObject({ exitCode: 5, words: expect.stringContaining('only the money of a lost') });
    expect(part).toMatchObject({
      exitCode: 5,
      words: expect.stringContaining('over 40.00 USD, and no other'),
    });
    expect(between).toEqual(before);
    expect(jsonOf(back)).toMatchObject({ status: 'lost', reinstated_at: expect.any(String) });
    expect(again.words).toBe('Nothing was changed: it was reported before.\n');
    expect([before[0], after[0]]).toEqual(['51.50', '91.50']);
    expect(await written()).toEqual(['opened', 'lost', 'reinstated', 'opened']);
    expect(await disputeOf(shop, String(opened['dispute_id']))).toMatchObject({
      status: 'lost',
      reinstated_at: jsonOf(back)['reinstated_at'],
    });
    const { items } = (await shop.api('listEvents', { query: { type: 'customer.dispute.updated' } })).data;
    expect(items).toMatchObject([
      { data: { id: opened['dispute_id'], status: 'lost', reinstated_at: expect.any(String) } },
    ]);
    const entries = (await shop.api('listLedgerEntries')).data.items;
    expect(entries).toContainEqual(expect.objectContaining({ type: 'dispute.reinstated', amount: '40.00' }));
    // The rest of the payment is still in order.
    expect(jsonOf(second)).toMatchObject({ amount: '60.00', status: 'needs_response' });
  });

  it.each([
    ['of an unknown payment', 'opened', '', `txn_${'0'.repeat(32)}`, 4],
    ['of something else', 'opened', '', 'pay_1', 2],
    ['of an unknown kind', 'closed', '', undefined, 2],
    ['of an unknown kind and payment', 'closed', '', `txn_${'0'.repeat(32)}`, 2],
    ['of an unknown payment, for an unknown reason', 'opened', ' --reason x', `txn_${'0'.repeat(32)}`, 2],
    ['with an unknown reason', 'opened', ' --reason theft', undefined, 2],
    ['with a wrong amount', 'opened', ' --amount 4', undefined, 2],
    ['with a wrong time', 'opened', ' --respond-by tomorrow', undefined, 2],
    ['with a day that is none', 'opened', ' --respond-by 2099-02-30T12:00:00Z', undefined, 2],
    ['with a time that has passed', 'opened', ' --respond-by 2026-01-31T12:00:00Z', undefined, 2],
    ['that decides what was never opened', 'lost', '', undefined, 5],
  ])('refuses a report %s', async (_what, as, more, of, exitCode) => {
    const ended = await report(as, more, of);

    expect(ended).toMatchObject({ exitCode, data: '' });
    expect(ended.words).not.toBe('');
    expect(await all()).toEqual([]);
  });

  it('says so if the dispute is over another amount, and takes no time that has passed on the clock of the sandbox', async () => {
    await shop.api('refundTransaction', { params: { id: payment }, body: { amount: '60.00' } });
    await shop.api('advanceTestClock', { body: { advance_seconds: days(8) } });
    const inAWeek = new Date(Date.now() + days(7) * 1000).toISOString();

    const past = await report('opened', ` --respond-by ${inAWeek}`);
    const opened = await report('opened', ' --amount 100.00');

    expect(past).toMatchObject({ exitCode: 2, words: expect.stringContaining('has not passed') });
    expect(jsonOf(opened)).toMatchObject({ amount: '40.00', status: 'needs_response' });
    expect(opened.words).toContain('over 40.00 USD, not the amount of this report');
  });

  it('refuses a second dispute of a payment while one is open', async () => {
    await report('opened');

    const second = await dispute(`report ${payment} --as opened --reference CB-2`);

    expect(second).toMatchObject({ exitCode: 5, words: expect.stringContaining('another dispute') });
    expect(await all()).toHaveLength(1);
  });
});
