import type { Reader, Setting } from './reader.ts';

// The settings about processes that count the calls of callers together.

export const countingSettings = [
  {
    name: 'REDIS_URL',
    otherwise: 'none: each process counts for itself',
    meaning:
      'Valkey or Redis (6 or newer) where processes count calls together, such as `redis://user:password@host:6379/0`.',
    secret: 'password',
  },
  {
    name: 'INSTANCES',
    otherwise: '`1`; required with `REDIS_URL`',
    meaning:
      'How many processes serve callers at the same time, at most. Without `REDIS_URL`, and while it is away, each admits this part of every rate limit.',
  },
] as const satisfies readonly Setting[];

type Settings = Reader<'REDIS_URL' | 'INSTANCES'>;

type Counting = { readonly url?: string; readonly instances: number };

/** Some buckets admit 20 calls. If more processes shared them, each one's share would be nothing. */
const mostAlone = 20;
const mostTogether = 1000;

export function readCounting(reader: Settings): Counting {
  const url = readUrl(reader);
  const said = reader.countOf('INSTANCES', 1, url === undefined ? mostAlone : mostTogether);
  const counting = Object.freeze({ instances: said ?? 1 });
  if (url === undefined) return counting;
  // A wrong number would let callers pass their limit whenever the server is away.
  if (said === undefined)
    reader.problems.push(
      'INSTANCES is missing. With REDIS_URL, say how many processes serve callers at most.',
    );
  return Object.freeze({ url, ...counting });
}

function readUrl(reader: Settings): string | undefined {
  const url = reader.text('REDIS_URL');
  if (url !== undefined && !isOfCountServer(URL.parse(url)))
    reader.problems.push(
      'REDIS_URL is not the address of a Valkey or Redis, such as redis://user:password@host:6379/0.',
    );
  return url;
}

/** The client throws at any other, when the service has begun to start. */
function isOfCountServer(url: URL | null): boolean {
  if (url === null || !/^rediss?:$/.test(url.protocol) || !/^(\/\d*)?$/.test(url.pathname)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}
