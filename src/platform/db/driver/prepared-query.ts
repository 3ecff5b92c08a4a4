import { type PoolClient, Query, type QueryResult } from 'pg';
import { leaveUnlessPrepared, makeAnew, nameOn, textNow } from './statement-names.ts';
import { Undescribed } from './undescribed.ts';
import { isStale } from './violations.ts';

type Column = { readonly name: string; readonly dataTypeID: number; readonly format: string };
type Parser = (text: string) => unknown;

/** What the driver makes of the description of a statement's rows: how each column is called and read. */
type Shape = {
  readonly columns: readonly Column[];
  readonly parsers: readonly Parser[];
  readonly emptyRow: object;
};

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
type DataRow = { readonly fields: readonly (string | null)[] };
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
    shapes.set(name, shared(name, { columns, parsers, emptyRow: emptyRow ?? {} }));
  }
}

function rowOf({ columns, parsers, emptyRow }: Shape, values: DataRow['fields']): object {
  const row: Record<string, unknown> = { ...emptyRow };
  for (let place = 0; place < values.length; place += 1) {
    const column = columns[place];
    const parse = parsers[place];
    const value = values[place];
    if (column === undefined || parse === undefined) throw new Error('a row has more values than columns');
    // Of two columns with one name the last one counts, also if it is null.
    row[column.name] = value === null || value === undefined ? null : parse(value);
  }
  return row;
}

/** By the name of the statement: the same on all connections, unless a table has changed in between. */
const latest = new Map<string, Shape>();

/** The shape that other connections keep already, if it is the same: there are hundreds of statements on each connection. */
function shared(name: string, shape: Shape): Shape {
  const known = latest.get(name);
  if (known && known.columns.length === shape.columns.length && known.columns.every(isIn(shape)))
    return known;
  latest.set(name, shape);
  return shape;
}

const isIn =
  ({ columns }: Shape) =>
  ({ name, dataTypeID, format }: Column, at: number): boolean => {
    const other = columns[at];
    return other?.name === name && other.dataTypeID === dataTypeID && other.format === format;
  };
