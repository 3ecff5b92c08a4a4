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

/** At most so many buckets are remembered; the one that was used least recently goes first. */
export const mostBuckets = 100_000;

/**
 * A sliding-window log: a call is admitted if and only if fewer than `limit` calls were admitted in the last window. Refused calls
 * do not count. Only a log of times enforces "more than 60 requests in 60 seconds" exactly.
 *
 * @param instances how many processes count like this, each for itself: each admits its share, so that they keep the limit together
 */
export function createRateLimit(instances = 1, most = mostBuckets): MemoryRateLimit {
  const buckets = new Recent<Bucket>(most);
  return {
    take(bucketKey, limit, windowMs, nowMs) {
      let bucket = buckets.get(bucketKey);
      if (bucket === undefined) {
        bucket = new Bucket();
        buckets.set(bucketKey, bucket);
      }
      return bucket.take(shareOf(limit, instances), windowMs, nowMs);
    },
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
