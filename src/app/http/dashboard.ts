import type { Express, RequestHandler } from 'express';
import type { Rail } from '../../domain/money/gateways/rail.ts';
import { createRailHealth } from '../../domain/money/gateways/routing/rail-health.ts';
import type { Context } from '../../engine/context.ts';
import type { Mode } from '../../engine/principal.ts';
import type { Databases } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { hostNameOf } from '../environment/network.ts';

export type DashboardParts = {
  readonly address: string;
  /** True if no other part of the service is at this host name. */
  readonly hasOwnHost: boolean;
  /** True if mails are only kept, since there is no mail server. */
  readonly showsMails: boolean;
};

type Parts = {
  readonly contexts: Readonly<Record<Mode, Context>>;
  readonly rails: Readonly<Record<Mode, readonly Rail[]>>;
  readonly databases: Databases;
  readonly log: Log;
  readonly draining: () => boolean;
  /** Absent: no dashboard. */
  readonly dashboard?: DashboardParts | undefined;
};

/**
 * At a host name of its own, as in production, the dashboard is loaded at the start, like everything else. On the machine of a
 * developer it is loaded five seconds later, so that a slow start is over, or when somebody asks for it before: it is a sixth of all
 * sources. Decision 0133.
 */
export async function mountDashboard(app: Express, parts: Parts): Promise<void> {
  const { dashboard, contexts, rails, databases, log, draining } = parts;
  if (!dashboard) return;
  const [platform, secrets] = [databases.platform, contexts.live.secrets];
  const railHealth = createRailHealth(rails.live, log);
  const office = { ...dashboard, contexts, rails, railHealth, platform, secrets, log, draining };
  let loading: Promise<RequestHandler> | undefined;
  const load = async () =>
    (await import('../../pages/dashboard/routes/dashboard-routes.ts')).dashboardRoutes(office);
  const routes = async () => await (loading ??= load());
  const failedLater = (error: unknown) => log.error({ err: error }, 'the dashboard could not be loaded');
  if (dashboard.hasOwnHost) await routes();
  else setTimeout(() => void routes().catch(failedLater), 5000).unref();
  app.use(async (req, res, next) =>
    /^\/(?:dashboard|assets)(?:\/|$)/i.test(req.path) ? (await routes())(req, res, next) : next(),
  );
}

/**
 * Keeps pages where cards are typed away from the host name of the dashboard: a browser would send its cookie to them, and what runs on
 * them could read the dashboard. In development both may have one host name. Decision 0096.
 *
 * @throws ROUTE_NOT_FOUND
 */
export function awayFromDashboard(
  dashboard: DashboardParts | undefined,
  { checkout, pay }: Context['addresses'],
): RequestHandler {
  const own = dashboard?.hasOwnHost === true ? hostNameOf(dashboard.address) : undefined;
  const isShared = [checkout, pay].some((address) => hostNameOf(address) === own);
  if (own === undefined || isShared) return (_req, _res, next) => next();
  return (req, _res, next) => {
    if (hostNameOf(`http://${req.headers.host ?? ''}`) === own) throw new ApiError('ROUTE_NOT_FOUND');
    next();
  };
}
