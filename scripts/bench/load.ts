/** The load generator, in a process of its own: argument and answer are JSON. */
import autocannon from 'autocannon';

/** Stands in a body where every request needs a text of its own. */
export const unique = '~unique~';

export type Load = {
  readonly url: string;
  readonly connections: number;
  /** Either how long, or how many requests. */
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
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, and calls without an answer. */
  readonly failed: number;
};

if (import.meta.main) {
  const load: Load = JSON.parse(process.argv[2] ?? '');
  process.stdout.write(JSON.stringify(await fire(load)));
}

async function fire({ url, connections, seconds, amount, requests }: Load): Promise<LoadResult> {
  const run = `${process.pid.toString(36)}-${Date.now().toString(36)}`;
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
        setupRequest: (made) => ({ ...made, body: `${before}${run}-${(count += 1)}${after}` }),
      };
    }),
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
