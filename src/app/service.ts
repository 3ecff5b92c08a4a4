import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from '../domain/merchants/access/limits.ts';
import type { Language } from '../domain/merchants/accounts/terms.ts';
import { createTrafficRecorder } from '../domain/merchants/traffic/record-traffic.ts';
import type { RemovedHandlers } from '../engine/calls/handler.ts';
import type { Context } from '../engine/context.ts';
import type { Mode } from '../engine/principal.ts';
import { createListening } from '../pages/listen/listening.ts';
import type { VersionChain } from '../platform/contract/types.ts';
import type { Databases } from '../platform/db/database.ts';
import { Connections, mostConnections } from '../platform/http/connections.ts';
import { createEgress } from '../platform/http/egress/egress.ts';
import type { RateLimit } from '../platform/http/limits/rate-limit.ts';
import { listenAt, nameOf, portFor } from '../platform/http/listen.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import { contextsOf } from './context.ts';
import type { ConnectGateways } from './gateways.ts';
import { createHttpServer } from './http/server.ts';
import { dailyKinds } from './job-handlers.ts';
import { operations, removedOperations } from './operations.ts';
import { release } from './release.ts';
import { startAdmin } from './telemetry/admin.ts';
import { type MailServer, startWorkers } from './workers.ts';

/** The parts of a service. The caller opens and migrates the databases, and closes them after `stop`. */
export type ServiceParts = {
  readonly databases: Databases;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port: number;
  /** The addresses to listen at; absent or empty: all of this machine. */
  readonly hosts?: readonly string[];
  /** True: if the port is taken, use the next free one instead of failing. */
  readonly nextPort: boolean;
  readonly role: 'all' | 'api' | 'worker';
  /** Public addresses of the pages, if they are not the service's own. */
  readonly addresses: {
    readonly checkout?: string;
    readonly pay?: string;
    readonly dashboard?: string;
    /** Where providers call back. */
    readonly callbacks?: string;
  };
  /** Absent: the sandbox is simulated, and live has no gateway. */
  readonly connectGateways?: ConnectGateways;
  /** Of the hosted pages. Absent: English. */
  readonly languages?: readonly Language[];
  /** Absent: no dashboard. */
  readonly hasDashboard?: boolean;
  /** Absent: mails are only kept. */
  readonly mail?: MailServer;
  /** From which hour of the day (UTC) statements are compared. Absent: from midnight. */
  readonly reconcileHour?: number;
  readonly egress: { readonly allow: readonly string[]; readonly ports: readonly number[] };
  readonly trustProxy: number | string | undefined;
  /** Absent: the usual limits. The fuzzers need higher ones. */
  readonly limits?: Limits;
  /** Counts the calls of callers. Absent: this process counts for itself. */
  readonly rateLimit?: RateLimit;
  /** Absent: the released ones. Tests and fuzzers run the service with releases that never were. */
  readonly versions?: VersionChain;
  /** Handlers of operations that only older versions have. Absent: those of the released ones. */
  readonly removed?: RemovedHandlers;
  /** Where metrics are served. Absent: nowhere. */
  readonly admin?: { readonly port: number; readonly hosts: readonly string[] } | undefined;
  /** This process limits alone what several should limit together. Absent: it has nothing to share. */
  readonly isRateLimitDegraded?: () => boolean;
  /** How long the listener stays open after the service has announced its end. Absent: not at all. */
  readonly drainSeconds?: number;
  /** How many times as long as usual calls may wait before others are refused, for tests on a busy machine. Absent: once. */
  readonly patience?: number;
};

export type Service = {
  readonly baseUrl: string;
  /** The port of the metrics. Absent: they are served nowhere. */
  readonly adminPort?: number;
  readonly contexts: Readonly<Record<Mode, Context>>;
  /** Drains, refuses new requests, finishes those under way, and releases the leases of jobs and deliveries. */
  readonly stop: () => Promise<void>;
};

/** After the listener has closed, a request has this long to begin, to arrive, and to be answered. */
const idleMs = 1000;
const arrivalMs = 5000;
const graceMs = 10_000;

/** Starts HTTP and workers; `stop` ends them. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { databases, secrets, log, hosts = [] } = parts;
  const port = await portFor(parts);
  const baseUrl = `http://${nameOf(hosts)}:${port}`;
  const { checkout = baseUrl, pay = baseUrl, dashboard = baseUrl } = parts.addresses;
  const egress = createEgress(parts.egress);
  const { contexts, rails, states } = contextsOf({
    databases,
    secrets,
    egress,
    log,
    addresses: { checkout, pay, dashboard },
    versions: parts.versions,
    languages: parts.languages,
    connectGateways: parts.connectGateways,
    callbackAddress: parts.addresses.callbacks ?? baseUrl,
  });
  let draining = false;
  const handlers = { ...operations, ...(parts.removed ?? removedOperations) };
  const traffic = createTrafficRecorder(contexts);
  const listening = createListening(contexts);
  const office = dashboardOf(parts, dashboard);
  const server = await createHttpServer({
    ...parts,
    contexts,
    rails,
    handlers,
    noteAnswered: traffic.note,
    dashboard: office,
    draining: () => draining,
    listening,
  });
  const connections = new Connections(server, { most: mostConnections() });
  const looks = { asksDatabase: parts.role !== 'api', dailyKinds, dashboard: office };
  // First, since its port may be taken: then nobody has been served yet, and the process ends.
  const admin =
    parts.admin && (await startAdmin({ ...parts, ...parts.admin, ...looks, states, version: release }));
  const closeOthers = await listenAt(server, port, hosts);
  traffic.start();
  const { mail, reconcileHour } = parts;
  const working = { contexts, rails, platform: databases.platform, log, mail, reconcileHour };
  const workers = parts.role === 'api' ? [] : await startWorkers(working);
  return {
    baseUrl,
    ...(admin && { adminPort: admin.port }),
    contexts,
    stop: async () => {
      draining = true;
      connections.announceClose();
      await listening.stop();
      // In parallel: jobs that the last requests leave behind run in another process, or after the next start.
      const idle = Promise.all(workers.map((worker) => worker.stop()));
      // A load balancer learns from /readyz to send its requests elsewhere. Nothing is balanced to a worker.
      const drainMs = parts.role === 'worker' ? 0 : (parts.drainSeconds ?? 0) * 1000;
      await delay(drainMs);
      const closing = { server, closeOthers, connections, lastMs: Math.min(idleMs, drainMs) };
      await Promise.all([closeServer(closing), idle]);
      await traffic.stop();
      await Promise.all([...rails.sandbox, ...rails.live].map((rail) => rail.stop()));
      await admin?.stop();
    },
  };
}

function dashboardOf({ hasDashboard, addresses, mail }: ServiceParts, address: string) {
  const hasOwnHost = addresses.dashboard !== undefined;
  return hasDashboard === true ? { address, hasOwnHost, showsMails: mail === undefined } : undefined;
}

type Closing = {
  readonly server: Server;
  readonly closeOthers: () => Promise<void>;
  readonly connections: Connections;
  /** How long an idle connection stays open, because a request may be on its way. */
  readonly lastMs: number;
};

/** Closes the listeners, and each connection once it has its answer. */
async function closeServer({ server, closeOthers, connections, lastMs }: Closing): Promise<void> {
  const closed = Promise.all([once(server, 'close'), closeOthers()]);
  // Not the HTTP server's own `close`: it drops idle connections at once, although a request may be on its way.
  NetServer.prototype.close.call(server);
  const timers = [
    setTimeout(() => connections.closeWaiting(), arrivalMs),
    setTimeout(() => connections.closeAll(), graceMs),
  ];
  await Promise.race([closed, delay(lastMs)]);
  connections.closeIdle();
  await closed;
  for (const timer of timers) clearTimeout(timer);
  // Ends its search for slow requests.
  server.close();
}
