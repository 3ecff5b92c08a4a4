import { machineAheadMs, monotonicMs, setClock } from './clock.ts';
import type { Log } from './log.ts';

/** The milliseconds since 1970 that PostgreSQL's clock shows. */
type AskClock = () => Promise<number>;

const measuredEveryMs = 30_000;
/** A sleep of the machine stops the monotonic clock. The machine's own clock then leaps ahead of it, and we measure at once. */
const leapMs = 1000;
const watchedEveryMs = 1000;
const samples = 5;
/** Beyond it, times in the log and in other programs of this machine mislead. */
const saidFromMs = 5000;

/** Measures what PostgreSQL's clock shows. The fastest of a few round trips knows best. */
export async function syncClock(ask: AskClock): Promise<void> {
  let fastest = { zeroMs: 0, tookMs: Number.POSITIVE_INFINITY };
  for (let sample = 0; sample < samples; sample += 1) {
    const sentMs = monotonicMs();
    const shownMs = await ask();
    const tookMs = monotonicMs() - sentMs;
    if (tookMs < fastest.tookMs) fastest = { zeroMs: shownMs - sentMs - tookMs / 2, tookMs };
  }
  setClock(fastest.zeroMs, fastest.tookMs / 2);
}

/** Follows PostgreSQL's clock as long as the process runs. Says in the log when the machine's clock begins or ceases to differ. */
export async function followClock(ask: AskClock, log: Log): Promise<void> {
  let measuring = false;
  let measuredMs = Number.NEGATIVE_INFINITY;
  let knownMs = 0;
  const say = sayerOf(log);
  const follow = async () => {
    measuring = true;
    // While the database is away, our monotonic clock carries on from the last measurement.
    await syncClock(ask).catch(() => undefined);
    measuring = false;
    measuredMs = monotonicMs();
    knownMs = machineAheadMs();
    say(knownMs);
  };
  await follow();
  setInterval(() => {
    const leapt = Math.abs(machineAheadMs() - knownMs) > leapMs;
    if (!measuring && (leapt || monotonicMs() - measuredMs >= measuredEveryMs)) void follow();
  }, watchedEveryMs).unref();
}

function sayerOf(log: Log): (aheadMs: number) => void {
  let saidMs = 0;
  return (aheadMs) => {
    const differs = Math.abs(aheadMs) > saidFromMs;
    if (differs && Math.abs(aheadMs - saidMs) > saidFromMs) {
      log.warn(
        { ahead_ms: aheadMs },
        "this machine's clock differs from PostgreSQL's, which the service uses",
      );
      saidMs = aheadMs;
    } else if (!differs && saidMs !== 0) {
      log.info({ ahead_ms: aheadMs }, "this machine's clock agrees with PostgreSQL's again");
      saidMs = 0;
    }
  };
}
