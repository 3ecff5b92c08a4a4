import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { basename, delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..', '..');

const running = new Set<ChildProcess>();

type Given = {
  readonly env?: Readonly<Record<string, string>>;
  /** What the program reads on its standard input. */
  readonly input?: string;
  readonly cwd?: string;
};

/** Runs a program to its end and returns its standard output. */
export async function output(
  program: string,
  words: readonly string[],
  { env, input = '', cwd = root }: Given = {},
): Promise<string> {
  const child = spawn(program, words, {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environment(), ...env },
  });
  // A program that ends without reading its input closes the pipe.
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await ended;
  if (child.exitCode !== 0)
    throw new Error(`${basename(program)} exited with ${child.exitCode}: ${err.slice(-2000)}`);
  return out;
}

type Program = {
  /** Absent: Node. */
  readonly program?: string;
  /** What it is given on the command line, given the port to listen on. */
  readonly words: (port: number) => readonly string[];
  readonly env?: (port: number) => Readonly<Record<string, string>>;
  /** The file that its output is appended to. */
  readonly log: string;
  /** The path that answers 2xx once the server is ready. */
  readonly readyPath: string;
  /** Absent: any free port. */
  readonly port?: number;
  /** Where it runs. Absent: this checkout. */
  readonly cwd?: string;
};

export type ServerProcess = {
  readonly pid: number;
  readonly baseUrl: string;
  /** Asks the process to end, and returns its exit code. */
  readonly stop: () => Promise<number | null>;
};

/** Starts a server as a child process, and returns when it is ready. */
export async function serve({ words, env, log, readyPath, ...wanted }: Program): Promise<ServerProcess> {
  const { program = process.execPath, cwd = root } = wanted;
  const port = wanted.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = start({ program, words: words(port), log, cwd, env: env?.(port) ?? {} });
  await until(child, () => answers(`${baseUrl}${readyPath}`), `${words(port).join(' ')}; see ${log}`);
  return { pid: child.pid ?? 0, baseUrl, stop: () => stop(child) };
}

type Heard = {
  readonly program: string;
  readonly words: readonly string[];
  readonly log: string;
  readonly port: number;
};

/** As `serve`, of a server that does not speak HTTP: it is ready when it takes connections. */
export async function serveUntilHeard({ port, ...given }: Heard): Promise<Pick<ServerProcess, 'stop'>> {
  const child = start({ ...given, cwd: root, env: {} });
  await until(child, () => isHeard(port), `${given.program}; see ${given.log}`);
  return { stop: () => stop(child) };
}

type Started = {
  readonly program: string;
  readonly words: readonly string[];
  readonly log: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

function start({ program, words, log, cwd, env }: Started): ChildProcess {
  const file = openSync(log, 'a');
  const child = spawn(program, words, {
    cwd,
    stdio: ['ignore', file, file],
    env: { ...environment(), ...env },
  });
  closeSync(file);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function until(child: ChildProcess, isReady: () => Promise<boolean>, about: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isReady()) return;
    await delay(5);
  }
  throw new Error(`exited with ${child.exitCode ?? child.signalCode}: ${about}`);
}

/** Stops every server that still runs; for a benchmark that is interrupted. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map(stop));
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  // A scenario may have stopped it meanwhile: then it would never end.
  child.kill('SIGCONT');
  await ended;
  return child.exitCode;
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function isHeard(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((heard) => {
    socket.once('connect', () => heard(true)).once('error', () => heard(false));
  }).then((is) => {
    socket.destroy();
    return is === true;
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

/** Leaves out settings of the service that happen to be set in the shell. */
export function environment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** Where a program is: in these folders, or in those of the PATH. Undefined if it is not installed. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  const all = [...folders, ...(environment()['PATH'] ?? '').split(delimiter)];
  return all.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
