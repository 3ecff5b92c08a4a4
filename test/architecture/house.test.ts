import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RuleName, rules } from '../../scripts/house/rules.ts';
import { readTree, type Source } from '../../scripts/house/tree.ts';

const tree = readTree(resolve(import.meta.dirname, '../..'));

const file = (path: string, text = 'export const nothing = 0;\n'): Source => ({ path, text });
const many = (count: number, path: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => file(path(n)));

/** The tree with files added, or put in the place of those that have their path. */
function planted(...files: readonly Source[]): readonly Source[] {
  const paths = new Set(files.map(({ path }) => path));
  return [...tree.filter(({ path }) => !paths.has(path)), ...files];
}

function edited(path: string, change: (text: string) => string): Source {
  const found = tree.find((source) => source.path === path);
  if (!found) throw new Error(`${path} is not there`);
  const text = change(found.text);
  if (text === found.text) throw new Error(`${path} was not changed`);
  return { path, text };
}

const without = (path: RegExp) => tree.filter((source) => !path.test(source.path));
const query = 'src/domain/payments/checkouts/queries.ts';
const append = (path: string, text: string) => edited(path, (before) => `${before}\n${text}\n`);

/** Rule → trees that break it, each with a word that the complaint must name. A rule without one does not compile. */
const violations: Readonly<Record<RuleName, readonly (readonly [tree: readonly Source[], names: string])[]>> =
  {
    folderSizes: [
      [planted(...many(16, (n) => `src/domain/money/planted/file-${n}.ts`)), 'src/domain/money/planted'],
      [planted(...many(10, (n) => `src/domain/planted-${n}/file.ts`)), 'src/domain: '],
    ],
    singleFiles: [[planted(file('src/domain/money/planted/only.ts')), 'only.ts']],
    folderCircles: [
      [planted(append('src/platform/ids.ts', "import '../engine/context.ts';")), 'src: '],
      [
        planted(
          file('src/domain/money/one/a.ts', "import type { B } from '../two/b.ts';"),
          file('src/domain/money/two/b.ts', "import type { C } from '../one/c.ts';"),
          file('src/domain/money/one/c.ts'),
        ),
        'one, two',
      ],
    ],
    smallFiles: [
      [
        planted(
          file('src/domain/money/planted/tiny.ts'),
          file('src/domain/money/planted/user.ts', "import './tiny.ts';\n".repeat(30)),
        ),
        'tiny.ts',
      ],
    ],
    faces: [
      [planted(file('src/api/payments/checkout/rule.ts')), 'rule.ts'],
      [planted(file('src/api/payments/no-such-tag/handlers.ts')), 'no-such-tag'],
    ],
    operationsAreFound: [
      [
        planted(
          edited('src/api/payments/checkout/handlers.ts', (text) =>
            text.replaceAll('createCheckout', 'planted'),
          ),
        ),
        'createCheckout',
      ],
    ],
    oneFolderPerConcept: [
      [planted(file('src/domain/billing/checkouts/more.ts')), 'checkouts'],
      [planted(file('src/api/billing/refunds/handlers.ts')), 'src/api/billing/refunds'],
    ],
    districtsAreDescribed: [[without(/^src\/domain\/money\/README\.md$/), 'src/domain/money']],
    fileBudgets: [[planted(file('src/domain/money/amounts/long.ts', 'void 0;\n'.repeat(151))), 'long.ts']],
    sqlInQueries: [
      [planted(file('src/domain/money/amounts/sql.ts', "db.selectFrom('plans')")), 'sql.ts'],
      [planted(file('src/api/payments/refunds/view.ts', 'sql`SELECT 1`')), 'view.ts'],
    ],
    queriesNameTheirMerchant: [
      [planted(append(query, 'export function planted(db: Db, id: string): void {}')), 'planted'],
    ],
    queriesKnowNoMode: [[planted(append(query, 'const planted = mode;')), query]],
    timeAndChance: [[planted(file('src/domain/money/amounts/time.ts', 'const at = new Date();')), 'time.ts']],
    transactionsAtTheEdges: [
      [planted(file('src/domain/money/amounts/tx.ts', 'await inTransaction(db, id, work);')), 'tx.ts'],
      [
        planted(file('src/domain/money/amounts/tx.ts', 'await inPlatformTransaction(platform, work);')),
        'tx.ts',
      ],
      [
        planted(
          file('src/api/payments/refunds/handlers.ts', 'await inExclusiveTransaction<Row>(db, id, work);'),
        ),
        'refunds',
      ],
    ],
    statusesMove: [
      [planted(append(query, "tx.updateTable('subscriptions').set({ status: 'paused' }).execute();")), query],
      [
        planted(append(query, "tx.updateTable('plans')\n  .set(({ ref }) => ({ name: ref('x'), status }))")),
        query,
      ],
      [
        planted(
          append(
            query,
            "const text = `UPDATE payment_methods SET brand = $1, status = 'deleted' WHERE id = $2`;",
          ),
        ),
        query,
      ],
    ],
    nothingPutOff: [[planted(append(query, 'const later = 1; /* TODO */')), query]],
    noSecrets: [[planted(file('docs/guides/keys.md', ['sk', 'live', 'a'.repeat(38)].join('_'))), 'keys.md']],
    completeLists: [
      [
        planted(
          file(
            'src/domain/money/amounts/list.ts',
            "const all = ['USD'] as const satisfies readonly Currency[];",
          ),
        ),
        'list.ts',
      ],
    ],
    tablesAreCommented: [
      [
        planted(file('src/platform/db/migrations/mode/9999-planted.sql', 'CREATE TABLE planted (id uuid);')),
        'planted',
      ],
    ],
    noModeColumn: [
      [
        planted(
          file('src/platform/db/migrations/mode/9999-planted.sql', 'CREATE TABLE planted (\n  mode text\n);'),
        ),
        'mode',
      ],
    ],
    // Each of its parts has planted violations in migrations.test.ts.
    migrationsLockBriefly: [
      [
        planted(file('src/platform/db/migrations/mode/9999-planted.sql', 'CREATE INDEX one ON jobs (kind);')),
        'CONCURRENTLY',
      ],
    ],
    pronouns: [
      [planted(file('docs/guides/planted.md', ['A merchant loves h', 'is money.'].join(''))), 'planted.md:1'],
    ],
    plainWords: [[planted(append(query, '// It rings the doorbell.')), 'notification']],
    testNames: [
      [
        planted(file('test/src/planted.test.ts', "describe('one', () => {});\ndescribe('one', () => {});")),
        "describe('one')",
      ],
    ],
  };

describe.each(Object.entries(rules))('the rule %s', (name, rule) => {
  it('finds nothing in this tree', () => {
    expect(rule(tree)).toEqual([]);
  });

  it.each(violations[name as RuleName])('finds a planted violation', (broken, names) => {
    const before = new Set(rule(tree));

    const found = rule(broken).filter((complaint) => !before.has(complaint));

    expect(found.join('\n')).toContain(names);
  });
});

it('lets a version that is being written have its changes only, and one pair of bodies', () => {
  const pair = file('test/contract/versions/2027-02-01/name.json', '{}');

  expect(rules.singleFiles(planted(file('src/versions/2027-02-01/changes.ts'), pair))).toEqual([]);
});

it('reads the whole tree', () => {
  expect(tree.length).toBeGreaterThan(600);
});
