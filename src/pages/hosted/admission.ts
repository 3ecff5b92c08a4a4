import type { Request } from 'express';
import { monotonicMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { addressBucket } from '../../platform/http/address.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';

const minuteMs = 60_000;
const perSession = 60;
/** Behind one address there may be a shop's whole queue, each asking again every three seconds. */
const looksPerVisitor = 600;
const openingsPerVisitor = 60;
const unknownPerAddress = 30;
const promptsPerPhone = 20;
const promptsMs = 10 * minuteMs;

/**
 * Who may look at a hosted page now, and do what. The address of a checkout is known to its payer only, so it is limited
 * by itself, never by its visitor; a public page is limited for each visitor, or one could shut it for all.
 *
 * Decision 0017 ("Hosted addresses").
 */
export type Admission = {
  readonly session: (checkoutId: string) => void;
  readonly look: (req: Request, publicId: string) => void;
  /** A payment is begun at a public page. */
  readonly open: (req: Request, publicId: string) => void;
  /** False: this phone was prompted too often from this public page. */
  readonly prompts: (publicId: string, phone: string) => boolean;
  /** Whoever guesses addresses is slowed down; whoever mistyped one reads a page. */
  readonly unknown: (req: Request) => never;
};

export function createAdmission(): Admission {
  const rateLimit = createRateLimit();
  const take = (bucket: string, limit: number, windowMs = minuteMs) =>
    rateLimit.take(bucket, limit, windowMs, monotonicMs());
  const admit = (bucket: string, limit: number) => {
    const { admitted, retryAfterSeconds } = take(bucket, limit);
    if (!admitted) throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds });
  };
  return {
    session: (checkoutId) => admit(`page:${checkoutId}`, perSession),
    look: (req, publicId) => admit(`look:${publicId}:${addressBucket(req)}`, looksPerVisitor),
    open: (req, publicId) => admit(`open:${publicId}:${addressBucket(req)}`, openingsPerVisitor),
    prompts: (publicId, phone) => take(`prompt:${publicId}:${phone}`, promptsPerPhone, promptsMs).admitted,
    unknown: (req) => {
      admit(`unknown-page:${addressBucket(req)}`, unknownPerAddress);
      throw new ApiError('NOT_FOUND');
    },
  };
}
