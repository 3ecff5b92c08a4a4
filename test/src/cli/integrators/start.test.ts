import { describe, expect, it } from 'vitest';
import { mps } from '../mps.ts';

/** Writes to standard error which sources of the service a program loads: its calls, its settings, and what it reaches its database with. */
const telltale = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/\\/src\\/(api|engine|app\\/config)|\\/node_modules\\/(ajv|kysely|pg)\\//.test(url)) process.stderr.write(url + '\\n');
  return next(url, context);
} });`;
const watched = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(telltale)}` };

const loadedBy = async (verb: string): Promise<readonly string[]> => {
  const { exitCode, words } = await mps(verb, watched);
  expect(exitCode).toBe(0);
  return words.split('\n').filter((line) => line !== '');
};

describe('a verb of integrators', () => {
  it.each(['listen', 'trigger', 'call', 'logs', 'doctor', 'verify'])(
    'starts without the service: %s',
    async (verb) => {
      expect(await loadedBy(`${verb} --help`)).toEqual([]);
    },
  );

  it('differs in this from a verb that uses the database', async () => {
    expect((await loadedBy('merchant show --help')).some((url) => url.includes('/node_modules/pg/'))).toBe(
      true,
    );
  });
});
