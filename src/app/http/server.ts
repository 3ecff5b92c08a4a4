import { createServer, type RequestListener, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Rail } from '../../domain/money/gateways/rail.ts';
import type { Mode } from '../../engine/principal.ts';
import { otherReleaseRoute } from '../../pages/assets/other-release-routes.ts';
import { callbackRoutes } from '../../pages/callbacks/routes.ts';
import { rootRoutes } from '../../pages/docs/root-routes.ts';
import { docsRoutes } from '../../pages/docs/routes.ts';
import { createAdmission } from '../../pages/hosted/requests/admission.ts';
import { scriptRoute } from '../../pages/hosted/requests/http.ts';
import { checkoutRoutes } from '../../pages/hosted/routes/checkout-routes.ts';
import { logoRoute } from '../../pages/hosted/routes/logo-routes.ts';
import { payRoutes } from '../../pages/hosted/routes/pay-routes.ts';
import type { Listening } from '../../pages/listen/listening.ts';
import { listenRoutes } from '../../pages/listen/routes.ts';
import { ApiError } from '../../platform/errors.ts';
import { fail } from '../../platform/http/error-handler.ts';
import { behind, hardened, limitPerConnection, messagesOf } from '../../platform/http/hardened.ts';
import { unlessOverloaded } from '../../platform/http/limits/early-refusal.ts';
import { createRateLimit, type RateLimit } from '../../platform/http/limits/rate-limit.ts';
import { takingWholeUrls } from '../../platform/http/origin-form.ts';
import { createRequestLog } from '../../platform/http/request-log.ts';
import { createRequestStart } from '../../platform/http/request-start.ts';
import type { Log } from '../../platform/log.ts';
import { andCounted } from '../telemetry/counting.ts';
import { type CallParts, type Calls, createCalls } from './calls.ts';
import { awayFromDashboard, type DashboardParts, mountDashboard } from './dashboard.ts';
import { healthz, readyz } from './health.ts';

type Parts = Omit<CallParts, 'rateLimit'> & {
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  readonly dataDir: string;
  /** Absent: no dashboard. */
  readonly dashboard?: DashboardParts | undefined;
  /** A worker serves its health endpoints only. */
  readonly role: 'all' | 'api' | 'worker';
  /** Express's `trust proxy`: which proxies' X-Forwarded-For is trusted. */
  readonly trustProxy: number | string | undefined;
  /** Absent: this process counts for itself. */
  readonly rateLimit?: RateLimit | undefined;
  readonly draining: () => boolean;
  readonly listening: Listening;
};

/** Mounts the API, the pages and the health endpoints, in this order. */
export async function createHttpServer(parts: Parts): Promise<Server> {
  const { contexts, log } = parts;
  const { versions } = contexts.live;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', parts.trustProxy ?? false);
  const steps = [
    limitPerConnection(),
    createRequestStart(versions.current),
    createRequestLog(log, andCounted(parts.listening.hear)),
  ];
  app.use(...steps);
  // Express tries routes in order, so the busiest come first.
  const calls = parts.role === 'worker' ? undefined : await mountForCallers(app, parts);
  app.get('/healthz', healthz).get('/readyz', readyz(parts)).use(nothingHere, failed(log));
  const limits = { maxHeaderSize: 16 * 1024, requireHostHeader: false, connectionsCheckingInterval: 1000 };
  const listener: RequestListener = calls
    ? unlessOverloaded(calls.overloadOf, versions.current, {
        calls: behind(steps, calls.alone),
        others: app,
      })
    : app;
  const server = createServer({ ...limits, ...messagesOf(app) }, takingWholeUrls(listener));
  return hardened(server, versions.current);
}

async function mountForCallers(app: Express, parts: Parts): Promise<Calls> {
  const { contexts, databases, listening, draining, rateLimit = createRateLimit() } = parts;
  const calls = await createCalls({ ...parts, rateLimit });
  app.use('/v1', calls.mounted);
  app.use(scriptRoute(), logoRoute(databases.platform, createAdmission(rateLimit, 'logos')));
  for (const [ctx, path] of [
    [contexts.sandbox, '/test'],
    [contexts.live, ''],
  ] as const) {
    const admission = createAdmission(rateLimit, ctx.mode);
    const elsewhere = awayFromDashboard(parts.dashboard, ctx.addresses);
    app.use(`${path}/c`, elsewhere, checkoutRoutes(ctx, admission));
    app.use(`${path}/p`, elsewhere, payRoutes(ctx, admission));
  }
  await mountDashboard(app, parts);
  // Behind those that have the assets of this release.
  app.use(otherReleaseRoute());
  const { authenticate } = calls;
  app.use('/listen', listenRoutes({ contexts, authenticate, rateLimit, listening, draining }));
  app.use('/gateways', callbackRoutes({ contexts }));
  app.use('/docs', docsRoutes({ dataDir: parts.dataDir }));
  app.use(rootRoutes());
  return calls;
}

const nothingHere: RequestHandler = () => {
  throw new ApiError('ROUTE_NOT_FOUND');
};

function failed(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => fail(error, res, log);
}
