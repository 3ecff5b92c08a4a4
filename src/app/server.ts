import { createServer, type IncomingMessage, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { frontSteps } from '../domain/merchants/access/front.ts';
import type { Limits } from '../domain/merchants/access/limits.ts';
import { modeNamedBy } from '../domain/merchants/keys/key-format.ts';
import { confirmSecondFactor } from '../domain/merchants/second-factor/second-factor.ts';
import type { Rail } from '../domain/money/gateways/rail.ts';
import { createRailHealth } from '../domain/money/gateways/routing/rail-health.ts';
import { answerer } from '../engine/calls/answer.ts';
import type { Handlers } from '../engine/calls/handler.ts';
import type { Context } from '../engine/context.ts';
import type { Mode, Principal } from '../engine/principal.ts';
import { callbackRoutes } from '../pages/callbacks/routes.ts';
import { rootRoutes } from '../pages/docs/root-routes.ts';
import { docsRoutes } from '../pages/docs/routes.ts';
import { createAdmission } from '../pages/hosted/requests/admission.ts';
import { scriptRoute } from '../pages/hosted/requests/http.ts';
import { checkoutRoutes } from '../pages/hosted/routes/checkout-routes.ts';
import { logoRoute } from '../pages/hosted/routes/logo-routes.ts';
import { payRoutes } from '../pages/hosted/routes/pay-routes.ts';
import type { Listening } from '../pages/listen/listening.ts';
import { listenRoutes } from '../pages/listen/routes.ts';
import type { Answered } from '../platform/contract/answered.ts';
import { loadBackends } from '../platform/contract/backends.ts';
import { createDispatch, type Steps } from '../platform/contract/dispatch.ts';
import type { Databases } from '../platform/db/database.ts';
import { callsBehind } from '../platform/db/together/group.ts';
import { ApiError } from '../platform/errors.ts';
import { failureOf } from '../platform/http/error-handler.ts';
import { hardened, limitPerConnection, messagesOf } from '../platform/http/hardened.ts';
import { unlessOverloaded } from '../platform/http/limits/early-refusal.ts';
import { Overload } from '../platform/http/limits/overload.ts';
import { createRateLimit, type RateLimit } from '../platform/http/limits/rate-limit.ts';
import { createRequestLog } from '../platform/http/request-log.ts';
import { createRequestStart, requestIdOf } from '../platform/http/request-start.ts';
import type { Log } from '../platform/log.ts';
import { healthz, readyz } from './health.ts';
import { andCounted } from './telemetry/counting.ts';

type Parts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  readonly databases: Databases;
  readonly handlers: Handlers;
  readonly log: Log;
  readonly dataDir: string;
  /** Absent: no dashboard. */
  readonly dashboard?: DashboardParts | undefined;
  /** A worker serves its health endpoints only. */
  readonly role: 'all' | 'api' | 'worker';
  /** Express's `trust proxy`: which proxies' X-Forwarded-For is trusted. */
  readonly trustProxy: number | string | undefined;
  /** Absent: the usual limits. */
  readonly limits?: Limits | undefined;
  /** Absent: this process counts for itself. */
  readonly rateLimit?: RateLimit | undefined;
  readonly draining: () => boolean;
  readonly listening: Listening;
  /** Absent: nobody wants to know. */
  readonly noteAnswered?: ((call: Answered<Principal>) => void) | undefined;
  /** How many times as long as usual calls may wait before others are refused, for tests on a busy machine. Absent: once. */
  readonly patience?: number | undefined;
};

type DashboardParts = {
  readonly address: string;
  /** True if no other part of the service is at this host name. */
  readonly hasOwnHost: boolean;
  /** True if mails are only kept, since there is no mail server. */
  readonly showsMails: boolean;
};

/** Mounts the API, the pages and the health endpoints, in this order. */
export async function createHttpServer(parts: Parts): Promise<Server> {
  const { contexts, log } = parts;
  const { versions } = contexts.live;
  const overloads = overloadsOf(parts);
  const overloadOf = ({ headers }: IncomingMessage) => overloads[modeNamedBy(headers.authorization)];
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', parts.trustProxy ?? false);
  app.use(
    limitPerConnection(),
    createRequestStart(versions.current),
    createRequestLog(log, andCounted(parts.listening.hear)),
  );
  // Express tries routes in order, so the busiest come first.
  if (parts.role !== 'worker') await mountForCallers(app, parts, { overloads, overloadOf });
  app.get('/healthz', healthz).get('/readyz', readyz(parts)).use(nothingHere, failed(log));
  const limits = { maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 1000 };
  return hardened(
    createServer({ ...limits, ...messagesOf(app) }, unlessOverloaded(overloadOf, versions.current, app)),
    versions.current,
  );
}

type Overloads = {
  readonly overloads: Readonly<Record<Mode, Overload>>;
  readonly overloadOf: (req: IncomingMessage) => Overload;
};

/** Each mode has connections of its own: calls of the sandbox that wait for each other are no overload of live. */
function overloadsOf({ contexts, log, patience = 1 }: Parts): Overloads['overloads'] {
  const of = ({ mode, db }: Context) => new Overload({ mode, log, behind: () => callsBehind(db), patience });
  return { sandbox: of(contexts.sandbox), live: of(contexts.live) };
}

async function mountForCallers(app: Express, parts: Parts, overload: Overloads): Promise<void> {
  const { contexts, databases, limits, listening, draining, rateLimit = createRateLimit() } = parts;
  const steps = frontSteps({ platform: databases.platform, contexts, rateLimit, limits });
  app.use('/v1', await api(parts, { steps, rateLimit, ...overload }));
  app.use(scriptRoute(), logoRoute(databases.platform, createAdmission(rateLimit, 'logos')));
  for (const [ctx, path] of [
    [contexts.sandbox, '/test'],
    [contexts.live, ''],
  ] as const) {
    const admission = createAdmission(rateLimit, ctx.mode);
    app.use(`${path}/c`, checkoutRoutes(ctx, admission));
    app.use(`${path}/p`, payRoutes(ctx, admission));
  }
  await mountDashboard(app, parts);
  const { authenticate } = steps;
  app.use('/listen', listenRoutes({ contexts, authenticate, rateLimit, listening, draining }));
  app.use('/gateways', callbackRoutes({ contexts }));
  app.use('/docs', docsRoutes({ dataDir: parts.dataDir }));
  app.use(rootRoutes());
}

/**
 * At a host name of its own, as in production, the dashboard is loaded at the start, like everything else. On the machine of a
 * developer it is loaded a second later, or when somebody asks for it before: it is a sixth of all sources. Decision 0133.
 */
async function mountDashboard(app: Express, parts: Parts): Promise<void> {
  const { dashboard, contexts, rails, databases, log, draining } = parts;
  if (!dashboard) return;
  const [platform, secrets] = [databases.platform, contexts.live.secrets];
  const railHealth = createRailHealth(rails.live, log);
  const office = { ...dashboard, contexts, rails, railHealth, platform, secrets, log, draining };
  let loading: Promise<RequestHandler> | undefined;
  const load = async () =>
    (await import('../pages/dashboard/routes/dashboard-routes.ts')).dashboardRoutes(office);
  const routes = async () => await (loading ??= load());
  const failedLater = (error: unknown) => log.error({ err: error }, 'the dashboard could not be loaded');
  if (dashboard.hasOwnHost) await routes();
  else setTimeout(() => void routes().catch(failedLater), 1000).unref();
  app.use(async (req, res, next) =>
    /^\/(?:dashboard|assets)(?:\/|$)/i.test(req.path) ? (await routes())(req, res, next) : next(),
  );
}

async function api(
  parts: Parts,
  given: Overloads & { readonly steps: Steps<Principal>; readonly rateLimit: RateLimit },
): Promise<RequestHandler> {
  const { contexts, handlers, log, noteAnswered = () => undefined } = parts;
  const { steps, rateLimit, overloads, overloadOf } = given;
  const { versions } = contexts.live;
  const answer = answerer({ handlers, contexts, confirmSecondFactor, overloads, log });
  const backends = await loadBackends(versions, answer);
  const dispatch = createDispatch({ backends, steps, rateLimit, versions, log, noteAnswered });
  // Not `req.url`: mounting at /v1 has cut the prefix off it.
  return (req, res) => overloadOf(req).during(() => dispatch(req, res, req.originalUrl));
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
