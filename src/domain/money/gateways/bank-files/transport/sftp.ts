import { join } from 'node:path/posix';
import type { Attributes, Client, FileEntryWithStats, SFTPWrapper } from 'ssh2';
import { monotonicMs } from '../../../../../platform/clock.ts';
import { randomBase58 } from '../../../../../platform/ids.ts';
import type { RailCheck } from '../../rail.ts';
import {
  type Arrived,
  type Box,
  checkStep,
  clearedFolders,
  type Filed,
  isDeleted,
  isFinished,
  isUnchanged,
  NotStored,
  type OpenBox,
  oldestFirst,
} from './box.ts';
import type { Folders } from './folder.ts';
import { connect, inSession, type Login, type Session } from './sftp-connection.ts';
import { done, moveDown, replace, unlessGone } from './sftp-requests.ts';

type Server = Folders & Login;

/** Shorter than the lease of a file that is handed over. */
const visitMs = 90_000;

/** Two folders of a server of the bank. Each visit is a connection of its own. */
export function sftpBox(server: Server): Box {
  return {
    visit: async (work) => {
      const connection = await connect(server);
      return await inSession(connection, visitMs, (session) => work(boxOn(session, server)));
    },
    check: () => check(server),
  };
}

function boxOn({ sftp, answered }: Session, folders: Folders): OpenBox {
  const { outgoing, incoming } = folders;
  return {
    deliver: (name, bytes) => answered(deliver(sftp, join(outgoing, name), bytes)),
    arrived: () => answered(arrived(sftp, incoming)),
    read: (file, most) => answered(unlessGone(() => read(sftp, { incoming, file, most }))),
    clear: (file, into) => answered(clear(sftp, folders, { file, into })),
  };
}

async function deliver(sftp: SFTPWrapper, path: string, bytes: Uint8Array): Promise<void> {
  // A process that died has left it there, and some banks let nobody replace or remove what they were given.
  if ((await sizeOf(sftp, path)) === bytes.length) return;
  const unfinished = join(path, '..', `.${path.slice(path.lastIndexOf('/') + 1)}.${randomBase58(8)}.part`);
  try {
    await done((call) => sftp.writeFile(unfinished, Buffer.from(bytes), call));
    const stored = await sizeOf(sftp, unfinished);
    // Some servers say that a write went well although their disk is full.
    if (stored !== undefined && stored !== bytes.length)
      throw new NotStored(`the server has stored ${stored} of ${bytes.length} bytes`);
    await replace(sftp, unfinished, path);
  } catch (error) {
    await done((call) => sftp.unlink(unfinished, call)).catch(() => undefined);
    throw error;
  }
}

/** Undefined if it is not there, or if the server does not say so. */
function sizeOf(sftp: SFTPWrapper, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    sftp.stat(path, (error, found) => resolve(error ? undefined : found.size));
  });
}

function list(sftp: SFTPWrapper, folder: string): Promise<readonly Arrived[]> {
  return new Promise((resolve, reject) => {
    sftp.readdir(folder, (error, entries) => {
      if (error) return reject(error);
      const files = entries.filter(isFile);
      resolve(files.map(({ filename, attrs }) => fileOf(filename, attrs)));
    });
  });
}

const kindBits = 0o170_000;
const regular = 0o100_000;

/** Some servers say what an entry is only in its long name, which is a line as of `ls -l`, and some do not say it at all. */
function isFile({ filename, longname, attrs }: FileEntryWithStats): boolean {
  const kind = attrs.mode & kindBits;
  if (kind !== 0) return kind === regular;
  return !/^[bcdlps][-rwxsStT]{9}/.test(longname) && !clearedFolders.some((folder) => folder === filename);
}

function statOf(sftp: SFTPWrapper, folder: string, name: string): Promise<Arrived> {
  return new Promise((resolve, reject) => {
    sftp.stat(join(folder, name), (error, found) => (error ? reject(error) : resolve(fileOf(name, found))));
  });
}

/** A server may leave out what it does not know. Without a time, a file has changed if it has another size. */
function fileOf(name: string, { size = 0, mtime = 0 }: Partial<Attributes>): Arrived {
  return { name, size, changedAt: new Date(mtime * 1000) };
}

async function arrived(sftp: SFTPWrapper, folder: string): Promise<readonly Arrived[]> {
  return oldestFirst((await list(sftp, folder)).filter(({ name }) => isFinished(name)));
}

type Reading = { readonly incoming: string; readonly file: Arrived; readonly most: number };

async function read(sftp: SFTPWrapper, { incoming, file, most }: Reading): Promise<Uint8Array | undefined> {
  const path = join(incoming, file.name);
  const parts: Buffer[] = [];
  const stream = sftp.createReadStream(path, { end: most });
  // It closes the file after all is read. If the connection ends before the answer to that, nobody else listens, and the error would
  // end the process.
  stream.on('error', () => undefined);
  for await (const part of stream) if (Buffer.isBuffer(part)) parts.push(part);
  // Compared afterwards: the bank may write it while it is read.
  return isUnchanged(file, await statOf(sftp, incoming, file.name)) ? Buffer.concat(parts) : undefined;
}

type Clearing = { readonly file: Arrived; readonly into: Filed };

async function clear(
  sftp: SFTPWrapper,
  { incoming, afterReading }: Folders,
  { file, into }: Clearing,
): Promise<void> {
  const path = join(incoming, file.name);
  const found = await unlessGone(() => statOf(sftp, incoming, file.name));
  if (found === undefined || !isUnchanged(file, found)) return;
  if (isDeleted(afterReading, into)) await unlessGone(() => done((call) => sftp.unlink(path, call)));
  else await moveDown(sftp, path, into);
}

async function check(server: Server): Promise<readonly RailCheck[]> {
  const { host, port, user, outgoing, incoming } = server;
  let connection: Client | undefined;
  const login = async () => {
    connection = await connect(server);
    return `${host}:${port} is the server that host_keys names, and takes the user ${user}`;
  };
  const steps = [await checkStep('connection', login, monotonicMs)];
  if (connection === undefined) return steps;
  return await inSession(connection, visitMs, async ({ sftp, answered }) => {
    steps.push(
      await checkStep('outgoing folder', () => answered(canWrite(sftp, outgoing)), monotonicMs),
      await checkStep('incoming folder', () => answered(canRead(sftp, incoming)), monotonicMs),
    );
    return steps;
  });
}

async function canWrite(sftp: SFTPWrapper, folder: string): Promise<string> {
  const probe = join(folder, `.check.${randomBase58(8)}.part`);
  try {
    await done((call) => sftp.writeFile(probe, Buffer.from('check'), call));
    await done((call) => sftp.unlink(probe, call));
  } catch (error) {
    throw new Error(`no file can be written to ${folder}: ${messageOf(error)}`, { cause: error });
  }
  return `files can be written to ${folder}`;
}

async function canRead(sftp: SFTPWrapper, folder: string): Promise<string> {
  try {
    await list(sftp, folder);
  } catch (error) {
    throw new Error(`files cannot be read from ${folder}: ${messageOf(error)}`, { cause: error });
  }
  return `files can be read from ${folder}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 100) : String(error);
}
