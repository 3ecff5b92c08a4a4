import {
  type Backup,
  type Barman,
  listBackups,
  type NewestWal,
  newestWalOf,
} from '../../platform/backup/barman.ts';
import { now } from '../../platform/clock.ts';
import { exitCodes, printOne, say } from '../support/print.ts';
import { asked } from './copy.ts';
import { writeMetrics } from './metrics.ts';
import { type BackupOptions, barmanOf, durationIn } from './options.ts';

/** What there is, without a look inside. */
export type Ages = {
  /** Newest first. */
  readonly backups: readonly Backup[];
  readonly wal: NewestWal | undefined;
};

export async function agesOf(barman: Barman): Promise<Ages> {
  const backups = await listBackups(barman);
  const [newest] = backups;
  return { backups, wal: newest && (await newestWalOf(barman, newest)) };
}

/** What is too old, in words. */
export function tooOld({ backups: [newest], wal }: Ages, options: BackupOptions): readonly string[] {
  const [mostMs, mostWalMs] = [
    durationIn(options.maxAge, '--max-age'),
    durationIn(options.maxWalAge, '--max-wal-age'),
  ];
  if (newest === undefined) return [`There is no complete backup of ${options.server}.`];
  const problems: string[] = [];
  if (msSince(newest.endedAt) > mostMs)
    problems.push(
      `The last complete backup, ${newest.id}, is ${ageOf(newest.endedAt)} old; ${options.maxAge} are allowed.`,
    );
  if (wal === undefined) problems.push(`Nothing was archived since the backup ${newest.id} began.`);
  else if (msSince(wal.archivedAt) > mostWalMs)
    problems.push(
      `The newest archived segment, ${wal.name}, is ${ageOf(wal.archivedAt)} old; ${options.maxWalAge} are allowed.`,
    );
  return problems;
}

/** By the fields of the printed object. */
export function shownAges(server: string, wal: NewestWal | undefined, backup: Backup | undefined) {
  return {
    server,
    backup: backup?.id ?? null,
    backup_ended_at: backup?.endedAt.toISOString() ?? null,
    newest_wal: wal?.name ?? null,
    newest_wal_archived_at: wal?.archivedAt.toISOString() ?? null,
  };
}

/** `mps backup age`: how old the newest backup and the newest archived segment are. Restores nothing. */
export async function backupAgeVerb(options: BackupOptions): Promise<void> {
  const barman = barmanOf(options);
  const ages = await asked(barman, () => agesOf(barman));
  const problems = tooOld(ages, options);
  const [newest] = ages.backups;
  printOne({ ...shownAges(options.server, ages.wal, newest), problems }, options);
  conclude(problems, newest && `The last complete backup is ${ageOf(newest.endedAt)} old.`);
  writeMetrics(options, {
    // What is not there is as old as can be: without a value no alert could fire.
    backup_newest_timestamp_seconds: newest?.endedAt ?? 0,
    backup_newest_wal_timestamp_seconds: ages.wal?.archivedAt ?? 0,
  });
}

/** Says the problems and exits with that code, or else what is good. */
export function conclude(problems: readonly string[], good: string | undefined): void {
  for (const problem of problems) say(problem);
  if (problems.length > 0) process.exitCode = exitCodes.checkFailed;
  else if (good !== undefined) say(good);
}

function msSince(moment: Date): number {
  return now().getTime() - moment.getTime();
}

/** As people say it: `45 seconds`, `12 minutes`, `26 hours`, `3 days`. */
export function ageOf(moment: Date): string {
  const seconds = Math.max(0, Math.round(msSince(moment) / 1000));
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} hours` : `${Math.floor(seconds / 86_400)} days`;
}
