import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../../../app/sealed/sealed-queries.ts';
import { now } from '../../../platform/clock.ts';
import { lineAbout, linesOf, readWhole, resourcesIn } from './archive-file.ts';
import {
  archivesAcrossMerchants,
  countsInAcrossMerchants,
  type Held,
  placesOfAcrossMerchants,
} from './archive-queries.ts';

export type CheckedArchives = {
  readonly files: number;
  /** Checkouts and transactions that the database looks for in them. */
  readonly resources: number;
  /** In words. */
  readonly problems: readonly string[];
  /** Files older than an hour that no archive has: of a run that was stopped, or of another database. */
  readonly unknown: readonly string[];
};

/** Reads every file, and looks in it for each checkout and transaction that the database no longer has. */
export async function checkArchives(owner: Owner, folder: string): Promise<CheckedArchives> {
  const problems: string[] = [];
  const found = await oldFilesIn(folder);
  const counts = await countsInAcrossMerchants(owner);
  // Read later, so that a run that goes on meanwhile only adds to what is expected.
  const archives = await archivesAcrossMerchants(owner);
  for (const archive of archives) {
    const problem = await problemOf(owner, folder, { ...archive, wanted: counts.get(archive.id) ?? 0 });
    if (problem !== undefined) problems.push(`${archive.file} ${problem}`);
  }
  const ids = new Set(archives.map(({ id }) => id));
  for (const [id, count] of counts)
    if (!ids.has(id)) problems.push(`${count} are in an archive ${id} that the database does not know.`);
  // Asked again: a run that goes on meanwhile names its files after they are there.
  const known = new Set((await archivesAcrossMerchants(owner)).map(({ file }) => file));
  return {
    files: archives.length,
    resources: [...counts.values()].reduce((sum, count) => sum + count, 0),
    problems,
    unknown: found.filter((name) => !known.has(name)),
  };
}

/** A run writes a file, reads it again, and then names it in the database. */
const longestRunMs = 3_600_000;

async function oldFilesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('live-'));
  const old = now().getTime() - longestRunMs;
  const ages = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return names.filter((_, place) => (ages[place] ?? 0) < old);
}

async function problemOf(
  owner: Owner,
  folder: string,
  { wanted, ...archive }: Held & { readonly wanted: number },
): Promise<string | undefined> {
  const content = await readWhole(join(folder, archive.file), archive);
  if (typeof content === 'string') return content;
  const there = (await linesOf(content)).slice(1).flatMap(resourcesIn);
  const placed = await placesOfAcrossMerchants(owner, archive.id, there);
  if (placed.length < wanted) return `lacks ${wanted - placed.length} of ${wanted}.`;
  for (const { id, ...place } of placed)
    if ((await lineAbout(content, place, id)) === undefined)
      return `has ${id} in another place than ${place.place}.`;
  return undefined;
}
