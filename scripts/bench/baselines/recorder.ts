import { Client, type QueryConfig } from 'pg';
import { startService } from '../../../src/app/service.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { Testbed } from '../testbed/testbed.ts';

/** A statement as the service sent it to PostgreSQL. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };
/** Statements that were sent together, without waiting for PostgreSQL in between. */
export type RoundTrip = readonly Statement[];

type Recording = { readonly trips: Statement[][]; readonly open: WeakMap<object, number> };

type Watch = {
  /** Which statements of all connections of this process are sent during a call, and which of them together. */
  readonly record: <T>(call: () => Promise<T>) => Promise<{ trips: readonly RoundTrip[]; result: T }>;
  readonly stop: () => void;
};

/** Runs the service in this process and records which statements a call sends. */
export type Recorder = {
  readonly baseUrl: string;
  /** Makes the call twice and records the second, so that nothing of a first call is in it. */
  readonly record: Watch['record'];
  readonly stop: () => Promise<void>;
};

export async function startRecorder(testbed: Testbed): Promise<Recorder> {
  const watch = watchTrips();
  const service = await startService({
    databases: testbed.databases,
    secrets: testbed.secrets,
    log: createLog({ level: 'silent' }),
    dataDir: testbed.dataDir,
    port: 0,
    nextPort: false,
    role: 'api',
    addresses: {},
    egress: { allow: ['127.0.0.0/8'], ports: [443] },
    trustProxy: undefined,
  });
  return {
    baseUrl: service.baseUrl,
    record: async (call) => {
      await call();
      return await watch.record(call);
    },
    stop: async () => {
      await service.stop();
      watch.stop();
    },
  };
}

/** Watches the driver of this process. */
export function watchTrips(): Watch {
  let recording: Recording | undefined;
  const stop = watchQueries((client, statements) => recording && note(recording, client, statements));
  return {
    record: async (call) => {
      recording = { trips: [], open: new WeakMap() };
      const { trips } = recording;
      const result = await call();
      recording = undefined;
      return { trips, result };
    },
    stop,
  };
}

type Noted = (client: object, statements: readonly Statement[]) => (() => void) | undefined;

/** Reports every statement of every connection of this process. */
function watchQueries(noted: Noted): () => void {
  const original: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('the driver has no method query');
  const watched = function query(this: object, ...given: unknown[]): unknown {
    const answered = noted(this, statementsIn(given[0]));
    const answer: unknown = Reflect.apply(original, this, given);
    if (answered && answer instanceof Promise) answer.then(answered, answered);
    else if (answered && typeof answer === 'object' && answer !== null) whenCalledBack(answer, answered);
    return answer;
  };
  Reflect.set(Client.prototype, 'query', watched);
  return () => Reflect.set(Client.prototype, 'query', original);
}

/** A query of the driver has no promise, but a function that it calls with its result. */
function whenCalledBack(query: object, answered: () => void): void {
  const callback: unknown = Reflect.get(query, 'callback');
  if (typeof callback !== 'function') throw new Error('a query has no callback');
  Reflect.set(query, 'callback', (...result: unknown[]) => {
    answered();
    Reflect.apply(callback, query, result);
  });
}

function statementsIn(given: unknown): readonly Statement[] {
  if (typeof given === 'string') return given.split(';').map((text) => ({ text: text.trim(), values: [] }));
  if (!isConfig(given)) return [];
  return [{ text: given.text, values: given.values ?? [] }];
}

function isConfig(given: unknown): given is QueryConfig {
  return typeof given === 'object' && given !== null && typeof Reflect.get(given, 'text') === 'string';
}

/** A statement that is sent while an answer is still awaited belongs to the same round trip. */
function note({ trips, open }: Recording, client: object, statements: readonly Statement[]): () => void {
  const waiting = open.get(client) ?? 0;
  const last = trips.at(-1);
  if (waiting > 0 && last) last.push(...statements);
  else trips.push([...statements]);
  open.set(client, waiting + 1);
  return () => open.set(client, (open.get(client) ?? 1) - 1);
}
