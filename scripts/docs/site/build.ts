import { join } from 'node:path';
import { writeSearch } from './search.ts';
import type { Sidebar } from './sidebar.ts';

/** What pages run besides the programs of the generator. */
export const siteScripts = ['code-tabs.js', 'your-key.js'] as const;

/** Builds the site from pages of Markdown. No request leaves the machine. */
export async function buildSite(about: {
  /** The folder of the pages. */
  readonly pages: string;
  readonly outDir: string;
  /** A folder of the checkout, for what the generator keeps while it builds. */
  readonly work: string;
  readonly sidebar: Sidebar;
}): Promise<void> {
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  process.env['DOCS_PAGES'] = about.pages;
  process.env['NODE_ENV'] = 'production';
  // Vite takes them for its own, and a test runner has others.
  for (const name of ['BASE_URL', 'MODE', 'DEV', 'PROD', 'SSR']) delete process.env[name];
  // They read the environment when they are loaded.
  const [{ build }, { default: starlight }] = await Promise.all([
    import('astro'),
    import('@astrojs/starlight'),
  ]);
  await build({
    root: about.work,
    srcDir: import.meta.dirname,
    configFile: false,
    outDir: about.outDir,
    cacheDir: join(about.work, 'cache'),
    base: '/docs',
    logLevel: 'warn',
    trailingSlash: 'never',
    build: { inlineStylesheets: 'never' },
    devToolbar: { enabled: false },
    vite: {
      cacheDir: join(about.work, 'vite'),
      // Everything is bundled: the program that writes the pages would find other releases of libraries beside it.
      environments: { prerender: { resolve: { noExternal: true } } },
    },
    integrations: [
      starlight({
        title: 'Merchant Payments',
        favicon: '/favicon.ico',
        customCss: [join(import.meta.dirname, 'site.css')],
        head: siteScripts.map((name) => ({
          tag: 'script',
          attrs: { src: `/docs/${name}`, type: 'module' },
        })),
        sidebar: about.sidebar,
        credits: false,
        pagination: true,
      }),
    ],
  });
  await writeSearch(about.outDir);
}
