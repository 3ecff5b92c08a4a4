/**
 * Compares the contract as it is written with the newest released version: each change with its line, breaking or not, and
 * whether it may be released. `--planted` prints what it says of changes that are planted one by one; `--oasdiff PROGRAM`
 * asks oasdiff too.
 */
import { resolve } from 'node:path';
import { lineOf } from './versions/compare/rows.ts';
import { Unreadable } from './versions/compare/source.ts';
import { compared, summaryOf } from './versions/compared.ts';
import { plantedTable } from './versions/planted.ts';

const root = resolve(import.meta.dirname, '..');
if (process.argv.includes('--planted')) {
  const at = process.argv.indexOf('--oasdiff');
  const { lines, mistakes } = plantedTable(root, at === -1 ? undefined : process.argv[at + 1]);
  console.log(lines.join('\n'));
  process.exitCode = mistakes === 0 ? 0 : 1;
} else {
  try {
    await report();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    console.log(`REFUSED: ${error.message}`);
    process.exitCode = 1;
  }
}

async function report(): Promise<void> {
  const all = await compared(root);
  const { rows, refusals } = all;
  for (const row of rows) console.log(lineOf(row));
  for (const refusal of refusals) console.log(`REFUSED: ${refusal}`);
  for (const line of summaryOf(all)) console.log(line);
  process.exitCode = refusals.length === 0 ? 0 : 1;
}
