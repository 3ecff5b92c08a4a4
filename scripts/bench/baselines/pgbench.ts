import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, output } from '../testbed/processes.ts';
import type { Parameter, Template, TemplateStatement } from './template.ts';

/** Debian keeps the programs of each version of PostgreSQL here, outside the PATH. */
const debian = '/usr/lib/postgresql';

/** Undefined if it is not installed. */
export function findPgbench(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  return findProgram(
    'pgbench',
    newestFirst.map((version) => join(debian, version, 'bin')),
  );
}

type Run = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The folder to write the scripts to. */
  readonly folder: string;
  /** For each client, the ids that its statements use as its own. */
  readonly owns?: readonly (readonly string[])[];
};

let runs = 0;

/** What pgbench's clients run; `weight` is how often, relative to the other scripts. */
export type Script = { readonly template: Template; readonly weight: number };

/** Calls per second of pgbench. It sends the statements prepared, and pipelines those that the service sends together. */
export async function runPgbench(program: string, template: Template, run: Run): Promise<number> {
  const [rate = Number.NaN] = await runScripts(program, [{ template, weight: 1 }], run);
  return rate;
}

/** Runs several scripts mixed and returns the rate of each. */
export async function runScripts(
  program: string,
  scripts: readonly Script[],
  run: Run,
): Promise<readonly number[]> {
  const constants = new Map<string, string>();
  const ownIds = ownIdsOf(run.owns ?? []);
  const files = scripts.map(({ template }, number) => {
    const file = join(run.folder, `statements-${number}.pgbench`);
    writeFileSync(file, scriptOf(template, constants, ownIds.lines));
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
    ...ownIds.lists.map((list, number) => `--define=owns${number}=${list}`),
    `--host=${url.searchParams.get('host') ?? url.hostname}`,
    `--port=${url.searchParams.get('port') ?? url.port}`,
    `--username=${url.username}`,
    url.pathname.slice(1),
  ];
  const report = await output(program, words, {
    env: {
      PGPASSWORD: decodeURIComponent(url.password),
      PGOPTIONS: url.searchParams.get('options') ?? '',
    },
  });
  for (const file of files) rmSync(file);
  const rates = ratesIn(report, scripts.length);
  if (rates.length !== scripts.length) throw new Error(`pgbench reported no rate: ${report}`);
  return rates;
}

/** pgbench reports a single script in another form than several. */
function ratesIn(report: string, scripts: number): readonly number[] {
  const found = scripts === 1 ? /^tps = ([0-9.]+)/gm : /^ - \d+ transactions \(.*tps = ([0-9.]+)\)/gm;
  return [...report.matchAll(found)].map(([, rate]) => Number(rate));
}

/** pgbench cannot pass a text to one client. So each client gets the list of all and picks its own in its first call. */
function ownIdsOf(owns: readonly (readonly string[])[]): {
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

function scriptOf(template: Template, constants: Map<string, string>, ownIdLines: readonly string[]): string {
  const lines = [
    '\\set count :count + 1',
    '\\set fresh (:run * 100000000 + :count) * 1000 + :client_id',
    ...ownIdLines,
  ];
  for (const trip of template.trips) {
    const statements = trip.map((statement) => `${sqlOf(statement, template, constants)};`);
    lines.push(...(trip.length > 1 ? ['\\startpipeline', ...statements, '\\endpipeline'] : statements));
  }
  return `${lines.join('\n')}\n`;
}

function sqlOf(
  { text, parameters }: TemplateStatement,
  template: Template,
  constants: Map<string, string>,
): string {
  const sql = text.replaceAll(/\$(\d+)/g, (_found, place: string) => {
    const parameter = parameters[Number(place) - 1];
    if (parameter === undefined) throw new Error(`a statement has no value ${place}`);
    return expressionOf(parameter, template, constants);
  });
  return sql.replaceAll(/\s+/g, ' ');
}

/** A fixed text becomes a variable, which pgbench sends as a parameter; a fresh one is computed from a counter. */
function expressionOf(
  { type, pieces }: Parameter,
  template: Template,
  constants: Map<string, string>,
): string {
  if (pieces === null) return `NULL::${type}`;
  if (pieces.length === 0) return `''::${type}`;
  const parts = pieces.map((piece) => {
    if (typeof piece !== 'string')
      return 'own' in piece ? `:own${piece.own}` : freshText(piece.fresh, template);
    const name = constants.get(piece) ?? `constant${constants.size}`;
    constants.set(piece, name);
    return `:${name}`;
  });
  if (parts.length === 1 && !parts[0]?.startsWith('(')) return `${parts[0]}::${type}`;
  return `(${parts.map((part) => `${part}::text`).join(' || ')})::${type}`;
}

/** Ids grow as UUIDv7 do, so that indexes grow at the same end as with the service. */
function freshText(number: number, { fresh }: Template): string {
  const hex = "lpad(to_hex(:fresh::bigint), 16, '0')";
  if (fresh[number] === 'text') return `('bench-' || ${hex})`;
  return `(${hex} || '${(0x8000 + number).toString(16)}000000000000')`;
}
