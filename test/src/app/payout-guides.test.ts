import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Place } from '../../journeys/shop.ts';
import { compileCache } from '../../support/service/process.ts';

// What somebody does who follows a guide: every command of it, in order, in one shell.

const root = resolve(import.meta.dirname, '../../..');
let app: Place;
let folder: string;

beforeAll(async () => {
  app = await openService();
  folder = mkdtempSync(join(tmpdir(), 'payments-cash-'));
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

type Answer = { readonly code?: string; readonly data?: Readonly<Record<string, unknown>> };

/** Runs the commands of a guide. Returns what they print. */
async function follow(
  guide: string,
): Promise<{ readonly printed: string; readonly answers: readonly Answer[] }> {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8');
  const script = [...text.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block = '']) => block)
    .join('\n')
    .replaceAll('http://localhost:3000', app.baseUrl)
    .replaceAll(`'$BASE'/docs/return`, 'https://shop.example/return')
    .replaceAll('npx mps', `node ${join(root, 'src/cli/index.mjs')}`)
    .replaceAll('curl -s', "curl -s -w '\\n'");
  const env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    NO_COLOR: '1',
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: app.database.url,
    SECRET_KEY: app.database.secretKey,
  };
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: folder, env });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return { printed: stdout, answers: lines.map((line): Answer => JSON.parse(line)) };
}

it('the commands of the guide to agents and cash lead where it says', async () => {
  const { printed, answers } = await follow('pay-out/agents-and-cash.md');

  const shown = answers.map(({ code, data }) => code ?? data?.['status'] ?? data?.['balance'] ?? 'ok');
  expect(shown).toEqual([
    'ok',
    'ok',
    '60.00',
    'OTP_INVALID',
    'completed',
    'ok',
    'unclaimed',
    'blocked',
    'suspended',
    'active',
    'active',
  ]);
  expect(answers.at(-1)?.data).toMatchObject({ float: { USD: '40.27', ZWG: '0.00' } });
  expect(printed).toMatch(/^po_\w+ +agent_cash +15\.00 +USD +held +review/m);
});

it('the commands of the guide to paying many lead where it says', async () => {
  const { answers } = await follow('pay-out/pay-many.md');

  expect(answers.at(-3)?.data).toMatchObject({
    items: [{ status: 'processing' }, { status: 'processing' }, { refusal: { code: 'AMOUNT_TOO_SMALL' } }],
  });
  expect(answers.at(-1)?.data).toMatchObject({
    status: 'completed',
    counts: { total: 3, completed: 1, failed: 1, refused: 1 },
  });
});
