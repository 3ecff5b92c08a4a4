import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/** What the mutants' switches read and write. */
type Switches = {
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>> };
};

const name = '__stryker__';
const folder = process.env['MUTANTS_COVERED'];

/** Before a test file: notes which mutants its tests reach, if that is wanted. */
if (folder !== undefined) {
  const switches: Switches = Reflect.get(globalThis, name) ?? {};
  Reflect.set(globalThis, name, switches);
  const file = expect.getState().testPath ?? '';
  beforeAll(() => {
    switches.currentTestId = file;
  });
  afterAll(() => {
    switches.currentTestId = undefined;
    const covered = { file, reached: Object.keys(switches.mutantCoverage?.perTest[file] ?? {}) };
    writeFileSync(
      join(folder, `${basename(file)}-${process.pid}-${performance.now()}.json`),
      JSON.stringify(covered),
    );
  });
}
