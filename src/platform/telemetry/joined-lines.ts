import { fstatSync, write, writeSync } from 'node:fs';
import { pino } from 'pino';

/** A write of so many characters fits into an empty pipe, so that it is seldom cut. */
const [mostLength, mostMs] = [49_152, 50];
/** How many characters wait for a file that does not take them: what a busy process writes in some seconds. */
const mostWaiting = 4 * 1024 * 1024;
/** How long a process that ends waits for its reader, and how often it looks. */
const [lastMs, lookAgainMs] = [1000, 5];

const nothing = Buffer.alloc(0);

/**
 * Writes lines to a file, many in one write, since a write costs as much as they do: up to 48 KiB, or what came in 50 ms. What
 * waits when the process exits is written then.
 *
 * No error of the file ends or holds up the process. What it does not take waits, and is tried again; beyond 4 MiB lines are
 * dropped, and a line says how many once the file takes lines again.
 */
export class JoinedLines {
  readonly #fd: number;
  readonly #isPipe: boolean;
  #lines: string[] = [];
  #length = 0;
  /** What the file is given next; it may have taken a part of it. */
  #rest = nothing;
  /** A thread is writing `#rest`. */
  #isWriting = false;
  /** With so many characters the next write begins. */
  #enough = mostLength;
  #dropped = 0;

  constructor(fd: number) {
    this.#fd = fd;
    this.#isPipe = isPipeOfNode(fd);
    // Again and again: a file that took nothing may take it now.
    setInterval(() => this.flush(), mostMs).unref();
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#length + this.#rest.length > mostWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= this.#enough) this.flush();
  }

  flush(): void {
    if (this.#isPipe) this.#writeNow();
    // A disk may be slow, and would hold up everything else.
    else if (!this.#isWriting && this.#hasMore()) this.#writeByThread();
  }

  /** For the last lines of a process. Gives up after a second, or at once if there is no room or no reader. */
  flushSync(): void {
    if (this.#isWriting) this.#rest = nothing;
    for (let waitedMs = 0; waitedMs < lastMs; waitedMs += lookAgainMs) {
      if (codeOf(this.#writeNow()) !== 'EAGAIN') return;
      sleep(lookAgainMs);
    }
  }

  /** @returns the error of the file that did not take everything */
  #writeNow(): unknown {
    try {
      while (this.#hasMore()) this.#wrote(writeSync(this.#fd, this.#rest));
      return undefined;
    } catch (error) {
      this.#failed();
      return error;
    }
  }

  #writeByThread(): void {
    const piece = this.#rest;
    this.#isWriting = true;
    write(this.#fd, piece, (error, length) => {
      this.#isWriting = false;
      if (error) return this.#failed();
      // Otherwise `flushSync` has already gone on after it.
      if (this.#rest === piece) this.#wrote(length);
      if (this.#rest.length > 0 || this.#length >= mostLength) this.flush();
    });
  }

  #wrote(length: number): void {
    this.#rest = this.#rest.subarray(length);
    this.#enough = mostLength;
  }

  /** Not tried again for each line. */
  #failed(): void {
    this.#enough = this.#length + mostLength;
  }

  #hasMore(): boolean {
    if (this.#rest.length > 0) return true;
    if (this.#dropped > 0) this.#lines.push(noticeOf(this.#dropped));
    this.#rest = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#length = 0;
    this.#dropped = 0;
    return this.#rest.length > 0;
  }
}

/**
 * Node makes the pipe or the socket of standard output one that takes what it has room for and does not wait. So a reader who has
 * stopped holds up neither us nor the end of the process.
 */
function isPipeOfNode(fd: number): boolean {
  const file = fstatSync(fd);
  return (file.isFIFO() || file.isSocket()) && fd === process.stdout.fd;
}

function noticeOf(dropped: number): string {
  const time = pino.stdTimeFunctions.isoTime();
  const msg = 'lines of the log were dropped: standard output did not take them';
  return `{"level":"warn"${time},"dropped":${dropped},"msg":"${msg}"}\n`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
