import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFile } from '../../src/pages/docs/documents.ts';
import { writeDownloads } from './downloads.ts';
import { pagesOf, writePages } from './pages.ts';
import { buildReference } from './reference.ts';
import { buildSite } from './site/build.ts';
import { finishSite } from './site/finish.ts';
import { fingerprintOf, isBuilt } from './sources.ts';

type Place = { readonly root: string; readonly dataDir: string };

/** Builds the documentation, unless `onlyMissing` and what is there was built from the same sources. */
export async function makeDocs(place: Place, onlyMissing: boolean): Promise<void> {
  const fingerprint = await fingerprintOf(place.root);
  const isThere = onlyMissing && (await isBuilt(join(place.dataDir, 'docs'), fingerprint));
  if (!isThere) await build(place, fingerprint);
}

/** Builds everything beside what is there, and puts it in its place at the end. */
async function build({ root, dataDir }: Place, fingerprint: string): Promise<void> {
  const folder = join(dataDir, 'docs');
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

/** Puts a new folder in the place of another, which may be on another disk. Readers miss it for a moment at most. */
export async function replace(place: string, by: string): Promise<void> {
  // With the usual DATA_DIR the folder that `by` is in stands beside them, and must have another name.
  const [next, last] = [`${place}-${process.pid}-new`, `${place}-${process.pid}-old`];
  await cp(by, next, { recursive: true });
  await rename(place, last).catch(() => undefined);
  await rename(next, place);
  await rm(last, { recursive: true, force: true });
}
