import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';

/**
 * Writes the index of the search over every page of a built site, in place of the index that the generator left there. The generator
 * ends pagefind's program as soon as that answers, which is before its last files have their contents: on a busy machine they stay
 * empty, and the search never finds anything. Here the program gives the files, and this process writes them.
 *
 * @throws a page cannot be indexed
 */
export async function writeSearch(site: string): Promise<void> {
  const folder = join(site, 'pagefind');
  try {
    const { index, errors: notCreated } = await createIndex();
    if (index === undefined) throw new Error(notCreated.join('; '));
    const { errors: notRead } = await index.addDirectory({ path: site });
    const { files, errors: notBuilt } = await index.getFiles();
    const errors = [...notRead, ...notBuilt];
    if (errors.length > 0) throw new Error(errors.join('; '));

    await rm(folder, { recursive: true, force: true });
    for (const { path, content } of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  } finally {
    await close();
  }
}
