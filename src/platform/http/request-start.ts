import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCatalogue } from '../../../generated/error-catalogue.ts';
import { monotonicMs } from '../clock.ts';
import { notEncoded } from '../errors.ts';
import { newId, showId } from '../ids.ts';
import { endSoon, isEnding } from './connections.ts';

type Start = { readonly requestId: string; readonly atMs: number };

/** Kept on the answer itself: entries of a WeakMap, of thousands that live for a moment, are slow to collect. */
const start = Symbol('start');
type Started = ServerResponse & { [start]?: Start };

/** Answers hold payments and, once, secrets: nobody may store them, or guess another type. A page sets what it needs instead. */
export const usualHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

const usual = Object.entries(usualHeaders);

/** The first middleware: sets the request id, the start time and the headers of every answer. */
export function createRequestStart(
  currentVersion: string,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (_req, res, next) => {
    const { requestId } = startOf(res);
    res.setHeader('X-Request-Id', requestId);
    // Replaced later by the version that the key's app is pinned to.
    res.setHeader('Service-Version', currentVersion);
    for (const [name, value] of usual) res.setHeader(name, value);
    next();
  };
}

/** Our own id. A caller's `X-Request-Id` is only logged. */
export function requestIdOf(res: ServerResponse): string {
  return startOf(res).requestId;
}

export function elapsedMs(res: ServerResponse): number {
  return monotonicMs() - startOf(res).atMs;
}

/** For the server's `clientError`: a malformed request reaches no route, but gets an answer like any other. */
export function createClientErrorAnswer(currentVersion: string): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    if (isEnding(socket)) return;
    const underWay: unknown = Reflect.get(socket, '_httpMessage');
    const response = underWay instanceof ServerResponse ? underWay : undefined;
    // On a connection without a request, the client would take our text for the answer to its next request.
    const silent = Reflect.get(socket, 'bytesRead') === 0;
    const gone = Reflect.get(error, 'code') === 'ECONNRESET' || !socket.writable;
    // Once an answer has begun, ours would end up in the middle of it.
    if (silent || gone || response?.headersSent) socket.destroy(error);
    else
      endSoon(socket, rawRefusal(error, response ? requestIdOf(response) : newRequestId(), currentVersion));
  };
}

function startOf(res: Started): Start {
  res[start] ??= { requestId: newRequestId(), atMs: monotonicMs() };
  return res[start];
}

function newRequestId(): string {
  return showId('req', newId());
}

function rawRefusal(error: Error, requestId: string, version: string): string {
  const code = 'VALIDATION_ERROR';
  const { message, retryable } = errorCatalogue[code];
  const errors = Reflect.get(error, 'code') === 'HPE_INVALID_URL' ? [notEncoded] : undefined;
  const body = JSON.stringify({ success: false, code, message, request_id: requestId, retryable, errors });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Service-Version: ${version}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(usualHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
