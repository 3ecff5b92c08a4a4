import { beforeEach, describe, expect, it } from 'vitest';
import { faults } from '../../../../../support/rails/mobile-money-books.ts';
import { aPaid, aRefund, aWalletPayout, connectedForFile, lines, railTo, usd } from './connected.ts';

const { operator, rail } = connectedForFile();
beforeEach(async () => {
  await operator().settled();
  operator().behave({ callbacks: 'none' });
});

const paidNow = () => aPaid(rail(), operator());
const leftOf = (gatewayReference: string) => {
  const payment = operator().books.transactions.get(gatewayReference);
  return payment && operator().books.leftOf(payment);
};

describe('a refund', () => {
  it('of a whole payment is a reversal under the id of the refund, asked for once', async () => {
    const { request, gatewayReference } = await paidNow();
    const refund = aRefund(request, gatewayReference);

    const asked = await rail().gateway.refund(refund);
    await operator().settled();
    const done = await rail().gateway.refund(refund);
    const again = await rail().gateway.refund(refund);

    expect(asked).toEqual({ kind: 'pending' });
    expect(done).toEqual({ kind: 'completed', gatewayReference: expect.stringMatching(/^REF-/) });
    expect(again).toEqual(done);
    expect(leftOf(gatewayReference)).toBe(0n);
    const sent = operator().exchanges.filter(
      ({ method, path }) => method === 'POST' && path.includes('reversals'),
    );
    expect(sent.at(-1)).toMatchObject({
      path: `/transactions/${gatewayReference}/reversals`,
      requestHeaders: { 'x-correlationid': refund.reference },
      requestBody: { type: 'reversal', amount: '50.00', currency: 'USD' },
    });
  });

  it('is one refund even if two processes ask at the same time', async () => {
    const { request, gatewayReference } = await paidNow();
    const refund = aRefund(request, gatewayReference, { amount: usd(1000) });

    await Promise.all([rail().gateway.refund(refund), rail().gateway.refund(refund)]);
    await operator().settled();

    expect(leftOf(gatewayReference)).toBe(usd(4000));
    expect(await rail().gateway.refund(refund)).toMatchObject({ kind: 'completed' });
  });

  it.each(['lost-after', 'malformed', '503-after'] as const)(
    'whose answer is lost (%s) is not made twice',
    async (answer) => {
      const { request, gatewayReference } = await paidNow();
      const refund = aRefund(request, gatewayReference, { amount: usd(1000) });
      operator().behave({ answer, callbacks: 'none' });

      const asked = await rail().gateway.refund(refund);
      await operator().settled();

      expect(asked).toEqual({ kind: 'unknown' });
      expect(await rail().gateway.refund(refund)).toMatchObject({ kind: 'completed' });
      expect(leftOf(gatewayReference)).toBe(usd(4000));
    },
  );

  it('of a part may be an adjustment, from the service’s account to the payer', async () => {
    const { request, gatewayReference } = await paidNow();
    const other = railTo(operator(), { partialRefunds: 'adjustment' });

    await other.gateway.refund(aRefund(request, gatewayReference, { amount: usd(1000) }));

    expect(operator().exchanges.findLast(({ method }) => method === 'POST')).toMatchObject({
      path: '/transactions/type/adjustment',
      requestBody: {
        amount: '10.00',
        originalTransactionReference: gatewayReference,
        debitParty: [{ key: 'accountid', value: '2000' }],
        creditParty: [{ key: 'msisdn', value: '+263771234567' }],
      },
    });
    await other.stop();
  });

  it('that was sent is not rejected when its currency has no account any more', async () => {
    const [sent, unsent] = [aWalletPayout(), aWalletPayout()];
    await rail().payouts.pay(sent);
    await operator().settled();
    const without = railTo(operator(), { accounts: {} });

    expect(await without.payouts.pay(sent)).toMatchObject({ kind: 'completed' });
    expect(await without.payouts.pay(unsent)).toEqual({ kind: 'rejected' });
    await without.stop();
  });

  it.each([false, true])('that the operator refuses is rejected (unwanted money: %s)', async (unwanted) => {
    const { request, gatewayReference } = await paidNow();
    operator().behave({ refuse: faults.incorrectState });

    const asked = await rail().gateway.refund(aRefund(request, gatewayReference, { unwanted }));

    expect(asked).toEqual({ kind: 'rejected' });
  });

  it('waits for money if the service’s own account is empty', async () => {
    const { request, gatewayReference } = await paidNow();
    const refund = aRefund(request, gatewayReference);
    operator().behave({ refuse: faults.insufficientFunds });

    const poor = await rail().gateway.refund(refund);
    operator().behave({ callbacks: 'none' });
    await rail().gateway.refund(refund);
    await operator().settled();

    expect(poor).toEqual({ kind: 'unknown', answered: true });
    expect(await rail().gateway.refund(refund)).toMatchObject({ kind: 'completed' });
  });
});

/** What the operator says from now on about an id of ours. */
function says(reference: string, about: string | undefined): void {
  const asked = operator().books.asked.get(about ?? '');
  if (asked) operator().books.asked.set(reference, asked);
}

describe('an answer about other money', () => {
  it('ends no payout: the operator names the transaction of another one', async () => {
    const [paid, unpaid] = [aWalletPayout(), aWalletPayout()];
    await rail().payouts.pay(paid);
    await operator().settled();
    says(unpaid.reference, paid.reference);

    expect(await rail().payouts.pay(paid)).toMatchObject({ kind: 'completed' });
    expect(await rail().payouts.pay(unpaid)).toEqual({ kind: 'unknown', answered: true });
    expect(lines.join('')).toContain('cannot be this refund or payout');
  });

  it('ends no payout: the operator names one to another wallet, and none of our ids', async () => {
    const payout = aWalletPayout();
    await rail().payouts.pay(payout);
    await operator().settled();
    const { transaction } = operator().books.asked.get(payout.reference) ?? {};
    const without = { requestingOrganisationTransactionReference: undefined, customData: undefined };
    const creditParty = [{ key: 'msisdn', value: '0771234568' }];
    Object.assign(transaction ?? {}, without, { creditParty });

    expect(await rail().payouts.pay(payout)).toEqual({ kind: 'unknown', answered: true });
  });

  it('ends no refund: the operator names the reversal of another payment', async () => {
    const [one, other] = [await paidNow(), await paidNow()];
    const made = aRefund(one.request, one.gatewayReference);
    await rail().gateway.refund(made);
    await operator().settled();
    const unmade = aRefund(other.request, other.gatewayReference);
    says(unmade.reference, made.reference);

    expect(await rail().gateway.refund(unmade)).toEqual({ kind: 'unknown', answered: true });
    expect(leftOf(other.gatewayReference)).toBe(usd(5000));
  });

  it.each(['KES', 'ZWG'])('ends no payout: it is in another currency, %s', async (currency) => {
    operator().behave({ paid: { currency }, callbacks: 'none' });
    const payout = aWalletPayout();
    await rail().payouts.pay(payout);
    await operator().settled();

    expect(await rail().payouts.pay(payout)).toEqual({ kind: 'unknown', answered: true });
  });

  it('ends no refund: the operator names the payment itself, and not what it is', async () => {
    const { request, gatewayReference } = await paidNow();
    const refund = aRefund(request, gatewayReference);
    says(refund.reference, request.reference);
    const payment = operator().books.transactions.get(gatewayReference);
    if (payment) Object.assign(payment, { type: undefined, transactionStatus: 'reversed' });

    expect(await rail().gateway.refund(refund)).toEqual({ kind: 'unknown', answered: true });
  });

  it('is about a refund if it repeats the id of the payment', async () => {
    const { request, gatewayReference } = await paidNow();
    const refund = aRefund(request, gatewayReference);
    await rail().gateway.refund(refund);
    await operator().settled();
    const { transaction } = operator().books.asked.get(refund.reference) ?? {};
    if (transaction)
      Object.assign(transaction, { requestingOrganisationTransactionReference: request.reference });

    expect(await rail().gateway.refund(refund)).toMatchObject({ kind: 'completed' });
  });
});

describe('a payout to a wallet', () => {
  it('is a disbursement of the net amount under the id of the payout, made once', async () => {
    const payout = aWalletPayout();

    const asked = await rail().payouts.pay(payout);
    await operator().settled();

    expect(asked).toEqual({ kind: 'pending' });
    expect(await rail().payouts.pay(payout)).toMatchObject({ kind: 'completed' });
    expect(operator().exchanges.findLast(({ method }) => method === 'POST')).toMatchObject({
      path: '/transactions/type/disbursement',
      requestHeaders: { 'x-correlationid': payout.reference },
      requestBody: {
        amount: '19.50',
        debitParty: [{ key: 'accountid', value: '2000' }],
        creditParty: [{ key: 'msisdn', value: '+263771234567' }],
      },
    });
  });

  it.each(['lost-after', 'late', 'wrong-types', '503-after'] as const)(
    'whose answer is lost (%s) is not paid twice',
    async (answer) => {
      const payout = aWalletPayout();
      const before = operator().books.transactions.size;
      operator().behave({ answer, callbacks: 'none', ...(answer === 'late' && { decidesAfterMs: 2500 }) });

      const asked = await rail().payouts.pay(payout);
      await operator().settled();

      expect(asked).toEqual({ kind: 'unknown' });
      expect(await rail().payouts.pay(payout)).toMatchObject({ kind: 'completed' });
      expect(operator().books.transactions.size).toBe(before + 1);
    },
  );

  it('whose request was lost is paid when it is asked for again', async () => {
    const payout = aWalletPayout();
    operator().behave((_, number) => (number === 1 ? { answer: 'lost-before' } : { callbacks: 'none' }));

    const lost = await rail().payouts.pay(payout);
    await rail().payouts.pay(payout);
    await operator().settled();

    expect(lost).toEqual({ kind: 'unknown' });
    expect(await rail().payouts.pay(payout)).toMatchObject({ kind: 'completed' });
  });

  it('that the operator refuses is not rejected if an earlier request for it has arrived meanwhile', async () => {
    const payout = aWalletPayout();
    operator().behave((order) => {
      operator().books.take(order);
      return { refuse: faults.noSuch };
    });

    const asked = await rail().payouts.pay(payout);
    await operator().decide(payout.reference, 'approve');

    expect(asked).toEqual({ kind: 'pending' });
    expect(await rail().payouts.pay(payout)).toMatchObject({ kind: 'completed' });
  });

  it('that the operator made with another amount is completed, and a person is told both amounts', async () => {
    const payout = aWalletPayout();
    operator().behave({ paid: { amount: '1.00' }, callbacks: 'none' });
    await rail().payouts.pay(payout);
    await operator().settled();

    expect(await rail().payouts.pay(payout)).toMatchObject({ kind: 'completed' });
    const told = lines.filter(
      (line) => line.includes(payout.reference) && line.includes('a person must look'),
    );
    expect(told).toEqual([expect.stringContaining('"asked":"19.50","moved":"1.00","currency":"USD"')]);
  });

  it('that the operator refuses is rejected; an empty account of the service is not the payee’s fault', async () => {
    operator().behave({ decision: faults.noSuch, callbacks: 'none' });
    const payout = aWalletPayout();
    await rail().payouts.pay(payout);
    await operator().settled();

    expect(await rail().payouts.pay(payout)).toEqual({ kind: 'rejected' });
    operator().behave({ refuse: faults.noSuch });
    expect(await rail().payouts.pay(aWalletPayout())).toEqual({ kind: 'rejected' });
    operator().behave({ refuse: faults.insufficientFunds });
    expect(await rail().payouts.pay(aWalletPayout())).toEqual({ kind: 'unknown', answered: true });
  });
});
