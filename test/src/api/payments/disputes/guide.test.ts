import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, startApp } from '../../../../support/service/app.ts';

let app: App;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'payments-guide-'));
  mkdirSync(join(folder, '.data'));
  const { secretKey: secret_key } = await app.aMerchant();
  writeFileSync(join(folder, '.data/demo.json'), JSON.stringify({ secret_key }));
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

const guide = readFileSync(
  resolve(import.meta.dirname, '../../../../../docs/guides/after-the-payment/disputes.md'),
  'utf8',
);

it('the guide to disputes works: every call succeeds, and the disputes end as it says', async () => {
  const script = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('\n');
  const here = script.replaceAll('http://localhost:3000', app.baseUrl).replace('curl -s', "curl -s -w '\\n'");

  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', here], { cwd: folder });

  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { success: boolean; data: Record<string, unknown> });
  expect(answers.filter(({ success }) => !success)).toEqual([]);
  const disputes = answers.map(({ data }) => data).filter((data) => String(data['id']).startsWith('dsp_'));
  expect(disputes.map(({ status, resolution }) => [status, resolution])).toEqual([
    ['needs_response', null],
    ['needs_response', null],
    ['under_review', null],
    ['won', 'decided'],
    ['lost', 'accepted'],
    ['warning_closed', 'refunded'],
  ]);
  const available = answers.flatMap(({ data }) =>
    'available' in data ? [(data['available'] as Record<string, string>)['USD']] : [],
  );
  // 93.00 of a payment are available; while it is disputed, 100.00 less.
  expect(available).toEqual(['-7.00', '93.00']);
  const statuses = answers.flatMap(({ data }) => (data['type'] === 'payment' ? [data['status']] : []));
  expect(statuses).toEqual(['reversed']);
});
