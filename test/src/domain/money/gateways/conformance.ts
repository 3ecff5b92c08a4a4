import { describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../src/domain/money/amounts/amount.ts';
import type { HoldRequest } from '../../../../../src/domain/money/gateways/hold-port.ts';
import type {
  CardInstrument,
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Gateway,
  Holds,
  KeepOutcome,
  TokenInstrument,
} from '../../../../../src/domain/money/gateways/port.ts';
import { merchantId } from '../../../../../src/engine/principal.ts';

type Instrument = ChargeRequest['instrument'];

export type Samples = {
  /** Paid at once or later. */
  readonly good: Instrument;
  /** Refused at once or later. */
  readonly bad: Instrument;
  /** Answered after a while, where the gateway has such a thing. */
  readonly slow?: Instrument;
};

/** For a gateway that keeps cards; which of them it refuses to keep is its own affair. */
export type CardSamples = {
  /** Kept, and paid at once or later. */
  readonly good: CardInstrument;
  /** Kept, and refused when it is charged. */
  readonly bad: CardInstrument;
  /** Not kept. */
  readonly refused: CardInstrument;
};

const startedAt = new Date('2026-03-01T10:00:00.000Z');
export const aMerchantId = merchantId('01950000-0000-7000-8000-111111111111');
const oneDayMs = 86_400_000;

/** The charge of one payment; `hex` tells payments apart. */
export function aCharge(instrument: Instrument, hex = 'a'): ChargeRequest {
  return {
    merchantId: aMerchantId,
    reference: `01950000-0000-7000-8000-${hex.repeat(12)}`,
    amount: amountOf(125_000n),
    currency: 'USD',
    startedAt,
    instrument,
  };
}

export function questionAbout(
  request: ChargeRequest,
  answered: ChargeOutcome,
  afterMs: number,
): ChargeQuestion {
  const { reference, amount, currency, instrument } = request;
  return {
    merchantId: aMerchantId,
    reference,
    gatewayReference: 'gatewayReference' in answered ? answered.gatewayReference : null,
    amount,
    currency,
    startedAt,
    now: new Date(startedAt.getTime() + afterMs),
    phone: instrument.type === 'wallet' ? instrument.phone : null,
  };
}

/** What every gateway keeps to, whatever is behind it: run it with a new gateway before registering it. */
export function conformance(gateway: Gateway, samples: Samples): void {
  describe(`gateway ${gateway.name}`, () => {
    charges(gateway, samples);
    questions(gateway, samples);
    refunds(gateway, samples);
  });
}

function charges(gateway: Gateway, samples: Samples): void {
  it('charges a reference once, however often it is asked', async () => {
    const once = await gateway.charge(aCharge(samples.good));
    const twice = await gateway.charge(aCharge(samples.good));

    expect(twice).toEqual(once);
  });

  it('gives every payment its own reference', async () => {
    const one = await gateway.charge(aCharge(samples.good, 'a'));
    const other = await gateway.charge(aCharge(samples.good, 'b'));

    expect(one).toHaveProperty('gatewayReference', expect.any(String));
    expect(other).not.toMatchObject({
      gatewayReference: 'gatewayReference' in one ? one.gatewayReference : '',
    });
  });

  it('ends a good payment with exactly the money that was asked', async () => {
    const request = aCharge(samples.good);

    const ending = await endOf(gateway, request);

    expect(ending).toMatchObject({ kind: 'approved', amount: request.amount, currency: request.currency });
  });

  it('ends a bad payment with a reason and its own word for it', async () => {
    const ending = await endOf(gateway, aCharge(samples.bad));

    expect(ending).toMatchObject({
      kind: 'declined',
      reason: expect.stringMatching(/^[A-Z_]+$/),
      gatewayStatus: expect.stringMatching(/^[A-Z_]+$/),
    });
  });

  it('repeats neither card number nor phone, nor what a reader read', async () => {
    const outcomes = [
      await gateway.charge(aCharge(samples.good)),
      await gateway.charge(aCharge(samples.bad)),
    ];

    const said = JSON.stringify(outcomes, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );

    expect(said).not.toContain(numberOf(samples.good));
    expect(said).not.toContain(numberOf(samples.bad));
  });
}

function questions(gateway: Gateway, samples: Samples): void {
  it('answers a question without charging: the same however often', async () => {
    const request = aCharge(samples.good);
    const question = questionAbout(request, await gateway.charge(request), oneDayMs);

    const [once, twice] = [await gateway.query(question), await gateway.query(question)];

    expect(twice).toEqual(once);
  });

  it.each(samples.slow ? [samples.slow] : [])('says pending until it has decided', async (slow) => {
    const request = aCharge(slow);
    const answered = await gateway.charge(request);

    const early = await gateway.query(questionAbout(request, answered, 0));
    const late = await gateway.query(questionAbout(request, answered, oneDayMs));

    expect([answered.kind, early.kind]).toEqual(['pending', 'pending']);
    expect(['approved', 'declined']).toContain(late.kind);
  });

  it('decides in the end even when its first answer was lost', async () => {
    const question = questionAbout(aCharge(samples.good), { kind: 'unknown' }, oneDayMs);

    const outcome = await gateway.query(question);

    expect(['approved', 'declined']).toContain(outcome.kind);
  });

  it('never says paid of a reference that it did not give', async () => {
    const question = questionAbout(aCharge(samples.good), { kind: 'unknown' }, oneDayMs);

    const outcome = await gateway.query({ ...question, gatewayReference: 'of another house' });

    expect(outcome).toEqual({ kind: 'unknown' });
  });
}

function refunds(gateway: Gateway, samples: Samples): void {
  it('gives money back once per refund, however often it is asked', async () => {
    const { amount, currency, startedAt: begun, reference } = aCharge(samples.good);
    const wanted = {
      merchantId: aMerchantId,
      payment: { reference, amount },
      reference: '01950000-0000-7000-8000-cccccccccccc',
      gatewayReference: 'paid',
      amount,
      currency,
      startedAt: begun,
      now: begun,
      unwanted: false,
    };

    const [once, twice] = [await gateway.refund(wanted), await gateway.refund(wanted)];

    expect(once.kind).toBe('completed');
    expect(twice).toEqual(once);
  });
}

/** What a gateway keeps to that keeps cards; run it beside `conformance`. */
export function cardConformance(gateway: Gateway, samples: CardSamples): void {
  describe(`saved cards of gateway ${gateway.name}`, () => {
    it('keeps a card once for a reference, however often it is asked', async () => {
      const [once, twice] = [await keptBy(gateway, samples.good), await keptBy(gateway, samples.good)];

      expect(once).toMatchObject({ kind: 'kept', last4: samples.good.number.slice(-4) });
      expect(twice).toEqual(once);
    });

    it('gives every reference a token of its own', async () => {
      const one = await tokenOf(gateway, samples.good, 'a');
      const other = await tokenOf(gateway, samples.good, 'b');

      expect(other.token).not.toBe(one.token);
    });

    it('says when the card ends, and neither its number nor its code', async () => {
      const kept = await keptBy(gateway, samples.good);

      expect(kept).toMatchObject({ expiry: samples.good.expiry });
      expect(JSON.stringify(kept)).not.toContain(samples.good.number);
      expect(JSON.stringify(kept)).not.toContain(samples.good.cvv);
    });

    it('says why it does not keep a card', async () => {
      const refused = await keptBy(gateway, samples.refused);

      expect(refused).toEqual({ kind: 'declined', reason: expect.stringMatching(/^[A-Z_]+$/) });
      expect(JSON.stringify(refused)).not.toContain(samples.refused.number);
    });

    it('ends with a token as it does with the card', async () => {
      const [good, bad] = [await tokenOf(gateway, samples.good), await tokenOf(gateway, samples.bad)];

      expect(await endOf(gateway, aCharge(good))).toEqual(await endOf(gateway, aCharge(samples.good)));
      expect(await endOf(gateway, aCharge(bad))).toEqual(await endOf(gateway, aCharge(samples.bad)));
      expect(await endOf(gateway, aCharge(good))).toMatchObject({ kind: 'approved' });
      expect(await endOf(gateway, aCharge(bad))).toMatchObject({ kind: 'declined' });
    });

    it('charges a token for every payment that names it, and each payment once', async () => {
      const token = await tokenOf(gateway, samples.good);

      const first = await gateway.charge(aCharge(token, 'c'));
      const again = await gateway.charge(aCharge(token, 'c'));
      const second = await gateway.charge(aCharge(token, 'd'));

      expect(again).toEqual(first);
      expect(second).toMatchObject({ kind: 'approved' });
      expect(second).not.toMatchObject({
        gatewayReference: 'gatewayReference' in first ? first.gatewayReference : '',
      });
    });

    it('charges no token that it did not give', async () => {
      const outcome = await endOf(gateway, aCharge({ type: 'token', token: 'of another house' }));

      expect(outcome.kind).toBe('declined');
    });
  });
}

/** What a gateway keeps to that holds amounts; run it beside `conformance`. */
export function holdConformance(gateway: Gateway, samples: Samples): void {
  describe(`amounts held by gateway ${gateway.name}`, () => {
    it('are held once for a reference, however often it is asked, and exactly as asked', async () => {
      const request = aCharge(samples.good);

      const [once, twice] = [
        await holdsOf(gateway).authorize(request),
        await holdsOf(gateway).authorize(request),
      ];

      const { amount, currency } = request;
      expect(once).toMatchObject({
        kind: 'authorized',
        amount,
        currency,
        gatewayReference: expect.any(String),
      });
      expect(twice).toEqual(once);
    });

    it('are refused as a charge is, without a word of the card', async () => {
      const refused = await holdsOf(gateway).authorize(aCharge(samples.bad));

      const { kind, ...said } = refused;
      expect(kind).toBe('declined');
      expect(JSON.stringify(said)).not.toContain(numberOf(samples.bad));
    });

    it('are still held when the gateway is asked, and never charged by a question', async () => {
      const request = aCharge(samples.good);
      const authorized = await holdsOf(gateway).authorize(request);

      const asked = await gateway.query(questionAbout(request, authorized, oneDayMs));

      expect(asked).toEqual(authorized);
    });

    it('have references of their own, so that a hold is never taken for a charge', async () => {
      const request = aCharge(samples.good);
      const [authorized, charged] = [
        await holdsOf(gateway).authorize(request),
        await gateway.charge(request),
      ];

      expect(charged).toMatchObject({ kind: 'approved' });
      expect(authorized).not.toMatchObject({
        gatewayReference: 'gatewayReference' in charged ? charged.gatewayReference : '',
      });
    });

    it('are captured once, however often it is asked', async () => {
      const request = await aHold(gateway, samples);

      const answers = [await holdsOf(gateway).capture(request), await holdsOf(gateway).capture(request)];

      expect(answers[0]).toEqual({ kind: 'captured', gatewayStatus: expect.stringMatching(/^[A-Z_]+$/) });
      expect(answers[1]).toEqual(answers[0]);
    });

    it('are released once, however often it is asked', async () => {
      const request = await aHold(gateway, samples);

      const answers = [await holdsOf(gateway).release(request), await holdsOf(gateway).release(request)];

      expect(answers[0]).toEqual({ kind: 'voided', gatewayStatus: expect.stringMatching(/^[A-Z_]+$/) });
      expect(answers[1]).toEqual(answers[0]);
    });
  });
}

function holdsOf({ name, holds }: Gateway): Holds {
  if (!holds) throw new Error(`${name} holds no amounts`);
  return holds;
}

/** The request to capture or release all that is held of a good card. */
async function aHold(gateway: Gateway, samples: Samples): Promise<HoldRequest> {
  const request = aCharge(samples.good);
  const outcome = await holdsOf(gateway).authorize(request);
  if (outcome.kind !== 'authorized') throw new Error(`the amount was not held: ${outcome.kind}`);
  const { reference, amount, currency } = request;
  const { gatewayReference } = outcome;
  const of = { merchantId: aMerchantId, reference, gatewayReference };
  return { ...of, amount, heldAmount: amount, currency, startedAt, now: startedAt };
}

async function keptBy(gateway: Gateway, card: CardInstrument, hex = 'a'): Promise<KeepOutcome> {
  if (!gateway.tokenize) throw new Error(`${gateway.name} keeps no cards`);
  return await gateway.tokenize({ reference: aCharge(card, hex).reference, card });
}

async function tokenOf(gateway: Gateway, card: CardInstrument, hex = 'a'): Promise<TokenInstrument> {
  const kept = await keptBy(gateway, card, hex);
  if (kept.kind !== 'kept') throw new Error(`the card was not kept: ${kept.kind}`);
  return { type: 'token', token: kept.token };
}

async function endOf(gateway: Gateway, request: ChargeRequest): Promise<ChargeOutcome> {
  const outcome = await gateway.charge(request);
  return outcome.kind === 'pending' ? gateway.query(questionAbout(request, outcome, oneDayMs)) : outcome;
}

function numberOf(instrument: Instrument): string {
  if (instrument.type === 'reader') return instrument.ciphertext;
  if (instrument.type === 'token') return instrument.token;
  return instrument.type === 'card' ? instrument.number : instrument.phone;
}
