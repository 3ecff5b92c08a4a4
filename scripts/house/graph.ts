import { dirname, join, normalize } from 'node:path';
import { filesOf, type Tree } from './tree.ts';

/** One file imports another; imports of types count. */
export type Import = { readonly from: string; readonly to: string };

/** The imports between the TypeScript files of a folder. */
export function importsIn(tree: Tree, folder: string): Import[] {
  const files = filesOf(tree, new RegExp(`^${folder}/.*\\.ts$`));
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      .map(([, target = '']) => ({ from: path, to: normalize(join(dirname(path), target)) }))
      .filter(({ to }) => known.has(to)),
  );
}

/** The groups of names that reach each other by arrows. */
export function circlesOf(arrows: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reach = new Map([...next.keys()].map((name) => [name, reachableFrom(name, next)]));
  const circles = new Set<string>();
  for (const [name, reached] of reach) {
    if (!reached.has(name)) continue;
    const members = [...reached].filter((other) => reach.get(other)?.has(name));
    circles.add(members.toSorted().join(' '));
  }
  return [...circles].map((circle) => circle.split(' '));
}

function reachableFrom(name: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [name];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const other of next.get(at) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached;
}

/** What a path is called among the direct children of a folder; undefined: it is not inside. */
export function childOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
}
