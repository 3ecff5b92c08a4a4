import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { createClientErrorAnswer } from './request-start.ts';

/** A step before the handler, which goes on by calling `next`. Express runs it, too. */
export type Step = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

const mostPerConnection = 1000;

/**
 * Closes a connection after so many answers; the last answer announces it, and requests sent after it are ignored. Node's own
 * `maxRequestsPerSocket` would answer those with a 503 without our headers.
 */
export function limitPerConnection(): Step {
  const requests = new WeakMap<Socket, number>();
  return (req, res, next) => {
    const count = (requests.get(req.socket) ?? 0) + 1;
    requests.set(req.socket, count);
    if (count === mostPerConnection) res.shouldKeepAlive = false;
    if (count <= mostPerConnection) next();
  };
}

/** The handler behind these steps, as Express runs them. */
export function behind(steps: readonly Step[], handler: RequestListener): RequestListener {
  return steps.reduceRight<RequestListener>(
    (next, step) => (req, res) => step(req, res, () => next(req, res)),
    handler,
  );
}

/**
 * Classes for `createServer`, whose objects have the prototypes that Express gives to requests and responses. Express sets them on
 * each object, which is slow unless they are there already: it makes every later use of the object slow too.
 */
export function messagesOf(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class CallerRequest extends IncomingMessage {}
  class CallerResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(CallerRequest.prototype, Reflect.get(app, 'request'));
  Object.setPrototypeOf(CallerResponse.prototype, Reflect.get(app, 'response'));
  Object.assign(app, { request: CallerRequest.prototype, response: CallerResponse.prototype });
  return { IncomingMessage: CallerRequest, ServerResponse: CallerResponse };
}

/** Bounds how slow and how large a request may be, so that no client can hold connections. */
export function hardened(server: Server, version: string): Server {
  server.headersTimeout = 10_000;
  // The largest documents at half a megabit in a second. Smaller requests are ended earlier, by Connections.
  server.requestTimeout = 400_000;
  server.keepAliveTimeout = 65_000;
  // Longer than any call takes: nothing has moved in either direction, so the client no longer reads its answer.
  server.timeout = 120_000;
  server.maxHeadersCount = 64;
  const refuse = createClientErrorAnswer(version);
  server.on('clientError', refuse);
  // Without these, Node would drop a CONNECT without an answer, and answer an unknown `Expect` header itself.
  server.on('connect', (req) => refuse(new Error('CONNECT is not supported'), req.socket));
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}
