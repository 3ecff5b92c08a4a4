import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps its files in memory. */
const memory = '/dev/shm';
const prefix = 'merchant-payments-';
const leastBytes = 6 * 1024 ** 3;

export type Places = { readonly dataDir: string; readonly temporary: string };

/**
 * Where the tests of a checkout keep their database and their temporary files: in memory, where a database is cloned in a tenth of the
 * time, if there is room for them and programs may start there. Otherwise on the disk.
 */
export function placesOfTests(checkout: string): Places {
  if (!hasRoom()) return { dataDir: join(checkout, '.data', 'test'), temporary: tmpdir() };
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 12);
  const folder = join(memory, `${prefix}${hash}`);
  return { dataDir: join(folder, 'database'), temporary: join(folder, `run-${process.pid}`) };
}

/** Makes them. What a killed run has left in memory goes, and what a checkout that is gone has left. */
export function makePlaces(checkout: string): Places {
  const places = placesOfTests(checkout);
  if (!places.temporary.startsWith(memory)) return places;
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(prefix)))
    removeOld(join(memory, name));
  mkdirSync(places.temporary, { recursive: true });
  writeFileSync(join(places.temporary, '..', 'checkout'), checkout);
  return places;
}

/** Nobody needs the temporary files after their run. */
export function removePlaces({ temporary }: Places): void {
  if (temporary.startsWith(memory)) rmSync(temporary, { recursive: true, force: true });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function removeOld(folder: string): void {
  const note = join(folder, 'checkout');
  if (existsSync(note) && !existsSync(readFileSync(note, 'utf8'))) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const runs = readdirSync(folder).filter((name) => name.startsWith('run-'));
  for (const run of runs.filter((name) => !isAlive(Number(name.slice('run-'.length)))))
    rmSync(join(folder, run), { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === memory);
  return bavail * bsize >= leastBytes && mount?.[3]?.split(',').includes('noexec') === false;
}
