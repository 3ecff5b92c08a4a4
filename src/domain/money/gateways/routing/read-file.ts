import { type Path, type Problem, readYaml } from '../../../../platform/yaml/document.ts';
import { isGroup, judge, type Wrong } from '../../../../platform/yaml/judge.ts';
import { entrySchema, entrySettings, fileSchema } from './file-schema.ts';
import type { GatewayPlan } from './plan.ts';
import type { Kinds, RailKind } from './rail-kind.ts';
import { flatRoutes, type RawEntry, type RawFile } from './raw-file.ts';
import { type Environment, fillReferences } from './references.ts';
import { type Routable, wrongFolders, wrongRoutes, wrongTerms } from './rules.ts';
import { type ReadEntry, toPlan } from './to-plan.ts';

type ReadPlan = { readonly plan?: GatewayPlan; readonly problems: readonly Problem[] };

/**
 * Reads the text of gateways.yaml.
 *
 * @returns the plan, or every problem of the file; never a value of the file, which may be a secret
 *
 * Decision 0102.
 */
export function readPlan(text: string, kinds: Kinds, env: Environment): ReadPlan {
  const { data, problems, lineOf } = readYaml(text);
  if (problems.length > 0) return { problems };
  const entries = writtenEntries(data).map(([name, entry]) => readEntry(name, entry, { kinds, env }));
  // The entries are judged one by one, each with the settings of its rail.
  const { value: file, wrong: ofShape } = judge<RawFile>(fileSchema, data);
  const wrong = [
    ...ofShape,
    ...entries.flatMap((entry) => entry.wrong),
    ...wrongTogether(entries, file, kinds),
  ];
  if (wrong.length === 0 && file) return { plan: toPlan(file, entries), problems: [] };
  return {
    problems: wrong
      .map(({ path, words }) => ({ path, words, line: lineOf(path) }))
      .toSorted((one, other) => one.line - other.line),
  };
}

/** `gateways.yaml:14: gateways.operator_a.address must be https.` */
export function inWords(file: string, { line, path, words }: Problem): string {
  const place = path
    .map((step, at) => (typeof step === 'number' ? `[${step + 1}]` : `${at === 0 ? '' : '.'}${step}`))
    .join('');
  return `${file}:${line}: ${place === '' ? 'the file' : place} ${words}`;
}

/** What is wrong although the form is right. */
function wrongTogether(entries: readonly Entry[], file: RawFile | undefined, kinds: Kinds): readonly Wrong[] {
  const routable = new Map(entries.map((entry) => [entry.name, routableOf(entry, kinds)]));
  const ofTerms = entries.flatMap(({ name, raw }) => (raw ? wrongTerms(name, raw, kinds) : []));
  const ofFolders = wrongFolders(
    entries.map((entry) => ({ name: entry.name, folder: folderOf(entry, kinds) })),
  );
  return [...ofTerms, ...ofFolders, ...(file ? wrongRoutes(flatRoutes(file), routable, kinds) : [])];
}

function folderOf({ rail, settings, wrong }: Entry, kinds: Kinds): string | undefined {
  const kind = Object.hasOwn(kinds, rail) ? kinds[rail] : undefined;
  return wrong.length === 0 ? kind?.emptiedFolder?.(settings) : undefined;
}

/** Settings in which something is wrong say nothing of currencies. */
function routableOf({ rail, settings, wrong }: Entry, kinds: Kinds): Routable {
  const kind = Object.hasOwn(kinds, rail) ? kinds[rail] : undefined;
  return { rail, currencies: wrong.length === 0 ? kind?.currenciesOf?.(settings) : undefined };
}

function writtenEntries(data: unknown): readonly (readonly [string, unknown])[] {
  const gateways: unknown = isGroup(data) ? data['gateways'] : undefined;
  return isGroup(gateways) ? Object.entries(gateways) : [];
}

type Entry = ReadEntry & { readonly rail: string; readonly wrong: readonly Wrong[] };
type Judges = { readonly kinds: Kinds; readonly env: Environment };

function readEntry(name: string, written: unknown, { kinds, env }: Judges): Entry {
  const rail = isGroup(written) ? String(written['rail']) : '';
  const kind = Object.hasOwn(kinds, rail) ? kinds[rail] : undefined;
  const { value, wrong: unfilled } = fillReferences(written, kind?.secrets ?? [], env);
  const { value: raw, wrong: ofEntry } = judge<RawEntry>(entrySchema, value);
  const settings = settingsIn(value);
  const ofKind = raw && !kind ? [{ path: ['rail'], words: unknownRail(kinds) }] : [];
  const ofRail = kind && isGroup(value) ? wrongSettings(kind, settings) : [];
  // A secret that is missing needs no second complaint about its form.
  const isNew = ({ path }: Wrong) => !unfilled.some((one) => one.path.join('.') === path.join('.'));
  const wrong = [...unfilled, ...[...ofEntry, ...ofKind, ...ofRail].filter(isNew)];
  const at = (path: Path) => ['gateways', name, ...path];
  return { name, rail, raw, settings, wrong: wrong.map(({ path, words }) => ({ path: at(path), words })) };
}

function unknownRail(kinds: Kinds): string {
  return `must be one of: ${Object.keys(kinds).join(', ')}.`;
}

/** The rail's own judgement comes after its schema: it relies on the form. */
function wrongSettings({ settings: schema, refuse }: RailKind, settings: unknown): readonly Wrong[] {
  const { wrong } = judge(schema, settings);
  if (wrong.length > 0) return wrong;
  try {
    refuse?.(settings);
    return [];
  } catch (error) {
    return [{ path: [], words: `is refused: ${error instanceof Error ? error.message : 'it is wrong'}.` }];
  }
}

/** Those of the rail. */
function settingsIn(entry: unknown): Readonly<Record<string, unknown>> {
  const all = isGroup(entry) ? Object.entries(entry) : [];
  return Object.fromEntries(all.filter(([key]) => key !== 'rail' && !Object.hasOwn(entrySettings, key)));
}
