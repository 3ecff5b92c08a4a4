/** Callers who do not wait for each other's answers, in a process of their own. Argument and result are JSON. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export type OpenLoad = {
  readonly url: string;
  /** Secret keys, which take turns. */
  readonly keys: readonly string[];
  /** Calls a second, whatever becomes of them. Absent: as many as `callers` make who wait for their answers. */
  readonly rate?: number;
  readonly callers?: number;
  readonly seconds: number;
  /** What was answered in these first seconds does not count. */
  readonly warmUp: number;
  readonly body: Record<string, unknown>;
};

type Answers = { readonly count: number; readonly p50: number; readonly p99: number; readonly most: number };

export type OpenLoadResult = {
  /** By kind of call, those that were served. */
  readonly served: Readonly<Record<string, Answers>>;
  readonly all: Answers;
  /** Those that were answered 503 with a `Retry-After`. */
  readonly refused: Answers;
  /** What else was answered, and how often. */
  readonly others: Readonly<Record<string, number>>;
  readonly servedPerSecond: number;
  readonly offeredPerSecond: number;
  /** How late this process itself was, in the middle: what it measures is longer by that. */
  readonly lateMs: number;
};

export async function openLoad(load: OpenLoad): Promise<OpenLoadResult> {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part) => (text += String(part)));
  await once(child, 'close');
  const result: OpenLoadResult = JSON.parse(text);
  return result;
}

type Answered = { readonly kind: string; readonly status: string; readonly tookMs: number };

const agent = new Agent({ keepAlive: true, maxSockets: 1024 });

async function run(load: OpenLoad): Promise<OpenLoadResult> {
  const answers: Answered[] = [];
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const startMs = performance.now();
  const isOver = () => performance.now() > startMs + load.seconds * 1000;
  let count = 0;
  const one = async () => {
    const sentMs = performance.now();
    const answered = await call(load, (count += 1));
    if (sentMs > startMs + load.warmUp * 1000)
      answers.push({ ...answered, tookMs: performance.now() - sentMs });
  };
  if (load.rate === undefined) {
    const caller = async () => {
      while (!isOver()) await one();
    };
    await Promise.all(Array.from({ length: load.callers ?? 1 }, caller));
  } else {
    const open = new Set<Promise<void>>();
    for (let sent = 0; !isOver(); ) {
      const due = ((performance.now() - startMs) / 1000) * load.rate;
      for (; sent < due; sent += 1) {
        const made: Promise<void> = one().finally(() => open.delete(made));
        open.add(made);
      }
      await new Promise((done) => setTimeout(done, 2));
    }
    await Promise.all(open);
  }
  return { ...resultOf(load, answers), lateMs: Math.round(delays.percentile(50) / 1e5) / 10 };
}

/** Of ten calls, six open a checkout, three read a balance, and one lists. With an idempotency key, a call shares no transaction. */
function call(load: OpenLoad, count: number): Promise<Omit<Answered, 'tookMs'>> {
  const key = load.keys[count % load.keys.length] ?? '';
  const place = (7 * count + Math.floor(count / load.keys.length)) % 10;
  const reference = `open-${process.pid}-${performance.timeOrigin}-${count}`;
  if (place === 0) return send(load, { kind: 'list', key, path: '/v1/transactions?status=completed' });
  if (place < 4) return send(load, { kind: 'read', key, path: '/v1/account/balance' });
  const headers = { 'idempotency-key': reference };
  const body = JSON.stringify({ ...load.body, merchantTransactionId: reference });
  return send(load, { kind: 'create', key, path: '/v1/checkout/create', body, headers });
}

type Sent = {
  readonly kind: string;
  readonly key: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

function send(
  { url }: OpenLoad,
  { kind, key, path, body, headers }: Sent,
): Promise<Omit<Answered, 'tookMs'>> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume();
        const wait = answer.headers['retry-after'];
        const status = `${answer.statusCode}${wait === undefined ? '' : ' later'}`;
        answer.on('end', () => resolve({ kind, status }));
      },
    );
    sent.on('error', (error) => resolve({ kind, status: error.message }));
    sent.end(body);
  });
}

function resultOf(
  { seconds, warmUp }: OpenLoad,
  answers: readonly Answered[],
): Omit<OpenLoadResult, 'lateMs'> {
  const served = answers.filter(({ status }) => /^20\d$/.test(status));
  const refused = answers.filter(({ status }) => status === '503 later');
  const others: Record<string, number> = {};
  for (const { status } of answers)
    if (!/^20\d$|^503 later$/.test(status)) others[status] = (others[status] ?? 0) + 1;
  return {
    served: Object.fromEntries(
      Object.entries(Object.groupBy(served, ({ kind }) => kind)).map(([kind, of = []]) => [kind, shown(of)]),
    ),
    all: shown(served),
    refused: shown(refused),
    others,
    servedPerSecond: Math.round(served.length / (seconds - warmUp)),
    offeredPerSecond: Math.round(answers.length / (seconds - warmUp)),
  };
}

function shown(answers: readonly Answered[]): Answers {
  const sorted = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}'))));
