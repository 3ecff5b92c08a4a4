import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../support/service/database.ts';
import { aFreePort, compileCache, type ServiceProcess, startProcess } from '../../support/service/process.ts';

const root = resolve(import.meta.dirname, '../../..');
let database: TestDatabase;
let folder: string;
let env: Record<string, string>;
let service: ServiceProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), 'payments-guides-'));
  env = {
    ...compileCache,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: database.url,
    SECRET_KEY: database.secretKey,
    EGRESS_ALLOW: '127.0.0.0/8',
  };
  service = await startProcess(env['DATA_DIR'] ?? '', await aFreePort(), env);
});
afterAll(async () => {
  await service.terminate();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Runs every command of a guide in one shell, and returns the answers that it prints. */
async function run(name: string): Promise<readonly Record<string, unknown>[]> {
  const text = readFileSync(join(root, 'docs/guides', name), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block
      .replaceAll('http://localhost:3000', service.baseUrl)
      .replaceAll('npx mps', `node ${join(root, 'src/cli/index.mjs')}`)
      .replaceAll('curl -s', "curl -s -w '\\n'"),
  );
  const script = blocks.join('\n');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-e', '-c', script], { cwd: folder, env });
  // The command line prints its JSON over several lines, the service in one.
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the commands of the guide', () => {
  it('to splits share a payment and pay a partner out', async () => {
    const answers = await run('pay-out/splits.md');

    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(answers.at(-1)).toMatchObject({
      data: {
        items: [
          { type: 'payout.requested', amount: '-10.00', balance_after: '8.60' },
          { type: 'split.settled', amount: '18.60' },
        ],
      },
    });
  });

  it('to capital take an advance, repay a part with a payment and the rest early', async () => {
    const answers = await run('your-account/capital.md');

    expect(answers.map(({ success }) => success)).not.toContain(false);
    expect(answers.at(-2)).toMatchObject({ data: { status: 'repaid', amount_repaid: '55.00' } });
    // An advance of 50.00 and a payment of 93.00, less 55.00.
    expect(answers.at(-1)).toMatchObject({ data: { available: { USD: '88.00' } } });
  });
});
