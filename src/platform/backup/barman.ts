import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';

/** How to reach the backups: the program, its configuration file, and the name that it gives to the server. Decision 0114. */
export type Barman = {
  readonly program: string;
  /** Absent: Barman's own. */
  readonly config?: string;
  readonly server: string;
};

export type Backup = { readonly id: string; readonly endedAt: Date };

/** The newest segment of the write-ahead log that is complete in the archive. */
export type NewestWal = { readonly name: string; readonly archivedAt: Date };

/** What Barman said when it could not do what was asked. */
export class BarmanRefused extends Error {
  override name = 'BarmanRefused';
}

const run = promisify(execFile);
/** The list of the segments since a backup grows by one line every 16 MB. */
const mostOutput = 256 * 1024 * 1024;

/** All that are complete, newest first. */
export async function listBackups(barman: Barman): Promise<readonly Backup[]> {
  const listed = await askJson<{ backup_id: string; end_time_timestamp: string; status: string }[]>(barman, [
    'list-backups',
    barman.server,
  ]);
  return listed
    .filter(({ status }) => status === 'DONE')
    .map(({ backup_id: id, end_time_timestamp: at }) => ({ id, endedAt: new Date(Number(at) * 1000) }))
    .toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
}

/** Undefined: no segment was archived since the backup began. */
export async function newestWalOf(barman: Barman, { id }: Backup): Promise<NewestWal | undefined> {
  const listed = await ask(barman, ['list-files', '--target', 'wal', barman.server, id]);
  const path = listed.trimEnd().split('\n').at(-1) ?? '';
  // Files of a history or of a backup have longer names.
  const name = /(?<=\/)[0-9A-F]{24}$/.exec(path)?.[0];
  const found = statSync(path, { throwIfNoEntry: false });
  return name === undefined || found === undefined ? undefined : { name, archivedAt: found.mtime };
}

/**
 * Compares every file of the backup with its checksum, by pg_verifybackup.
 *
 * @throws BarmanRefused
 */
export async function verifyBackup(barman: Barman, { id }: Backup): Promise<void> {
  await ask(barman, ['verify-backup', barman.server, id]);
}

/**
 * Copies the backup to `folder`, with the segments that PostgreSQL needs to go on from there.
 *
 * @param until the moment to stop at; absent: as far as the archive goes
 * @throws BarmanRefused
 */
export async function restoreBackup(
  barman: Barman,
  { id }: Backup,
  { folder, until }: { readonly folder: string; readonly until?: Date },
): Promise<void> {
  // Barman would put tablespaces back to where the live server has them.
  const { tablespaces } = await askJson<{ tablespaces?: readonly unknown[] }>(barman, [
    'show-backup',
    barman.server,
    id,
  ]);
  if ((tablespaces ?? []).length > 0)
    throw new BarmanRefused('it has tablespaces, which would be restored over those of the live server');
  const moment = until && ['--target-time', until.toISOString().replace('Z', '+00:00')];
  await ask(barman, [
    'restore',
    '--no-get-wal',
    ...(moment ? [...moment, '--target-action', 'promote'] : []),
    barman.server,
    id,
    folder,
  ]);
}

async function askJson<T>(barman: Barman, args: readonly string[]): Promise<T> {
  const said: Record<string, T> = JSON.parse(await ask(barman, ['-f', 'json', ...args]));
  const answer = said[barman.server];
  if (answer === undefined) throw new BarmanRefused(`it knows no server ${barman.server}`);
  return answer;
}

async function ask({ program, config }: Barman, args: readonly string[]): Promise<string> {
  const all = [...(config === undefined ? [] : ['--config', config]), ...args];
  try {
    return (await run(program, all, { maxBuffer: mostOutput })).stdout;
  } catch (error) {
    throw new BarmanRefused(wordsOf(error), { cause: error });
  }
}

/** Barman's own words, without the progress before them. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = String(Reflect.get(error, 'stderr') ?? '').trim();
  const errors = said.split('\n').filter((line) => /error|failed/i.test(line));
  return (errors.length > 0 ? errors.join(' ').replaceAll('ERROR: ', '') : said) || error.message;
}
