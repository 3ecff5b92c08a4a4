import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import openapi from '../../generated/openapi.json' with { type: 'json' };

/** What no linter says: rules of the house that are read out of the source itself. */
const root = resolve(import.meta.dirname, '../..');

/** Lines of code that a file should come to; blank lines and comments are free. */
const usualBudget = 150;

/** What is larger than it should be. This list may only shrink. */
const budgets: Readonly<Record<string, number>> = {
  'src/app/config.ts': 180,
  'src/domain/money/ledger/accounts.ts': 170,
  'src/domain/money/ledger/queries.ts': 245,
  'src/platform/contract/dispatch.ts': 225,
  'src/platform/contract/router.ts': 155,
  'src/platform/db/database.ts': 265,
  'src/platform/db/embedded.ts': 195,
  'src/platform/http/egress.ts': 255,
  'src/platform/jobs/queue.ts': 170,
};

function codeLines(text: string): number {
  const lines = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

type Source = { readonly path: string; readonly text: string };

function filesIn(folder: string, ending: RegExp): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && statSync(join(root, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const sources = filesIn('src', /\.ts$/);

/** The files that break a rule, each with its first line that does. */
function offenders(files: readonly Source[], rule: RegExp): string[] {
  return files.flatMap(({ path, text }) => {
    const line = text.split('\n').find((each) => rule.test(each) && !/^\s*(\*|\/\/|\/\*\*)/.test(each));
    return line === undefined ? [] : [`${path}: ${line.trim()}`];
  });
}

function outside(...places: RegExp[]): Source[] {
  return sources.filter(({ path }) => !places.some((place) => place.test(path)));
}

describe('the source', () => {
  it('writes SQL in queries.ts, platform/db and platform/jobs only', () => {
    const others = outside(/[/-]queries\.ts$/, /^src\/platform\/(db|jobs)\//);

    expect(
      offenders(others, /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|CompiledQuery/),
    ).toEqual([]);
  });

  it('has no query without a merchant that does not say so', () => {
    const queries = sources.filter(
      ({ path }) => /[/-]queries\.ts$/.test(path) && !path.startsWith('src/platform'),
    );
    const exported = queries.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?function (\w+)[^(]*\(([^{]*?)\)(?::|\s*\{)/gms)].map(
        ([, name = '', parameters = '']) => ({
          name: `${path}: ${name}`,
          scoped: parameters.includes('MerchantId') || name.endsWith('AcrossMerchants'),
        }),
      ),
    );

    expect(exported.length).toBeGreaterThan(20);
    expect(exported.filter(({ scoped }) => !scoped).map(({ name }) => name)).toEqual([]);
  });

  it('lets no query read the mode', () => {
    const queries = sources.filter(({ path }) => /^src\/(domain|engine)\/.*queries\.ts$/.test(path));
    const ofProfile = /'a\.mode'/;

    expect(offenders(queries, /\bmode\b/).filter((line) => !ofProfile.test(line))).toEqual([]);
  });

  it('reads the time in platform/clock.ts and draws lots in platform/ids.ts only', () => {
    // What integrators copy has nothing of ours to ask.
    const others = outside(/^src\/platform\/(clock|ids)\.ts$/, /^src\/sdk\//);

    expect(
      offenders(
        others,
        /new Date\(\)|Date\.now\(|Math\.random\(|\brandom\w+\b.* from 'node:crypto'|crypto\.random/,
      ),
    ).toEqual([]);
  });

  it('opens transactions at the edges only', () => {
    const edges = [
      /^src\/engine\/calls\//,
      /^src\/engine\/jobs\/run-job\.ts$/,
      /^src\/domain\/notices\/deliveries\//,
      /^src\/domain\/notices\/endpoints\/tell-settings\.ts$/,
      /^src\/domain\/merchants\/accounts\/create-merchant\.ts$/,
      /^src\/platform\/(jobs|db)\//,
      /^src\/pages\/hosted\/requests\/owner\.ts$/,
      /^src\/cli\//,
    ];

    expect(offenders(outside(...edges), /\binTransaction\(/)).toEqual([]);
  });

  it('moves a status by move() only', () => {
    const others = outside(/^src\/engine\/states\//, /^src\/platform\//);

    expect(
      offenders(
        others,
        /\.set\(\{[^}]*\bstatus:|UPDATE (checkouts|transactions|refunds|payouts|payment_links|virtual_terminal_sessions|terminals|invoices|kyc_submissions) SET[^;]*\bstatus\b/,
      ),
    ).toEqual([]);
  });

  it('has no word that puts work off', () => {
    expect(offenders(sources, /\bTODO\b|\bFIXME\b|not implemented/i)).toEqual([]);
  });
});

const faceFile = /^src\/api\/[a-z]+\/([a-z-]+)\/(?:handlers|view)\.ts$/;

describe('src/api', () => {
  const files = filesIn('src/api', /./);

  it('has a folder for each tag, in a district, and nothing else in it', () => {
    const tags = new Set(openapi.tags.map(({ name }) => name));

    expect(files.map(({ path }) => path).filter((path) => !tags.has(faceFile.exec(path)?.[1] ?? ''))).toEqual(
      [],
    );
  });
});

describe('the migrations of a mode', () => {
  const text = filesIn('src/platform/db/migrations/mode', /\.sql$/)
    .map((file) => file.text)
    .join('\n');
  const tables = [...text.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n?\s*(?:\)|\)) ?(?:WITH|PARTITION|;)/g)];

  it('have no column that says the mode', () => {
    expect(text).not.toMatch(/^\s*mode\s+text/m);
  });

  it('comment every table', () => {
    const names = [...text.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);

    expect(tables.length).toBeGreaterThan(10);
    expect(names.filter((name) => !text.includes(`COMMENT ON TABLE ${name} IS`))).toEqual([]);
  });
});

describe('the repository', () => {
  it('holds nothing that looks like a key or a secret', () => {
    const everything = ['src', 'test', 'scripts', 'docs'].flatMap((folder) =>
      filesIn(folder, /\.(ts|md|sql|py|toml|js|css|hbs)$/),
    );

    expect(offenders(everything, /\b[srp]k_(test|live)_[0-9A-Za-z]{38}\b|\bwhsec_[0-9A-Za-z]{32}\b/)).toEqual(
      [],
    );
  });

  it('keeps its files within their budgets', () => {
    const tooLong = sources
      .map(({ path, text }) => ({ path, lines: codeLines(text), budget: budgets[path] ?? usualBudget }))
      .filter(({ lines, budget }) => lines > budget);

    expect(tooLong).toEqual([]);
  });
});
