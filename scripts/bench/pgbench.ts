import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { output } from './children.ts';
import type { Parameter, Shape, ShapedStatement } from './shape.ts';

/** Where Debian keeps the programs of each version of PostgreSQL. */
const debian = '/usr/lib/postgresql';

/** Undefined where there is none. */
export function findPgbench(): string | undefined {
  // oxlint-disable-next-line node/no-process-env
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  if (existsSync(debian)) {
    const versions = readdirSync(debian).toSorted((a, b) => Number(b) - Number(a));
    folders.unshift(...versions.map((version) => join(debian, version, 'bin')));
  }
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

type Run = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Where the script may be written. */
  readonly folder: string;
  /** Of each client, the ids that its statements have as its own. */
  readonly owns?: readonly (readonly string[])[];
};

let runs = 0;

/** What pgbench's clients run, and how often against the others. */
export type Script = { readonly shape: Shape; readonly weight: number };

/** Calls a second of pgbench, which sends the statements of a call prepared, and together what the product sends together. */
export async function runPgbench(program: string, shape: Shape, run: Run): Promise<number> {
  const [rate = Number.NaN] = await runScripts(program, [{ shape, weight: 1 }], run);
  return rate;
}

/** The same for several, mixed; answers the rate of each. */
export async function runScripts(
  program: string,
  scripts: readonly Script[],
  run: Run,
): Promise<readonly number[]> {
  const constants = new Map<string, string>();
  const owning = owningOf(run.owns ?? []);
  const files = scripts.map(({ shape }, number) => {
    const file = join(run.folder, `statements-${number}.pgbench`);
    writeFileSync(file, scriptOf(shape, constants, owning.lines));
    return file;
  });
  const url = new URL(run.url);
  runs += 1;
  const words = [
    '--no-vacuum',
    '--protocol=prepared',
    '--jobs=1',
    ...files.map((file, number) => `--file=${file}@${scripts[number]?.weight}`),
    `--client=${run.connections}`,
    `--time=${run.seconds}`,
    `--define=run=${runs}`,
    '--define=count=0',
    ...[...constants].map(([text, name]) => `--define=${name}=${text}`),
    ...owning.lists.map((list, number) => `--define=owns${number}=${list}`),
    `--host=${url.searchParams.get('host') ?? url.hostname}`,
    `--port=${url.searchParams.get('port') ?? url.port}`,
    `--username=${url.username}`,
    url.pathname.slice(1),
  ];
  const said = await output(program, words, {
    PGPASSWORD: decodeURIComponent(url.password),
    PGOPTIONS: url.searchParams.get('options') ?? '',
  });
  for (const file of files) rmSync(file);
  const rates = ratesIn(said, scripts.length);
  if (rates.length !== scripts.length) throw new Error(`pgbench did not say how fast it was: ${said}`);
  return rates;
}

/** Of one script it tells in another form than of several. */
function ratesIn(said: string, scripts: number): readonly number[] {
  const found = scripts === 1 ? /^tps = ([0-9.]+)/gm : /^ - \d+ transactions \(.*tps = ([0-9.]+)\)/gm;
  return [...said.matchAll(found)].map(([, rate]) => Number(rate));
}

/** A client has no way to be told a text of its own but to pick it, once, from those of all. */
function owningOf(owns: readonly (readonly string[])[]): {
  lists: readonly string[];
  lines: readonly string[];
} {
  const [first = []] = owns;
  if (first.length === 0) return { lists: [], lines: [] };
  const lists = first.map((_id, number) => owns.map((ids) => ids[number]).join(' '));
  const picked = lists.map(
    (_list, number) => `split_part(:owns${number}, ' ', :client_id + 1) AS own${number}`,
  );
  return { lists, lines: ['\\if :count = 1', `SELECT ${picked.join(', ')} \\gset`, '\\endif'] };
}

function scriptOf(shape: Shape, constants: Map<string, string>, owning: readonly string[]): string {
  const lines = [
    '\\set count :count + 1',
    '\\set fresh (:run * 100000000 + :count) * 1000 + :client_id',
    ...owning,
  ];
  for (const trip of shape.trips) {
    const statements = trip.map((statement) => `${sqlOf(statement, shape, constants)};`);
    lines.push(...(trip.length > 1 ? ['\\startpipeline', ...statements, '\\endpipeline'] : statements));
  }
  return `${lines.join('\n')}\n`;
}

function sqlOf({ text, parameters }: ShapedStatement, shape: Shape, constants: Map<string, string>): string {
  const sql = text.replaceAll(/\$(\d+)/g, (_found, place: string) => {
    const parameter = parameters[Number(place) - 1];
    if (parameter === undefined) throw new Error(`a statement has no value ${place}`);
    return expressionOf(parameter, shape, constants);
  });
  return sql.replaceAll(/\s+/g, ' ');
}

/** A text that every call shares is a variable, which pgbench sends as a parameter; what is fresh is made of a number. */
function expressionOf({ type, pieces }: Parameter, shape: Shape, constants: Map<string, string>): string {
  if (pieces === null) return `NULL::${type}`;
  if (pieces.length === 0) return `''::${type}`;
  const parts = pieces.map((piece) => {
    if (typeof piece !== 'string') return 'own' in piece ? `:own${piece.own}` : freshText(piece.fresh, shape);
    const name = constants.get(piece) ?? `constant${constants.size}`;
    constants.set(piece, name);
    return `:${name}`;
  });
  if (parts.length === 1 && !parts[0]?.startsWith('(')) return `${parts[0]}::${type}`;
  return `(${parts.map((part) => `${part}::text`).join(' || ')})::${type}`;
}

/** Growing as a UUIDv7 does, so that PostgreSQL's indexes grow at the same end. */
function freshText(number: number, { fresh }: Shape): string {
  const hex = "lpad(to_hex(:fresh::bigint), 16, '0')";
  if (fresh[number] === 'text') return `('bench-' || ${hex})`;
  return `(${hex} || '${(0x8000 + number).toString(16)}000000000000')`;
}
