import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MobileMoneySettings } from '../../../../../../src/domain/money/gateways/mobile-money/wire/settings.ts';
import { credentials, ownAccount } from '../../../../../support/rails/mobile-money-operator.ts';
import { anAuthority, anIdentity } from '../../../../../support/receivers/identity.ts';
import { aCharge, railTo } from './connected.ts';

const authority = anAuthority('Operator Authority');
const stranger = anAuthority('Another Authority');
const theirs = anIdentity('127.0.0.1', { commonName: 'operator', signedBy: authority });
const expired = anIdentity('127.0.0.1', {
  commonName: 'expired',
  signedBy: authority,
  lastDay: '20200101000000Z',
});
const ours = anIdentity('shop.example', { signedBy: authority });
const mutual = { ...theirs, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
const trusting = { ca: authority.cert };
const presenting = { ca: authority.cert, certificate: ours.cert, key: ours.key };

type Secured = {
  readonly server: Server;
  readonly address: string;
  /** Paths of the requests that it read, oldest first. */
  readonly seen: readonly string[];
};

const opened: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

const answers: readonly (readonly [RegExp, object])[] = [
  [/\/token$/, { access_token: 'token', expires_in: 3600 }],
  [/\/heartbeat$/, { serviceStatus: 'available' }],
  [/\/balance$/, { currentBalance: '10.00', currency: 'USD' }],
  [/\/status$/, { accountStatus: 'available' }],
  [/\/merchantpay$/, { serverCorrelationId: 'one', status: 'pending', notificationMethod: 'polling' }],
  [/\/requeststates\//, { serverCorrelationId: 'one', status: 'pending', notificationMethod: 'polling' }],
];

/** An operator who answers the least, over TLS, one request for each connection. It sees each request before it answers. */
async function anOperatorOverTls(
  tls: TlsOptions,
  before: (path: string) => 'answer' | 'cut' = () => 'answer',
) {
  const seen: string[] = [];
  const server = createServer(tls, (req, res) => {
    const path = req.url ?? '';
    seen.push(path);
    req.resume();
    if (before(path) === 'cut') {
      req.socket.destroy();
      return;
    }
    const [, body = {}] = answers.find(([pattern]) => pattern.test(path)) ?? [];
    const status = path.endsWith('merchantpay') ? 202 : 200;
    res
      .writeHead(status, { connection: 'close', 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.push(server);
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, address, seen } satisfies Secured;
}

function railOver({ address }: Secured, tls: MobileMoneySettings['tls']) {
  const { clientId, clientSecret } = credentials;
  return railTo({ address, tokenAddress: '' } as never, {
    accounts: { USD: ownAccount },
    auth: { type: 'oauth', tokenAddress: `${address}/token`, clientId, clientSecret },
    ...(tls && { tls }),
  });
}

async function tried(operator: Secured, tls: MobileMoneySettings['tls']) {
  const rail = railOver(operator, tls);
  const steps = await rail.check();
  const outcome = await rail.gateway.charge(aCharge());
  await rail.stop();
  return { words: steps.map(({ ok, words }) => (ok ? 'good' : words)), outcome };
}

const allGood = ['good', 'good', 'good'];

describe('an operator over TLS', () => {
  it('is trusted by the authority that the settings name', async () => {
    const { words, outcome } = await tried(await anOperatorOverTls(theirs), trusting);

    expect(words).toEqual(allGood);
    expect(outcome).toMatchObject({ kind: 'pending' });
  });

  it('is given our certificate if it wants one', async () => {
    const { words, outcome } = await tried(await anOperatorOverTls(mutual), presenting);

    expect(words).toEqual(allGood);
    expect(outcome).toMatchObject({ kind: 'pending' });
  });

  it.each([
    [
      'of an authority that nobody named',
      anIdentity('127.0.0.1', { commonName: 'operator', signedBy: stranger }),
      'tokenAddress: the operator’s certificate is signed by nobody we trust: set tls.ca (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ],
    [
      'that is signed by itself',
      anIdentity('127.0.0.1', { commonName: 'self' }),
      'tokenAddress: the operator’s certificate is signed by nobody we trust: set tls.ca (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    ['that has expired', expired, 'tokenAddress: the operator’s certificate has expired (CERT_HAS_EXPIRED)'],
    [
      'for another name',
      anIdentity('other.example', { signedBy: authority }),
      'tokenAddress: the operator’s certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
  ])(
    'is refused with a certificate %s: nothing is sent, and nothing is charged',
    async (_, identity, said) => {
      // Certificates are verified whatever this says.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
      const operator = await anOperatorOverTls(identity);

      const { words, outcome } = await tried(operator, trusting);

      expect(words).toEqual([said]);
      expect(outcome).toEqual({ kind: 'unavailable' });
      expect(operator.seen).toEqual([]);
    },
  );

  it.each([
    ['TLSv1.2', 'no certificate of ours', trusting],
    ['TLSv1.3', 'no certificate of ours', trusting],
    ['TLSv1.2', 'a certificate of ours that it does not trust', presentingOf(stranger)],
    ['TLSv1.3', 'a certificate of ours that it does not trust', presentingOf(stranger)],
  ] as const)('by %s that was given %s charges nothing, and check says why', async (version, _, tls) => {
    const operator = await anOperatorOverTls({ ...mutual, minVersion: version, maxVersion: version });

    const { words, outcome } = await tried(operator, tls);

    expect(words).toEqual([expect.stringMatching(/wants a certificate of ours, or refuses it/)]);
    expect(outcome).toEqual({ kind: 'unavailable' });
    expect(operator.seen).toEqual([]);
  });

  it.each([
    ['the key of another certificate', { ...presenting, key: theirs.key }],
    ['a key that is none', { ...presenting, key: 'secret' }],
    ['a certificate that is none', { ...presenting, certificate: 'nothing' }],
  ])('is not reached, and check says so, if the settings have %s', async (_, tls) => {
    const { words, outcome } = await tried(await anOperatorOverTls(mutual), tls);

    expect(words).toEqual([expect.stringContaining('check tls.certificate and tls.key')]);
    expect(words.join('')).not.toContain('secret');
    expect(outcome).toEqual({ kind: 'unavailable' });
  });
});

function presentingOf(signedBy: typeof authority) {
  const { cert: certificate, key } = anIdentity('shop.example', { signedBy });
  return { ca: authority.cert, certificate, key };
}

const isLastQuestion = (path: string) => path.includes('/accounts/msisdn/');

describe('a payment whose connection fails at the last step', () => {
  it('is certainly not charged if the handshake fails: nothing of it was sent', async () => {
    const operator: Secured = await anOperatorOverTls(theirs, (path) => {
      if (isLastQuestion(path)) operator.server.setSecureContext(expired);
      return 'answer';
    });

    const rail = railOver(operator, trusting);
    const outcome = await rail.gateway.charge(aCharge());
    await rail.stop();

    expect(outcome).toEqual({ kind: 'unavailable' });
    expect(operator.seen.filter((path) => path.endsWith('merchantpay'))).toEqual([]);
  });

  it('is unknown if our certificate is refused when the handshake was over for us', async () => {
    const operator: Secured = await anOperatorOverTls({ ...mutual, minVersion: 'TLSv1.3' }, (path) => {
      if (isLastQuestion(path))
        operator.server.setSecureContext({ ...theirs, ca: stranger.cert, minVersion: 'TLSv1.3' });
      return 'answer';
    });

    const rail = railOver(operator, presenting);
    const outcome = await rail.gateway.charge(aCharge());
    await rail.stop();

    expect(operator.seen.some(isLastQuestion)).toBe(true);
    expect(outcome).toEqual({ kind: 'unknown' });
  });

  it('is unknown if it was cut after the request was read', async () => {
    const operator = await anOperatorOverTls(mutual, (path) =>
      path.endsWith('merchantpay') ? 'cut' : 'answer',
    );

    const rail = railOver(operator, presenting);
    const outcome = await rail.gateway.charge(aCharge());
    await rail.stop();

    expect(operator.seen.filter((path) => path.endsWith('merchantpay'))).toHaveLength(1);
    expect(outcome).toEqual({ kind: 'unknown' });
  });
});
