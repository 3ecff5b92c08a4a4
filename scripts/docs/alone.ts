import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 200;

/**
 * Does some work while no other process does it. The file names the process that works; a process that died without removing it
 * holds nobody up.
 */
export async function alone<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!(await taken(file))) await pause(lookMs);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws if the file cannot be written, since waiting would never end */
async function taken(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (!isAlive(holder)) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, and may not be asked.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}
