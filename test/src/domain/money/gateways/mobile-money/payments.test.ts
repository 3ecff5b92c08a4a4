import { beforeEach, describe, expect, it } from 'vitest';
import { readCallbackToken } from '../../../../../../src/domain/money/gateways/mobile-money/callback-address.ts';
import { faults } from '../../../../../support/rails/mobile-money-books.ts';
import { anOperator } from '../../../../../support/rails/mobile-money-operator.ts';
import { aboutCharge, aCharge, connectedForFile, lines, railTo, secrets, usd } from './connected.ts';

const { operator, rail } = connectedForFile();
beforeEach(async () => {
  await operator().settled();
  operator().behave({ callbacks: 'none' });
  operator().down(undefined);
  operator().linksRequests(true);
});

describe('a payment by request', () => {
  it('is pending with the operator’s id of the request, then approved with that of the transaction', async () => {
    const request = aCharge();

    const asked = await rail().gateway.charge(request);
    await operator().settled();
    const known = asked.kind === 'pending' ? asked.gatewayReference : null;
    const paid = await rail().gateway.query(aboutCharge(request, known));

    expect(asked).toMatchObject({ kind: 'pending', gatewayStatus: 'pending' });
    expect(paid).toEqual({
      kind: 'approved',
      gatewayReference: expect.stringMatching(/^REF-/),
      replacesReference: true,
      gatewayStatus: 'completed',
      amount: usd(5000),
      currency: 'USD',
    });
  });

  it('says what is paid to whom, under the id of the payment, and where to call back', async () => {
    const request = aCharge();

    await rail().gateway.charge(request);

    const sent = operator().exchanges.findLast(({ method }) => method === 'POST');
    expect(sent).toMatchObject({
      path: '/transactions/type/merchantpay',
      requestBody: {
        amount: '50.00',
        currency: 'USD',
        debitParty: [{ key: 'msisdn', value: '+263771234567' }],
        creditParty: [{ key: 'accountid', value: '2000' }],
        requestingOrganisationTransactionReference: request.reference,
      },
      requestHeaders: { 'x-correlationid': request.reference, 'x-api-key': 'key-of-the-shop' },
    });
    const token =
      /^http:\/\/127\.0\.0\.1:9\/callbacks-go-nowhere\/gateways\/operator_a\/callbacks\/(\w+)$/.exec(
        String(sent?.requestHeaders['x-callback-url']),
      )?.[1];
    expect(readCallbackToken(secrets, 'operator_a', token ?? '')).toEqual({
      kind: 'payment',
      merchantId: request.merchantId,
      id: request.reference,
    });
  });

  it('is one payment even if it is asked for three times at once', async () => {
    const request = aCharge();
    const before = operator().books.transactions.size;

    await Promise.all([1, 2, 3].map(() => rail().gateway.charge(request)));
    await operator().settled();

    expect(operator().books.transactions.size).toBe(before + 1);
    expect(await rail().gateway.charge(request)).toMatchObject({ kind: 'approved' });
  });

  it('is approved at once by an operator that does not make us wait', async () => {
    operator().behave({ answer: 'at-once', callbacks: 'none' });

    expect(await rail().gateway.charge(aCharge())).toMatchObject({ kind: 'approved', amount: usd(5000) });
  });

  it('reports the amount that was really paid', async () => {
    const request = aCharge();
    operator().behave({ paid: { amount: '50.0050' }, callbacks: 'none' });

    await rail().gateway.charge(request);
    await operator().settled();

    expect(await rail().gateway.query(aboutCharge(request))).toMatchObject({ amount: 500_050n });
  });

  it('is approved by an operator that writes the words of the API with capitals', async () => {
    const request = aCharge();
    await rail().gateway.charge(request);
    await operator().settled();
    const asked = operator().books.asked.get(request.reference);
    Object.assign(asked ?? {}, { status: 'Completed' });
    Object.assign(asked?.transaction ?? {}, { type: 'MerchantPay', transactionStatus: 'COMPLETED' });

    const known = asked?.serverCorrelationId ?? '';
    expect(await rail().gateway.query(aboutCharge(request, known))).toMatchObject({ kind: 'approved' });
  });

  it('is not believed over an amount that the database could not hold', async () => {
    const request = aCharge();
    operator().behave({ paid: { amount: '922337203685477.5808' }, callbacks: 'none' });

    await rail().gateway.charge(request);
    await operator().settled();

    expect(await rail().gateway.query(aboutCharge(request))).toEqual({ kind: 'unknown' });
  });

  it('is not believed in a currency that the service does not know, or under the id of another payment', async () => {
    const [odd, other] = [aCharge(), aCharge()];
    operator().behave({ paid: { currency: 'KES' }, callbacks: 'none' });
    await rail().gateway.charge(odd);
    await operator().settled();
    operator().behave({ callbacks: 'none' });
    await rail().gateway.charge(other);
    await operator().settled();
    const theirs = operator().books.asked.get(other.reference)?.transaction?.transactionReference ?? '';

    expect(await rail().gateway.query(aboutCharge(odd))).toEqual({ kind: 'unknown' });
    expect(await rail().gateway.query(aboutCharge(aCharge(), theirs))).toEqual({ kind: 'unknown' });
  });

  it('is not believed of a transaction without an id of ours that somebody else has paid', async () => {
    const request = aCharge();
    await rail().gateway.charge(request);
    await operator().settled();
    const paid = operator().books.asked.get(request.reference)?.transaction;
    const without = { requestingOrganisationTransactionReference: undefined, customData: undefined };
    const by = async (value: string) => {
      Object.assign(paid ?? {}, without, { debitParty: [{ key: 'msisdn', value }] });
      return (await rail().gateway.query(aboutCharge(request))).kind;
    };

    expect(await by('+263771234568')).toBe('unknown');
    expect([await by('263771234567'), await by('26377*****67')]).toEqual(['approved', 'approved']);
  });
});

describe('a payer without an active account', () => {
  it.each(['unavailable', 'unregistered', 'unknown'] as const)('(%s) is not asked', async (status) => {
    operator().accounts.set('+263770000404', status);
    const request = aCharge({ instrument: { type: 'wallet', wallet: 'wallet_a', phone: '+263770000404' } });

    expect(await rail().gateway.charge(request)).toEqual({ kind: 'refused', code: 'WALLET_INIT_FAILED' });
    expect(operator().books.asked.has(request.reference)).toBe(false);
  });

  it('is still charged if an earlier call with the same id reached the operator', async () => {
    const request = aCharge({ instrument: { type: 'wallet', wallet: 'wallet_a', phone: '+263770000405' } });
    await rail().gateway.charge(request);
    await operator().settled();
    operator().accounts.set('+263770000405', 'unavailable');

    expect(await rail().gateway.charge(request)).toMatchObject({ kind: 'approved' });
  });
});

describe('a payer whose number the operator refuses to read', () => {
  it('is not asked, and the operator does not count as down', async () => {
    operator().accounts.set('+263770000406', 'refused');
    const request = aCharge({ instrument: { type: 'wallet', wallet: 'wallet_a', phone: '+263770000406' } });

    expect(await rail().gateway.charge(request)).toEqual({ kind: 'unavailable', answered: true });
    expect(operator().books.asked.has(request.reference)).toBe(false);
  });
});

describe('a payment that the operator refuses', () => {
  it('is not declined if an earlier request for it has arrived', async () => {
    const request = aCharge();
    operator().behave((order) => {
      operator().books.take(order);
      return { refuse: faults.dailyLimit };
    });

    const asked = await rail().gateway.charge(request);
    await operator().decide(request.reference, 'approve');

    expect(asked).toMatchObject({ kind: 'pending' });
    expect(await rail().gateway.query(aboutCharge(request))).toMatchObject({ kind: 'approved' });
  });
});

describe('an operator that is down', () => {
  it.each(['malformed', 'redirect', 'silent', faults.down] as const)(
    'before anything was sent (%j) is unavailable',
    async (how) => {
      operator().down(how);

      expect(await rail().gateway.charge(aCharge())).toEqual({ kind: 'unavailable' });
    },
  );

  it('and one that is not there at all', async () => {
    const gone = await anOperator();
    await gone.close();
    const unconnected = railTo(gone);

    expect(await unconnected.gateway.charge(aCharge())).toEqual({ kind: 'unavailable' });
    expect(await unconnected.gateway.query(aboutCharge(aCharge()))).toEqual({ kind: 'unknown' });
    await unconnected.stop();
  });
});

describe('a payment whose answer does not arrive', () => {
  it.each(['lost-after', 'late', 'malformed', 'wrong-types', '503-after', 'huge'] as const)(
    '(%s) is unknown, and found again by the id of the payment',
    async (answer) => {
      const request = aCharge();
      operator().behave({ answer, callbacks: 'none', ...(answer === 'late' && { decidesAfterMs: 2500 }) });

      const asked = await rail().gateway.charge(request);
      await operator().settled();

      expect(asked).toEqual({ kind: 'unknown' });
      expect(await rail().gateway.query(aboutCharge(request))).toMatchObject({
        kind: 'approved',
        amount: usd(5000),
      });
    },
  );

  it('stays unknown if the operator never had it: nothing is charged by asking', async () => {
    const request = aCharge();
    operator().behave({ answer: 'lost-before' });

    expect(await rail().gateway.charge(request)).toEqual({ kind: 'unknown' });
    expect(await rail().gateway.query(aboutCharge(request))).toEqual({ kind: 'unknown' });
    expect(operator().books.asked.has(request.reference)).toBe(false);
  });

  it('is unknown until there is a transaction, if the operator links to nothing else', async () => {
    const request = aCharge();
    operator().linksRequests(false);
    operator().behave({ answer: 'lost-after', decision: 'never', callbacks: 'none' });
    await rail().gateway.charge(request);

    const before = await rail().gateway.query(aboutCharge(request));
    await operator().decide(request.reference, 'approve');

    expect(before).toEqual({ kind: 'unknown' });
    expect(await rail().gateway.query(aboutCharge(request))).toMatchObject({ kind: 'approved' });
  });
});

describe('a refusal', () => {
  it.each([
    ['insufficientFunds', 'WALLET_INSUFFICIENT_FUNDS', faults.insufficientFunds],
    ['requestDeclined', 'WALLET_CANCELLED', faults.requestDeclined],
    ['requestingPartyAuthorisationError', 'WALLET_WRONG_PIN', faults.wrongPin],
    ['dailyValueLimitExceeded', 'WALLET_LIMIT_EXCEEDED', faults.dailyLimit],
    ['incorrectState', 'WALLET_UNREACHABLE', faults.incorrectState],
  ] as const)('(%s) is %s, early or late', async (gatewayStatus, reason, fault) => {
    const [early, late] = [aCharge(), aCharge()];
    const declined = { kind: 'declined', reason, gatewayReference: null, gatewayStatus };

    operator().behave({ refuse: fault });
    const atOnce = await rail().gateway.charge(early);
    operator().behave({ decision: fault, callbacks: 'none' });
    await rail().gateway.charge(late);
    await operator().settled();

    expect(atOnce).toEqual(declined);
    expect(await rail().gateway.query(aboutCharge(late))).toEqual(declined);
  });

  it('for an unknown reason is taken as the nearest, and logged', async () => {
    operator().behave({ refuse: { status: 400, category: 'businessRule', code: 'moonPhase' } });
    lines.length = 0;

    expect(await rail().gateway.charge(aCharge())).toMatchObject({
      kind: 'declined',
      reason: 'WALLET_CANCELLED',
      gatewayStatus: 'moonPhase',
    });
    expect(lines.join('')).toContain('moonPhase');
  });

  it('after the operator’s time for the payer is WALLET_TIMEOUT', async () => {
    const request = aCharge();
    operator().behave({ decision: 'never', callbacks: 'none' });
    await rail().gateway.charge(request);
    const asked = operator().books.asked.get(request.reference);
    const generic = { status: 400, category: 'businessRule', code: 'genericError' };

    if (asked) operator().books.fail(asked, generic, new Date(Date.now() - 1000).toISOString());

    expect(await rail().gateway.query(aboutCharge(request))).toMatchObject({ reason: 'WALLET_TIMEOUT' });
  });

  it('of our own request is no refusal of the payer: nothing was begun', async () => {
    operator().behave({ refuse: faults.format });

    expect(await rail().gateway.charge(aCharge())).toEqual({ kind: 'unavailable', answered: true });
  });

  it('of access says that the operator answers nobody', async () => {
    operator().behave({ refuse: faults.unauthorised });

    expect(await rail().gateway.charge(aCharge())).toEqual({ kind: 'unavailable' });
  });
});
