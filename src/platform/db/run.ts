import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from '../ids.ts';
import { ClockTurned } from './clocks.ts';
import { connect, type Ran, type Source, type Statement, type User } from './connect.ts';
import { classify, isStale } from './driver/violations.ts';
import { OpenTransaction } from './instances.ts';
import type { Notifier } from './notifier.ts';
import type { roles } from './roles.ts';

export type Instance = (typeof roles)[number]['schema'];

/** The internals of an instance, kept in a WeakMap so that only this file and those above it reach them. */
export type Origin = {
  readonly schema: Instance;
  /** For what belongs to one merchant: calls, pages, and the transactions of jobs. */
  readonly calls: Source;
  /** For what workers do across merchants: claims, sweeps, leases, results of deliveries. Calls cannot starve it. */
  readonly workers: Source;
  readonly notifier: Notifier;
  /** The last known clock offset of each merchant, in milliseconds. */
  readonly offsets: Map<string, number>;
};

const origins = new WeakMap<object, Origin>();

export function setOrigin(db: object, origin: Origin): void {
  origins.set(db, origin);
}

/** Undefined: it is a transaction, a replica, or not of openDatabases. */
export function findOrigin(db: object): Origin | undefined {
  return origins.get(db);
}

export function originOf(db: object): Origin {
  const origin = findOrigin(db);
  if (origin === undefined)
    throw new Error('expected an instance of openDatabases, not a transaction or another database');
  return origin;
}

/** Which connection a transaction uses, in whose name, and how patiently. */
export type Seat = {
  readonly origin: Origin;
  readonly source: Source;
  readonly user?: User;
  /** How long the answer to a statement may take, if not as long as the pool says. */
  readonly patienceMs?: number;
};

export function callsOf(db: object, user?: User): Seat {
  const origin = originOf(db);
  return { origin, source: origin.calls, ...(user && { user }) };
}

export function workersOf(db: object): Seat {
  const origin = originOf(db);
  return { origin, source: origin.workers };
}

export const begin: Statement = { text: 'BEGIN', values: [] };

/** Opens a transaction, runs `work` in it, and commits. Statements that `work` sends at once travel with the opening. */
export async function runOnce<D, T>(
  { origin, source, user, patienceMs }: Seat,
  opening: readonly Statement[],
  work: (tx: OpenTransaction<D>, opened: Promise<readonly Ran[]>) => Promise<T>,
): Promise<T> {
  const connection = await connect(source, user);
  connection.patienceMs = patienceMs;
  // Not awaited yet, so that the first statement of `work` is sent right behind it.
  const opened = connection.open(opening);
  opened.catch(() => undefined);
  const tx = new OpenTransaction<D>(connection);
  try {
    const result = await work(tx, opened);
    await opened;
    await tx.commit();
    for (const step of tx.afterCommit) step();
    for (const queue of tx.notifications) origin.notifier.notify(`${origin.schema}_${queue}`, user?.name);
    return result;
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => undefined);
    // If the opening failed, later errors only follow from it: throw that one.
    await opened;
    throw await tx.causeOf(error);
  } finally {
    connection.release();
  }
}

const retries = 3;

export async function withRetries<T>(attempt: () => Promise<T>, left = retries): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Not counted: the stale statement is prepared anew, or the new clock has been cached.
    if (isStale(error) || error instanceof ClockTurned) return withRetries(attempt, left);
    if (left === 0 || classify(error) !== 'retry') throw error;
    await delay(5 + ((randomBytes(1)[0] ?? 0) * 45) / 255);
    return withRetries(attempt, left - 1);
  }
}
