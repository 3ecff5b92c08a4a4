import { describe, expect, it } from 'vitest';
import { sandboxGateways, unconnected } from '../../../../../src/app/gateways.ts';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import type { PaymentMethod } from '../../../../../src/domain/money/fees/payment-fees.ts';
import type {
  CardInstrument,
  ChargeOutcome,
  Gateway,
  Instrument,
  ReaderInstrument,
} from '../../../../../src/domain/money/gateways/port.ts';
import { cardScenarios } from '../../../../../src/domain/money/gateways/sandbox/scenarios.ts';
import { normalisePhone } from '../../../../../src/domain/money/wallets/phone.ts';
import { encrypted } from '../../../api/payments/terminals/counter.ts';
import {
  aCharge,
  aMerchantId,
  cardConformance,
  conformance,
  holdConformance,
  questionAbout,
} from './conformance.ts';

const methods: readonly PaymentMethod[] = ['card', 'domestic_switch', 'wallet_a', 'wallet_b', 'wallet_c'];

function gatewayFor(method: PaymentMethod): Gateway {
  const gateway = sandboxGateways().forMethod(method);
  if (!gateway) throw new Error(`no gateway serves ${method}`);
  return gateway;
}

const numberOf = (name: string) => cardScenarios.find((scenario) => scenario.name === name)?.number ?? '';
const card = (number: string): CardInstrument => ({
  type: 'card',
  number,
  expiry: { month: 12, year: 2030 },
  cvv: '123',
});
const wallet = (phone: string): Instrument => ({
  type: 'wallet',
  wallet: 'wallet_a',
  phone: normalisePhone(phone),
});

const reading = (scenario: string): ReaderInstrument => ({
  type: 'reader',
  entryMode: 'chip',
  ciphertext: encrypted(scenario),
  ksn: 'FFFF9876543210E00001',
  keyId: undefined,
});

function readerGateway(): Gateway {
  const gateway = sandboxGateways().forMethod('reader');
  if (!gateway) throw new Error('the sandbox serves readers');
  return gateway;
}

conformance(gatewayFor('card'), {
  good: card(numberOf('card_success')),
  bad: card(numberOf('card_declined')),
  slow: card(numberOf('card_slow_timeout')),
});
conformance(gatewayFor('domestic_switch'), {
  good: card(numberOf('switch_success')),
  bad: card(numberOf('switch_blocked')),
});
conformance(gatewayFor('wallet_a'), {
  good: wallet('0771111111'),
  bad: wallet('0774444444'),
  slow: wallet('0772222222'),
});

holdConformance(gatewayFor('card'), {
  good: card(numberOf('card_success')),
  bad: card(numberOf('card_declined')),
});
holdConformance(gatewayFor('domestic_switch'), {
  good: card(numberOf('switch_success')),
  bad: card(numberOf('switch_blocked')),
});

/** A question about a held amount with these decimals, so long after it was asked first. */
function aHoldRequest(cents: bigint, afterMs: number) {
  const { reference, currency, startedAt } = aCharge(card(numberOf('card_success')));
  const amount = amountOf(600_000n + cents * 100n);
  const now = new Date(startedAt.getTime() + afterMs);
  const of = { merchantId: aMerchantId, reference, gatewayReference: 'held' };
  return { ...of, amount, heldAmount: amount, currency, startedAt, now };
}

/** How a capture and a release of it end. */
async function endsOf(cents: bigint, afterMs: number) {
  const { holds } = gatewayFor('card');
  const about = aHoldRequest(cents, afterMs);
  return [(await holds?.capture(about))?.kind, (await holds?.release(about))?.kind];
}

describe('an amount that the sandbox holds', () => {
  it.each([
    [0n, 0, ['captured', 'voided']],
    [11n, 29_999, ['pending', 'pending']],
    [11n, 30_000, ['captured', 'voided']],
    [13n, 0, ['rejected', 'voided']],
  ])('ends by its last two decimals: .%s after %i ms', async (cents, afterMs, kinds) => {
    expect(await endsOf(cents, afterMs)).toEqual(kinds);
  });

  it('is held by no wallet and no reader', () => {
    expect([gatewayFor('wallet_a').holds, readerGateway().holds]).toEqual([undefined, undefined]);
  });
});

conformance(readerGateway(), { good: reading('approved'), bad: reading('declined') });

cardConformance(gatewayFor('card'), {
  good: card(numberOf('card_success')),
  bad: card(numberOf('card_declined')),
  refused: card(numberOf('card_wrong_cvv')),
});

const savedAs = async ({ method, number }: { method: PaymentMethod; number: string }) =>
  await gatewayFor(method).tokenize?.({ reference: aCharge(card(number)).reference, card: card(number) });

describe('a card that is saved in the sandbox', () => {
  it('is kept unless a bank would see at once that it is not good', async () => {
    const outcomes: Record<string, string> = {};
    for (const scenario of cardScenarios) {
      const outcome = await savedAs(scenario);
      outcomes[scenario.name] = outcome?.kind === 'declined' ? outcome.reason : String(outcome?.kind);
    }

    expect(outcomes).toEqual({
      card_success: 'kept',
      card_disputed: 'kept',
      card_declined: 'kept',
      card_insufficient_funds: 'kept',
      card_expired: 'CARD_EXPIRED',
      card_wrong_cvv: 'CARD_CVV_INVALID',
      card_slow_timeout: 'kept',
      card_challenge: 'kept',
      card_renewed: 'kept',
      switch_success: 'kept',
      switch_blocked: 'CARD_BLOCKED',
    });
  });

  it('is a test card', async () => {
    const outcome = await savedAs({ method: 'card', number: '4000056655665556' });

    expect(outcome).toEqual({ kind: 'declined', reason: 'CARD_NOT_TEST_CARD' });
  });

  it('times out when it is charged, where its number does', async () => {
    const kept = await savedAs({ method: 'card', number: numberOf('card_slow_timeout') });
    const request = aCharge({ type: 'token', token: kept?.kind === 'kept' ? kept.token : '' });

    const outcome = await gatewayFor('card').charge(request);

    expect(outcome).toMatchObject({
      kind: 'pending',
      callbacks: [{ afterMs: 30_000, outcome: { kind: 'declined', reason: 'GATEWAY_TIMEOUT' } }],
    });
  });

  it('is charged by the gateway that keeps it, and by no other', async () => {
    const kept = await savedAs({ method: 'domestic_switch', number: numberOf('switch_success') });
    const token = { type: 'token', token: kept?.kind === 'kept' ? kept.token : '' } as const;

    expect(await gatewayFor('domestic_switch').charge(aCharge(token))).toMatchObject({ kind: 'approved' });
    expect(await gatewayFor('card').charge(aCharge(token))).toMatchObject({ kind: 'declined' });
  });
});

describe('the registry', () => {
  it('serves cards, the domestic switch and the live wallets in the sandbox', () => {
    const { forMethod } = sandboxGateways();

    expect(methods.map((method) => forMethod(method)?.name)).toEqual([
      'sandbox_card',
      'sandbox_domestic_switch',
      'sandbox_wallet_a',
      undefined,
      undefined,
    ]);
  });

  it('finds a gateway by the name that its payments keep', () => {
    const { byName } = sandboxGateways();

    expect(byName('sandbox_domestic_switch')?.name).toBe('sandbox_domestic_switch');
    expect(byName('sandbox_terminal')?.name).toBe('sandbox_terminal');
    expect(byName('sandbox_of_another_house')).toBeUndefined();
  });

  it('has none in live', () => {
    const nothing = Object.freeze(Object.create(null));
    const { gateways } = unconnected('live', nothing);
    expect([...methods, 'reader' as const].map((method) => gateways.forMethod(method))).toEqual(
      [...methods, 'reader'].map(() => undefined),
    );
    expect(gateways.byName('sandbox_card')).toBeUndefined();
    expect(gateways.paysOut).toBe(false);
  });
});

/** What a push leads to: its answer, what the callbacks say and when. */
async function pushTo(phone: string) {
  const outcome = await gatewayFor('wallet_a').charge(aCharge(wallet(phone)));
  const callbacks = outcome.kind === 'pending' ? (outcome.callbacks ?? []) : [];
  return {
    outcome,
    callbacks: callbacks.map((callback) => [callback.afterMs / 1000, shown(callback.outcome)]),
  };
}

function shown(outcome: ChargeOutcome): string {
  if (outcome.kind === 'approved') return `paid ${outcome.amount}`;
  return outcome.kind === 'declined' ? outcome.reason : outcome.kind;
}

async function askedAfter(phone: string, seconds: number): Promise<string> {
  const request = aCharge(wallet(phone));
  const gateway = gatewayFor('wallet_a');
  return shown(await gateway.query(questionAbout(request, await gateway.charge(request), seconds * 1000)));
}

describe('a push to a wallet of the sandbox', () => {
  it.each([
    ['0771111111', [[0, 'paid 125000']]],
    ['0772222222', [[30, 'paid 125000']]],
    ['0773333333', [[30, 'WALLET_CANCELLED']]],
    ['0774444444', [[0, 'WALLET_INSUFFICIENT_FUNDS']]],
    ['0775555555', [[45, 'WALLET_WRONG_PIN']]],
    ['0776666666', []],
    ['0778888888', [[180, 'paid 125000']]],
    ['0770000001', [0, 0, 0].map((after) => [after, 'paid 125000'])],
    ['0770000002', [[0, 'paid 135000']]],
    ['0780000000', [[5, 'paid 125000']]],
  ])('to %s is pending, then its callbacks say %j', async (phone, said) => {
    const { outcome, callbacks } = await pushTo(phone);

    expect(outcome).toMatchObject({ kind: 'pending', gatewayStatus: 'PENDING' });
    expect(callbacks).toEqual(said);
  });

  it('is refused by a number that is no wallet', async () => {
    expect((await pushTo('0777777777')).outcome).toEqual({ kind: 'refused', code: 'WALLET_INIT_FAILED' });
  });

  it('is not possible while the provider is down', async () => {
    expect((await pushTo('0779999999')).outcome).toEqual({ kind: 'unavailable' });
  });

  it.each([
    ['0772222222', 29, 'pending'],
    ['0772222222', 30, 'paid 125000'],
    ['0776666666', 118, 'pending'],
    ['0776666666', 120, 'WALLET_TIMEOUT'],
    ['0778888888', 120, 'pending'],
    ['0778888888', 180, 'paid 125000'],
    ['0770000002', 1, 'paid 135000'],
  ])('to %s, asked after %i s, is %s', async (phone, seconds, said) => {
    expect(await askedAfter(phone, seconds)).toBe(said);
  });

  it.each(['0777777777', '0779999999'])(
    'that never began at %s is no payment when asked for',
    async (phone) => {
      expect(await askedAfter(phone, 60)).toBe('WALLET_TIMEOUT');
    },
  );

  it('is found by its number when the answer was lost', async () => {
    const question = questionAbout(aCharge(wallet('0773333333')), { kind: 'unknown' }, 60_000);

    expect(shown(await gatewayFor('wallet_a').query(question))).toBe('WALLET_CANCELLED');
  });
});

describe('a test card', () => {
  it.each([
    ['card_success', 'paid 125000'],
    ['card_declined', 'CARD_DECLINED'],
    ['card_insufficient_funds', 'CARD_INSUFFICIENT_FUNDS'],
    ['card_expired', 'CARD_EXPIRED'],
    ['card_wrong_cvv', 'CARD_CVV_INVALID'],
    ['card_slow_timeout', 'pending'],
    ['card_challenge', 'challenge'],
  ])('%s is answered %s', async (name, said) => {
    expect(shown(await gatewayFor('card').charge(aCharge(card(numberOf(name)))))).toBe(said);
  });

  it.each([
    ['switch_success', 'paid 125000'],
    ['switch_blocked', 'CARD_BLOCKED'],
  ])('of the domestic switch, %s, is answered %s', async (name, said) => {
    expect(shown(await gatewayFor('domestic_switch').charge(aCharge(card(numberOf(name)))))).toBe(said);
  });

  it('that is slow is a timeout after thirty seconds, by callback and when asked', async () => {
    const gateway = gatewayFor('card');
    const request = aCharge(card(numberOf('card_slow_timeout')));
    const outcome = await gateway.charge(request);

    const early = await gateway.query(questionAbout(request, outcome, 29_999));
    const late = await gateway.query(questionAbout(request, outcome, 30_000));

    expect(outcome).toMatchObject({
      callbacks: [{ afterMs: 30_000, outcome: { reason: 'GATEWAY_TIMEOUT' } }],
    });
    expect([shown(early), shown(late)]).toEqual(['pending', 'GATEWAY_TIMEOUT']);
  });

  it.each([
    ['authorise', 0, 'paid 125000'],
    ['fail', 0, 'CARD_DECLINED'],
    ['authorise', 3 * 60 * 60_000 - 1, 'paid 125000'],
    ['authorise', 3 * 60 * 60_000, 'CARD_DECLINED'],
  ] as const)(
    'that is challenged and answered "%s" after %i ms ends as %s',
    async (said, afterMs, ending) => {
      const gateway = gatewayFor('card');
      const request = aCharge(card(numberOf('card_challenge')));
      const question = questionAbout(request, await gateway.charge(request), afterMs);

      const answers = [
        await gateway.answerChallenge?.(question, said),
        await gateway.answerChallenge?.(question, said),
      ];

      expect(answers.map((answer) => answer && shown(answer))).toEqual([ending, ending]);
    },
  );

  it('that is challenged stays so until the bank stops waiting, three hours later', async () => {
    const gateway = gatewayFor('card');
    const request = aCharge(card(numberOf('card_challenge')));
    const charged = await gateway.charge(request);

    const early = await gateway.query(questionAbout(request, charged, 3 * 60 * 60_000 - 1));
    const late = await gateway.query(questionAbout(request, charged, 3 * 60 * 60_000));

    expect([shown(early), shown(late)]).toEqual(['challenge', 'CARD_DECLINED']);
  });

  it.each(['card', 'domestic_switch'] as const)(
    'is the only thing that passes: the %s gateway declines others',
    async (method) => {
      const notTheirs = method === 'card' ? numberOf('switch_success') : numberOf('card_success');

      expect(shown(await gatewayFor(method).charge(aCharge(card(notTheirs))))).toBe('CARD_NOT_TEST_CARD');
    },
  );

  it('that was never charged is a timeout when asked for', async () => {
    const question = questionAbout(aCharge(card(numberOf('card_success'))), { kind: 'unknown' }, 30_000);

    expect(shown(await gatewayFor('card').query(question))).toBe('GATEWAY_TIMEOUT');
  });

  it('that is not known yet may still be on its way', async () => {
    const question = questionAbout(aCharge(card(numberOf('card_success'))), { kind: 'unknown' }, 29_999);

    expect(await gatewayFor('card').query(question)).toEqual({ kind: 'unknown' });
  });
});

const decided = (outcome: 'won' | 'lost') => ({
  kind: 'taken',
  callbacks: [{ afterMs: 7 * 86_400_000, gatewayReference: 'bank-1', report: { kind: 'decided', outcome } }],
});

describe('a dispute of the sandbox', () => {
  const answer = {
    reference: 'dispute-1',
    gatewayReference: 'bank-1',
    answer: 'contest',
    files: [],
  } as const;

  it.each([gatewayFor('card'), gatewayFor('domestic_switch'), gatewayFor('wallet_a'), readerGateway()])(
    'of $name is decided seven days after an answer, by how the evidence begins',
    async ({ answerDispute }) => {
      expect(await answerDispute?.({ ...answer, evidence: 'WIN: signed' })).toEqual(decided('won'));
      expect(await answerDispute?.({ ...answer, evidence: 'We WIN' })).toEqual(decided('lost'));
      const accepted = await answerDispute?.({ ...answer, answer: 'accept', evidence: null });
      expect(accepted).toEqual({ kind: 'taken' });
    },
  );

  it('is opened a minute after a payment with the disputed card, and after no other', async () => {
    const disputed: string[] = [];
    for (const { name, method, number } of cardScenarios) {
      const outcome = await gatewayFor(method).charge(aCharge(card(number)));
      if (outcome.kind === 'approved' && outcome.disputes) disputed.push(name);
      if (name !== 'card_disputed') continue;
      expect(outcome).toMatchObject({
        disputes: [{ afterMs: 60_000, report: { kind: 'opened', reason: 'fraudulent' } }],
      });
    }

    expect(disputed).toEqual(['card_disputed']);
  });
});

describe('a card that a reader read', () => {
  it.each([
    ['approved', 'paid 125000', '00', '4242'],
    ['declined', 'CARD_DECLINED', '05', '0002'],
    ['insufficient_funds', 'CARD_INSUFFICIENT_FUNDS', '51', '9995'],
    ['expired_card', 'CARD_EXPIRED', '54', '0069'],
  ])('%s is answered %s, and the same when asked for', async (scenario, said, responseCode, last4) => {
    const request = aCharge(reading(scenario));

    const outcome = await readerGateway().charge(request);
    const asked = await readerGateway().query(questionAbout(request, outcome, 0));

    expect(shown(outcome)).toBe(said);
    expect(outcome).toMatchObject({ responseCode, card: { brand: 'visa', last4 } });
    expect(asked).toEqual(outcome);
  });

  it('has an approval code of six digits, the same for the same payment and another for another', async () => {
    const codes = await Promise.all(
      ['a', 'a', 'b'].map(async (hex) => {
        const outcome = await readerGateway().charge(aCharge(reading('approved'), hex));
        return outcome.kind === 'approved' ? outcome.authCode : undefined;
      }),
    );

    expect(codes).toEqual([codes[0], codes[0], expect.stringMatching(/^[0-9]{6}$/)]);
    expect(codes[2]).not.toBe(codes[0]);
  });

  it.each(['', 'Approved', 'approved\n'])('that says %j is no test card', async (scenario) => {
    const outcome = await readerGateway().charge(aCharge(reading(scenario)));

    expect(outcome).toEqual({
      kind: 'declined',
      reason: 'CARD_NOT_TEST_CARD',
      gatewayReference: null,
      gatewayStatus: 'NOT_A_TEST_CARD',
    });
  });

  it.each([
    [29_999, 'unknown'],
    [30_000, 'GATEWAY_TIMEOUT'],
  ])('may get no answer: asked after %i ms it is %s', async (afterMs, said) => {
    const request = aCharge(reading('no_answer'));

    const outcome = await readerGateway().charge(request);

    expect(outcome).toEqual({ kind: 'unknown' });
    expect(shown(await readerGateway().query(questionAbout(request, outcome, afterMs)))).toBe(said);
  });

  it('is charged by its own gateway only', async () => {
    const { charge } = readerGateway();

    await expect(charge(aCharge(card(numberOf('card_success'))))).rejects.toThrow(
      'the gateway for card readers',
    );
    await expect(gatewayFor('card').charge(aCharge(reading('approved')))).rejects.toThrow('a card gateway');
  });
});
