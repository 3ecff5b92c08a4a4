import { monotonicMs, now } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Asked, Connection } from './connection.ts';
import { type Address, dial, LinkDown } from './dial.ts';
import type { Layout, Message } from './layout.ts';

export type LinkOptions = {
  readonly address: Address;
  readonly layout: Layout;
  /** False: the other end wants no sign-on before the first request. */
  readonly signsOn: boolean;
  readonly connectMs: number;
  /** How long to wait for the answer to a sign-on or an echo. */
  readonly answerMs: number;
  /** After this long without a message, the other end is asked for an echo. */
  readonly idleMs: number;
  readonly mostOutstanding: number;
  /** The pause after a connection that failed: it doubles from the first to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly log: Log;
  /** The next system trace audit number, for messages about the network. */
  readonly nextStan: () => Promise<string>;
};

/** One lasting connection to the other end. It connects at the first request, and again after it was lost. */
export type Link = {
  /** @throws LinkDown there is no connection, and none can be made now */
  readonly ready: () => Promise<void>;
  /** Sends a request, within its time. What fails is an outcome, and says whether the request was sent. */
  readonly ask: (message: Message, timeoutMs: number) => Promise<Asked>;
  /**
   * Asks the other end for an echo on the connection that is there. It connects to nobody.
   *
   * @returns false: there is no connection
   * @throws LinkDown it was not answered, or refused
   */
  readonly echo: () => Promise<boolean>;
  readonly stop: () => void;
};

const networkCodes = { signOn: '001', echo: '301' } as const;

export function createLink(options: LinkOptions): Link {
  let current: Promise<Connection> | undefined;
  let failures = 0;
  let notBeforeMs = 0;
  let lastWords = '';
  let isStopped = false;

  async function ready(): Promise<Connection> {
    for (;;) {
      const made = (current ??= attempt());
      try {
        const connection = await made;
        if (connection.isOpen) return connection;
        forget(made);
      } catch (error) {
        forget(made);
        throw error;
      }
    }
  }

  /** Another caller may have begun the next attempt already. */
  function forget(made: Promise<Connection>): void {
    if (current === made) current = undefined;
  }

  async function attempt(): Promise<Connection> {
    if (isStopped) throw new LinkDown('the service is stopping');
    if (monotonicMs() < notBeforeMs) throw new LinkDown(lastWords);
    try {
      const made = await openConnection(options);
      if (!made.isOpen) throw new LinkDown('the other end closed the connection at once');
      failures = 0;
      return made;
    } catch (error) {
      // Any other error is ours, as when the database gives no number: the other end needs no rest from it.
      if (error instanceof LinkDown) notePause(error);
      throw error;
    }
  }

  function notePause(error: LinkDown): void {
    lastWords = error.message;
    notBeforeMs = monotonicMs() + Math.min(options.firstPauseMs * 2 ** failures, options.longestPauseMs);
    failures = Math.min(failures + 1, 20);
    options.log.warn({ why: lastWords }, 'no connection to the acquirer');
  }

  return {
    ready: async () => void (await ready()),
    ask: async (message, timeoutMs) => {
      try {
        return await askWithin(timeoutMs, ready, message);
      } catch (error) {
        if (error instanceof LinkDown) return { kind: 'unsent', why: error.message };
        throw error;
      }
    },
    echo: () => echoOn(current, options),
    stop: () => {
      isStopped = true;
      current?.then((connection) => connection.end('the service is stopping')).catch(() => undefined);
    },
  };
}

async function askWithin(
  timeoutMs: number,
  ready: () => Promise<Connection>,
  message: Message,
): Promise<Asked> {
  const startedMs = monotonicMs();
  const connection = await ready();
  const leftMs = timeoutMs - (monotonicMs() - startedMs);
  // Whoever waits for the answer may have reversed the request by now.
  return leftMs > 0 ? await connection.ask(message, leftMs) : { kind: 'unsent', why: 'its time has passed' };
}

async function echoOn(current: Promise<Connection> | undefined, options: LinkOptions): Promise<boolean> {
  const connection = await current?.catch(() => undefined);
  if (!connection?.isOpen) return false;
  await tell(connection, options, 'echo');
  return true;
}

/**
 * Connects and signs on. The connection then asks for an echo whenever it is idle, and ends when none comes.
 *
 * @throws LinkDown
 */
export async function openConnection(options: LinkOptions): Promise<Connection> {
  const { layout, log, mostOutstanding, answerMs } = options;
  const socket = await dial(options.address, options.connectMs);
  const connection = new Connection(socket, { layout, log, mostOutstanding, frameMs: answerMs });
  try {
    if (options.signsOn) await tell(connection, options, 'signOn');
  } catch (error) {
    connection.end('the sign-on failed');
    throw error;
  }
  keepAwake(connection, options);
  return connection;
}

/**
 * Signs on, or asks for an echo.
 *
 * @throws LinkDown it was not answered, or refused
 */
export async function tell(
  connection: Connection,
  options: LinkOptions,
  what: keyof typeof networkCodes,
): Promise<void> {
  const fields = { 7: transmission(now()), 11: await options.nextStan(), 70: networkCodes[what] };
  const asked = await connection.ask({ mti: '0800', fields }, options.answerMs);
  const name = what === 'signOn' ? 'sign-on' : 'echo';
  if (asked.kind !== 'answered') throw new LinkDown(`the ${name} was not answered: ${asked.why}`);
  const code = asked.answer.fields[39];
  if (code !== '00') throw new LinkDown(`the ${name} was refused with response code ${code ?? 'none'}`);
}

function keepAwake(connection: Connection, options: LinkOptions): void {
  const timer = setTimeout(() => {
    tell(connection, options, 'echo').catch((error: unknown) => {
      const why = error instanceof Error ? error.message : '';
      if (!(error instanceof LinkDown)) {
        // The other end was not asked, so the requests that it has go on.
        options.log.warn({ why }, 'an idle connection was not asked for an echo');
        if (connection.isOpen) timer.refresh();
        return;
      }
      options.log.warn({ why }, 'ended an idle connection');
      connection.end('no echo');
    });
  }, options.idleMs);
  connection.onMessage = () => void timer.refresh();
  connection.onEnd = () => clearTimeout(timer);
  if (!connection.isOpen) clearTimeout(timer);
}

/** Field 7: month, day and time of day in UTC. */
export function transmission(at: Date): string {
  return at.toISOString().slice(5, 19).replaceAll(/[-T:]/g, '');
}
