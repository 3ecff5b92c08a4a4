import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { elapsedMs, requestIdOf } from './request-start.ts';

/** What only the way through the call finds out. `key` is its first characters and last four, never all of it. */
export type CallFacts = {
  readonly operation?: string;
  readonly app?: string;
  readonly mode?: string;
  readonly key?: string;
};

const facts = new WeakMap<ServerResponse, CallFacts>();

/** Adds to the line that this answer's end will write. */
export function noteCall(res: ServerResponse, more: CallFacts): void {
  facts.set(res, { ...facts.get(res), ...more });
}

/** One line per request, made when the answer is out: nobody waits for it. */
export function createRequestLog(
  log: Log,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    res.once('close', () => log.info(lineOf(req, res), 'request'));
    next();
  };
}

function lineOf(req: IncomingMessage, res: ServerResponse): Record<string, unknown> {
  const theirs = req.headers['x-request-id'];
  const trace = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(req.headers['traceparent'] ?? ''))?.[1];
  return {
    request_id: requestIdOf(res),
    method: req.method,
    ...facts.get(res),
    status: res.statusCode,
    ms: Math.round(elapsedMs(res) * 10) / 10,
    version: res.getHeader('Service-Version'),
    ...(!res.writableFinished && { aborted: true }),
    ...(theirs !== undefined && { client_request_id: String(theirs).slice(0, 64) }),
    ...(trace !== undefined && { trace_id: trace }),
  };
}
