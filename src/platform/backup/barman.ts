import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

/** Files of a history, of a backup, or of half a segment have longer names. */
const segment = /^[0-9A-F]{24}$/;
/** A folder of segments is named after their timeline and the first half of their place. */
const folderOfSegments = /^[0-9A-F]{16}$/;

/** Undefined: no segment was archived since the backup began. */
export async function newestWalOf(barman: Barman, { id }: Backup): Promise<NewestWal | undefined> {
  const listed = await ask(barman, ['list-files', '--target', 'wal', barman.server, id]);
  const first = listed.split('\n').find((path) => segment.test(basename(path)));
  // Barman lists those of the backup's timeline. After a failover the log goes on in folders of another one, beside them.
  return first === undefined ? undefined : newestIn(dirname(dirname(first)));
}

/** A newer timeline has a higher number. */
function newestIn(archive: string): NewestWal | undefined {
  for (const folder of namesIn(archive, folderOfSegments)) {
    const [name] = namesIn(join(archive, folder), segment);
    if (name !== undefined) return { name, archivedAt: statSync(join(archive, folder, name)).mtime };
  }
  return undefined;
}

/** The highest first. */
function namesIn(folder: string, named: RegExp): readonly string[] {
  return readdirSync(folder)
    .filter((name) => named.test(name))
    .toSorted()
    .toReversed();
}

/**
 * Compares every file of the backup with its checksum, by pg_verifybackup.
 *
 * @throws BarmanRefused
 */
export async function verifyBackup(barman: Barman, { id }: Backup): Promise<void> {
  await ask(barman, ['verify-backup', barman.server, id]);
}

type Restore = {
  readonly folder: string;
  /** The moment to stop at; undefined: as far as the archive goes. */
  readonly until: Date | undefined;
  /** Ends Barman when it is aborted. */
  readonly signal: AbortSignal;
};

/**
 * Copies the backup to `folder`, with the segments that PostgreSQL needs to go on from there, also over failovers.
 *
 * @throws BarmanRefused
 */
export async function restoreBackup(
  barman: Barman,
  { id }: Backup,
  { folder, until, signal }: Restore,
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
  const args = [
    'restore',
    '--no-get-wal',
    // Without it, Barman copies the log up to the first failover, and says nothing.
    '--target-tli',
    'latest',
    ...(moment ? [...moment, '--target-action', 'promote'] : []),
    barman.server,
    id,
    folder,
  ];
  await ask(barman, args, signal);
}

async function askJson<T>(barman: Barman, args: readonly string[]): Promise<T> {
  const said: Record<string, T> = JSON.parse(await ask(barman, ['-f', 'json', ...args]));
  const answer = said[barman.server];
  if (answer === undefined) throw new BarmanRefused(`it knows no server ${barman.server}`);
  return answer;
}

async function ask(
  { program, config }: Barman,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const all = [...(config === undefined ? [] : ['--config', config]), ...args];
  try {
    return (await run(program, all, { maxBuffer: mostOutput, ...(signal && { signal }) })).stdout;
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
