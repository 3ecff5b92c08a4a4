import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { createCompressed } from '../../platform/http/compressed.ts';
import { docsStyle } from '../assets/assets.ts';
import { addressOf, documents, journeysFile, nameOf, pageAt } from './documents.ts';
import { notFoundPage, returnPage } from './page.ts';

/** The reference is one file that contains its own program: it may run that program, and may load nothing else. Decision 0001. */
const policyOfReference = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'none'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pages = {
  '/': 'index',
  '/webhooks': 'webhooks',
  '/events': 'events',
  '/errors': 'errors',
  '/testing': 'testing',
  '/changelog': 'changelog',
} as const;

/** For receivers of webhooks: vectors to test their own code with, and a module that verifies signatures for them. */
const downloads = { 'webhook-vectors.json': 'application/json', 'webhooks.mjs': 'text/javascript' } as const;

/** Serves the documentation that `npm run docs` built; mounted at /docs. Decision 0001. */
export function docsRoutes(options: { readonly dataDir: string }): Router {
  const folder = join(options.dataDir, 'docs');
  const router = Router();
  const compressed = createCompressed();
  // Each address at which readers are has its own start page: many of them push out nothing else.
  const startPages = createCompressed();
  const sendBuilt = async (req: Request, res: Response, file: string, address?: string): Promise<void> => {
    const name = await nameOf(folder, file);
    if (name === undefined) return notFound(res, folder);
    res.set('Cache-Control', 'no-cache');
    const kept = address === undefined ? compressed : startPages;
    await kept.send(req, res, `${name} ${address ?? ''}`, () => pageAt(address, join(folder, file)));
  };
  router.use(headers);
  for (const [path, name] of Object.entries(pages)) {
    router.get(path, (req, res) => {
      res.type('html');
      // Only the start page has samples.
      return sendBuilt(req, res, `${name}.html`, name === 'index' ? addressOf(req) : undefined);
    });
  }
  for (const [name, type] of Object.entries(downloads)) {
    router.get(`/${name}`, (req, res) => {
      res.attachment(name).type(type);
      return sendBuilt(req, res, name);
    });
  }
  router.get('/reference', (req, res) => {
    res.set('Content-Security-Policy', policyOfReference).type('html');
    return sendBuilt(req, res, 'reference.html');
  });
  router.get('/docs.css', async (req, res) => {
    res.set('Cache-Control', 'no-cache').type('css');
    await compressed.send(req, res, docsStyle.name, async () => Buffer.from(docsStyle.text));
  });
  router.get('/:date/:document', (req, res) => {
    const { date, document } = req.params;
    const isDownload = /^\d{4}-\d{2}-\d{2}$/.test(date) && documents.includes(document);
    if (!isDownload) return notFound(res, folder);
    // The journeys name the document beside them.
    res.attachment(document === journeysFile ? document : `${date}-${document}`).type('application/yaml');
    return sendBuilt(req, res, join(date, document));
  });
  router.get('/return', (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '');
    res.set('Cache-Control', 'no-store').send(returnPage([...query]));
  });
  // The notification URL in the start banner's first call. It accepts every event, so that the deliveries succeed.
  router.post('/hook', (req, res) => {
    req.resume();
    res.status(204).end();
  });
  router.use((_req, res) => notFound(res, folder));
  return router;
}

/** Of every page of the documentation: no script, and nothing from another host. Decision 0001. */
export const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

function notFound(res: Response, folder: string): void {
  res.removeHeader('Content-Disposition');
  res
    .status(404)
    .type('html')
    .send(notFoundPage(existsSync(join(folder, 'index.html'))));
}
