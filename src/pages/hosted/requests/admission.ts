import type { Request } from 'express';
import { monotonicMs } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addressBucket } from '../../../platform/http/address.ts';
import type { RateLimit } from '../../../platform/http/limits/rate-limit.ts';
import { countRefusal } from '../../../platform/telemetry/counters.ts';

const minuteMs = 60_000;
const perSession = 60;
/** Many customers in one shop may share an IP address, and each page asks again every three seconds. */
const looksPerVisitor = 600;
const openingsPerVisitor = 60;
const unknownPerAddress = 30;
const promptsPerPhone = 20;
const promptsMs = 10 * minuteMs;
const declinesPerVisitor = 20;
const declinesMs = 10 * minuteMs;

/**
 * The rate limits of hosted pages. Only the payer knows the address of a checkout, so the limit counts requests to that
 * address, whoever sends them. The address of a link or invoice is public, so its limit counts each visitor alone:
 * otherwise one visitor could block the page for all.
 *
 * Decisions 0017 ("Hosted addresses") and 0147.
 */
export type Admission = {
  /** A request to a page that only one customer knows: a checkout, or the page that saves a card. */
  readonly session: (id: string) => Promise<void>;
  /** A GET of a public page. */
  readonly look: (req: Request, publicId: string) => Promise<void>;
  /** A POST that opens a checkout from a public page. */
  readonly open: (req: Request, publicId: string) => Promise<void>;
  /** False if this phone has been prompted too often from this public page. */
  readonly prompts: (publicId: string, phone: string) => Promise<boolean>;
  /** False if too many cards that this visitor tried on public pages of the merchant were declined. */
  readonly cards: (req: Request, merchantId: string) => Promise<boolean>;
  /** Counts a card that was declined on a public page. */
  readonly declined: (req: Request, merchantId: string) => Promise<void>;
  /** A request to an address that does not exist: answers 404, and limits visitors who guess addresses. */
  readonly unknown: (req: Request) => Promise<never>;
};

export function createAdmission(rateLimit: RateLimit, part: 'sandbox' | 'live' | 'logos'): Admission {
  const take = async (bucket: string, limit: number, windowMs = minuteMs) => {
    const taken = await rateLimit.take(`${part}:${bucket}`, limit, windowMs, monotonicMs());
    if (!taken.admitted) countRefusal(bucket);
    return taken;
  };
  const admit = async (bucket: string, limit: number) => {
    const { admitted, retryAfterSeconds } = await take(bucket, limit);
    if (!admitted) throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds });
  };
  return {
    session: (id) => admit(`page:${id}`, perSession),
    look: (req, publicId) => admit(`look:${publicId}:${addressBucket(req)}`, looksPerVisitor),
    open: (req, publicId) => admit(`open:${publicId}:${addressBucket(req)}`, openingsPerVisitor),
    prompts: async (publicId, phone) =>
      (await take(`prompt:${publicId}:${phone}`, promptsPerPhone, promptsMs)).admitted,
    cards: async (req, merchantId) => {
      const bucket = declinesOf(req, merchantId);
      const has = await rateLimit.hasRoom(`${part}:${bucket}`, declinesPerVisitor, declinesMs, monotonicMs());
      if (!has) countRefusal(bucket);
      return has;
    },
    declined: async (req, merchantId) => {
      const bucket = `${part}:${declinesOf(req, merchantId)}`;
      await rateLimit.take(bucket, declinesPerVisitor, declinesMs, monotonicMs());
    },
    unknown: async (req) => {
      await admit(`unknown-page:${addressBucket(req)}`, unknownPerAddress);
      throw new ApiError('NOT_FOUND');
    },
  };
}

const declinesOf = (req: Request, merchantId: string): string =>
  `declined:${merchantId}:${addressBucket(req)}`;
