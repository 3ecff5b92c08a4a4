/**
 * Builds the documentation that /docs serves: guides, a page per operation, event and error code, and the reference. It makes no
 * network request and sends no telemetry.
 *
 *   npm run docs -- [--data-dir .data] [--missing] [--background]
 *
 * `--missing` builds only if the sources are newer than what is there. `--background` is for the start of the service: another
 * process builds, and the start goes on.
 */
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { buildingFile, siteFile } from '../src/pages/docs/documents.ts';
import { alone } from './docs/alone.ts';
import { writeDownloads } from './docs/downloads.ts';
import { pagesOf, writePages } from './docs/pages.ts';
import { buildReference } from './docs/reference.ts';
import { buildSite } from './docs/site/build.ts';
import { finishSite } from './docs/site/finish.ts';
import { fingerprintOf, isBuilt } from './docs/sources.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: env['DATA_DIR'] ?? '.data' },
    missing: { type: 'boolean', default: false },
    background: { type: 'boolean', default: false },
  },
});
const dataDir = resolve(root, values['data-dir']);
const folder = join(dataDir, 'docs');
const fingerprint = await fingerprintOf(root);
const isNeeded = async (): Promise<boolean> => !values.missing || !(await isBuilt(folder, fingerprint));

await mkdir(dataDir, { recursive: true });
if (await isNeeded()) {
  if (values.background) buildBeside();
  else await alone(join(dataDir, buildingFile), async () => ((await isNeeded()) ? build() : undefined));
}

/** Another process builds, and writes what it says to a file. */
function buildBeside(): void {
  const log = openSync(join(dataDir, 'docs.log'), 'w');
  const own = [import.meta.filename, '--data-dir', dataDir, '--missing'];
  spawn(process.execPath, own, { detached: true, stdio: ['ignore', log, log] }).unref();
}

async function build(): Promise<void> {
  const startedAt = performance.now();
  // In the checkout, wherever DATA_DIR is: the generator loads its libraries from beside its output.
  const work = join(root, '.data', `docs-${process.pid}`);
  const [pages, out] = [join(work, 'pages'), join(work, 'site')];
  await mkdir(work, { recursive: true });
  try {
    const { contract, all, sidebar } = pagesOf(root);
    await writePages(all, pages);
    await Promise.all([
      buildSite({ pages, outDir: out, work, sidebar }),
      buildReference(root, work, join(work, 'reference.html')),
    ]);
    await rename(join(work, 'reference.html'), join(out, 'reference.html'));
    await cp(join(root, 'docs', 'screens'), join(out, 'screens'), { recursive: true });
    await writeDownloads(root, out, { contract, pages: all });
    // Last, so that its presence shows that the build is complete.
    await writeFile(join(out, siteFile), JSON.stringify({ ...(await finishSite(out)), fingerprint }));
    await replace(folder, out);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.error(`docs: ${all.length} pages in ${folder}, ${seconds} s`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Puts a new folder in the place of another, which may be on another disk. Readers see the one or the other. */
async function replace(place: string, by: string): Promise<void> {
  const next = `${place}-${process.pid}`;
  await cp(by, next, { recursive: true });
  await rm(place, { recursive: true, force: true });
  await rename(next, place);
}
