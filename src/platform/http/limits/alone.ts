import { createHash } from 'node:crypto';
import { Recent } from '../../recent.ts';
import { Bucket, type Take } from './bucket.ts';
import { mostBuckets, shareOf } from './rate-limit.ts';

export type Wanted = { readonly name: string; readonly limit: number; readonly windowMs: number };

const lettersOfName = 22;

/** The name is a hash: addresses and phones of callers stay in this process. */
export function wantedOf(bucketKey: string, limit: number, windowMs: number): Wanted {
  const hash = createHash('sha256').update(bucketKey).digest('base64url');
  return { name: hash.slice(0, lettersOfName), limit, windowMs };
}

/** What this process has admitted of a bucket. */
export type Admitted = Wanted & { readonly agesMs: readonly number[] };

type Remembered = { readonly bucket: Bucket; readonly limit: number; readonly windowMs: number };

/**
 * What a process admits while the processes cannot count together. What the others admitted in the last window, before the count was
 * lost, it cannot know, but the server has told everybody which buckets are busy: more than half of their limit was used. Until a window
 * has passed, it admits nothing of those, and of the others its share of the second half. Then its share of the whole limit.
 *
 * Decision 0108.
 */
export class Alone {
  readonly #instances: number;
  readonly #buckets = new Recent<Remembered>(mostBuckets);
  /** Until when a bucket is busy. */
  readonly #busy = new Recent<number>(mostBuckets);
  #sinceMs: number;

  constructor(instances: number, nowMs: number) {
    this.#instances = instances;
    this.#sinceMs = nowMs;
  }

  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** The count was lost now. */
  begin(nowMs: number): void {
    this.#sinceMs = nowMs;
  }

  markBusy(name: string, untilMs: number): void {
    this.#busy.set(name, untilMs);
  }

  /** A call that all processes together have admitted. */
  remember(wanted: Wanted, nowMs: number): void {
    this.#bucketOf(wanted).remember(wanted.windowMs, nowMs);
  }

  take(wanted: Wanted, nowMs: number): Take {
    const { limit, windowMs } = wanted;
    const bucket = this.#bucketOf(wanted);
    const share = shareOf(limit, this.#instances);
    if (this.#hasPassed(windowMs, nowMs)) return bucket.take(share, windowMs, nowMs);
    return bucket.takeSince(this.#parting(wanted), share, windowMs, nowMs);
  }

  hasRoom(wanted: Wanted, nowMs: number): boolean {
    const { limit, windowMs } = wanted;
    const bucket = this.#bucketOf(wanted);
    if (this.#hasPassed(windowMs, nowMs))
      return bucket.hasRoom(shareOf(limit, this.#instances), windowMs, nowMs);
    const { sinceMs, most } = this.#parting(wanted);
    return bucket.timesSince(sinceMs).length < most;
  }

  /** What was admitted in the last window, and not before `sinceMs`. */
  admittedSince(sinceMs: number, nowMs: number): readonly Admitted[] {
    return [...this.#buckets.entries()].flatMap(([name, { bucket, limit, windowMs }]) => {
      const times = bucket.timesSince(Math.max(sinceMs, nowMs - windowMs));
      return times.length === 0 ? [] : [{ name, limit, windowMs, agesMs: times.map((time) => nowMs - time) }];
    });
  }

  #hasPassed(windowMs: number, nowMs: number): boolean {
    return this.#sinceMs <= nowMs - windowMs;
  }

  #parting({ name, limit }: Wanted): { readonly sinceMs: number; readonly most: number } {
    const sinceMs = this.#sinceMs;
    const isBusy = (this.#busy.get(name) ?? Number.NEGATIVE_INFINITY) > sinceMs;
    return { sinceMs, most: isBusy ? 0 : shareOf(limit - Math.floor(limit / 2), this.#instances) };
  }

  #bucketOf({ name, limit, windowMs }: Wanted): Bucket {
    const bucket = this.#buckets.get(name)?.bucket ?? new Bucket();
    this.#buckets.set(name, { bucket, limit, windowMs });
    return bucket;
  }
}
