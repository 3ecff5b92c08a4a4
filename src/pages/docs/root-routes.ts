import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { html } from '../html.ts';
import { docsPage } from './page.ts';
import { headers } from './routes.ts';

const icon = readFileSync(new URL('../assets/favicon.ico', import.meta.url));

/** Addresses of pages are secrets of their customers, so crawlers stay away from all but the documentation. */
const robots = 'User-agent: *\nAllow: /docs\nAllow: /$\nDisallow: /\n';

const welcome = docsPage({
  title: 'Merchant Payments',
  main: html`<p>This is the payment service of a merchant. To pay, open the address that the merchant gave you.</p>
<h2>For developers</h2>
<ul>
<li><a href="/docs">Documentation</a>: from nothing to the first payment</li>
<li><a href="/docs/reference">Reference</a>: every operation below <code>/v1</code></li>
<li><a href="/docs/testing">Testing</a>: the numbers of the sandbox</li>
</ul>`,
});

/** What browsers and crawlers ask for at the root; mounted there. */
export function rootRoutes(): Router {
  const router = Router();
  router.get('/', headers, (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('html').send(welcome);
  });
  router.get('/favicon.ico', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400').set('X-Content-Type-Options', 'nosniff');
    res.type('image/x-icon').send(icon);
  });
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400').type('text/plain').send(robots);
  });
  return router;
}
