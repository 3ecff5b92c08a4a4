import {
  type CompiledQuery,
  DeleteResult,
  InsertResult,
  type Kysely,
  type QueryExecutorProvider,
  UpdateResult,
} from 'kysely';
import type { ModeTables } from '../../../generated/database.ts';
import type { Ran } from './connect.ts';
import { type ForMany, forMany } from './driver/by-ids.ts';
import { runnerFor } from './instances.ts';

type Buildable<R> = { compile(db: QueryExecutorProvider): CompiledQuery<R> };

type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly answer: 'rows' | 'insert' | 'update' | 'delete';
};

/**
 * A query that Kysely builds and compiles once, at its first use. Later calls only run its text, so Kysely is off the hot path:
 *
 *     const findThing = prepared<{ merchantId: string; id: string }>()((db, p) =>
 *       db.selectFrom('things').selectAll().where('merchant_id', '=', p.merchantId).where('id', '=', p.id));
 *     const rows = await findThing(db, { merchantId, id });
 *
 * Its text must not depend on its parameters: no `$if` on a parameter, no `in` with a list (write `= any(…)`), no NULL for `is`.
 * For tables of `platform`, write `prepared<{ … }, PlatformTables>()`.
 */
export function prepared<P extends object, T = ModeTables>() {
  return <R>(build: (db: Kysely<T>, parameters: P) => Buildable<R>) => {
    const compiled = once<T>((db) => build(db, new Proxy<P>(Object.create(null), naming)).compile(db));
    return async (db: Kysely<T>, parameters: P): Promise<R[]> => {
      const { text, values, answer } = compiled(db);
      const ran = await runnerFor(db).run(text, filled(values, parameters));
      return answer === 'rows' ? ran.rows : touched(answer, ran);
    };
  };
}

/**
 * A prepared read of at most one row, whose parameters are all UUIDs. Outside a transaction, what one turn of the event loop asks for is
 * one statement. Decision 0139.
 */
export function preparedById<P extends Readonly<Record<string, string>>, T = ModeTables>() {
  return <R>(build: (db: Kysely<T>, parameters: P) => Buildable<R>) => {
    const compiled = once<T>((db) => build(db, new Proxy<P>(Object.create(null), naming)).compile(db));
    let many: ForMany | undefined;
    return async (db: Kysely<T>, parameters: P): Promise<R | undefined> => {
      const { text, values } = compiled(db);
      many ??= forMany(
        text,
        values.map((value) => (value instanceof Placeholder ? { name: value.name } : { value })),
      );
      const { rows } = await runnerFor(db).run(text, filled(values, parameters), many);
      return rows[0];
    };
  };
}

function once<T>(compiled: (db: Kysely<T>) => CompiledQuery): (db: Kysely<T>) => Statement {
  let statement: Statement | undefined;
  return (db) => (statement ??= statementOf(compiled(db)));
}

/** Stands for a parameter while the query is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`a prepared query must not read its parameter ${this.name}: it has no value yet`);
  }
}

const naming: ProxyHandler<object> = {
  get: (_target, name) => new Placeholder(String(name)),
  ownKeys: () => {
    throw new Error('a prepared query must name each parameter: they cannot be listed or spread');
  },
};

function filled(values: readonly unknown[], parameters: object): readonly unknown[] {
  return values.map((value) => (value instanceof Placeholder ? Reflect.get(parameters, value.name) : value));
}

function statementOf({ sql: text, parameters: values, query }: CompiledQuery): Statement {
  if ('returning' in query && query.returning !== undefined) return { text, values, answer: 'rows' };
  if (query.kind === 'InsertQueryNode') return { text, values, answer: 'insert' };
  if (query.kind === 'UpdateQueryNode') return { text, values, answer: 'update' };
  return { text, values, answer: query.kind === 'DeleteQueryNode' ? 'delete' : 'rows' };
}

/** What Kysely returns for a write without RETURNING. */
function touched(answer: 'insert' | 'update' | 'delete', ran: Ran): Ran['rows'] {
  const count = BigInt(ran.rowCount ?? 0);
  if (answer === 'insert') return [new InsertResult(undefined, count)];
  return [answer === 'update' ? new UpdateResult(count, undefined) : new DeleteResult(count)];
}
