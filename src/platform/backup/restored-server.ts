import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import { type Place, within } from '../db/embedded-cluster.ts';

/** A PostgreSQL on a restored copy, which only this process can reach: its socket lies in the copy, and it has no port. */
export type RestoredServer = {
  /** The owner's URL of a database in it. */
  readonly urlOf: (database: string, owner: string) => string;
  /** What PostgreSQL said of the record at which it stopped; undefined: it came to an end where a record ends, or goes on. */
  readonly unreadable: string | undefined;
  readonly stop: () => Promise<void>;
};

/** PostgreSQL ended before it had replayed the log. */
export class NotRecovered extends Error {
  override name = 'NotRecovered';
}

const port = 5432;
const sayEveryMs = 30_000;
const hba = 'local all all trust\n';

type Options = {
  /** The copy is in `cluster`. */
  readonly place: Place;
  /** The folder of `postgres`, of the major version that wrote the backup. */
  readonly programs: string;
  readonly progress: (words: string) => void;
  /** Ends it at once when it is aborted: this process is about to end itself. */
  readonly signal?: AbortSignal;
};

/**
 * Starts PostgreSQL on the copy and waits until it has replayed the log, however long that takes.
 *
 * @throws NotRecovered
 */
export async function startRestored({ place, programs, progress, signal }: Options): Promise<RestoredServer> {
  own(place);
  const { folder, options } = within(place, place.cluster);
  const log = fs.openSync(place.log, 'a', 0o600);
  const server = spawn(join(programs, 'postgres'), ['-D', folder, ...settingsFor(folder)], {
    ...options,
    // Its own process group: Ctrl+C must reach only us, and we then stop the server.
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  signal?.addEventListener('abort', () => server.kill('SIGQUIT'));
  await recovered(server, place, progress);
  return {
    urlOf: (database, owner) =>
      `postgres://${encodeURIComponent(owner)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(place.cluster)}&port=${port}`,
    unreadable: unreadableIn(place.log),
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

/** The account that the server runs as gets the copy, and the files that say who may connect. */
function own({ cluster, account }: Place): void {
  fs.writeFileSync(join(cluster, 'copy.conf'), '');
  fs.writeFileSync(join(cluster, 'copy_hba.conf'), hba);
  fs.writeFileSync(join(cluster, 'copy_ident.conf'), '');
  if (account === undefined) return;
  const { uid, gid } = account;
  fs.lchownSync(cluster, uid, gid);
  for (const entry of fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(join(cluster, entry), uid, gid);
}

/**
 * On the command line they win over all that was restored: the copy archives nothing, follows nobody and answers only here. Nothing
 * is kept of it, so it need not wait for the disk.
 */
function settingsFor(folder: string): readonly string[] {
  const settings = {
    config_file: `${folder}/copy.conf`,
    hba_file: `${folder}/copy_hba.conf`,
    ident_file: `${folder}/copy_ident.conf`,
    port: String(port),
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    archive_mode: 'off',
    primary_conninfo: '',
    primary_slot_name: '',
    synchronous_standby_names: '',
    shared_preload_libraries: '',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    max_connections: '100',
    max_wal_senders: '0',
    // With it, the copy would need as many connections as the live server, and could not be asked meanwhile anyway.
    hot_standby: 'off',
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function recovered(
  server: ChildProcess,
  place: Place,
  progress: (words: string) => void,
): Promise<void> {
  let ended: string | undefined;
  server.once('error', (error) => (ended = error.message));
  server.once('exit', () => (ended = reasonIn(place.log)));
  for (let saidAt = monotonicMs(); ; ) {
    if (ended !== undefined) throw new NotRecovered(ended);
    if (isReady(place.cluster)) return;
    await delay(50);
    if (monotonicMs() - saidAt < sayEveryMs) continue;
    saidAt = monotonicMs();
    progress(lastLine(place.log));
  }
}

/** The eighth line of postmaster.pid is the state. */
function isReady(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid');
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready';
}

function linesOf(log: string): readonly string[] {
  return fs.readFileSync(log, 'utf8').trimEnd().split('\n');
}

function lastLine(log: string): string {
  return linesOf(log).at(-1) ?? '';
}

/** PostgreSQL's words for a record, or a page of the log, that is not what it should be. */
const unreadable =
  /LOG:\s+((?:invalid|incorrect|unexpected|out-of-sequence|there is no contrecord|contrecord is requested|record (?:with|length)|WAL file is from).*)$/;

function unreadableIn(log: string): string | undefined {
  const line = linesOf(log).findLast((said) => unreadable.test(said) || /LOG:\s+redo starts/.test(said));
  return unreadable.exec(line ?? '')?.[1];
}

/** What PostgreSQL gives as the reason, without time and process. */
function reasonIn(log: string): string {
  const fatal = linesOf(log).findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lastLine(log);
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '');
}
