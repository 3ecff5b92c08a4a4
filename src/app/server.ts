import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { frontSteps } from '../domain/merchants/access/front.ts';
import type { Limits } from '../domain/merchants/access/limits.ts';
import { confirmSecondFactor } from '../domain/merchants/second-factor/second-factor.ts';
import { answerer } from '../engine/calls/answer.ts';
import type { Handlers } from '../engine/calls/handler.ts';
import type { Context } from '../engine/context.ts';
import type { Mode } from '../engine/principal.ts';
import { docsRoutes } from '../pages/docs/routes.ts';
import { createAdmission } from '../pages/hosted/requests/admission.ts';
import { scriptRoute } from '../pages/hosted/requests/http.ts';
import { checkoutRoutes } from '../pages/hosted/routes/checkout-routes.ts';
import { payRoutes } from '../pages/hosted/routes/pay-routes.ts';
import { loadBackend } from '../platform/contract/backend.ts';
import { createDispatch } from '../platform/contract/dispatch.ts';
import type { Databases } from '../platform/db/database.ts';
import { failureOf } from '../platform/http/error-handler.ts';
import { ApiError } from '../platform/http/errors.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { createRequestLog } from '../platform/http/request-log.ts';
import { createClientErrorAnswer, createRequestStart, requestIdOf } from '../platform/http/request-start.ts';
import type { Log } from '../platform/log.ts';
import { healthz, readyz } from './health.ts';

type Parts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly log: Log;
  readonly dataDir: string;
  /** A worker answers for its health only. */
  readonly role: 'all' | 'api' | 'worker';
  /** Express's setting: which proxies' X-Forwarded-For counts. */
  readonly trustProxy: number | string | undefined;
  /** Absent: the usual ones. */
  readonly limits?: Limits | undefined;
  readonly draining: () => boolean;
};

/** What is mounted where, in this order. */
export async function createHttpServer(parts: Parts): Promise<Server> {
  const { contexts, log } = parts;
  const { versions } = contexts.live;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', parts.trustProxy ?? false);
  app.use(inTurn(), createRequestStart(versions.current), createRequestLog(log));
  // Routes are tried in turn, so the busiest come first.
  if (parts.role !== 'worker') await mountForCallers(app, parts);
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(parts));
  app.use(nothingHere, failed(log));
  return hardened(
    createServer(
      { maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 1000 },
      app,
    ),
    versions.current,
  );
}

async function mountForCallers(app: Express, parts: Parts): Promise<void> {
  const { contexts } = parts;
  app.use('/v1', await api(parts));
  app.use(scriptRoute());
  for (const [ctx, path] of [
    [contexts.sandbox, '/test'],
    [contexts.live, ''],
  ] as const) {
    const admission = createAdmission();
    app.use(`${path}/c`, checkoutRoutes(ctx, admission));
    app.use(`${path}/p`, payRoutes(ctx, admission));
  }
  app.use('/docs', docsRoutes({ dataDir: parts.dataDir }));
}

async function api({ contexts, databases, handlers, log, limits }: Parts): Promise<RequestHandler> {
  const backend = await loadBackend(answerer({ handlers, contexts, confirmSecondFactor, log }));
  const steps = frontSteps({ platform: databases.platform, contexts, limits });
  const dispatch = createDispatch({
    backend,
    steps,
    rateLimit: createRateLimit(),
    versions: contexts.live.versions,
    log,
  });
  // Not `req.url`, which the mount has shortened.
  return (req, res) => dispatch(req, res, req.originalUrl);
}

const nothingHere: RequestHandler = () => {
  throw new ApiError('ROUTE_NOT_FOUND');
};

function failed(log: Log): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const { status, headers, body } = failureOf(error, requestIdOf(res), log);
    return res.status(status).set(headers).json(body);
  };
}

const mostPerConnection = 1000;

/**
 * After so many answers a connection is closed, as the last of them says; what its caller sent ahead is not heard. Node's own
 * bound would answer that with a 503 of its own, without our headers.
 */
function inTurn(): RequestHandler {
  const heard = new WeakMap<Socket, number>();
  return (req, res, next) => {
    const count = (heard.get(req.socket) ?? 0) + 1;
    heard.set(req.socket, count);
    if (count === mostPerConnection) res.shouldKeepAlive = false;
    if (count <= mostPerConnection) next();
  };
}

/** Slow and huge requests end by themselves: reliability comes before patience. */
function hardened(server: Server, version: string): Server {
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 64;
  server.maxConnections = 10_000;
  const refuse = createClientErrorAnswer(version);
  server.on('clientError', refuse);
  // Without these Node itself would hang up on a tunnel, and answer an expectation that it does not know in words of its own.
  server.on('connect', (_req, socket) => refuse(new Error('no tunnel leads from here'), socket));
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}
