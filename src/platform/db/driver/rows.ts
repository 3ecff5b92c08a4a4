import { types } from 'pg';
import { rowMakers } from '../../../../generated/database.ts';

export type Column = { readonly name: string; readonly dataTypeID: number; readonly format: string };
export type Parser = (text: string) => unknown;
/** Of a row, as PostgreSQL writes them. */
export type Values = readonly (string | null)[];

/** What the driver makes of the description of a statement's rows: how each column is called and read. */
type Description = {
  readonly columns: readonly Column[];
  readonly parsers: readonly Parser[];
  readonly emptyRow: object;
};

export type Shape = Description & {
  /** Of a statement that returns whole rows of a table. To name each value takes longer than to read it. */
  readonly make: ((values: readonly unknown[]) => object) | undefined;
};

const asItIs: unknown = types.getTypeParser(types.builtins.TEXT, 'text');

/** The values of the row that is being read. One list for all: a list of payments has dozens of rows. */
const read: unknown[] = [];

/** @throws whatever a parser throws, and Error if the row has other columns than its statement had */
export function rowOf({ columns, parsers, emptyRow, make }: Shape, values: Values): object {
  if (values.length !== columns.length) throw new Error('a row has other columns than its statement had');
  for (let place = 0; place < values.length; place += 1) read[place] = valueOf(parsers[place], values[place]);
  if (make) return make(read);
  const row: Record<string, unknown> = { ...emptyRow };
  // Of two columns with one name the last one counts, also if it is null.
  for (let place = 0; place < columns.length; place += 1) row[columns[place]?.name ?? ''] = read[place];
  return row;
}

function valueOf(parse: Parser | undefined, value: string | null | undefined): unknown {
  if (value === null || value === undefined) return null;
  return parse === undefined || parse === asItIs ? value : parse(value);
}

/** By the name of the statement: the same on all connections, unless a table has changed in between. */
const latest = new Map<string, Shape>();

/** The shape that other connections keep already, if it is the same: there are hundreds of statements on each connection. */
export function shapeOf(statement: string, described: Description): Shape {
  const known = latest.get(statement);
  const { columns } = described;
  if (known && known.columns.length === columns.length && known.columns.every(isIn(described))) return known;
  const shape = { ...described, make: rowMakers[columns.map(({ name }) => name).join()] };
  latest.set(statement, shape);
  return shape;
}

const isIn =
  ({ columns }: Description) =>
  ({ name, dataTypeID, format }: Column, at: number): boolean => {
    const other = columns[at];
    return other?.name === name && other.dataTypeID === dataTypeID && other.format === format;
  };
