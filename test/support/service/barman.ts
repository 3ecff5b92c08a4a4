import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import type { Barman } from '../../../src/platform/backup/barman.ts';
import { until } from '../faults/victim.ts';

/** The program that the variable `BARMAN` names, and the folder of pg_basebackup and the others of the server's version. */
const barmanProgram = env['BARMAN'];
const programs = env['POSTGRES_PROGRAMS'];

/** Why the tests of backups are skipped; empty: they run. */
export const noBarman =
  barmanProgram === undefined || programs === undefined
    ? ' (skipped: barman, or the pg_basebackup of this PostgreSQL, is missing)'
    : '';

/** A Barman that streams the log of a server, as docs/operate/backup.md sets it up. */
export type BarmanSetup = {
  readonly barman: Barman;
  /** Of its own files: `base` has the backups, `wals` the log. */
  readonly home: string;
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** Ends the segment that is being written, and waits until it is in the archive. */
  readonly archive: () => Promise<void>;
  /** Streams from the server that leads now, which has another address. */
  readonly follow: (url: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const server = 'payments';

export async function aBarman(url: string): Promise<BarmanSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-barman-'));
  const config = join(folder, 'barman.conf');
  for (const name of ['servers', 'home']) await mkdir(join(folder, name));
  await writeFile(config, common(folder));
  const describeServer = (at: string) =>
    writeFile(join(folder, 'servers', `${server}.conf`), ofServer(new URL(at)));
  await describeServer(url);
  const barman = { program: barmanProgram ?? '', config, server };
  const run = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(barman.program, ['--config', config, ...args])).stdout;
  const archive = async (): Promise<void> => {
    await run('switch-wal', '--force', '--archive', '--archive-timeout', '120', server);
  };
  // Makes its folders. It finds fault with a server that has no log in the archive yet.
  await run('check', server).catch(() => undefined);
  let receiver = await receiverOf(barman);
  const stopReceiver = async () => {
    receiver.kill('SIGTERM');
    if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
  };
  await archive();
  return {
    barman,
    home: join(folder, 'home', server),
    run,
    archive,
    follow: async (at) => {
      await stopReceiver();
      await describeServer(at);
      receiver = await receiverOf(barman);
    },
    stop: async () => {
      await stopReceiver();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ready once the log is streamed. */
async function receiverOf({ program, config = '' }: Barman): Promise<ChildProcess> {
  const receiver = spawn(program, ['--config', config, 'receive-wal', server], { stdio: 'pipe' });
  let said = '';
  for (const stream of [receiver.stdout, receiver.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  await until(
    () => `the log is streamed: ${said}`,
    () => said.includes('starting log streaming'),
  );
  return receiver;
}

function common(folder: string): string {
  return `[barman]
barman_user = ${userInfo().username}
barman_home = ${join(folder, 'home')}
log_file = ${join(folder, 'barman.log')}
configuration_files_directory = ${join(folder, 'servers')}
`;
}

function ofServer({ hostname, port, username, password, pathname }: URL): string {
  const at = `host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
  return `[${server}]
description = payments
conninfo = ${at}
streaming_conninfo = ${at}
backup_method = postgres
streaming_archiver = on
slot_name = barman
create_slot = auto
path_prefix = ${programs}
`;
}
