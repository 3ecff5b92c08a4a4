import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { monotonicMs } from '../clock.ts';

type Connection = {
  readonly socket: Socket;
  /** The answers that have not ended, and since when their requests arrive. */
  readonly underWay: Map<ServerResponse, number>;
  /** How many bytes had arrived when the connection began to wait for a request. */
  readBefore: number;
};

type Bounds = {
  readonly most: number;
  readonly lingerMs?: number;
  /** How long a small request may take to arrive. */
  readonly arrivalMs?: number;
};

/** Bytes in a millisecond, which is half a megabit in a second: a document of 7 MiB may take two minutes. And the most that counts. */
const [slowest, largest] = [64, 24 * 1024 * 1024];
const checkMs = 1000;

/** How many connections to look at for each new one, so that a flood of them costs little. */
const mostSeen = 1000;

/** How long the rest of a refused request is read and discarded, so that the client can read our answer. */
const usualLingerMs = 2000;

/**
 * Every connection of a server, of which there is a greatest number. When one too many arrives, the one that has waited longest for
 * its client is closed: the client has sent no request, or only part of one, or has been sent the head of its answer and reads the rest.
 * An honest client sends its request at once, so neither idle connections nor slow readers can keep it out. A request whose answer has
 * not begun is never given up for a new connection.
 *
 * Node's own list is not enough: it loses a connection after a CONNECT. Decision 0046.
 */
export class Connections {
  readonly #all = new Map<Socket, Connection>();
  /** Longest first. */
  readonly #waiting = new Set<Connection>();
  readonly #most: number;
  readonly #lingerMs: number;
  readonly #arrivalMs: number;
  #closing = false;

  constructor(server: Server, { most, lingerMs = usualLingerMs, arrivalMs = 20_000 }: Bounds) {
    this.#most = most;
    this.#lingerMs = lingerMs;
    this.#arrivalMs = arrivalMs;
    server.on('connection', (socket: Socket) => this.#open(socket));
    // First, so that nothing is answered before it is known.
    server.prependListener('request', (req, res) => this.#begin(req, res));
    const check = setInterval(() => this.#endLate(server), Math.min(checkMs, arrivalMs)).unref();
    server.once('close', () => clearInterval(check));
  }

  /** From now on every answer carries `Connection: close`. */
  announceClose(): void {
    this.#closing = true;
    for (const { underWay } of this.#all.values())
      for (const res of underWay.keys()) res.shouldKeepAlive = false;
  }

  /** Closes the connections on which no byte of a request has arrived, and whose last answer has left this process. */
  closeIdle(): void {
    this.#close(
      ({ socket, underWay, readBefore }) =>
        underWay.size === 0 && socket.writableLength === 0 && socket.bytesRead === readBefore,
    );
  }

  /** Closes all connections but those whose request has arrived and is being answered, or whose answer is still being sent. */
  closeWaiting(): void {
    this.#close((connection) => !isAnswering(connection) && connection.socket.writableLength === 0);
  }

  closeAll(): void {
    this.#close(() => true);
  }

  #open(socket: Socket): void {
    const connection = { socket, underWay: new Map<ServerResponse, number>(), readBefore: 0 };
    this.#all.set(socket, connection);
    this.#waiting.add(connection);
    socket.once('close', () => this.#forget(connection));
    // A reset closes it. Node takes its own listener away for CONNECT, and an error that nobody listens to ends the process.
    socket.on('error', () => undefined);
    // Node calls this after an answer with `Connection: close`; its own would reset a client that is still sending.
    socket.destroySoon = () => endSoon(socket, undefined, this.#lingerMs);
    if (this.#all.size > this.#most) this.#giveUp(this.#longestWaiting() ?? connection);
  }

  #begin(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#all.get(req.socket);
    if (!connection) return;
    if (this.#closing) res.shouldKeepAlive = false;
    connection.underWay.set(res, monotonicMs());
    res.once('prefinish', () => {
      connection.underWay.delete(res);
      this.#wait(connection);
      if (hasBody(req) && !req.complete) closeUnlessComplete(req, this.#lingerMs);
    });
  }

  /** Ends requests that arrive too slowly for their size, as Node ends those that take too long whatever their size is. */
  #endLate(server: Server): void {
    for (const { socket, underWay } of this.#all.values())
      for (const [{ req }, sinceMs] of underWay)
        if (!req.complete && monotonicMs() - sinceMs > this.#arrivalMs + sizeOf(req) / slowest)
          server.emit('clientError', new Error('the request arrives too slowly'), socket);
  }

  #wait(connection: Connection): void {
    if (!this.#all.has(connection.socket)) return;
    connection.readBefore = connection.socket.bytesRead;
    this.#waiting.delete(connection);
    this.#waiting.add(connection);
  }

  /** Undefined if those that it looks at are all about to be answered. They come last the next time. */
  #longestWaiting(): Connection | undefined {
    let seen = 0;
    for (const connection of this.#waiting) {
      if (!isAboutToAnswer(connection)) return connection;
      this.#waiting.delete(connection);
      this.#waiting.add(connection);
      seen += 1;
      if (seen === mostSeen) break;
    }
    return undefined;
  }

  #giveUp(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket);
    this.#waiting.delete(connection);
  }

  #close(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#all.values()) if (isMeant(connection)) connection.socket.destroy();
  }
}

/** A request has arrived, and nothing of its answer was sent. */
function isAboutToAnswer({ underWay }: Connection): boolean {
  return [...underWay.keys()].some(({ req, headersSent }) => req.complete && !headersSent);
}

function isAnswering({ underWay }: Connection): boolean {
  return [...underWay.keys()].some(({ req }) => req.complete);
}

/** As the client announces it; 0 if it does not. */
function sizeOf({ headers }: IncomingMessage): number {
  return Math.min(Number(headers['content-length'] ?? 0), largest);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The answer is out before the whole request is in: its sender may finish, but not for long. */
function closeUnlessComplete(req: IncomingMessage, lingerMs: number): void {
  const late = setTimeout(() => {
    if (!req.complete) req.socket.destroy();
  }, lingerMs).unref();
  req.once('close', () => clearTimeout(late));
}

const ending = new WeakSet<Duplex>();

/** Whether our side was ended by `endSoon`. */
export function isEnding(socket: Duplex): boolean {
  return ending.has(socket);
}

/**
 * Sends our last bytes and ends our side, then reads and discards what the client still sends until they end theirs, or for a
 * moment. Destroying the socket at once could reset it before the client has read the answer; waiting for the client could last
 * for ever.
 */
export function endSoon(socket: Duplex, lastBytes?: string, lingerMs = usualLingerMs): void {
  if (socket.destroyed || ending.has(socket)) return;
  ending.add(socket);
  // From here on the parser sees nothing, so no further request is begun whose answer could not be sent.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  socket.end(lastBytes);
  socket.resume();
  const late = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(late));
}

/** Three quarters of the files that the process may open, at most 10,000. The rest is for the database, webhooks and files. */
export function mostConnections(): number {
  return Math.min(10_000, Math.floor((openFilesLimit() * 3) / 4));
}

function openFilesLimit(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return found ? Number(found[1]) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
