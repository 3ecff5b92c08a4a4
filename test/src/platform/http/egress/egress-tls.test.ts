import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EgressResult } from '../../../../../src/platform/http/egress/answer.ts';
import { createEgress } from '../../../../../src/platform/http/egress/egress.ts';
import { anIdentity, type Identity } from '../../../../support/receivers/identity.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Receiver = { readonly port: number; readonly seen: { host: string | undefined; name: unknown }[] };

async function aReceiver(
  identity: Identity,
  options: { address?: string; port?: number } = {},
): Promise<Receiver> {
  const { address = '127.0.0.1', port = 0 } = options;
  const seen: Receiver['seen'] = [];
  const server = createServer(identity, (req, res) => {
    seen.push({ host: req.headers.host, name: Reflect.get(req.socket, 'servername') });
    req.resume();
    res.end('thanks');
  });
  server.listen(port, address);
  await once(server, 'listening');
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, seen };
}

type Sent = {
  readonly port: number;
  readonly ca?: string;
  readonly addresses?: () => string[];
  readonly host?: string;
};

function send({
  port,
  ca,
  addresses = () => ['127.0.0.1'],
  host = 'hook.example',
}: Sent): Promise<EgressResult> {
  const egress = createEgress({
    allow: ['127.0.0.1/32', '127.0.0.2/32'],
    ports: [port],
    resolve: () => Promise.resolve(addresses()),
    ...(ca !== undefined && { ca }),
  });
  return egress.post(`https://${host}:${port}/hook`, {}, '{}', { timeoutMs: 5000 });
}

const twoAddresses = () => ['127.0.0.2', '127.0.0.1'];

describe('a message over TLS', () => {
  it('goes to the vetted address, and checks the certificate for the URL’s host', async () => {
    const identity = anIdentity('hook.example');
    const { port, seen } = await aReceiver(identity);

    const result = await send({ port, ca: identity.cert });

    expect(result).toMatchObject({ status: 200, body: 'thanks', address: '127.0.0.1' });
    expect(seen).toEqual([{ host: `hook.example:${port}`, name: 'hook.example' }]);
  });

  it('accepts a host name that ends with a dot', async () => {
    const identity = anIdentity('hook.example');
    const { port } = await aReceiver(identity);

    expect(await send({ port, ca: identity.cert, host: 'hook.example.' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['of another name', anIdentity('other.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that has expired', anIdentity('hook.example', { lastDay: '20010101000000Z' }), 'CERT_HAS_EXPIRED'],
  ])('is not sent to a certificate %s', async (_, identity, code) => {
    const { port, seen } = await aReceiver(identity);

    expect(await send({ port, ca: identity.cert })).toMatchObject({ failure: 'tls', detail: code });
    expect(seen).toEqual([]);
  });

  it('is not sent to a receiver with an untrusted certificate', async () => {
    const { port, seen } = await aReceiver(anIdentity('hook.example'));

    expect(await send({ port })).toMatchObject({ failure: 'tls', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(seen).toEqual([]);
  });

  it('is not sent to it even if the environment disables certificate checks', async () => {
    const { port, seen } = await aReceiver(anIdentity('hook.example'));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');

    const result = await send({ port });

    vi.unstubAllEnvs();
    expect(result).toMatchObject({ failure: 'tls', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(seen).toEqual([]);
  });

  it('resolves the name once and connects to the vetted address, even if DNS changes meanwhile', async () => {
    const identity = anIdentity('hook.example');
    const vetted = await aReceiver(identity, { address: '127.0.0.2' });
    const canary = await aReceiver(identity, { port: vetted.port });
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    let asked = 0;
    const addresses = (): string[] => answers[asked++] ?? [];

    const result = await send({ port: vetted.port, ca: identity.cert, addresses });

    expect(result).toMatchObject({ status: 200, address: '127.0.0.2' });
    expect(asked).toBe(1);
    expect(vetted.seen).toHaveLength(1);
    expect(canary.seen).toEqual([]);
  });

  it('goes to the next address of the name when the first takes no connection', async () => {
    const identity = anIdentity('hook.example');
    const { port, seen } = await aReceiver(identity);

    const result = await send({ port, ca: identity.cert, addresses: twoAddresses });

    expect(result).toMatchObject({ status: 200, address: '127.0.0.1' });
    expect(seen).toHaveLength(1);
  });

  it('goes to one address only if that took the connection and failed later', async () => {
    const identity = anIdentity('hook.example');
    const untrusted = await aReceiver(anIdentity('other.example'), { address: '127.0.0.2' });
    const { seen } = await aReceiver(identity, { port: untrusted.port });

    const result = await send({ port: untrusted.port, ca: identity.cert, addresses: twoAddresses });

    expect(result).toMatchObject({ failure: 'tls', address: '127.0.0.2' });
    expect(seen).toEqual([]);
  });

  it('is refused when the name resolves to a forbidden address at the time of sending', async () => {
    const identity = anIdentity('hook.example');
    const canary = await aReceiver(identity, { address: '127.0.0.3' });

    const result = await send({ port: canary.port, ca: identity.cert, addresses: () => ['127.0.0.3'] });

    expect(result).toMatchObject({ failure: 'address' });
    expect(canary.seen).toEqual([]);
  });
});
