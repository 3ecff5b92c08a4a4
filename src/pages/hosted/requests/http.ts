import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import type { Context } from '../../../engine/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { createCompressed } from '../../../platform/http/compressed.ts';
import { failureOf } from '../../../platform/http/error-handler.ts';
import { requestIdOf } from '../../../platform/http/request-start.ts';
import { accentStyle } from '../../assets/accent.ts';
import { script, style } from '../../assets/assets.ts';
import type { PageLook } from '../../layout.ts';
import { failurePage } from './failure-page.ts';
import { speechOf } from './speech.ts';

const longestForm = 16 * 1024;

/** The headers of every hosted page: no foreign content, no frames, no caching. Decision 0015. */
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

const policy = 'Content-Security-Policy';

/** Sends a page. If it has the colour of its merchant, the content policy names the hash of that style too. */
export function sendPage(res: Response, status: number, { brand }: PageLook, text: string): void {
  if (brand.accent !== undefined) {
    const sources = `${style.source} ${accentStyle(brand.accent).source}`;
    res.set(
      policy,
      String(res.get(policy)).replace(style.source, () => sources),
    );
  }
  res.status(status).send(text);
}

/** Reads the body of a form as text. A body of another type stays unread and counts as an empty form. */
export const formBody: RequestHandler = express.text({
  type: 'application/x-www-form-urlencoded',
  limit: longestForm,
  inflate: false,
});

/** Answers an error with a page, never with JSON. */
export function pageFailures(ctx: Context): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const failure = failureOf(refusalOf(error), requestIdOf(res), ctx.log);
    const about = {
      words: speechOf(req, ctx.languages, null).words,
      sandbox: ctx.mode === 'sandbox',
      posted: req.method === 'POST' ? req.originalUrl : undefined,
    };
    res.status(failure.status).set(failure.headers).send(failurePage(failure, about));
  };
}

/** The refusal for what Express throws: an address that cannot be decoded, or a body that it does not accept. */
function refusalOf(error: unknown): unknown {
  if (error instanceof URIError) return new ApiError('NOT_FOUND');
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (status === 413) return new ApiError('PAYLOAD_TOO_LARGE');
  return typeof status === 'number' && status < 500 ? new ApiError('VALIDATION_ERROR') : error;
}

/** Serves the script of the hosted pages; mounted at the root. Spec: "hosted checkout". */
export function scriptRoute(): Router {
  const router = Router();
  const compressed = createCompressed();
  router.get(script.path, async (req, res) => {
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.set('X-Content-Type-Options', 'nosniff');
    res.type('text/javascript');
    await compressed.send(req, res, script.path, async () => Buffer.from(script.text));
  });
  return router;
}
