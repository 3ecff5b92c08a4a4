import type { ServerResponse } from 'node:http';
import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import { classify } from '../db/driver/violations.ts';
import { ApiError, type FieldError, notEncoded } from '../errors.ts';
import type { Log } from '../log.ts';
import { requestIdOf } from './request-start.ts';

type FailureBody = {
  readonly success: false;
  readonly code: ErrorCode;
  readonly message: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly errors?: readonly FieldError[];
  readonly details?: Record<string, unknown>;
};

export type Failure = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: FailureBody;
};

/** The only renderer of failures. Messages come from the catalogue, so no stack, SQL or path gets out. */
export function failureOf(error: unknown, requestId: string, log: Log): Failure {
  const refusal = error instanceof ApiError ? error : refusalOf(error, requestId, log);
  const { code, details, errors } = refusal;
  const { status, message, retryable } = errorCatalogue[code];
  return {
    status,
    headers: headersOf(refusal, status),
    body: {
      success: false,
      code,
      message,
      request_id: requestId,
      retryable,
      ...(errors && { errors }),
      ...(details && { details }),
    },
  };
}

/** Answers with a failure, or closes the connection of an answer that has begun. */
export function fail(error: unknown, res: ServerResponse, log: Log): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = failureOf(error, requestIdOf(res), log);
  const text = JSON.stringify(body);
  const ofText = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  };
  res.writeHead(status, { ...headers, ...ofText }).end(text);
}

function refusalOf(error: unknown, requestId: string, log: Log): ApiError {
  // Invalid percent-encoding in the path or query.
  if (error instanceof URIError) return new ApiError('VALIDATION_ERROR', { errors: [notEncoded] });
  const cause = classify(error);
  if (cause === 'unavailable' || cause === 'retry') {
    log.warn({ request_id: requestId, err: error }, 'the database could not serve a request');
    return new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  }
  if (cause?.code !== undefined) return new ApiError(cause.code);
  log.error({ request_id: requestId, err: error }, 'a request failed with an unexpected error');
  return new ApiError('INTERNAL_ERROR');
}

/** Whether the caller is the cause, and not this service. */
export function isOfCaller(error: unknown): boolean {
  return error instanceof URIError || (error instanceof ApiError && errorCatalogue[error.code].status < 500);
}

/** HTTP asks for one on every 401. Without it, Java's client with an authenticator throws, and hides the answer. */
const challenge = { 'WWW-Authenticate': 'Bearer realm="payments"' };

function headersOf(refusal: ApiError, status: number): Record<string, string> {
  const mustWait = status === 429 || status === 503 || refusal.code === 'IDEMPOTENCY_IN_PROGRESS';
  const wait = refusal.retryAfterSeconds ?? (mustWait ? 1 : undefined);
  return {
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
    ...(refusal.allow && { Allow: refusal.allow.join(', ') }),
    ...(status === 401 && challenge),
  };
}
