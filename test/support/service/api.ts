import { expect } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../generated/error-catalogue.ts';
import { registryVersion } from '../../../generated/event-registry.ts';
import { type OperationFacts, type OperationId, operations } from '../../../generated/operations.ts';
import { functions as closed } from '../../../generated/validators/closed.js';
import index from '../../../generated/validators/index.json' with { type: 'json' };
import type { DataOf, RequestOf } from '../../../src/platform/contract/types.ts';

type Sent = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The parts of a request. The body follows the contract, or is anything at all if a test wants a refusal. */
export type Asking<Op extends OperationId> = Sent &
  (RequestOf<Op> extends { readonly body: infer Body }
    ? { readonly body?: Loose<Body> | Record<string, unknown> }
    : unknown);

/** Contract types with plain strings: money is a branded type there. */
type Loose<Body> = { readonly [Field in keyof Body]: Body[Field] extends string ? string : Body[Field] };

type Answered<Op extends OperationId> = {
  readonly status: number;
  readonly headers: Headers;
  /** The data of a success; undefined in a refusal, so a test that reads it then fails. */
  readonly data: DataOf<Op>;
  /** The error code of a refusal; empty in a success. */
  readonly code: string;
  readonly body: Record<string, unknown>;
};

export type Api = <Op extends OperationId>(operationId: Op, asking?: Asking<Op>) => Promise<Answered<Op>>;

/** Calls operations with a key. Checks every answer against the closed schemas, so that no undocumented field passes. */
export function apiOf(baseUrl: string, key: string | undefined): Api {
  return async (operationId, asking) => {
    const { params, query, headers, body }: Sent & { body?: unknown } = { ...asking };
    const { method, path }: OperationFacts = operations[operationId];
    const url = new URL(
      baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')),
    );
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      // `fetch` does not upper-case `patch`.
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return isJson(response)
      ? judged(operationId, response, JSON.parse(text))
      : file(operationId, response, text);
  };
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

/** A download: its media type must be declared, and its text is all there is. */
function file<Op extends OperationId>(operationId: Op, response: Response, text: string): Answered<Op> {
  const { media, status }: OperationFacts = operations[operationId];
  expect(media).toContain(response.headers.get('content-type')?.split(';')[0]);
  expect(response.status).toBe(status);
  expectOurHeaders(response.headers);
  const { headers } = response;
  return { status, headers, data: undefined as unknown as DataOf<Op>, code: '', body: { text } };
}

/** Checks what holds for every answer: a declared status, the exact shape, and the common headers. */
function judged<Op extends OperationId>(operationId: Op, response: Response, body: unknown): Answered<Op> {
  expectDeclared(operationId, response.status, body);
  expectOurHeaders(response.headers);
  const shown = body as Record<string, unknown>;
  if (shown['success'] === false) {
    const { codes }: OperationFacts = operations[operationId];
    expect(codes).toContain(shown['code']);
    expectFailure(response, shown);
  }
  return {
    status: response.status,
    headers: response.headers,
    data: shown['data'] as DataOf<Op>,
    code: codeOf(shown),
    body: shown,
  };
}

/** A raw request, which need not match any operation. */
export type Odd = {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The exact bytes to send. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
};

export type OddAnswer = Pick<Answered<OperationId>, 'status' | 'headers' | 'code' | 'body'> & {
  readonly text: string;
};

/** Sends a raw request. Its answer must carry the common headers too, and a failure must be one of the catalogue's. */
export async function sendOdd(
  baseUrl: string,
  { method = 'GET', path, key, headers, body }: Odd,
): Promise<OddAnswer> {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  expectOurHeaders(response.headers);
  const text = await response.text();
  const shown = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  if (response.status >= 400 && text !== '') expectFailure(response, shown);
  return {
    status: response.status,
    headers: response.headers,
    code: codeOf(shown),
    body: shown,
    text,
  };
}

function codeOf({ code }: Readonly<Record<string, unknown>>): string {
  return typeof code === 'string' ? code : '';
}

function expectOurHeaders(headers: Headers): void {
  expect(headers.get('service-version')).toBe(registryVersion);
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

/** Everything in a failure but its details comes from the catalogue. A replayed answer keeps the first request's id. */
function expectFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Record<string, unknown>,
): void {
  const known = errorCatalogue[body['code'] as ErrorCode];
  expect(body).toMatchObject({
    success: false,
    message: known.message,
    retryable: known.retryable,
    request_id: headers.has('idempotent-replayed') ? expect.any(String) : headers.get('x-request-id'),
  });
  expect(status).toBe(known.status);
}

function expectDeclared(operationId: OperationId, status: number, body: unknown): void {
  const names: Readonly<Record<string, string>> = index.closed[operationId];
  const validate = closed[names[status] ?? names[`${Math.floor(status / 100)}XX`] ?? ''];
  if (!validate) throw new Error(`${operationId} does not declare ${status}: ${JSON.stringify(body)}`);
  if (!validate(body)) {
    throw new Error(
      `${operationId} ${status} breaks the contract: ${JSON.stringify(validate.errors)} ${JSON.stringify(body)}`,
    );
  }
}
