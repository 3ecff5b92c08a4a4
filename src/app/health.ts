import type { RequestHandler } from 'express';
import { monotonicMs } from '../platform/clock.ts';
import type { Databases } from '../platform/db/database.ts';

/** The process is alive. Asks no database. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

type Readiness = { readonly databases: Pick<Databases, 'ping'>; readonly draining: () => boolean };

/** The process is ready for traffic: the databases answer, and it is not shutting down. Not part of the API contract. */
export function readyz({ databases, draining }: Readiness): RequestHandler {
  let asking: Promise<boolean> | undefined;
  // Anybody may call this, so simultaneous calls share one ping: many pings would use up the connections that payments need.
  const areThere = (): Promise<boolean> => {
    asking ??= databases
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async (_req, res) => {
    const startedAt = monotonicMs();
    const answers = await areThere();
    const database = { ok: answers, ms: Math.round(monotonicMs() - startedAt) };
    const ready = answers && !draining();
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', checks: { database, draining: draining() } });
  };
}
