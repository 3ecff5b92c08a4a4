import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract, Notice } from '../../../generated/versions.ts';
import { generateContract } from '../../../scripts/generate/versions.ts';
import type { Version } from '../../../src/platform/contract/change.ts';
import { sha256 } from '../../../src/platform/secrets.ts';
import { of2098, of2099, type Removed } from './changes.ts';
import { documentsAt } from './documents.ts';

/** Modules must be files. Kept between runs, like everything below `.data`. */
const folder = resolve(import.meta.dirname, '../../../.data/releases');

/** Made once in a process, whose test files share it: generating them takes seconds. */
let older: Promise<readonly [Contract, Contract]> | undefined;

/**
 * Made-up releases, with one breaking change of each kind. The newest has the contract of the tree; the others have the contracts that
 * `npm run generate` would make of their documents.
 */
export async function madeUpReleases(notices: Readonly<Record<string, Notice>> = {}) {
  older ??= Promise.all([contractAt('2026-01-01'), contractAt('2098-01-01')]);
  const [first, second] = await older;
  const releases: readonly Version<Removed>[] = [
    { date: '2026-01-01', changes: [], contract: first, notice: notices['2026-01-01'] },
    { date: '2098-01-01', changes: of2098, contract: second, notice: notices['2098-01-01'] },
    { date: '2099-01-01', changes: of2099 },
  ];
  return releases;
}

async function contractAt(date: '2026-01-01' | '2098-01-01'): Promise<Contract> {
  const files = Object.entries(generateContract(date, documentsAt(date)));
  const name = sha256(JSON.stringify(files)).toString('hex').slice(0, 16);
  const target = resolve(folder, name);
  // Two workers may do so at the same time, and a folder appears at once or not at all.
  if (!existsSync(target)) {
    const made = `${target}-${process.pid}`;
    for (const [path, text] of files) {
      await mkdir(dirname(resolve(made, path)), { recursive: true });
      await writeFile(resolve(made, path), text);
    }
    await rename(made, target).catch(() => rm(made, { recursive: true }));
  }
  const url = pathToFileURL(resolve(target, `${date}/contract.js`)).href;
  const { contract } = (await import(/* @vite-ignore */ url)) as { readonly contract: Contract };
  return contract;
}
