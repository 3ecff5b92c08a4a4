import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const attempts = 20;
const pauseMs = 250;

/** The lock was not free in time, or PostgreSQL ended this session to resolve a deadlock. */
const busy = new Set(['55P03', '40P01']);

/**
 * Runs `work` again while a lock that it needs is not free. A statement that waits for a lock blocks all who come after it, so
 * it waits only its `lock_timeout` and then lets the others pass for a moment.
 */
export async function withPatience<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const again = error instanceof DatabaseError && busy.has(error.code ?? '') && attempt < attempts;
    if (!again) throw error;
  }
  await delay(pauseMs);
  return withPatience(work, attempt + 1);
}
