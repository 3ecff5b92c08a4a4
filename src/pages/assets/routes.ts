import { Router } from 'express';
import { script } from './assets.ts';

/** Serves the script of all pages; mounted at the root of every host that serves pages. Spec: "hosted checkout". */
export function assetRoutes(): Router {
  const router = Router();
  router.get(script.path, (_req, res) => {
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.set('X-Content-Type-Options', 'nosniff');
    res.type('text/javascript').send(script.text);
  });
  return router;
}
