import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { monotonicMs } from '../clock.ts';
import { makeCluster, type Options, owner, type Place, placeOf, within } from './embedded-cluster.ts';

/** The PostgreSQL used without a DATABASE_URL. Its files are in DATA_DIR/postgres, its log is DATA_DIR/postgres.log. */
export type Embedded = {
  /** The owner's URL. It uses the unix socket where possible, which is faster than TCP. */
  readonly url: string;
  readonly tcpUrl: string;
  /** Stops the server, unless another process still uses it. */
  readonly stop: () => Promise<void>;
};

/** A running server, and the connection that marks it as used by this process. */
type Held = { readonly pid: number; readonly port: number; readonly keeper: Client };
type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

const patienceMs = 60_000;
/** Between two tries to start a server that has crashed. */
const longestPauseMs = 1000;
/** An advisory lock: each process shares it; one that gets it exclusively is the last and stops the server. */
const inUse = 4245;

/**
 * Starts the server, and makes its cluster first if there is none. Joins a server that already runs: a killed process leaves
 * one behind, and commands of the command line share the service's.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const place = placeOf(options);
  await makeCluster(place);
  for (let attempt = 1; ; attempt += 1) {
    const held = (await runningServer(place)) ?? (await launch(place, await freePort()));
    // When two processes start at once, one server fails to start and its process joins the other.
    if (held !== undefined) return new Joined(place, held);
    if (attempt === 3) throw new Error(`PostgreSQL does not start: ${lastLines(place.log)}`);
  }
}

/** The server running in this cluster, once it is ready; undefined when there is none. */
async function runningServer(place: Place): Promise<Held | undefined> {
  const until = monotonicMs() + patienceMs;
  while (monotonicMs() < until) {
    const found = postmasterOf(place.cluster);
    if (found === undefined) return undefined;
    if (!isPostmaster(found.pid, place.cluster)) {
      // After a crash another program may have its process id, and PostgreSQL would never start again.
      if (isAlive(found.pid)) fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    const held = found.ready ? await hold(place, found) : undefined;
    if (held !== undefined) return held;
    await delay(50);
  }
  throw new Error(`the PostgreSQL of ${place.cluster} runs but is not ready: ${lastLines(place.log)}`);
}

/** Undefined if the server exits during start, as it does if another process has started one. */
async function launch(place: Place, port: number): Promise<Held | undefined> {
  const { folder, options } = within(place, place.cluster);
  const log = fs.openSync(place.log, 'a', 0o600);
  const postgres = join(place.programs, 'bin', 'postgres');
  const server = spawn(postgres, ['-D', folder, ...settingsFor(place, folder, port)], {
    ...options,
    // Its own process group: Ctrl+C must reach only us, and we then stop the server cleanly.
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
    if (found?.pid === server.pid && found?.ready === true) return hold(place, found);
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
    // Compiling our short statements would cost more than running them.
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(place.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The path of a unix socket is limited to 107 bytes. */
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

/** Reads postmaster.pid: process id, start time, port and state, each on a fixed line. */
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

/** A postmaster's working directory is its cluster. Without /proc we only check that the process is alive. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid) || process.platform !== 'linux') return isAlive(pid);
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster);
  } catch {
    return false;
  }
}

/** Connects and takes the shared lock. Undefined while the server accepts no connections. */
async function hold(place: Place, { pid, port }: Postmaster): Promise<Held | undefined> {
  const keeper = new Client({
    connectionString: tcpUrl(place, port),
    keepAlive: true,
    application_name: 'keeper',
  });
  keeper.on('error', () => undefined);
  try {
    await keeper.connect();
    await keeper.query(`SELECT pg_advisory_lock_shared(${inUse})`);
    return { pid, port, keeper };
  } catch (error) {
    await keeper.end().catch(() => undefined);
    if (error instanceof Error && Reflect.get(error, 'code') === '28P01') {
      throw new Error(`${place.cluster} was made with another SECRET_KEY`, { cause: error });
    }
    return undefined;
  }
}

function tcpUrl(place: Place, port: number): string {
  return `postgres://${owner}:${place.password}@127.0.0.1:${port}/postgres`;
}

function socketUrl(place: Place, port: number): string {
  return `postgres://${owner}:${place.password}@localhost/postgres?host=${encodeURIComponent(place.cluster)}&port=${port}`;
}

/** Our use of the server, until `stop`. After a crash we reconnect, and start the server again on its port if it is gone. */
class Joined implements Embedded {
  readonly url: string;
  readonly tcpUrl: string;
  readonly #place: Place;
  #held: Held;
  #leaving: Promise<void> | undefined;
  #returning: Promise<void> | undefined;

  constructor(place: Place, held: Held) {
    this.#place = place;
    this.tcpUrl = tcpUrl(place, held.port);
    this.url = hasSocket(place.cluster) ? socketUrl(place, held.port) : this.tcpUrl;
    this.#held = held;
    this.#watch();
  }

  readonly stop = (): Promise<void> => {
    // A forced stop calls this while the usual one still waits.
    this.#leaving ??= this.#leave();
    return this.#leaving;
  };

  async #leave(): Promise<void> {
    await this.#returning;
    await leave(this.#place, this.#held);
  }

  #watch(): void {
    this.#held.keeper.once('end', () => {
      if (!this.#leaving) this.#returning = this.#comeBack();
    });
  }

  /** Tries for as long as it is used: its disk may be full for hours. */
  async #comeBack(): Promise<void> {
    for (let pauseMs = 100; !this.#leaving; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const start = async () =>
        (await runningServer(this.#place)) ?? (await launch(this.#place, this.#held.port));
      const held = await start().catch(() => undefined);
      if (held !== undefined) {
        this.#held = held;
        return this.#watch();
      }
      await delay(pauseMs);
    }
  }
}

async function leave(place: Place, { keeper, pid }: Held): Promise<void> {
  const last = await isLast(keeper).catch(() => true);
  await keeper.end().catch(() => undefined);
  if (!last || !isPostmaster(pid, place.cluster)) return;
  // Fast shutdown: ends all sessions and writes committed data to disk.
  process.kill(pid, 'SIGINT');
  const until = monotonicMs() + patienceMs;
  while (isPostmaster(pid, place.cluster) && monotonicMs() < until) await delay(10);
}

async function isLast(keeper: Client): Promise<boolean> {
  await keeper.query(`SELECT pg_advisory_unlock_shared(${inUse})`);
  const { rows } = await keeper.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${inUse}) AS last`);
  return rows[0]?.last === true;
}

function lastLines(log: string): string {
  return fs.existsSync(log)
    ? fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join(' | ')
    : 'its log is empty';
}
