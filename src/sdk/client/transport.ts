import { mayPass, NetworkError, PaymentsError, secondsIn } from './errors.ts';

export type TransportOptions = {
  /** How often a call is tried again. */
  readonly maxRetries: number;
  /** How long one try may take, with the body of its answer. `Infinity`: as long as it wants. */
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
  /** A longer `Retry-After` is the caller's to wait for. Usually 60. */
  readonly longestWaitSeconds?: number;
};

const firstPauseMs = 500;
const longestPauseMs = 8000;
const longestUsualWaitSeconds = 60;

/**
 * Sends a request, and sends it again when that is safe and may help: after a failed connection or a timeout, after 429, after 5xx,
 * and after a failure that says `retryable`. All tries of a write carry one `Idempotency-Key`, so it takes effect once.
 *
 * @throws NetworkError no try got an answer
 * @throws the reason of the request's signal, when it was aborted
 */
export function createTransport(options: TransportOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', aKey());
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= options.maxRetries;
      const answer = await tryOnce(request.clone(), options);
      if (answer instanceof NetworkError) {
        if (isLast) throw answer;
        await pause(pauseOf(tried), request.signal);
      } else {
        const waitMs = isLast ? undefined : await waitOf(answer, tried, options);
        if (waitMs === undefined) return answer;
        await pause(waitMs, request.signal);
      }
    }
  };
}

/** Timers hold 31 bits of milliseconds, and end a longer wait at once. */
const longestTimerMs = 2_147_483_647;

type Limits = Pick<TransportOptions, 'maxRetries' | 'timeoutMs' | 'longestWaitSeconds'>;

/**
 * No number is above or below NaN, so calls would be tried again without end.
 *
 * @throws PaymentsError no timer can wait that long, or a number is negative or NaN
 */
export function checkLimits({ timeoutMs, maxRetries, longestWaitSeconds = 0 }: Limits): void {
  if (!((timeoutMs > 0 && timeoutMs <= longestTimerMs) || timeoutMs === Infinity))
    throw new PaymentsError(
      `timeoutMs is ${timeoutMs}: give a number above 0 and at most ${longestTimerMs}, or Infinity.`,
    );
  for (const [name, value] of Object.entries({ maxRetries, longestWaitSeconds }))
    if (!(value >= 0)) throw new PaymentsError(`${name} is ${value}: give a number of 0 or more.`);
}

/** A new key for a write. Node 18 has no global `crypto`, and a page without TLS has no `randomUUID`. A key need not be secret. */
function aKey(): string {
  const { crypto }: { readonly crypto?: Partial<Crypto> } = globalThis;
  return crypto?.randomUUID?.() ?? [8, 4, 4, 4, 12].map(randomHex).join('-');
}

function randomHex(digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('');
}

/** The whole answer, so that a connection that is cut in the middle of it counts as none. */
async function tryOnce(
  request: Request,
  { timeoutMs, fetch }: TransportOptions,
): Promise<Response | NetworkError> {
  const ended = new AbortController();
  const stop = (): void => ended.abort(request.signal.reason);
  const late = (): void => ended.abort(new Error(`no answer in ${timeoutMs} ms`));
  const timer = timeoutMs === Infinity ? undefined : setTimeout(late, timeoutMs);
  request.signal.addEventListener('abort', stop);
  try {
    request.signal.throwIfAborted();
    const answer = await fetch(new Request(request, { signal: ended.signal }));
    // It has status 0, with which no `Response` can be made, and no body.
    if (answer.type === 'opaqueredirect') return answer;
    const { status, statusText, headers } = answer;
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  } catch (error) {
    request.signal.throwIfAborted();
    const cause: unknown = ended.signal.aborted ? ended.signal.reason : error;
    return new NetworkError(`${request.method} ${request.url}: ${reasonOf(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', stop);
  }
}

/** The cause of `fetch failed` says more than its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** How long to wait before the next try; undefined: the answer stands. */
async function waitOf(
  answer: Response,
  tried: number,
  { longestWaitSeconds = longestUsualWaitSeconds }: TransportOptions,
): Promise<number | undefined> {
  if (answer.ok || !(await mayHelp(answer))) return undefined;
  const asked = secondsIn(answer.headers.get('retry-after'));
  if (asked === undefined) return pauseOf(tried);
  return asked > longestWaitSeconds ? undefined : (asked + apart(asked)) * 1000;
}

/** Up to half as long again, and at most five seconds: all that were refused together would else come back together. */
const apart = (seconds: number): number => Math.random() * Math.min(seconds / 2, 5);

async function mayHelp(answer: Response): Promise<boolean> {
  if (mayPass(answer)) return true;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && Reflect.get(body, 'retryable') === true;
}

/** Twice as long each time, with a random half, so that many clients do not come back together. */
function pauseOf(tried: number): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** tried);
  return longest * (0.5 + Math.random() / 2);
}

/** @throws the reason of the signal, as soon as it is aborted */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  let left = ms;
  for (; left > longestTimerMs; left -= longestTimerMs) await wait(longestTimerMs, signal);
  await wait(left, signal);
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    // A signal that was aborted before tells nobody again.
    if (signal?.aborted) end();
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
