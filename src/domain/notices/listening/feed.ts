import type { Context } from '../../../engine/context.ts';
import { notifierOf } from '../../../platform/db/database.ts';
import { createOutage } from '../../../platform/jobs/outage.ts';
import { createWaiter } from '../../../platform/jobs/waiter.ts';
import { give } from './giving.ts';
import type { Position } from './position.ts';
import { findNewAcrossMerchants } from './queries.ts';
import {
  earliestOf,
  type Listener,
  mostOfPage,
  type Page,
  type Reader,
  readPage,
  rowsFor,
  secretsFor,
} from './reading.ts';

type Stream = {
  /** Undefined until the first read. */
  readonly position: () => Position | undefined;
  /** The reader has read what was sent. */
  readonly resume: () => void;
  readonly close: () => void;
};

export type Feed = {
  /** @param from undefined: from now on */
  readonly open: (listener: Listener, from: Position | undefined) => Stream;
  /** Ends the loop. The streams get nothing more. */
  readonly stop: () => Promise<void>;
};

/** An event without a delivery wakes nobody. */
const pollMs = 250;
/** The most items of one read for all. What is longer, each stream reads for itself. */
const mostForAll = 500;
/**
 * The events of a mode, for those who listen. One loop in each process reads what is new for all streams that are up to date. The
 * others, which begin in the past or read slowly, are read for one by one, a page at a time: no more is in memory than a page.
 *
 * Decision 0099.
 */
export function createFeed(ctx: Context): Feed {
  const readers = new Set<Reader>();
  const waiter = createWaiter();
  const ending = new AbortController();
  const { notifier, channel } = notifierOf(ctx.db);
  const { readForAll, catchUp } = createReads(ctx, readers, ending.signal);
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const stopListening = notifier.listen(channel('deliveries'), waiter.wake);
    while (readers.size > 0 && !ending.signal.aborted) {
      await readForAll();
      await waiter.wait(pollMs);
    }
    stopListening();
    running = undefined;
  }

  return {
    open(listener, position) {
      const reader: Reader = {
        listener,
        position,
        caughtUp: false,
        isReady: false,
        isFull: false,
        isReading: false,
        page: undefined,
      };
      readers.add(reader);
      void catchUp(reader);
      running ??= run();
      return {
        position: () => reader.position,
        resume: () => {
          reader.isFull = false;
          void catchUp(reader);
        },
        close: () => void readers.delete(reader),
      };
    },
    async stop() {
      ending.abort();
      readers.clear();
      waiter.wake();
      await running;
    },
  };
}

/** The two ways to read: for all who are up to date, and for one who is not. */
function createReads(ctx: Context, readers: Set<Reader>, ending: AbortSignal) {
  const reads = createOutage(ctx.log, 'reading events for listeners');

  /** The client connects again and goes on after its last event, perhaps in a process that can send the next one. */
  function end(reader: Reader, error: unknown): void {
    const { listener } = reader;
    readers.delete(reader);
    const about = { err: error, app_id: listener.appId };
    ctx.log.error(about, 'an event could not be sent to a listener, whose stream ends');
    listener.end();
  }

  async function findNew(): Promise<void> {
    const ready = [...readers].filter(({ caughtUp }) => caughtUp);
    const from = earliestOf(ready);
    if (!from) return;
    const merchantIds = [...new Set(ready.map(({ listener }) => listener.merchantId))];
    const found = await findNewAcrossMerchants(ctx.db, merchantIds, from, mostForAll);
    const secrets = await secretsFor(ctx, found, ready);
    // Those that caught up meanwhile take part in the next read.
    const still = ready.filter((reader) => readers.has(reader) && reader.caughtUp);
    for (const reader of still) {
      const page = { rows: rowsFor(reader, found), until: found.now, isLast: true, secrets };
      if (found.rows.length === mostForAll || page.rows.length >= mostOfPage) reader.caughtUp = false;
      else giveNew(reader, page);
      if (!reader.caughtUp) void catchUp(reader);
    }
  }

  /** Whatever fails for one reader must not keep the others from what was found. */
  function giveNew(reader: Reader, page: Page): void {
    try {
      give(ctx, reader, page);
    } catch (error) {
      end(reader, error);
    }
  }

  /** Reads for one until they have everything, or are slow. */
  async function catchUp(reader: Reader): Promise<void> {
    if (reader.isReading) return;
    reader.isReading = true;
    const goesOn = () => readers.has(reader) && !reader.caughtUp && !reader.isFull && !ending.aborted;
    try {
      while (goesOn()) {
        const page = reader.page ?? (await reads.attempt(() => readPage(ctx, reader), ending));
        if (!page || !goesOn()) continue;
        // The end of a stretch that was begun before is not the present: it may be days old.
        const endsNow = reader.position?.until === undefined;
        give(ctx, reader, page);
        reader.caughtUp = page.isLast && endsNow && !reader.isFull;
        announce(reader);
      }
    } catch (error) {
      end(reader, error);
    }
    reader.isReading = false;
  }

  return { catchUp, readForAll: () => reads.attempt(findNew, ending) };
}

function announce(reader: Reader): void {
  if (!reader.caughtUp || reader.isReady || !reader.position) return;
  reader.isReady = true;
  reader.listener.ready(reader.position);
}
