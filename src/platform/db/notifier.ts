import { Client, type ClientConfig, escapeIdentifier, escapeLiteral } from 'pg';
import { monotonicMs } from '../clock.ts';

/** Receives whose work is due. Nobody named: it may be anybody's. */
type Listener = (merchantIds: readonly string[]) => void;

/**
 * Tells workers that work is due: directly in this process, by NOTIFY in the others. It notifies after the commit and on its own
 * connection, because a NOTIFY inside a transaction takes a server-wide lock at commit.
 * Notifications can be lost, so subscribers also poll.
 */
export type Notifier = {
  /** @param merchantId whose work it is, if one transaction wrote for one merchant */
  readonly notify: (channel: string, merchantId?: string) => void;
  /** Returns a function that stops listening. */
  readonly listen: (channel: string, listener: Listener) => () => void;
  readonly close: () => Promise<void>;
};

/** The least time between two NOTIFYs of a channel; those in between are merged into one. */
const quietMs = 20;
/** How many merchants a NOTIFY can name: PostgreSQL takes less than 8,000 bytes. Of more it names none. */
const mostNamed = 200;
const anybody = '';
/** How long to wait before reconnecting. */
const retryMs = 500;

/**
 * A machine that is lost says nothing, and the operating system would notice after hours. So a connection that listens asks now and
 * then, and one that gets no answer in time is given up.
 */
type Patience = { readonly askEveryMs: number; readonly answerWithinMs: number };
const usualPatience: Patience = { askEveryMs: 10_000, answerWithinMs: 5000 };

/**
 * Calls `report` when the connection breaks, and then reconnects.
 *
 * @param logins tried in turn: after a change of the secret key only one of them is right
 */
export function openNotifier(
  logins: readonly ClientConfig[],
  report: (error: Error) => void,
  patience = usualPatience,
): Notifier {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (channel: string, merchantIds: readonly string[]) =>
    listeners.get(channel)?.forEach((listener) => listener(merchantIds));
  const connection = new ListenConnection({ logins, patience }, report, tell);
  return {
    notify: (channel, merchantId) => {
      tell(channel, merchantId === undefined ? [] : [merchantId]);
      connection.notify(channel, merchantId);
    },
    listen: (channel, listener) => {
      const those = listeners.get(channel) ?? new Set();
      listeners.set(channel, those.add(listener));
      connection.listen(channel);
      return () => {
        those.delete(listener);
      };
    },
    close: () => connection.close(),
  };
}

/** The connection for LISTEN and NOTIFY. It connects on first use, and reconnects when it breaks. */
class ListenConnection {
  readonly #logins: readonly ClientConfig[];
  readonly #askEveryMs: number;
  #attempts = 0;
  readonly #report: (error: Error) => void;
  readonly #received: (channel: string, merchantIds: readonly string[]) => void;
  readonly #channels = new Set<string>();
  readonly #lastNotified = new Map<string, number>();
  /** What is sent when its time has come, and for whom. */
  readonly #waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly named: Set<string> }>();
  #client: Client | undefined;
  #connected: Promise<unknown> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    { logins, patience }: { readonly logins: readonly ClientConfig[]; readonly patience: Patience },
    report: (error: Error) => void,
    received: (channel: string, merchantIds: readonly string[]) => void,
  ) {
    const { askEveryMs, answerWithinMs } = patience;
    this.#logins = logins.map((login) => ({
      ...login,
      pipeline: true,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    }));
    this.#askEveryMs = askEveryMs;
    this.#report = report;
    this.#received = received;
  }

  listen(channel: string): void {
    if (this.#channels.has(channel)) return;
    this.#channels.add(channel);
    if (this.#client === undefined) this.#connect();
    else this.#send(`LISTEN ${escapeIdentifier(channel)}`);
  }

  notify(channel: string, merchantId = anybody): void {
    if (this.#closed) return;
    const waiting = this.#waiting.get(channel);
    waiting?.named.add(merchantId);
    if (waiting) return;
    const quietUntil = (this.#lastNotified.get(channel) ?? -quietMs) + quietMs;
    const wait = Math.max(0, quietUntil - monotonicMs());
    const timer = setTimeout(() => this.#notifyNow(channel), wait);
    this.#waiting.set(channel, { timer, named: new Set([merchantId]) });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#asking);
    this.#waiting.forEach(({ timer }) => clearTimeout(timer));
    await this.#connected;
    await this.#client?.end().catch(() => undefined);
  }

  #notifyNow(channel: string): void {
    const named = this.#waiting.get(channel)?.named ?? new Set();
    this.#waiting.delete(channel);
    this.#lastNotified.set(channel, monotonicMs());
    if (this.#client === undefined) this.#connect();
    const payload = named.has(anybody) || named.size > mostNamed ? '' : [...named].join(' ');
    this.#send(`NOTIFY ${escapeIdentifier(channel)}, ${escapeLiteral(payload)}`);
  }

  #connect(): void {
    if (this.#closed || this.#client !== undefined) return;
    const client = new Client(this.#logins[this.#attempts % this.#logins.length]);
    this.#client = client;
    client.on('error', (error) => this.#broke(client, error));
    client.on('end', () => this.#broke(client));
    client.on('notification', (message) => {
      // Listeners of this process were called directly by `notify`.
      if (message.processId !== Reflect.get(client, 'processID'))
        this.#received(message.channel, message.payload?.split(' ').filter((id) => id !== '') ?? []);
    });
    this.#listenToAll();
    this.#asking = setInterval(() => this.#listenToAll(), this.#askEveryMs);
    this.#connected = client.connect().catch((error: unknown) => {
      this.#attempts += 1;
      this.#broke(client, error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** Listening again changes nothing, and shows whether the server is there. */
  #listenToAll(): void {
    for (const channel of this.#channels) this.#send(`LISTEN ${escapeIdentifier(channel)}`);
  }

  /** The client queues queries until it is connected. A failure also breaks the connection, and is reported there. */
  #send(text: string): void {
    this.#client?.query(text).catch(() => undefined);
  }

  #broke(client: Client, error?: Error): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    clearInterval(this.#asking);
    if (error !== undefined) this.#report(error);
    client.end().catch(() => undefined);
    // Polling finds what was missed; only listening needs a reconnect.
    if (this.#channels.size > 0) this.#retry = setTimeout(() => this.#connect(), retryMs);
  }
}
