import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

/** A text file of the repository; its path is relative to the root and has forward slashes. */
export type Source = { readonly path: string; readonly text: string };

export type Tree = readonly Source[];

/** Names the files that break a rule, each with what to look at. Empty: the rule holds. */
export type Rule = (tree: Tree) => readonly string[];

const folders = ['src', 'test', 'scripts', 'generated', 'docs', '.ci'];
const text =
  /(\.(ts|js|mjs|sql|md|json|ya?ml|css|hbs|py|in|txt|toml|go|mod|java|php|xml|ini)|(^|\/)(run|LICENSE))$/;

/** Every text file of the checkout at `root`; what is installed, built or locked is left out. */
export function readTree(root: string): Tree {
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = [
    ...top.map(({ name }) => name),
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(root.length + 1)),
    ),
  ];
  return names
    .filter((path) => text.test(path) && !path.endsWith('package-lock.json'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The files whose path matches. */
export function filesOf(tree: Tree, path: RegExp): Tree {
  return tree.filter((source) => path.test(source.path));
}

/** `path: line` for the first line of each file that matches; comments do not count. */
export function firstLines(files: Tree, pattern: RegExp): string[] {
  return files.flatMap(({ path, text: content }) => {
    const line = content.split('\n').find((each) => pattern.test(each) && !/^\s*(\*|\/\/|\/\*\*)/.test(each));
    return line === undefined ? [] : [`${path}: ${line.trim()}`];
  });
}

/** Lines of code: blank lines and comments do not count. */
export function codeLines(content: string): number {
  const lines = content.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}
