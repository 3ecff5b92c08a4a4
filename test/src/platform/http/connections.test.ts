import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connections, mostConnections } from '../../../../src/platform/http/connections.ts';
import { createClientErrorAnswer } from '../../../../src/platform/http/request-start.ts';

let server: Server;
let connections: Connections;
const clients: Socket[] = [];
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const close of closers.splice(0)) await close();
});

type Handle = (req: IncomingMessage, res: ServerResponse) => unknown;

/** Serves with at most this many connections. */
async function serve(most: number, handle: Handle, arrivalMs = 20_000): Promise<void> {
  server = createServer((req, res) => void handle(req, res));
  connections = new Connections(server, { most, lingerMs: 1000, arrivalMs });
  const refuse = createClientErrorAnswer('2026-01-01');
  server.on('clientError', refuse);
  server.on('connect', (req) => refuse(new Error('CONNECT is not supported'), req.socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    connections.closeAll();
    return new Promise((resolve) => server.close(resolve));
  });
}

/** Serves, and answers nothing until it is allowed. */
async function serveHeld(most: number): Promise<{ begun: () => number; allow: () => void }> {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  let begun = 0;
  await serve(most, async (_req, res) => {
    begun += 1;
    await allowed;
    res.end('ok');
  });
  return { begun: () => begun, allow };
}

const ok: Handle = (_req, res) => void res.end('ok');

/** Answers when the whole request is there. */
const wholeFirst: Handle = async (req, res) => {
  await req
    .resume()
    .toArray()
    .catch(() => undefined);
  res.end('ok');
};

const pieces = function* () {
  for (let count = 0; count < 1000; count += 1) yield Buffer.alloc(50_000);
};

/** Makes more of a large answer only when the client has taken what there is. */
const inPieces: Handle = async (req, res) => {
  if (req.url !== '/large') {
    res.end('ok');
    return;
  }
  res.flushHeaders();
  await pipeline(Readable.from(pieces()), res).catch(() => undefined);
};

type Client = { readonly socket: Socket; readonly text: () => string; readonly isClosed: () => boolean };

/** A client that keeps its side open whatever the server does, and has sent some bytes. */
async function aClient(bytes = ''): Promise<Client> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return { socket, text: () => text, isClosed: () => socket.readableEnded || socket.destroyed };
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const unfinished = 'GET / HTTP/1.1\r\nHost: a\r\nX:';
const post = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

const countOf = () => new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));

async function answered({ text }: Client): Promise<void> {
  await expect.poll(text).toMatch(/^HTTP\/1\.1 200/);
}

async function closed({ isClosed }: Client): Promise<void> {
  await expect.poll(isClosed).toBe(true);
}

describe('a server with as many connections as it takes', () => {
  it('closes the one that has waited longest, and serves the new one', async () => {
    await serve(3, ok);
    const silent = await aClient();
    const others = [await aClient(unfinished), await aClient(post(9))];
    await expect.poll(countOf).toBe(3);

    await answered(await aClient(get));

    await closed(silent);
    expect(others.map(({ isClosed }) => isClosed())).toEqual([false, false]);
    await answered(await aClient(get));
    await answered(await aClient(get));
    expect(others.map(({ isClosed }) => isClosed())).toEqual([true, true]);
  });

  it('closes an idle connection before one that was used later', async () => {
    await serve(2, ok);
    const used = await aClient(get);
    const idle = await aClient(get);
    await answered(used);
    await answered(idle);
    used.socket.write(get);
    await expect.poll(() => used.text().split('HTTP/1.1 200').length).toBe(3);

    await answered(await aClient(get));

    await closed(idle);
    expect(used.isClosed()).toBe(false);
  });

  it('gives up no request that is being answered', async () => {
    const { begun, allow } = await serveHeld(2);
    const served = [await aClient(get), await aClient(get)];
    await expect.poll(begun).toBe(2);

    await closed(await aClient(get));
    allow();

    for (const one of served) await answered(one);
  });

  it('gives up a client that does not read its answer', async () => {
    await serve(1, (req, res) => void res.end(req.url === '/large' ? 'x'.repeat(50_000_000) : 'ok'));
    const reader = await aClient();
    reader.socket.pause();
    reader.socket.write(get.replace('/', '/large'));
    await expect.poll(() => reader.socket.readableLength).toBeGreaterThan(0);

    await answered(await aClient(get));

    await expect.poll(countOf).toBe(1);
  });
});

describe('clients that read large answers slowly', () => {
  it('are given up for new ones, however few bytes they read now and then', async () => {
    await serve(3, inPieces);
    const readers = [await aClient(), await aClient(), await aClient()];
    for (const { socket } of readers) {
      socket.pause();
      socket.write(get.replace('/', '/large'));
      await expect.poll(() => socket.readableLength).toBeGreaterThan(0);
    }

    for (const _ of readers) await answered(await aClient(get));

    await expect.poll(countOf).toBe(3);
    for (const { socket } of readers) socket.resume();
    for (const reader of readers) await closed(reader);
  });

  it('are given up even if they were met before their answers began', async () => {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const arrived: string[] = [];
    await serve(1, async (req, res) => {
      arrived.push(req.url ?? '');
      if (req.url === '/large') await allowed;
      await inPieces(req, res);
    });
    const reader = await aClient();
    reader.socket.pause();
    reader.socket.write(get.replace('/', '/large'));
    await expect.poll(() => arrived).toEqual(['/large']);
    await closed(await aClient(get));
    allow();
    await expect.poll(() => reader.socket.readableLength).toBeGreaterThan(0);

    await answered(await aClient(get));
  });
});

describe('a client that keeps its side open', () => {
  it.each([
    ['after a malformed request', 'hello\r\n\r\n'],
    ['after CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['after the last answer', get.replace('Host', 'Connection: close\r\nHost')],
    ['before its body has arrived', post(100)],
  ])('is given up %s', async (_when, bytes) => {
    await serve(10, ok);

    const { text } = await aClient(bytes);

    await expect.poll(text).toMatch(/^HTTP\/1\.1 (?:200|400)/);
    await expect.poll(countOf).toBe(0);
  });

  const requests = [
    ['a malformed request', 'hello\r\n\r\n'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an Upgrade', get.replace('Host', 'Connection: Upgrade\r\nUpgrade: websocket\r\nHost')],
    ['half of a request', post(100)],
  ] as const;

  it.each(requests)(
    'harms nobody else when it resets its connection at once after %s',
    async (_what, bytes) => {
      await serve(10, ok);
      const { socket } = await aClient(bytes);

      socket.resetAndDestroy();

      await expect.poll(countOf).toBe(0);
      await answered(await aClient(get));
    },
  );

  it.each(requests)(
    'harms nobody else when it resets its connection after the answer to %s',
    async (_what, bytes) => {
      await serve(10, ok);
      const { socket, text } = await aClient(bytes);
      await expect.poll(text).toMatch(/^HTTP\/1\.1 /);

      socket.resetAndDestroy();

      await expect.poll(countOf).toBe(0);
      await answered(await aClient(get));
    },
  );

  it('is given up although it goes on sending its body byte after byte', async () => {
    await serve(10, ok);
    const one = await aClient(post(1_000_000));
    const dribbling = setInterval(() => one.socket.write('x'), 20);
    one.socket.once('close', () => clearInterval(dribbling));

    await answered(one);

    await expect.poll(countOf).toBe(0);
  });

  it('reads its whole answer although it is still sending', async () => {
    await serve(10, (_req, res) => void res.writeHead(413, { connection: 'close' }).end('too large'));
    const { socket, text } = await aClient(post(1_000_000));
    let sent = 0;
    const sending = setInterval(() => {
      sent += 1;
      socket.write('x'.repeat(10_000));
    }, 5);

    await expect.poll(text).toContain('too large');
    clearInterval(sending);

    expect(sent).toBeLessThan(100);
  });

  it('keeps its connection if the rest of a refused body arrives soon', async () => {
    await serve(10, ok);
    const one = await aClient(post(4));
    await answered(one);

    one.socket.write(`body${get}`);

    await expect.poll(() => one.text().split('HTTP/1.1 200').length).toBe(3);
  });
});

describe('a request whose body arrives slowly', () => {
  it('is refused when a small one takes too long', async () => {
    await serve(10, wholeFirst, 200);
    const one = await aClient(post(1000));
    const dribbling = setInterval(() => one.socket.write('x'), 20);
    one.socket.once('close', () => clearInterval(dribbling));

    await expect.poll(one.text).toMatch(/^HTTP\/1\.1 400/);
    await expect.poll(countOf).toBe(0);
  });

  it('is taken when it is large, at half a megabit in a second', async () => {
    await serve(10, wholeFirst, 200);
    const [count, length] = [10, 12_800];
    const one = await aClient(post(count * length));

    for (let sent = 0; sent < count; sent += 1) {
      await delay(100);
      one.socket.write('x'.repeat(length));
    }

    await expect.poll(one.text).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a server that is about to close', () => {
  it('says so in the answers under way and in later ones', async () => {
    const { begun, allow } = await serveHeld(10);
    const [underWay, later] = [await aClient(get), await aClient()];
    await expect.poll(begun).toBe(1);

    connections.announceClose();
    later.socket.write(get);
    allow();

    for (const { text } of [underWay, later]) await expect.poll(text).toContain('Connection: close');
  });

  it('closes idle connections first, then those whose request has not arrived, and answers the others', async () => {
    const { begun, allow } = await serveHeld(10);
    const [silent, half, whole] = [await aClient(), await aClient(unfinished), await aClient(get)];
    await expect.poll(begun).toBe(1);
    // The half request was sent before the whole one, so its bytes have arrived too.
    const open = () => [silent, half, whole].map(({ isClosed }) => !isClosed());

    connections.closeIdle();
    await closed(silent);
    expect(open()).toEqual([false, true, true]);

    connections.closeWaiting();
    await closed(half);
    expect(open()).toEqual([false, false, true]);

    allow();
    await answered(whole);
  });
});

it('closes no connection whose answer has ended but has not been sent, though its client reads slowly', async () => {
  const large = 'x'.repeat(30_000_000);
  const ended = vi.fn<() => void>();
  await serve(10, (_req, res) => void res.on('prefinish', ended).end(large));
  const { socket } = await aClient();
  socket.pause();
  let received = 0;
  socket
    .removeAllListeners('data')
    .on('data', (chunk: Buffer) => (received += chunk.length))
    .pause();
  socket.write(get);
  await expect.poll(() => ended.mock.calls.length).toBe(1);

  connections.announceClose();
  connections.closeIdle();
  connections.closeWaiting();
  socket.resume();

  await expect.poll(() => received).toBeGreaterThan(large.length);
});

/** What the system says of this process; undefined where it has no such file, as macOS. */
function limitsAre(limits: string | undefined): void {
  const read = vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
    if (limits === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return limits;
  });
  // Modules have imported it by name.
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
}

describe('the greatest number of connections', () => {
  it.each([
    [
      'three quarters of the files that may be open',
      'Max open files            1024     4096     files',
      768,
    ],
    ['10,000 where many more may be open', 'Max open files            1048576  1048576  files', 10_000],
    ['10,000 where there is no limit', 'Max open files            unlimited unlimited files', 10_000],
    ['10,000 where the limit is not known', undefined, 10_000],
  ])('is %s', (_words, limits, most) => {
    limitsAre(limits);

    const counted = mostConnections();

    expect(counted).toBe(most);
  });
});
