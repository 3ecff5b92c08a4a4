import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { elapsedMs, requestIdOf } from './request-start.ts';

/** Facts that become known while a call is handled. `key` holds only the first characters and the last four of the API key. */
export type CallFacts = {
  readonly operation?: string;
  readonly app?: string;
  readonly mode?: string;
  readonly key?: string;
};

const facts = new WeakMap<ServerResponse, CallFacts>();

/** Adds facts to the log line of this call. */
export function noteCall(res: ServerResponse, more: CallFacts): void {
  facts.set(res, { ...facts.get(res), ...more });
}

/** Logs one line per request, after the answer is sent, so that no caller waits for it. */
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
