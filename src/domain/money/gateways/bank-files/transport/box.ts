import type { RailCheck } from '../../rail.ts';

/** A file that the bank has put into its folder. */
export type Arrived = {
  readonly name: string;
  readonly size: number;
  /** When it was last written, by the clock of its machine. */
  readonly changedAt: Date;
};

/** False if the file has been written again, or replaced by another under its name. */
export function isUnchanged(before: Arrived, { size, changedAt }: Arrived): boolean {
  return before.size === size && before.changedAt.getTime() === changedAt.getTime();
}

/** The folders below `incoming` into which files are cleared away. */
export const clearedFolders = ['processed', 'set-aside'] as const;

/** What became of a file, as the folder below `incoming` is called into which it is moved. */
export type Filed = (typeof clearedFolders)[number];

/** What the settings say that becomes of a file that was read. */
export type AfterReading = 'move' | 'delete';

/** What could not be read is kept nowhere else, so it is set aside whatever the settings say. */
export function isDeleted(afterReading: AfterReading, into: Filed): boolean {
  return afterReading === 'delete' && into === 'processed';
}

/** The folders that are shared with a bank, while they are open. */
export type OpenBox = {
  /**
   * Puts a file into the outgoing folder so that the bank sees all of it or nothing. It replaces a file of the same name, unless that
   * is as large: then it may stay, since a name always has the same bytes.
   */
  readonly deliver: (name: string, bytes: Uint8Array) => Promise<void>;
  /** The files in the incoming folder that are not on their way any more, oldest first. */
  readonly arrived: () => Promise<readonly Arrived[]>;
  /** At most one byte more than `most`; undefined if the file is gone, or if its name has another file now. */
  readonly read: (file: Arrived, most: number) => Promise<Uint8Array | undefined>;
  /** Leaves what has the name now if that is another file: it is not read yet. */
  readonly clear: (file: Arrived, into: Filed) => Promise<void>;
};

/** There is no connection to the bank, or it has ended: this visit can ask for nothing more. */
export class NoConnection extends Error {}

/** The bank has not stored what it was given. */
export class NotStored extends Error {}

/** No request can name the file. */
export class Misnamed extends Error {}

/** Whether a name was given in another encoding than UTF-8: what cannot be decoded is read as this character. */
export function isGarbled(name: string): boolean {
  return name.includes('\uFFFD');
}

/**
 * Why the bank could not be asked or refused, in words for the log: ours, or those of its server. Empty for any other error: its message
 * may quote what we store.
 */
export function whyOf(error: unknown): { readonly why?: string } {
  const isOurs = [NoConnection, NotStored, Misnamed].some((kind) => error instanceof kind);
  if (isOurs && error instanceof Error) return { why: error.message };
  // Only a status of SFTP is a number.
  const isStatus = error instanceof Error && typeof Reflect.get(error, 'code') === 'number';
  return isStatus ? { why: error.message.slice(0, 100) } : {};
}

/** How files come to a bank and back: by a folder, or by SFTP. */
export type Box = {
  readonly visit: <T>(work: (box: OpenBox) => Promise<T>) => Promise<T>;
  /** Tries the folders, and leaves no file behind. */
  readonly check: () => Promise<readonly RailCheck[]>;
};

/** The bank and this service write under names like these first, and rename when all is there. */
const unfinished = /^[.]|[.](tmp|part|filepart|writing|swp)$|[/\\\0]/i;

/** Whether a name in a folder is that of a finished file. */
export function isFinished(name: string): boolean {
  return !unfinished.test(name);
}

export function oldestFirst(files: readonly Arrived[]): readonly Arrived[] {
  return files.toSorted(
    (a, b) => a.changedAt.getTime() - b.changedAt.getTime() || (a.name < b.name ? -1 : 1),
  );
}

/** Runs a step of a check. `attempt` returns what an operator wants to know if it is well, and throws if it is not. */
export async function checkStep(
  step: string,
  attempt: () => Promise<string>,
  clock: () => number,
): Promise<RailCheck> {
  const since = clock();
  try {
    const words = await attempt();
    return { step, ok: true, words, ms: Math.round(clock() - since) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { step, ok: false, words, ms: Math.round(clock() - since) };
  }
}
