import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OperationFacts, type OperationId, operations } from '../../../generated/operations.ts';
import { monotonicMs } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { type Body, readBody } from '../http/body.ts';
import { failureOf } from '../http/error-handler.ts';
import { type RateLimit, rateLimitHeaders } from '../http/rate-limit.ts';
import { type CallFacts, noteCall } from '../http/request-log.ts';
import { requestIdOf } from '../http/request-start.ts';
import type { Log } from '../log.ts';
import type { Backend } from './backend.ts';
import { canonicalPath } from './router.ts';
import type { VersionChain } from './types.ts';

/** A rate limit's bucket, and how many calls it admits per window. */
export type Bucket = { readonly key: string; readonly limit: number; readonly windowMs: number };

/** What a handler receives besides its request. */
export type Given<P> = {
  readonly principal: P | undefined;
  readonly requestId: string;
  /** Canonical: two spellings of a path are one path. */
  readonly path: string;
  readonly raw: Buffer | undefined;
};

/** An answer in the shape of the newest version. */
type Outgoing = {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

/** The steps that know the business; app/ provides them. */
export type Steps<P> = {
  /** Finds the caller by their key, and limits wrong keys. */
  readonly authenticate: (req: IncomingMessage) => Promise<P>;
  /** The rate limit of a caller with a key. An operation may have its own. */
  readonly bucketOf: (operationId: OperationId, principal: P, path: string) => Bucket;
  /** Charges 404s to the key where each object has its own bucket, so made-up ids cannot evade limits. */
  readonly bucketOfMiss: (operationId: OperationId, principal: P) => Bucket | undefined;
  /** The rate limit of calls that need no key. */
  readonly bucketOfAddress: (req: IncomingMessage) => Bucket;
  /** The version for a caller who sends no version header. */
  readonly pinOf: (principal: P) => string;
  readonly admit: (operationId: OperationId, principal: P) => Promise<void>;
  readonly factsOf: (principal: P) => CallFacts;
};

type Parts<P extends object> = {
  readonly backend: Backend<Given<P>, Outgoing>;
  readonly steps: Steps<P>;
  readonly rateLimit: RateLimit;
  readonly versions: VersionChain;
  readonly log: Log;
};

/** Handles every API call. `answer` takes one step per line, in the order in which they refuse. Decision 0006. */
export function createDispatch<P extends object>(
  parts: Parts<P>,
): (req: IncomingMessage, res: ServerResponse, path: string) => void {
  return (req, res, path) => {
    answer(parts, { req, res, path }).catch((error: unknown) => refuse(parts, { req, res, path }, error));
  };
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly path: string };

async function answer<P extends object>(parts: Parts<P>, exchange: Exchange): Promise<void> {
  const { req, res, path } = exchange;
  const operationId = routeOf(parts, exchange);
  if (operationId === undefined) return;
  const principal = operations[operationId].public ? undefined : await parts.steps.authenticate(req);
  await admitRate(parts, { operationId, principal, ...exchange });
  const version = versionOf(parts, req, principal);
  res.setHeader('Service-Version', version);
  if (principal) await parts.steps.admit(operationId, principal);
  const body = takesBody(operationId) ? await readBody(req) : undefined;
  const request = {
    method: req.method ?? 'GET',
    path,
    headers: req.headers,
    body: upgraded(parts, version, operationId, body),
  };
  const given = {
    principal,
    requestId: requestIdOf(res),
    path: canonicalPath(path),
    raw: body?.raw,
  };
  const made = await parts.backend
    .handle(request, given)
    .catch((error: unknown) => missed(parts, { operationId, principal }, error));
  if (made.replayed) res.setHeader('Idempotent-Replayed', 'true');
  setHeaders(res, made.headers);
  send(res, made.status, downgraded(parts, version, operationId, made));
}

/** Undefined when the request was an OPTIONS and has been answered. */
function routeOf<P extends object>(
  { backend }: Parts<P>,
  { req, res, path }: Exchange,
): OperationId | undefined {
  const method = req.method ?? 'GET';
  const route = backend.find(path, method);
  if (route === undefined) throw new ApiError('ROUTE_NOT_FOUND');
  if ('operationId' in route) {
    noteCall(res, { operation: route.operationId, path: operations[route.operationId].path });
    if (isPublicKeyAllowed(route.operationId)) setHeaders(res, forBrowsers);
    return route.operationId;
  }
  if (method !== 'OPTIONS') throw new ApiError('METHOD_NOT_ALLOWED', { allow: route.allow });
  const read = backend.find(path, 'GET');
  res.writeHead(204, {
    Allow: route.allow.join(', '),
    ...(read && 'operationId' in read && isPublicKeyAllowed(read.operationId) && preflight),
  });
  res.end();
  return undefined;
}

/** A page of another origin may read these headers besides the few that every page may. */
const forBrowsers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
};

/** Browsers may call only operations that allow a public key, since merchants put that key into their pages. */
const preflight = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization, Service-Version',
  'Access-Control-Max-Age': '600',
};

type Rated<P> = Exchange & { readonly operationId: OperationId; readonly principal: P | undefined };

async function admitRate<P extends object>(
  { steps, rateLimit }: Parts<P>,
  { operationId, principal, req, res, path }: Rated<P>,
): Promise<void> {
  if (principal === undefined) {
    await take(rateLimit, steps.bucketOfAddress(req));
    return;
  }
  noteCall(res, steps.factsOf(principal));
  await take(rateLimit, steps.bucketOf(operationId, principal, path), res);
}

async function missed<P extends object>(
  { steps, rateLimit }: Parts<P>,
  { operationId, principal }: Pick<Rated<P>, 'operationId' | 'principal'>,
  error: unknown,
): Promise<never> {
  const isMiss = error instanceof ApiError && error.code === 'NOT_FOUND';
  const bucket = isMiss && principal && steps.bucketOfMiss(operationId, principal);
  if (bucket) await take(rateLimit, bucket);
  throw error;
}

/** Counts a call. @throws RATE_LIMIT_EXCEEDED */
export async function take(
  rateLimit: RateLimit,
  { key, limit, windowMs }: Bucket,
  res?: ServerResponse,
): Promise<void> {
  const taken = await rateLimit.take(key, limit, windowMs, monotonicMs());
  if (res)
    for (const [name, value] of Object.entries(rateLimitHeaders(taken, limit, windowMs)))
      res.setHeader(name, value);
  if (taken.admitted) return;
  const details = { limit, window_seconds: windowMs / 1000 };
  throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: taken.retryAfterSeconds, details });
}

function versionOf<P extends object>(
  { versions, steps }: Parts<P>,
  req: IncomingMessage,
  principal: P | undefined,
): string {
  const asked = req.headers['service-version'];
  if (asked === undefined) return principal ? steps.pinOf(principal) : versions.current;
  if (typeof asked === 'string' && versions.has(asked)) return asked;
  throw new ApiError('UNSUPPORTED_VERSION', { details: { supported: versions.supported } });
}

function takesBody(operationId: OperationId): boolean {
  const { statuses }: OperationFacts = operations[operationId];
  return statuses.includes(415);
}

function isPublicKeyAllowed(operationId: OperationId): boolean {
  const { keyKinds }: OperationFacts = operations[operationId];
  return keyKinds.includes('public');
}

function upgraded<P extends object>(
  { versions }: Parts<P>,
  version: string,
  operationId: OperationId,
  body: Body | undefined,
): unknown {
  return version === versions.current ? body?.value : versions.up(version, operationId, body?.value);
}

function downgraded<P extends object>(
  { versions }: Parts<P>,
  version: string,
  operationId: OperationId,
  { status, text }: Outgoing,
): string {
  if (version === versions.current) return text;
  return JSON.stringify(versions.down(version, operationId, status, JSON.parse(text)));
}

function refuse<P extends object>(
  { log, backend }: Parts<P>,
  { req, res, path }: Exchange,
  error: unknown,
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = failureOf(error, requestIdOf(res), log);
  setHeaders(res, headers);
  const route = backend.find(path, req.method ?? 'GET');
  // Even a correct refusal is a bug if the contract does not declare it.
  if (route && 'operationId' in route && !codesOf(route.operationId).includes(body.code))
    log.error(
      { operation: route.operationId, code: body.code },
      'the contract does not declare this refusal',
    );
  if (status >= 500)
    log.warn(
      { request_id: body.request_id, method: req.method, path: path.split('?', 1)[0], code: body.code },
      'refused',
    );
  send(res, status, JSON.stringify(body));
}

function codesOf(operationId: OperationId): readonly string[] {
  const { codes }: OperationFacts = operations[operationId];
  return codes;
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

function send(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
