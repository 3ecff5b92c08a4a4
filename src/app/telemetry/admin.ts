import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayState } from '../../domain/money/gateways/routing/breaker.ts';
import { machineAheadMs, monotonicMs } from '../../platform/clock.ts';
import type { Databases } from '../../platform/db/database.ts';
import { standingOf } from '../../platform/db/replica/replica.ts';
import { listenAt } from '../../platform/http/listen.ts';
import { watchProcess } from '../../platform/telemetry/counters.ts';
import { contentType, expose, type Reading } from '../../platform/telemetry/gauges.ts';
import { createStanding, type Standing } from './standing.ts';

type Parts = {
  /** 0: any free port. */
  readonly port: number;
  readonly hosts: readonly string[];
  readonly databases: Pick<Databases, 'sandbox' | 'live' | 'platform' | 'pools'>;
  readonly states: readonly GatewayState[];
  readonly version: string;
  /** One that shows mails keeps them only, so none is late. Otherwise they should be sent, be it by another worker. */
  readonly dashboard?: { readonly showsMails: boolean } | undefined;
  /** Workers ask the database for what waits in it; a process that only serves callers does not. */
  readonly asksDatabase: boolean;
  /** The daily jobs whose failures are counted. */
  readonly dailyKinds: readonly string[];
  /** This process limits alone what several should limit together. Absent: it has nothing to share. */
  readonly isRateLimitDegraded?: () => boolean;
};

export type Admin = { readonly port: number; readonly stop: () => Promise<void> };

/** Serves `/metrics` for those who run the service, at a port of its own. Not part of the API contract. Decision 0109. */
export async function startAdmin(parts: Parts): Promise<Admin> {
  watchProcess();
  const asked = { dailyKinds: parts.dailyKinds, keepsMails: parts.dashboard?.showsMails === true };
  const standing = parts.asksDatabase ? createStanding(parts.databases, asked) : undefined;
  const server = createServer((req, res) => {
    answer(parts, standing, { req, res }).catch(() => res.destroy());
  });
  server.headersTimeout = 5000;
  server.requestTimeout = 5000;
  server.maxConnections = 100;
  // If the service then cannot start, this listener must not keep the process alive.
  server.unref();
  const closeOthers = await listenAt(server, parts.port, parts.hosts, 'ADMIN_');
  return {
    port: portOf(server),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, closeOthers()]);
    },
  };
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

async function answer(parts: Parts, standing: Standing | undefined, { req, res }: Exchange): Promise<void> {
  const path = req.url?.split('?', 1)[0];
  if (path !== '/metrics' || req.method !== 'GET') {
    res.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only GET /metrics is here.\n');
    return;
  }
  const text = await expose([...ownReadings(parts), ...((await standing?.readings()) ?? [])]);
  res.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(text);
}

/** What this process knows without asking anybody. */
function ownReadings({ databases, states, version, isRateLimitDegraded }: Parts): readonly Reading[] {
  return [
    { name: 'build_info', labels: { version, node: process.versions.node }, value: 1 },
    { name: 'clock_ahead_seconds', value: machineAheadMs() / 1000 },
    { name: 'rate_limit_degraded', value: isRateLimitDegraded?.() === true ? 1 : 0 },
    ...states.flatMap(gatewayReadings),
    ...replicaReadings(databases),
    ...databases.pools().flatMap(({ instance, total, idle, waiting }) => {
      const labels = { instance };
      return [
        { name: 'db_pool_total', labels, value: total },
        { name: 'db_pool_idle', labels, value: idle },
        { name: 'db_pool_waiting', labels, value: waiting },
      ] as const;
    }),
  ];
}

function gatewayReadings({ gateway, mode, isDown, failingSinceMs }: GatewayState): readonly Reading[] {
  const labels = { gateway, mode };
  const breaker: Reading = { name: 'gateway_breaker_open', labels, value: isDown() ? 1 : 0 };
  if (!failingSinceMs) return [breaker];
  const seconds = (monotonicMs() - (failingSinceMs() ?? monotonicMs())) / 1000;
  return [breaker, { name: 'gateway_files_failing_seconds', labels, value: seconds }];
}

function replicaReadings(databases: Pick<Databases, 'sandbox' | 'live'>): readonly Reading[] {
  return (['sandbox', 'live'] as const).flatMap((instance) => {
    const standing = standingOf(databases[instance]);
    return (['used', 'behind', 'away'] as const).flatMap((one): readonly Reading[] => {
      if (standing === undefined) return [];
      return [
        { name: 'db_replica_standing', labels: { instance, standing: one }, value: one === standing ? 1 : 0 },
      ];
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the TCP server has no port');
  return address.port;
}
