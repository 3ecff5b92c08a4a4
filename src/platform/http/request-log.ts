import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { requestSpan } from '../telemetry/trace.ts';
import { addressOf } from './address.ts';
import { elapsedMs, requestIdOf } from './request-start.ts';

/** Facts that become known while a call is handled. `key` holds only the first characters and the last four of the API key. */
export type CallFacts = {
  readonly operation?: string;
  /** The path as the contract writes it: `/v1/transactions/{id}`. */
  readonly path?: string;
  readonly app?: string;
  readonly mode?: string;
  readonly key?: string;
  /** Of a failure. */
  readonly code?: string;
};

/** A line of the log, by the names of its fields. */
export type RequestLine = Readonly<Record<string, unknown>>;

/** Kept on the answer itself, as its start is. */
const facts = Symbol('facts');
type Noted = ServerResponse & { [facts]?: CallFacts };

/** Adds facts to the log line of this call. */
export function noteCall(res: Noted, more: CallFacts): void {
  res[facts] = { ...res[facts], ...more };
}

/**
 * Logs one line per request, after the answer is sent, so that no caller waits for it. The line has the template of the path and
 * never the path itself: whoever has the address of a page may pay on it.
 *
 * @param hear is given each line too
 */
export function createRequestLog(
  log: Log,
  hear: (line: RequestLine) => void = () => undefined,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    // Read now: a socket that was closed has no address.
    const address = addressOf(req);
    const span = requestSpan(req.method ?? '', req.headers['traceparent']);
    res.once('close', () => {
      const line = lineOf(req, res, { address, traceId: span.traceId });
      const { path } = line;
      span.end(typeof path === 'string' ? `${req.method} ${path}` : String(req.method), res.statusCode);
      log[isHealthCheck(line) ? 'debug' : 'info'](line, 'request');
      hear(line);
    });
    span.run(next);
  };
}

/** A proxy and the cluster send one every second or two. They would be most of the log of a quiet service. */
function isHealthCheck({ path, status }: RequestLine): boolean {
  return status === 200 && (path === '/healthz' || path === '/readyz');
}

type About = { readonly address: string; readonly traceId: string | undefined };

function lineOf(req: IncomingMessage, res: Noted, { address, traceId }: About): RequestLine {
  const theirs = req.headers['x-request-id'];
  // The log leaves out what is undefined.
  return {
    request_id: requestIdOf(res),
    method: req.method,
    path: templateOf(req),
    ...res[facts],
    status: res.statusCode,
    ms: Math.round(elapsedMs(res) * 10) / 10,
    address,
    version: res.getHeader('Service-Version'),
    aborted: res.writableFinished ? undefined : true,
    client_request_id: theirs === undefined ? undefined : String(theirs).slice(0, 64),
    trace_id: traceId,
  };
}

/** Of a page or a health endpoint: where Express found its route. The API has one route, and notes the template itself. */
function templateOf(req: IncomingMessage): string | undefined {
  const route: unknown = Reflect.get(req, 'route');
  const path: unknown = typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  if (typeof path !== 'string') return undefined;
  const mounted = `${String(Reflect.get(req, 'baseUrl'))}${path}`;
  return mounted.replaceAll(/:(\w+)/g, '{$1}');
}
