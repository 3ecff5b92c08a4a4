import type { TlsOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AcquirerSettings } from '../../../../../../src/domain/money/gateways/acquirer/settings.ts';
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

  it('that the layout has no room for is unavailable, and is not sent', async () => {
    const { gateway, end } = await connected({ settings: { layout: { preset: 'ascii', longest: 100 } } });

    expect(await gateway.charge(aPayment())).toEqual({ kind: 'unavailable' });
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
