import { describe, expect, it } from 'vitest';
import type {
  ChargeOutcome,
  ChargeQuestion,
  ChargeRequest,
  Gateway,
} from '../../../src/core/gateways/port.ts';
import { amountOf } from '../../../src/core/money/amount.ts';

type Instrument = ChargeRequest['instrument'];

export type Samples = {
  /** Paid at once or later. */
  readonly good: Instrument;
  /** Refused at once or later. */
  readonly bad: Instrument;
  /** Answered after a while, where the gateway has such a thing. */
  readonly slow?: Instrument;
};

const startedAt = new Date('2026-03-01T10:00:00.000Z');
const oneDayMs = 86_400_000;

/** The charge of one payment; `hex` tells payments apart. */
export function aCharge(instrument: Instrument, hex = 'a'): ChargeRequest {
  return {
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

  it.runIf(samples.slow)('says pending until it has decided', async () => {
    const request = aCharge(samples.slow ?? samples.good);
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
    const { amount, currency, startedAt: begun } = aCharge(samples.good);
    const wanted = {
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

async function endOf(gateway: Gateway, request: ChargeRequest): Promise<ChargeOutcome> {
  const outcome = await gateway.charge(request);
  return outcome.kind === 'pending' ? gateway.query(questionAbout(request, outcome, oneDayMs)) : outcome;
}

function numberOf(instrument: Instrument): string {
  if (instrument.type === 'reader') return instrument.ciphertext;
  return instrument.type === 'card' ? instrument.number : instrument.phone;
}
