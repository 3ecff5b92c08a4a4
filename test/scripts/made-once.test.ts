import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { madeOnce } from '../../scripts/fuzz/made-once.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'made-once-')), 'tools');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

/** Asks for a folder with a file of this name so often, and expects that it is made once. */
async function made(times: number, from: readonly string[], name: string): Promise<void> {
  let count = 0;
  for (let time = 0; time < times; time += 1)
    await madeOnce({
      folder,
      from,
      make: async () => {
        count += 1;
        writeFileSync(join(folder, name), '');
        return undefined;
      },
    });
  expect(count).toBe(1);
}

it('installs tools once, and again without what was there when a pinned version changes', async () => {
  await made(3, ['tool 1.0', 'install'], 'old');
  await made(2, ['tool 1.1', 'install'], 'new');

  expect(existsSync(join(folder, 'new'))).toBe(true);
  expect(existsSync(join(folder, 'old'))).toBe(false);
});

it('says what went wrong, and installs again what was begun', async () => {
  expect(await madeOnce({ folder, from: ['tool 1.0'], make: async () => 'no network' })).toBe('no network');
  await made(1, ['tool 1.0'], 'tool');
});
