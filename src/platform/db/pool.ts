import { type ClientConfig, type CustomTypesConfig, Pool, type PoolClient, types as standard } from 'pg';
import { monotonicMs } from '../clock.ts';
import { type GivenKeys, keysIn } from '../secrets.ts';
import { Turns } from '../turns.ts';
import type { Source } from './connect.ts';
import { momentOf } from './driver/moments.ts';
import { noteDirect } from './driver/prepared-query.ts';
import { DatabaseUnavailable, refusedAsReplica } from './driver/violations.ts';
import { type Role, rolePassword, serverLimits } from './roles.ts';

/** Money and counts are int8, which a number would round. A date has no time zone, but a Date would add one. */
const parsers = new Map<number, (text: string) => unknown>([
  [standard.builtins.INT8, BigInt],
  [standard.builtins.DATE, String],
  [standard.builtins.TIMESTAMPTZ, momentOf],
]);

const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? standard.getTypeParser(oid, format),
};

/** How one instance logs in: at its own URL, else at the owner's. */
export type Login = {
  readonly role: Role;
  readonly url: string;
  /** The URL is the instance's own. If it names no user, the role logs in there with its derived password, too. */
  readonly own: boolean;
  readonly secretKey: string;
};

/** A login with the password of each key: while the keys change, nobody knows which one the server goes by. */
export type Logins = readonly [Login, ...Login[]];

export function loginsWith(keys: GivenKeys, login: Omit<Login, 'secretKey'>): Logins {
  const [first, ...others] = keysIn(keys);
  return [{ ...login, secretKey: first }, ...others.map((secretKey) => ({ ...login, secretKey }))];
}

export function clientOptions(login: Login): ClientConfig {
  const url = new URL(login.url);
  if (!login.own || url.username === '') {
    url.username = login.role.name;
    url.password = rolePassword(login.secretKey, login.role.name);
  }
  return { connectionString: url.href, application_name: login.role.name, keepAlive: true, types };
}

/** How long to wait for a connection, and then for a new one to be made. */
const usualWaitMs = 2000;
/** How many transactions of one merchant wait for a connection. */
const mostWaiting = 500;

/** How many connections a pool has, and how many of them a merchant may use at once. */
export type Size = {
  readonly most: number;
  readonly mostEach: number;
  /** How many times as long as usual it waits. */
  readonly patience?: number;
  /** How long to wait for a connection, if not as long as usual. */
  readonly waitMs?: number;
  /** The server may be a replica; elsewhere a replica is refused. */
  readonly mayFollow?: boolean;
};

/** With fewer, calls would wait for each other all the time. */
export const fewestConnections = 15;
export const usualConnections = 25;
export const mostConnections = 500;

type Sizes = { readonly calls: Size; readonly workers: Size; readonly platform: Size };

/**
 * Splits the connections of a process: one for LISTEN and NOTIFY, a sixth of the others for the platform, and for each mode four times
 * as many for calls as for workers. The transactions and slow reads of one merchant use at most half of those for calls. Of 25: 1, 4,
 * and 8 + 2 for each mode. Decision 0048.
 */
export function sizesOf(connections = usualConnections): Sizes {
  const pooled = connections - 1;
  const ofMode = Math.floor((pooled - Math.round(pooled / 6)) / 2);
  const workers = Math.max(2, Math.round(ofMode / 5));
  const calls = ofMode - workers;
  const platform = pooled - 2 * ofMode;
  return {
    calls: { most: calls, mostEach: Math.ceil(calls / 2) },
    workers: { most: workers, mostEach: workers },
    platform: { most: platform, mostEach: platform },
  };
}

/** Never closes idle connections. Calls `report` with the errors of idle connections. */
function openPool([login, ...others]: Logins, size: Size, report: (error: Error) => void): Source {
  const { patience = 1, waitMs = usualWaitMs, mayFollow = false, ...counts } = size;
  const pool = new Pool({
    ...clientOptions(login),
    ...(patience !== 1 && { options: serverLimits(patience) }),
    max: size.most,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs * patience,
    // The server stops a statement after 5 s; this closes a connection that no longer answers at all.
    query_timeout: 6000 * patience,
    pipeline: true,
    verify: (client, done) => getToKnow(client, { mayFollow, withinMs: waitMs * patience }, done),
  });
  pool.on('error', (error) => {
    // A pool is closed before the server has noticed, and an embedded server may stop in between.
    if (!pool.ending) report(error);
  });
  // A connection in use also rejects its query, but without a listener its error event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    keys: keysToTry(pool, [login, ...others]),
    turns: new Turns({ ...counts, mostWaiting, waitMs: waitMs * patience }),
    freed: { atMs: Number.NEGATIVE_INFINITY },
  };
}

/** Longer than a statement may wait for a lock, and shorter than a hanging server may go unnoticed. */
const backWithinMs = 5500;

/** Whether all connections are in use, and come back: whoever needs one waits for others, and not for the server. */
export function isBusy({ turns, freed }: Pick<Source, 'turns' | 'freed'>, patience = 1): boolean {
  return turns.isFull && monotonicMs() - freed.atMs < backWithinMs * patience;
}

/** Lets new connections log in with the password of the next key. Undefined: there is one key. */
function keysToTry(pool: Pool, logins: Logins): Source['keys'] {
  if (logins.length === 1) return undefined;
  let used = 0;
  return {
    count: logins.length,
    used: () => used,
    leave: (refused) => {
      // Many connections are refused at the same time, and only the first may turn.
      if (refused !== used) return;
      used = (used + 1) % logins.length;
      Object.assign(pool.options, clientOptions(logins[used] ?? logins[0]));
    },
  };
}

const aboutServer = 'SELECT pg_is_in_recovery() AS is_replica, pg_backend_pid() AS pid';

/**
 * Asks a new connection whose it is. While a leader is replaced, its address may lead to a server that follows. A connection to it would
 * stay in the pool, and show balances of the past. It is refused when it is made, unless it may follow; afterwards no server becomes a
 * replica without ending its connections.
 */
function getToKnow(
  client: PoolClient,
  { mayFollow, withinMs }: { readonly mayFollow: boolean; readonly withinMs: number },
  done: (error?: Error) => void,
): void {
  const asking = { text: aboutServer, query_timeout: withinMs };
  client.query<{ is_replica: boolean; pid: number }>(asking, (error: Error | null, answer) => {
    if (error) {
      done(new DatabaseUnavailable(error));
      return;
    }
    const [server] = answer.rows;
    // A pooler makes up a number of its own.
    if (server?.pid === Reflect.get(client, 'processID')) noteDirect(client);
    const isRefused = server?.is_replica === true && !mayFollow;
    done(isRefused ? refusedAsReplica() : undefined);
  });
}

export type PoolUse = {
  /** A schema, and `_workers` for what workers do across merchants. */
  readonly instance: string;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
};

/** The pools of a process by name. */
export class Pools {
  readonly #report: (error: Error) => void;
  readonly #sources = new Map<string, Source>();

  /** @param report receives the errors of idle connections */
  constructor(report: (error: Error) => void) {
    this.#report = report;
  }

  open(name: string, logins: Logins, size: Size): Source {
    const source = openPool(logins, size, this.#report);
    this.#sources.set(name, source);
    return source;
  }

  /**
   * Those that wait for their turn wait for a connection, although the pool does not know of them. Those that wait for the share of
   * their merchant are not counted: more connections would not help them.
   */
  uses(): PoolUse[] {
    return [...this.#sources].map(([instance, { pool, turns }]) => ({
      instance,
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: turns.waiting + pool.waitingCount,
    }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sources.values()].map(({ pool }) => pool.end()));
  }
}
