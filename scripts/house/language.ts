import { filesOf, type Rule, type Tree } from './tree.ts';

/** What we word ourselves: not the specification, nor the lists of words here and the sentences planted for them. */
function prose(tree: Tree): Tree {
  return tree.filter(
    ({ path }) => !/^(docs\/specification\.md$|scripts\/house\/|test\/architecture\/house)/.test(path),
  );
}

function everyLine(files: Tree, pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  );
}

/** A merchant, a customer and a caller are "they". Written in pieces, so that a search for the words finds nobody. */
const singular = new RegExp(`\\bh(${['e', 'is', 'im', 'imself'].join('|')})\\b`, 'i');

export const pronouns: Rule = (tree) => everyLine(prose(tree), singular);

/** Metaphors that had to be decoded, with the field's own word. */
const metaphors: Readonly<Record<string, RegExp>> = {
  deadlock: /circles? of waiting/i,
  notification: /\bdoorbells?\b/i,
  'subscriber or destination': /\b(who(ever)? is told|nobody is told|everyone who is told)\b/i,
  failure: /\bmisfortunes?\b/i,
};

/** The field's terms instead of ours. */
export const plainWords: Rule = (tree) =>
  Object.entries(metaphors).flatMap(([instead, pattern]) =>
    everyLine(prose(tree), pattern).map((line) => `${line} (say ${instead})`),
  );

/** Test names say what the service does, so two tests of one file never share a name. */
export const testNames: Rule = (tree) =>
  filesOf(tree, /^test\/.*\.test\.ts$/).flatMap(({ path, text }) => {
    const names = [...text.matchAll(/^describe(?:\.\w+\([^)]*\))?\('([^']+)'/gm)].map(
      ([, name = '']) => name,
    );
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `${path}: two describe('${name}')`);
  });
