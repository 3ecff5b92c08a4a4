/** Baseline of deliveries: bare POSTs, with nothing claimed, signed or recorded. It runs in a process of its own; its argument is JSON. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { output } from '../testbed/processes.ts';

export type BarePosts = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly inFlight: number;
  readonly seconds: number;
  /** A new connection for each POST, as deliveries have, or connections that are kept alive. */
  readonly connections: 'new' | 'kept';
};

/** Returns the POSTs per second. */
export async function sendBarePosts(posts: BarePosts): Promise<number> {
  return Number(await output(process.execPath, [import.meta.filename, JSON.stringify(posts)]));
}

if (import.meta.main) {
  const posts: BarePosts = JSON.parse(process.argv[2] ?? '');
  process.stdout.write(String(await run(posts)));
  process.exit(0);
}

async function run({ url, headers, body, inFlight, seconds, connections }: BarePosts): Promise<number> {
  const agent = connections === 'kept' && new Agent({ keepAlive: true, maxSockets: inFlight });
  const bytes = Buffer.from(body);
  const sent = { url: new URL(url), agent, bytes, headers: { ...headers, 'content-length': bytes.length } };
  const startedAt = performance.now();
  let count = 0;
  const keepPosting = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      await post(sent);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, keepPosting));
  return count / ((performance.now() - startedAt) / 1000);
}

type Sent = {
  readonly url: URL;
  readonly agent: Agent | false;
  readonly bytes: Buffer;
  readonly headers: OutgoingHttpHeaders;
};

function post({ url, agent, bytes, headers }: Sent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { host: url.hostname, port: url.port, path: url.pathname, method: 'POST', agent, headers };
  const made = request(options, (response) => {
    if (response.statusCode !== 204) reject(new Error(`the receiver answered ${response.statusCode}`));
    response.resume();
    response.once('end', resolve);
  });
  made.once('error', reject);
  made.end(bytes);
  return promise;
}
