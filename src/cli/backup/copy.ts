import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Backup,
  type Barman,
  BarmanRefused,
  restoreBackup,
  verifyBackup,
} from '../../platform/backup/barman.ts';
import { NotRecovered, type RestoredServer, startRestored } from '../../platform/backup/restored-server.ts';
import { placeOf } from '../../platform/db/embedded-cluster.ts';
import { writing } from '../support/files.ts';
import { Failure, say } from '../support/print.ts';

type Wanted = {
  readonly barman: Barman;
  /** Newest first: the first that is whole is restored. */
  readonly backups: readonly Backup[];
  readonly until: Date | undefined;
  readonly folder: string | undefined;
  readonly programs: string | undefined;
};

export type OnCopy<T> = {
  /** The one that was restored. */
  readonly backup?: Backup;
  /** What is wrong with the backups, in words. */
  readonly problems: readonly string[];
  readonly result?: T;
};

/** Restores the newest backup that is whole to a server of its own, runs `work` on it, and removes both. Decision 0114. */
export async function onCopy<T>(
  wanted: Wanted,
  work: (server: RestoredServer) => Promise<T>,
): Promise<OnCopy<T>> {
  const problems: string[] = [];
  const backup = await firstWhole(wanted, problems);
  if (backup === undefined) return { problems };
  const folder = wanted.folder ?? tmpdir();
  const made = writing(folder, () => fs.mkdtempSync(join(folder, 'mps-backup-check-')));
  const over = new AbortController();
  const forget = removedBySignals(made, over);
  try {
    return { backup, problems, result: await restored(wanted, { backup, made, signal: over.signal }, work) };
  } catch (error) {
    const words = wordsOf(error, wanted);
    if (words === undefined) throw error;
    return { problems: [...problems, `The backup ${backup.id} cannot be restored: ${words}`] };
  } finally {
    forget();
    fs.rmSync(made, { recursive: true, force: true });
  }
}

async function firstWhole(
  { barman, backups, until }: Wanted,
  problems: string[],
): Promise<Backup | undefined> {
  const early = backups.filter(({ endedAt }) => until === undefined || endedAt <= until);
  if (early.length === 0 && until !== undefined && backups.length > 0)
    problems.push(`No backup was complete at ${until.toISOString()}, so that moment cannot be restored.`);
  for (const backup of early) {
    try {
      await verifyBackup(barman, backup);
      return backup;
    } catch (error) {
      if (!(error instanceof BarmanRefused)) throw error;
      problems.push(`The backup ${backup.id} is damaged: ${error.message}`);
    }
  }
  return undefined;
}

async function restored<T>(
  { barman, until, programs }: Wanted,
  { backup, made, signal }: { readonly backup: Backup; readonly made: string; readonly signal: AbortSignal },
  work: (server: RestoredServer) => Promise<T>,
): Promise<T> {
  // No server asks for this password: who may connect is decided by the folder of the socket.
  const place = placeOf({ dataDir: made, secretKey: made });
  if (place.account !== undefined) fs.chownSync(made, place.account.uid, place.account.gid);
  say(`Restoring the backup ${backup.id}.`);
  await restoreBackup(barman, backup, { folder: place.cluster, until, signal });
  const folder = programs ?? join(place.programs, 'bin');
  const server = await startRestored({ place, programs: folder, progress: say, signal });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Ctrl+C and SIGTERM leave nothing behind: neither the copy, nor who makes it or runs on it. */
function removedBySignals(made: string, over: AbortController): () => void {
  const end = (signal: NodeJS.Signals) => {
    over.abort();
    fs.rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}

/** Undefined: this is not about the backup. */
function wordsOf(error: unknown, { until }: Wanted): string | undefined {
  if (!(error instanceof BarmanRefused || error instanceof NotRecovered)) return undefined;
  const missing = /([0-9A-F]{24})" failed: No such file/.exec(error.message)?.[1];
  if (missing !== undefined) return `the archive lacks the WAL segment ${missing}.`;
  if (until !== undefined && /before configured recovery target was reached/.test(error.message))
    return `the archive ends before ${until.toISOString()}.`;
  return error.message;
}

/** A missing program is a mistake of whoever set this up, not of the backups. */
export async function asked<T>(barman: Barman, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BarmanRefused)) throw error;
    throw new Failure('checkFailed', `${barman.program} does not list the backups: ${error.message}`);
  }
}
