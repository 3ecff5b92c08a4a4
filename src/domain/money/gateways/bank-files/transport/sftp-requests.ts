import { join } from 'node:path/posix';
import type { SFTPWrapper } from 'ssh2';
import { randomBase58 } from '../../../../../platform/ids.ts';
import type { Filed } from './box.ts';

type Call = (error: Error | null | undefined) => void;

export function done(start: (call: Call) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

const noSuchFile = 2;

export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === noSuchFile) return undefined;
    throw error;
  }
}

/**
 * Servers without the extension of OpenSSH refuse to rename onto a file that is there: it is removed first, but only while what takes
 * its place is there.
 */
export async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await done((call) => sftp.ext_openssh_rename(from, to, call));
  } catch {
    await done((call) => sftp.stat(from, call));
    await done((call) => sftp.unlink(to, call)).catch(() => undefined);
    await done((call) => sftp.rename(from, to, call));
  }
}

/**
 * Moves a file into a folder below its own. Another process may have moved it a moment ago, and then the file of its name down there is
 * the only copy: it is never removed. Where the server cannot replace it in one step, the file gets a name of its own. So does a second
 * one that is set aside: what is set aside is kept nowhere else.
 */
export async function moveDown(sftp: SFTPWrapper, path: string, into: Filed): Promise<void> {
  const folder = join(path, '..', into);
  const target = join(folder, path.slice(path.lastIndexOf('/') + 1));
  // It is usually there already.
  await done((call) => sftp.mkdir(folder, call)).catch(() => undefined);
  await unlessGone(async () => {
    if (into === 'set-aside') return await moveToFree(sftp, path, target);
    try {
      await done((call) => sftp.ext_openssh_rename(path, target, call));
    } catch {
      await moveToFree(sftp, path, target);
    }
  });
}

async function moveToFree(sftp: SFTPWrapper, path: string, target: string): Promise<void> {
  await done((call) => sftp.stat(path, call));
  const free = (await isThere(sftp, target)) ? `${target}.${randomBase58(8)}` : target;
  await done((call) => sftp.rename(path, free, call));
}

async function isThere(sftp: SFTPWrapper, path: string): Promise<boolean> {
  const found = await unlessGone(async () => {
    await done((call) => sftp.stat(path, call));
    return true;
  });
  return found ?? false;
}
