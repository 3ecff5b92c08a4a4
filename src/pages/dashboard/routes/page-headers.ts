import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { createCompressed } from '../../../platform/http/compressed.ts';
import { asset } from '../../assets/assets.ts';
import type { Office } from '../requests/visit.ts';

export const isSecure = ({ address }: Office): boolean => address.startsWith('https:');

/** No foreign content, no frames, no inline style or script, no caching. */
export function pageHeaders(office: Office): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: isSecure(office) ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'same-origin' });
      res.set('Permissions-Policy', 'payment=(), camera=(), geolocation=()');
      next();
    },
  ];
}

/** Style and scripts. Their names contain their hashes, so browsers keep them for good. */
export function assetRoutes(): Router {
  const router = Router();
  const compressed = createCompressed();
  for (const { path, text, type } of Object.values(asset)) {
    router.get(path, async (req, res) => {
      res
        .set('Cache-Control', 'public, max-age=31536000, immutable')
        .set('X-Content-Type-Options', 'nosniff')
        .type(type);
      await compressed.send(req, res, path, async () => Buffer.from(text));
    });
  }
  return router;
}
