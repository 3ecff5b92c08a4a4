import type { ModeTables } from '../../../../generated/database.ts';
import { monotonicMs } from '../../clock.ts';
import type { GivenKeys } from '../../secrets.ts';
import { countReplicaRead } from '../../telemetry/counters.ts';
import { anyone } from '../../turns.ts';
import { type Connection, connect, type Source } from '../connect.ts';
import { type Databases, type Db, inNameOf } from '../database.ts';
import { isCrowdedOut } from '../driver/crowded-out.ts';
import { hasAnswered, isOfServer } from '../driver/violations.ts';
import { instanceOn, runnerFor } from '../instances.ts';
import { loginsWith, Pools, type PoolUse, sizesOf } from '../pool.ts';
import { roles } from '../roles.ts';
import { caughtUp, type Position, positionOfPrimary, type Standing } from './position.ts';

type ModeName = 'sandbox' | 'live';

type Options = {
  readonly url: string;
  readonly databases: Databases;
  readonly secretKey: GivenKeys;
  /** The most connections to the primary; the replica gets a part of as many. */
  readonly connections: number;
  /** Receives errors of idle connections. */
  readonly report: (error: Error) => void;
  /** Is told when it is no longer used, and when it is used again. */
  readonly changed: (instance: ModeName, standing: Standing) => void;
};

export type Replica = {
  readonly pools: () => readonly PoolUse[];
  readonly close: () => Promise<void>;
};

/** A replica that was not there or behind is left alone for so long, so that it delays few reads. */
const pauseMs = 1000;
/** After so many times in a row it counts as away, behind or slow: being behind for a moment is usual. */
const mostMissed = 3;
/** How long to wait for a connection. The primary serves the read instead. */
const waitMs = 500;

const tooSlow = '57014';
/** Other reads would fail, too: there is no answer, no memory or room, a broken disk, or several merchants wait in vain. */
const unwell = /^($|53|57014|58|XX)/;

const followers = new WeakMap<object, Follower>();

/** From now on `onReplica` uses it for both modes. It connects on first use. Decision 0117. */
export function openReplica({ url, databases, secretKey, connections, report, changed }: Options): Replica {
  const pools = new Pools(report);
  const { calls } = sizesOf(connections);
  const half = { most: Math.ceil(calls.most / 2), mostEach: Math.ceil(calls.mostEach / 2) };
  const size = { ...half, waitMs, mayFollow: true };
  for (const role of roles) {
    const { schema } = role;
    if (schema === 'platform') continue;
    const source = pools.open(`${schema}_replica`, loginsWith(secretKey, { role, url, own: true }), size);
    followers.set(databases[schema], new Follower(source, (standing) => changed(schema, standing)));
  }
  return {
    pools: () => pools.uses(),
    close: async () => {
      for (const schema of ['sandbox', 'live'] as const) followers.delete(databases[schema]);
      await pools.close();
    },
  };
}

/** Undefined without a replica. Also looks after one that nobody has read from for a while, for the next time somebody asks. */
export function standingOf(db: Db): Standing | undefined {
  const follower = followers.get(db);
  follower?.lookAfter(db);
  return follower?.standing;
}

/**
 * Runs reads of a merchant on the replica, if it shows all that was committed before they began, by whichever process; otherwise, or
 * when it fails, on the primary. `read` may run twice.
 *
 * @param otherwise where to read if not there: the transaction of a caller who has one
 * @throws DatabaseError of code 57014 if the read took too long there; it is not run again then
 *
 * Decision 0117.
 */
export async function onReplica<T>(
  db: Db,
  merchantId: string,
  read: (db: Db) => Promise<T>,
  otherwise: Db = inNameOf(db, merchantId),
): Promise<T> {
  const done = await followers.get(db)?.tryOn(otherwise, merchantId, read);
  return done ? done.result : await read(otherwise);
}

type Done<T> = { readonly result: T } | undefined;

class Follower {
  readonly #source: Source;
  readonly #changed: (standing: Standing) => void;
  #standing: Standing = 'used';
  #missed = 0;
  /** The merchants whose reads took too long since one did not. */
  readonly #slowFor = new Set<string>();
  #pausedUntilMs = 0;
  /** Why it was left alone the last time. */
  #found: Exclude<Standing, 'used'> = 'away';
  #lookedAtMs = 0;

  constructor(source: Source, changed: (standing: Standing) => void) {
    this.#source = source;
    this.#changed = changed;
  }

  get standing(): Standing {
    return this.#standing;
  }

  lookAfter(db: Db): void {
    if (monotonicMs() - this.#lookedAtMs < pauseMs) return;
    void this.tryOn(db, anyone, () => Promise.resolve()).catch(() => undefined);
  }

  /** Undefined: nothing was read here. */
  async tryOn<T>(primary: Db, name: string, read: (db: Db) => Promise<T>): Promise<Done<T>> {
    if (monotonicMs() < this.#pausedUntilMs) return count(this.#found, name);
    this.#lookedAtMs = monotonicMs();
    // If the primary does not say it, it will not answer the read either.
    const wanted = await positionOfPrimary(runnerFor(primary)).catch(() => undefined);
    return wanted && (await this.#readFrom(wanted, name, read));
  }

  async #readFrom<T>(wanted: Position, name: string, read: (db: Db) => Promise<T>): Promise<Done<T>> {
    let connection: Connection | undefined;
    let isReading = false;
    try {
      connection = await connect(this.#source, { name });
      const found = await caughtUp(connection, wanted);
      if (found !== 'used') {
        // By now the address may lead to another server. This one may never follow again: it may have been promoted, or be left behind.
        if (found === 'away' || this.standing !== 'used') connection.broken = true;
        return this.#miss(found, name);
      }
      isReading = true;
      const result = await read(dbOn(connection));
      count('replica', name);
      if (name !== anyone) this.#slowFor.clear();
      this.#missed = 0;
      this.#become('used');
      return { result };
    } catch (error) {
      return this.#failed(error, { name, isReading });
    } finally {
      connection?.release();
    }
  }

  /**
   * Leaves the replica alone for a while, unless only this read or its merchant is to blame: a statement that was refused, rows that
   * the primary has removed meanwhile, or too many reads at once.
   *
   * @throws the error, if it is of no server; or if the read took too long: it would take as long at the primary, and burden it
   */
  #failed(error: unknown, of: { readonly name: string; readonly isReading: boolean }): undefined {
    const code = of.isReading && hasAnswered(error) ? String(Reflect.get(Object(error), 'code')) : '';
    // If several merchants in a row wait in vain, it is the replica that is slow.
    const isSlow = code === tooSlow && this.#slowFor.add(of.name).size < mostMissed;
    if (isSlow || !isOfServer(error)) throw error;
    return isCrowdedOut(error) || !unwell.test(code) ? undefined : this.#miss('away', of.name);
  }

  #miss(found: Exclude<Standing, 'used'>, name: string): undefined {
    count(found, name);
    this.#found = found;
    this.#missed += 1;
    this.#pausedUntilMs = monotonicMs() + pauseMs;
    if (this.#missed >= mostMissed) this.#become(found);
  }

  #become(standing: Standing): void {
    if (this.#standing === standing) return;
    this.#standing = standing;
    this.#changed(standing);
  }
}

/** Looking after the replica is in nobody's name, and is no read. */
function count(outcome: Parameters<typeof countReplicaRead>[0], name: string): undefined {
  if (name !== anyone) countReplicaRead(outcome);
}

/** All reads on one connection: another one may lead to another server. */
function dbOn(connection: Connection): Db {
  return instanceOn<ModeTables>((consumer) => consumer(connection), connection);
}
