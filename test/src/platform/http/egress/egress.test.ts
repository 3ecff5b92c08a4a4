import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { EgressResult } from '../../../../../src/platform/http/egress/answer.ts';
import { createEgress } from '../../../../../src/platform/http/egress/egress.ts';

const egress = createEgress({ allow: ['127.0.0.0/8'], ports: [443] });
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A TCP receiver that calls `react` once the whole request has arrived. */
async function aReceiver(
  onRequest: (socket: Socket, request: string) => void,
): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.endsWith('{"a":1}')) return;
      requests.push(text);
      onRequest(socket, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

function post(
  port: number,
  options: { path?: string; timeoutMs?: number; scheme?: string } = {},
): Promise<EgressResult> {
  const { path = '/hook?a=1', timeoutMs = 5000, scheme = 'http' } = options;
  const headers = { 'content-type': 'application/json', 'service-attempt': '1' };
  return egress.post(`${scheme}://127.0.0.1:${port}${path}`, headers, '{"a":1}', { timeoutMs });
}

/** Sends `text` and leaves the connection open. */
async function answered(text: string | Buffer, timeoutMs = 5000): Promise<EgressResult> {
  const { port } = await aReceiver((socket) => socket.write(text));
  return post(port, { timeoutMs });
}

function answer(status: string, body = '', headers = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
}

describe('a message to a receiver', () => {
  it('arrives as one POST with its headers', async () => {
    const { port, requests } = await aReceiver((socket) => socket.end(answer('200 OK', 'thanks')));

    const result = await post(port);

    expect(result).toMatchObject({ status: 200, body: 'thanks', address: '127.0.0.1' });
    expect(requests).toEqual([expect.stringMatching(/^POST \/hook\?a=1 HTTP\/1.1\r\n/)]);
    expect(requests[0]).toContain(`host: 127.0.0.1:${port}\r\n`);
    expect(requests[0]).toContain('content-length: 7\r\n');
    expect(requests[0]).toContain('service-attempt: 1\r\n');
    expect(requests[0]).toMatch(/connection: keep-alive\r\n/i);
  });

  it.each(['301 Moved Permanently', '307 Temporary Redirect', '303 See Other'])(
    'does not follow the redirect of %s',
    async (status) => {
      const canary = await aReceiver((socket) => socket.end(answer('200 OK')));
      const location = `Location: http://127.0.0.1:${canary.port}/\r\n`;

      const result = await answered(answer(status, '', location));

      expect(result).toMatchObject({
        status: Number(status.slice(0, 3)),
        headers: expect.stringContaining('Location') as unknown,
      });
      expect(canary.requests).toEqual([]);
    },
  );

  it.each(['204 No Content', '410 Gone', '429 Too Many Requests', '500 Oops'])(
    'returns the status of %s',
    async (status) => {
      const result = await answered(answer(status, '', 'Retry-After: 7\r\n'));

      expect(result).toMatchObject({
        status: Number(status.slice(0, 3)),
        headers: expect.stringContaining('Retry-After: 7') as unknown,
      });
    },
  );

  it('reports how long the answer took', async () => {
    const startedAt = performance.now();
    const result = await answered(answer('200 OK'));
    const tookMs = performance.now() - startedAt;

    expect(result.durationMs).toBeGreaterThan(0);
    // It is rounded to a millisecond.
    expect(result.durationMs).toBeLessThanOrEqual(Math.ceil(tookMs));
  });
});

describe('the answer of a receiver', () => {
  it('is kept up to 4 KiB, however long it is', async () => {
    let poured = 0;
    const { port } = await aReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n');
      const chunk = Buffer.alloc(65_536, 'x');
      const pour = (): void => {
        poured += chunk.length;
        if (socket.writable) socket.write(chunk, pour);
      };
      pour();
    });

    const result = await post(port);

    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(4096) });
    // What the kernel keeps on its way.
    expect(poured).toBeLessThan(32 * 2 ** 20);
  });

  it('is kept as far as it arrives within a second, when it never ends', async () => {
    const { port } = await aReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 50);
      socket.on('close', () => clearInterval(drip));
    });

    const result = await post(port);

    expect(result).toMatchObject({ status: 200, body: expect.stringMatching(/^\.{5,25}$/) as unknown });
  });

  it('counts even if the connection breaks after the headers', async () => {
    const { port } = await aReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', () => socket.resetAndDestroy());
    });

    expect(await post(port)).toMatchObject({ status: 200 });
  });

  it('loses its U+0000, which PostgreSQL cannot store', async () => {
    expect(await answered(answer('200 OK', 'a\0b'))).toMatchObject({ status: 200, body: 'ab' });
  });

  it('is kept without the values of confidential headers', async () => {
    const secrets =
      'Set-Cookie: sid=s3cr3t; HttpOnly\r\nX-Api-Key: s3cr3t\r\nX-Auth-Token: s3cr3t\r\nX-Shop: tea\r\n';

    const { headers } = (await answered(answer('200 OK', '', secrets))) as { headers: string };

    expect(headers).not.toContain('s3cr3t');
    expect(headers.split('\n')).toEqual(
      expect.arrayContaining([
        'Set-Cookie: [hidden]',
        'X-Api-Key: [hidden]',
        'X-Auth-Token: [hidden]',
        'X-Shop: tea',
      ]),
    );
  });

  it('is kept with at most 4 KiB of its headers', async () => {
    const { headers } = (await answered(answer('200 OK', '', `X-Long: ${'h'.repeat(6000)}\r\n`))) as {
      headers: string;
    };

    expect(headers).toHaveLength(4096);
    expect(headers).toMatch(/h{1000}$/);
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;

    const result = await answered(Buffer.concat([Buffer.from(head), bomb]));

    expect(result).toMatchObject({ status: 200, body: expect.not.stringMatching(/^\0*$/) as unknown });
  });

  it('may follow a few informational responses', async () => {
    expect(await answered('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5) + answer('200 OK'))).toMatchObject({
      status: 200,
    });
  });
});

describe('the connection of a message', () => {
  it.each([
    [
      'kept as much of the answer as it keeps',
      'HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n',
      'x'.repeat(4096),
    ],
    ['waited for the rest of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n', 'x'],
    ['waited for the headers', 'HTTP/1.1 200 OK\r\n', ''],
  ])('is closed as soon as we have %s', async (_when, head, body) => {
    const closed = Promise.withResolvers<string>();
    const { port } = await aReceiver((socket) => {
      socket.once('close', () => closed.resolve('closed'));
      socket.write(head + body);
    });

    await post(port, { timeoutMs: 500 });

    expect(await closed.promise).toBe('closed');
  });
});

describe('a failed message', () => {
  it('times out when the receiver does not answer', async () => {
    const { port } = await aReceiver(() => undefined);

    expect(await post(port, { timeoutMs: 150 })).toMatchObject({ failure: 'timeout', address: '127.0.0.1' });
  });

  it('times out when the headers arrive too slowly', async () => {
    const { port } = await aReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X: y\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });

    expect(await post(port, { timeoutMs: 200 })).toMatchObject({ failure: 'timeout' });
  });

  it('times out when the receiver does not answer the TLS handshake', async () => {
    const { port } = await aReceiver(() => undefined);

    expect(await post(port, { timeoutMs: 150, scheme: 'https' })).toMatchObject({ failure: 'timeout' });
  });

  it('fails with `tls` when the receiver does not speak TLS', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(answer('200 OK')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());

    const result = await post((server.address() as AddressInfo).port, { scheme: 'https' });

    expect(result).toMatchObject({ failure: 'tls' });
  });

  it('fails with `connect` when nothing listens', async () => {
    const { port } = await aReceiver(() => undefined);
    for (const close of closers.splice(0)) close();

    expect(await post(port)).toMatchObject({ failure: 'connect', detail: 'ECONNREFUSED' });
  });

  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['closes', (socket: Socket) => socket.end()],
    ['closes after half a status line', (socket: Socket) => socket.end('HTTP/1.1 2')],
    ['speaks another protocol', (socket: Socket) => socket.write('220 mail.example ESMTP\r\n')],
    [
      'sends more than 8 KiB of headers',
      (socket: Socket) => socket.write(answer('200 OK', '', `A: ${'b'.repeat(9000)}\r\n`)),
    ],
    [
      'sends endless headers',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(5000)}`),
    ],
    [
      'sends endless informational responses',
      (socket: Socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(6)),
    ],
    [
      'switches protocols',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('fails with `reset` when the receiver %s', async (_, react) => {
    const { port } = await aReceiver(react);

    expect(await post(port)).toMatchObject({ failure: 'reset' });
  });
});

describe('a message to an address that is not allowed', () => {
  const strict = createEgress({ allow: [], ports: [443] });

  it.each([
    'http://127.0.0.1:9/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    `https://a.example/${'b'.repeat(65_536)}`,
  ])('never leaves: %#', async (url) => {
    expect(await strict.post(url, {}, '', { timeoutMs: 1000 })).toMatchObject({ failure: 'address' });
  });

  it('does not reach a listener at that address', async () => {
    const { port, requests } = await aReceiver((socket) => socket.end(answer('200 OK')));

    await strict.post(`https://127.0.0.1:${port}/`, {}, '{"a":1}', { timeoutMs: 1000 });
    await strict.post(`http://localhost:${port}/`, {}, '{"a":1}', { timeoutMs: 1000 });

    expect(requests).toEqual([]);
  });

  it.each([
    ['private in one of several addresses', ['93.184.216.34', '127.0.0.1']],
    ['public in IPv4, private in IPv6', ['93.184.216.34', '::1']],
    ['IPv4-mapped', ['::ffff:93.184.216.34']],
    ['the cloud’s metadata service', ['169.254.169.254']],
    ['not an address', ['shop.example']],
  ])('is refused when the name resolves to what is %s', async (_, addresses) => {
    const { post: send } = createEgress({
      allow: [],
      ports: [443],
      resolve: () => Promise.resolve(addresses),
    });

    expect(await send('https://shop.example/', {}, '', { timeoutMs: 1000 })).toMatchObject({
      failure: 'address',
    });
  });
});

describe('a host name', () => {
  it('that does not resolve fails with `dns`', async () => {
    const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });

    expect(await sendResolvedBy(() => Promise.reject(unknown))).toMatchObject({
      failure: 'dns',
      detail: 'ENOTFOUND',
    });
    expect(await sendResolvedBy(() => Promise.resolve([]))).toMatchObject({ failure: 'dns' });
  });

  it('whose resolver does not answer times out at the deadline', async () => {
    expect(await sendResolvedBy(() => new Promise(() => undefined))).toMatchObject({ failure: 'timeout' });
  });
});

function sendResolvedBy(resolve: () => Promise<string[]>): Promise<EgressResult> {
  const { post: send } = createEgress({ allow: [], ports: [443], resolve });
  return send('https://shop.example/', {}, '', { timeoutMs: 100 });
}
