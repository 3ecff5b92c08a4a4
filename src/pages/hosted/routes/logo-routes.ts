import { type RequestHandler, Router } from 'express';
import { findLogoAcrossMerchants } from '../../../domain/merchants/accounts/brand-queries.ts';
import { logoEndings } from '../../../domain/merchants/accounts/logo.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import type { Admission } from '../requests/admission.ts';

const shape = /^([0-9a-f]{64})\.(?:png|jpg|webp)$/;

/**
 * Serves the logos of merchants; mounted at the root, so that every host name of ours has them. A merchant made the file, so a
 * browser must take it for nothing but a picture: the type is ours, and the content policy allows nothing.
 *
 * Decision 0094.
 */
export function logoRoute(platform: PlatformDb, admission: Admission): Router {
  const router = Router();
  const serve: RequestHandler = async (req, res) => {
    const [name, hash] = shape.exec(String(req.params['name'])) ?? [];
    if (name === undefined || hash === undefined) throw await admission.unknown(req);
    // One limit for all names of a visitor: a name says nothing before it was looked for.
    await admission.look(req, 'all');
    const logo = await findLogoAcrossMerchants(platform, Buffer.from(hash, 'hex'));
    if (!logo || !name.endsWith(`.${logoEndings[logo.media_type]}`)) throw await admission.unknown(req);
    res.set({
      'Content-Type': logo.media_type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-site',
      'X-Content-Type-Options': 'nosniff',
    });
    res.send(logo.content);
  };
  router.get('/logos/:name', serve);
  return router;
}
