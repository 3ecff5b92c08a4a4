import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { amountOf } from '../../../../../../src/domain/money/amounts/amount.ts';
import type { ChargeOutcome } from '../../../../../../src/domain/money/gateways/port.ts';
import { usd } from '../../../../../support/faults/scripted-gateways.ts';
import { type Acquirer, jposIsMissing, startJpos } from '../../../../../support/rails/jpos.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import {
  aPayment,
  type Connected,
  card,
  connect,
  hasty,
  later,
  merchant,
  patient,
  questionAbout,
  sentBy,
} from './desk.ts';

const note = jposIsMissing ? ` (skipped: ${jposIsMissing})` : '';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await database.close();
});

const rrnOf = (outcome: ChargeOutcome): string =>
  'gatewayReference' in outcome ? (outcome.gatewayReference ?? '') : '';

const tick = async ({ rail }: Connected) => await rail.tick?.(new AbortController().signal);
/** The reference number of a payment whose answer nobody has. */
const rrnAbout = async (reference: string) => {
  const text = `SELECT rrn FROM live.acquirer_messages WHERE reference = $1 AND purpose IN ('charge', 'hold')`;
  return String((await database.asOwner(text, [reference]))[0]?.['rrn']);
};
const messagesAbout = (reference: string) =>
  database.asOwner(
    'SELECT purpose, state, repeats, attempt FROM live.acquirer_messages WHERE reference = $1 ORDER BY id',
    [reference],
  );

describe.skipIf(jposIsMissing !== undefined).each(['ascii', 'bcd'] as const)(
  `an acquirer built on jPOS, %s${note}`,
  (kind) => {
    let acquirer: Acquirer;
    let here: Connected;
    let other: Connected;
    /** Waits for no answer that does not come at once. */
    let inHaste: Connected;

    beforeAll(async () => {
      acquirer = await startJpos(kind, patient);
      here = connect(database, acquirer.settings);
      // Another process of the service, on the same database.
      other = connect(database, acquirer.settings);
      inHaste = connect(database, { ...acquirer.settings, ...hasty });
    });
    afterAll(async () => {
      await here?.rail.stop();
      await other?.rail.stop();
      await inHaste?.rail.stop();
      acquirer?.stop();
    });
    afterEach(() => acquirer.behave());

    const booked = async (outcome: ChargeOutcome) => (await acquirer.ledger())[rrnOf(outcome)];

    it('charges a card once, however often it is asked', async () => {
      const request = aPayment();

      const [once, twice] = [await here.gateway.charge(request), await other.gateway.charge(request)];

      expect(once).toMatchObject({
        kind: 'approved',
        gatewayStatus: '00',
        amount: request.amount,
        currency: 'USD',
      });
      expect(twice).toEqual(once);
      expect(await here.gateway.query(questionAbout(request))).toEqual(once);
      expect(await booked(once)).toMatchObject({ kind: 'charge', taken: 1200, bookings: 1, reversed: false });
    });

    it('charges a payment once that several processes charge at the same moment', async () => {
      const request = aPayment();

      const outcomes = await Promise.all(
        [here, other, here, other].map(({ gateway }) => gateway.charge(request)),
      );

      const approved = outcomes.find((one) => one.kind === 'approved');
      expect(
        outcomes.map((one) => one.kind).filter((one) => one !== 'approved' && one !== 'unknown'),
      ).toEqual([]);
      expect(approved && (await booked(approved))).toMatchObject({ taken: 1200, bookings: 1 });
    });

    it('keeps many payments apart that wait for their answers on one connection', async () => {
      const requests = Array.from({ length: 60 }, (_, at) =>
        aPayment({ amount: amountOf(BigInt(at + 1) * 100n) }),
      );

      const outcomes = await Promise.all(requests.map((request) => here.gateway.charge(request)));

      const ledger = await acquirer.ledger();
      expect(outcomes.map((outcome) => ledger[rrnOf(outcome)]?.taken)).toEqual(
        requests.map((_, at) => at + 1),
      );
      expect(new Set(outcomes.map(rrnOf)).size).toBe(60);
    });

    it.each([
      ['05', 'CARD_DECLINED'],
      ['14', 'CARD_DECLINED'],
      ['51', 'CARD_INSUFFICIENT_FUNDS'],
      ['54', 'CARD_EXPIRED'],
      ['82', 'CARD_CVV_INVALID'],
      ['43', 'CARD_BLOCKED'],
      ['91', 'GATEWAY_TIMEOUT'],
      ['77', 'CARD_DECLINED'],
    ])('says why a card was declined: %s is %s', async (code, reason) => {
      const outcome = await here.gateway.charge(
        aPayment({ amount: amountOf(BigInt(9000 + Number(code)) * 100n) }),
      );

      expect(outcome).toMatchObject({ kind: 'declined', reason, gatewayStatus: code });
      expect(await booked(outcome)).toBeUndefined();
      const isLogged = here.lines.some((line) => line.includes(`"response_code":"77"`));
      expect(isLogged).toBe(code === '77');
    });

    it('passes on what a reader encrypted, byte for byte, and no card number', async () => {
      const payload = Buffer.from(Array.from({ length: 256 }, (_, at) => (at * 7) % 256));
      const ksn = 'FFFF9876543210E00001';
      const instrument = {
        type: 'reader',
        entryMode: 'chip',
        ciphertext: payload.toString('base64'),
        ksn,
        keyId: undefined,
      } as const;

      const outcome = await here.gateway.charge(aPayment({ instrument }));

      expect(outcome).toMatchObject({
        kind: 'approved',
        responseCode: '00',
        authCode: expect.stringMatching(/^\d{6}$/),
      });
      expect(await booked(outcome)).toMatchObject({ payload: payload.toString('hex').toUpperCase(), ksn });
    });

    it.each(['lost', 'cut', 'unbooked', 'stan', 'half', 'stuck', 'length', 'rubbish'] as const)(
      'reverses a payment whose answer is %s, and says that nothing was charged',
      async (fault) => {
        await acquirer.misbehave(fault, 1);

        const { request, outcome } = await sentBy(inHaste.gateway);
        await expect
          .poll(async () => (await other.gateway.query(questionAbout(request))).kind, { interval: 100 })
          .toBe('declined');

        expect(['declined', 'unknown']).toContain(outcome.kind);
        expect(await here.gateway.query(questionAbout(request))).toMatchObject({ reason: 'GATEWAY_TIMEOUT' });
        const entry = (await acquirer.ledger())[await rrnAbout(request.reference)];
        expect(entry).toMatchObject({ reversed: true, taken: 0, bookings: fault === 'unbooked' ? 0 : 1 });
      },
    );

    it('takes one answer of two', async () => {
      await acquirer.misbehave('twice', 1);

      const outcome = await here.gateway.charge(aPayment());

      expect(outcome.kind).toBe('approved');
      expect(await booked(outcome)).toMatchObject({ taken: 1200, bookings: 1, reversals: 0 });
      await expect.poll(() => here.lines.join('')).toContain('no request waits for');
    });

    it('ignores an approval that comes after the reversal', async () => {
      await acquirer.misbehave('late', 1);

      const { request, outcome } = await sentBy(inHaste.gateway);

      await expect
        .poll(async () => (await here.gateway.query(questionAbout(request))).kind, { interval: 100 })
        .toBe('declined');
      const asked = await here.gateway.query(questionAbout(request));

      // Unknown if the reversal was not answered in time.
      expect(['declined', 'unknown']).toContain(outcome.kind);
      expect(asked).toMatchObject({ reason: 'GATEWAY_TIMEOUT', gatewayStatus: 'TIMEOUT' });
      expect(await booked(asked)).toMatchObject({ taken: 0, reversed: true });
    });

    it('ignores an approval that a patient process gets after another one has reversed', async () => {
      await acquirer.misbehave('late', 1);
      const request = aPayment();
      const charging = here.gateway.charge(request);
      await expect.poll(() => messagesAbout(request.reference), { interval: 20 }).toHaveLength(1);
      await expect
        .poll(async () => (await acquirer.ledger())[await rrnAbout(request.reference)]?.taken, {
          interval: 20,
        })
        .toBe(1200);
      await database.asOwner('UPDATE live.acquirer_messages SET deadline = now() WHERE reference = $1', [
        request.reference,
      ]);

      const asked = await other.gateway.query(questionAbout(request));
      const charged = await charging;

      expect(asked).toMatchObject({ kind: 'declined', reason: 'GATEWAY_TIMEOUT' });
      expect(['unknown', 'declined']).toContain(charged.kind);
      expect(await here.gateway.query(questionAbout(request))).toEqual(asked);
      expect(await booked(asked)).toMatchObject({ taken: 0, reversed: true, reversals: 1 });
    });

    it('repeats a reversal until it is answered, and charges nothing meanwhile', async () => {
      await acquirer.misbehave('lost', 1);
      await acquirer.misbehave('reversal_lost', 2);
      const alsoReversing = connect(database, { ...acquirer.settings, ...hasty, reversal_ms: 400 });

      const { request, outcome } = await sentBy(alsoReversing.gateway);
      expect(outcome).toEqual({ kind: 'unknown' });
      await expect
        .poll(
          async () => {
            await tick(alsoReversing);
            return (await alsoReversing.gateway.query(questionAbout(request))).kind;
          },
          { interval: 200 },
        )
        .toBe('declined');
      await alsoReversing.rail.stop();

      const entry = (await acquirer.ledger())[await rrnAbout(request.reference)];
      expect(entry).toMatchObject({ reversed: true, taken: 0 });
      expect(entry?.reversals).toBeGreaterThanOrEqual(3);
      expect(await messagesAbout(request.reference)).toMatchObject([
        { purpose: 'charge', state: 'reversed' },
        { purpose: 'reversal', state: 'answered', repeats: entry?.reversals },
      ]);
    });

    it('reverses what a process left behind that died after it sent', async () => {
      // As the process left it: written and sent, and nobody waits for the answer.
      const request = aPayment();
      const approved = await here.gateway.charge(request);
      await database.asOwner(
        `UPDATE live.acquirer_messages SET state = 'sent', answered_at = NULL, response_code = NULL, deadline = now()
          WHERE reference = $1`,
        [request.reference],
      );

      await Promise.all([tick(here), tick(other)]);

      expect(await other.gateway.query(questionAbout(request))).toMatchObject({ reason: 'GATEWAY_TIMEOUT' });
      expect(await booked(approved)).toMatchObject({ taken: 0, reversed: true, reversals: 1 });
    });

    it('ends a payment that was never written, so that the call cannot send it later', async () => {
      const request = aPayment();
      const at = (seconds: number) => questionAbout(request, { now: later(request.startedAt, seconds) });

      const early = await here.gateway.query(at(29));
      const late = await here.gateway.query(at(31));
      const revived = await other.gateway.charge(request);

      expect(early).toEqual({ kind: 'unknown' });
      expect(late).toMatchObject({ kind: 'declined', reason: 'GATEWAY_TIMEOUT' });
      expect(revived).toEqual(late);
      expect((await acquirer.ledger())[rrnOf(late)]).toBeUndefined();
    });

    it('never says paid of a reference number that it did not give', async () => {
      const request = aPayment();
      await here.gateway.charge(request);

      const outcome = await here.gateway.query(questionAbout(request, { gatewayReference: '000000000000' }));

      expect(outcome).toEqual({ kind: 'unknown' });
    });

    it('sends cards of the domestic switch by their own processing code and acquirer', async () => {
      const request = aPayment({ instrument: { ...card, number: '9716000000000006' } });

      const outcome = await here.gateway.charge(request);

      expect(outcome.kind).toBe('approved');
      const sent = await database.asOwner(
        'SELECT processing_code, acquirer_id FROM live.acquirer_messages WHERE reference = $1',
        [request.reference],
      );
      expect(sent).toEqual([{ processing_code: '003000', acquirer_id: '971600' }]);
    });

    it('uses no trace number twice on a day, even when a number comes again', async () => {
      await here.gateway.charge(aPayment());
      await database.asOwner(
        `SELECT setval('live.acquirer_stans', (SELECT max(stan) - 5 FROM live.acquirer_messages))`,
      );

      const outcomes = await Promise.all([aPayment(), aPayment()].map((one) => other.gateway.charge(one)));

      expect(outcomes.map((one) => one.kind)).toEqual(['approved', 'approved']);
      const twice = await database.asOwner(
        'SELECT stan FROM live.acquirer_messages GROUP BY stan, stan_day HAVING count(*) > 1',
      );
      expect(twice).toEqual([]);
    });

    it('keeps no card data in the table or the log', async () => {
      const [row] = await database.asOwner(
        `SELECT string_agg(m::text, ' ') AS text FROM live.acquirer_messages m WHERE merchant_id = $1`,
        [merchant],
      );
      const kept = `${String(row?.['text'])} ${here.lines.join('')} ${other.lines.join('')}`;

      // As a value of its own: the number of a process or a part of a second may happen to have the digits of the expiry date.
      expect(/(?<=[(,"])3112(?=[),"])/.test(kept)).toBe(false);
      for (const secret of [card.number, '9716000000000006', 'FFFF9876543210E00001'])
        expect({ secret, isInside: kept.includes(secret) }).toEqual({ secret, isInside: false });
    });

    it('holds an amount, takes a part of it once, and refunds it by naming the payment', async () => {
      const request = aPayment({ amount: usd(30) });
      const held = await here.gateway.holds?.authorize(request);
      if (held?.kind !== 'authorized') throw new Error(`not held: ${held?.kind}`);
      const { gatewayReference } = held;
      const about = {
        merchantId: merchant,
        reference: request.reference,
        gatewayReference,
        currency: 'USD' as const,
      };
      const asked = {
        ...about,
        amount: usd(20),
        heldAmount: usd(30),
        startedAt: request.startedAt,
        now: new Date(),
      };
      await sentBy(inHaste.gateway);
      await acquirer.misbehave('lost', 1);

      const lost = await inHaste.gateway.holds?.capture(asked);
      await expect
        .poll(async () => (await other.gateway.holds?.capture(asked))?.kind, { interval: 200 })
        .toBe('captured');
      const again = await here.gateway.holds?.capture(asked);

      expect([lost, again]).toEqual([{ kind: 'unknown' }, { kind: 'captured', gatewayStatus: '00' }]);
      expect(await booked(held)).toMatchObject({
        kind: 'hold',
        amount: 3000,
        taken: 2000,
        bookings: 2,
        reversed: false,
      });
      const refund = {
        ...asked,
        reference: aPayment().reference,
        payment: asked,
        amount: usd(5),
        unwanted: false,
      };
      expect(await other.gateway.refund(refund)).toMatchObject({ kind: 'completed' });
      expect(await booked(held)).toMatchObject({ refunded: 500 });
    });

    it('releases a held amount by reversing it', async () => {
      const request = aPayment();
      const held = await here.gateway.holds?.authorize(request);
      if (held?.kind !== 'authorized') throw new Error(`not held: ${held?.kind}`);
      const { gatewayReference } = held;
      const { reference, amount, startedAt } = request;
      const asked = {
        merchantId: merchant,
        reference,
        gatewayReference,
        amount,
        heldAmount: amount,
        currency: 'USD',
        startedAt,
        now: startedAt,
      } as const;

      const answers = [await here.gateway.holds?.release(asked), await other.gateway.holds?.release(asked)];

      expect(answers).toEqual([
        { kind: 'voided', gatewayStatus: '00' },
        { kind: 'voided', gatewayStatus: '00' },
      ]);
      expect(await booked(held)).toMatchObject({ reversed: true, reversals: 1 });
    });

    it('takes no approval of a part for a whole capture or refund, and asks for a person once', async () => {
      const request = aPayment({ amount: usd(30) });
      const held = await here.gateway.holds?.authorize(request);
      const paid = await here.gateway.charge(aPayment());
      const { reference } = aPayment();
      const about = {
        merchantId: merchant,
        currency: 'USD',
        startedAt: new Date(),
        now: new Date(),
      } as const;
      const whole = { reference, amount: usd(12) };
      const capture = { ...about, reference: request.reference, amount: usd(20), heldAmount: usd(30) };
      const refund = { ...about, ...whole, payment: whole, unwanted: false };
      const ask = async ({ gateway }: Connected) => [
        await gateway.holds?.capture({ ...capture, gatewayReference: held ? rrnOf(held) : '' }),
        await gateway.refund({ ...refund, gatewayReference: rrnOf(paid) }),
      ];
      await acquirer.misbehave('part', 2);

      const answers = [...(await ask(here)), ...(await ask(here)), ...(await ask(other))];

      expect(answers).toEqual(answers.map(() => ({ kind: 'unknown' })));
      expect(held && (await booked(held))).toMatchObject({ taken: 1000, bookings: 2, reversed: false });
      expect(await booked(paid)).toMatchObject({ taken: 1200, refunded: 600, reversed: false });
      const told = [...here.lines, ...other.lines].filter((line) => line.includes('a person must look'));
      expect(told.map((line) => JSON.parse(line))).toMatchObject([
        {
          level: 'error',
          purpose: 'completion',
          reference: request.reference,
          asked: '20.00',
          reported: '10.00',
        },
        { level: 'error', purpose: 'refund', reference, asked: '12.00', reported: '6.00' },
      ]);
    });

    it('gives back a part of a payment that the acquirer has taken without saying how much', async () => {
      await acquirer.misbehave('part_unsaid', 2);

      const charged = await here.gateway.charge(aPayment());
      const held = await here.gateway.holds?.authorize(aPayment());

      for (const outcome of [charged, held]) {
        expect(outcome).toMatchObject({ kind: 'declined', reason: 'CARD_DECLINED', gatewayStatus: '10' });
        expect(outcome && (await booked(outcome))).toMatchObject({ reversed: true });
      }
    });

    it('refunds once although answers are lost: each lost refund is reversed before the next is sent', async () => {
      const paid = await here.gateway.charge(aPayment());
      const { reference, amount, startedAt } = aPayment();
      const payment = { reference, amount };
      const asked = {
        merchantId: merchant,
        reference,
        payment,
        gatewayReference: rrnOf(paid),
        amount,
        currency: 'USD',
        startedAt,
        now: startedAt,
        unwanted: false,
      } as const;
      await acquirer.misbehave('lost', 1);
      await acquirer.misbehave('cut', 1);

      const outcomes: string[] = [];
      await expect
        .poll(
          async () => {
            outcomes.push((await [inHaste, other][outcomes.length % 2]?.gateway.refund(asked))?.kind ?? '');
            return outcomes.at(-1);
          },
          { interval: 150 },
        )
        .toBe('completed');

      expect(await here.gateway.refund(asked)).toMatchObject({ kind: 'completed' });
      const refunds = Object.values(await acquirer.ledger()).filter(
        ({ kind: what, of }) => what === 'refund' && of === rrnOf(paid),
      );
      expect(refunds.map(({ reversed }) => reversed)).toEqual([true, true, false]);
      expect(await booked(paid)).toMatchObject({ taken: 1200, refunded: 1200 });
    });
  },
);
