import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';

/** What a loop does again and again, though the database may be away. */
export type Outage = {
  /**
   * Runs `work`. If it fails, says so in the log, rests, and returns undefined: 250 ms after the first failure, then twice as long
   * each time, up to 4 seconds. Of the failures that follow the first, only their number is logged: once a minute, and when `work`
   * succeeds again. The signal ends a rest.
   */
  readonly attempt: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | undefined>;
};

const firstRestMs = 250;
const longestRestMs = 4000;
const countedEveryMs = 60_000;

/** @param what the loop does, such as "claiming deliveries" */
export function createOutage(log: Log, what: string): Outage {
  let failures = 0;
  let startedMs = 0;
  let loggedMs = 0;
  const count = () => ({ failures, seconds: Math.round((monotonicMs() - startedMs) / 1000) });

  function logFailure(error: unknown): void {
    const atMs = monotonicMs();
    if (failures > 1 && atMs - loggedMs < countedEveryMs) return;
    loggedMs = atMs;
    if (failures === 1) {
      startedMs = atMs;
      log.error({ err: error }, `${what} failed`);
    } else log.error({ ...count(), err: error }, `${what} still fails`);
  }

  return {
    async attempt(work, signal) {
      try {
        const done = await work();
        if (failures > 0) log.info(count(), `${what} works again`);
        failures = 0;
        return done;
      } catch (error) {
        failures += 1;
        logFailure(error);
        const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (failures - 1));
        await pause(restMs, undefined, { signal }).catch(() => undefined);
        return undefined;
      }
    },
  };
}
