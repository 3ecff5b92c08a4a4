import dns from 'node:dns';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkAcquirer } from '../../../../src/domain/money/gateways/acquirer/check.ts';
import type { Address } from '../../../../src/platform/iso8583/dial.ts';
import { anAuthority, anIdentity } from '../../../support/receivers/identity.ts';
import { linkOptions } from './link-options.ts';
import { anOtherEnd, type OtherEnd } from './other-end.ts';

const authority = anAuthority('Switch Authority');
const stranger = anAuthority('Another Authority');
const theirs = anIdentity('127.0.0.1', { commonName: 'switch', signedBy: authority });
const ours = anIdentity('shop.example', { signedBy: authority });
const trusting = { ca: authority.cert };
const presenting = { ca: authority.cert, certificate: ours.cert, key: ours.key };

const ends: OtherEnd[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(ends.splice(0).map((end) => end.close()));
});

async function check(tls: TlsOptions, ourTls: NonNullable<Address['tls']>) {
  const end = await anOtherEnd({ tls });
  ends.push(end);
  const steps = await checkAcquirer(linkOptions({ address: addressOf(end, ourTls) }));
  const said = steps.map(({ step, ok, words }) => ({
    step,
    ok,
    words: words.replaceAll(`127.0.0.1:${end.port}`, 'switch:1'),
  }));
  return { said, received: end.received };
}

function addressOf({ port }: OtherEnd, tls?: NonNullable<Address['tls']>): Address {
  return { host: '127.0.0.1', port, ...(tls && { tls }) };
}

const answersInPlain = (socket: Socket) => void socket.once('data', () => socket.write('0012what is this?'));

const mutual = { ...theirs, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
const allGood = [
  { step: 'connect', ok: true, words: 'connected to switch:1 by TLS' },
  { step: 'sign-on', ok: true, words: 'signed on' },
  { step: 'echo', ok: true, words: 'the acquirer answered' },
];

describe('a link over TLS', () => {
  it('trusts the authority that the settings name', async () => {
    expect((await check(theirs, trusting)).said).toEqual(allGood);
  });

  it('looks for the name that the settings give', async () => {
    const named = anIdentity('switch.example', { signedBy: authority });

    expect((await check(named, { ...trusting, serverName: 'switch.example' })).said).toEqual(allGood);
  });

  it('presents our certificate where the other end wants one', async () => {
    expect((await check(mutual, presenting)).said).toEqual(allGood);
  });

  const untrusted = 'its certificate comes from an authority that is not trusted; name that one as `ca`';
  it.each([
    [
      'of an authority that nobody named',
      anIdentity('127.0.0.1', { signedBy: stranger }),
      `switch:1: ${untrusted} (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
    ],
    [
      'that is signed by itself',
      anIdentity('127.0.0.1', { commonName: 'self' }),
      'switch:1: its certificate is signed by itself; name it as `ca` to trust it (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      'that has expired',
      anIdentity('127.0.0.1', { signedBy: authority, lastDay: '20200101000000Z' }),
      'switch:1: its certificate has expired (CERT_HAS_EXPIRED)',
    ],
    [
      'for another name',
      anIdentity('other.example', { signedBy: authority }),
      'switch:1: its certificate is for another name; check `address`, or set `server_name` (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
  ])('is refused with a certificate %s, and nothing is sent', async (_, identity, words) => {
    // Certificates are verified whatever this says.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');

    const { said, received } = await check(identity, trusting);

    expect(said).toEqual([{ step: 'connect', ok: false, words }]);
    expect(received).toEqual([]);
  });

  it.each([
    ['TLSv1.2', 'no certificate of ours', trusting],
    ['TLSv1.3', 'no certificate of ours', trusting],
    ['TLSv1.2', 'a certificate of ours that it does not trust', presentingOf(stranger)],
    ['TLSv1.3', 'a certificate of ours that it does not trust', presentingOf(stranger)],
  ] as const)('by %s says so if the other end was given %s', async (version, _, tls) => {
    const { said, received } = await check({ ...mutual, maxVersion: version }, tls);

    expect(said.at(-1)).toMatchObject({
      ok: false,
      words: expect.stringMatching(/refused our certificate, or wants one|may want a client certificate/),
    });
    // No numbers and file names of OpenSSL.
    expect(said.at(-1)?.words).not.toContain('routines');
    expect(received).toEqual([]);
  });

  it('says that the other end does not speak TLS', async () => {
    const end = await anOtherEnd({ opened: answersInPlain });
    ends.push(end);

    const steps = await checkAcquirer(linkOptions({ address: addressOf(end, trusting) }));

    expect(steps).toMatchObject([
      { step: 'connect', ok: false, words: expect.stringContaining('does not speak TLS') },
    ]);
  });

  it.each([
    ['a certificate without its key', { ...trusting, certificate: ours.cert }],
    ['the key of another certificate', { ...presenting, key: theirs.key }],
    ['a key that is none', { ...presenting, key: 'secret' }],
    ['a certificate that is none', { ...presenting, certificate: 'nothing' }],
    ['an authority that is none', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }],
  ])('says so when the settings have %s', async (_, tls) => {
    const { said } = await check(mutual, tls);

    expect(said.at(-1)).toMatchObject({ ok: false, words: expect.stringMatching(/`ca`|wants one/) });
    expect(JSON.stringify(said)).not.toContain('secret');
  });
});

function presentingOf(signedBy: typeof authority): NonNullable<Address['tls']> {
  const { cert: certificate, key } = anIdentity('shop.example', { signedBy });
  return { ca: authority.cert, certificate, key };
}

describe('a link without TLS', () => {
  it.each(['203.0.113.5', '2001:db8::5', '::ffff:203.0.113.5'])(
    'is refused to the public address %s',
    async (host) => {
      const steps = await checkAcquirer(linkOptions({ address: { host, port: 5500 } }));

      expect(steps).toMatchObject([
        {
          step: 'connect',
          ok: false,
          words: `${host}:5500: ${host} is not a private address: card data goes there by tls:// only`,
        },
      ]);
    },
  );

  it('is refused to a name that has a public address', async () => {
    type Found = (error: null, addresses: { address: string; family: number }[]) => void;
    const lookup = (_host: string, _options: unknown, found: Found) =>
      found(null, [{ address: '203.0.113.5', family: 4 }]);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);

    const steps = await checkAcquirer(linkOptions({ address: { host: 'switch.example', port: 5500 } }));

    expect(steps).toMatchObject([
      {
        step: 'connect',
        ok: false,
        words:
          'switch.example:5500: switch.example is not a private address: card data goes there by tls:// only',
      },
    ]);
  });
});
