import { Client } from 'pg';
import { unique } from './load.ts';
import type { RoundTrip, Statement } from './statements.ts';

/** A value of a recorded statement: what stays, and in between the numbers of what is new with every call, or each client's own. */
type Piece = string | { readonly fresh: number } | { readonly own: number };
export type Parameter = { readonly type: string; readonly pieces: readonly Piece[] | null };
export type ShapedStatement = { readonly text: string; readonly parameters: readonly Parameter[] };

/** The statements of a call, with places for what every call has to make anew: its ids and its reference. */
export type Shape = {
  readonly trips: readonly (readonly ShapedStatement[])[];
  readonly fresh: readonly Fresh[];
};
type Fresh = 'uuid' | 'text';

/** As PostgreSQL writes it, or the digits alone, as in shown ids. */
const uuid =
  /(?<![0-9a-f])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f])/g;

/**
 * @param known ids that are the same in every call: the merchant's, the app's
 * @param own ids that each client has others of, such as its merchant's
 * @param reference the text that stood for `unique` in the recorded call
 * @param url of the role that runs the statements
 */
export async function shapeOf(
  trips: readonly RoundTrip[],
  about: {
    readonly known: readonly string[];
    readonly own?: readonly string[];
    readonly reference: string;
    readonly url: string;
  },
): Promise<Shape> {
  const { known, own = [], reference, url } = about;
  const marks = new Map<string, number>([[reference, 0]]);
  const fresh: Fresh[] = ['text'];
  const owned = own.map(digitsOf);
  const constant = new Set(known.map(digitsOf));
  const markOf = (text: string): string | undefined => {
    const id = digitsOf(text);
    if (constant.has(id)) return undefined;
    if (owned.includes(id)) return `own${owned.indexOf(id)}`;
    if (!marks.has(id)) {
      marks.set(id, fresh.length);
      fresh.push('uuid');
    }
    return String(marks.get(id));
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const shaped: ShapedStatement[][] = [];
    for (const trip of trips) {
      const statements: ShapedStatement[] = [];
      for (const statement of trip) statements.push(await shapeOne(client, statement, { markOf, reference }));
      shaped.push(statements);
    }
    return { trips: shaped, fresh };
  } finally {
    await client.end();
  }
}

function digitsOf(id: string): string {
  return id.replaceAll('-', '');
}

type Marks = { readonly markOf: (id: string) => string | undefined; readonly reference: string };

async function shapeOne(client: Client, { text, values }: Statement, marks: Marks): Promise<ShapedStatement> {
  const types = values.length === 0 ? [] : await typesOf(client, text);
  const parameters = values.map((value, place) => ({
    type: types[place] ?? 'text',
    pieces: value === null || value === undefined ? null : piecesOf(textOf(value), marks),
  }));
  return { text, parameters };
}

/** PostgreSQL's own reading of what `$1`, `$2` … are. */
async function typesOf(client: Client, text: string): Promise<readonly string[]> {
  await client.query(`PREPARE shaped AS ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'shaped'",
  );
  await client.query('DEALLOCATE shaped');
  return rows[0]?.types ?? [];
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return `"${textOf(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function piecesOf(text: string, { markOf, reference }: Marks): readonly Piece[] {
  const marked = text.replaceAll(uuid, (id) => {
    const mark = markOf(id);
    return mark === undefined ? id : `${unique}${mark}${unique}`;
  });
  const parts = marked.replaceAll(reference, `${unique}0${unique}`).split(unique);
  return parts.map((part, place) => (place % 2 === 1 ? pieceOf(part) : part)).filter((part) => part !== '');
}

function pieceOf(mark: string): Piece {
  return mark.startsWith('own') ? { own: Number(mark.slice(3)) } : { fresh: Number(mark) };
}
