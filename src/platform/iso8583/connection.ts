import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { MalformedMessage, pack, unpack } from './codec.ts';
import { wordsFor } from './dial.ts';
import { FrameReader, frame } from './frames.ts';
import type { Layout, Message } from './layout.ts';

/** What came of a request. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: Message }
  /** Not one byte of the request left. `isUnfit`: the layout has no room for it, which says nothing of the other end. */
  | { readonly kind: 'unsent'; readonly why: string; readonly isUnfit?: true }
  /** The request was sent, in part at least, and no answer came in time. */
  | { readonly kind: 'silent'; readonly why: string };

type Waiting = (asked: Asked) => void;

type Options = {
  readonly layout: Layout;
  readonly log: Log;
  /** The most requests that wait for an answer at once. */
  readonly mostOutstanding: number;
  /** A message that has begun to arrive must be complete after this long. */
  readonly frameMs: number;
};

/** More than the other end has not read yet is not written: it would only grow in memory. */
const mostUnwritten = 256 * 1024;

/** One open connection: sends requests, and gives each answer to the request that it belongs to. */
export class Connection {
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #waiting = new Map<string, Waiting>();
  readonly #frames: FrameReader;
  #frameTimer: NodeJS.Timeout | undefined;
  #ended: string | undefined;
  /** Called for each message that arrives, so that idle time can be measured. */
  onMessage: () => void = () => undefined;
  onEnd: () => void = () => undefined;

  constructor(socket: Socket, options: Options) {
    this.#socket = socket;
    this.#options = options;
    this.#frames = new FrameReader(options.layout);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', (error) => this.end(wordsFor(error)));
    socket.on('close', () => this.end(this.#closedWords()));
    if (socket.destroyed) this.end(this.#closedWords());
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  /** Sends a request and waits for its answer. Never throws for what the other end does. */
  ask(message: Message, timeoutMs: number): Promise<Asked> {
    const key = keyOf(answerTo(message.mti), message);
    const bytes = this.#framed(message);
    if (typeof bytes === 'string') return Promise.resolve({ kind: 'unsent', why: bytes, isUnfit: true });
    const why = this.#whyNot(key, message);
    if (why !== undefined) return Promise.resolve({ kind: 'unsent', why });
    const { promise, resolve } = Promise.withResolvers<Asked>();
    const timer = setTimeout(
      () => settle({ kind: 'silent', why: `no answer in ${Math.round(timeoutMs)} ms` }),
      timeoutMs,
    );
    const settle = (asked: Asked) => {
      clearTimeout(timer);
      this.#waiting.delete(key);
      resolve(asked);
    };
    this.#waiting.set(key, settle);
    this.#socket.write(bytes);
    return promise;
  }

  /** Ends the connection. Requests without an answer stay without one. */
  end(why: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    clearTimeout(this.#frameTimer);
    this.#socket.destroy();
    for (const settle of this.#waiting.values()) settle({ kind: 'silent', why });
    this.onEnd();
  }

  #closedWords(): string {
    if (!('encrypted' in this.#socket) || this.#socket.bytesRead > 0)
      return 'the other end closed the connection';
    return 'the other end closed the connection before it said anything: it may want a client certificate, or refuse ours';
  }

  /** The bytes of a message; or in words why the layout has no room for it. */
  #framed(message: Message): Buffer | string {
    const { layout } = this.#options;
    try {
      return frame(layout, pack(layout, message));
    } catch (error) {
      if (error instanceof MalformedMessage) return error.message;
      throw error;
    }
  }

  /** An echo is sent at the bound too: without one, requests that wait long would end their connection. */
  #whyNot(key: string, { mti }: Message): string | undefined {
    if (this.#ended !== undefined) return this.#ended;
    if (mti !== '0800' && this.#waiting.size >= this.#options.mostOutstanding)
      return 'too many requests wait for an answer';
    if (this.#socket.writableLength > mostUnwritten) return 'the other end does not read';
    return this.#waiting.has(key) ? 'the same request waits for its answer' : undefined;
  }

  #take(bytes: Buffer): void {
    try {
      const messages = this.#frames.push(bytes);
      for (const message of messages) this.#receive(unpack(this.#options.layout, message));
      this.#watchFrame(messages.length > 0);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      // Where the next message begins is not certain any more.
      this.#options.log.error({ why: error.message }, 'the acquirer sent what is no message');
      this.end(error.message);
    }
  }

  /** A further piece of the same message does not give it more time. */
  #watchFrame(isAnother: boolean): void {
    if (isAnother) {
      clearTimeout(this.#frameTimer);
      this.#frameTimer = undefined;
    }
    if (!this.#frames.hasBegun || this.#ended !== undefined || this.#frameTimer !== undefined) return;
    const { frameMs } = this.#options;
    this.#frameTimer = setTimeout(() => this.end('a message stopped in the middle'), frameMs);
  }

  #receive(message: Message): void {
    this.onMessage();
    if (message.mti === '0800') {
      this.#greet(message);
      return;
    }
    const settle = this.#waiting.get(keyOf(message.mti, message));
    if (settle) settle({ kind: 'answered', answer: message });
    else
      this.#options.log.warn(
        { mti: message.mti, stan: message.fields[11] },
        'dropped an answer that no request waits for',
      );
  }

  /** The other end asks for an echo or signs on: it is told that we are here. */
  #greet({ fields }: Message): void {
    const said = Object.fromEntries([7, 11, 70].flatMap((at) => (fields[at] ? [[at, fields[at]]] : [])));
    const answer = { mti: '0810', fields: { ...said, 39: '00' } };
    if (this.isOpen && this.#socket.writableLength <= mostUnwritten)
      this.#socket.write(frame(this.#options.layout, pack(this.#options.layout, answer)));
  }
}

/** 0200 and 0201 are answered by 0210, 0220 and 0221 by 0230. */
function answerTo(mti: string): string {
  return `${mti.slice(0, 2)}${Number(mti[2]) + 1}0`;
}

/**
 * An answer repeats the trace number and the terminal of its request, and its type says what kind of request that was. Messages about
 * the network name no terminal, but some put theirs into the answer.
 */
function keyOf(mti: string, { fields }: Message): string {
  const terminal = mti.startsWith('08') ? '' : (fields[41]?.trimEnd() ?? '');
  return `${mti} ${fields[11]?.padStart(6, '0') ?? ''} ${terminal}`;
}
