import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveReport } from '../../../../../src/domain/payments/disputes/receive-report.ts';
import { readId } from '../../../../../src/platform/ids.ts';
import { aPayment, openService, openShop, type Place, type Shop } from '../../../../journeys/shop.ts';
import { turnClock } from '../../../../support/builders/build.ts';
import {
  days,
  disputed,
  disputeOf,
  moneyOf,
  paymentOf,
  submit,
} from '../../../../support/builders/disputes.ts';
import { capture } from '../../../../support/builders/holds.ts';
import { actingAs, eventsAbout } from '../../../../support/builders/inside.ts';
import { payByCard } from '../../../../support/service/page.ts';

let place: Place;
let shop: Shop;

beforeAll(async () => {
  place = await openService();
});
afterAll(() => place.stop());
beforeEach(async () => {
  shop = await openShop(place);
});

const accept = (id: string) => shop.api('acceptDispute', { params: { id } });
const refund = (id: string, body = {}) => shop.api('refundTransaction', { params: { id }, body });
const typesOf = async (id: string) => (await eventsAbout(place, { id })).map(({ type }) => type);

describe('a dispute', () => {
  it('takes what is disputed out of the balance, is due in seven days, and refuses refunds', async () => {
    const dispute = await disputed(shop, { reason: 'not_received' });

    expect(dispute).toMatchObject({
      amount: '100.00',
      currency: 'USD',
      reason: 'not_received',
      status: 'needs_response',
      resolution: null,
      evidence: null,
      files: [],
    });
    expect(Date.parse(dispute.evidence_due_at) - Date.parse(dispute.opened_at ?? '')).toBe(days(7) * 1000);
    expect(await moneyOf(shop)).toEqual(['-8.50', '5.00']);
    expect(await paymentOf(shop, dispute.transaction_id)).toMatchObject({
      status: 'completed',
      amount_refundable: '0.00',
      amount_refunded: '0.00',
    });
    expect(await refund(dispute.transaction_id)).toMatchObject({
      status: 409,
      code: 'TRANSACTION_DISPUTED',
      body: { details: { dispute_id: dispute.id } },
    });
    expect(await typesOf(dispute.id)).toEqual(['customer.dispute.created']);
  });

  it('is won by evidence that convinces: the money is available again, and can be refunded', async () => {
    const { id, transaction_id: payment } = await disputed(shop);

    const submitted = await submit(shop, id);
    await turnClock(shop.api, days(7) - 60);
    const before = await disputeOf(shop, id);
    await turnClock(shop.api, 120);

    expect(submitted).toMatchObject({ status: 200, data: { status: 'under_review', resolution: null } });
    expect(before.status).toBe('under_review');
    const won = await disputeOf(shop, id);
    expect(won).toMatchObject({ status: 'won', resolution: 'decided' });
    expect(Date.parse(won.resolved_at ?? '') - Date.parse(won.submitted_at ?? '')).toBe(days(7) * 1000);
    expect(await moneyOf(shop)).toEqual(['91.50', '5.00']);
    expect(await paymentOf(shop, payment)).toMatchObject({ amount_refundable: '100.00' });
    expect(await refund(payment)).toMatchObject({ status: 201, data: { status: 'completed' } });
    expect(await typesOf(id)).toEqual([
      'customer.dispute.created',
      'customer.dispute.evidence-submitted',
      'customer.dispute.updated',
      'customer.dispute.resolved',
    ]);
  });

  it('is lost by other evidence: the payment is reversed, and its reserve is due at midnight', async () => {
    const { id, transaction_id: payment } = await disputed(shop);

    await submit(shop, id, 'We think so.');
    await turnClock(shop.api, days(7) + 1);
    const atOnce = await moneyOf(shop);
    await turnClock(shop.api, days(1));

    expect(await disputeOf(shop, id)).toMatchObject({ status: 'lost', resolution: 'decided' });
    expect(await paymentOf(shop, payment)).toMatchObject({ status: 'reversed', amount_refundable: '0.00' });
    expect(await typesOf(payment)).toEqual(['payment.capture.completed', 'payment.capture.reversed']);
    expect(atOnce).toEqual(['-8.50', '5.00']);
    expect(await moneyOf(shop)).toEqual(['-3.50', '0.00']);
    expect(await refund(payment)).toMatchObject({ code: 'TRANSACTION_NOT_REFUNDABLE' });
  });

  it('is lost at the moment it is due when nobody has answered', async () => {
    const { id, evidence_due_at: due } = await disputed(shop);

    await turnClock(shop.api, days(7) - 60);
    const before = await disputeOf(shop, id);
    const { fired } = await turnClock(shop.api, 120);

    expect(before.status).toBe('needs_response');
    expect(await disputeOf(shop, id)).toMatchObject({
      status: 'lost',
      resolution: 'deadline_missed',
      resolved_at: due,
    });
    expect(fired).toContainEqual({ kind: 'disputes.expire', resource_id: id, due_at: due });
    expect(await submit(shop, id)).toMatchObject({
      status: 409,
      code: 'DISPUTE_CLOSED',
      body: { details: { status: 'lost', evidence_due_at: due } },
    });
  });

  it('is lost at once when it is accepted, and cannot be answered again', async () => {
    const { id } = await disputed(shop);

    const accepted = await accept(id);

    expect(accepted).toMatchObject({ status: 200, data: { status: 'lost', resolution: 'accepted' } });
    expect(await accept(id)).toMatchObject({ status: 409, code: 'DISPUTE_CLOSED' });
    expect(await submit(shop, id)).toMatchObject({ status: 409, code: 'DISPUTE_CLOSED' });
    expect(await typesOf(id)).toEqual(['customer.dispute.created', 'customer.dispute.resolved']);
  });

  it('keeps drafts, of which the last one replaces the others, without an answer to the bank', async () => {
    const { id } = await disputed(shop);
    const draft = (evidence: string) =>
      shop.api('submitDisputeEvidence', { params: { id }, body: { evidence, submit: false } });

    await draft('WIN: first');
    const second = await draft('second\nline');
    await turnClock(shop.api, days(8));

    expect(second).toMatchObject({
      status: 200,
      data: { status: 'needs_response', evidence: 'second\nline' },
    });
    expect(await disputeOf(shop, id)).toMatchObject({
      status: 'lost',
      resolution: 'deadline_missed',
      evidence: 'second\nline',
    });
  });

  it('may be over a part of a payment: the rest can be refunded afterwards, and no more', async () => {
    const { id, transaction_id: payment } = await disputed(shop, { amount: '30.00' });
    const during = await paymentOf(shop, payment);

    await accept(id);

    expect(during).toMatchObject({ amount_refundable: '70.00' });
    expect(await moneyOf(shop)).toEqual(['61.50', '5.00']);
    expect(await paymentOf(shop, payment)).toMatchObject({ status: 'completed', amount_refundable: '70.00' });
    expect(await refund(payment, { amount: '70.01' })).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    expect(await refund(payment)).toMatchObject({ data: { amount: '70.00', status: 'completed' } });
    expect(await paymentOf(shop, payment)).toMatchObject({ status: 'reversed', amount_refunded: '70.00' });
    await turnClock(shop.api, days(1));
    expect(await moneyOf(shop)).toEqual(['-3.50', '0.00']);
  });

  it('that is won counts as nothing given back: refunds take their own shares, and the last one reverses', async () => {
    const { id, transaction_id: payment } = await disputed(shop, { amount: '40.00' });
    await submit(shop, id);
    await turnClock(shop.api, days(7) + 60);
    const steps: unknown[] = [(await disputeOf(shop, id)).status];

    for (const amount of ['60.00', '40.00']) {
      await refund(payment, { amount });
      await turnClock(shop.api, 120);
      steps.push((await paymentOf(shop, payment)).status);
    }

    const shares = await place.database.asOwner(
      'SELECT fee_share::text, reserve_share::text FROM sandbox.refunds WHERE merchant_id = $1 ORDER BY id',
      [shop.merchant.merchantId],
    );
    expect(steps).toEqual(['won', 'completed', 'reversed']);
    expect(shares).toEqual([
      { fee_share: '21000', reserve_share: '30000' },
      { fee_share: '14000', reserve_share: '20000' },
    ]);
  });

  it('is over all that was not refunded, and not over more', async () => {
    const payment = await aPayment(shop, '100.00');
    await refund(payment, { amount: '40.00' });
    const dispute = (amount?: string) =>
      shop.api('openTestDispute', { body: { transaction_id: payment, ...(amount && { amount }) } });

    expect(await dispute('60.01')).toMatchObject({
      code: 'REFUND_EXCEEDS_REMAINING',
      body: { details: { amount_refundable: '60.00' } },
    });
    expect(await dispute()).toMatchObject({ status: 201, data: { amount: '60.00' } });
    expect(await dispute('1.00')).toMatchObject({ status: 409, code: 'TRANSACTION_DISPUTED' });
  });

  it('is opened by the bank a minute after a payment with the disputed card', async () => {
    const checkout = await shop.card();
    await payByCard(checkout.payment_url, '4000000000000259');
    const { transaction_id } = await shop.statusOf(checkout);
    const query = { transaction_id: String(transaction_id) };
    const none = await shop.api('listDisputes', { query });

    await turnClock(shop.api, 61);

    expect(none.data.items).toEqual([]);
    const { items } = (await shop.api('listDisputes', { query })).data;
    expect(items).toMatchObject([{ transaction_id, reason: 'fraudulent', status: 'needs_response' }]);
  });

  it('is opened by the bank a minute after the capture of an amount that was held on the disputed card', async () => {
    const checkout = await shop.card({ amount: '100.00', capture: 'manual' });
    await payByCard(checkout.payment_url, '4000000000000259');
    await turnClock(shop.api, 120);
    const { data: captured } = await capture(shop.api, checkout, '60.00');
    const query = { transaction_id: captured.transaction_id };
    await turnClock(shop.api, 30);
    const none = await shop.api('listDisputes', { query });

    await turnClock(shop.api, 31);

    expect(none.data.items).toEqual([]);
    const { items } = (await shop.api('listDisputes', { query })).data;
    expect(items).toMatchObject([{ amount: '60.00', reason: 'fraudulent', status: 'needs_response' }]);
    expect(Date.parse(items[0]?.opened_at ?? '') - Date.parse(captured.ended_at ?? '')).toBe(60_000);
    // Of 60.00, 2.10 were the fee and 3.00 are the reserve.
    expect(await moneyOf(shop)).toEqual(['-5.10', '3.00']);
  });

  it('is of its merchant alone', async () => {
    const { id, transaction_id } = await disputed(shop);
    const other = await openShop(place);

    for (const operation of ['getDispute', 'acceptDispute'] as const)
      expect(await other.api(operation, { params: { id } })).toMatchObject({ status: 404 });
    expect(await submit(other, id)).toMatchObject({ status: 404 });
    expect(await other.api('openTestDispute', { body: { transaction_id } })).toMatchObject({ status: 404 });
    expect((await other.api('listDisputes')).data.items).toEqual([]);
  });

  it('cannot be opened over what was never paid', async () => {
    const checkout = await shop.card();
    await payByCard(checkout.payment_url, '4000000000000002');
    const [attempt] = await shop.listOf(checkout);

    const refused = await shop.api('openTestDispute', { body: { transaction_id: attempt?.id } });

    expect(refused).toMatchObject({
      code: 'TRANSACTION_NOT_REFUNDABLE',
      body: { details: { status: 'failed', type: 'payment' } },
    });
  });

  it('is listed by status and by payment, newest first, page by page', async () => {
    const made: string[] = [];
    for (const amount of ['10.00', '20.00', '30.00'])
      made.unshift((await disputed(shop, { payment: amount })).id);
    await accept(made[1] ?? '');

    const open = await shop.api('listDisputes', { query: { status: 'needs_response' } });
    const first = await shop.api('listDisputes', { query: { limit: 2 } });
    const cursor = first.data.next_cursor ?? '';
    const second = await shop.api('listDisputes', { query: { limit: 2, cursor } });

    expect(open.data.items.map(({ id }) => id)).toEqual([made[0], made[2]]);
    expect([...first.data.items, ...second.data.items].map(({ id }) => id)).toEqual(made);
    expect(second.data.has_more).toBe(false);
  });
});

const warned = (about = {}) => disputed(shop, { early_warning: true, ...about });

describe('an early warning', () => {
  it('takes no money, and lets the payment be refunded: the refund answers it', async () => {
    const warning = await warned();
    const before = await moneyOf(shop);

    const refunded = await refund(warning.transaction_id);

    expect(warning).toMatchObject({ status: 'warning', opened_at: null, amount: '100.00' });
    expect(before).toEqual(['91.50', '5.00']);
    expect(refunded).toMatchObject({ status: 201, data: { status: 'completed' } });
    expect(await disputeOf(shop, warning.id)).toMatchObject({
      status: 'warning_closed',
      resolution: 'refunded',
    });
    await turnClock(shop.api, days(130));
    expect(await disputeOf(shop, warning.id)).toMatchObject({ status: 'warning_closed' });
    expect(await typesOf(warning.id)).toEqual(['risk.dispute.created', 'customer.dispute.updated']);
  });

  it('becomes a dispute with the same id after three days without a refund', async () => {
    const warning = await warned({ amount: '50.00' });

    await turnClock(shop.api, days(3) - 60);
    const before = await disputeOf(shop, warning.id);
    await turnClock(shop.api, 120);

    expect(before.status).toBe('warning');
    const dispute = await disputeOf(shop, warning.id);
    expect(dispute).toMatchObject({ status: 'needs_response', amount: '50.00' });
    expect(Date.parse(dispute.evidence_due_at) - Date.parse(dispute.opened_at ?? '')).toBe(days(7) * 1000);
    expect(await moneyOf(shop)).toEqual(['41.50', '5.00']);
    expect(await typesOf(warning.id)).toEqual(['risk.dispute.created', 'customer.dispute.created']);
  });

  it('that a dispute has followed already is not followed by a second one', async () => {
    const warning = await warned({ amount: '10.00' });
    const { transaction_id } = warning;
    await shop.api('openTestDispute', { body: { transaction_id, amount: '10.00' } });
    await shop.api('acceptDispute', { params: { id: warning.id } });
    // At midnight its share of the reserve is released.
    await turnClock(shop.api, days(1));
    const before = await moneyOf(shop);

    await turnClock(shop.api, days(3));

    expect(await moneyOf(shop)).toEqual(before);
    const { items } = (await shop.api('listDisputes', { query: { transaction_id } })).data;
    expect(items.map(({ id, status }) => [id, status])).toEqual([[warning.id, 'lost']]);
  });

  it('counts from the day on which it became a dispute, so that everything can still be refunded', async () => {
    const warning = await warned();
    await turnClock(shop.api, days(3) + 60);
    await shop.api('acceptDispute', { params: { id: warning.id } });
    await turnClock(shop.api, days(88));
    const later = await aPayment(shop, '100.00');

    expect(await refund(later)).toMatchObject({ status: 201, data: { status: 'completed' } });
  });

  it('is not answered by a refund of less than it warns of, one of another payment, or one that failed', async () => {
    const warning = await warned({ amount: '50.00' });

    await refund(await aPayment(shop));
    const failed = await refund(warning.transaction_id, { amount: '0.13' });
    await refund(warning.transaction_id, { amount: '49.99' });
    const little = await disputeOf(shop, warning.id);
    await refund(warning.transaction_id, { amount: '0.01' });
    await turnClock(shop.api, days(4));

    expect([failed.data.status, little.status]).toEqual(['failed', 'warning']);
    expect(await disputeOf(shop, warning.id)).toMatchObject({
      status: 'warning_closed',
      resolution: 'refunded',
    });
    expect(await paymentOf(shop, warning.transaction_id)).toMatchObject({ amount_refundable: '50.00' });
  });

  it('is answered by a refund that was under way when it came', async () => {
    const payment = await aPayment(shop);
    const { data } = await refund(payment, { amount: '10.11' });
    const body = { transaction_id: payment, early_warning: true, amount: '10.11' };
    const { id } = (await shop.api('openTestDispute', { body })).data;

    await turnClock(shop.api, 31);

    expect(data.status).toBe('pending');
    expect(await disputeOf(shop, id)).toMatchObject({ status: 'warning_closed', resolution: 'refunded' });
  });

  it('is not answered by a refund that was made before it', async () => {
    const payment = await aPayment(shop);
    await refund(payment, { amount: '40.00' });
    await turnClock(shop.api, 60);
    const body = { transaction_id: payment, early_warning: true, amount: '40.00' };
    const { id } = (await shop.api('openTestDispute', { body })).data;

    await refund(payment, { amount: '0.01' });
    const before = await disputeOf(shop, id);
    await turnClock(shop.api, days(3) + 60);

    expect(before.status).toBe('warning');
    expect(await disputeOf(shop, id)).toMatchObject({ status: 'needs_response', amount: '40.00' });
  });

  it('that became a dispute is lost at the moment that is due when nobody has answered', async () => {
    const { id } = await warned();
    await turnClock(shop.api, days(3) + 60);
    const { evidence_due_at: due } = await disputeOf(shop, id);

    await turnClock(shop.api, days(7) - 3600);
    const before = await disputeOf(shop, id);
    await turnClock(shop.api, 3600);

    expect(before.status).toBe('needs_response');
    expect(await disputeOf(shop, id)).toMatchObject({
      status: 'lost',
      resolution: 'deadline_missed',
      resolved_at: due,
    });
  });

  it('of a gateway that reports nothing more lapses after 120 days, and took no money', async () => {
    const payment = await aPayment(shop);
    const report = { kind: 'warned', reason: 'fraudulent' } as const;
    await actingAs(place, shop.merchant, (act) =>
      receiveReport(act, { paymentId: readId('txn', payment), gatewayReference: 'bank-1', report }),
    );
    const [warning] = (await shop.api('listDisputes', { query: { transaction_id: payment } })).data.items;
    const id = warning?.id ?? '';

    await turnClock(shop.api, days(120) - 3600);
    const before = await disputeOf(shop, id);
    await turnClock(shop.api, 2 * 3600);

    expect(before.status).toBe('warning');
    expect(await disputeOf(shop, id)).toMatchObject({ status: 'warning_closed', resolution: 'lapsed' });
    expect(await typesOf(id)).toEqual(['risk.dispute.created', 'customer.dispute.updated']);
    expect(await moneyOf(shop)).toEqual(['96.50', '0.00']);
  });

  it('takes neither evidence nor an acceptance', async () => {
    const { id } = await warned();

    expect(await submit(shop, id)).toMatchObject({
      code: 'DISPUTE_CLOSED',
      body: { details: { status: 'warning' } },
    });
    expect(await accept(id)).toMatchObject({ code: 'DISPUTE_CLOSED' });
  });
});
