import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

/** The service as a person starts it, in a process of its own that may be killed. */
export type ServiceProcess = {
  readonly baseUrl: string;
  readonly pid: number;
  /** What it printed so far. */
  readonly output: () => string;
  /** Ends it without asking. */
  readonly kill: () => Promise<void>;
  /** Asks it to end, and answers its exit code. */
  readonly terminate: () => Promise<number | null>;
};

const own = resolve(import.meta.dirname, '../../..');
const main = join(own, 'src/app/start.mjs');
const patienceMs = 60_000;

/** For processes that a test starts with an environment of its own: they take half as long when they need not compile the sources. */
export const compileCache = { NODE_COMPILE_CACHE: join(own, '.data/compile-cache') };

/**
 * Makes a program write which of its sources it loads, or leaves to Node to find, for `toldIn`: to standard error, or to standard output
 * among what it says there. What comes from both may be read in either order.
 */
export const telling = (
  sources: RegExp,
  step: 'load' | 'resolve' = 'load',
  where: 'stderr' | 'stdout' = 'stderr',
) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module';
const sources = new RegExp(${JSON.stringify(sources.source)});
registerHooks({ ${step}(source, context, next) {
  if (sources.test(source)) process.${where}.write('${step}s ' + source + '\\n');
  return next(source, context);
} });`)}`,
});

/** The sources that a program has written of. */
export const toldIn = (words: string): readonly string[] =>
  words.split('\n').filter((line) => /^(load|resolve)s /.test(line));

/**
 * @param root of the sources: this checkout, or a copy that a test has changed
 * @param probe what answers 200 when the process has started; a process that is meant to be unready is asked for `/healthz`
 */
export async function startProcess(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
  root = own,
  probe: '/readyz' | '/healthz' = '/readyz',
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(root, 'src/app/start.mjs')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const baseUrl = `http://localhost:${port}`;
  try {
    // With a database of its own there is no banner.
    await isReady(`${baseUrl}${probe}`, child, () =>
      env['DATABASE_URL'] === undefined ? output : `${output}/v1`,
    );
  } catch (error) {
    child.kill('SIGTERM');
    await gone(child);
    throw error;
  }
  return {
    baseUrl,
    pid: Number(child.pid),
    output: () => output,
    ...endsOf(child),
  };
}

function endsOf(child: ChildProcess): Pick<ServiceProcess, 'kill' | 'terminate'> {
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await gone(child);
    },
    terminate: async () => {
      child.kill('SIGTERM');
      await gone(child);
      return child.exitCode;
    },
  };
}

/** Starts the service where it is to refuse, and waits until it has ended. */
export async function startInVain(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number | null; readonly words: string }> {
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', ...compileCache, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: patienceMs,
  });
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words += text.toString()));
  await once(child, 'close');
  return { exitCode: child.exitCode, words };
}

export type WorkerProcess = Pick<ServiceProcess, 'pid' | 'output' | 'kill' | 'terminate'>;

/** A process on a database that is there already. Unless `env` says otherwise, it only works: jobs and deliveries. */
export async function startWorker(
  database: { url: string; secretKey: string },
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      SECRET_KEY: database.secretKey,
      ROLE: 'worker',
      PORT: '0',
      EGRESS_ALLOW: '127.0.0.0/8',
      NODE_ENV: 'development',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'spawn');
  return { pid: Number(child.pid), output: () => output, ...endsOf(child) };
}

/** Kills the postmaster of a data directory, as a power cut would. */
export function killPostmaster(dataDir: string): void {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** A port that nobody listens to, below those that the system gives to whoever asks for any: none of them takes it meanwhile. */
export async function aFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function isReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`);
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    // The banner comes last: by then demo.json is there too.
    if (ready && output().includes('/v1')) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`the service did not become ready: ${output()}`);
}
