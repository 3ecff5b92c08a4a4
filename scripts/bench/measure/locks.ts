import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export type LocksSeen = {
  /** The longest that one session held a lock on a table which stops writers. */
  readonly heldMs: number;
  /** The longest that a session waited for a lock on a table. */
  readonly waitedMs: number;
};

type Row = { holder: string; granted: boolean; waited_ms: number };

const everyMs = 10;

/** Locks on tables that stop writers, and sessions that wait for any lock on a table. */
const query = `
  SELECT l.pid || ' ' || c.relname || ' ' || l.mode AS holder, l.granted,
    coalesce(extract(epoch FROM clock_timestamp() - l.waitstart) * 1000, 0)::float8 AS waited_ms
  FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND c.relkind = 'r'
    AND c.relnamespace IN ('platform'::regnamespace, 'sandbox'::regnamespace, 'live'::regnamespace)
    AND (NOT l.granted OR l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))`;

/** Looks at the locks every ten milliseconds. Returns a function that stops and tells what it has seen. */
export async function watchLocks(ownerUrl: string): Promise<() => Promise<LocksSeen>> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const since = new Map<string, number>();
  const ending = new AbortController();
  let [heldMs, waitedMs] = [0, 0];
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const { rows } = await client.query<Row>(query);
      const atMs = performance.now();
      const held = new Set(rows.filter(({ granted }) => granted).map(({ holder }) => holder));
      for (const holder of since.keys()) if (!held.has(holder)) since.delete(holder);
      for (const holder of held) {
        since.set(holder, since.get(holder) ?? atMs);
        heldMs = Math.max(heldMs, atMs - (since.get(holder) ?? atMs));
      }
      for (const row of rows) if (!row.granted) waitedMs = Math.max(waitedMs, row.waited_ms);
      await delay(everyMs);
    }
  })();
  return async () => {
    ending.abort();
    await watching;
    await client.end();
    return { heldMs: Math.round(heldMs), waitedMs: Math.round(waitedMs) };
  };
}
