import type { OperationFields } from '../../../generated/versions.ts';

/** The names that a request uses, of those that the contract knows. They hold nothing that the caller wrote. */
export type UsedNames = { readonly fields: readonly string[]; readonly parameters: readonly string[] };

type Node = { readonly path: string; readonly next: Map<string, Node> };

/** The step from a list to its items. No field has this name. */
const items = '[]';

const trees = new WeakMap<OperationFields, Node>();

/**
 * Paths of the fields of a body, such as `items[].name`, and the names of query parameters. What the contract does not know is left out.
 *
 * @param body before defaults are filled in
 * @param path with its query
 */
export function namesIn(known: OperationFields, body: unknown, path: string): UsedNames {
  const fields = new Set<string>();
  if (known.body.length > 0) collect(treeOf(known), body, fields);
  return { fields: [...fields], parameters: parametersIn(known, path) };
}

function collect(node: Node, value: unknown, fields: Set<string>): void {
  if (Array.isArray(value)) {
    const next = node.next.get(items);
    if (next) for (const item of value) collect(next, item, fields);
    return;
  }
  if (typeof value !== 'object' || value === null || node.next.size === 0) return;
  for (const [name, child] of Object.entries(value)) {
    const next = node.next.get(name);
    if (next === undefined || name === items) continue;
    fields.add(next.path);
    collect(next, child, fields);
  }
}

function parametersIn({ query }: OperationFields, path: string): readonly string[] {
  const start = path.indexOf('?');
  if (start === -1 || query.length === 0) return [];
  const given = new URLSearchParams(path.slice(start));
  return query.filter((name) => given.has(name));
}

/** `a`, `a.b` and `a.b[]` as a tree, made once. */
function treeOf(known: OperationFields): Node {
  const made = trees.get(known);
  if (made) return made;
  const root: Node = { path: '', next: new Map() };
  for (const path of known.body) {
    let node = root;
    for (const step of path.split(/\.|(?=\[\])/)) node = childOf(node, step);
  }
  trees.set(known, root);
  return root;
}

function childOf({ path, next }: Node, step: string): Node {
  const known = next.get(step);
  if (known) return known;
  const joint = path === '' || step === items ? '' : '.';
  const child: Node = { path: `${path}${joint}${step}`, next: new Map() };
  next.set(step, child);
  return child;
}
