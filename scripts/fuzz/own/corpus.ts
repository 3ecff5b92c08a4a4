import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '../requests.ts';
import type { Case, Expectation } from './case.ts';

/** A request that showed a fault once. `{{name}}` stands for what the start of that name makes. */
export type Entry = {
  readonly operation: string;
  readonly start?: string | undefined;
  readonly request: Request;
  readonly expect: Expectation;
  readonly rule: string;
  /** What was wrong with the answer. */
  readonly found: string;
};

export type Corpus = {
  readonly entries: readonly Entry[];
  readonly keep: (tried: Case, request: Request, found: string) => void;
};

/**
 * Reads the entries of all folders. New ones are written to the first, which is not under version control: a run must not change
 * the tree. A person moves an entry to the committed folder together with the mend.
 */
export function corpusIn(folders: readonly string[]): Corpus {
  const [own = ''] = folders;
  const entries = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.json'))
          .toSorted()
          .map((name): Entry => JSON.parse(readFileSync(join(folder, name), 'utf8')))
      : [],
  );
  return {
    entries,
    keep: (tried, request, found) => {
      // A case with bytes or a key of its own cannot be sent again from its request alone.
      if (tried.raw !== undefined || tried.door !== undefined) return;
      const { operation, start, expect, rule } = tried;
      const entry: Entry = { operation: operation.id, start, request, expect, rule, found };
      const text = `${JSON.stringify(entry, null, 2)}\n`;
      const name = createHash('sha256')
        .update(JSON.stringify([operation.id, request]))
        .digest('hex')
        .slice(0, 12);
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, `${operation.id}-${name}.json`), text);
    },
  };
}

/** For runs that keep nothing. */
export const noCorpus: Corpus = { entries: [], keep: () => undefined };
