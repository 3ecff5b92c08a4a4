import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { aFreePort } from './process.ts';
import { aProgram } from './program.ts';

/** A PgBouncer on this machine that a test may kill. */
export type Pooler = {
  /** Without a user and a database. */
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** The program, 1.21 or later, that the variable `PGBOUNCER` names. */
export const poolerProgram = env['PGBOUNCER'];

type Wanted = {
  /** What `mps pooler userlist` and `mps pooler ini` print. */
  readonly users: string;
  readonly ini: string;
};

export async function aPooler({ users, ini }: Wanted): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'payments-pooler-'));
  const port = await aFreePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'userlist.txt'), users, { mode: 0o644 });
  await writeFile(file, placed(ini, folder, port), { mode: 0o644 });
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let output = '';
  const begin = () => {
    const child = spawn(poolerProgram ?? '', [...account, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    return child;
  };
  const { kill, start } = aProgram(
    begin,
    () => isOpen(port),
    () => output,
  );
  await start();
  return {
    url: `postgres://127.0.0.1:${port}`,
    kill,
    start,
    output: () => output,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** At a port and with files of its own; longer limits of tests come as start-up options, which a pooler would refuse. */
function placed(ini: string, folder: string, port: number): string {
  return `${ini
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'userlist.txt')}`)}
ignore_startup_parameters = options
unix_socket_dir =
`;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
