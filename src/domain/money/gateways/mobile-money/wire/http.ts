import * as http from 'node:http';
import * as https from 'node:https';
import { monotonicMs } from '../../../../../platform/clock.ts';
import type { MobileMoneySettings } from './settings.ts';

export type HttpAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
};

/** No whole answer. `sent`: the request, or a part of it, may have reached the operator. */
export type HttpSilence = {
  readonly kind: 'silence';
  readonly sent: boolean;
  /** A code of the system or of TLS, `timeout` or `too-large`. */
  readonly code: string;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** By the monotonic clock. */
  readonly deadlineMs: number;
};

export type Http = {
  readonly send: (request: HttpRequest) => Promise<HttpAnswer | HttpSilence>;
  readonly close: () => void;
};

/** A page of a statement is the longest answer. */
const mostBytes = 512 * 1024;
const mostHeaderBytes = 16 * 1024;
const mostConnections = 32;

/**
 * Connections to one operator. Redirects are not followed, because they would take credentials to another address. Node's `fetch`
 * could not be given certificates without a further library.
 */
export function createHttp({ tls }: Pick<MobileMoneySettings, 'tls'>): Http {
  const common = { keepAlive: true, maxSockets: mostConnections };
  const plain = new http.Agent(common);
  // Certificates are verified even if NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
  const secure = new https.Agent({
    ...common,
    rejectUnauthorized: true,
    ...(tls?.ca !== undefined && { ca: tls.ca }),
    ...(tls?.certificate !== undefined && { cert: tls.certificate }),
    ...(tls?.key !== undefined && { key: tls.key }),
  });
  return {
    send: (request) => send(request, request.url.startsWith('https:') ? secure : plain),
    close: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

function send(asked: HttpRequest, agent: http.Agent): Promise<HttpAnswer | HttpSilence> {
  const { promise, resolve } = Promise.withResolvers<HttpAnswer | HttpSilence>();
  let request: http.ClientRequest;
  try {
    request = requestTo(asked, agent);
  } catch (error) {
    // A certificate or a key that is none, for example.
    return Promise.resolve({ kind: 'silence', sent: false, code: codeOf(error) });
  }
  // Until then nothing can have been processed. A kept connection is ready at once.
  let sent = false;
  const end = (result: HttpAnswer | HttpSilence): void => {
    clearTimeout(timer);
    resolve(result);
    if (result.kind === 'silence') request.destroy();
  };
  const fail = (code: string) => end({ kind: 'silence', sent, code });
  const timer = setTimeout(fail, Math.max(0, asked.deadlineMs - monotonicMs()), 'timeout');
  const begin = () => {
    sent = true;
  };
  request.on('socket', (socket) => {
    // Not `reusedSocket`: it is false for a request that waited until another one freed its connection.
    if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', begin);
    else begin();
  });
  request.on('error', (error) => fail(codeOf(error)));
  request.on('response', (response) => {
    begin();
    read(response, end, fail);
  });
  request.end(asked.body);
  return promise;
}

function requestTo({ method, url, headers, body }: HttpRequest, agent: http.Agent): http.ClientRequest {
  const make = url.startsWith('https:') ? https.request : http.request;
  return make(url, {
    method,
    agent,
    maxHeaderSize: mostHeaderBytes,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  });
}

function read(
  response: http.IncomingMessage,
  end: (answer: HttpAnswer) => void,
  fail: (code: string) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > mostBytes) fail('too-large');
    else chunks.push(chunk);
  });
  response.on('error', (error) => fail(codeOf(error)));
  response.on('close', () => {
    if (!response.complete) fail('cut-off');
  });
  response.on('end', () => {
    if (!response.complete) return;
    const text = Buffer.concat(chunks).toString('utf8');
    end({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, text });
  });
}

/** Never the message: it may quote what was sent. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'failed';
}
