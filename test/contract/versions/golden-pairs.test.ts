import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * One body before and after a change, in `<date of the version>/<name>.json`. `change` is the title of the change. Only what
 * the change translates has a pair.
 */
type Pair = {
  readonly change: string;
  readonly parameters?: Bodies;
  readonly request?: Bodies;
  readonly response?: Bodies & { readonly status: number };
  readonly event?: Bodies;
};
type Bodies = { readonly older: unknown; readonly newer: unknown };

type Both = {
  readonly up: (body: unknown, status: number) => unknown;
  readonly down: (body: unknown, status: number) => unknown;
};
type Change = {
  readonly title: string;
  readonly parameters?: (given: unknown) => unknown;
  readonly request?: (body: unknown) => unknown;
  readonly response?: Both;
  readonly event?: Both;
};

/** What the change makes of each body, and what it should make: the pair holds if both are equal. */
function translated(change: Change, pair: Pair): { made: unknown[]; wanted: unknown[] } {
  const ups = (['parameters', 'request'] as const).flatMap((kind) => {
    const bodies = pair[kind];
    return bodies === undefined ? [] : [[change[kind]?.(bodies.older), bodies.newer]];
  });
  const both = (['response', 'event'] as const).flatMap((kind) => {
    const bodies = pair[kind];
    if (bodies === undefined) return [];
    const status = pair.response?.status ?? 0;
    return [
      [change[kind]?.up(bodies.older, status), bodies.newer],
      [change[kind]?.down(bodies.newer, status), bodies.older],
    ];
  });
  const all = [...ups, ...both];
  return { made: all.map(([made]) => made), wanted: all.map(([, wanted]) => wanted) };
}

/** What a change translates, and the pair does not show. */
function unshown(change: Change, pair: Pair): string[] {
  return (['parameters', 'request', 'response', 'event'] as const).filter(
    (kind) => change[kind] !== undefined && pair[kind] === undefined,
  );
}

const root = resolve(import.meta.dirname, '../../..');
const files = globSync('*/*.json', { cwd: import.meta.dirname });

async function changeOf(file: string, { change: title }: Pair): Promise<Change> {
  const path = join(root, 'src/versions', dirname(file), 'changes.ts');
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const { changes } = (await import(pathToFileURL(path).href)) as { changes: readonly Change[] };
  const change = changes.find((each) => each.title === title);
  if (change === undefined) throw new Error(`${path} has no change "${title}"`);
  return change;
}

describe('a golden pair', () => {
  const change: Change = {
    title: 'Rename reference to id',
    request: (body) => ({ id: (body as { reference: string }).reference }),
    response: {
      up: (body) => ({ id: (body as { reference: string }).reference }),
      down: (body) => ({ reference: (body as { id: string }).id }),
    },
  };
  const bodies = { older: { reference: 'a' }, newer: { id: 'a' } };
  const pair: Pair = { change: change.title, request: bodies, response: { ...bodies, status: 200 } };

  it('holds if the change makes each body of the other', () => {
    const { made, wanted } = translated(change, pair);

    expect(made).toEqual(wanted);
    expect(made).toHaveLength(3);
    expect(unshown(change, pair)).toEqual([]);
  });

  it('does not hold if the change forgets a field, or the pair forgets a body', () => {
    const forgetful = { ...change, request: () => ({}) };
    const { made, wanted } = translated(forgetful, pair);

    expect(made).not.toEqual(wanted);
    expect(unshown(change, { change: change.title, request: bodies })).toEqual(['response']);
  });

  it.each(files)('%s holds', async (file) => {
    const own = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Pair;
    const changed = await changeOf(file, own);
    const { made, wanted } = translated(changed, own);

    expect(made).toEqual(wanted);
    expect(unshown(changed, own)).toEqual([]);
  });
});
