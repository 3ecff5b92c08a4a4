import { isDistributed } from '../citus/layout.ts';
import type { Db } from '../database.ts';
import { runnerFor } from '../instances.ts';
import { findOrigin } from '../run.ts';

/** By instance: a database in a merchant's name is of the same. */
const known = new WeakMap<object, boolean | Promise<boolean>>();

/**
 * Whether the merchants are distributed over nodes. A process asks once; it is started again after `mps citus distribute`. A transaction
 * asks for itself, and so do reads on a replica.
 *
 * @returns no promise when it is known
 */
export function isSpread(db: Db): boolean | Promise<boolean> {
  const origin = findOrigin(db);
  if (!origin) return ask(db);
  const before = known.get(origin);
  if (before !== undefined) return before;
  const asked = ask(db);
  known.set(origin, asked);
  asked.then(
    (spread) => known.set(origin, spread),
    () => known.delete(origin),
  );
  return asked;
}

/** Tells whether they are: at once, but for the first calls of a process. */
export function onceKnown(db: Db, tell: (spread: boolean) => void, failed: (error: unknown) => void): void {
  const spread = isSpread(db);
  if (typeof spread === 'boolean') tell(spread);
  else spread.then(tell, failed);
}

function ask(db: Db): Promise<boolean> {
  const runner = runnerFor(db);
  return isDistributed((query) => runner.run(query, []));
}
