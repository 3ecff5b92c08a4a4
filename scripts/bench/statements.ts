import { Client, type QueryConfig } from 'pg';
import { startService } from '../../src/app/service.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Place } from './place.ts';

/** A statement as the product sent it to PostgreSQL. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };
/** What went out together: PostgreSQL was not waited for in between. */
export type RoundTrip = readonly Statement[];

type Recording = { readonly trips: Statement[][]; readonly open: WeakMap<object, number> };

/** The product's own service in this process, only to see which statements its calls are made of. */
export type Recorder = {
  readonly baseUrl: string;
  /** What one call sends. It is made before, so that nothing of a first time is in it. */
  readonly record: <T>(call: () => Promise<T>) => Promise<{ trips: readonly RoundTrip[]; result: T }>;
  readonly stop: () => Promise<void>;
};

export async function startRecorder(place: Place): Promise<Recorder> {
  let recording: Recording | undefined;
  const restore = watchQueries((client, statements) => recording && note(recording, client, statements));
  const service = await startService({
    databases: place.databases,
    secrets: place.secrets,
    log: createLog({ level: 'silent' }),
    dataDir: place.dataDir,
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
      recording = { trips: [], open: new WeakMap() };
      const { trips } = recording;
      const result = await call();
      recording = undefined;
      return { trips, result };
    },
    stop: async () => {
      await service.stop();
      restore();
    },
  };
}

type Noted = (client: object, statements: readonly Statement[]) => (() => void) | undefined;

/** Sees every statement of every connection of this process. */
function watchQueries(noted: Noted): () => void {
  const original: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('the driver has no method query');
  const watched = function query(this: object, ...given: unknown[]): unknown {
    const answered = noted(this, statementsIn(given[0]));
    const answer: unknown = Reflect.apply(original, this, given);
    if (answered && answer instanceof Promise) answer.then(answered, answered);
    return answer;
  };
  Reflect.set(Client.prototype, 'query', watched);
  return () => Reflect.set(Client.prototype, 'query', original);
}

function statementsIn(given: unknown): readonly Statement[] {
  if (typeof given === 'string') return given.split(';').map((text) => ({ text: text.trim(), values: [] }));
  if (!isConfig(given)) return [];
  return [{ text: given.text, values: given.values ?? [] }];
}

function isConfig(given: unknown): given is QueryConfig {
  return typeof given === 'object' && given !== null && typeof Reflect.get(given, 'text') === 'string';
}

/** Whatever is sent while an answer is still awaited belongs to the same round trip. */
function note({ trips, open }: Recording, client: object, statements: readonly Statement[]): () => void {
  const waiting = open.get(client) ?? 0;
  const last = trips.at(-1);
  if (waiting > 0 && last) last.push(...statements);
  else trips.push([...statements]);
  open.set(client, waiting + 1);
  return () => open.set(client, (open.get(client) ?? 1) - 1);
}
