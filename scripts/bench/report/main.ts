/**
 * Adds runs to docs/benchmarks.json, and makes docs/benchmarks.md and a page with plots of it.
 *
 *   npm run bench:report -- [FILE …] [--page .data/benchmarks.html]
 *
 * Without a file it makes both anew.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentOf } from './document.ts';
import { pageOf } from './page.ts';
import { readRuns, usedRuns, writeRuns } from './runs.ts';

const root = resolve(import.meta.dirname, '../../..');
const kept = join(root, 'docs/benchmarks.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'string', default: join(root, '.data/benchmarks.html') } },
});

const runs = usedRuns([...readRuns(kept), ...positionals.flatMap(readRuns)]);
writeRuns(kept, runs);
const peers = readFileSync(join(root, 'scripts/bench/peers/README.md'), 'utf8').trim();
writeFileSync(join(root, 'docs/benchmarks.md'), documentOf(readRuns(kept), peers));
mkdirSync(dirname(resolve(values.page)), { recursive: true });
writeFileSync(values.page, pageOf(runs));
console.log(`docs/benchmarks.md and ${values.page}: ${runs.length} runs`);
