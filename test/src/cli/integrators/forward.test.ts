import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forward } from '../../../../src/cli/integrators/listening/forward.ts';
import { blocksOf } from '../../../../src/cli/integrators/listening/stream.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The address of a local server that answers each connection by `react`. */
async function serverThat(react: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => react(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
}

/** Sends `text` again and again, until the connection ends. */
function sendAgainAndAgain(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(timer));
}

const heard = { id: 'evt_1', type: 'billing.plan.created', headers: {}, body: '{}' };

describe('an event that mps listen forwards', () => {
  it('gets no answer in time from a server whose headers do not end', async () => {
    const url = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      sendAgainAndAgain(socket, 'A: b\r\n');
    });

    expect(await forward(url, heard, 300)).toMatchObject({ failure: 'timeout' });
  });

  it('gets no answer in time from a server that says again and again that it is at work', async () => {
    const url = await serverThat((socket) => sendAgainAndAgain(socket, 'HTTP/1.1 102 Processing\r\n\r\n'));

    expect(await forward(url, heard, 300)).toMatchObject({ failure: 'timeout' });
  });

  it('is answered by the headers, however long the body is', async () => {
    const url = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.write('Transfer-Encoding: chunked\r\n\r\n');
      sendAgainAndAgain(socket, '1\r\na\r\n');
    });

    expect(await forward(url, heard, 5000)).toMatchObject({ status: 200 });
  });

  it.each([
    ['closes the connection', (socket: Socket) => socket.end()],
    ['speaks another protocol', (socket: Socket) => socket.write('220 mail.example ESMTP\r\n')],
    [
      'sends more headers than a delivery reads',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(9000)}\r\n\r\n`),
    ],
  ])('fails as a delivery does if the server %s', async (_, react) => {
    const url = await serverThat(react);

    expect(await forward(url, heard, 5000)).toMatchObject({ failure: 'reset' });
  });
});

function streamOf(url: string) {
  const access = { key: 'sk', baseUrl: url, dashboardUrl: url, from: '', isLive: false, options: {} };
  return blocksOf(access, url, undefined, new AbortController().signal);
}

describe('a stream whose events are forwarded slowly', () => {
  it('is not taken for silent meanwhile', async () => {
    const { href } = await serverThat((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nid: 1\n\nid: 2\n\n');
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closers.push(() => vi.useRealTimers());
    const seen: (string | undefined)[] = [];

    for await (const { id } of streamOf(href)) {
      seen.push(id);
      vi.advanceTimersByTime(60_000);
    }

    expect(seen).toEqual(['1', '2']);
  });

  it('is given up once nothing comes any more', async () => {
    const { href } = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nid: 1\n\n');
    });
    const blocks = streamOf(href);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closers.push(() => vi.useRealTimers());
    await blocks.next();

    const next = blocks.next();
    vi.advanceTimersByTime(60_000);

    await expect(next).rejects.toThrow('aborted');
  });
});
