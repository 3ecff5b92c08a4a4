/** The load generator. It runs in a process of its own; argument and result are JSON. */
import autocannon from 'autocannon';
import { output } from '../testbed/processes.ts';

/** Placeholder in a body; each request replaces it by a text of its own. */
export const unique = '~unique~';

export type Load = {
  readonly url: string;
  readonly connections: number;
  /** How long, unless `amount` says how many requests. */
  readonly seconds?: number;
  readonly amount?: number;
  readonly requests: readonly LoadRequest[];
};

export type LoadRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type LoadResult = {
  /** Calls that were answered 2xx. */
  readonly perSecond: number;
  /** Calls that were answered other than 2xx, or not at all. */
  readonly failed: number;
  /** How many calls were answered with each status. */
  readonly statuses: Readonly<Record<string, number>>;
};

/** The requests per second. Throws if one fails: the rate of a run with failures means nothing. */
export async function rateOf(load: Load): Promise<number> {
  const { perSecond, failed } = await runLoad(load);
  if (failed > 0) throw new Error(`${failed} calls of ${load.url}${load.requests[0]?.path} failed`);
  return perSecond;
}

export async function runLoad(load: Load): Promise<LoadResult> {
  const answer = await output(process.execPath, [import.meta.filename, JSON.stringify(load)]);
  const result: LoadResult = JSON.parse(answer);
  return result;
}

if (import.meta.main) {
  const load: Load = JSON.parse(process.argv[2] ?? '');
  process.stdout.write(JSON.stringify(await run(load)));
}

async function run({ url, connections, seconds, amount, requests }: Load): Promise<LoadResult> {
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let count = 0;
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 5 } : { amount }),
    requests: requests.map(({ body, ...request }) => {
      if (body === undefined || !body.includes(unique)) return { ...request, ...(body && { body }) };
      const [before = '', after = ''] = body.split(unique);
      return {
        ...request,
        setupRequest: (made) => ({ ...made, body: `${before}${prefix}-${(count += 1)}${after}` }),
      };
    }),
  });
  const statuses = Object.entries(result.statusCodeStats).map(([status, { count: seen }]) => [status, seen]);
  return {
    perSecond: result['2xx'] / result.duration,
    failed: result.non2xx + result.errors,
    statuses: Object.fromEntries(statuses),
  };
}
