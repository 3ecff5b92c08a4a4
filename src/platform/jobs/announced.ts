import { monotonicMs } from '../clock.ts';
import { type Db, notifierOf } from '../db/database.ts';

export type Queue = Parameters<ReturnType<typeof notifierOf>['channel']>[0];

/** No notification announces what becomes due later, and one may be lost. */
const askEveryMs = 1000;
/** Others are found when the worker asks next. */
const mostKnown = 10_000;

/**
 * For whom a queue may have work: those who were announced, those who were found when the worker asked and had no turn yet, and those
 * of whom there was more. To ask every node costs a statement for each shard, so workers ask once a second, and serve these in between.
 */
export class Announced {
  readonly #merchantIds = new Set<string>();
  #askedAtMs = Number.NEGATIVE_INFINITY;

  /** @param merchantIds none: there may be work for anybody */
  hear(merchantIds: readonly string[]): void {
    for (const merchantId of merchantIds) this.add(merchantId);
    if (merchantIds.length === 0) this.#askedAtMs = Number.NEGATIVE_INFINITY;
  }

  get isTimeToAsk(): boolean {
    return monotonicMs() - this.#askedAtMs >= askEveryMs;
  }

  asked(atMs: number): void {
    this.#askedAtMs = atMs;
  }

  /** The one who was announced first is the first. */
  get merchantIds(): readonly string[] {
    return [...this.#merchantIds];
  }

  add(merchantId: string): void {
    if (this.#merchantIds.size < mostKnown) this.#merchantIds.add(merchantId);
  }

  delete(merchantId: string): void {
    this.#merchantIds.delete(merchantId);
  }
}

const known = new WeakMap<Db, Map<Queue, Announced>>();

/** @param queue undefined: nothing is announced, and each turn asks */
export function announcedIn(db: Db, queue: Queue | undefined): Announced {
  if (queue === undefined) return new Announced();
  const ofDb = known.get(db) ?? new Map<Queue, Announced>();
  known.set(db, ofDb);
  const before = ofDb.get(queue);
  if (before) return before;
  const announced = new Announced();
  const { notifier, channel } = notifierOf(db);
  notifier.listen(channel(queue), (merchantIds) => announced.hear(merchantIds));
  ofDb.set(queue, announced);
  return announced;
}
