import { type Arrived, isUnchanged } from './box.ts';

/** A file as it looked, and since when it has looked the same, in milliseconds of our own clock. */
type Seen = { readonly file: Arrived; readonly sinceMs: number };

/** Picks the files that nobody is writing any more out of those that a look has found. */
export type RestedFiles = (found: readonly Arrived[]) => readonly Arrived[];

/**
 * Compares each look with those before it: a file has rested if its size and time stayed the same for `restMs`. So the first look
 * picks none, unless `restMs` is 0. The time that a file states is not compared with our clock: the bank's may be wrong, and then a
 * file would be old while it is written, or new for ever.
 */
export function restedFiles(restMs: number, clock: () => number): RestedFiles {
  let seen: ReadonlyMap<string, Seen> = new Map();
  return (found) => {
    const nowMs = clock();
    seen = new Map(
      found.map((file) => [file.name, { file, sinceMs: sameSince(seen.get(file.name), file) ?? nowMs }]),
    );
    return found.filter(({ name }) => nowMs - (seen.get(name)?.sinceMs ?? nowMs) >= restMs);
  };
}

/** Undefined if it looks different now, or was not there. */
function sameSince(before: Seen | undefined, file: Arrived): number | undefined {
  return before !== undefined && isUnchanged(before.file, file) ? before.sinceMs : undefined;
}
