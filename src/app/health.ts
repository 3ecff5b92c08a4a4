import type { RequestHandler } from 'express';
import { monotonicMs } from '../platform/clock.ts';
import type { Databases } from '../platform/db/database.ts';

/** Alive: touches nothing. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

type Readiness = { readonly databases: Pick<Databases, 'ping'>; readonly draining: () => boolean };

/** Ready for traffic: the databases answer and the process is not ending. Outside the contract, like the pages. */
export function readyz({ databases, draining }: Readiness): RequestHandler {
  let asking: Promise<boolean> | undefined;
  // Anybody may ask this: who comes meanwhile hears the same answer, so that nobody can take the connections of those who pay.
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
