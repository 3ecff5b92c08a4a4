import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../engine/context.ts';
import type { Mode, Principal } from '../../../engine/principal.ts';
import { now } from '../../../platform/clock.ts';
import type { Answered } from '../../../platform/contract/answered.ts';
import { inClaimAcrossMerchants } from '../../../platform/db/database.ts';
import { inParts } from '../../../platform/jobs/merchant-by-merchant.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import { addTrafficAcrossMerchants, type Tally } from './queries.ts';
import { Tallies } from './tallies.ts';

type Contexts = Readonly<Record<Mode, Pick<Context, 'db' | 'log'>>>;

export type TrafficRecorder = {
  /** Only counts in memory: the call does not wait for the database, and cannot fail by it. */
  readonly note: (call: Answered<Principal>) => void;
  readonly start: () => void;
  /** Writes what is left. A database that does not answer holds it up for two seconds at most. */
  readonly stop: () => Promise<void>;
};

const everyMs = 2000;
const lastMs = 2000;
const rowsAtOnce = 500;

/**
 * Records what each app uses of the API, for the rehearsal of a later version. It adds up calls in memory and writes them every two
 * seconds. A process that is killed loses what it has not written; nothing else depends on it.
 *
 * Decision 0072.
 */
export function createTrafficRecorder(contexts: Contexts): TrafficRecorder {
  const recorders = { sandbox: ofMode(contexts.sandbox), live: ofMode(contexts.live) };
  return {
    note(call) {
      recorders[call.principal.mode].tallies.add(call, now());
    },
    start: () => {
      for (const recorder of Object.values(recorders)) recorder.start();
    },
    stop: async () => {
      await Promise.all(Object.values(recorders).map((recorder) => recorder.stop()));
    },
  };
}

function ofMode({ db, log }: Contexts[Mode]) {
  const tallies = new Tallies();
  const ending = new AbortController();
  const writes = createOutage(log, 'recording the traffic of apps');
  let running = Promise.resolve();

  async function write(): Promise<void> {
    const lost = tallies.takeLost();
    if (lost > 0) log.warn({ calls: lost }, 'calls were not recorded: too many apps and operations at once');
    const taken = tallies.take();
    const written = new Set<Tally>();
    try {
      await inParts(db, taken, async ({ rows: all }) => {
        for (let at = 0; at < all.length; at += rowsAtOnce) {
          const rows = all.slice(at, at + rowsAtOnce);
          await inClaimAcrossMerchants(db, (tx) => addTrafficAcrossMerchants(tx, rows));
          for (const tally of rows) written.add(tally);
        }
      });
    } finally {
      tallies.giveBack(taken.filter((tally) => !written.has(tally)));
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await writes.attempt(write, ending.signal);
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  async function writeLast(): Promise<void> {
    await running;
    await write();
  }

  return {
    tallies,
    start() {
      running = run();
    },
    async stop() {
      ending.abort();
      const unwritten = writeLast().catch((error: unknown) =>
        log.warn({ err: error }, 'the last traffic was not recorded'),
      );
      await Promise.race([unwritten, pause(lastMs, undefined, { ref: false })]);
    },
  };
}
