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
    let statement: Statement | undefined;
    return async (db: Kysely<T>, parameters: P): Promise<R[]> => {
      statement ??= compile(build(db, new Proxy<P>(Object.create(null), naming)).compile(db));
      const { text, values, answer } = statement;
      const ran = await runnerFor(db).run(
        text,
        values.map((value) => filled(value, parameters)),
      );
      return answer === 'rows' ? ran.rows : touched(answer, ran);
    };
  };
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

function filled(value: unknown, parameters: object): unknown {
  return value instanceof Placeholder ? Reflect.get(parameters, value.name) : value;
}

function compile({ sql: text, parameters: values, query }: CompiledQuery): Statement {
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
