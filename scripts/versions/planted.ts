import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { classify } from './compare/classify.ts';
import { Contract } from './compare/contract.ts';
import type { Row, Verdict } from './compare/rows.ts';
import { Source } from './compare/source.ts';
import { datesIn, frozenContract, readLock } from './frozen.ts';
import { asksOasdiff } from './oasdiff.ts';

/** The document and the keys of an entry in it. */
type Entry = readonly [document: keyof Texts, ...keys: string[]];

/** The first match of `find`, a regular expression, becomes `put`. */
type Edit = { readonly in: Entry; readonly find: string; readonly put: string };

/** A change with the verdict that it must get. */
export type Plant = {
  readonly title: string;
  readonly verdict: Verdict | 'nothing';
  readonly edits: readonly Edit[];
  /** Part of the line that must be named: the first one in the entry of the last edit, or in `at`. */
  readonly line?: string;
  readonly at?: Entry;
  /** What the reason must say. */
  readonly reason?: string;
};

type Texts = { readonly 'openapi.yaml': string; readonly 'webhooks.yaml': string };

export type Judged = Plant & {
  readonly said: Verdict | 'nothing';
  /** The row that was expected, or else the first. */
  readonly row: Row | undefined;
  /** What is wrong; empty: nothing. */
  readonly mistakes: readonly string[];
};

export function readPlants(root: string): Plant[] {
  return parse(readFileSync(join(root, 'test/contract/lists/planted-changes.yaml'), 'utf8'));
}

function readTexts(root: string): Texts {
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  return { 'openapi.yaml': read('openapi.yaml'), 'webhooks.yaml': read('webhooks.yaml') };
}

/** The documents after the edits of a plant. */
function planted(texts: Texts, { edits }: Pick<Plant, 'edits'>): Texts {
  return edits.reduce((before, edit) => {
    const [name, ...path] = edit.in;
    const text = before[name];
    const { from, to } = entryOf(text, path);
    const found = new RegExp(edit.find, 'mu').exec(text.slice(from, to));
    if (found === null) throw new Error(`${edit.in.join(' ')} has no ${edit.find}`);
    const at = from + found.index;
    const put = edit.put.replaceAll(/\$([$0-9])/gu, (_, group: string) =>
      group === '$' ? group : (found[Number(group)] ?? ''),
    );
    return { ...before, [name]: text.slice(0, at) + put + text.slice(at + found[0].length) };
  }, texts);
}

/** Where the entry begins and ends in the text. */
function entryOf(text: string, path: readonly string[]): { from: number; to: number } {
  let [from, to] = [0, text.length];
  for (const [depth, key] of path.entries()) {
    const start = text.indexOf(`\n${' '.repeat(depth * 2)}${key}:`, from - 1) + 1;
    if (start === 0 || start >= to) throw new Error(`there is no ${path.join(' ')}`);
    const next = text.indexOf('\n', start) + 1;
    const end = new RegExp(`^ {0,${depth * 2}}[^ \\n#]`, 'mu').exec(text.slice(next, to));
    from = start;
    to = end === null ? to : next + end.index;
  }
  return { from, to };
}

/** Judges each plant by itself. The documents as they are written must not differ from what is released. */
export function judge(root: string, plants: readonly Plant[]): Judged[] {
  const newest = datesIn(readLock(root)).at(-1) ?? '';
  const was = frozenContract(root, newest);
  const texts = readTexts(root);
  const before = new Set(rowsOf(was, texts).map(keyOf));
  return plants.map((plant) => {
    const now = planted(texts, plant);
    const rows = rowsOf(was, now).filter((row) => !before.has(keyOf(row)));
    return { ...plant, ...verdictOn(plant, rows, now) };
  });
}

function rowsOf(was: Contract, texts: Texts): Row[] {
  const [openapi, webhooks] = [
    new Source('openapi.yaml', texts['openapi.yaml']),
    new Source('webhooks.yaml', texts['webhooks.yaml']),
  ];
  return classify(was, new Contract(openapi, webhooks));
}

/** Without the line, which every edit above it moves. */
function keyOf({ verdict, where, reason }: Row): string {
  return `${verdict} ${where} ${reason}`;
}

function verdictOn(
  plant: Plant,
  rows: readonly Row[],
  now: Texts,
): Pick<Judged, 'said' | 'row' | 'mistakes'> {
  const { reason = '', verdict } = plant;
  const said = rows.at(0)?.verdict ?? 'nothing';
  const row = rows.find((each) => each.verdict === said && each.reason.includes(reason)) ?? rows.at(0);
  const expected = verdict === 'nothing' ? undefined : placeOf(plant, now);
  const mistakes = [
    said === verdict ? '' : `said ${said} instead of ${verdict}`,
    ...(row === undefined ? [] : [misplaced(wordsOf(row), expected), misreasoned(row.reason, reason)]),
  ];
  return { said, row, mistakes: mistakes.filter((mistake) => mistake !== '') };
}

function misplaced(named: string, expected: string | undefined): string {
  return named === expected ? '' : `named ${named} instead of ${expected ?? 'no line'}`;
}

function misreasoned(given: string, expected: string): string {
  return given.includes(expected) ? '' : `gave the reason "${given}"`;
}

function wordsOf({ at }: Row): string {
  return `${at.file}:${at.line}`;
}

function placeOf(plant: Plant, now: Texts): string {
  const [name, ...path] = plant.at ?? plant.edits.at(-1)?.in ?? ['openapi.yaml'];
  const { from, to } = entryOf(now[name], path);
  const at = now[name].slice(from, to).indexOf(plant.line ?? '');
  if (at === -1) throw new Error(`${plant.title}: no line with ${plant.line ?? ''}`);
  return `${name}:${now[name].slice(0, from + at).split('\n').length}`;
}

/**
 * Each plant as a line: verdict, where, reason; mistakes below.
 *
 * @param oasdiff where a second opinion can be had; it reads openapi.yaml only
 */
export function plantedTable(root: string, oasdiff?: string): { lines: string[]; mistakes: number } {
  const judged = judge(root, readPlants(root));
  const wrong = judged.filter(({ mistakes }) => mistakes.length > 0);
  const other = oasdiff === undefined ? undefined : opinionOf(root, oasdiff);
  const lines = judged.flatMap((plant) => {
    const { title, said, row, mistakes } = plant;
    const cells = [said.padEnd(8), title, row === undefined ? '' : wordsOf(row), row?.reason ?? ''];
    return [
      [...cells, ...(other === undefined ? [] : [other(plant)])].join(' | '),
      ...mistakes.map((mistake) => `  MISTAKE: ${mistake}`),
    ];
  });
  return {
    lines: [...lines, `${judged.length} planted changes, ${wrong.length} mistakes`],
    mistakes: wrong.length,
  };
}

/** What oasdiff says of a plant, and whether it says the same. */
function opinionOf(root: string, program: string): (plant: Judged) => string {
  const texts = readTexts(root);
  const newest = datesIn(readLock(root)).at(-1) ?? '';
  const ask = asksOasdiff(program, join(root, 'src/versions', newest, 'openapi.yaml'));
  return (plant) => {
    if (plant.edits.some(({ in: [name] }) => name !== 'openapi.yaml')) return 'oasdiff does not read events';
    const said = ask(planted(texts, plant)['openapi.yaml']);
    const isSame = (said === 'breaking') === (plant.said === 'breaking');
    return `oasdiff: ${said}${isSame ? '' : ', unlike us'}`;
  };
}
