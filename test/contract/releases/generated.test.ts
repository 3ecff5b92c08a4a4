import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { generateVersions } from '../../../scripts/generate/versions.ts';
import { documentsAt } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'frozen-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, content: unknown): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), stringify(content));
}

it('makes a contract of each frozen version that is older than the newest, and takes the days of a notice', async () => {
  const frozen = documentsAt('2026-01-01');
  const current = documentsAt('2098-01-01');
  delete current.openapi.paths?.['/v1/account/available'];
  for (const [date, documents] of [
    ['2026-01-01', frozen],
    ['2098-01-01', current],
  ] as const) {
    write(`${date}/openapi.yaml`, documents.openapi);
    write(`${date}/webhooks.yaml`, documents.webhooks);
  }
  write('2026-01-01/notice.yaml', {
    released: '2026-01-01',
    deprecated: '2098-02-01',
    retired: '2098-09-01',
  });
  write('2098-01-01/notice.yaml', { released: '2098-01-01', deprecated: null, retired: null });

  const files = await generateVersions(folder, current);

  const index = files['versions.ts'] ?? '';
  expect(Object.keys(files).filter((name) => name.endsWith('contract.js'))).toEqual([
    '2026-01-01/contract.js',
  ]);
  expect(index).toContain('export type RemovedOperationId = "getAvailable";');
  expect(index).toContain(
    '"2026-01-01": { contract: of20260101, notice: {"deprecated":"2098-02-01","retired":"2098-09-01"} },',
  );
  expect(index).toContain('"2098-01-01": {},');
});
