import { pino } from 'pino';

/** Lines are joined to pieces of this length: pino's own file looks through all that waits whenever something is added. */
const pieceLength = 8192;
/** A write and one more piece fit into an empty pipe, so that a write to one is seldom cut. */
const [mostLength, mostMs] = [49_152, 50];

/**
 * Writes lines to a file, many in one write, since a write costs as much as they do: up to 48 KiB, or what came in 50 ms. What
 * waits when the process exits is written then.
 */
export class JoinedLines {
  readonly #file: ReturnType<typeof pino.destination>;
  #lines: string[] = [];
  #length = 0;
  /** How many bytes the file has been given and has not written. */
  #unwritten = 0;
  #isClosed = false;

  constructor(fd: number) {
    const maxWrite = mostLength + pieceLength;
    this.#file = pino.destination({ dest: fd, sync: false, minLength: mostLength, maxWrite });
    this.#file.on('write', (bytes) => (this.#unwritten -= bytes));
    this.#file.once('close', () => (this.#isClosed = true));
    // Again and again: the file does nothing while it writes, and leaves what has come meanwhile.
    setInterval(() => this.flush(), mostMs).unref();
    process.once('beforeExit', () => this.flush()).once('exit', () => this.flushSync());
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= pieceLength) this.#pass();
  }

  flush(): void {
    this.#pass();
    if (this.#unwritten > 0) this.#file.flush();
  }

  /** For the last lines of a process. */
  flushSync(): void {
    if (this.#isClosed) return;
    this.#pass();
    this.#file.flushSync();
  }

  #pass(): void {
    if (this.#length === 0) return;
    const piece = this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    this.#unwritten += Buffer.byteLength(piece);
    this.#file.write(piece);
  }
}
