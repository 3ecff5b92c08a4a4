import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settlePending } from '../../../../../../src/domain/payments/settlement/release-hold.ts';
import { newId, readId } from '../../../../../../src/platform/ids.ts';
import type { Shop } from '../../../../../journeys/shop.ts';
import { asMerchant } from '../../../../../support/builders/act.ts';
import { aPayout } from '../../../../../support/builders/payouts.ts';
import { until } from '../../../../../support/faults/victim.ts';
import {
  hurry,
  type LiveWallets,
  liveEventsOf,
  openLiveShop,
  openLiveWallets,
} from '../../../../../support/rails/live-wallets.ts';
import { faults } from '../../../../../support/rails/mobile-money-books.ts';

let place: LiveWallets;
let shop: Shop;

beforeAll(async () => {
  place = await openLiveWallets();
});
afterAll(() => place.stop());
beforeEach(async () => {
  await place.operator.settled();
  place.operator.behave({});
  shop = await openLiveShop(place);
});

type Pushed = Awaited<ReturnType<Shop['push']>>;
const phone = '0771234567';

/** The id of a checkout's attempt, as the operator knows it. */
async function attemptOf(checkout: Pushed): Promise<string> {
  const { transaction_id: id } = await shop.pollOf(checkout);
  return readId('txn', id);
}

/** Looks into the database: polling the API as often would meet its rate limit. */
async function becomes(checkout: Pushed, status: string): Promise<void> {
  const id = readId('chk', checkout.checkout_id);
  await until(`the payment is ${status}`, async () => {
    const rows = await place.database.asOwner('SELECT status FROM live.transactions WHERE checkout_id = $1', [
      id,
    ]);
    return rows.some((row) => row['status'] === status);
  });
}

const operatorsView = (id: string) => place.operator.books.asked.get(id)?.transaction;

/** A payment of 50.00 that has completed: its id as the operator knows it. */
async function aPaid(): Promise<string> {
  const checkout = await shop.push(phone, { amount: '50.00' });
  await becomes(checkout, 'completed');
  return await attemptOf(checkout);
}

/** The same, and its money is available. */
async function aSettled(): Promise<string> {
  const paymentId = await aPaid();
  await asMerchant(place, shop.merchant, (act) => settlePending(act, { paymentId }), { mode: 'live' });
  return paymentId;
}

const shown = (id: string) => `txn_${id.replaceAll('-', '')}`;

describe('a live payment by wallet', () => {
  it('is asked for at the operator, and completes when the operator calls back', async () => {
    place.operator.behave({ decision: 'never' });
    const checkout = await shop.push(phone, { amount: '50.00' });
    const before = await shop.pollOf(checkout);

    await place.operator.decide(await attemptOf(checkout), 'approve');
    await becomes(checkout, 'completed');

    expect(checkout).toMatchObject({ gateway_name: 'operator_a', requires_polling: true });
    expect(before).toMatchObject({ transaction_status: 'pending', gateway_status: 'pending' });
    expect(await shop.pollOf(checkout)).toMatchObject({ is_success: true, gateway_status: 'completed' });
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: false });
    const id = await attemptOf(checkout);
    expect(await liveEventsOf(place, id)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
    expect((await shop.listOf(checkout))[0]).toMatchObject({
      gateway: 'operator_a',
      gateway_reference: operatorsView(id)?.transactionReference,
    });
    expect(place.operator.callbacks.at(-1)?.status).toBe(204);
  });

  it('completes without a callback, when the operator is asked', async () => {
    place.operator.behave({ callbacks: 'none' });
    const checkout = await shop.push(phone);
    await place.operator.settled();

    await hurry(place, shop, ['payments.requery']);
    await becomes(checkout, 'completed');

    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed' });
  });

  it.each([
    [faults.insufficientFunds, 'WALLET_INSUFFICIENT_FUNDS'],
    [faults.requestDeclined, 'WALLET_CANCELLED'],
  ])('that the payer refuses fails with the operator’s code (%j)', async (decision, code) => {
    place.operator.behave({ decision });
    const checkout = await shop.push(phone);

    await becomes(checkout, 'failed');

    expect(await shop.pollOf(checkout)).toMatchObject({ gateway_status: decision.code, failure: { code } });
    // The callback may come before the answer to the request has been written.
    const told = await liveEventsOf(place, await attemptOf(checkout));
    expect(told.filter((type) => type !== 'payment.capture.pending')).toEqual(['payment.capture.declined']);
  });

  it('is not begun for a number without a wallet, nor while the operator is down', async () => {
    place.operator.accounts.set('+263771000404', 'unregistered');

    await expect(shop.push('0771000404')).rejects.toThrow('WALLET_INIT_FAILED');
    place.operator.down(faults.down);
    await expect(shop.push(phone)).rejects.toThrow('PROVIDER_UNAVAILABLE');
    place.operator.down(undefined);
    expect(await shop.payments()).toEqual([]);
  });

  it('that pays another amount fails, and all that was paid goes back', async () => {
    place.operator.behave((order) => (order.type === 'merchantpay' ? { paid: { amount: '51.00' } } : {}));
    const checkout = await shop.push(phone, { amount: '50.00' });

    await becomes(checkout, 'failed');
    const paid = operatorsView(await attemptOf(checkout));

    await until(
      'the operator has given it back',
      () => paid !== undefined && place.operator.books.leftOf(paid) === 0n,
    );
    expect(await shop.pollOf(checkout)).toMatchObject({ failure: { code: 'AMOUNT_MISMATCH' } });
    expect(paid?.amount).toBe('51.00');
  });
});

describe('a payment that is approved late', () => {
  it('completes its expired checkout', async () => {
    place.operator.behave({ decision: 'never' });
    const checkout = await shop.push(phone);
    const id = await attemptOf(checkout);
    await hurry(place, shop, ['checkout.expire']);
    await until('it expires', async () => (await shop.statusOf(checkout)).status === 'expired');

    await place.operator.decide(id, 'approve');

    await becomes(checkout, 'completed');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'completed', late: true });
  });

  it('goes back by a reversal if the merchant has stopped waiting', async () => {
    place.operator.behave((order) => (order.type === 'merchantpay' ? { decision: 'never' } : {}));
    const checkout = await shop.push(phone, { amount: '50.00' });
    const id = await attemptOf(checkout);
    await shop.api('abortCheckout', { params: { id: checkout.checkout_id } });

    await place.operator.decide(id, 'approve');

    await becomes(checkout, 'reversed');
    const paid = operatorsView(id);
    await until(
      'the operator has given it back',
      () => paid !== undefined && place.operator.books.leftOf(paid) === 0n,
    );
    expect(paid?.transactionStatus).toBe('reversed');
    expect(await shop.available()).toBe('0.00');
  });

  it('after a refusal goes back as well', async () => {
    place.operator.behave((order) =>
      order.type === 'merchantpay' ? { decision: faults.requestDeclined } : {},
    );
    const checkout = await shop.push(phone, { amount: '50.00' });
    await becomes(checkout, 'failed');
    const id = await attemptOf(checkout);
    const asked = place.operator.books.asked.get(id);
    if (!asked) throw new Error('the operator was asked');

    asked.status = 'pending';
    await place.operator.decide(id, 'approve');

    await becomes(checkout, 'reversed');
    await until('the operator has given it back', () => operatorsView(id)?.transactionStatus === 'reversed');
    expect(await shop.statusOf(checkout)).toMatchObject({ status: 'failed' });
  });
});

describe('a refund of a live payment', () => {
  it('of a part and of the rest goes back to the wallet, each once', async () => {
    const id = await aSettled();
    const refund = (body: object) => shop.api('refundTransaction', { params: { id: shown(id) }, body });

    const part = await refund({ amount: '20.00' });
    const rest = await refund({});

    await until('both are done', async () => {
      const rows = await place.database.asOwner(
        `SELECT status FROM live.refunds WHERE payment_id = $1 AND status = 'completed'`,
        [id],
      );
      return rows.length === 2;
    });
    expect([part.status, rest.status]).toEqual([201, 201]);
    const paid = operatorsView(id);
    expect(paid && place.operator.books.leftOf(paid)).toBe(0n);
    const told = await liveEventsOf(place, readId('ref', part.data.refund_id));
    expect(told.filter((type) => type !== 'payment.refund.pending')).toEqual([
      'payment.refund.created',
      'payment.refund.completed',
    ]);
    expect(place.operator.callbacks.filter(({ status }) => status !== 204)).toEqual([]);
  });
});

describe('a payout to a wallet', () => {
  it('is paid once the operator has paid it', async () => {
    await aSettled();
    const { data } = await shop.api('requestPayout', { body: aPayout('mobile_money') });
    const id = readId('po', data.payout_id);

    await until('it is paid', async () => {
      const { status } = (await shop.api('getPayout', { params: { id: data.payout_id } })).data;
      return status === 'completed';
    });

    expect(operatorsView(id)).toMatchObject({
      type: 'disbursement',
      creditParty: [{ value: '+263771111111' }],
    });
    expect(await liveEventsOf(place, id)).toContain('payment.payout-item.succeeded');
  });

  it('that the operator refuses gives the money back', async () => {
    await aSettled();
    const before = await shop.available();
    place.operator.behave({ decision: faults.noSuch });
    const { data } = await shop.api('requestPayout', { body: aPayout('mobile_money') });

    await until('it has failed', async () => {
      const { status } = (await shop.api('getPayout', { params: { id: data.payout_id } })).data;
      return status === 'failed';
    });

    expect(await shop.available()).toBe(before);
  });
});

const send = (url: string, body: string | undefined, method = 'PUT') =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });

/** A payment that stays pending, and where the operator calls back about it. */
async function aWaiting() {
  place.operator.behave({ decision: 'never' });
  const checkout = await shop.push(phone, { amount: '50.00' });
  const id = await attemptOf(checkout);
  const url = place.operator.books.asked.get(id)?.order.callbackUrl ?? '';
  return { checkout, id, url };
}

describe('a callback', () => {
  it('is not believed: the operator is asked', async () => {
    const { checkout, id, url } = await aWaiting();
    const claim = {
      transactionReference: 'REF-OF-A-THIEF',
      transactionStatus: 'completed',
      type: 'merchantpay',
      amount: '50.00',
      currency: 'USD',
      requestingOrganisationTransactionReference: id,
    };

    const answer = await send(url, JSON.stringify(claim));
    await until('the operator was asked', async () => (await jobsAbout(id)) === 0);

    expect(answer.status).toBe(204);
    expect((await shop.pollOf(checkout)).transaction_status).toBe('pending');
  });

  it('may come twice and from POST, and with nothing that can be read', async () => {
    const { checkout, id, url } = await aWaiting();
    await place.operator.decide(id, 'approve');
    await becomes(checkout, 'completed');

    const statuses = [];
    for (const [body, method] of [
      ['{}', 'POST'],
      ['half a mess', 'PUT'],
      [undefined, 'PUT'],
    ] as const)
      statuses.push((await send(url, body, method)).status);

    expect(statuses).toEqual([204, 204, 204]);
    expect(await jobsAbout(id)).toBe(0);
    expect(await liveEventsOf(place, id)).toEqual(['payment.capture.pending', 'payment.capture.completed']);
  });

  it('with a forged address is not found; a large one is refused', async () => {
    const { id, url } = await aWaiting();
    const token = url.slice(url.lastIndexOf('/') + 1);
    const other = newId().replaceAll('-', '');
    const forged = [
      url.replace(token, `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`),
      url.replace(token, `r${token.slice(1)}`),
      url.replace(token, token.replace(id.replaceAll('-', ''), other)),
      url.replace('operator_a', 'operator_b'),
      url.replace(token, 'p'),
      url.replace(token, '%00'),
    ];

    const answers = await Promise.all(forged.map((each) => send(each, '{}')));

    expect(answers.map(({ status }) => status)).toEqual(forged.map(() => 404));
    expect((await send(url, `"${'a'.repeat(65 * 1024)}"`)).status).toBe(413);
    expect((await fetch(url)).status).toBe(404);
    expect(await jobsAbout(id)).toBe(0);
  });

  it('shows its address in no log', async () => {
    const { url } = await aWaiting();
    await send(url, '{}');
    const token = url.slice(url.lastIndexOf('/') + 1);

    await until('the call is logged', () =>
      place.lines.some((line) => line.includes('/gateways/{gateway}/callbacks/{token}')),
    );

    expect(place.lines.filter((line) => line.includes(token))).toEqual([]);
  });
});

async function jobsAbout(id: string): Promise<number> {
  const rows = await place.database.asOwner(
    `SELECT FROM live.jobs WHERE key = $1 AND kind = 'payments.confirm'`,
    [id],
  );
  return rows.length;
}
