import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { monotonicMs } from '../clock.ts';

/**
 * Rings wherever something became due: at once in this process, and by NOTIFY in the others. Only ever after a commit, on a
 * connection of its own: a NOTIFY inside a transaction takes one lock of the whole server at its commit.
 * A ring may get lost; whoever listens also looks by himself from time to time.
 */
export type Notifier = {
  readonly notify: (channel: string) => void;
  /** Answers how to stop listening. */
  readonly listen: (channel: string, listener: () => void) => () => void;
  readonly close: () => Promise<void>;
};

/** How often a channel is rung at most; what comes in between is one ring. */
const quietMs = 20;
/** How long a broken connection is left alone. */
const retryMs = 500;

/** `report` hears of a connection that broke; the bell makes a new one. */
export function openNotifier(options: ClientConfig, report: (error: Error) => void): Notifier {
  const listeners = new Map<string, Set<() => void>>();
  const line = new Line(options, report, (channel) =>
    listeners.get(channel)?.forEach((listener) => listener()),
  );
  return {
    notify: (channel) => {
      listeners.get(channel)?.forEach((listener) => listener());
      line.notify(channel);
    },
    listen: (channel, listener) => {
      const those = listeners.get(channel) ?? new Set();
      listeners.set(channel, those.add(listener));
      line.listen(channel);
      return () => {
        those.delete(listener);
      };
    },
    close: () => line.close(),
  };
}

/** The connection that listens and notifies. It is made at the first need, and again whenever it breaks. */
class Line {
  readonly #options: ClientConfig;
  readonly #report: (error: Error) => void;
  readonly #heard: (channel: string) => void;
  readonly #channels = new Set<string>();
  readonly #lastNotified = new Map<string, number>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #client: Client | undefined;
  #connected: Promise<unknown> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ClientConfig, report: (error: Error) => void, heard: (channel: string) => void) {
    this.#options = options;
    this.#report = report;
    this.#heard = heard;
  }

  listen(channel: string): void {
    if (this.#channels.has(channel)) return;
    this.#channels.add(channel);
    if (this.#client === undefined) this.#connect();
    else this.#send(`LISTEN ${escapeIdentifier(channel)}`);
  }

  notify(channel: string): void {
    if (this.#waiting.has(channel) || this.#closed) return;
    const quietUntil = (this.#lastNotified.get(channel) ?? -quietMs) + quietMs;
    const wait = Math.max(0, quietUntil - monotonicMs());
    this.#waiting.set(
      channel,
      setTimeout(() => this.#notifyNow(channel), wait),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#waiting.forEach((timer) => clearTimeout(timer));
    await this.#connected;
    await this.#client?.end().catch(() => undefined);
  }

  #notifyNow(channel: string): void {
    this.#waiting.delete(channel);
    this.#lastNotified.set(channel, monotonicMs());
    if (this.#client === undefined) this.#connect();
    this.#send(`NOTIFY ${escapeIdentifier(channel)}`);
  }

  #connect(): void {
    if (this.#closed || this.#client !== undefined) return;
    const client = new Client({ ...this.#options, pipeline: true });
    this.#client = client;
    client.on('error', (error) => this.#broke(client, error));
    client.on('end', () => this.#broke(client));
    client.on('notification', (message) => {
      // Whoever rings in this process has woken its listeners already.
      if (message.processId !== Reflect.get(client, 'processID')) this.#heard(message.channel);
    });
    for (const channel of this.#channels) this.#send(`LISTEN ${escapeIdentifier(channel)}`);
    this.#connected = client.connect().catch((error: unknown) => {
      this.#broke(client, error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** Queries wait in the client until it is connected. A failure breaks the connection too, which is where it is reported. */
  #send(text: string): void {
    this.#client?.query(text).catch(() => undefined);
  }

  #broke(client: Client, error?: Error): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    if (error !== undefined) this.#report(error);
    client.end().catch(() => undefined);
    // What was rung meanwhile by others is found by the next look; only the listening is taken up again.
    if (this.#channels.size > 0) this.#retry = setTimeout(() => this.#connect(), retryMs);
  }
}
