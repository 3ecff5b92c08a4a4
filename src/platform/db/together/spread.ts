import { distributedQuery, extensionQuery } from '../citus/layout.ts';
import type { Db } from '../database.ts';
import { runnerFor } from '../instances.ts';

const known = new WeakMap<Db, Promise<boolean>>();

/** Whether the merchants are distributed over nodes. A process asks once; it is started again after `mps citus distribute`. */
export function isSpread(db: Db): Promise<boolean> {
  const before = known.get(db);
  if (before) return before;
  const asked = ask(db);
  known.set(db, asked);
  asked.catch(() => known.delete(db));
  return asked;
}

async function ask(db: Db): Promise<boolean> {
  for (const query of [extensionQuery, distributedQuery]) {
    const { rows } = await runnerFor(db).run(query, []);
    if (rows[0]?.['is'] !== true) return false;
  }
  return true;
}
