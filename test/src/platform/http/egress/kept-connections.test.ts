import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEgress, type Egress } from '../../../../../src/platform/http/egress/egress.ts';
import { times } from '../../../../support/checks/at-once.ts';
import { soon } from '../../../../support/checks/soon.ts';
import { anIdentity } from '../../../../support/receivers/identity.ts';

const body = '{"a":1}';
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

type Asked = { readonly socket: Socket; readonly connection: number; readonly request: number };

/** A receiver that notes which connection each request came on. Both are counted from 1. */
async function aReceiver(answer: (asked: Asked) => void) {
  const requests: number[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = (connections += 1);
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith(body)) return;
      text = '';
      requests.push(connection);
      answer({ socket, connection, request: requests.length });
    });
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, requests, sockets };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function sender() {
  const egress = createEgress({ allow: ['127.0.0.0/8'], ports: [443] });
  return (port: number, timeoutMs = 5000) =>
    egress.post(`http://127.0.0.1:${port}/hook`, {}, body, { timeoutMs });
}

const answerAll = ({ socket }: Asked) => void socket.write(ok);

describe('a connection to a receiver', () => {
  it('is used again for the next message', async () => {
    const { port, requests } = await aReceiver(answerAll);
    const send = sender();

    for (let sent = 0; sent < 3; sent += 1)
      expect(await send(port)).toMatchObject({ status: 200, body: 'ok', address: '127.0.0.1' });

    expect(requests).toEqual([1, 1, 1]);
  });

  it('is not used again if the receiver says that it closes it', async () => {
    const closing = ok.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const { port, requests } = await aReceiver(({ socket }) => void socket.end(closing));
    const send = sender();

    for (let sent = 0; sent < 2; sent += 1) expect(await send(port)).toMatchObject({ status: 200 });

    expect(requests).toEqual([1, 2]);
  });

  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['closes', (socket: Socket) => socket.end()],
  ])('that the receiver %s before it answers is replaced, once', async (_what, close) => {
    const { port, requests } = await aReceiver(({ socket, connection, request }) => {
      if (connection === 1 && request > 1) close(socket);
      else socket.write(ok);
    });
    const send = sender();
    await send(port);

    expect(await send(port)).toMatchObject({ status: 200 });
    expect(requests).toEqual([1, 1, 2]);
  });

  it('that was replaced and fails again is a failed attempt', async () => {
    const { port, requests } = await aReceiver(({ socket, request }) => {
      if (request > 1) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const send = sender();
    await send(port);

    expect(await send(port)).toMatchObject({ failure: 'reset' });
    expect(requests).toEqual([1, 1, 2]);
  });

  it.each([
    ['breaks in the middle of an answer', (socket: Socket) => socket.end('HTTP/1.1 2')],
    ['answers what is no HTTP', (socket: Socket) => socket.write('garbage\r\n\r\n')],
    [
      'sends too many headers',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(9000)}\r\n\r\n`),
    ],
  ])('that was used before and %s is a failed attempt', async (_what, act) => {
    const { port, requests } = await aReceiver(({ socket, request }) => {
      if (request > 1) act(socket);
      else socket.write(ok);
    });
    const send = sender();
    await send(port);

    expect(await send(port)).toMatchObject({ failure: 'reset' });
    expect(requests).toEqual([1, 1]);
  });

  it('that was used before and stays silent is a failed attempt, and the last one kept for an hour', async () => {
    const asked = new Set<number>();
    const { port, requests } = await aReceiver(({ socket, connection }) => {
      if (!asked.has(connection)) socket.write(ok);
      asked.add(connection);
    });
    const send = sender();
    await send(port);

    expect(await send(port, 300)).toMatchObject({ failure: 'timeout' });
    for (let sent = 0; sent < 2; sent += 1) expect(await send(port)).toMatchObject({ status: 200 });
    expect(requests).toEqual([1, 1, 2, 3]);

    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    onTestFinished(() => void vi.restoreAllMocks());
    for (let sent = 0; sent < 2; sent += 1) await send(port, 300);
    expect(requests).toEqual([1, 1, 2, 3, 4, 4]);
  });

  it('is waited on for longer than it is kept', async () => {
    const { port, requests } = await aReceiver(({ socket, request }) => {
      setTimeout(() => socket.write(ok), request === 1 ? 0 : 4500);
    });
    const send = sender();
    await send(port);

    expect(await send(port, 15_000)).toMatchObject({ status: 200 });
    expect(requests).toEqual([1, 1]);
  });

  it.each(['301 Moved Permanently', '410 Gone', '500 Oops'])('is not used again after %s', async (status) => {
    const { port, requests } = await aReceiver(
      ({ socket }) => void socket.write(ok.replace('200 OK', status)),
    );
    const send = sender();

    for (let sent = 0; sent < 2; sent += 1) await send(port);

    expect(requests).toEqual([1, 2]);
  });

  it('is closed when nobody has used it for four seconds', async () => {
    const { port, sockets } = await aReceiver(answerAll);
    await sender()(port);
    const keptAtMs = performance.now();

    await Promise.all([...sockets].map((socket) => once(socket, 'close')));

    expect(performance.now() - keptAtMs).toBeGreaterThan(3500);
  });

  it('is kept for as many messages to one receiver as were under way', async () => {
    const waiting: Socket[] = [];
    const { port, requests } = await aReceiver(({ socket }) => {
      waiting.push(socket);
      if (waiting.length % 100 === 0) for (const each of waiting.splice(0)) each.write(ok);
    });
    const send = sender();

    for (let round = 0; round < 3; round += 1) await Promise.all(times(100, () => send(port)));

    expect(requests).toHaveLength(300);
    expect(new Set(requests).size).toBe(100);
  });

  it('is kept for at most 256 messages to all receivers', async () => {
    const receivers = await Promise.all(times(40, () => aReceiver(answerAll)));
    const send = sender();

    await Promise.all(receivers.flatMap(({ port }) => times(8, () => send(port))));

    const kept = () => receivers.reduce((sum, { sockets }) => sum + sockets.size, 0);
    await soon(() => expect(kept()).toBeLessThanOrEqual(256));
    expect(kept()).toBeGreaterThan(200);
  });
});

async function aSecureReceiver(answer: (res: ServerResponse) => void = (res) => res.end('ok')) {
  const identity = anIdentity('hook.example');
  const names: unknown[] = [];
  const sockets = new Set<TLSSocket>();
  // It would keep connections for much longer than ours are kept.
  const options = { ...identity, keepAliveTimeout: 30_000 };
  const server = createTlsServer(options, (req, res) => void req.resume().on('end', () => answer(res)));
  server.on('secureConnection', (socket) => {
    names.push(Reflect.get(socket, 'servername'));
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  let addresses = ['127.0.0.1'];
  const egress: Egress = createEgress({
    allow: ['127.0.0.0/8'],
    ports: [port],
    resolve: () => Promise.resolve(addresses),
    ca: identity.cert,
  });
  const post = (url: string) => egress.post(url, {}, body, { timeoutMs: 30_000 });
  const send = (host: string) => post(`https://${host}:${port}/hook`);
  return { post, send, names, sockets, resolveTo: (address: string) => (addresses = [address]) };
}

describe('a connection over TLS', () => {
  it('is used again for the same name and address only', async () => {
    const { send, names, resolveTo } = await aSecureReceiver();

    for (let sent = 0; sent < 3; sent += 1) expect(await send('hook.example')).toMatchObject({ status: 200 });
    expect(names).toEqual(['hook.example']);
    // The certificate is not for this name: a connection of the other one would not have noticed.
    expect(await send('other.example')).toMatchObject({ failure: 'tls' });
    resolveTo('127.0.0.9');
    expect(await send('hook.example')).toMatchObject({ failure: 'connect', address: '127.0.0.9' });
  });

  it('is not used when the name now leads to an address that is not allowed', async () => {
    const { send, resolveTo } = await aSecureReceiver();
    await send('hook.example');

    resolveTo('10.0.0.1');

    expect(await send('hook.example')).toMatchObject({ failure: 'address' });
  });

  it('is closed when nobody has used it for four seconds', async () => {
    const { send, sockets } = await aSecureReceiver();
    await send('hook.example');
    const keptAtMs = performance.now();

    await soon(() => expect(sockets.size).toBe(0));

    const keptForMs = performance.now() - keptAtMs;
    expect(keptForMs).toBeGreaterThan(3500);
    expect(keptForMs).toBeLessThan(20_000);
  });
});

describe('connections with and without TLS', () => {
  it('are kept for at most 256 messages together', async () => {
    const waiting: (() => void)[] = [];
    // Each message has a connection of its own, and all are kept at the same time.
    const answerTogether = (answer: () => void) => {
      if (waiting.push(answer) === 256) for (const each of waiting) each();
    };
    const plain = await Promise.all(
      times(7, () => aReceiver(({ socket }) => answerTogether(() => socket.write(ok)))),
    );
    const secure = await aSecureReceiver((res) => answerTogether(() => res.end('ok')));
    const other = await aReceiver(answerAll);
    const send = (port: number) => secure.post(`http://127.0.0.1:${port}/hook`);

    await Promise.all([
      ...plain.flatMap(({ port }) => times(32, () => send(port))),
      ...times(32, () => secure.send('hook.example')),
    ]);
    for (let sent = 0; sent < 2; sent += 1) expect(await send(other.port)).toMatchObject({ status: 200 });

    expect(other.requests).toEqual([1, 2]);
  });
});
