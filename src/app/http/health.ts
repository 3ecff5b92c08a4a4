import type { RequestHandler } from 'express';
import { machineAheadMs, monotonicMs } from '../../platform/clock.ts';
import type { Databases } from '../../platform/db/database.ts';
import { DatabaseRefused } from '../../platform/db/migrations/refusals.ts';

/** The process is alive. Asks no database. */
export const healthz: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

/** What `/readyz` says about the databases. `problem` is for a person, where waiting does not help. */
type Answered = { readonly ok: boolean; readonly problem?: string };

type Readiness = { readonly databases: Pick<Databases, 'ping'>; readonly draining: () => boolean };

/** Load balancers wait a second or more. A ping may wait for a connection, and for an answer that never comes. */
const answerWithinMs = 800;
/** A process whose machine is so far off is better replaced, though the service itself goes by PostgreSQL's clock. */
const mostAheadMs = 30_000;

/**
 * The process is ready for traffic: the databases answer, the clock is about right, and it is not shutting down. Not part of the
 * API contract.
 */
export function readyz({ databases, draining }: Readiness): RequestHandler {
  let asking: Promise<Answered> | undefined;
  // Anybody may call this, so simultaneous calls share one ping: many pings would use up the connections that payments need.
  const ask = (): Promise<Answered> => {
    asking ??= databases
      .ping()
      .then(() => ({ ok: true }), refused)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async (_req, res) => {
    const startedAt = monotonicMs();
    const answered = await inTime(ask());
    const database = { ...answered, ms: Math.round(monotonicMs() - startedAt) };
    const aheadMs = machineAheadMs();
    const clock = { ok: Math.abs(aheadMs) <= mostAheadMs, ahead_ms: aheadMs };
    const ready = answered.ok && clock.ok && !draining();
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', checks: { database, clock, draining: draining() } });
  };
}

function refused(error: unknown): Answered {
  return { ok: false, ...(error instanceof DatabaseRefused && { problem: error.message }) };
}

/** Not ok if the answer is late. */
async function inTime(answer: Promise<Answered>): Promise<Answered> {
  const { promise: late, resolve } = Promise.withResolvers<Answered>();
  const timer = setTimeout(() => resolve({ ok: false }), answerWithinMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
