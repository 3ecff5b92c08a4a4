import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Made = {
  /** Emptied before it is made again. */
  readonly folder: string;
  /** Everything that it is made from: lists of pinned versions, and commands. */
  readonly from: readonly (string | Buffer)[];
  /** Returns what went wrong; undefined if nothing did. */
  readonly make: () => Promise<string | undefined>;
};

/** Makes a folder of tools once for each change of what it is made from. Returns what went wrong; undefined if nothing did. */
export async function madeOnce({ folder, from, make }: Made): Promise<string | undefined> {
  const hash = createHash('sha256');
  for (const part of from) hash.update(part);
  const fingerprint = hash.digest('hex');
  const note = join(folder, 'made-from');
  if (existsSync(note) && readFileSync(note, 'utf8') === fingerprint) return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const problem = await make();
  // Last, so that what was begun and not ended is made again.
  if (problem === undefined) writeFileSync(note, fingerprint);
  return problem;
}
