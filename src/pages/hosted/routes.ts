import type { ErrorRequestHandler, RequestHandler } from 'express';
import express from 'express';
import helmet from 'helmet';
import type { Context } from '../../engine/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { failureOf } from '../../platform/http/error-handler.ts';
import { requestIdOf } from '../../platform/http/request-start.ts';
import { style } from '../assets/assets.ts';
import { failurePage } from './failure-page.ts';

const longestForm = 16 * 1024;

/** What every hosted page carries: nothing foreign, nothing framed, nothing kept. Decision 0015. */
export function pageHeaders(ctx: Context): RequestHandler[] {
  const secure = ctx.addresses.checkout.startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: [style.source],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.set({
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        'Referrer-Policy': 'no-referrer',
        'Permissions-Policy': 'payment=(), camera=(), geolocation=()',
      });
      next();
    },
  ];
}

/** A form as text; anything else is no form, and no form changes nothing. */
export const formBody: RequestHandler = express.text({
  type: 'application/x-www-form-urlencoded',
  limit: longestForm,
  inflate: false,
});

/** Failures of pages, as pages. */
export function pageFailures(ctx: Context): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const failure = failureOf(refusalOf(error), requestIdOf(res), ctx.log);
    res
      .status(failure.status)
      .set(failure.headers)
      .send(failurePage(failure, ctx.mode === 'sandbox'));
  };
}

/** What express says of an address that cannot be decoded, and of a body that it does not take. */
function refusalOf(error: unknown): unknown {
  if (error instanceof URIError) return new ApiError('NOT_FOUND');
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (status === 413) return new ApiError('PAYLOAD_TOO_LARGE');
  return typeof status === 'number' && status < 500 ? new ApiError('VALIDATION_ERROR') : error;
}
