import type { TlsOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { beginReversal } from '../../../../../../src/domain/money/gateways/acquirer/reversal-queries.ts';
import type { AcquirerSettings } from '../../../../../../src/domain/money/gateways/acquirer/settings.ts';
import { setClock } from '../../../../../../src/platform/clock.ts';
import { newId } from '../../../../../../src/platform/ids.ts';
import { anAuthority, anIdentity } from '../../../../../support/receivers/identity.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../support/service/database.ts';
import { aFreePort } from '../../../../../support/service/process.ts';
import {
  anOtherEnd,
  approvalOf,
  approves,
  framed,
  type OtherEnd,
  on,
} from '../../../../platform/iso8583/other-end.ts';
import { aPayment, type Connected, connect, merchant } from './desk.ts';

let database: TestDatabase;
const ends: OtherEnd[] = [];
const connections: Connected[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(connections.splice(0).map(({ rail }) => rail.stop()));
  await Promise.all(ends.splice(0).map((end) => end.close()));
});

type About = { readonly tls?: TlsOptions; readonly settings?: Partial<AcquirerSettings> };

async function connected({ tls, settings }: About = {}) {
  const end = await anOtherEnd(tls ? { tls } : {});
  ends.push(end);
  const made = connect(database, {
    address: `${tls ? 'tls' : 'tcp'}://127.0.0.1:${end.port}`,
    layout: { preset: 'ascii' },
    terminal: 'SHOP0001',
    acceptor: 'CORNERSHOP',
    answer_ms: 5000,
    reversal_ms: 5000,
    ...settings,
  });
  connections.push(made);
  return { ...made, end };
}

const paymentsAt = ({ received }: OtherEnd) => received.filter(({ mti }) => mti === '0200').length;

async function statesOf(reference: string): Promise<unknown[]> {
  const rows = await database.asOwner(
    'SELECT purpose, state FROM live.acquirer_messages WHERE merchant_id = $1 AND reference = $2 ORDER BY stan',
    [merchant, reference],
  );
  return rows.map(({ purpose, state }) => `${String(purpose)} ${String(state)}`);
}

/** Turns the service's clock. */
function atTime(text: string): void {
  const zeroMs = Date.now() - performance.now();
  setClock(Date.parse(text) - performance.now(), 0);
  onTestFinished(() => setClock(zeroMs, 0));
}

const authority = anAuthority('Switch Authority');
const theirs = anIdentity('127.0.0.1', { commonName: 'switch', signedBy: authority });
const ours = anIdentity('shop.example', { signedBy: authority });
const mutual = { ...theirs, ca: authority.cert, requestCert: true, rejectUnauthorized: true };

describe('a card payment over TLS', () => {
  it('is charged with certificates of a private authority on both sides', async () => {
    const tls = { ca: authority.cert, certificate: ours.cert, key: ours.key };
    const { gateway, end } = await connected({ tls: mutual, settings: { tls } });

    expect(await gateway.charge(aPayment())).toMatchObject({ kind: 'approved' });
    expect(paymentsAt(end)).toBe(1);
  });

  it.each([
    ['is signed by nobody we trust', theirs, {}],
    [
      'has expired',
      anIdentity('127.0.0.1', { signedBy: authority, lastDay: '20200101000000Z' }),
      { ca: authority.cert },
    ],
    ['is for another name', theirs, { ca: authority.cert, server_name: 'switch.example' }],
    ['wants one of ours', mutual, { ca: authority.cert }],
  ])('has certainly not charged if the certificate of the other end %s', async (_, tls, trust) => {
    const { gateway, end } = await connected({ tls, settings: { tls: trust } });
    const request = aPayment();

    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    expect(end.received).toEqual([]);
    expect(await statesOf(request.reference)).toEqual([]);
  });

  it('has certainly not charged if our key is none', async () => {
    const tls = { ca: authority.cert, certificate: ours.cert, key: '-----BEGIN PRIVATE KEY-----' };
    const { gateway, rail } = await connected({ tls: mutual, settings: { tls } });

    expect(await gateway.charge(aPayment())).toEqual({ kind: 'unavailable' });
    expect(await rail.check()).toMatchObject([
      { step: 'connect', ok: false, words: expect.stringContaining('check `ca`, `certificate` and `key`') },
    ]);
  });

  it('is reversed or unknown, never taken for unsent, if our certificate is refused after we began', async () => {
    // Without a sign-on, the payment itself is what follows the handshake.
    const { gateway } = await connected({
      tls: { ...mutual, minVersion: 'TLSv1.3' },
      settings: { tls: { ca: authority.cert }, sign_on: false },
    });

    expect((await gateway.charge(aPayment())).kind).toBe('unknown');
  });
});

const signOns = (received: readonly { readonly mti: string; readonly fields: object }[]) =>
  received.filter(({ fields }) => Reflect.get(fields, '70') === '001').length;

describe('the connection in use', () => {
  it('is asked for an echo, and nobody signs on a second time', async () => {
    const { gateway, rail, end } = await connected();
    const before = await rail.checkInUse?.();
    await gateway.charge(aPayment());
    const checked = await rail.checkInUse?.();

    expect(before).toBeUndefined();
    expect(checked).toMatchObject([{ step: 'echo', ok: true }]);
    expect(signOns(end.received)).toBe(1);
  });
});

describe('a card payment', () => {
  it('has certainly not charged if nobody listens', async () => {
    const { gateway } = await connected({ settings: { address: `tcp://127.0.0.1:${await aFreePort()}` } });
    const request = aPayment();

    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    expect(await statesOf(request.reference)).toEqual([]);
  });

  it('beyond the most that may be outstanding is unavailable, and is not sent', async () => {
    const { gateway, end } = await connected({ settings: { most_outstanding: 1 } });
    const arrived = new Promise<() => void>((done) => {
      end.behave(on('0200', (message, socket) => done(() => approves(message, socket))));
    });
    const [first, second] = [aPayment(), aPayment()];

    const charging = gateway.charge(first);
    const answer = await arrived;
    expect(await gateway.charge(second)).toEqual({ kind: 'unavailable' });
    answer();

    expect(await charging).toMatchObject({ kind: 'approved' });
    expect(paymentsAt(end)).toBe(1);
    expect(await statesOf(second.reference)).not.toContain('charge sent');
    // Nothing is left to reverse: nothing was sent.
    expect(await statesOf(second.reference)).not.toContain('reversal reversing');
  });

  it('is not sent after its deadline, as by a process that stood still: its reversal may be answered', async () => {
    const { gateway, end } = await connected();
    await database.asOwner(`CREATE FUNCTION live.stood_still() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NEW.deadline := NEW.transmitted_at; RETURN NEW; END'`);
    await database.asOwner(`CREATE TRIGGER stood_still BEFORE INSERT ON live.acquirer_messages
      FOR EACH ROW EXECUTE FUNCTION live.stood_still()`);
    onTestFinished(async () => void (await database.asOwner('DROP FUNCTION live.stood_still() CASCADE')));
    const request = aPayment();

    expect(await gateway.charge(request)).toEqual({ kind: 'unavailable' });
    expect(paymentsAt(end)).toBe(0);
    expect(await statesOf(request.reference)).toEqual(['charge reversed']);
  });

  it('that the layout has no room for is not sent, and says nothing of the acquirer', async () => {
    const { gateway, end } = await connected({ settings: { layout: { preset: 'ascii', longest: 100 } } });

    expect(await gateway.charge(aPayment())).toEqual({ kind: 'unavailable', answered: true });
    expect(paymentsAt(end)).toBe(0);
  });

  it('whose answer is rubbish is reversed on a new connection, and the next one is charged', async () => {
    const { gateway, end } = await connected();
    end.behave(on('0200', (_, socket) => void socket.write(`9999${'0'.repeat(100_000)}`)));
    const request = aPayment();

    expect(await gateway.charge(request)).toMatchObject({ kind: 'declined', reason: 'GATEWAY_TIMEOUT' });
    end.behave(approves);

    expect(await gateway.charge(aPayment())).toMatchObject({ kind: 'approved' });
    expect(end.sockets).toHaveLength(2);
    expect(end.received.filter(({ mti }) => mti === '0400')).toHaveLength(1);
  });

  it('is reversed under the next trace number, if its own next one was used on that day', async () => {
    const { gateway, end } = await connected();
    await gateway.charge(aPayment());
    await gateway.charge(aPayment());
    const used = Number(sentTo(end, '0200').at(-1)?.fields[11]);
    await database.asOwner('DELETE FROM live.acquirer_messages WHERE stan = $1', [used - 1]);
    await database.asOwner(`SELECT setval('live.acquirer_stans', $1)`, [used - 2]);
    end.behave(on('0200', (_, socket) => void socket.destroy()));

    expect(await gateway.charge(aPayment())).toMatchObject({ kind: 'declined', reason: 'GATEWAY_TIMEOUT' });
    expect(sentTo(end, '0400').map(({ fields }) => Number(fields[11]))).toEqual([used + 1]);
  });

  it('takes the first of two answers that differ, and no answer to another number', async () => {
    const { gateway, end } = await connected();
    end.behave(
      on('0200', (message, socket) => {
        const { mti, fields } = approvalOf(message);
        for (const said of [{ ...fields, 11: '999999', 39: '05' }, fields, { ...fields, 39: '05' }])
          socket.write(framed({ mti, fields: said }));
      }),
    );
    const request = aPayment();

    expect(await gateway.charge(request)).toMatchObject({ kind: 'approved', gatewayStatus: '00' });
    expect(await gateway.charge(request)).toMatchObject({ kind: 'approved', gatewayStatus: '00' });
    expect(paymentsAt(end)).toBe(1);
  });
});

/** Answers messages of one type with a response code; the others are approved. */
const answering = (type: string, code: string) =>
  on(type, (message, socket) => {
    const { mti, fields } = approvalOf(message);
    socket.write(framed({ mti, fields: { ...fields, 39: code } }));
  });

/** Approves messages of one type, and states these fields. */
const stating = (type: string, said: Readonly<Record<number, string>>) =>
  on(type, (message, socket) => {
    const { mti, fields } = approvalOf(message);
    socket.write(framed({ mti, fields: { ...fields, ...said } }));
  });

const sentTo = ({ received }: OtherEnd, type: string) => received.filter(({ mti }) => mti === type);

/** An amount that the acquirer holds, and what to ask to take it or to release it. */
async function aHold({ gateway }: Pick<Connected, 'gateway'>) {
  const request = aPayment();
  const outcome = await gateway.holds?.authorize(request);
  if (outcome?.kind !== 'authorized') throw new Error(`not held: ${outcome?.kind}`);
  const { reference, amount, startedAt } = request;
  const { gatewayReference } = outcome;
  const about = { merchantId: merchant, reference, gatewayReference, currency: 'USD' } as const;
  return { ...about, amount, heldAmount: amount, startedAt, now: startedAt };
}

describe('a held amount', () => {
  it('is released at once when the acquirer refuses to take it', async () => {
    const { gateway, end } = await connected();
    const asked = await aHold({ gateway });
    end.behave(answering('0220', '05'));

    const outcome = await gateway.holds?.capture(asked);

    expect(outcome).toEqual({ kind: 'rejected', gatewayStatus: '05' });
    expect(sentTo(end, '0400')).toMatchObject([{ fields: { 37: asked.gatewayReference } }]);
    expect(await statesOf(asked.reference)).toEqual([
      'hold reversed',
      'completion answered',
      'reversal answered',
    ]);
  });

  it('that was answered is not reversed by a process that still takes it for unanswered', async () => {
    const { reference } = await aHold(await connected());
    const [hold] = await database.asOwner('SELECT id FROM live.acquirer_messages WHERE reference = $1', [
      reference,
    ]);
    const late = { reversalId: newId(), from: 'sent', at: new Date() } as const;

    const begun = await beginReversal(database.databases.live, merchant, String(hold?.['id']), late);

    expect([begun, await statesOf(reference)]).toEqual([undefined, ['hold answered']]);
  });

  it('stays held, to be taken later, when no issuer could decide', async () => {
    const { gateway, end } = await connected();
    const asked = await aHold({ gateway });
    end.behave(answering('0220', '91'));

    const outcome = await gateway.holds?.capture(asked);

    expect(outcome).toEqual({ kind: 'unknown' });
    expect(sentTo(end, '0400')).toEqual([]);
    expect(await statesOf(asked.reference)).toEqual(['hold answered', 'completion sent']);
  });

  it.each([{ 39: '00' }, { 39: '21' }, { 39: '25' }, { 39: '94' }, { 37: ' '.repeat(12) }])(
    'is released by a reversal that is answered with %j',
    async (said) => {
      const { gateway, end } = await connected();
      const asked = await aHold({ gateway });
      end.behave(stating('0400', said));

      const outcomes = [await gateway.holds?.release(asked), await gateway.holds?.release(asked)];

      const voided = { kind: 'voided', gatewayStatus: '00' };
      expect(outcomes).toEqual([voided, voided]);
      expect(await statesOf(asked.reference)).toEqual(['hold reversed', 'reversal answered']);
      expect([sentTo(end, '0400').length, sentTo(end, '0401').length]).toEqual([1, 0]);
    },
  );
});

/** A payment that was charged, and what to ask to give it back. */
async function aPaidPayment({ gateway }: Pick<Connected, 'gateway'>) {
  const payment = aPayment();
  const paid = await gateway.charge(payment);
  if (paid.kind !== 'approved') throw new Error(`not paid: ${paid.kind}`);
  const { amount, startedAt } = payment;
  const { gatewayReference } = paid;
  const about = { merchantId: merchant, reference: newId(), payment, gatewayReference, unwanted: false };
  return { ...about, amount, currency: 'USD', startedAt, now: startedAt } as const;
}

/** What comes of a refund and of a capture, each asked for twice, if their approvals state these fields. */
async function refundedAndCaptured(said: Readonly<Record<number, string>>) {
  const made = await connected();
  const { gateway, end, lines } = made;
  const [refund, capture] = [await aPaidPayment(made), await aHold(made)];
  end.behave((message, socket) => stating(message.mti, said)(message, socket));
  const outcomes = [
    await gateway.refund(refund),
    await gateway.refund(refund),
    await gateway.holds?.capture(capture),
    await gateway.holds?.capture(capture),
  ];
  const told = lines.filter((line) => line.includes('a person must look')).map((line) => JSON.parse(line));
  return { outcomes, told };
}

describe('an approval in a currency that the service does not have', () => {
  it.each([
    ['charge', '0200'],
    ['hold', '0100'],
  ] as const)('of a %s is reversed: nobody could book it', async (purpose, type) => {
    const { gateway, end } = await connected();
    end.behave(stating(type, { 49: '710' }));
    const request = aPayment();
    const ask = async () =>
      purpose === 'hold' ? await gateway.holds?.authorize(request) : await gateway.charge(request);

    const outcomes = [await ask(), await ask()];

    const declined = { kind: 'declined', reason: 'CARD_DECLINED', gatewayStatus: '00' };
    expect(outcomes).toMatchObject([declined, declined]);
    expect(await statesOf(request.reference)).toEqual([`${purpose} reversed`, 'reversal answered']);
  });

  it('of a refund or a capture stays undecided, and a person is asked for', async () => {
    const { outcomes, told } = await refundedAndCaptured({ 49: '710' });

    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'unknown' })));
    expect(told).toMatchObject([
      { purpose: 'refund', currency: 'USD', reported_currency: '710' },
      { purpose: 'completion', currency: 'USD', reported_currency: '710' },
    ]);
  });
});

describe('an approval of nothing, or of a part that is no less than the whole', () => {
  it.each([
    ['nothing', { 4: '000000000000' }],
    ['a part, with the amount that was asked repeated', { 39: '10' }],
    ['a part, with more than was asked', { 39: '10', 4: '000000001201' }],
  ] as const)('%s: is reversed, as nobody could book it', async (_, said) => {
    const { gateway, end } = await connected();
    end.behave(stating('0200', said));
    const request = aPayment();

    const gatewayStatus = '39' in said ? said[39] : '00';
    const declined = { kind: 'declined', reason: 'CARD_DECLINED', gatewayStatus };
    expect(await gateway.charge(request)).toMatchObject(declined);
    expect(await statesOf(request.reference)).toEqual(['charge reversed', 'reversal answered']);
  });

  it('of a refund or a capture stays undecided, and a person is asked for', async () => {
    const { outcomes, told } = await refundedAndCaptured({ 39: '10' });

    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'unknown' })));
    expect(told).toMatchObject([
      { purpose: 'refund', asked: '12.00', reported: '12.00', response_code: '10' },
      { purpose: 'completion', asked: '12.00', reported: '12.00', response_code: '10' },
    ]);
  });
});

describe('a capture whose answer was lost', () => {
  it('stays undecided if the acquirer calls its repetition a duplicate, and is not released', async () => {
    const made = await connected({ settings: { answer_ms: 300 } });
    const { gateway, end, lines } = made;
    const asked = await aHold(made);
    end.behave(on('0220', () => undefined));
    const lost = await gateway.holds?.capture(asked);
    end.behave(answering('0221', '94'));

    await expect
      .poll(
        async () => {
          await gateway.holds?.capture(asked);
          return await statesOf(asked.reference);
        },
        { timeout: 10_000 },
      )
      .toContain('completion answered');
    const again = await gateway.holds?.capture(asked);

    expect([lost, again]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
    expect(await statesOf(asked.reference)).toEqual(['hold answered', 'completion answered']);
    const told = lines.filter((line) => line.includes('a person must look'));
    expect(told.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', purpose: 'completion', reference: asked.reference, response_code: '94' },
    ]);
  });
});

describe('what a reader encrypted', () => {
  it('that does not fit the field of this acquirer is not sent, and says nothing of the acquirer', async () => {
    const fields = { 55: { format: 'b', length: 255, prefix: 3 } } as const;
    const { gateway, end, lines } = await connected({ settings: { layout: { preset: 'ascii', fields } } });
    const ciphertext = Buffer.alloc(256).toString('base64');
    const reader = {
      type: 'reader',
      entryMode: 'chip',
      ksn: 'FFFF9876543210E00001',
      keyId: undefined,
    } as const;

    const outcome = await gateway.charge(aPayment({ instrument: { ...reader, ciphertext } }));

    expect(outcome).toEqual({ kind: 'unavailable', answered: true });
    expect(paymentsAt(end)).toBe(0);
    expect(lines.join('')).toContain('field 55 has 256 of 255');
  });
});

describe('a refund', () => {
  it.each(['68', '91'])(
    'that no issuer could decide (%s) is sent again when it is asked for again, as another message',
    async (code) => {
      const { gateway, end } = await connected();
      const asked = await aPaidPayment({ gateway });

      end.behave(answering('0200', code));
      const undecided = await gateway.refund(asked);
      end.behave(approves);
      const decided = await gateway.refund(asked);

      const [, first, second] = sentTo(end, '0200');
      expect(undecided).toEqual({ kind: 'unknown' });
      expect(decided).toEqual({ kind: 'completed', gatewayReference: second?.fields[37] });
      expect(second?.fields[11]).not.toBe(first?.fields[11]);
      expect(await statesOf(asked.reference)).toEqual(['refund answered', 'refund answered']);
    },
  );
});

describe('the local time of a payment', () => {
  it.each([
    ['two hours ahead of UTC, unless the settings say otherwise', {}, /^0030/, '0303'],
    ['that of the settings', { utc_offset: '-05:30' }, /^1700/, '0302'],
  ])('is %s', async (_, settings, time, day) => {
    const { gateway, end } = await connected({ settings });
    atTime('2026-03-02T22:30:00Z');

    await gateway.charge(aPayment());

    const [sent] = sentTo(end, '0200');
    expect(sent?.fields).toMatchObject({ 7: expect.stringMatching(/^03022230/), 13: day });
    expect(sent?.fields[12]).toMatch(time);
  });
});
