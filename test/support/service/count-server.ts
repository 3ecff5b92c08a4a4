import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { aFreePort } from './process.ts';
import { aProgram } from './program.ts';

/** A Valkey or Redis on this machine that a test may kill. It keeps nothing when it ends. */
export type CountServer = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it from answering, without closing a connection; the function that it answers lets it go on. */
  readonly hold: () => () => void;
  /** Sends one command, and answers the first line of the reply. */
  readonly say: (command: string) => Promise<string>;
};

const names = ['valkey-server', 'redis-server'];

/** The program of this machine; undefined: it has none. */
export const countServerProgram = names.find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

export async function aCountServer(): Promise<CountServer> {
  const port = await aFreePort();
  const begin = () => spawn(countServerProgram ?? '', programOptions(port), { stdio: 'ignore' });
  const { child, kill, start } = aProgram(begin, () => answers(port));
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hold: () => {
      child()?.kill('SIGSTOP');
      return () => void child()?.kill('SIGCONT');
    },
    say: (command) => say(port, command),
  };
}

function programOptions(port: number): readonly string[] {
  return ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
}

async function answers(port: number): Promise<boolean> {
  return await say(port, 'PING').then(
    (reply) => reply === '+PONG',
    () => false,
  );
}

async function say(port: number, command: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    const [reply]: unknown[] = await once(socket, 'data');
    return String(reply).split('\r\n', 1)[0] ?? '';
  } finally {
    socket.destroy();
  }
}
