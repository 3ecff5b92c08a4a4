import type { IncomingMessage, ServerResponse } from 'node:http';
import { monotonicMs } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { type Download, sendFile } from '../http/download.ts';
import { failureOf, isOfCaller } from '../http/error-handler.ts';
import { readHeldBody } from '../http/limits/held-bodies.ts';
import { type RateLimit, rateLimitHeaders } from '../http/limits/rate-limit.ts';
import { type CallFacts, noteCall } from '../http/request-log.ts';
import { requestIdOf } from '../http/request-start.ts';
import type { Log } from '../log.ts';
import { countRefusal } from '../telemetry/counters.ts';
import { type Answered, answeredCall, codeIn, type Known } from './answered.ts';
import type { Backends } from './backends.ts';
import { headersForBrowsers, preflightOf } from './browsers.ts';
import { newest, type Operation } from './contract.ts';
import { namesIn } from './names.ts';
import { canonicalPath } from './router.ts';
import type { Bucket, VersionChain } from './types.ts';
import {
  inVersion,
  refusalInVersion,
  versionHeaders,
  versionOf,
  type Written,
  withoutVersion,
} from './versions.ts';

/** What a handler receives besides its request. */
export type Given<P> = {
  readonly principal: P | undefined;
  readonly operation: Operation;
  /** The version of the answer: what the caller asked for, or what their app is pinned to. */
  readonly version: string;
  readonly requestId: string;
  /** Of a call that writes, canonical: two spellings of a path are one path. Of a read, as it was sent. */
  readonly path: string;
  readonly raw: Buffer | undefined;
};

type Outgoing = Written & {
  /** Sent in place of the text. */
  readonly file?: Download | undefined;
  readonly replayed: boolean;
  readonly headers: Readonly<Record<string, string>>;
};

/** The steps that know the business; app/ provides them. */
export type Steps<P> = {
  /** Finds the caller by their key, and limits wrong keys. */
  readonly authenticate: (req: IncomingMessage) => Promise<P>;
  /** The rate limit of a caller with a key. An operation may have its own. */
  readonly bucketOf: (operation: Operation, principal: P, path: string) => Bucket;
  /** Charges 404s to the key where each object has its own bucket, so made-up ids cannot evade limits. */
  readonly bucketOfMiss: (operation: Operation, principal: P) => Bucket | undefined;
  /** The rate limit of calls that need no key. */
  readonly bucketOfAddress: (req: IncomingMessage) => Bucket;
  /** The version for a caller who sends no version header. */
  readonly pinOf: (principal: P) => string;
  readonly admit: (operation: Operation, principal: P) => Promise<void>;
  readonly factsOf: (principal: P) => CallFacts;
};

type Parts<P extends object> = {
  readonly backends: Backends<Given<P>, Outgoing>;
  readonly steps: Steps<P>;
  readonly rateLimit: RateLimit;
  readonly versions: VersionChain;
  readonly log: Log;
  /** Is told of each call after its answer was sent. It must not throw. */
  readonly noteAnswered: (call: Answered<P>) => void;
};

/** Handles every API call. `answer` takes one step per line, in the order in which they refuse. Decision 0006. */
export function createDispatch<P extends object>(
  parts: Parts<P>,
): (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void> {
  return async (req, res, path) => {
    const exchange: Exchange<P> = { req, res, path };
    await answer(parts, exchange).catch((error: unknown) => refuse(parts, exchange, error));
    const call = answeredCall(req, exchange);
    if (call) parts.noteAnswered(call);
  };
}

/** `version` and `operation` are there as soon as they are known: a refusal is in the caller's version too. */
type Exchange<P> = Known<P> & {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
};

async function answer<P extends object>(parts: Parts<P>, exchange: Exchange<P>): Promise<void> {
  const { req } = exchange;
  const routed = routeOf(parts, exchange);
  if (routed === undefined) return;
  const principal = routed.facts.public ? undefined : await parts.steps.authenticate(req);
  await admitRate(parts, { ...exchange, operation: routed, principal });
  exchange.principal = principal;
  await answerAdmitted(parts, exchange, principal).catch((error: unknown) =>
    missed(parts, { operation: routed, principal }, error),
  );
}

async function answerAdmitted<P extends object>(parts: Parts<P>, exchange: Exchange<P>, principal?: P) {
  const { req, res, path } = exchange;
  const version = versionOf(parts.versions, req, principal && parts.steps.pinOf(principal));
  exchange.version = version;
  setHeaders(res, versionHeaders(parts.versions, version));
  const operation = operationFor(parts, exchange, version);
  if (principal) await parts.steps.admit(operation, principal);
  const body = takesBody(operation) ? await readHeldBody(exchange, operation.facts.largestBody) : undefined;
  exchange.names = namesIn(operation.fields, body?.value, path);
  const request = {
    method: req.method ?? 'GET',
    path,
    headers: withoutVersion(req.headers),
    body: body?.value,
  };
  const given = {
    principal,
    operation,
    version,
    requestId: requestIdOf(res),
    path: pathOf(operation, path),
    raw: body?.raw,
  };
  const made = await parts.backends.handle(version, request, given);
  await reply(parts, exchange, { made, version, operation });
}

/** By its path an idempotency key is found, which reads have none of. */
const pathOf = ({ facts }: Operation, path: string): string => (facts.writes ? canonicalPath(path) : path);

type Reply = { readonly made: Outgoing; readonly version: string; readonly operation: Operation };

async function reply<P extends object>(
  { versions }: Parts<P>,
  exchange: Exchange<P>,
  { made, version, operation }: Reply,
): Promise<void> {
  const { res } = exchange;
  if (made.replayed) res.setHeader('Idempotent-Replayed', 'true');
  if (made.status >= 400) exchange.code = codeIn(made.text);
  if (exchange.code !== undefined) noteCall(res, { code: exchange.code });
  setHeaders(res, made.headers);
  // A file is sent as it is; it has no versions.
  if (made.file) await sendFile(exchange.req, res, made.file);
  else send(res, made.status, inVersion(versions, { to: version, operation }, made));
}

/** Undefined when the request was an OPTIONS and has been answered. */
function routeOf<P extends object>({ backends }: Parts<P>, exchange: Exchange<P>): Operation | undefined {
  const { req, res, path } = exchange;
  const method = req.method ?? 'GET';
  const found = backends.find(path, method);
  if (found === undefined) throw new ApiError('ROUTE_NOT_FOUND');
  if ('operation' in found) {
    exchange.operation = found.operation;
    noteCall(res, { operation: found.operation.id, path: found.operation.facts.path });
    setHeaders(res, headersForBrowsers(found.operation));
    return found.operation;
  }
  if (method !== 'OPTIONS') throw new ApiError('METHOD_NOT_ALLOWED', { allow: found.allow });
  const read = backends.find(path, 'GET');
  res.writeHead(204, {
    Allow: found.allow.join(', '),
    ...(read && 'operation' in read && preflightOf(read.operation)),
  });
  res.end();
  return undefined;
}

/** What the path means in the caller's version. @throws ROUTE_NOT_FOUND their version does not have the operation any more */
function operationFor<P extends object>(
  { backends, versions }: Parts<P>,
  exchange: Exchange<P>,
  version: string,
): Operation {
  const { req, path, operation } = exchange;
  if (operation && version === versions.current && operation.id in newest.operations) return operation;
  const found = backends.findIn(version, path, req.method ?? 'GET');
  if (found === undefined) throw new ApiError('ROUTE_NOT_FOUND');
  if ('allow' in found) throw new ApiError('METHOD_NOT_ALLOWED', { allow: found.allow });
  exchange.operation = found.operation;
  return found.operation;
}

type Rated<P> = Exchange<P> & { readonly operation: Operation; readonly principal: P | undefined };

async function admitRate<P extends object>(
  { steps, rateLimit }: Parts<P>,
  { operation, principal, req, res, path }: Rated<P>,
): Promise<void> {
  if (principal === undefined) return await take(rateLimit, steps.bucketOfAddress(req));
  noteCall(res, steps.factsOf(principal));
  await take(rateLimit, steps.bucketOf(operation, principal, path), res);
}

async function missed<P extends object>(
  { steps, rateLimit }: Parts<P>,
  { operation, principal }: Pick<Rated<P>, 'operation' | 'principal'>,
  error: unknown,
): Promise<never> {
  // Whoever makes up ids could get a refusal as often as they like.
  const bucket = isOfCaller(error) && principal && steps.bucketOfMiss(operation, principal);
  if (bucket) await take(rateLimit, bucket);
  throw error;
}

/** Counts a call. @throws RATE_LIMIT_EXCEEDED */
export async function take(
  rateLimit: RateLimit,
  { key, limit, windowMs, policy }: Bucket,
  res?: ServerResponse,
): Promise<void> {
  const taken = await rateLimit.take(key, limit, windowMs, monotonicMs());
  if (res) setHeaders(res, rateLimitHeaders(taken, limit, windowMs, policy));
  if (taken.admitted) return;
  countRefusal(key);
  const details = { limit, window_seconds: windowMs / 1000 };
  throw new ApiError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: taken.retryAfterSeconds, details });
}

function takesBody({ facts }: Operation): boolean {
  return facts.statuses.includes(415);
}

function refuse<P extends object>({ log, versions }: Parts<P>, exchange: Exchange<P>, error: unknown): void {
  const { req, res, path, version, operation } = exchange;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = failureOf(error, requestIdOf(res), log);
  exchange.code = body.code;
  noteCall(res, { code: body.code });
  setHeaders(res, headers);
  // Even a correct refusal is a bug if the contract does not declare it.
  if (operation && !ofPaths.has(body.code) && !codesOf(operation).includes(body.code))
    log.error({ operation: operation.id, code: body.code }, 'the contract does not declare this refusal');
  if (status >= 500)
    log.warn(
      { request_id: body.request_id, method: req.method, path: path.split('?', 1)[0], code: body.code },
      'refused',
    );
  const made = { status, text: JSON.stringify(body), version: versions.current };
  const to = { to: version ?? versions.current, operation };
  const sent = refusalInVersion({ versions, log }, to, made);
  setHeaders(res, sent.headers);
  send(res, status, sent.text);
}

/** No operation declares these: the caller's version does not have it any more. */
const ofPaths: ReadonlySet<string> = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

/** The codes of the newest contract: a later version may add some, and handlers know that one only. */
function codesOf({ id, facts }: Operation): readonly string[] {
  return (newest.operations[id] ?? facts).codes;
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
