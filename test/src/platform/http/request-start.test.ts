import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createRequestLog, noteCall } from '../../../../src/platform/http/request-log.ts';
import {
  createClientErrorAnswer,
  createRequestStart,
  elapsedMs,
  requestIdOf,
} from '../../../../src/platform/http/request-start.ts';
import { createLog } from '../../../../src/platform/log.ts';

const version = '2026-01-15';
const ourId = /^req_[0-9a-f]{32}$/;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Place = {
  readonly port: number;
  readonly url: string;
  readonly lines: string[];
  readonly line: () => Promise<Record<string, unknown>>;
};

async function aServer(handle?: Parameters<typeof createServer>[1], headersTimeout = 60_000): Promise<Place> {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const start = createRequestStart(version);
  const logged = createRequestLog(log);
  server = createServer({ headersTimeout, connectionsCheckingInterval: 20 }, (req, res) => {
    start(req, res, () => {
      logged(req, res, () => (handle ? handle(req, res) : res.end(requestIdOf(res))));
    });
  });
  server.on('clientError', createClientErrorAnswer(version));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const line = async (): Promise<Record<string, unknown>> => {
    while (lines.length === 0) await setTimeout(1);
    return JSON.parse(lines.join('')) as Record<string, unknown>;
  };
  return { port, url: `http://127.0.0.1:${port}/`, lines, line };
}

/** Everything the server sends in reply to raw bytes, until it disconnects. */
async function said(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('every answer', () => {
  it('carries our request id and the version', async () => {
    const { url } = await aServer();

    const answers = await Promise.all([fetch(url), fetch(url)]);

    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    expect(ids).toEqual([expect.stringMatching(ourId), expect.stringMatching(ourId)]);
    expect(ids[0]).not.toBe(ids[1]);
    expect(await answers[0]?.text()).toBe(ids[0]);
    expect(answers[0]?.headers.get('service-version')).toBe(version);
  });

  it('does not adopt the caller’s request id', async () => {
    const { url } = await aServer();

    const answer = await fetch(url, { headers: { 'x-request-id': 'theirs' } });

    expect(answer.headers.get('x-request-id')).toMatch(ourId);
  });

  it('measures how long it took', async () => {
    let ms = -1;
    const { url } = await aServer((_, res) => {
      ms = elapsedMs(res);
      res.end();
    });

    const startedAt = performance.now();
    await fetch(url);

    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - startedAt));
  });
});

describe('a malformed request', () => {
  it.each([
    ['noise', 'hello\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a header folded over lines', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b: c\r\n\x00\r\n\r\n'],
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('gets an answer in the usual format: %s', async (_, bytes) => {
    const { port } = await aServer();

    const answer = await said(port, bytes);

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain(`\r\nService-Version: ${version}\r\n`);
    expect(head).toContain('\r\nContent-Type: application/json');
    expect(head).toContain('\r\nCache-Control: no-store\r\n');
    expect(head).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`);
    const { request_id: id, ...rest } = JSON.parse(body) as Record<string, unknown>;
    expect(rest).toEqual({
      success: false,
      code: 'VALIDATION_ERROR',
      message: 'The request does not match the contract.',
      retryable: false,
    });
    expect(head).toContain(`\r\nX-Request-Id: ${String(id)}`);
  });

  it('says what is wrong with an address that is not percent-encoded', async () => {
    const { port } = await aServer();

    const answer = await said(port, 'GET /?search=Zoë HTTP/1.1\r\nHost: a\r\n\r\n');

    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: [{ message: expect.stringContaining('percent-encoded in UTF-8') }],
    });
  });

  it('may be half a request that never continues', async () => {
    const { port } = await aServer(undefined, 100);

    expect(await said(port, 'GET / HTTP/1.1\r\nHost')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('gets no answer if the client sent nothing', async () => {
    const { port } = await aServer(undefined, 100);

    expect(await said(port, '')).toBe('');
  });

  it('gets no second answer in the middle of one', async () => {
    const { port } = await aServer((_, res) => {
      res.writeHead(200, { 'content-length': 10 });
      res.write('12345');
    });

    const answer = await said(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nnoise\r\n\r\n');

    expect(answer).not.toContain('400 Bad Request');
  });
});

describe('the log line of a request', () => {
  it('contains the operation, its path, the key, the status, the duration and the caller’s address', async () => {
    const { url, line } = await aServer((_, res) => {
      noteCall(res, {
        operation: 'createCheckout',
        path: '/v1/checkout/create',
        app: 'app_1',
        mode: 'sandbox',
      });
      noteCall(res, { key: 'sk_test_…abcd' });
      res.writeHead(201).end();
    });

    const answer = await fetch(url, { method: 'POST' });

    const { time, ms, ...rest } = await line();
    expect(time).toBeTypeOf('string');
    expect(ms).toBeTypeOf('number');
    expect(rest).toEqual({
      level: 'info',
      request_id: answer.headers.get('x-request-id'),
      method: 'POST',
      operation: 'createCheckout',
      path: '/v1/checkout/create',
      app: 'app_1',
      mode: 'sandbox',
      key: 'sk_test_…abcd',
      status: 201,
      address: '127.0.0.1',
      version,
      msg: 'request',
    });
  });

  it('contains the caller’s request id, shortened, and the trace id', async () => {
    const { url, line } = await aServer();
    const trace = 'a'.repeat(32);

    await fetch(url, {
      headers: { 'x-request-id': 't'.repeat(100), traceparent: `00-${trace}-${'b'.repeat(16)}-01` },
    });

    expect(await line()).toMatchObject({ client_request_id: 't'.repeat(64), trace_id: trace });
  });

  it('notes that the caller disconnected before the answer', async () => {
    const { port, line } = await aServer((_, res) => void res.write('half'));
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();

    expect(await line()).toMatchObject({ aborted: true, status: 200, address: '127.0.0.1' });
  });
});
