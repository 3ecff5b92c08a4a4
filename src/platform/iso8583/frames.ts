import { leastBytes, MalformedMessage } from './codec.ts';
import type { Layout } from './layout.ts';

/** Puts the length in front of a message. */
export function frame({ lengthHeader, longest }: Layout, message: Buffer): Buffer {
  if (message.length > longest) throw new MalformedMessage(`the message has ${message.length} bytes`);
  const text = String(message.length).padStart(4, '0');
  const length = Buffer.alloc(2);
  if (lengthHeader === 'binary') length.writeUInt16BE(message.length);
  const header = { binary: length, ascii: Buffer.from(text, 'latin1'), bcd: Buffer.from(text, 'hex') };
  return Buffer.concat([header[lengthHeader], message]);
}

/** Cuts a stream of bytes into messages, however the network has cut it. Keeps no more than one message that is not complete. */
export class FrameReader {
  readonly #layout: Layout;
  #rest: Buffer = Buffer.alloc(0);

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** True if a message has begun to arrive. */
  get hasBegun(): boolean {
    return this.#rest.length > 0;
  }

  /**
   * The messages that these bytes complete.
   *
   * @throws MalformedMessage no message has such a length: the stream cannot be cut any further
   */
  push(bytes: Buffer): Buffer[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: Buffer[] = [];
    let at = 0;
    for (;;) {
      const length = this.#lengthAt(all, at);
      if (length === undefined || all.length < at + this.#headerBytes + length) break;
      at += this.#headerBytes + length;
      messages.push(all.subarray(at - length, at));
    }
    // A copy: a part would keep all that came with it in memory.
    this.#rest = Buffer.from(all.subarray(at));
    return messages;
  }

  get #headerBytes(): 2 | 4 {
    return this.#layout.lengthHeader === 'ascii' ? 4 : 2;
  }

  #lengthAt(bytes: Buffer, at: number): number | undefined {
    const header = bytes.subarray(at, at + this.#headerBytes);
    if (header.length < this.#headerBytes) return undefined;
    const length = numberIn(this.#layout.lengthHeader, header);
    if (length >= leastBytes(this.#layout) && length <= this.#layout.longest) return length;
    throw new MalformedMessage('the length in front of a message is wrong');
  }
}

/** Not a number if these are no digits. */
function numberIn(lengthHeader: Layout['lengthHeader'], header: Buffer): number {
  if (lengthHeader === 'binary') return header.readUInt16BE();
  const text = header.toString(lengthHeader === 'ascii' ? 'latin1' : 'hex');
  return /^[0-9]{4}$/.test(text) ? Number(text) : Number.NaN;
}
