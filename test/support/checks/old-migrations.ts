import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// The migrations from before the baseline. They are no longer in the tree, so they are read out of the history.

const root = resolve(import.meta.dirname, '../../..');
const lastCommit = '46d986da890bdd3e7a45ee96bed0986eda1c8d1d';
const folder = 'src/platform/db/migrations';

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function hasHistory(): boolean {
  try {
    return git('cat-file', '-t', `${lastCommit}:${folder}`).trim() === 'tree';
  } catch {
    return false;
  }
}

const missing = !hasHistory();

/**
 * A source archive has no history, and a shallow clone lacks the old part. Tests of the old files are skipped there, and `note` says
 * so in their titles.
 */
export const history = {
  missing,
  note: missing ? ` (skipped: git has no commit ${lastCommit.slice(0, 7)} here)` : '',
};

/** Writes the old files to a new folder, for `migrate`. The caller removes it. */
export function writeOldMigrations(): URL {
  const made = mkdtempSync(join(tmpdir(), 'merchant-payments-old-migrations-'));
  const paths = git('ls-tree', '-r', '--name-only', `${lastCommit}:${folder}`).trim().split('\n');
  for (const path of paths) {
    mkdirSync(join(made, dirname(path)), { recursive: true });
    writeFileSync(join(made, path), git('show', `${lastCommit}:${folder}/${path}`));
  }
  return pathToFileURL(`${made}/`);
}
