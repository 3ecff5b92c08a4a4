import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorCatalogue } from '../../../../generated/error-catalogue.ts';
import { countOverload } from '../../telemetry/counters.ts';
import { requestIdOf, usualHeaders } from '../request-start.ts';
import type { Overload } from './overload.ts';

const code = 'SERVICE_UNAVAILABLE';
const { status, message, retryable } = errorCatalogue[code];
/**
 * Refuses calls of the API before anything is done for them while there is an overload. Pages go on: a payer may be about to pay.
 * Such a refusal is counted, not logged: a line for each would take as long as what is refused.
 *
 * @param overloadOf which overload concerns the call
 * @param version of the answer: nobody has looked yet what the caller wants
 * @param calls takes the calls that are admitted
 * @param others takes everything else, such as pages
 *
 * Decision 0127.
 */
export function unlessOverloaded(
  overloadOf: (req: IncomingMessage) => Pick<Overload, 'admits' | 'holdMs'>,
  version: string,
  { calls, others }: { readonly calls: RequestListener; readonly others: RequestListener },
): RequestListener {
  return (req, res) => {
    const isCall = req.url?.startsWith('/v1/') === true && req.method !== 'OPTIONS';
    if (!isCall) return others(req, res);
    const overload = overloadOf(req);
    if (overload.admits()) return calls(req, res);
    countOverload();
    if (overload.holdMs === 0) return refuse(res, version);
    setTimeout(refuse, overload.holdMs, res, version);
  };
}

function refuse(res: ServerResponse, version: string): void {
  const requestId = requestIdOf(res);
  const text = JSON.stringify({ success: false, code, message, request_id: requestId, retryable });
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...usualHeaders,
    'X-Request-Id': requestId,
    'Service-Version': version,
    'Retry-After': '1',
    // A merchant's own page may call with a public key, and has to see when to come again.
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  });
  res.end(text);
}
