import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { DatabaseUnavailable } from '../../../platform/db/driver/violations.ts';
import { findKeysAcrossMerchants, type KeyRow } from '../keys/queries.ts';

/** Looks up a key by its hash, in Base64; undefined: there is no such key. */
export type LookUp = (hash: string) => Promise<KeyRow | undefined>;

type Waiting = PromiseWithResolvers<KeyRow | undefined> & { readonly sinceMs: number };

const mostAtOnce = 2000;
/** How long a key waits for the query before its own, if that one gets no answer: as long as a call waits for a connection. */
const patienceMs = 2000;

/**
 * Looks keys up one query at a time: all keys that arrive during a query share the next one. However many keys there are, they use
 * one connection.
 *
 * @param pauseMs how long it waits before each query
 */
export function createLookUp(platform: PlatformDb, pauseMs: number): LookUp {
  const waiting = new Map<string, Waiting>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      if (pauseMs > 0) await delay(pauseMs);
      const batch = new Map([...waiting].slice(0, mostAtOnce));
      for (const hash of batch.keys()) waiting.delete(hash);
      const away = await answer(platform, batch);
      if (away !== undefined) giveUp(waiting, away);
    }
    running = false;
  }

  return (hash) => {
    // Only before its query is sent: a key must not be answered from before it was asked for.
    const entry = waiting.get(hash) ?? {
      sinceMs: monotonicMs(),
      ...Promise.withResolvers<KeyRow | undefined>(),
    };
    waiting.set(hash, entry);
    if (!running) void run();
    return entry.promise;
  };
}

/** @returns an error that says that the database does not answer */
async function answer(
  platform: PlatformDb,
  batch: ReadonlyMap<string, Waiting>,
): Promise<DatabaseUnavailable | undefined> {
  const entries = [...batch.values()];
  try {
    const hashes = [...batch.keys()].map((hash) => Buffer.from(hash, 'base64'));
    const rows = await findKeysAcrossMerchants(platform, hashes);
    for (const row of rows) batch.get(row.hash.toString('base64'))?.resolve(row);
    for (const { resolve } of entries) resolve(undefined);
    return undefined;
  } catch (error) {
    for (const { reject } of entries) reject(error);
    return error instanceof DatabaseUnavailable ? error : undefined;
  }
}

/** Whoever has waited long does not begin to wait for a database that is away. */
function giveUp(waiting: Map<string, Waiting>, error: DatabaseUnavailable): void {
  const beforeMs = monotonicMs() - patienceMs;
  for (const [hash, { sinceMs, reject }] of waiting) {
    if (sinceMs >= beforeMs) continue;
    waiting.delete(hash);
    reject(error);
  }
}
