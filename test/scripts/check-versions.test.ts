import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { withRelease } from '../../scripts/versions/changelog.ts';
import { classify } from '../../scripts/versions/compare/classify.ts';
import { lineOf } from '../../scripts/versions/compare/rows.ts';
import { summaryOf } from '../../scripts/versions/compared.ts';
import {
  datesIn,
  downloadsIn,
  frozenContract,
  hashOf,
  readLock,
  versionOf,
  writtenContract,
} from '../../scripts/versions/frozen.ts';
import { refusalsOf } from '../../scripts/versions/refusals.ts';
import { redoclyRows, unseen } from '../../scripts/versions/second-opinion.ts';
import type { VersionChange } from '../../src/platform/contract/change.ts';

const checkout = resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const openapi = `openapi: 3.1.1
info: {title: Small, version: '2026-01-01'}
paths:
  /one:
    get:
      operationId: getOne
      responses:
        '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}
components:
  schemas:
    One: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
`;
const webhooks = `openapi: 3.1.1
info: {title: Small, version: '2026-01-01'}
webhooks:
  one.done:
    post:
      operationId: onOneDone
      x-event: {group: ONE, implemented: true}
      requestBody: {content: {application/json: {schema: {$ref: './openapi.yaml#/components/schemas/One'}}}}
      responses:
        2XX: {description: Heard.}
components:
  schemas:
    Unused: {type: object}
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'versions-'));
  folders.push(root);
  const frozen = {
    'openapi.yaml': openapi,
    'webhooks.yaml': webhooks.replace('./openapi.yaml', 'openapi.yaml'),
  };
  write('src/versions/chain.ts', "const released = ['2026-01-01'];\n");
  write('src/versions/2026-01-01/notice.yaml', "released: '2026-01-01'\n");
  write('src/versions/2026-06-01/notice.yaml', "released: '2026-05-20'\n");
  for (const [name, text] of Object.entries(frozen)) write(`src/versions/2026-01-01/${name}`, text);
  const hashes = Object.entries(frozen).map(([name, text]) => [`2026-01-01/${name}`, hashOf(text)]);
  write('src/versions/lock.json', JSON.stringify(Object.fromEntries(hashes)));
  write('openapi.yaml', openapi);
  write('webhooks.yaml', webhooks);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What the check says of the small contract. */
async function refused(): Promise<string[]> {
  const lock = readLock(root);
  const written = writtenContract(root);
  const newest = datesIn(lock).at(-1);
  const rows = newest === undefined ? [] : classify(frozenContract(root, newest), written);
  return await refusalsOf({ root, lock, written, rows });
}

const dated = (text: string, date: string): string => text.replace("'2026-01-01'", `'${date}'`);
const withoutName = openapi.replace('[id, name]', '[id]').replace(', name: {type: string}', '');

/** A version that breaks something and has everything that belongs to it. */
function writeVersion(): void {
  write('openapi.yaml', dated(withoutName, '2027-02-01'));
  write('webhooks.yaml', dated(webhooks, '2027-02-01'));
  write('src/versions/chain.ts', "const released = ['2026-01-01', '2027-02-01'];\n");
  write(
    'src/versions/2027-02-01/changes.ts',
    "export const changes = [{ title: 'Remove the name', touches: ['getOne', 'one.done'] }];\n",
  );
  write('test/contract/versions/2027-02-01/name.json', '{"change": "Remove the name"}');
}

describe('the check of versions lets through', () => {
  const dates = { date: '2026-01-01', newest: '2026-01-01' };

  it('the contract as it is released', async () => {
    expect(await refused()).toEqual([]);
    expect(summaryOf({ ...dates, rows: [], refusals: [] })).toHaveLength(1);
  });

  it('an addition under the same date', async () => {
    write(
      'openapi.yaml',
      openapi.replace('name: {type: string}', 'name: {type: string}, more: {type: string}'),
    );

    expect(await refused()).toEqual([]);
    const rows = classify(frozenContract(root, '2026-01-01'), writtenContract(root));
    const advice = summaryOf({ ...dates, rows, refusals: [] }).at(-1);
    expect(advice).toContain('Run `npm run freeze` before the service is released.');
  });

  it('a breaking change under a later date, with its change and pair', async () => {
    writeVersion();

    expect(await refused()).toEqual([]);
  });
});

describe('the check of versions refuses', () => {
  it('a frozen file that was changed', async () => {
    write('src/versions/2026-01-01/openapi.yaml', `${openapi}# touched\n`);

    expect(await refused()).toEqual([
      'src/versions/2026-01-01/openapi.yaml was changed after its release: restore it',
    ]);
  });

  it('a frozen file that is gone', async () => {
    writeVersion();
    write('src/versions/lock.json', JSON.stringify({ ...readLock(root), '2025-01-01/openapi.yaml': '0' }));

    expect(await refused()).toEqual([
      'src/versions/2025-01-01/openapi.yaml is missing: restore it, a released version never changes',
    ]);
  });

  it('a frozen file without a hash', async () => {
    writeVersion();
    write('src/versions/2027-02-01/openapi.yaml', openapi);

    expect(await refused()).toEqual([
      'src/versions/2027-02-01/openapi.yaml is not in src/versions/lock.json: only `npm run freeze` writes there',
    ]);
  });

  it('two dates in one contract', async () => {
    write('webhooks.yaml', dated(webhooks, '2027-02-01'));

    expect(await refused()).toEqual([
      'openapi.yaml is version 2026-01-01 and webhooks.yaml 2027-02-01: they have one info.version',
    ]);
  });

  it.each([
    ['2025-12-31', 'before the newest released version'],
    ['2027-02-30', 'it must be a date'],
    ['2.0', 'it must be a date'],
  ])('the version %s', async (date, reason) => {
    write('openapi.yaml', dated(openapi, date));
    write('webhooks.yaml', dated(webhooks, date));

    expect(await refused()).toEqual([expect.stringContaining(reason)]);
  });

  it('a breaking change under the same date', async () => {
    write('openapi.yaml', withoutName);

    expect(await refused()).toEqual([
      '1 breaking change(s) under 2026-01-01: take them back, or set a later info.version in both documents',
    ]);
  });

  it('a later date without a breaking change', async () => {
    writeVersion();
    write('openapi.yaml', dated(openapi, '2027-02-01'));

    expect(await refused()).toEqual([
      'info.version is 2027-02-01, but nothing breaks 2026-01-01: additions need no new version',
    ]);
  });

  it('a later date without changes', async () => {
    writeVersion();
    rmSync(join(root, 'src/versions/2027-02-01/changes.ts'));

    expect(await refused()).toEqual([
      'src/versions/2027-02-01/changes.ts is missing: write one change for each reason to break',
    ]);
  });

  it('a later date that the chain does not know', async () => {
    writeVersion();
    write('src/versions/chain.ts', "const released = ['2026-01-01'];\n");

    expect(await refused()).toEqual([
      'src/versions/chain.ts does not list 2027-02-01: apps could not be pinned to it',
    ]);
  });

  it('a breaking row of an event that no change touches', async () => {
    writeVersion();
    write(
      'src/versions/2027-02-01/changes.ts',
      "export const changes = [{ title: 'Remove the name', touches: ['getOne'] }];\n",
    );

    expect(await refused()).toEqual([
      'src/versions/2027-02-01/changes.ts has no change that touches one.done, which openapi.yaml:11 breaks',
    ]);
  });

  it('a change without a pair of bodies', async () => {
    writeVersion();
    write('test/contract/versions/2027-02-01/name.json', '{"change": "Something else"}');

    expect(await refused()).toEqual([
      'test/contract/versions/2027-02-01/ has no pair of bodies, before and after, of the change "Remove the name"',
    ]);
  });

  it.each([
    ["deprecated: '2027-02-01'\nretired: '2027-07-31'\n", 'not before 2027-08-01, six months after'],
    ["deprecated: '2026-05-19'\nretired: '2027-07-31'\n", 'before a later version was released'],
    ["deprecated: '2027-02-01'\nretired: '2027-08-01'\n", 'no later version is released', '2026-06-01'],
    ["retired: '2027-07-31'\n", 'a version is deprecated before it is retired'],
    ["deprecated: '2027-02-01'\nretired: soon\n", 'retired is soon: it must be a date'],
    ["deprecated: '2027-02-30'\nretired: '2028-02-01'\n", 'deprecated is 2027-02-30: it must be a date'],
    ["deprecated: '2027-02-01'\nretired: 2027\n", 'retired is 2027: it must be a date'],
  ])('a retirement too soon: %j', async (notice, reason = '', of = '2026-01-01') => {
    write(`src/versions/${of}/notice.yaml`, `released: '2026-01-01'\n${notice}`);

    expect(await refused()).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['2027-02-01', '2027-08-01'],
    // February has no 31st.
    ['2027-08-31', '2028-02-29'],
  ])('nothing of a retirement after six months: %s to %s', async (deprecated, retired) => {
    const notice = `released: '2026-01-01'\ndeprecated: '${deprecated}'\nretired: '${retired}'\n`;
    write('src/versions/2026-01-01/notice.yaml', notice);

    expect(await refused()).toEqual([]);
  });
});

describe('the changelog', () => {
  const rows = [
    {
      verdict: 'breaking',
      at: { file: 'openapi.yaml', line: 9 },
      where: 'getOne',
      reason: 'it went',
      touches: new Set<string>(),
    },
    {
      verdict: 'addition',
      at: { file: 'openapi.yaml', line: 8 },
      where: 'getTwo',
      reason: 'it came',
      touches: new Set<string>(),
    },
  ] as const;
  const before = '# Changelog\n\nWords.\n\n## 2026-01-01\n\nThe first version.\n';

  it('gets a section for a new version, with titles and rows', () => {
    const release = { date: '2027-02-01', today: '2027-01-20', titles: ['Remove the name'], rows };

    expect(withRelease(before, release)).toBe(
      '# Changelog\n\nWords.\n\n## 2027-02-01\n\nReleased 2027-01-20.\n\n- Remove the name.\n\n' +
        '### Breaking\n\n- getOne: it went\n\n### Added\n\n- getTwo: it came\n\n## 2026-01-01\n\nThe first version.\n',
    );
  });

  it('names everything that breaks, and counts what is added', () => {
    const many = rows.map((each) => ({
      ...each,
      where: 'getOne answer 200, name (and 2 more)',
      touches: new Set(['getOne', 'listOnes', 'one.done']),
    }));

    const changelog = withRelease(before, {
      date: '2027-02-01',
      today: '2027-01-20',
      titles: [],
      rows: many,
    });

    expect(changelog).toContain('- getOne answer 200, name (also listOnes, one.done): it went\n');
    expect(changelog).toContain('- getOne answer 200, name (and 2 more): it came\n');
  });

  it('gets additions under the version that they belong to, those of a day together', () => {
    const release = { date: '2026-01-01', today: '2026-03-01', titles: [], rows: [rows[1]] };
    const once = withRelease(before, release);

    expect(once).toBe(`${before}\n### Added on 2026-03-01\n\n- getTwo: it came\n`);
    expect(withRelease(once, release)).toBe(
      `${before}\n### Added on 2026-03-01\n\n- getTwo: it came\n- getTwo: it came\n`,
    );
  });
});

describe('in a copy of this checkout', () => {
  const copied =
    'openapi.yaml webhooks.yaml .redocly.yaml CHANGELOG.md package.json scripts src test/contract/versions'.split(
      ' ',
    );
  // Whichever version is the newest one.
  const date = versionOf(writtenContract(checkout), 'openapi');
  let copy: string;
  const edit = (name: string, from: string | RegExp, to: string): void => {
    const text = readFileSync(join(copy, name), 'utf8');
    if (text.search(from) === -1) throw new Error(`${name} has no ${String(from)}`);
    writeFileSync(
      join(copy, name),
      text.replace(from, () => to),
    );
  };

  // Six commands, each of which reads the whole contract.
  it('a breaking change is refused, released under a later date, and sealed', async () => {
    copy = mkdtempSync(join(tmpdir(), 'freeze-'));
    folders.push(copy);
    for (const name of copied) cpSync(join(checkout, name), join(copy, name), { recursive: true });
    symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    edit('openapi.yaml', /^ {8}requires_polling: .*\n/mu, '');
    edit('openapi.yaml', 'gateway_name, requires_polling]', 'gateway_name]');

    const broken = await run('freeze');
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(
      /BREAKING openapi\.yaml:[0-9]+ createCheckout answer 201, data\.requires_polling: the field `requires_polling` was removed/u,
    );
    expect(broken.output).toContain(`REFUSED: 1 breaking change(s) under ${date}`);

    for (const name of ['openapi.yaml', 'webhooks.yaml'])
      edit(name, `version: '${date}'`, "version: '2098-01-01'");
    edit(
      'src/versions/chain.ts',
      /\{ date: '2026-01-01'/u,
      "{ date: '2098-01-01', changes: [] }, { date: '2026-01-01'",
    );
    mkdirSync(join(copy, 'src/versions/2098-01-01'));
    writeFileSync(
      join(copy, 'src/versions/2098-01-01/changes.ts'),
      "export const changes = [{ title: 'Remove requires_polling', touches: ['createCheckout'] }];\n",
    );
    mkdirSync(join(copy, 'test/contract/versions/2098-01-01'), { recursive: true });
    writeFileSync(
      join(copy, 'test/contract/versions/2098-01-01/polling.json'),
      '{"change": "Remove requires_polling"}\n',
    );

    const released = await run('freeze');
    expect(released.output).toContain(
      `2098-01-01 is frozen. What was not frozen under ${date} is only in 2098-01-01.`,
    );
    expect(readFileSync(join(copy, 'src/versions/2098-01-01/webhooks.yaml'), 'utf8')).toContain(
      'version: "2098-01-01"',
    );
    expect(datesIn(readLock(copy))).toEqual([...datesIn(readLock(checkout)), '2098-01-01']);
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toContain('- Remove requires_polling.\n');

    const announced = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
    edit('openapi.yaml', /summary: Create a checkout session/u, 'summary: Open a checkout session');
    expect((await run('freeze')).output).toContain('wrote src/versions/2098-01-01/openapi.yaml');
    expect(readFileSync(join(copy, 'src/versions/2098-01-01/openapi.yaml'), 'utf8')).toContain(
      'Open a checkout',
    );
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toBe(announced);
    expect((await run('freeze')).output).toContain('nothing to do');

    edit('src/versions/2026-01-01/openapi.yaml', 'title:', 'title: A');
    expect((await run('check-versions')).output).toContain('was changed after its release');

    edit('webhooks.yaml', 'license: {', 'license: [');
    const unreadable = await run('check-versions');
    expect(unreadable.output).toMatch(/^REFUSED: webhooks\.yaml:[0-9]+: [^\n]+\n$/u);
    expect(unreadable.output).not.toContain('column');
    expect(unreadable.code).toBe(1);
  }, 180_000);

  function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((done) => {
      const file = join(copy, 'scripts', `${script}.ts`);
      execFile(process.execPath, [file, ...args], { cwd: copy }, (error, stdout, stderr) => {
        done({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      });
    });
  }
});

describe('the documents for download', () => {
  it('are those of every released version, and the newest, none of which needs a second file', () => {
    writeVersion();

    expect(downloadsIn(root, '2027-02-01')).toEqual([
      { from: 'src/versions/2026-01-01/openapi.yaml', to: '2026-01-01/openapi.yaml' },
      { from: 'src/versions/2026-01-01/webhooks.yaml', to: '2026-01-01/webhooks.yaml' },
      { from: 'openapi.yaml', to: '2027-02-01/openapi.yaml' },
      { from: 'generated/webhooks.json', to: '2027-02-01/webhooks.yaml' },
    ]);
  });
});

describe('the guide', () => {
  it('shows a change that imports what is there', () => {
    const guide = readFileSync(join(checkout, 'docs/operate/propose-a-change.md'), 'utf8');
    const imported = [...guide.matchAll(/^ *import .* from '(\.[^']+)';$/gmu)].map(([, path = '']) => path);

    expect(imported).not.toEqual([]);
    const absent = imported.filter((path) => !existsSync(resolve(checkout, 'src/versions/2027-02-01', path)));
    expect(absent).toEqual([]);
  });

  it('shows a change that makes the bodies of its pair, with nothing that the linter refuses in src', async () => {
    const guide = readFileSync(join(checkout, 'docs/operate/propose-a-change.md'), 'utf8');
    const shown = (language: string) =>
      new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'mu').exec(guide)?.[1] ?? '';
    write('shown.ts', shown('ts'));
    const pair = JSON.parse(shown('json')) as {
      response: { status: number; older: unknown; newer: unknown };
    };

    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'shown.ts')).href)) as {
      readonly changes: readonly Pick<VersionChange, 'title' | 'response'>[];
    };

    const { status, older, newer } = pair.response;
    const [change] = module.changes;
    expect(change?.response?.up(older, status)).toEqual(newer);
    expect(change?.response?.down(newer, status)).toEqual(older);
    expect(change?.response?.down(newer, 400)).toBe(newer);
    expect(shown('ts')).not.toMatch(/ as [A-Z{]/u);
  });
});

const row = (owner: string) => ({
  verdict: 'breaking' as const,
  at: { file: 'openapi.yaml', line: 1 },
  where: '',
  reason: 'the others say so',
  touches: new Set(owner === '' ? [] : [owner]),
});

describe('a second opinion', () => {
  it('counts where we found nothing', () => {
    const others = [row('get /one'), row('')];

    expect(unseen(writtenContract(root), [], others)).toEqual([row('getOne'), row('')]);
  });

  it('does not refuse a version whose change touches the operation', async () => {
    writeVersion();
    const written = writtenContract(root);

    const rows = unseen(written, [], [row('get /one')]);

    expect(await refusalsOf({ root, lock: readLock(root), written, rows })).toEqual([]);
  });

  it('does not count twice what we found in the same operation', () => {
    expect(unseen(writtenContract(root), [row('getOne')], [row('get /one'), row('')])).toEqual([]);
  });
});

const query = (pattern: string) =>
  openapi.replace(
    'responses:',
    () =>
      `parameters: [{in: query, name: of, schema: {type: string, pattern: '${pattern}'}}]\n      responses:`,
  );
const named = (pattern: string) =>
  openapi.replace('name: {type: string}', () => `name: {type: string, pattern: '${pattern}'}`);

describe('the second opinion of a checkout', () => {
  it.each([
    [
      'the pattern of a request takes one more letter at its beginning',
      query,
      '^a$',
      String.raw`^\uFEFF?a$`,
      [],
    ],
    ['the pattern of a request takes it no more', query, '^x?a$', '^a$', ['get /one']],
    ['the pattern of a request is another', query, '^a$', '^b$', ['get /one']],
    [
      'the pattern of an answer takes one more letter at its beginning',
      named,
      '^a$',
      '^x?a$',
      ['get /one', 'one.done'],
    ],
  ])('when %s', async (_change, openapiWith, was, is, touched) => {
    for (const name of ['.redocly.yaml', 'scripts', 'node_modules', 'package.json'])
      symlinkSync(join(checkout, name), join(root, name));
    write('src/versions/2026-01-01/openapi.yaml', openapiWith(was));
    write('openapi.yaml', openapiWith(is));

    const rows = await redoclyRows(root, '2026-01-01');

    expect(rows.flatMap(({ touches }) => [...touches])).toEqual(touched);
  });
});

const both = (change: (text: string) => string) => [change(openapi), change(webhooks)] as const;
const typed = (schema: string) => both((text) => text.replace('name: {type: string}', `name: ${schema}`));
const alone = (change: (text: string) => string) => [change(openapi), webhooks] as const;
const asked = (schema: string) =>
  alone((text) =>
    text.replace('responses:', `parameters: [{in: query, name: of, schema: ${schema}}]\n      responses:`),
  );
const placed = (name: string) =>
  alone((text) =>
    text
      .replace('/one:', `/one/{${name}}:`)
      .replace(
        "responses:\n        '200'",
        `parameters: [{in: path, name: ${name}, required: true, schema: {type: string}}]\n      responses:\n        '200'`,
      ),
  );
const planned = (schema: string) =>
  both((text) =>
    text
      .replace('implemented: true', 'implemented: false')
      .replace("{$ref: './openapi.yaml#/components/schemas/One'}", schema),
  );

describe('the second opinion of a checkout does not count', () => {
  it.each([
    [
      'a request that may be null too',
      asked('{type: string}'),
      asked("{anyOf: [{type: string}, {type: 'null'}]}"),
    ],
    [
      'a field that is written with allOf',
      typed('{type: string, maxLength: 9}'),
      typed('{allOf: [{type: string, maxLength: 9}]}'),
    ],
    [
      'a constant that is written as a list',
      typed('{type: string, const: a}'),
      typed('{type: string, enum: [a]}'),
    ],
    ['another name of a path parameter', placed('id'), placed('one')],
    [
      'the data of an event that is only planned',
      planned('{type: object, minProperties: 1}'),
      planned('{type: object}'),
    ],
  ])('%s', async (_change, [openapiThen, webhooksThen], [openapiNow, webhooksNow]) => {
    for (const name of ['.redocly.yaml', 'scripts', 'node_modules', 'package.json'])
      symlinkSync(join(checkout, name), join(root, name));
    write('src/versions/2026-01-01/openapi.yaml', openapiThen);
    write('src/versions/2026-01-01/webhooks.yaml', webhooksThen.replace('./openapi.yaml', 'openapi.yaml'));
    write('openapi.yaml', openapiNow);
    write('webhooks.yaml', webhooksNow);

    const rows = classify(frozenContract(root, '2026-01-01'), writtenContract(root));

    expect(rows.filter(({ verdict }) => verdict === 'breaking')).toEqual([]);
    expect(await redoclyRows(root, '2026-01-01')).toEqual([]);
  });
});

describe('a row', () => {
  it('is one line with verdict, place, part, reason and what it replaced', async () => {
    write('openapi.yaml', withoutName);
    const [gone] = classify(frozenContract(root, '2026-01-01'), writtenContract(root));

    expect(gone && lineOf(gone)).toBe(
      'BREAKING openapi.yaml:11 getOne answer 200, name (and 1 more): the field `name` was removed from an answer (was src/versions/2026-01-01/openapi.yaml:11)',
    );
  });
});
