/** The load generator. It runs in a process of its own; input and result are JSON. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { output } from '../testbed/processes.ts';

/** Placeholder in a body; each request replaces it everywhere by a text of its own. */
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
  const { perSecond, failed, statuses } = await runLoad(load);
  if (failed > 0) {
    const seen = JSON.stringify(statuses);
    throw new Error(`${failed} calls of ${load.url}${load.requests[0]?.path} failed; statuses: ${seen}`);
  }
  return perSecond;
}

export async function runLoad(load: Load): Promise<LoadResult> {
  const answer = await output(process.execPath, [import.meta.filename], { input: JSON.stringify(load) });
  const result: LoadResult = JSON.parse(answer);
  return result;
}

if (import.meta.main) {
  const load: Load = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await run(load)));
}

async function run({ url, connections, seconds, amount, requests }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 5 } : { amount }),
    requests: requests.some(({ body }) => body?.includes(unique)) ? [inTurn(requests)] : requests,
  });
  const statuses = Object.entries(result.statusCodeStats).map(([status, { count: seen }]) => [status, seen]);
  return {
    perSecond: result['2xx'] / result.duration,
    failed: result.non2xx + result.errors,
    statuses: Object.fromEntries(statuses),
  };
}

/** Takes the requests in turn over all connections; otherwise every connection would begin with the first. */
function inTurn(requests: readonly LoadRequest[]): Parameters<typeof autocannon>[0]['requests'][number] {
  const prefix = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
  let count = 0;
  return {
    setupRequest: (made) => {
      count += 1;
      const next = requests[count % requests.length];
      const body = next?.body?.replaceAll(unique, `${prefix}-${count}`);
      return { ...made, ...next, ...(body !== undefined && { body }) };
    },
  };
}
