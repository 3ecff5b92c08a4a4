import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { telling, toldIn } from '../../../support/service/process.ts';
import { mps } from '../mps.ts';

/** Nothing answers there. A verb has loaded its sources when it finds out. */
const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SECRET_KEY: 'k'.repeat(32) };

/** What serves calls and pages, and what only some gateways and the mailer need. */
const serving =
  /\/src\/(api\/.*\/handlers|pages\/.*)[.]ts|\/src\/domain\/money\/gateways\/routing\/rails|\/node_modules\/(express|yaml|ssh2|saxes|cockatiel|nodemailer)\//;

describe('a verb of operators', () => {
  it.each(['--help', 'completion bash', 'reconcile run --help'])(
    'is described without the sources of any: %s',
    async (verb) => {
      const sources =
        /\/src\/(api|pages|engine|app\/(config|context))|\/node_modules\/(ajv|kysely|pg|yaml)\//;

      const { exitCode, words } = await mps(verb, telling(sources));

      expect([exitCode, toldIn(words)]).toEqual([0, []]);
    },
  );

  it.each([
    'merchant show',
    'app list',
    'ledger audit',
    'seed',
    'reconcile cases',
    'kyc list',
    'payout list',
  ])('loads neither pages nor gateways: %s', async (verb) => {
    const { exitCode, words } = await mps(verb, { ...nowhere, ...telling(serving) });

    expect([exitCode, toldIn(words)]).toEqual([7, []]);
  });

  it.each(['merchant show', 'ledger audit', 'seed', 'reconcile cases'])(
    'loads no jobs and reactions if it records no event: %s',
    async (verb) => {
      const { words } = await mps(verb, { ...nowhere, ...telling(/\/src\/app\/(context|reactions)/) });

      expect(toldIn(words)).toEqual([]);
    },
  );

  it('migrates without the builder of queries', async () => {
    const { exitCode, words } = await mps('migrate', { ...nowhere, ...telling(/\/node_modules\/kysely\//) });

    expect([exitCode, toldIn(words)]).toEqual([7, []]);
  });

  it('loads gateways if there is a file of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-verbs-'));
    const file = join(folder, 'gateways.yaml');
    writeFileSync(file, 'gateways: {}\n');

    const without = await mps('config check', telling(serving));
    const { words } = await mps('config check', { GATEWAYS: file, ...telling(serving) });
    rmSync(folder, { recursive: true });

    expect(toldIn(without.words)).toEqual([]);
    const packages = toldIn(words).flatMap((url) => /node_modules\/([^/]+)/.exec(url)?.[1] ?? []);
    expect([...new Set(packages)].toSorted()).toEqual(['saxes', 'ssh2', 'yaml']);
  });
});
