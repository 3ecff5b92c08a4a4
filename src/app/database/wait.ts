import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';
import { isAway } from '../../platform/db/driver/violations.ts';
import type { Log } from '../../platform/log.ts';
import { DatabaseAway, reasonOf } from './start-problems.ts';

const usualPatienceMs = 30_000;
const pauseMs = 500;

/**
 * Waits for a database that is not there yet, because services of one host start in any order.
 *
 * @param place the address, without its password
 * @throws DatabaseAway when it waited in vain; any other error at once
 */
export async function whenThere<T>(
  place: string,
  log: Log,
  work: () => Promise<T>,
  patienceMs = usualPatienceMs,
): Promise<T> {
  const startedAt = monotonicMs();
  const waitedMs = () => Math.round(monotonicMs() - startedAt);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await work();
      if (attempt > 1) log.info({ ms: waitedMs() }, 'PostgreSQL answers');
      return done;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (waitedMs() > patienceMs)
        throw new DatabaseAway(`${place}. Waited ${patienceMs / 1000} seconds`, error);
      if (attempt === 1)
        log.warn(
          { reason: reasonOf(error), place },
          `waiting for PostgreSQL, ${patienceMs / 1000} s at most`,
        );
    }
    await delay(pauseMs);
  }
}
