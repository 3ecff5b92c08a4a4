import { createHash } from 'node:crypto';
import { createClient, ErrorReply } from '@redis/client';
import type { Admitted, Wanted } from './alone.ts';
import { type Answer, answerOf, type Begun, begunIn, type Joined, joinedIn } from './answers.ts';
import { begin, count, join, tell } from './scripts.ts';

/** The server of Valkey or Redis where processes count together. Every call rejects when its answer is late. */
export type CountServer = {
  readonly count: (epoch: string, how: 'take' | 'note' | 'look', wanted: Wanted) => Promise<Answer>;
  readonly begin: () => Promise<Begun>;
  readonly tell: (epoch: string, admitted: readonly Admitted[]) => Promise<void>;
  /** Says that this process has told what it admitted. */
  readonly join: (epoch: string, me: string, instances: number) => Promise<Joined>;
  readonly isReady: () => boolean;
  readonly close: () => Promise<void>;
};

type Listener = {
  readonly ready: () => void;
  readonly lost: (error: Error) => void;
  readonly busy: (name: string, forMs: number) => void;
};

/** Long enough for a server that waits for its turn on a busy machine: whoever decides alone without need may exceed the limit. */
const callMs = 250;
/** For what no caller waits for. */
const joinMs = 1000;
const connectMs = 1000;
const retryMs = 200;
const pingMs = 1000;
/** A connection on which even the pings are not answered is closed. Node counts from the last byte, sent or received. */
const silentMs = 3000;
/** A process that has joined says so again in less. */
const joinedMs = 2000;
/** When a process has not told for so long what it admitted, it has no connection, and the others go on without it. */
const graceMs = 5000;
/** No bucket has a longer window: that of prompts to a phone. */
const longestWindowMs = 600_000;

const state = 'mps:limits';
const busy = 'mps:limits:busy';
const joined = 'mps:limits:joined';

/**
 * Connects, and connects again whenever the connection breaks. Nothing is queued meanwhile.
 *
 * @param patience how many times as long as usual to wait for an answer
 */
export function connectCountServer(url: string, listener: Listener, patience = 1): CountServer {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: pingMs,
    socket: { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: () => retryMs },
  });
  const run = async (script: string, keys: string[], values: string[]): Promise<unknown> => {
    const options = { keys, arguments: values };
    try {
      return await client.evalSha(hashOf(script), options);
    } catch (error) {
      if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await client.eval(script, options);
    }
  };
  client.on('error', (error: Error) => listener.lost(error));
  client.on('ready', () => listener.ready());
  const connected = client.connect().catch(() => undefined);
  const heard = heardBy(listener);
  const subscribe = oneAtATime(() => client.subscribe(busy, heard));
  const askRun = oneAtATime(async () => /^run_id:(\w+)/m.exec(await client.info('server'))?.[1] ?? '');
  return {
    count: async (epoch, how, { name, limit, windowMs }) => {
      const values = [epoch, String(limit), String(windowMs * 1000), String(graceMs * 1000), name, how];
      const reply = run(count, [logOf(epoch, name), state, busy], values);
      return answerOf(await inTime(reply, callMs * patience), windowMs);
    },
    begin: async () => {
      // Once, since the library knows who listens, and subscribes again whenever it connects again.
      await inTime(subscribe(), joinMs);
      const id = await inTime(askRun(), joinMs);
      return begunIn(await inTime(run(begin, [state, busy, joined], [id]), joinMs));
    },
    tell: async (epoch, admitted) => {
      const parts = admitted.flatMap(inParts);
      for (let first = 0; first < parts.length; first += mostTold) {
        const told = parts.slice(first, first + mostTold).map(({ name, limit, windowMs, agesMs }) => {
          const ages = agesMs.map((age) => (age * 1000).toFixed(0));
          const values = [String(limit), String(windowMs * 1000), name, ...ages];
          return run(tell, [logOf(epoch, name), busy], values);
        });
        await inTime(Promise.all(told), joinMs);
      }
    },
    join: async (epoch, me, instances) => {
      const micros = [joinedMs, longestWindowMs, graceMs].map((ms) => String(ms * 1000));
      const values = [epoch, me, String(instances), ...micros];
      return joinedIn(await inTime(run(join, [state, joined], values), joinMs));
    },
    isReady: () => client.isReady,
    close: async () => {
      client.destroy();
      await connected;
    },
  };
}

/**
 * Waits for the answer to the last question instead of asking again while there is none: each byte that is sent would keep a silent
 * connection open for another `silentMs`, without end.
 */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Parts told at once, and calls in each. */
const mostTold = 200;
const mostCalls = 1000;

function inParts(admitted: Admitted): readonly Admitted[] {
  const { agesMs } = admitted;
  return Array.from({ length: Math.ceil(agesMs.length / mostCalls) }, (_, part) => ({
    ...admitted,
    agesMs: agesMs.slice(part * mostCalls, (part + 1) * mostCalls),
  }));
}

function heardBy(listener: Listener): (message: string) => void {
  return (message) => {
    const [name = '', forMs = '0'] = message.split(' ');
    listener.busy(name, Number(forMs));
  };
}

function logOf(epoch: string, name: string): string {
  return `${state}:${epoch}:${name}`;
}

const hashes = new Map<string, string>();

function hashOf(script: string): string {
  const known = hashes.get(script) ?? createHash('sha1').update(script).digest('hex');
  hashes.set(script, known);
  return known;
}

/** The library cannot take back a command that it has sent, so an answer after this time is not waited for. */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(new Error(`no answer within ${ms} ms`));
  // After a long turn of the event loop, timers come before an answer that has arrived. That one is read first.
  const timer = setTimeout(() => setImmediate(refuse), ms);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}
