import { setTimeout as delay } from 'node:timers/promises';
import { inTime, type Proxy, ready } from './calls.ts';
import type { Load, Try } from './load.ts';

type Compose = (rest: string) => Promise<string>;

/** A container, how it ends, and the errors that clients may see meanwhile. */
type End = {
  readonly name: string;
  readonly by: 'kill' | 'stop';
  readonly allowed?: RegExp;
  /** Of these errors. */
  readonly most?: number;
};

// A call that a process had begun when it was killed: one of each client.
const begun = { allowed: /^503$/, most: 3 };
// While nobody can serve.
const refused = { allowed: /^503$/ };

const ends: readonly End[] = [
  { name: 'api-1', by: 'stop' },
  { name: 'api-1', by: 'kill', ...begun },
  { name: 'api-2', by: 'kill', ...begun },
  { name: 'worker-1', by: 'kill' },
  { name: 'worker-2', by: 'kill' },
  { name: 'valkey', by: 'kill' },
  { name: 'pgbouncer', by: 'kill', ...refused },
  { name: 'postgres', by: 'kill', ...refused },
  // No answer at all.
  { name: 'caddy', by: 'kill', allowed: /^E[A-Z]+$/ },
];

const awayMs = 8000;
const afterMs = 5000;
/** After a part was started again: PostgreSQL recovers first. */
const longestErrorsMs = 15_000;

type Parts = {
  readonly compose: Compose;
  readonly proxy: Proxy;
  readonly load: Load;
  readonly say: (text: string) => void;
};

/** Ends each container in turn, lets it be away for a while, starts it again, and says what clients saw. */
export async function endEach({ compose, proxy, load, say }: Parts): Promise<void> {
  const problems: string[] = [];
  for (const end of ends) {
    const seen = await withoutOne({ ...end, compose, proxy, load });
    say(`${end.name} ${end.by === 'kill' ? 'killed' : 'stopped'}: ${wordsOf(seen)}`);
    problems.push(...problemsOf(end, seen));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

type Seen = { readonly tries: readonly Try[]; readonly goneMs: number; readonly backMs: number };

async function withoutOne({ name, by, compose, proxy, load }: End & Omit<Parts, 'say'>): Promise<Seen> {
  const before = load.tries.length;
  await compose(`${by} ${name}`);
  const goneMs = performance.now();
  await delay(awayMs);
  await compose(`start ${name}`);
  const backMs = performance.now();
  await inTime(`the proxy serves again after ${name}`, () => ready(proxy));
  await delay(afterMs);
  return { tries: load.tries.slice(before), goneMs, backMs };
}

const errorsIn = ({ tries }: Seen): readonly Try[] => tries.filter(({ outcome }) => outcome !== '201');

function problemsOf({ name, allowed, most }: End, seen: Seen): readonly string[] {
  const errors = errorsIn(seen);
  const odd = errors.find(({ outcome }) => allowed === undefined || !allowed.test(outcome));
  const last = errors.at(-1)?.endedMs ?? 0;
  return [
    ...(odd ? [`${name}: clients saw ${odd.outcome}`] : []),
    ...(most !== undefined && errors.length > most ? [`${name}: ${errors.length} calls failed`] : []),
    ...(last - seen.backMs > longestErrorsMs ? [`${name}: errors for too long`] : []),
  ];
}

function wordsOf(seen: Seen): string {
  const { tries, goneMs, backMs } = seen;
  const counted = [...Map.groupBy(tries, ({ outcome }) => outcome)].map(
    ([outcome, all]) => `${all.length} × ${outcome}`,
  );
  const slowest = Math.max(...tries.map(({ tookMs }) => tookMs));
  return `away for ${seconds(backMs - goneMs)}; ${counted.join(', ')}; ${errorsOf(seen)}; slowest answer ${seconds(slowest)}`;
}

/** How long there were errors, and whether they went on when the part was back. */
function errorsOf(seen: Seen): string {
  const errors = errorsIn(seen);
  const [first, last] = [errors[0], errors.at(-1)];
  if (!first || !last) return 'no error';
  const after = last.endedMs - seen.backMs;
  const end =
    after > 0
      ? `the last ${seconds(after)} after it was started again`
      : 'the last before it was started again';
  return `errors for ${seconds(last.endedMs - first.endedMs + first.tookMs)}, ${end}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
