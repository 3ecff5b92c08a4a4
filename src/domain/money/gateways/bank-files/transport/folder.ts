import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monotonicMs } from '../../../../../platform/clock.ts';
import { randomBase58 } from '../../../../../platform/ids.ts';
import {
  type AfterReading,
  type Arrived,
  type Box,
  checkStep,
  type Filed,
  isDeleted,
  isFinished,
  isGarbled,
  isUnchanged,
  oldestFirst,
} from './box.ts';

export type Folders = {
  readonly outgoing: string;
  readonly incoming: string;
  readonly afterReading: AfterReading;
};

/** Two folders of this machine, or of one that it mounts. */
export function folderBox(folders: Folders): Box {
  const { outgoing, incoming, afterReading } = folders;
  const box = {
    deliver: (name: string, bytes: Uint8Array) => deliver(outgoing, name, bytes),
    arrived: () => arrived(incoming),
    read: (file: Arrived, most: number) => read(incoming, file, most),
    clear: (file: Arrived, into: Filed) =>
      clear(incoming, file, isDeleted(afterReading, into) ? undefined : into),
  };
  return {
    visit: (work) => work(box),
    check: async () => [
      await checkStep('outgoing folder', () => canWrite(outgoing), monotonicMs),
      await checkStep('incoming folder', () => canRead(incoming, afterReading), monotonicMs),
    ],
  };
}

async function deliver(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(folder, `.${name}.${randomBase58(8)}.part`);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes);
      // On the disk before it has its name: after a power cut the bank must not find half of it.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function arrived(folder: string): Promise<readonly Arrived[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isFinished(entry.name)).map(({ name }) => name);
  const files = await Promise.all(
    names.map(async (name) => (await unlessGone(() => statOf(folder, name))) ?? unnamed(name)),
  );
  return oldestFirst(files.filter((file) => file !== undefined));
}

/** A file of which nothing can be found out by its name. It is listed all the same, so that somebody is told of it. */
function unnamed(name: string): Arrived | undefined {
  return isGarbled(name) ? { name, size: 0, changedAt: new Date(0) } : undefined;
}

async function statOf(folder: string, name: string): Promise<Arrived> {
  const { size, mtime } = await stat(join(folder, name));
  return { name, size, changedAt: mtime };
}

async function read(folder: string, listed: Arrived, most: number): Promise<Uint8Array | undefined> {
  const { name } = listed;
  return await unlessGone(async () => {
    const file = await open(join(folder, name), 'r');
    try {
      const bytes = Buffer.alloc(Math.min(listed.size, most + 1));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      // Compared afterwards: the bank may write it while it is read.
      const { size, mtime } = await file.stat();
      return isUnchanged(listed, { name, size, changedAt: mtime }) ? bytes.subarray(0, bytesRead) : undefined;
    } finally {
      await file.close();
    }
  });
}

async function clear(folder: string, file: Arrived, into: Filed | undefined): Promise<void> {
  const path = join(folder, file.name);
  const target = into === undefined ? undefined : await placeIn(join(folder, into), file.name, into);
  await unlessGone(async () => {
    if (!isUnchanged(file, await statOf(folder, file.name))) return;
    await (target === undefined ? rm(path) : rename(path, target));
  });
}

/** What is set aside is kept nowhere else, so it is never replaced. */
async function placeIn(folder: string, name: string, into: Filed): Promise<string> {
  await mkdir(folder, { recursive: true });
  const isFree = into === 'processed' || (await unlessGone(() => statOf(folder, name))) === undefined;
  return join(folder, isFree ? name : `${name}.${randomBase58(8)}`);
}

/** Undefined if the file is not there: another process has read it and cleared it away. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

async function canWrite(folder: string): Promise<string> {
  const probe = join(folder, `.check.${randomBase58(8)}.part`);
  try {
    await (await open(probe, 'wx')).close();
  } catch (error) {
    throw new Error(`no file can be written to ${folder}: ${codeOf(error)}`, { cause: error });
  }
  await rm(probe, { force: true });
  return `files can be written to ${folder}`;
}

async function canRead(folder: string, afterReading: AfterReading): Promise<string> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await readdir(folder);
  } catch (error) {
    throw new Error(`files cannot be read from ${folder} and cleared away: ${codeOf(error)}`, {
      cause: error,
    });
  }
  return `files can be read from ${folder}, and are ${afterReading === 'move' ? 'moved' : 'deleted'} afterwards`;
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'it is no folder',
    EACCES: 'the user of this process may not',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  };
  return words[String(code)] ?? String(code);
}
