import { Recent } from '../../recent.ts';
import { Bucket, type Take } from './bucket.ts';

/** Counts calls, in this process's memory or in a store that several processes share. */
export type RateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take | Promise<Take>;
  /** Whether `take` would admit a call. Counts nothing. */
  hasRoom(bucketKey: string, limit: number, windowMs: number, nowMs: number): boolean | Promise<boolean>;
};

type MemoryRateLimit = {
  take(bucketKey: string, limit: number, windowMs: number, nowMs: number): Take;
  hasRoom(bucketKey: string, limit: number, windowMs: number, nowMs: number): boolean;
};

/** How the calls of callers are counted, for metrics. */
export type Counting = {
  /** `alone`: the server that the processes share does not answer, and this process admits its share. */
  readonly how: 'together' | 'alone';
  /** How many times the server was lost since the process began. */
  readonly timesAlone: number;
};

export type SharedRateLimit = RateLimit & {
  readonly counting: () => Counting;
  readonly close: () => Promise<void>;
};

/** At most so many buckets are remembered. */
export const mostBuckets = 100_000;

/**
 * Buckets by their names, which begin with their kind: `address:…`, `prompt:…`. If there are too many, the one that was used least
 * recently goes, of the kind that has most: whoever makes up names pushes out no bucket of another kind.
 */
class Buckets {
  readonly #kinds = new Map<string, Recent<Bucket>>();
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Bucket | undefined {
    return this.#kinds.get(kindOf(name))?.get(name);
  }

  getOrMake(name: string): Bucket {
    const known = this.get(name);
    if (known) return known;
    const bucket = new Bucket();
    const kind = this.#kinds.get(kindOf(name)) ?? new Recent<Bucket>(Number.POSITIVE_INFINITY);
    this.#kinds.set(kindOf(name), kind);
    kind.set(name, bucket);
    this.#count += 1;
    if (this.#count > this.#most) this.#dropOne();
    return bucket;
  }

  #dropOne(): void {
    const [largest] = [...this.#kinds.values()].toSorted((a, b) => b.size - a.size);
    largest?.dropOldest();
    this.#count -= 1;
  }
}

function kindOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

/**
 * A sliding-window log: a call is admitted if and only if fewer than `limit` calls were admitted in the last window. Refused calls
 * do not count. Only a log of times enforces "more than 60 requests in 60 seconds" exactly.
 *
 * @param instances how many processes count like this, each for itself: each admits its share, so that they keep the limit together
 */
export function createRateLimit(instances = 1, most = mostBuckets): MemoryRateLimit {
  const buckets = new Buckets(most);
  return {
    take: (bucketKey, limit, windowMs, nowMs) =>
      buckets.getOrMake(bucketKey).take(shareOf(limit, instances), windowMs, nowMs),
    hasRoom: (bucketKey, limit, windowMs, nowMs) => {
      const share = shareOf(limit, instances);
      return buckets.get(bucketKey)?.hasRoom(share, windowMs, nowMs) ?? share > 0;
    },
  };
}

/** 0 if there are more processes than calls: who may admit one, they cannot know. */
export function shareOf(limit: number, instances: number): number {
  return Math.floor(limit / instances);
}

export function rateLimitHeaders(
  take: Take,
  limit: number,
  windowMs: number,
  policy = 'default',
): { RateLimit: string; 'RateLimit-Policy': string } {
  return {
    RateLimit: `"${policy}";r=${take.remaining};t=${take.resetSeconds}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${Math.ceil(windowMs / 1000)}`,
  };
}
