import type { Request } from 'express';
import { monotonicMs } from '../../platform/clock.ts';
import { addressBucket } from '../../platform/http/address.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';

const windowMs = 60_000;
const perSession = 60;
/** A link has many visitors at once; a session has one. */
const perLink = 1200;
const unknownPerAddress = 30;

/** Who may look at a hosted page now. A known page is limited by itself, never by its visitor. Decision 0017 ("Hosted addresses"). */
export type Admission = {
  readonly session: (checkoutId: string) => Promise<void>;
  readonly link: (linkId: string) => Promise<void>;
  /** Whoever guesses addresses is slowed down; whoever mistyped one reads a page. */
  readonly unknown: (req: Request) => Promise<never>;
};

export function createAdmission(): Admission {
  const rateLimit = createRateLimit();
  const take = async (bucket: string, limit: number) => {
    const { admitted, retryAfterSeconds } = rateLimit.take(bucket, limit, windowMs, monotonicMs());
    if (!admitted) throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds });
  };
  return {
    session: (checkoutId) => take(`page:${checkoutId}`, perSession),
    link: (linkId) => take(`link:${linkId}`, perLink),
    unknown: async (req) => {
      await take(`unknown-page:${addressBucket(req)}`, unknownPerAddress);
      throw new ApiError('NOT_FOUND');
    },
  };
}
