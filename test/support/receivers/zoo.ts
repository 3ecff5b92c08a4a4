import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { anIdentity, type Identity } from './identity.ts';

/** What becomes of a message to a receiver of this kind: acknowledged at once, or every attempt fails like this. */
type Expected = 'acknowledged' | { readonly failure: Failure | readonly Failure[]; readonly status?: number };
type Failure = 'connect' | 'tls' | 'timeout' | 'reset' | 'http';

/** Does something to a connection, at once or when the request is there. */
type Conduct = (socket: Socket) => void;

/** Receivers as there are, and as somebody builds them to do harm. */
export type Kind = {
  readonly name: string;
  readonly expected: Expected;
  /** What its connections come to: plain TCP, TLS that this certificate opens, or nobody listens at all. */
  readonly over: 'tcp' | 'nobody' | Identity;
  readonly scheme: 'http' | 'https';
  readonly conduct: Conduct;
  /** What goes on after the headers, which end the time that the log states, and before the connection is closed. */
  readonly tailMs: number;
};

export type Animal = Kind & {
  readonly url: string;
  /** How many connections were opened to it. */
  readonly visits: () => number;
  readonly close: () => Promise<void>;
};

export async function keep(wanted: Kind): Promise<Animal> {
  const sockets = new Set<Socket>();
  let visits = 0;
  const server = serverOf(wanted);
  server.on('connection', (socket) => {
    visits += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  if (wanted.over === 'nobody') await close();
  return {
    ...wanted,
    url: `${wanted.scheme}://127.0.0.1:${port}/hook`,
    visits: () => visits,
    close,
  };
}

function serverOf({ over, conduct }: Kind): Server {
  if (typeof over === 'string') return createServer({ allowHalfOpen: true }, conduct);
  const server = createTlsServer(over);
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => conduct(socket.on('error', () => undefined)));
  return server;
}

/** Certificates that the service is told to trust; two of them are wrong in another way. */
export const trusted = {
  good: anIdentity('127.0.0.1', { commonName: 'good.example' }),
  expired: anIdentity('127.0.0.1', { commonName: 'expired.example', lastDay: '20010101000000Z' }),
  otherName: anIdentity('other.example'),
};
const untrusted = anIdentity('127.0.0.1', { commonName: 'self-signed.example' });

/** When the whole request has come, and once only. */
function asked(react: Conduct): Conduct {
  return (socket) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const [head = '', body] = text.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body === undefined || body.length < length) return;
      socket.off('data', read);
      react(socket);
    };
    socket.on('data', read);
  };
}

/** Says it, and leaves the connection open. */
const says = (text: string | Buffer): Conduct => asked((socket) => socket.write(text));

const answer = (status: string, body: string | Buffer = '', headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n${headers}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);

/** Writes a piece again and again, as long as somebody is there. */
function drip(socket: Socket, everyMs: number, piece: (count: number) => string | Buffer): void {
  let count = 0;
  const timer = setInterval(() => socket.write(piece(count++)), everyMs);
  socket.on('close', () => clearInterval(timer));
}

const letters = (text: string) => (count: number) => text[count] ?? 'x';
const gibibyte = 2 ** 30;
const chunk = Buffer.alloc(65_536, 'x');
let poured = 0;

/** How many bytes of all that was offered the service took: what fits into the buffers of the kernel. */
export const bytesPoured = (): number => poured;

function pour(head: string, most = gibibyte): Conduct {
  return asked((socket) => {
    socket.write(head);
    let left = most;
    const more = (): void => {
      if (left <= 0 || !socket.writable) return;
      left -= chunk.length;
      socket.write(chunk, (error) => {
        if (error) return;
        poured += chunk.length;
        more();
      });
    };
    more();
  });
}

function after(ms: number, text: string | Buffer): Conduct {
  return asked((socket) => {
    const timer = setTimeout(() => socket.write(text), ms);
    socket.on('close', () => clearTimeout(timer));
  });
}

const nothing: Conduct = (socket) => socket.resume();

function kind(name: string, expected: Expected, conduct: Conduct, about: Partial<Kind> = {}): Kind {
  return { name, expected, conduct, over: 'tcp', scheme: 'http', tailMs: 0, ...about };
}

const timeout: Expected = { failure: 'timeout' };
const reset: Expected = { failure: 'reset' };
const tls: Expected = { failure: 'tls' };
const http = (status: number): Expected => ({ failure: 'http', status });
const overTls = (over: Kind['over']): Partial<Kind> => ({ over, scheme: 'https' });
const slowBody = { tailMs: 1000 };
const bomb = gzipSync(Buffer.alloc(20_000_000));
const gzip = 'Content-Encoding: gzip\r\n';
const filth = Buffer.concat([
  Buffer.from('a\0b'),
  Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xf0]),
]);

const silent: Kind[] = [
  kind('never answers', timeout, nothing),
  kind('never reads', timeout, (socket) => socket.pause()),
  kind(
    'drips its headers, a byte at a time',
    timeout,
    asked((socket) => drip(socket, 400, letters('HTTP/1.1 200 OK\r\nX: '))),
  ),
  kind(
    'drips header lines',
    timeout,
    asked((socket) =>
      drip(socket, 300, (count) => (count === 0 ? 'HTTP/1.1 200 OK\r\n' : `X-${count}: y\r\n`)),
    ),
  ),
  kind(
    'drips early answers',
    timeout,
    asked((socket) => drip(socket, 4000, () => 'HTTP/1.1 103 Early Hints\r\n\r\n')),
  ),
  kind('answers a second too late', timeout, after(16_000, answer('200 OK'))),
  kind('never shakes hands over TLS', timeout, nothing, { scheme: 'https' }),
  kind(
    'drips its handshake',
    timeout,
    (socket) => drip(socket.resume(), 900, (count) => Buffer.from([[22, 3, 3, 0x10, 0][count] ?? 0])),
    { scheme: 'https' },
  ),
  kind('shakes hands over TLS and falls silent', timeout, nothing, overTls(trusted.good)),
];

const broken: Kind[] = [
  kind('refuses the connection', { failure: 'connect' }, nothing, { over: 'nobody' }),
  kind('refuses the connection for TLS', { failure: 'connect' }, nothing, {
    over: 'nobody',
    scheme: 'https',
  }),
  // It depends on how soon we look whether the connection ever was one.
  kind('resets at once', { failure: ['connect', 'reset'] }, (socket) => socket.resetAndDestroy()),
  kind(
    'resets when it is asked',
    reset,
    asked((socket) => socket.resetAndDestroy()),
  ),
  kind(
    'closes without an answer',
    reset,
    asked((socket) => socket.end()),
  ),
  kind('closes its half and listens on', reset, (socket) => socket.resume().end()),
  kind(
    'resets after half the headers',
    reset,
    asked((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy())),
  ),
  kind(
    'closes after half a status line',
    reset,
    asked((socket) => socket.end('HTTP/1.1 2')),
  ),
  kind('speaks SMTP', reset, says('220 mail.example ESMTP\r\n')),
  kind('speaks HTTP/0.9', reset, says('<p>fine</p>')),
  kind('speaks HTTP/2', reset, says(Buffer.from('00000c04000000000000030000006400040000ffff', 'hex'))),
  kind('sends one header of 64 KiB', reset, says(answer('200 OK', '', `A: ${'b'.repeat(65_536)}\r\n`))),
  kind('sends headers without end', reset, pour('HTTP/1.1 200 OK\r\nA: ')),
  kind(
    'says 100 for ever',
    reset,
    asked((socket) => drip(socket, 20, () => 'HTTP/1.1 100 Continue\r\n\r\n')),
  ),
  kind('says 103 ten thousand times at once', reset, says('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000))),
  kind(
    'switches to WebSocket',
    reset,
    says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  ),
  kind(
    'states two lengths',
    reset,
    says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ),
  kind(
    'states a length and chunks',
    reset,
    says('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ),
  kind('puts NUL into a header', reset, says('HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n')),
];

const untrustworthy: Kind[] = [
  kind('resets during the handshake', tls, (socket) => socket.once('data', () => socket.resetAndDestroy()), {
    scheme: 'https',
  }),
  kind('closes during the handshake', tls, (socket) => socket.once('data', () => socket.end()), {
    scheme: 'https',
  }),
  kind(
    'speaks HTTP where TLS was promised',
    tls,
    (socket) => socket.once('data', () => socket.end(answer('400 Bad Request'))),
    { scheme: 'https' },
  ),
  kind('has a certificate that nobody vouches for', tls, says(answer('200 OK')), overTls(untrusted)),
  kind('has a certificate that has expired', tls, says(answer('200 OK')), overTls(trusted.expired)),
  kind('has a certificate of another name', tls, says(answer('200 OK')), overTls(trusted.otherName)),
];

const refusing = (canary: string): Kind[] => [
  ...[301, 302, 303, 307, 308].map((status) =>
    kind(
      `redirects by ${status}`,
      http(status),
      says(answer(`${status} Elsewhere`, '', `Location: ${canary}\r\n`)),
    ),
  ),
  kind(
    'redirects by a header of a page',
    http(300),
    says(answer('300 Choices', '', `Refresh: 0; url=${canary}\r\nLocation: ${canary}\r\n`)),
  ),
  kind('is gone', http(410), says(answer('410 Gone'))),
  kind('asks to come again later', http(429), says(answer('429 Too Many', '', 'Retry-After: 3600\r\n'))),
  kind('asks to come again at once', http(503), says(answer('503 Later', '', 'Retry-After: 0\r\n'))),
  kind('has not modified anything', http(304), says('HTTP/1.1 304 Not Modified\r\n\r\n')),
  kind('fails', http(500), says(answer('500 Oops', 'sorry'))),
  kind('invents a status', http(999), says(answer('999 Whatever'))),
  kind('fails and says filth', http(500), says(answer('500 Oops', filth))),
  kind('fails with 1 GiB', http(500), pour(`HTTP/1.1 500 Oops\r\nContent-Length: ${gibibyte}\r\n\r\n`)),
  kind('fails with an endless body of HTTP/1.0', http(500), pour('HTTP/1.0 500 Oops\r\n\r\n')),
  kind('fails with a bomb of gzip', http(500), says(answer('500 Oops', bomb, gzip))),
  kind(
    'fails and drips its body',
    http(500),
    asked((socket) => {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, 100, () => '.');
    }),
    slowBody,
  ),
  kind(
    'fails and cuts its body short',
    http(502),
    asked((socket) => socket.end('HTTP/1.1 502 Bad\r\nContent-Length: 100\r\n\r\nabc')),
  ),
  kind('fails over TLS', http(500), says(answer('500 Oops')), overTls(trusted.good)),
];

const strange: Kind[] = [
  kind('acknowledges without a body', 'acknowledged', says('HTTP/1.1 204 No Content\r\n\r\n')),
  kind('acknowledges over TLS', 'acknowledged', says(answer('200 OK', 'thanks')), overTls(trusted.good)),
  kind('acknowledges just in time', 'acknowledged', after(13_500, answer('200 OK'))),
  kind(
    'acknowledges with 1 GiB',
    'acknowledged',
    pour(`HTTP/1.1 200 OK\r\nContent-Length: ${gibibyte}\r\n\r\n`),
  ),
  kind(
    'acknowledges with endless chunks',
    'acknowledged',
    pour('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n', 0xfffffff),
  ),
  kind('acknowledges with a bomb of gzip', 'acknowledged', says(answer('200 OK', bomb, gzip))),
  kind(
    'acknowledges and drips its body',
    'acknowledged',
    asked((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, 100, () => '.');
    }),
  ),
  kind(
    'acknowledges and resets',
    'acknowledged',
    asked((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', () => socket.resetAndDestroy()),
    ),
  ),
  kind(
    'acknowledges and breaks its chunks',
    'acknowledged',
    says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n'),
  ),
  kind('acknowledges before it has read', 'acknowledged', (socket) => socket.write(answer('202 Accepted'))),
];

/** All kinds. Redirects point to the canary, which must stay alone. */
export function kinds(canary: string): readonly Kind[] {
  return [...silent, ...broken, ...untrustworthy, ...refusing(canary), ...strange];
}
