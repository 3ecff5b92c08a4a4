import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Plugin } from 'vitest/config';

/** A mistake in a statement of SQL: where it stands in the text of its file, and what stands there instead. */
export type Mistake = {
  readonly at: number;
  readonly original: string;
  readonly replacement: string;
  readonly mutator: string;
};

type Mutator = {
  readonly name: string;
  readonly found: RegExp;
  readonly instead: (matched: RegExpMatchArray) => string;
};

const bounds: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const signs: Readonly<Record<string, string>> = { '+': '-', '-': '+' };
const nothing = () => '';

/**
 * The condition that names the merchant stays: without it, the policies of the rows give the same rows to the service, more slowly.
 * Only conditions without parentheses are left out: a part of one would often be no SQL, which every test notices.
 */
const mutators: readonly Mutator[] = [
  { name: 'NoCondition', found: /\.where\('(?!(?:\w+\.)?merchant_id)[^\n()]*\)/g, instead: nothing },
  { name: 'NoCondition', found: /^\s*AND (?!(?:\w+\.)?merchant_id)[^\n`()]*$/gm, instead: nothing },
  {
    name: 'NoCondition',
    found:
      / AND (?!(?:\w+\.)?merchant_id)(?:\w+\.)?\w+ (?:=|<>|IS NOT|IS) (?:'[^']*'|\w+|\$\{[\w.]+\})(?=[\s`)])/g,
    instead: nothing,
  },
  { name: 'NoLock', found: /\.forUpdate\(\)/g, instead: nothing },
  { name: 'NoLock', found: /\bFOR (?:NO KEY )?UPDATE\b(?: OF \w+)?(?: SKIP LOCKED)?/g, instead: nothing },
  { name: 'Bound', found: /(?<=, ')[<>]=?(?=', )/g, instead: ([sign]) => bounds[sign] ?? sign },
  { name: 'Bound', found: /(?<=[\w)}] )[<>]=?(?= [\w$(])/g, instead: ([sign]) => bounds[sign] ?? sign },
  { name: 'Order', found: /, 'desc'(?=\))/g, instead: nothing },
  { name: 'Order', found: / DESC\b/g, instead: nothing },
  { name: 'Null', found: /\bIS NOT NULL\b/g, instead: () => 'IS NULL' },
  { name: 'Null', found: /\bIS NULL\b/g, instead: () => 'IS NOT NULL' },
  { name: 'Null', found: /'is not'(?=, null)/g, instead: () => "'is'" },
  { name: 'Null', found: /'is'(?=, null)/g, instead: () => "'is not'" },
  { name: 'Sign', found: /(?<=, ')[+-](?=', )/g, instead: ([sign]) => signs[sign] ?? sign },
  { name: 'Sign', found: /(?<= )[+-](?= (?:\$\{|\w+\.))/g, instead: ([sign]) => signs[sign] ?? sign },
];

const isNoStatement = /^\s*(?:\*|\/\*|\/\/|import |export type |type )/;

/** Finds the small mistakes that the statements of a file can have, in the order of the text. */
export function mistakesIn(text: string): readonly Mistake[] {
  const all = mutators.flatMap(({ name, found, instead }) =>
    [...text.matchAll(found)]
      .filter(({ index }) => !isNoStatement.test(lineAt(text, index)))
      .map((matched) => ({
        at: matched.index,
        original: matched[0],
        replacement: instead(matched),
        mutator: name,
      })),
  );
  return all.toSorted((a, b) => a.at - b.at);
}

/** The text with this mistake. */
export function withMistake(text: string, { at, original, replacement }: Mistake): string {
  return text.slice(0, at) + replacement + text.slice(at + original.length);
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at + 1);
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end);
}

const isChanged = (id: string) => id === env['MUTANT_OF'];

/** Gives the tests one file with a mistake instead of its own text. */
export const mistaken = {
  name: 'mistaken',
  enforce: 'pre',
  load: (id) => (isChanged(id) ? readFileSync(env['MUTANT_TEXT'] ?? '', 'utf8') : undefined),
  // The runner keeps what it has made of a file by the text on the disk, which is the same with every mistake.
  configureVitest: ({ defineCacheKeyGenerator }) => {
    defineCacheKeyGenerator(({ id }) => (isChanged(id) ? false : undefined));
  },
} satisfies Plugin;
