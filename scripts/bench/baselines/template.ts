import { Client } from 'pg';
import { unique } from '../load/load.ts';
import type { RoundTrip, Statement } from './recorder.ts';

/** A part of a recorded value: fixed text, the number of a text that each call makes anew, or of an id that belongs to the client. */
type Piece = string | { readonly fresh: number } | { readonly own: number };
export type Parameter = { readonly type: string; readonly pieces: readonly Piece[] | null };
export type TemplateStatement = { readonly text: string; readonly parameters: readonly Parameter[] };

/** The statements of a recorded call, with placeholders for what each call makes anew: its ids and its reference. */
export type Template = {
  readonly trips: readonly (readonly TemplateStatement[])[];
  readonly fresh: readonly Fresh[];
};
type Fresh = 'uuid' | 'text';

/** With dashes, as PostgreSQL writes it, or without, as in the ids of the API. */
const uuid =
  /(?<![0-9a-f])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f])/g;

/**
 * @param known ids that are the same in every call: the merchant's, the app's
 * @param own ids that differ from client to client, such as its merchant's
 * @param reference the text that replaced `unique` in the recorded call
 * @param url of the role that runs the statements
 */
export async function templateOf(
  trips: readonly RoundTrip[],
  about: {
    readonly known: readonly string[];
    readonly own?: readonly string[];
    readonly reference: string;
    readonly url: string;
  },
): Promise<Template> {
  const { known, own = [], reference, url } = about;
  const marks = new Map<string, number>([[reference, 0]]);
  const fresh: Fresh[] = ['text'];
  const ownIds = own.map(digitsOf);
  const constant = new Set(known.map(digitsOf));
  const markOf = (text: string): string | undefined => {
    const id = digitsOf(text);
    if (constant.has(id)) return undefined;
    if (ownIds.includes(id)) return `own${ownIds.indexOf(id)}`;
    if (!marks.has(id)) {
      marks.set(id, fresh.length);
      fresh.push('uuid');
    }
    return String(marks.get(id));
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const templates: TemplateStatement[][] = [];
    for (const trip of trips) {
      const statements: TemplateStatement[] = [];
      for (const statement of trip)
        statements.push(await statementOf(client, statement, { markOf, reference }));
      templates.push(statements);
    }
    return { trips: templates, fresh };
  } finally {
    await client.end();
  }
}

function digitsOf(id: string): string {
  return id.replaceAll('-', '');
}

type Marks = { readonly markOf: (id: string) => string | undefined; readonly reference: string };

async function statementOf(
  client: Client,
  { text, values }: Statement,
  marks: Marks,
): Promise<TemplateStatement> {
  const types = values.length === 0 ? [] : await typesOf(client, text);
  const parameters = values.map((value, place) => ({
    type: types[place] ?? 'text',
    pieces: value === null || value === undefined ? null : piecesOf(textOf(value), marks),
  }));
  return { text, parameters };
}

/** The types that PostgreSQL infers for `$1`, `$2` … */
async function typesOf(client: Client, text: string): Promise<readonly string[]> {
  await client.query(`PREPARE recorded AS ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'recorded'",
  );
  await client.query('DEALLOCATE recorded');
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
