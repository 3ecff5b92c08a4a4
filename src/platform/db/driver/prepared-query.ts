import { type PoolClient, Query, type QueryResult } from 'pg';
import { type Column, type Parser, rowOf, type Shape, shapeOf, type Values } from './rows.ts';
import { leaveUnlessPrepared, makeAnew, nameOn, textNow } from './statement-names.ts';
import { Undescribed } from './undescribed.ts';
import { isStale } from './violations.ts';

/** What `Query` has, beside what its types say. */
type DriverQuery = InstanceType<typeof Query> & {
  name: string | undefined;
  callback: ((error: Error | null, result: QueryResult) => void) | undefined;
  query_timeout: number | undefined;
  readonly _result: {
    readonly rows: object[];
    readonly fields: readonly Column[];
    readonly _parsers: readonly Parser[] | undefined;
    readonly _prebuiltEmptyResultObject: object | null;
  };
  prepare(connection: Prepared): void;
  handleError(error: Error, connection: Prepared): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: object): void;
};
/** Of a connection of the driver: the statements that are prepared, or soon will be, by their names. */
type Prepared = Readonly<Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>>>;
type DataRow = { readonly fields: Values };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave out what a subclass needs
const Base = Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/** The shapes of the prepared statements of a connection. A connection that is not in it goes through a pooler. */
const shapesOn = new WeakMap<PoolClient, Map<string, Shape>>();

/**
 * Notes that a connection leads to PostgreSQL itself. A statement that is prepared there keeps its columns: if a table changes so that
 * they would be others, PostgreSQL refuses it. Behind a pooler another server may have prepared it later.
 */
export function noteDirect(client: PoolClient): void {
  shapesOn.set(client, new Map());
}

/**
 * Runs a named prepared statement. Its columns are described once for a connection, not each time: PostgreSQL would write, and we
 * would read, more than most rows have.
 *
 * @param patienceMs how long an answer may take; undefined: as long as the pool says
 */
export function runPrepared(
  client: PoolClient,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  patienceMs: number | undefined,
): Promise<QueryResult> {
  const used = textNow(text);
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(used, values);
    query.name = nameOn(client, used);
    query.shapes = shapesOn.get(client);
    query.query_timeout = patienceMs;
    query.callback = (error, result) => {
      if (!error) return resolve(result);
      leaveUnlessPrepared(client, used, query.name);
      if (isStale(error)) makeAnew(text, used);
      return reject(error);
    };
    client.query(query);
  });
}

class PreparedQuery extends Base {
  shapes: Map<string, Shape> | undefined;
  #shape: Shape | undefined;
  #isSent = false;

  get #result(): DriverQuery['_result'] {
    const { _result: result } = this;
    return result;
  }

  override prepare(connection: Prepared): void {
    this.#shape = this.name === undefined ? undefined : this.shapes?.get(this.name);
    super.prepare(this.#shape === undefined ? connection : Undescribed.of(connection));
    this.#isSent = true;
  }

  /** If values cannot be sent, the driver closes their statement. It would go on to take it for one that is prepared. */
  override handleError(error: Error, connection: Prepared): void {
    if (!this.#isSent && this.name !== undefined) {
      Reflect.deleteProperty(connection.parsedStatements, this.name);
      Reflect.deleteProperty(connection.submittedNamedStatements, this.name);
      this.shapes?.delete(this.name);
    }
    super.handleError(error, connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#keepShape();
  }

  override handleDataRow(message: DataRow): void {
    if (this.#shape === undefined) {
      super.handleDataRow(message);
      return;
    }
    try {
      this.#result.rows.push(rowOf(this.#shape, message.fields));
    } catch {
      // The driver reads it again, and fails the statement with the error.
      const { columns: fields, parsers: _parsers, emptyRow: _prebuiltEmptyResultObject } = this.#shape;
      Object.assign(this.#result, { fields, _parsers, _prebuiltEmptyResultObject });
      super.handleDataRow(message);
    }
  }

  /** A statement without rows has no description. */
  override handleCommandComplete(message: unknown, connection: object): void {
    this.#keepShape();
    super.handleCommandComplete(message, connection);
  }

  #keepShape(): void {
    const { name, shapes, _result: result } = this;
    if (name === undefined || shapes === undefined || shapes.has(name)) return;
    const { fields: columns, _parsers: parsers = [], _prebuiltEmptyResultObject: emptyRow } = result;
    shapes.set(name, shapeOf(name, { columns, parsers, emptyRow: emptyRow ?? {} }));
  }
}
