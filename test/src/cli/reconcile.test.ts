import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement as bankStatement } from '../../support/rails/bank/messages.ts';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { booked, writeBooks } from '../domain/reconciliation/books.ts';
import { type Ended, jsonOf, mpsHere } from './mps.ts';

let database: TestDatabase;
let env: Record<string, string>;
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'merchant-payments-reconcile-'));
  database = await cloneDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: database.secretKey, DATA_DIR: folder };
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const reconcile = (verb: string): Promise<Ended> => mpsHere(`reconcile ${verb}`, env);
const at = (name: string): string => join(folder, name);

const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/operate/reconciliation.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

/** What a command line of the guide runs here: its files are in the test's folder. A statement is not a file. */
const typed = (command: string): string =>
  (command.includes(' withdraw ') ? command : command.replaceAll(/\S+\.(?:json|csv)\b/g, at)).replace(
    /^npx mps reconcile /,
    '',
  );

/** The day of UTC so many days from now. */
const day = (later: number): string => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);

describe('the guide', () => {
  it('works as it is written, command by command', async () => {
    writeFileSync(at('acquirer.json'), blocks('json')[0] ?? '');
    writeFileSync(at('2026-03-02.csv'), blocks('csv')[0] ?? '');
    let named = '';
    const ended: unknown[] = [];

    for (const command of blocks('sh').flatMap((block) => block.trim().split('\n'))) {
      const [, inner, pipe = ''] = /^CASE=\$\(npx mps reconcile (.*?) \| (.*)\)$/.exec(command) ?? [];
      const done = await reconcile(inner ?? typed(command.replace('$CASE', named)));
      if (inner !== undefined)
        named = spawnSync('sh', ['-c', pipe], { input: done.data }).stdout.toString().trim();
      ended.push([command.split(' ')[3], done.exitCode]);
    }

    expect(named).toMatch(/^case_[0-9a-f]{32}$/);
    const verbs =
      'import run cases day cases show assign note resolve reopen resolve run statements withdraw import run'.split(
        ' ',
      );
    expect(ended).toEqual(verbs.map((verb) => [verb, 0]));
    const states = 'SELECT state, resolution, owner FROM live.reconciliation_cases ORDER BY id';
    expect(await database.asOwner(states)).toEqual([
      { state: 'resolved', resolution: 'explained_later', owner: 'tariro' },
      { state: 'open', resolution: null, owner: null },
    ]);
  });

  it('names every field of a mapping, every kind of case and every reason', () => {
    const words = ['encoding', 'separator', 'skip', 'date', 'decimal', 'thousands', 'currency', 'unsigned'];
    const kinds = ['missing_here', 'missing_there', 'other_amount', 'other_currency', 'twice'];

    for (const word of [...words, ...kinds, 'corrected', 'accepted', 'mistaken', 'explained_later'])
      expect(guide).toContain(`\`${word}\``);
  });
});

describe('mps reconcile', () => {
  const mapping = {
    date: 'YYYY-MM-DD',
    currency: 'USD',
    columns: { line: 'Id', booked_on: 'Date', amount: 'Amount', reference: 'Ref' },
  };

  it('finds the differences of a gateway, prints both sides, and exits with 8 while a case waits', async () => {
    const merchant = randomUUID();
    const [right, wrong] = [1, 2].map(() => booked({ gateway: 'shop_bank', merchant }));
    await writeBooks(
      database,
      [right, wrong].filter((one) => one !== undefined),
    );
    writeFileSync(at('mapping.json'), JSON.stringify(mapping));
    writeFileSync(
      at('march.csv'),
      `Id,Date,Amount,Ref\n1,2026-03-02,10.00,${right?.sourceId}\n2,2026-03-02,9.99,${wrong?.sourceId}\n`,
    );
    const of = '--gateway shop_bank --sandbox --json';

    const taken = await reconcile(`import --file ${at('march.csv')} --mapping ${at('mapping.json')} ${of}`);
    const again = await reconcile(`import --file ${at('march.csv')} --mapping ${at('mapping.json')} ${of}`);
    const run = await reconcile(`run --check ${of}`);
    const { cases } = jsonOf(await reconcile(`cases --kind other_amount ${of}`));
    const sums = await reconcile(`day --day 2026-03-02 ${of}`);
    const table = await reconcile('day --day 2026-03-02 --gateway shop_bank --sandbox');
    const [next] = /reconcile cases .*/.exec(run.words) ?? [];
    const listed = await reconcile(`${next?.replace('reconcile ', '')} --json`);

    expect(taken.words).toContain('npx mps reconcile run --gateway shop_bank --sandbox');
    expect(jsonOf(listed)['cases']).toHaveLength(1);
    expect(jsonOf(sums)).toMatchObject({ gateway: 'shop_bank', day: '2026-03-02', grace_days: 3 });
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const shown = { statement: 'march.csv', currency: 'USD', ...days, lines: 2 };
    expect(jsonOf(taken)).toEqual({ statements: [{ ...shown, imported: true }] });
    expect(jsonOf(again)).toEqual({ statements: [{ ...shown, imported: false }] });
    expect(run.exitCode).toBe(8);
    expect(jsonOf(run)).toMatchObject({ opened: 1, unresolved: 1, findings: [], from: '2026-03-02' });
    expect(cases).toMatchObject([
      {
        kind: 'other_amount',
        expected: '10.00 USD 2026-03-02',
        stated: '9.99 USD 2026-03-02',
        state: 'open',
      },
    ]);
    expect(jsonOf(sums)['days']).toMatchObject([
      { ledger: '20.00', stated: '19.99', difference: '-0.01', open_cases: '-0.01', unexplained: '0.00' },
    ]);
    expect(table.data).toMatch(/19\.99 +-0\.01 +-0\.01/);
    expect(table.words).toContain('explain the difference');
  });

  it('takes a bank statement of ISO 20022, and finds its payouts by their end-to-end ids', async () => {
    const merchant = randomUUID();
    const about = { gateway: 'iso_bank', merchant, movement: 'payout.completed', day: '2026-11-26' } as const;
    const [paid, other] = [9_000_000n, 1_000_000n].map((amount) => booked({ ...about, amount }));
    await writeBooks(
      database,
      [paid, other].filter((one) => one !== undefined),
    );
    const endToEndId = (of = paid) => `PO${of?.sourceId.replaceAll('-', '').toUpperCase()}`;
    const sent = [
      { id: endToEndId(paid), amount: '900.00', reference: 'B-1' },
      { id: endToEndId(other), amount: '100.50', reference: 'B-2' },
      { amount: '12.00', reference: 'B-3', code: ['MDOP', 'CHRG'] as const },
    ];
    const of = '--gateway iso_bank --sandbox --json';
    writeFileSync(at('bank.xml'), bankStatement('S-1', ...sent));
    writeFileSync(at('short.xml'), bankStatement('S-2', ...sent.slice(1)));

    const taken = await reconcile(`import --file ${at('bank.xml')} --format camt053 ${of}`);
    const short = await reconcile(`import --file ${at('short.xml')} --format camt053 ${of}`);
    const none = await reconcile(`import --file ${at('2026-03-02.csv')} --format camt053 ${of}`);
    const run = await reconcile(`run ${of}`);
    const { cases } = jsonOf(await reconcile(`cases ${of}`));

    expect(jsonOf(taken)).toMatchObject({ statements: [{ statement: 'S-1', lines: 3, imported: true }] });
    expect([short.exitCode, none.exitCode]).toEqual([5, 5]);
    expect([short.words, none.words].join(' ')).toMatch(/lines are missing[\s\S]*no camt\.053/);
    expect(jsonOf(run)).toMatchObject({ opened: 1, findings: [] });
    expect(cases).toMatchObject([{ kind: 'other_amount', expected: '-100.00 USD 2026-11-26' }]);
  });

  it('says of which days no statement is there, so that nothing of them was compared', async () => {
    writeFileSync(at('mapping.json'), JSON.stringify(mapping));
    writeFileSync(at('empty.csv'), 'Id,Date,Amount,Ref\n');
    const of = '--gateway gap_bank --sandbox';
    const empty = (id: string, from: string, to: string) =>
      reconcile(
        `import --file ${at('empty.csv')} --mapping ${at('mapping.json')} --id ${id} --from ${from} --to ${to} ${of}`,
      );
    await empty('first', '2026-03-02', '2026-03-03');
    await empty('last', '2026-03-06', '2026-03-08');

    const run = await reconcile(`run ${of}`);
    const json = jsonOf(await reconcile(`run --json ${of}`));
    await empty('between', '2026-03-04', '2026-03-05');
    const whole = await reconcile(`run ${of}`);

    expect(run.words).toContain('No statement includes USD 2026-03-04, USD 2026-03-05: ');
    expect(json['not_stated']).toEqual([
      { currency: 'USD', day: '2026-03-04' },
      { currency: 'USD', day: '2026-03-05' },
    ]);
    expect(whole.words).not.toContain('No statement');
  });

  it('takes no day of live that is to come: each later payment of it would be missing at once', async () => {
    writeFileSync(at('mapping.json'), JSON.stringify(mapping));
    writeFileSync(at('to-come.csv'), `Id,Date,Amount,Ref\n1,${day(3)},10.00,A\n`);
    writeFileSync(at('today.csv'), `Id,Date,Amount,Ref\n1,${day(0)},10.00,A\n`);
    const take = (file: string, more = '') =>
      reconcile(`import --gateway days --file ${at(file)} --mapping ${at('mapping.json')} ${more}`);

    const line = await take('to-come.csv');
    const typo = await take('today.csv', `--to ${day(20)}`);
    const today = await take('today.csv', `--to ${day(1)}`);
    const turned = await take('to-come.csv', '--sandbox');

    expect([line, typo, today, turned].map(({ exitCode }) => exitCode)).toEqual([5, 5, 0, 0]);
    expect(line.words).toContain(`${day(3)}, which is to come`);
    expect(typo.words).toContain(`${day(20)}, which is to come`);
  });

  it.each([
    ['run --gateway nobody', 4],
    ['run --gateway shop_bank --sandbox --from 2026-02-30', 2],
    ['run --gateway shop_bank --sandbox --from 2026-03-03 --to 2026-03-02', 2],
    ['run --gateway shop_bank --sandbox --grace many', 2],
    ['day --gateway shop_bank --day yesterday', 2],
    ['cases --state lost', 2],
    ['cases --kind lost', 2],
    ['show case_1', 2],
    [`show case_${'0'.repeat(32)}`, 4],
    [`assign case_${'0'.repeat(32)}`, 4],
    // As many letters as the dashboard takes.
    [`assign case_${'0'.repeat(32)} --to ${'x'.repeat(200)}`, 4],
    [`assign case_${'0'.repeat(32)} --to ${'x'.repeat(201)}`, 2],
    [`resolve case_${'0'.repeat(32)} --as lost --note x`, 2],
    [`note case_${'0'.repeat(32)} --note ${'x'.repeat(501)}`, 2],
    ['import --gateway Bank! --file FOLDER/march.csv --mapping FOLDER/mapping.json', 2],
    ['import --gateway bank --file FOLDER/march.csv', 2],
    ['import --gateway bank --file FOLDER/none.csv --mapping FOLDER/mapping.json', 2],
    ['import --gateway bank --file FOLDER/march.csv --mapping FOLDER/none.json', 2],
    ['import --gateway bank --file FOLDER/mapping.json --mapping FOLDER/mapping.json', 5],
    ['import --gateway bank --file FOLDER/march.csv --mapping FOLDER/march.csv', 5],
    ['import --gateway bank --file FOLDER/march.csv --format xml', 2],
    ['import --gateway bank --file FOLDER/march.csv --mapping FOLDER/mapping.json --from 2026-13-01', 2],
    ['import --gateway bank --file FOLDER/march.csv --mapping FOLDER/mapping.json --currency usd', 2],
    ['import --gateway bank --file FOLDER/march.csv --mapping FOLDER/mapping.json --currency ZWG', 5],
  ])('refuses %s', async (verb, exitCode) => {
    const ended = await reconcile(verb.replaceAll('FOLDER', folder));

    expect({ verb, exitCode: ended.exitCode, words: ended.words }).toMatchObject({ exitCode });
    expect(ended.words).not.toMatch(/\bat \S+ \(/);
  });

  it('takes a statement back, with the cases that rest on it, and takes the right one instead', async () => {
    const payment = booked({ gateway: 'cut_bank', merchant: randomUUID() });
    const before = booked({ gateway: 'cut_bank', merchant: randomUUID(), day: '2026-03-01' });
    await writeBooks(database, [payment, before]);
    writeFileSync(at('mapping.json'), JSON.stringify(mapping));
    const of = '--gateway cut_bank --sandbox --json';
    const takingOf = (file: string, days: string) =>
      `import --file ${at(file)} --mapping ${at('mapping.json')} ${days} ${of}`;
    writeFileSync(at('before.csv'), 'Id,Date,Amount,Ref\n');
    await reconcile(takingOf('before.csv', '--from 2026-03-01 --to 2026-03-01'));
    const taking = takingOf('week.csv', '--from 2026-03-02 --to 2026-03-09');
    writeFileSync(at('week.csv'), 'Id,Date,Amount,Ref\n1,2026-03-09,5.00,nobody\n');
    await reconcile(taking);
    await reconcile(`run ${of}`);

    const withdrawn = await reconcile(`withdraw week.csv --reason half ${of}`);
    const none = jsonOf(await reconcile(`cases ${of}`))['cases'];
    const { cases } = jsonOf(await reconcile(`cases --state resolved ${of}`));
    const right = [payment, before].map(({ sourceId }, nth) => `${nth},2026-03-02,10.00,${sourceId}\n`);
    writeFileSync(at('week.csv'), `Id,Date,Amount,Ref\n${right.join('')}`);
    const taken = await reconcile(taking);
    const run = await reconcile(`run --check ${of}`);
    const listed = jsonOf(await reconcile(`statements ${of}`));
    const again = await reconcile(`withdraw march.csv --reason half ${of}`);

    expect(jsonOf(withdrawn)).toMatchObject({ statement: 'week.csv', lines: 1, explained: 3, reopened: 0 });
    // The payment of the day before was missing only because the statement includes its days of grace.
    expect(withdrawn.words).toContain('run --gateway cut_bank --sandbox --from 2026-03-01');
    expect(none).toEqual([]);
    const kinds = (cases as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['missing_here', 'missing_there', 'missing_there']);
    expect(jsonOf(taken)['statements']).toMatchObject([{ lines: 2, imported: true }]);
    expect([run.exitCode, jsonOf(run)['unresolved']]).toEqual([0, 0]);
    expect(listed['statements']).toMatchObject([
      { statement: 'week.csv', lines: 2 },
      { statement: 'before.csv', lines: 0 },
    ]);
    expect([again.exitCode, again.words]).toEqual([4, expect.stringContaining('has no statement march.csv')]);
  });

  it('refuses to resolve a case twice', async () => {
    const [row] = await database.asOwner(
      "SELECT id FROM sandbox.reconciliation_cases WHERE gateway = 'shop_bank'",
    );
    const named = `case_${String(row?.['id']).replaceAll('-', '')}`;
    const verb = `resolve ${named} --as mistaken --note rounding --sandbox`;

    const first = await reconcile(verb);
    const second = await reconcile(verb);
    const shown = jsonOf(await reconcile(`show ${named} --sandbox --json`));

    expect([first.exitCode, second.exitCode]).toEqual([0, 5]);
    expect(shown).toMatchObject({
      state: 'resolved',
      lines: [{ line: '2' }],
      log: [{ change: 'opened' }, { change: 'resolved', note: 'rounding' }],
    });
    expect((await reconcile('run --check --gateway shop_bank --sandbox')).exitCode).toBe(0);
  });
});
