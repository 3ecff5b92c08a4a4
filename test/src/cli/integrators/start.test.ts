import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { compileCache, telling, toldIn } from '../../../support/service/process.ts';
import { mps } from '../mps.ts';

/** The service: its calls, its settings, and what it reaches its database with. */
const service = /\/src\/(api|engine|app\/config)|\/node_modules\/(ajv|kysely|pg)\//;

const loadedBy = async (verb: string): Promise<readonly string[]> => {
  const { exitCode, words } = await mps(verb, telling(service));
  expect(exitCode).toBe(0);
  return toldIn(words);
};

describe('a verb of integrators', () => {
  it.each(['listen', 'trigger', 'call', 'logs', 'doctor', 'verify'])(
    'starts without the service: %s',
    async (verb) => {
      expect(await loadedBy(`${verb} --help`)).toEqual([]);
    },
  );

  it('differs in this from a verb that reads the settings', async () => {
    expect(await loadedBy('config check')).toContainEqual(expect.stringContaining('/src/app/config.ts'));
  });

  it('ends without a word when nobody reads what it prints', async () => {
    const program = resolve(import.meta.dirname, '../../../../src/cli/index.mjs');
    const child = spawn(process.execPath, [program, 'call'], {
      env: { PATH: '', ...compileCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();

    const [words] = await Promise.all([textOf(child.stderr), once(child, 'close')]);

    expect([child.exitCode, words]).toEqual([0, '']);
  });

  it('keeps its exit code when nobody reads its words', async () => {
    const program = resolve(import.meta.dirname, '../../../../src/cli/index.mjs');
    const child = spawn(process.execPath, [program, 'verify', '--header', 'x', '--secret', 'whsec_x'], {
      env: { PATH: '', ...compileCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.destroy();

    const [data] = await Promise.all([textOf(child.stdout), once(child, 'close')]);

    expect([child.exitCode, data]).toEqual([8, expect.stringContaining('malformed_header')]);
  });

  it.skipIf(!existsSync('/dev/full'))('says in words that its data has no place', async () => {
    const program = resolve(import.meta.dirname, '../../../../src/cli/index.mjs');
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program, 'call'], {
      env: { PATH: '', ...compileCache },
      stdio: ['ignore', full, 'pipe'],
    });

    const [words] = await Promise.all([child.stderr ? textOf(child.stderr) : '', once(child, 'close')]);
    closeSync(full);

    expect([child.exitCode, words]).toEqual([
      5,
      expect.stringMatching(/^Standard output [^\n]+ENOSPC[^\n]+\n$/),
    ]);
  });
});
