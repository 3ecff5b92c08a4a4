import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 100;

/**
 * Waits until the index of the search is on the disk. Its program says that it has written all files before the last of them have
 * their contents, which takes seconds on a busy machine; a copy made before then has a search that never finds anything.
 *
 * @throws it was not written in time
 */
export async function searchIsWritten(site: string, withinMs = 60_000): Promise<void> {
  const folder = join(site, 'pagefind');
  const end = performance.now() + withinMs;
  while (!(await isComplete(folder))) {
    if (performance.now() > end) throw new Error(`The index of the search is not complete in ${folder}.`);
    await pause(lookMs);
  }
}

async function isComplete(folder: string): Promise<boolean> {
  const entry = await readFile(join(folder, 'pagefind-entry.json'), 'utf8').catch(() => '');
  if (!entry.trimEnd().endsWith('}')) return false;
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.every((size) => size > 0);
}
