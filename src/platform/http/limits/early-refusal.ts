import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { countOverload } from '../../telemetry/counters.ts';
import { requestIdOf } from '../request-start.ts';
import { eventLoop } from './event-loop.ts';

const code = 'SERVICE_UNAVAILABLE';
const { status, message, retryable } = errorCatalogue[code];

/**
 * Refuses calls of the API before anything is done for them while the event loop stays late. Pages go on: a payer may be about to pay.
 * Such a refusal is counted, not logged: a line for each would take as long as what is refused.
 *
 * @param version of the answer: nobody has looked yet what the caller wants
 *
 * Decision 0127.
 */
export function unlessLate(version: string, app: RequestListener): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith('/v1/') !== true || eventLoop.admits()) return app(req, res);
    countOverload('event_loop');
    const requestId = requestIdOf(res);
    const text = JSON.stringify({ success: false, code, message, request_id: requestId, retryable });
    res.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      'Service-Version': version,
      'Retry-After': '1',
    });
    res.end(text);
  };
}
