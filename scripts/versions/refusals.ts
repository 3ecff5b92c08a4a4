import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Contract } from './compare/contract.ts';
import type { Row } from './compare/rows.ts';
import { fieldsOf } from './compare/source.ts';
import { brokenSeals, changesOf, dated, datesIn, folder, type Lock, versionOf } from './frozen.ts';

/** The released dates and the date that is being written. */
export type State = {
  readonly root: string;
  readonly lock: Lock;
  readonly written: Contract;
  readonly rows: readonly Row[];
};

/** Why this contract cannot be released as it is, one sentence each. Specification: "Versioning". */
export async function refusalsOf(state: State): Promise<string[]> {
  const { root, lock, rows } = state;
  const dates = wrongDates(state);
  const isDated = dates.length === 0;
  return [
    ...brokenSeals(root, lock),
    ...dates,
    ...(isDated ? wrongRows(state) : []),
    ...staleMeanings(state),
    ...(isDated ? await wrongChanges(state, rows) : []),
    ...(await missingPairs(root)),
    ...hastyRetirements(root),
  ];
}

function wrongDates({ lock, written }: State): string[] {
  const [date, other] = [versionOf(written, 'openapi'), versionOf(written, 'webhooks')];
  const newest = datesIn(lock).at(-1);
  if (date !== other)
    return [`openapi.yaml is version ${date} and webhooks.yaml ${other}: they have one info.version`];
  if (!isDate(date)) return [`info.version is ${date}: it must be a date such as 2027-02-01`];
  if (newest !== undefined && date < newest)
    return [`info.version is ${date}, before the newest released version ${newest}: set a later date`];
  return [];
}

function isDate(text: unknown): boolean {
  const time = Date.parse(`${String(text)}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

function wrongRows({ lock, written, rows }: State): string[] {
  const date = versionOf(written, 'openapi');
  const newest = datesIn(lock).at(-1);
  if (newest === undefined) return ['no version is frozen'];
  const breaking = rows.filter(({ verdict }) => verdict === 'breaking').length;
  if (date === newest && breaking > 0)
    return [
      `${breaking} breaking change(s) under ${date}: take them back, or set a later info.version in both documents`,
    ];
  if (date > newest && breaking === 0)
    return [`info.version is ${date}, but nothing breaks ${newest}: additions need no new version`];
  return [];
}

function staleMeanings({ rows }: State): string[] {
  return rows
    .filter(({ verdict }) => verdict === 'stale')
    .map(({ at, reason }) => `${at.file}:${at.line} ${reason}: remove it`);
}

async function wrongChanges({ root, lock, written }: State, rows: readonly Row[]): Promise<string[]> {
  const date = versionOf(written, 'openapi');
  const newest = datesIn(lock).at(-1);
  if (newest === undefined || date === newest) return [];
  const changes = await changesOf(root, date);
  const file = `${folder}/${date}/changes.ts`;
  if (changes === undefined) return [`${file} is missing: write one change for each reason to break`];
  const chain = `${folder}/chain.ts`;
  const isListed = readFileSync(join(root, chain), 'utf8').includes(`'${date}'`);
  const touched = new Set(changes.flatMap(({ touches }) => touches));
  const forgotten = new Map<string, Row>();
  for (const row of rows.filter(({ verdict }) => verdict === 'breaking'))
    for (const id of row.touches) if (!touched.has(id)) forgotten.set(id, row);
  return [
    ...(isListed ? [] : [`${chain} does not list ${date}: apps could not be pinned to it`]),
    ...[...forgotten].map(
      ([id, { at }]) => `${file} has no change that touches ${id}, which ${at.file}:${at.line} breaks`,
    ),
  ];
}

/** A golden pair is a JSON file that names its change by `change`, its title. */
async function missingPairs(root: string): Promise<string[]> {
  const missing = await Promise.all(
    dated(root).map(async (date) => {
      const pairs = `test/contract/versions/${date}`;
      const named = new Set(namesIn(join(root, pairs)));
      const changes = (await changesOf(root, date)) ?? [];
      return changes
        .filter(({ title }) => !named.has(title))
        .map(({ title }) => `${pairs}/ has no pair of bodies, before and after, of the change "${title}"`);
    }),
  );
  return missing.flat();
}

function namesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .map((name): unknown => JSON.parse(readFileSync(join(path, name), 'utf8')))
    .map((pair) => String(fieldsOf(pair)['change']));
}

/** At least six months lie between the notice and the end of a version, and the apps have a later one to move to from the notice on. */
function hastyRetirements(root: string): string[] {
  return dated(root).flatMap((date) => {
    const { file, deprecated, retired } = noticeOf(root, date);
    const wrong = Object.entries({ deprecated, retired }).flatMap(([name, day]) =>
      day === undefined || isDate(day) ? [] : [`${file}: ${name} is ${wordsOf(day)}: it must be a date`],
    );
    if (wrong.length > 0 || typeof retired !== 'string') return wrong;
    if (typeof deprecated !== 'string') return [`${file}: a version is deprecated before it is retired`];
    const allowed = sixMonthsAfter(deprecated);
    if (retired < allowed)
      return [`${file}: retired on ${retired}, but not before ${allowed}, six months after the notice`];
    return withoutSuccessor(root, { date, file, deprecated });
  });
}

type Notice = { readonly date: string; readonly file: string; readonly deprecated: string };

function withoutSuccessor(root: string, { date, file, deprecated }: Notice): string[] {
  const later = dated(root)
    .filter((other) => other > date)
    .map((other) => noticeOf(root, other).released)
    .filter((day) => typeof day === 'string');
  const [next] = later.toSorted();
  if (next === undefined) return [`${file}: no later version is released: its apps have nowhere to move to`];
  return deprecated < next
    ? [`${file}: deprecated on ${deprecated}, before a later version was released, on ${next}`]
    : [];
}

/** What is said of a version; nothing, while it is being written. */
function noticeOf(root: string, date: string) {
  const file = `${folder}/${date}/notice.yaml`;
  const said = existsSync(join(root, file)) ? parse(readFileSync(join(root, file), 'utf8')) : undefined;
  const { released, deprecated, retired } = fieldsOf(said);
  return { file, released, deprecated, retired };
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sixMonthsAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const of = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 6);
  // The last day of the month, where it is shorter.
  if (date.getUTCDate() !== of) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}
