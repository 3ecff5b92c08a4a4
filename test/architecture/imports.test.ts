import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Without a compiler below 7 in reach the tool cruises nothing and calls that success, hence the count. */
it('finds no import that goes up, round or past a door', async () => {
  const run = promisify(execFile);
  const program = resolve(root, 'node_modules/.bin/depcruise');
  const folders = ['src', 'generated', 'scripts', 'test'];

  const { stdout } = await run(
    process.execPath,
    [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );

  const { summary } = JSON.parse(stdout) as { summary: { violations: unknown[]; totalCruised: number } };
  expect(summary.violations).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(200);
}, 60_000);
