import { createHash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { unwritable } from '../../support/files.ts';

// An archive is a text of JSON lines, each compressed by itself: gzip calls that members of one file. So `zcat` reads all of it, and
// one line can be read without the others.

/** Where a line is, in bytes of the compressed file. */
export type Place = { readonly place: number; readonly length: number };

export type WrittenFile = {
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly places: readonly Place[];
};

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Writes a new file, which is on disk when it returns, and is there as a whole or not at all. Only the user who runs the command may
 * read it.
 */
export async function writeArchiveFile(path: string, lines: readonly string[]): Promise<WrittenFile> {
  const members: Buffer[] = [];
  const places: Place[] = [];
  let bytes = 0;
  for (const line of lines) {
    const member = await compress(`${line}\n`);
    places.push({ place: bytes, length: member.length });
    members.push(member);
    bytes += member.length;
  }
  const content = Buffer.concat(members);
  const unfinished = `${path}.unfinished`;
  try {
    await onDisk(unfinished, content);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw unwritable(error, path);
  }
  await syncFolder(dirname(path));
  return { bytes, sha256: sha256Of(content), places };
}

async function onDisk(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is on disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function sha256Of(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

/** @param content of a whole file, or the compressed line of one place */
export async function linesOf(content: Buffer): Promise<readonly string[]> {
  return (await decompress(content)).toString('utf8').trimEnd().split('\n');
}

export type Expected = { readonly bytes: number; readonly sha256: Buffer };

/** A whole file, if it is what was written: else what is wrong with it, in words. Files are small: a thousand payments. */
export async function readWhole(path: string, { bytes, sha256 }: Expected): Promise<Buffer | string> {
  const content = await readFile(path).catch((error: unknown) => String(error));
  if (typeof content === 'string') return `cannot be read: ${content}`;
  if (content.length !== bytes) return `has ${content.length} bytes in place of ${bytes}.`;
  return sha256Of(content).equals(sha256) ? content : 'is damaged: its SHA-256 is another.';
}

type Row = { readonly merchant_id: string; readonly id: string };
type Line = { readonly checkout: Row; readonly transactions: readonly Row[] };

/** The checkout and the transactions of a line. */
export function resourcesIn(line: string): readonly { readonly merchantId: string; readonly id: string }[] {
  const { checkout, transactions }: Line = JSON.parse(line);
  return [checkout, ...transactions].map(({ merchant_id: merchantId, id }) => ({ merchantId, id }));
}

/** The line at a place, if it is about this checkout or transaction. */
export async function lineAbout(
  content: Buffer,
  { place, length }: Place,
  id: string,
): Promise<string | undefined> {
  try {
    const [line = ''] = await linesOf(content.subarray(place, place + length));
    return resourcesIn(line).some((resource) => resource.id === id) ? line : undefined;
  } catch {
    // Something else is there.
    return undefined;
  }
}
