import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mistakesIn, withMistake } from '../../scripts/mutate/statements.ts';
import { judge, limitFor } from '../../scripts/mutate/try.ts';

const took = new Map([
  ['test/quick.test.ts', 1000],
  ['test/slow.test.ts', 30_000],
]);

describe('the time that a mutant is given', () => {
  it('grows with what its tests took without it', () => {
    expect(limitFor(['test/slow.test.ts'], took)).toBeGreaterThan(5 * 30_000);
    expect(limitFor([...took.keys()], took)).toBe(limitFor(['test/slow.test.ts'], took) + 5 * 1000);
  });

  it('is enough to start the runner for tests that took no time', () => {
    expect(limitFor(['test/quick.test.ts'], took)).toBeGreaterThanOrEqual(60_000);
  });
});

const statement = `
  .where('merchant_id', '=', merchantId)
  .where('status', '=', 'pending')
  .where('due_at', '<=', now)
  .orderBy('id', 'desc')
  .forUpdate()
  sql\`SELECT sum(amount) - sum(fee) FROM rows AS r WHERE r.merchant_id = \${merchantId}
    AND r.merchant_id = \${merchantId}
    AND r.created_at < \${until}
    ORDER BY r.id DESC FOR UPDATE SKIP LOCKED\`
  /** Rows with balance > 0 */
`;

describe('the mistakes of a statement', () => {
  it('are conditions, bounds, orders and locks, but not the merchant and not the words', () => {
    const all = mistakesIn(statement).map(({ mutator, original, replacement }) =>
      [mutator, original.trim(), replacement].join(': '),
    );

    expect(all).toEqual([
      "NoCondition: .where('status', '=', 'pending'): ",
      "NoCondition: .where('due_at', '<=', now): ",
      'Bound: <=: <',
      "Order: , 'desc': ",
      'NoLock: .forUpdate(): ',
      'NoCondition: AND r.created_at < ${until}: ',
      'Bound: <: <=',
      'Order: DESC: ',
      'NoLock: FOR UPDATE SKIP LOCKED: ',
    ]);
  });

  it('change the text at their place only', () => {
    for (const mistake of mistakesIn(statement)) {
      const { at, original, replacement } = mistake;
      const changed = withMistake(statement, mistake);
      expect(changed.length).toBe(statement.length - original.length + replacement.length);
      expect(changed.slice(0, at)).toBe(statement.slice(0, at));
      expect(changed.endsWith(statement.slice(at + original.length))).toBe(true);
    }
  });
});

describe('a mistake in a statement', () => {
  const root = resolve(import.meta.dirname, '../..');
  const file = 'src/domain/payments/attempts/queries.ts';
  const text = readFileSync(join(root, file), 'utf8');
  const mistake = mistakesIn(text).findLast(({ mutator }) => mutator === 'Null');
  const verdictOn = (changed: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'mutate-')), 'queries.ts');
    writeFileSync(path, changed);
    const mutant = {
      id: path,
      module: 'payments',
      file,
      line: 1,
      mutator: 'Null',
      original: '',
      replacement: '',
    };
    const tests = ['test/src/domain/payments/attempts/fallback.test.ts'];
    return judge(
      { folder: root, took: new Map(tests.map((name) => [name, 30_000])) },
      { ...mutant, text: path },
      tests,
    );
  };

  it('is noticed by the tests that reach it, which pass without it', async () => {
    expect(await verdictOn(text)).toBe('survived');
    expect(await verdictOn(mistake ? withMistake(text, mistake) : text)).toBe('killed');
  });
});
