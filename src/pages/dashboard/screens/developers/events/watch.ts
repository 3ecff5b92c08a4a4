import { setTimeout as pause } from 'node:timers/promises';
import { findActivityAcrossMerchants } from '../../../../../domain/notices/events/log-queries.ts';
import { monotonicMs } from '../../../../../platform/clock.ts';
import type { Db } from '../../../../../platform/db/database.ts';
import { showId } from '../../../../../platform/ids.ts';
import { sha256 } from '../../../../../platform/secrets.ts';

const pollMs = 1000;
const mostAtOnce = 500;

/** What a reader is told: that the state has another name now, and which event is the newest. */
type News = { readonly id: string; readonly newest: string };

type Wait = {
  readonly seen: string | undefined;
  readonly untilMs: number;
  readonly wake: (news?: News) => void;
};

/** One query a second asks for all merchants that somebody watches, however many readers there are. Without readers none is made. */
class Watcher {
  readonly #db: Db;
  readonly #isEnding: () => boolean;
  readonly #readers = new Map<string, number>();
  readonly #waits = new Map<string, Set<Wait>>();
  readonly #known = new Map<string, News>();
  #running = false;

  constructor(db: Db, isEnding: () => boolean) {
    this.#db = db;
    this.#isEnding = isEnding;
  }

  readersOf(merchantId: string): number {
    return this.#readers.get(merchantId) ?? 0;
  }

  join(merchantId: string): void {
    this.#readers.set(merchantId, this.readersOf(merchantId) + 1);
    if (!this.#running) void this.#run();
  }

  leave(merchantId: string): void {
    const left = this.readersOf(merchantId) - 1;
    if (left > 0) this.#readers.set(merchantId, left);
    else {
      this.#readers.delete(merchantId);
      this.#known.delete(merchantId);
    }
  }

  /** Waits until the state is another than `seen`. Undefined: nothing has happened for so long, or the reader has gone. */
  async next(
    merchantId: string,
    seen: string | undefined,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<News | undefined> {
    const known = this.#known.get(merchantId);
    if (known && known.id !== seen) return known;
    const { promise, resolve } = Promise.withResolvers<News | undefined>();
    const wait: Wait = { seen, untilMs: monotonicMs() + ms, wake: resolve };
    const gone = (): void => resolve(undefined);
    const waits = this.#waits.get(merchantId) ?? new Set();
    this.#waits.set(merchantId, waits.add(wait));
    signal.addEventListener('abort', gone);
    if (signal.aborted) gone();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', gone);
      waits.delete(wait);
    }
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#readers.size > 0) {
      await this.#look();
      this.#wake();
      await pause(pollMs, undefined, { ref: false });
    }
    this.#running = false;
  }

  async #look(): Promise<void> {
    const merchantIds = [...this.#readers.keys()];
    for (let at = 0; at < merchantIds.length && !this.#isEnding(); at += mostAtOnce) {
      // While the database is away nothing is known, and the readers wait.
      const found = await findActivityAcrossMerchants(this.#db, merchantIds.slice(at, at + mostAtOnce)).catch(
        () => [],
      );
      for (const { merchantId, newest, state } of found)
        this.#known.set(merchantId, {
          id: sha256(state).toString('hex').slice(0, 16),
          newest: newest === null ? '' : showId('evt', newest),
        });
    }
  }

  #wake(): void {
    const isOver = this.#isEnding();
    const nowMs = monotonicMs();
    for (const [merchantId, waits] of this.#waits) {
      const known = this.#known.get(merchantId);
      for (const { seen, untilMs, wake } of waits) {
        if (known && known.id !== seen) wake(known);
        else if (isOver || nowMs >= untilMs) wake();
      }
      if (waits.size === 0) this.#waits.delete(merchantId);
    }
  }
}

/** Database of a mode → its watcher. */
const watchers = new WeakMap<Db, Watcher>();

export function watcherOf(db: Db, isEnding: () => boolean): Watcher {
  const known = watchers.get(db) ?? new Watcher(db, isEnding);
  watchers.set(db, known);
  return known;
}
