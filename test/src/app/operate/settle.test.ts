import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { amountOf } from '../../../../src/domain/money/amounts/amount.ts';
import { settleHold } from '../../../../src/domain/payments/attempts/settle-hold.ts';
import { settlePayment } from '../../../../src/domain/payments/attempts/settle-payment.ts';
import { finishRefund } from '../../../../src/domain/payments/refunds/finish-refund.ts';
import { beginRefund } from '../../../../src/domain/payments/refunds/refund-payment.ts';
import {
  NotSettled,
  settleRefundAsOperator,
} from '../../../../src/domain/payments/refunds/settle-as-operator.ts';
import { settleRefund } from '../../../../src/domain/payments/refunds/settle-refund.ts';
import { insertTransaction } from '../../../../src/domain/payments/transactions/queries.ts';
import { listAudit } from '../../../../src/domain/people/audit/audit.ts';
import type { Act } from '../../../../src/engine/context.ts';
import { merchantId } from '../../../../src/engine/principal.ts';
import { newId, readId, showId } from '../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../journeys/shop.ts';
import { asMerchant, capturedLive, inSeconds } from '../../../support/builders/act.ts';
import { turnClock } from '../../../support/builders/build.ts';
import { moneyOf, paymentOf } from '../../../support/builders/disputes.ts';
import { capture, heldCheckout, release } from '../../../support/builders/holds.ts';
import { eventsAbout, gatewayOf } from '../../../support/builders/inside.ts';
import { aPayout, openPaidShop } from '../../../support/builders/payouts.ts';
import { jsonOf, mps as mpsAside, mpsHere } from '../../cli/mps.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const hour = 3600;
const day = 24 * hour;

const ofDatabase = () => ({ DATABASE_URL: place.database.url, SECRET_KEY: place.database.secretKey });
const mps = (words: string, { run = mpsHere, env = {} } = {}) => {
  const given = `${words} --merchant ${showId('mer', shop.merchant.merchantId)} --json`;
  return run(given, { ...ofDatabase(), ...env });
};
const settle = (what: 'refund' | 'payment', id: string, as: string, more = '') =>
  mps(`${what} settle ${id} --as ${as} --note by-phone${more}`);

/** What the merchant's audit log says, newest first. */
const audited = () =>
  listAudit(
    { platform: place.service.contexts.sandbox.platform, db: place.service.contexts.sandbox.db },
    merchantId(shop.merchant.merchantId),
    { limit: 10 },
  );

/** The lines of the log that ask for a person since then: taken out, because no other error is expected. */
const toldSince = (first: number) => {
  const told = (place.lines as string[]).splice(first).filter((line) => line.includes('a person must look'));
  return told.map((line): Record<string, unknown> => JSON.parse(line));
};

/** A worker has claimed the job that asks about it, and its lease has not ended. */
const claim = (key: string, leaseSeconds: number) =>
  place.database.asOwner(
    `UPDATE sandbox.jobs SET state = 'running', lease_until = now() + $2 * interval '1 second', lease_token = $3
      WHERE key = $1`,
    [key, leaseSeconds, newId()],
  );
const jobsOf = (key: string) => place.database.asOwner('SELECT kind FROM sandbox.jobs WHERE key = $1', [key]);
/** What the gateway says of a payment, as it is stored. */
async function saidOf(paymentId: string): Promise<unknown> {
  const [row] = await place.database.asOwner(
    'SELECT gateway_status FROM sandbox.transactions WHERE id = $1',
    [paymentId],
  );
  return row?.['gateway_status'];
}
const typesAbout = async (id: string) => (await eventsAbout(place, { id })).map(({ type }) => type);
const card = () => gatewayOf(place, 'sandbox_card');

/** A refund of 40.00 of a payment of 100.00, which the gateway has left undecided for this long. */
async function anUndecidedRefund(seconds = 2 * hour) {
  vi.spyOn(card(), 'refund').mockResolvedValue({ kind: 'unknown' });
  const payment = await aPayment(shop);
  const { data } = await shop.api('refundTransaction', {
    params: { id: payment },
    body: { amount: '40.00' },
  });
  await turnClock(shop.api, seconds);
  return { payment, id: data.refund_id, refundId: readId('ref', data.refund_id) };
}

const refundOf = async (id: string) => (await shop.api('getRefund', { params: { id } })).data;

describe('mps refund settle', () => {
  it('completes a refund as the answer of its gateway would, once, and remembers who said so', async () => {
    const { payment, id, refundId } = await anUndecidedRefund();

    const settled = jsonOf(await settle('refund', id, 'completed', ' --reference RRN-1'));
    const again = await settle('refund', id, 'completed');

    expect(settled).toMatchObject({ refund_id: id, payment_id: payment, status: 'completed' });
    expect(again).toMatchObject({ exitCode: 0, words: expect.stringContaining('Nothing was changed') });
    expect(await refundOf(id)).toMatchObject({ status: 'completed', amount: '40.00' });
    expect(await paymentOf(shop, payment)).toMatchObject({ status: 'completed' });
    expect((await moneyOf(shop))[0]).toBe('51.50');
    expect((await typesAbout(id)).at(-1)).toBe('payment.refund.completed');
    expect(await jobsOf(refundId)).toEqual([]);
    const { by, from, action, object, details } = (await audited())[0] ?? {};
    expect([(await audited()).length, from, action, object]).toEqual([1, null, 'refund.settled', id]);
    expect(by).toMatch(/\S/);
    expect(details).toMatchObject({ as: 'completed', note: 'by-phone', reference: 'RRN-1' });
    expect(
      await place.database.asOwner(
        'SELECT gateway_reference FROM sandbox.transactions WHERE source_id = $1',
        [refundId],
      ),
    ).toEqual([{ gateway_reference: 'RRN-1' }]);
  });

  it('fails a refund: the merchant has the money again, and may refund it again', async () => {
    const { payment, id } = await anUndecidedRefund();
    const before = (await moneyOf(shop))[0];

    const settled = jsonOf(await settle('refund', id, 'failed'));

    expect(settled).toMatchObject({ refund_id: id, status: 'failed', failure: 'REFUND_REJECTED' });
    expect(await refundOf(id)).toMatchObject({ status: 'failed' });
    expect([before, (await moneyOf(shop))[0]]).toEqual(['51.50', '91.50']);
    expect((await typesAbout(id)).at(-1)).toBe('payment.refund.failed');
    expect(await audited()).toMatchObject([
      { action: 'refund.settled', object: id, details: { as: 'failed' } },
    ]);
    vi.restoreAllMocks();
    const whole = await shop.api('refundTransaction', {
      params: { id: payment },
      body: { amount: '100.00' },
    });
    expect(whole.data).toMatchObject({ status: 'completed' });
  });

  it('is not undone by an answer of the gateway that comes later', async () => {
    const { payment, id, refundId } = await anUndecidedRefund();
    await settle('refund', id, 'failed');
    const lines = place.lines.length;

    await asMerchant(place, shop.merchant, async (act) => {
      await settleRefund(act, refundId, { kind: 'completed', gatewayReference: 'RRN-1' });
      await finishRefund.finish(act, { refundId, attempt: 9 }, { kind: 'rejected' });
    });
    await turnClock(shop.api, day);

    expect(await refundOf(id)).toMatchObject({ status: 'failed' });
    expect((await moneyOf(shop))[0]).toBe('91.50');
    expect(await jobsOf(refundId)).toEqual([]);
    expect(toldSince(lines)).toMatchObject([
      {
        level: 'error',
        msg: 'a refund that had failed was made after all: a person must look',
        merchant_id: showId('mer', shop.merchant.merchantId),
        refund_id: id,
        transaction_id: payment,
        gateway_reference: 'RRN-1',
      },
    ]);
  });

  it('waits for a job that asks the gateway, but not for one whose worker was lost', async () => {
    const { id, refundId } = await anUndecidedRefund();
    await claim(refundId, 45);
    const early = await settle('refund', id, 'failed');
    await claim(refundId, -1);
    const later = await settle('refund', id, 'failed');

    expect(early).toMatchObject({ exitCode: 5, words: expect.stringContaining('right now'), data: '' });
    expect(later).toMatchObject({ exitCode: 0 });
    expect(await refundOf(id)).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['before an hour has passed', hour - 60, 'failed', '', 'Less than an hour has passed'],
    ['as completed without a reference', 2 * hour, 'completed', '', 'Add the reference'],
  ])('is refused %s', async (_what, seconds, as, more, words) => {
    const { id } = await anUndecidedRefund(seconds);

    const ended = await settle('refund', id, as, more);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining(words), data: '' });
    expect(await refundOf(id)).toMatchObject({ status: 'pending' });
    expect(await audited()).toEqual([]);
  });

  it('is refused if the refund has ended in another way', async () => {
    const { id } = await anUndecidedRefund();
    await settle('refund', id, 'completed', ' --reference RRN-1');

    const ended = await settle('refund', id, 'failed');

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('The refund is completed') });
    expect((await moneyOf(shop))[0]).toBe('51.50');
  });

  it('never fails a refund of money that is not the merchant’s, and completes it', async () => {
    vi.spyOn(card(), 'refund').mockResolvedValue({ kind: 'unknown' });
    const checkout = await shop.push('0770000002', { amount: '50.00' });
    vi.spyOn(gatewayOf(place, 'sandbox_wallet_a'), 'refund').mockResolvedValue({ kind: 'unknown' });
    await turnClock(shop.api, 2 * hour);
    const [refund] = await shop.listOf(checkout);
    const id = String(refund?.source.id);

    const failed = await settle('refund', id, 'failed');
    const completed = await settle('refund', id, 'completed', ' --reference RRN-1');

    expect(failed).toMatchObject({ exitCode: 5, words: expect.stringContaining('cannot fail') });
    expect(jsonOf(completed)).toMatchObject({ status: 'completed', amount: '51.00' });
    expect(await shop.available()).toBe('0.00');
  });

  it('has one effect if two operators say different things at once', async () => {
    const { id } = await anUndecidedRefund();

    const both = await Promise.all(
      ['completed --reference RRN-1', 'failed'].map((as) =>
        mps(`refund settle ${id} --note by-phone --as ${as}`, { run: mpsAside }),
      ),
    );

    expect(new Set(both.map(({ exitCode }) => exitCode))).toEqual(new Set([0, 5]));
    const winner = both.find(({ exitCode }) => exitCode === 0);
    const { status } = await refundOf(id);
    expect(winner && jsonOf(winner)['status']).toBe(status);
    expect((await moneyOf(shop))[0]).toBe(status === 'completed' ? '51.50' : '91.50');
    expect(await audited()).toHaveLength(1);
  });

  it('has one effect if two operators say different things in the same moment', async () => {
    const { id, refundId } = await anUndecidedRefund();
    const say = (as: 'completed' | 'failed') =>
      asMerchant(place, shop.merchant, (act) =>
        settleRefundAsOperator(act, refundId, { as, by: as, note: 'by phone', reference: 'RRN-1' }),
      );

    const said = await Promise.allSettled([say('completed'), say('failed'), say('completed'), say('failed')]);

    const { status } = await refundOf(id);
    const [entry, ...others] = await audited();
    expect(said.filter((one) => one.status === 'rejected').map((one) => one.reason)).toEqual([
      expect.any(NotSettled),
      expect.any(NotSettled),
    ]);
    expect([entry?.by, others]).toEqual([status, []]);
    expect((await moneyOf(shop))[0]).toBe(status === 'completed' ? '51.50' : '91.50');
  });

  it.each([
    ['of an unknown refund', `settle ref_${'0'.repeat(32)} --as failed --note n`, 4],
    ['of something else', 'settle txn_1 --as failed --note n', 2],
    ['in an unknown way', `settle ref_${'0'.repeat(32)} --as voided --note n`, 2],
    ['without a note', `settle ref_${'0'.repeat(32)} --as failed`, 2],
    ['with a wrong reference', `settle ref_${'0'.repeat(32)} --as completed --note n --reference é`, 2],
  ])('ends with its own code when it is %s', async (_what, words, exitCode) => {
    expect(await mps(`refund ${words}`)).toMatchObject({ exitCode, data: '' });
  });
});

/** An attempt by wallet for 50.00 that the gateway does not know, this long after it began. */
async function anUndecidedAttempt(seconds = 26 * hour) {
  const wallet = gatewayOf(place, 'sandbox_wallet_a');
  vi.spyOn(wallet, 'charge').mockResolvedValue({ kind: 'unknown' });
  const query = vi.spyOn(wallet, 'query').mockResolvedValue({ kind: 'unknown' });
  const checkout = await shop.push('0771111111', { amount: '50.00' });
  const lines = place.lines.length;
  await turnClock(shop.api, seconds);
  const { transaction_id: id } = await shop.pollOf(checkout);
  return { checkout, id, paymentId: readId('txn', id), query, told: toldSince(lines) };
}

/** The job that asks about it has failed for good. */
const giveUp = (key: string) =>
  place.database.asOwner(
    "UPDATE sandbox.jobs SET state = 'failed' WHERE kind = 'payments.requery' AND key = $1",
    [key],
  );

/** As `mps restore hold` does. */
const holdBack = (kind: string, key: string) =>
  place.database.asOwner(
    "UPDATE sandbox.jobs SET last_error = 'held after a restore', due_at = now() + interval '7 days' WHERE kind = $1 AND key = $2",
    [kind, key],
  );

const approvedAs = (gatewayReference: string) =>
  ({
    kind: 'approved',
    gatewayReference,
    gatewayStatus: 'PAID',
    amount: amountOf(500_000n),
    currency: 'USD',
  }) as const;

describe('mps payment settle', () => {
  it('fails an attempt that nobody asks about any more, once, whatever the gateway says later', async () => {
    const { id, paymentId, told } = await anUndecidedAttempt();

    const settled = jsonOf(await settle('payment', id, 'failed'));
    const again = await settle('payment', id, 'failed');
    await asMerchant(place, shop.merchant, (act) =>
      settlePayment(act, paymentId, {
        kind: 'declined',
        reason: 'WALLET_WRONG_PIN',
        gatewayReference: null,
        gatewayStatus: 'WRONG_PIN',
      }),
    );

    const ids = { merchant_id: showId('mer', shop.merchant.merchantId), transaction_id: id };
    expect(told).toMatchObject([{ level: 'error', ...ids, gateway: 'sandbox_wallet_a' }]);
    expect(settled).toMatchObject({ payment_id: id, status: 'failed', failure: 'WALLET_TIMEOUT' });
    expect(again).toMatchObject({ exitCode: 0, words: expect.stringContaining('Nothing was changed') });
    expect(await paymentOf(shop, id)).toMatchObject({ status: 'failed' });
    expect(await saidOf(paymentId)).toBe('SETTLED_BY_OPERATOR');
    expect((await typesAbout(id)).at(-1)).toBe('payment.capture.declined');
    expect(await shop.available()).toBe('0.00');
    expect(await audited()).toMatchObject([
      { action: 'payment.settled', object: id, details: { as: 'failed' } },
    ]);
  });

  it('completes an attempt whose checkout takes money that late: it is booked, once', async () => {
    const { checkout, id, paymentId } = await anUndecidedAttempt(2 * hour);
    await giveUp(paymentId);

    const settled = jsonOf(await settle('payment', id, 'completed', ' --reference OP-1'));
    const again = await settle('payment', id, 'completed');
    await asMerchant(place, shop.merchant, (act) => settlePayment(act, paymentId, approvedAs('OP-1')));

    expect(settled).toMatchObject({ payment_id: id, status: 'completed', reference: 'OP-1' });
    expect(again).toMatchObject({ exitCode: 0, words: expect.stringContaining('Nothing was changed') });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: true });
    expect((await typesAbout(id)).at(-1)).toBe('payment.capture.completed');
    expect(await shop.available()).toBe('46.50');
    expect(await jobsOf(paymentId)).not.toContainEqual({ kind: 'payments.requery' });
    expect(await audited()).toMatchObject([
      { action: 'payment.settled', details: { status: 'completed', reference: 'OP-1' } },
    ]);
  });

  it('gives back what comes too late for its checkout', async () => {
    const { checkout, id } = await anUndecidedAttempt();

    const settled = await settle('payment', id, 'completed', ' --reference OP-1');
    const again = await settle('payment', id, 'completed', ' --reference OP-1');
    await turnClock(shop.api, 60);

    expect(settled).toMatchObject({ exitCode: 0, words: expect.stringContaining('the money goes back') });
    expect(again.words).toContain('Nothing was changed');
    expect(await shop.listOf(checkout)).toMatchObject([
      { type: 'refund', status: 'completed', amount: '50.00' },
      { type: 'payment', status: 'reversed', gateway_reference: 'OP-1' },
    ]);
    expect(await shop.available()).toBe('0.00');
  });

  it('takes another reference than the known one, unless it is that of another payment', async () => {
    const first = await anUndecidedAttempt(2 * hour);
    await giveUp(first.paymentId);
    await settle('payment', first.id, 'completed', ' --reference OP-1');
    const { id, paymentId } = await anUndecidedAttempt(2 * hour);
    await giveUp(paymentId);
    await asMerchant(place, shop.merchant, (act) =>
      settlePayment(act, paymentId, { kind: 'pending', gatewayReference: 'REQ-2', gatewayStatus: 'PENDING' }),
    );

    const taken = await settle('payment', id, 'completed', ' --reference OP-1');
    const own = await settle('payment', id, 'failed', ' --reference OP-2');

    expect(taken).toMatchObject({ exitCode: 5, words: expect.stringContaining('another payment') });
    expect(jsonOf(own)).toMatchObject({ status: 'failed', reference: 'OP-2' });
  });

  it.each([
    ['while a job will ask the gateway', 3 * hour, false, 'failed', 'will still ask its gateway'],
    ['before an hour has passed', hour - 60, true, 'failed', 'Less than an hour'],
    ['as completed without a reference', 2 * hour, true, 'completed', 'Add the reference'],
    ['as voided if nothing is held', 2 * hour, true, 'voided', 'No amount of it is held'],
  ])('is refused %s', async (_what, seconds, isGivenUp, as, words) => {
    const { id, paymentId } = await anUndecidedAttempt(seconds);
    if (isGivenUp) await giveUp(paymentId);

    const ended = await settle('payment', id, as);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining(words), data: '' });
    expect(await paymentOf(shop, id)).toMatchObject({ status: 'pending' });
    expect(await audited()).toEqual([]);
  });

  it('is not kept back by a job that is held after a restore, and ends it', async () => {
    const { id, paymentId } = await anUndecidedAttempt(3 * hour);
    await holdBack('payments.requery', paymentId);

    const settled = await settle('payment', id, 'completed', ' --reference OP-1');

    expect(jsonOf(settled)).toMatchObject({ status: 'completed', reference: 'OP-1' });
    expect(await jobsOf(paymentId)).not.toContainEqual({ kind: 'payments.requery' });
  });

  it('is refused while a job asks the gateway, in another state, and for a refund', async () => {
    const { id, paymentId } = await anUndecidedAttempt(3 * hour);
    await claim(paymentId, 45);
    const running = await settle('payment', id, 'failed');
    const paid = await aPayment(shop);
    const other = await settle('payment', paid, 'failed');
    const { data } = await shop.api('refundTransaction', { params: { id: paid }, body: { amount: '1.00' } });
    const { items } = (await shop.api('listTransactions', { query: { type: 'refund' } })).data;
    const refund = await settle('payment', String(items[0]?.id), 'failed');

    expect(running).toMatchObject({ exitCode: 5, words: expect.stringContaining('right now') });
    expect(other).toMatchObject({ exitCode: 5, words: expect.stringContaining('The payment is completed') });
    expect(data.status).toBe('completed');
    expect(refund).toMatchObject({ exitCode: 5, words: expect.stringContaining('transaction of a refund') });
  });
});

/** A hold of 100.00 whose capture or release the gateway has left undecided for two hours. */
async function anUndecidedHold(end: 'capture' | 'release', seconds = 2 * hour) {
  const { holds } = card();
  if (!holds) throw new Error('the sandbox holds amounts on cards');
  vi.spyOn(holds, end).mockResolvedValue({ kind: 'unknown' });
  const checkout = await heldCheckout(shop.api);
  await (end === 'capture' ? capture(shop.api, checkout) : release(shop.api, checkout));
  await turnClock(shop.api, seconds);
  const { transaction_id: id } = await shop.statusOf(checkout);
  return { checkout, id: String(id), paymentId: readId('txn', String(id)) };
}

describe('mps payment settle, of a held amount', () => {
  it.each([
    ['capture', 'completed', 'captured', '91.50', 'payment.capture.completed'],
    ['capture', 'failed', 'refused', '0.00', 'payment.capture.declined'],
    ['release', 'voided', 'voided', '0.00', 'payment.authorization.voided'],
  ] as const)('ends an undecided %s as %s, once', async (end, as, hold, available, event) => {
    const { checkout, id, paymentId } = await anUndecidedHold(end);

    const settled = jsonOf(await settle('payment', id, as));
    const again = await settle('payment', id, as);
    await asMerchant(place, shop.merchant, async (act) => {
      for (const kind of ['captured', 'rejected', 'voided'] as const)
        await settleHold(act, paymentId, { kind, gatewayStatus: 'LATE' });
    });

    expect(settled).toMatchObject({ payment_id: id, status: as });
    expect(again).toMatchObject({ exitCode: 0, words: expect.stringContaining('Nothing was changed') });
    expect((await shop.statusOf(checkout)).authorization).toMatchObject({ status: hold });
    expect(await paymentOf(shop, id)).toMatchObject({ status: as });
    expect(await saidOf(paymentId)).toBe('SETTLED_BY_OPERATOR');
    expect((await typesAbout(id)).at(-1)).toBe(event);
    expect(await shop.available()).toBe(available);
    expect(await jobsOf(paymentId)).not.toContainEqual({ kind: 'authorizations.finish' });
    expect(await audited()).toMatchObject([{ action: 'payment.settled', object: id, details: { as } }]);
  });

  it.each([
    ['a capture as voided', 'capture', 2 * hour, 'voided', 'is being captured'],
    ['a release as completed', 'release', 2 * hour, 'completed', 'is being released'],
    ['a capture before an hour has passed', 'capture', hour - 60, 'completed', 'Less than an hour'],
  ] as const)('refuses to end %s', async (_what, end, seconds, as, words) => {
    const { id } = await anUndecidedHold(end, seconds);

    const ended = await settle('payment', id, as);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining(words), data: '' });
    expect(await paymentOf(shop, id)).toMatchObject({ status: 'authorized' });
  });

  it('completes one that was captured before a restore forgot it, without asking the gateway', async () => {
    const { holds } = card();
    if (!holds) throw new Error('the sandbox holds amounts on cards');
    const asked = vi.spyOn(holds, 'capture');
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: id } = await shop.statusOf(checkout);
    const paymentId = readId('txn', String(id));
    await holdBack('authorizations.expire', paymentId);

    const noted = await mpsHere(`restore capture ${id} --sandbox --amount 40 --note statement`, ofDatabase());
    const settled = await settle('payment', String(id), 'completed');

    expect(noted.exitCode).toBe(0);
    expect(jsonOf(settled)).toMatchObject({ status: 'completed' });
    expect((await shop.statusOf(checkout)).authorization).toMatchObject({ status: 'captured' });
    expect(await paymentOf(shop, String(id))).toMatchObject({ status: 'completed', amount: '40.00' });
    expect(await shop.available()).not.toBe('0.00');
    expect(asked).not.toHaveBeenCalled();
  });

  it('refuses an amount that is held and that nobody has asked for', async () => {
    const checkout = await heldCheckout(shop.api);
    const { transaction_id: id } = await shop.statusOf(checkout);

    const ended = await settle('payment', String(id), 'voided');

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('The payment is authorized') });
  });
});

describe('mps payment ask', () => {
  it('has the gateway asked once more about an attempt that has no job left', async () => {
    const { id, paymentId, query } = await anUndecidedAttempt();
    const before = query.mock.calls.length;
    query.mockResolvedValue({
      kind: 'declined',
      reason: 'WALLET_CANCELLED',
      gatewayReference: null,
      gatewayStatus: 'CANCELLED',
    });

    const none = await jobsOf(paymentId);
    const asked = await mps(`payment ask ${id}`);
    await turnClock(shop.api, 1);

    expect([none, jsonOf(asked)['payment_id'], query.mock.calls.length]).toEqual([[], id, before + 1]);
    expect(await paymentOf(shop, id)).toMatchObject({ status: 'failed' });
    expect(await saidOf(paymentId)).toBe('CANCELLED');
    expect(await audited()).toMatchObject([{ action: 'payment.asked', object: id }]);
  });

  it.each([
    ['of an unknown payment', `txn_${'0'.repeat(32)}`, 4],
    ['of something else', 'ref_1', 2],
  ])('ends with its own code when it is %s', async (_what, id, exitCode) => {
    expect(await mps(`payment ask ${id}`)).toMatchObject({ exitCode, data: '' });
  });

  it('is refused for a payment that has ended', async () => {
    const ended = await mps(`payment ask ${await aPayment(shop)}`);

    expect(ended).toMatchObject({ exitCode: 5, words: expect.stringContaining('The payment is completed') });
    expect(await audited()).toEqual([]);
  });
});

/** An acquirer of live, which is not there: to settle, nobody asks it. */
function gateways(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-settle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const about = { terminal: 'TERM0001', acceptor: '000000012345678', layout: { preset: 'bcd' } };
  const acquirer = { rail: 'iso8583', address: 'tcp://127.0.0.1:9', ...about };
  const file = join(folder, 'gateways.yaml');
  writeFileSync(
    file,
    stringify({ gateways: { acquirer }, routes: { live: { card: { USD: ['acquirer'] } } } }),
  );
  return file;
}

let stan = 0;

/** A message of the acquirer. */
async function aMessage(purpose: 'charge' | 'refund', reference: string, state: string): Promise<void> {
  stan += 1;
  await place.database.asOwner(
    `INSERT INTO live.acquirer_messages (merchant_id, id, gateway, purpose, reference, original_id, mti, processing_code, terminal, stan,
      stan_day, rrn, amount, currency, state, transmitted_at, deadline)
     VALUES ($1, $2, 'acquirer', $3, $4, $5, '0200', '000000', 'TERM0001', $7, '2026-01-01', lpad($7::int::text, 12, '0'), 1, 'USD', $6,
      now(), now())`,
    [
      shop.merchant.merchantId,
      newId(),
      purpose,
      reference,
      purpose === 'charge' ? null : newId(),
      state,
      stan,
    ],
  );
}
const ended = (reference: string) =>
  place.database.asOwner("UPDATE live.acquirer_messages SET state = 'reversed' WHERE reference = $1", [
    reference,
  ]);

/** A live attempt at the acquirer that began two days ago, and that nobody asks about. */
async function aLiveAttempt(): Promise<string> {
  const id = newId();
  const about = { gateway: 'acquirer', reference: id, source_type: 'checkout', source_id: id } as const;
  const at = inSeconds(-2 * day);
  const row = { ...about, id, type: 'payment', status: 'pending', late: false, created_at: at } as const;
  const money = { amount: 1_000_000n, currency: 'USD', method_type: 'card' } as const;
  const insert = async ({ tx, merchant }: Act) =>
    void insertTransaction(tx, merchant.id, { ...row, ...money });
  await asMerchant(place, shop.merchant, insert, { mode: 'live', at });
  return id;
}

describe('a gateway that is still at work', () => {
  it.each(['sent', 'reversing'])(
    'keeps a payment from being settled while its message is %s',
    async (state) => {
      const env = { GATEWAYS: gateways() };
      const id = await aLiveAttempt();
      await aMessage('charge', id, state);
      const words = `payment settle ${showId('txn', id)} --as completed --note by-phone --reference RRN-1 --live`;

      const early = await mps(words, { env });
      await ended(id);
      const later = await mps(words, { env });

      expect(early).toMatchObject({ exitCode: 5, words: expect.stringContaining('still at work'), data: '' });
      expect(jsonOf(later)).toMatchObject({ status: 'completed', amount: '100.00', reference: 'RRN-1' });
    },
  );

  it('is not passed over by a command that does not know the gateway', async () => {
    const id = await aLiveAttempt();
    await aMessage('charge', id, 'reversing');
    const words = `payment settle ${showId('txn', id)} --as completed --note by-phone --reference RRN-1 --live`;

    const settled = await mps(words);

    expect(settled).toMatchObject({ exitCode: 5, words: expect.stringContaining('Name the file'), data: '' });
    expect(await place.database.asOwner('SELECT status FROM live.transactions WHERE id = $1', [id])).toEqual([
      { status: 'pending' },
    ]);
  });

  it('keeps a refund from being settled while its message is reversed', async () => {
    const env = { GATEWAYS: gateways() };
    const payment = await capturedLive(place, shop.merchant, { method: 'card', at: inSeconds(-2 * day) });
    const known = { ...place.service.contexts.live.gateways, byName: () => card() };
    const wanted = { paymentId: payment, amount: undefined, reason: null };
    const begin = (act: Act) => beginRefund({ ...act, ctx: { ...act.ctx, gateways: known } }, wanted);
    const refund = await asMerchant(place, shop.merchant, begin, { mode: 'live' });
    await place.database.asOwner('DELETE FROM live.jobs WHERE key = $1', [refund.id]);
    await place.database.asOwner(
      "UPDATE live.refunds SET created_at = now() - interval '2 hours' WHERE id = $1",
      [refund.id],
    );
    await place.database.asOwner("UPDATE live.transactions SET gateway = 'acquirer' WHERE merchant_id = $1", [
      shop.merchant.merchantId,
    ]);
    await aMessage('refund', refund.id, 'reversing');
    const words = `refund settle ${showId('ref', refund.id)} --as completed --note by-phone --reference RRN-2 --live`;

    const early = await mps(words, { env });
    await ended(refund.id);
    const later = await mps(words, { env });

    expect(early).toMatchObject({ exitCode: 5, words: expect.stringContaining('still at work'), data: '' });
    expect(jsonOf(later)).toMatchObject({ status: 'completed', amount: '100.00', reference: 'RRN-2' });
  });
});

describe('the log', () => {
  it('asks for a person, once, about a refund that is undecided for a day', async () => {
    const lines = place.lines.length;
    const { payment, id } = await anUndecidedRefund(3 * day);

    expect(toldSince(lines)).toMatchObject([
      {
        level: 'error',
        msg: 'undecided for a day: a person must look',
        merchant_id: showId('mer', shop.merchant.merchantId),
        refund_id: id,
        transaction_id: payment,
        gateway: 'sandbox_card',
      },
    ]);
  });

  it.each([
    ['capture', 'capturing'],
    ['release', 'voiding'],
  ] as const)('asks for a person, once, about a %s that is undecided for a day', async (end, status) => {
    const lines = place.lines.length;
    const { id } = await anUndecidedHold(end, 3 * day);

    const ids = { merchant_id: showId('mer', shop.merchant.merchantId), transaction_id: id };
    expect(toldSince(lines)).toMatchObject([
      { level: 'error', msg: 'undecided for a day: a person must look', ...ids, status },
    ]);
  });

  it.each([
    ['bank_transfer', 'unknown', 3, 'undecided for a day: a person must look'],
    ['mobile_money', 'pending', 3, 'undecided for a day: a person must look'],
    ['bank_transfer', 'pending', 7, 'undecided for five days: a person must look'],
  ] as const)('asks for a person, once, about a payout by %s that is %s', async (method, kind, days, msg) => {
    shop = await openPaidShop(place);
    const { gateways: all } = place.service.contexts.sandbox;
    const gateway = all.allForPayout({
      method,
      currency: 'USD',
      wallet: method === 'mobile_money' ? 'wallet_a' : null,
    })[0];
    if (!gateway) throw new Error('the sandbox pays out');
    vi.spyOn(gateway, 'pay').mockResolvedValue({ kind });
    const lines = place.lines.length;
    const { data } = await shop.api('requestPayout', { body: aPayout(method) });

    // As a worker that was started without GATEWAYS.
    vi.spyOn(all, 'payoutByName').mockReturnValueOnce(undefined);

    await turnClock(shop.api, days * day);

    expect(place.lines.slice(lines).join('')).toContain('this process has no such gateway');
    const told = toldSince(lines);
    expect(told).toMatchObject([{ level: 'error', msg, payout_id: data.payout_id }]);
  });
});
