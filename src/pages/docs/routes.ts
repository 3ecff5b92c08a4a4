import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import { monotonicMs } from '../../platform/clock.ts';
import { createCompressed } from '../../platform/http/compressed.ts';
import { docsStyle } from '../assets/assets.ts';
import {
  addressOf,
  buildingFile,
  fileAt,
  journeysFile,
  piecesAt,
  Readers,
  type SiteFile,
  textAt,
} from './documents.ts';
import { buildingPage, notFoundPage, returnPage } from './page.ts';
import { createAllowed, policyOfPages, policyOfReference } from './policy.ts';

/** More than the site has texts, in both codings and at the few addresses of its readers. */
const keptTexts = 8192;

/** Serves the documentation that `npm run docs` built; mounted at /docs. Decision 0101. */
export function docsRoutes(options: { readonly dataDir: string }): Router {
  const folder = join(options.dataDir, 'docs');
  const router = Router();
  const compressed = createCompressed(keptTexts);
  const allowed = createAllowed(folder);
  const readers = new Readers();
  router.use(headers);
  router.get('/docs.css', async (req, res) => {
    res.set('Cache-Control', 'no-cache').type('css');
    await compressed.send(req, res, docsStyle.name, async () => Buffer.from(docsStyle.text));
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
  router.get('/*path', sendFile);
  router.get('/', sendFile);
  router.use((_req, res) => missing(res));
  router.use(refused);
  return router;

  async function sendFile(req: Request, res: Response): Promise<void> {
    const file = await fileAt(folder, decodeURIComponent(req.path).replace(/^\/|\/$/g, ''));
    if (!file) return missing(res);
    // Of every file: a worker obeys the policy with which its program came.
    const policy = basename(file.path) === 'reference.html' ? policyOfReference : policyOfPages;
    res.set('Content-Security-Policy', policy(await allowed()));
    describe(res, file);
    if (file.type === 'application/octet-stream' || file.type.startsWith('image/')) {
      // DATA_DIR is usually `.data`.
      return res.sendFile(file.path, { dotfiles: 'allow' });
    }
    const address = file.hasAddress ? addressOf(req) : undefined;
    await compressed.send(req, res, `${file.name} ${address ?? ''}`, () => textAt(address, file.path), {
      read: () => piecesAt(address, file.path),
      only: address !== undefined && !readers.has(address, monotonicMs()),
    });
  }

  function missing(res: Response): void {
    const isBuilt = existsSync(join(folder, 'index.html'));
    if (!isBuilt && existsSync(join(options.dataDir, buildingFile))) {
      res.status(503).set('Retry-After', '5').type('html').send(buildingPage());
      return;
    }
    res.status(404).type('html').send(notFoundPage(isBuilt));
  }
}

/** Express throws when a range lies outside the file, or a condition of the caller is not met: their mistake, not ours. */
const refused: ErrorRequestHandler = (error, _req, res, next) => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (res.headersSent || typeof status !== 'number' || status >= 500) return next(error);
  // The file may be kept for a year.
  res.set('Cache-Control', 'no-store').sendStatus(status);
};

/** Of the pages that the service writes itself: no script, and nothing from another host. */
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

/** The names of files below `_astro` contain their hashes. */
function describe(res: Response, { path, type, isDownload }: SiteFile): void {
  const isForever = path.includes('/_astro/');
  res.set('Cache-Control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (isDownload) res.attachment(downloadName(path));
  res.type(type);
}

/** With the date of the version, except for the journeys, which name the document beside them. */
function downloadName(path: string): string {
  const [date = '', name = ''] = path.split('/').slice(-2);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && name !== journeysFile ? `${date}-${name}` : name;
}
