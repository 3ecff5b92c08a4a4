import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const sources = [
  'scripts',
  'src',
  'generated',
  'openapi.yaml',
  'webhooks.yaml',
  'package.json',
  '.redocly.yaml',
];
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

type Verdict = { readonly passed: boolean; readonly output: string };

/** Runs `npm run check:generated` on a copy of the tree with planted changes. */
function checked(plant: (folder: string) => void): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-payments-generated-'));
  folders.push(folder);
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  plant(folder);
  const line = `PATH="$PWD/node_modules/.bin:$PATH"; ${scripts['check:generated']}`;
  return new Promise((done) => {
    execFile('/bin/sh', ['-c', line], { cwd: folder }, (error, stdout, stderr) =>
      done({ passed: error === null, output: stdout + stderr }),
    );
  });
}

function edit(path: string, old: string, changed: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(old)) throw new Error(`${path} has no ${old}`);
  writeFileSync(path, text.replace(old, changed));
}

describe('check:generated', () => {
  let verdict: Verdict;

  // Planted in one copy, since a run takes seconds. Each change shows in other files.
  beforeAll(async () => {
    verdict = await checked((folder) => {
      edit(join(folder, 'generated/error-catalogue.ts'), '"status": 404', '"status": 410');
      rmSync(join(folder, 'generated/currencies.ts'));
      writeFileSync(join(folder, 'generated/old.ts'), 'export {};\n');
      edit(join(folder, 'openapi.yaml'), 'operationId: getBalance', 'operationId: readBalance');
      writeFileSync(
        join(folder, 'src/platform/db/migrations/mode/9999-planted.sql'),
        'ALTER TABLE jobs ADD COLUMN planted text;\n',
      );
    });
  });

  it('fails, says what to do, and names no file that is as it should be', () => {
    expect(verdict.passed).toBe(false);
    expect(verdict.output).toContain('run npm run generate');
    expect(verdict.output).not.toContain('generated/event-registry.ts');
  });

  it('names the line of a generated file that was edited by hand', () => {
    expect(verdict.output).toMatch(
      /^generated\/error-catalogue\.ts:\d+\n {2}is .*"status": 410.*\n {2}should be .*"status": 404/m,
    );
  });

  it('names a generated file that is missing, and one that nothing makes', () => {
    expect(verdict.output).toContain('generated/currencies.ts: missing');
    expect(verdict.output).toContain('generated/old.ts: nothing makes this file: delete it');
  });

  it('names what was not generated after a change of the contract', () => {
    expect(verdict.output).toMatch(
      /^generated\/operations\.ts:\d+\n {2}is .*getBalance.*\n {2}should be .*readBalance/m,
    );
    expect(verdict.output).toMatch(/^generated\/openapi\.json:\d+$/m);
  });

  it('names what was not generated after a migration was added', () => {
    expect(verdict.output).toMatch(/^generated\/database\.ts:\d+\n.*\n {2}should be .*planted/m);
  });
});
