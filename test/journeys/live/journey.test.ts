import { stdout } from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredReader } from '../../src/api/payments/terminals/counter.ts';
import { jsonOf } from '../../src/cli/mps.ts';
import { aCardCheckout, aWalletCheckout, openedCheckout } from '../../support/builders/build.ts';
import { aPayout } from '../../support/builders/payouts.ts';
import { dump, type WriteAhead, watchWriteAhead } from '../../support/checks/dump.ts';
import { turnedClock } from '../../support/faults/turned-clock.ts';
import { until } from '../../support/faults/victim.ts';
import { notification, readOrder, statusReport } from '../../support/rails/bank/messages.ts';
import { jposIsMissing } from '../../support/rails/jpos.ts';
import { aReceiver, type Receiver } from '../../support/receivers/receiver.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { openPage, submit } from '../../support/service/page.ts';
import { eventIn } from '../shop.ts';
import { aPan, chipDataOf, cvvNeedlesOf, filesBelow, foundIn, needlesOf, piecesOf } from './card-data.ts';
import { Site } from './site.ts';
import { booksOf, takeCamt053, takeCsv } from './statements.ts';

/**
 * One merchant takes money over every rail, gives some back, loses a dispute and is paid out; then the providers' statements come in.
 * The service and its commands are processes as an operator starts them, and the acquirer is a program that others wrote.
 */
const note = jposIsMissing ? ` (skipped: ${jposIsMissing})` : '';
const day = new Date().toISOString().slice(0, 10);
const cards = {
  card: { number: aPan('4'), cvv: '041' },
  domesticSwitch: { number: aPan('9716'), cvv: '073' },
};

const chipPan = aPan('5');
const chipData = chipDataOf(chipPan);
/** A text that is kept, to show that the search finds what is there. */
const kept = `order-${aPan('4')}-kept`;

let site: Site;
let receiver: Receiver;
let writeAhead: WriteAhead;
let api: Api;
let merchant: string;
let webhookSecret: string;
/** The payments, by how they were made. */
const payments: Record<string, string> = {};
let refundId: string;
let walletPayout: string;
let bankPayout: string;
let filed: readonly { readonly id: string; readonly amount: string }[];

const byCard = async (reference: string, amount: string, { number, cvv }: (typeof cards)['card']) => {
  const notificationUrl = `${receiver.url}/orders`;
  const body = aCardCheckout({ amount, merchantTransactionId: reference, notificationUrl });
  const checkout = await openedCheckout(api, body);
  const fields = { method: 'card', number, expiry: '12 / 40', holder: 'T. Moyo', cvv };
  const receipt = await submit(await openPage(checkout.payment_url), 'pay', fields);
  expect(receipt.name).toBe('receipt');
  return await paymentOf(checkout);
};

async function paymentOf({ checkout_id: id }: { readonly checkout_id: string }): Promise<string> {
  let found: string | undefined;
  await until('the payment is completed', async () => {
    const { data } = await api('getCheckoutStatus', { params: { id } });
    found = data.status === 'completed' ? data.transaction_id : undefined;
    return found !== undefined;
  });
  return found ?? '';
}

const payoutIs = (id: string, status: string) =>
  until(`payout ${id} is ${status}`, async () => {
    await site.hurry('payouts.complete', 'payouts.confirm');
    return (await api('getPayout', { params: { id } })).data.status === status;
  });

const toApp = () => receiver.received.filter(({ path }) => path === '/hook');

const ofGateway = (gateway: string) => `--gateway ${gateway}`;
const dayOf = async (gateway: string) => {
  const { days } = await site.json(`reconcile day ${ofGateway(gateway)} --day ${day}`);
  return (days as readonly Record<string, unknown>[])[0];
};
const casesOf = async () =>
  (await site.json('reconcile cases'))['cases'] as readonly Record<string, unknown>[];

describe.skipIf(jposIsMissing !== undefined)(`the live journey over all rails${note}`, () => {
  beforeAll(async () => {
    [site, receiver] = await Promise.all([Site.open(), aReceiver()]);
  });
  afterAll(async () => {
    await site?.close();
    await receiver?.close();
  });

  it('begins with an empty PostgreSQL, three gateways that answer, and a merchant with a live app', async () => {
    await site.mps('migrate');
    writeAhead = await watchWriteAhead(site);
    const made = await site.json('merchant create --name Shop --kyc-tier 1');
    merchant = String(made['merchant_id']);
    const app = await site.json(
      `app create --live --merchant ${merchant} --features refunds,payouts --rate-limit 100000 --webhook-url ${receiver.url}/hook --events *`,
    );
    webhookSecret = String(app['webhook_secret']);
    api = apiOf(site.baseUrl, String(app['secret_key']));

    const [{ steps }] = await Promise.all([site.json('gateway check'), site.start()]);

    const wrong = (steps as readonly Record<string, unknown>[]).filter(({ ok }) => ok !== true);
    expect(wrong).toEqual([]);
    expect((await api('getProfile')).status).toBe(200);
  });

  it('takes money by card, by a card of the domestic switch, by wallet and by card reader', async () => {
    payments['card'] = await byCard(kept, '100.00', cards.card);
    payments['switch'] = await byCard('order-switch', '80.00', cards.domesticSwitch);
    const push = aWalletCheckout('0771234567', {
      amount: '60.00',
      notificationUrl: `${receiver.url}/orders`,
    });
    payments['wallet'] = await paymentOf(await openedCheckout(api, push));
    const reading = await api('processTerminalPayment', {
      body: {
        terminal_id: await registeredReader(api),
        amount: '40.00',
        currency: 'USD',
        entry_mode: 'chip',
        emv_payload: { ciphertext: chipData.toString('base64'), ksn: 'FFFF9876543210E00001' },
      },
    });
    payments['reader'] = reading.data.transaction_id;

    const { items } = (await api('listTransactions', { query: { type: 'payment' } })).data;
    const shown = items.map(({ gateway, payment_method: method, amount, fee, status, livemode }) => [
      gateway,
      method?.type,
      amount,
      fee,
      status,
      livemode,
    ]);
    expect(shown.toReversed()).toEqual([
      ['acquirer', 'card', '100.00', '2.90', 'completed', true],
      ['acquirer', 'domestic_switch', '80.00', '1.60', 'completed', true],
      ['operator_a', 'wallet_a', '60.00', '0.90', 'completed', true],
      ['acquirer', 'card', '40.00', '1.16', 'completed', true],
    ]);
    const charged = Object.values(await site.acquirer.ledger());
    expect(charged.map(({ kind, taken, bookings }) => [kind, taken, bookings])).toEqual([
      ['charge', 10_000, 1],
      ['charge', 8000, 1],
      ['charge', 4000, 1],
    ]);
    expect(charged[2]?.payload).toBe(chipData.toString('hex').toUpperCase());
  });

  it('refunds a part of one payment, and pays out to a wallet and to a bank by a file at the cut-off', async () => {
    const refund = await api('refundTransaction', {
      params: { id: payments['switch'] ?? '' },
      body: { amount: '25.00' },
    });
    refundId = refund.data.refund_id;
    await until('the refund is completed', async () => {
      await site.hurry('refunds.finish', 'refunds.confirm');
      return (await api('getRefund', { params: { id: refundId } })).data.status === 'completed';
    });
    // By the terms, a day after a payment by wallet, two after one by card.
    await site.hurry('ledger.settle-pending');
    await until('the money is available', async () => {
      const { pending, available } = (await api('getBalance')).data;
      return pending.USD === '0.00' && Number(available.USD) > 100;
    });
    const [toWallet, toBank] = [
      await api('requestPayout', { body: aPayout('mobile_money', { amount: '20.00' }) }),
      await api('requestPayout', { body: aPayout('bank_transfer', { amount: '30.00' }) }),
    ];
    [walletPayout, bankPayout] = [toWallet.data.payout_id, toBank.data.payout_id];
    await payoutIs(walletPayout, 'completed');

    await until('the transfer waits for the cut-off', async () => {
      const waiting = await site.database.asOwner(`SELECT FROM live.bank_transfers WHERE state = 'waiting'`);
      return waiting.length === 1;
    });
    expect(site.bank.orders()).toEqual({});
    await site.database.asOwner(
      `UPDATE live.bank_transfers SET created_at = (created_at AT TIME ZONE 'UTC' - interval '1 day') AT TIME ZONE 'UTC'`,
    );
    await site.anotherWorker();
    await until('the bank has a file', () => Object.keys(site.bank.orders()).length === 1);
    const [order] = Object.values(site.bank.orders()).map(readOrder);
    filed = order?.transfers ?? [];
    expect(order).toMatchObject({ total: '29.00', transfers: [{ amount: '29.00' }] });

    const [{ id } = { id: '' }] = filed;
    site.bank.answer(
      statusReport({ file: order?.messageId ?? '', statuses: [{ id, status: 'ACSP' }] }),
      '1.xml',
    );
    site.bank.answer(notification({ id, amount: '29.00', reference: 'B-1' }), '2.xml');
    await site.anotherWorker();
    await payoutIs(bankPayout, 'completed');
  });

  it('answers a dispute and loses it, as the acquirer reports', async () => {
    const { card = '' } = payments;
    const report = (as: string) =>
      site.json(
        `dispute report ${card} --as ${as} --reference CB-0001 --reason fraudulent --merchant ${merchant} --live`,
      );

    const opened = await report('opened');
    const { items } = (await api('listDisputes')).data;
    const evidence = 'The customer signed for it.';
    await api('submitDisputeEvidence', {
      params: { id: String(opened['dispute_id']) },
      body: { evidence, submit: true },
    });
    const { disputes } = await site.json(`dispute list --merchant ${merchant} --live`);
    const passOn = 'an operator has to pass on the answer';
    await until('the answer is due', () => site.printed().includes(passOn));
    const lost = await report('lost');

    expect(opened).toMatchObject({ status: 'needs_response', amount: '100.00' });
    expect(items).toMatchObject([{ status: 'needs_response', amount: '100.00', reason: 'fraudulent' }]);
    expect(disputes).toMatchObject([{ reference: 'CB-0001', status: 'under_review', evidence }]);
    expect(site.printed().split(passOn)).toHaveLength(2);
    expect(lost).toMatchObject({ status: 'lost', resolution: 'decided' });
    expect((await api('getTransaction', { params: { id: card } })).data.status).toBe('reversed');
  });

  it('agrees with every statement to the cent, and one planted line is one case', async () => {
    const { items } = (await api('listTransactions', { query: { type: 'payment' } })).data;
    const disputed = items.find(({ id }) => id === payments['card'])?.gateway_reference ?? '';
    const own = await booksOf(site.acquirer);
    const chargeback = { type: 'CHARGEBACK', cents: -10_000, rrn: disputed };
    await Promise.all([
      takeCsv(site, day, [...own, chargeback, { type: 'FEE', cents: -290, rrn: '' }]),
      takeCamt053(site, day, filed),
      // Tomorrow, since a statement is of days that are over.
      site.json(`reconcile fetch --gateway operator_a --from ${day} --to ${day}`, turnedClock(86_400_000)),
    ]);

    const gateways = ['acquirer', 'operator_a', 'bank'];
    const runs = gateways.map((name) => site.json(`reconcile run --check ${ofGateway(name)}`));
    const agreed = { opened: 0, unresolved: 0, findings: [] };
    expect(await Promise.all(runs)).toMatchObject([agreed, agreed, agreed]);
    const even = { difference: '0.00', timing: '0.00', awaited: '0.00', unexplained: '0.00', covered: true };
    expect(await Promise.all(gateways.map(dayOf))).toMatchObject([
      { ledger: '95.00', stated: '95.00', fees_and_others: '-2.90', ...even },
      { ledger: '40.50', stated: '40.50', ...even },
      { ledger: '-29.00', stated: '-29.00', ...even },
    ]);
    expect(await casesOf()).toEqual([]);

    // The acquirer takes the money of the refund a second time.
    const again = own.filter(({ type }) => type === 'REFUND');
    await takeCsv(site, day, again, 'corrections.csv');
    await site.json(`reconcile run ${ofGateway('acquirer')}`);

    expect(await casesOf()).toMatchObject([{ gateway: 'acquirer', kind: 'twice', state: 'open' }]);
    expect(await dayOf('acquirer')).toMatchObject({
      ledger: '95.00',
      stated: '70.00',
      difference: '-25.00',
      open_cases: '-25.00',
      unexplained: '0.00',
    });
  });

  it('has booked each fact once, and told it once, signed', async () => {
    const booked = await site.database.asOwner(
      `SELECT movement, count(*)::int AS times, count(DISTINCT source_id)::int AS facts FROM live.ledger_journals
       WHERE movement IN ('payment.captured', 'refund.completed', 'payout.completed', 'dispute.opened', 'dispute.lost')
       GROUP BY movement ORDER BY movement`,
    );
    expect(booked.filter(({ times, facts }) => times !== facts)).toEqual([]);
    expect(booked.map(({ movement, facts }) => `${String(movement)} ${String(facts)}`)).toEqual([
      'dispute.lost 1',
      'dispute.opened 1',
      'payment.captured 4',
      'payout.completed 2',
      'refund.completed 1',
    ]);
    expect(jsonOf(await site.mps('ledger audit --json'))).toEqual({ rows: [] });

    // That a balance has changed is told by the clock, at most once a minute.
    const byClock = 'merchant.account.balance-updated';
    const recorded = await site.database.asOwner(
      `SELECT 'evt_' || replace(event_id::text, '-', '') AS id, type FROM live.events WHERE type <> $1`,
      [byClock],
    );
    const factsToApp = () => toApp().filter(({ body }) => JSON.parse(body).type !== byClock);
    await until('every event has come', () => factsToApp().length >= recorded.length);
    const events = await Promise.all(factsToApp().map((request) => eventIn(request, webhookSecret)));
    const told = events.map(({ id, type }) => `${id} ${type}`).toSorted();
    expect(told).toEqual(recorded.map(({ id, type }) => `${String(id)} ${String(type)}`).toSorted());
    const times = Map.groupBy(events, ({ type }) => type);
    const counts = Object.fromEntries([...times].map(([type, all]) => [type, all.length]));
    expect(counts).toEqual({
      'payment.order.created': 3,
      'payment.order.approved': 3,
      'payment.capture.pending': 1,
      'payment.capture.completed': 4,
      'payment.refund.created': 1,
      'payment.refund.completed': 1,
      'payment.capture.refunded': 1,
      'payment.payout-item.succeeded': 2,
      'customer.dispute.created': 1,
      'customer.dispute.evidence-submitted': 1,
      'customer.dispute.updated': 1,
      'customer.dispute.resolved': 1,
      'payment.capture.reversed': 1,
    });
  });

  it('has kept no card number, verification value or data of a chip anywhere', async () => {
    const numbers = [cards.card.number, cards.domesticSwitch.number, chipPan];
    const needles = [...numbers.flatMap(needlesOf), ...piecesOf(chipData)];
    const all = [...needles, ...Object.values(cards).flatMap(({ cvv }) => cvvNeedlesOf(cvv))];
    const [stored, wal] = [await dump(site), await writeAhead.written()];
    await writeAhead.close();
    await site.stop();
    const files = [...filesBelow(site.folders)];

    // What is to be found is found: the search works.
    expect([stored.includes(kept), wal.includes(kept), site.printed().length > 1000]).toEqual([
      true,
      true,
      true,
    ]);
    expect(files.some(({ bytes }) => bytes.includes(kept))).toBe(true);
    expect(stored).toContain(numbers[0]?.slice(-4));
    const ofFiles = files.flatMap(({ path, bytes }) =>
      foundIn(bytes, needles).map((what) => `${path}: ${what}`),
    );
    expect({
      rows: foundIn(stored, all),
      printed: foundIn(site.printed(), all),
      webhooks: foundIn(JSON.stringify(receiver.received), all),
      writeAhead: foundIn(wal, all),
      files: ofFiles,
    }).toEqual({ rows: [], printed: [], webhooks: [], writeAhead: [], files: [] });
    const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0);
    stdout.write(
      `live journey: ${needles.length} forms in ${stored.length} bytes of rows, ${wal.length} of WAL, ${bytes} of ${files.length} files, ${site.printed().length} printed\n`,
    );
  });
});
