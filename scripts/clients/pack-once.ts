import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../docs/alone.ts';

type Pack = {
  /** Where the result is put, beside a note of what it was made from. */
  readonly out: string;
  /** Files and folders that the result is made from. */
  readonly sources: readonly string[];
  /** Returns the path of the result. */
  readonly make: () => Promise<string>;
};

type Note = { readonly fingerprint: string; readonly made: string };

/** Makes something once for each change of its sources, in one process at a time. Returns the path of the result. */
export async function packOnce({ out, sources, make }: Pack): Promise<string> {
  mkdirSync(out, { recursive: true });
  const path = join(out, 'packed-from.json');
  let made = '';
  await alone(join(out, 'packing'), async () => {
    const fingerprint = fingerprintOf(sources);
    const note: Partial<Note> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    const isThere = note.fingerprint === fingerprint && existsSync(note.made ?? '');
    made = isThere ? (note.made ?? '') : await make();
    if (!isThere) writeFileSync(path, JSON.stringify({ fingerprint, made } satisfies Note));
  });
  return made;
}

function fingerprintOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
