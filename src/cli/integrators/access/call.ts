import { registryVersion } from '../../../../generated/event-registry.ts';
import { type OperationFacts, type OperationId, operations } from '../../../../generated/operations.ts';
import { NetworkError } from '../../../sdk/client/errors.ts';
import { createTransport } from '../../../sdk/client/transport.ts';
import { Failure, say } from '../../support/print.ts';
import type { Access } from './access.ts';
import { fieldsOf } from './profiles.ts';
import { type Answer, jsonIn, mediaTypeOf, refusal, unreadable } from './refusal.ts';

export type Call = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Bytes of another type than JSON. */
  readonly file?: { readonly type: string; readonly bytes: Uint8Array };
  /** The longest `Retry-After` to wait for. Usually 20: a person waits. */
  readonly waitSeconds?: number;
};

/**
 * Calls an operation, and returns the `data` of its answer, or the bytes of a download. A call that may not have arrived is made
 * again; a write goes out under one idempotency key, so it has its effect once.
 *
 * @throws Failure with the service's words, and with the exit code of its refusal
 */
export async function call(access: Access, id: OperationId, asked: Call = {}): Promise<unknown> {
  const facts: OperationFacts = operations[id];
  const method = facts.method.toUpperCase();
  const { headers, body } = contentOf(asked);
  const sent = { method, headers, ...(body !== undefined && { body }), waitSeconds: asked.waitSeconds };
  const timeoutMs = facts.media ? downloadMs : undefined;
  const answer = await send(access, access.baseUrl + pathOf(facts, asked), { ...sent, timeoutMs });
  if (answer.status >= 300) throw refusal(access, answer, id);
  const type = mediaTypeOf(answer);
  if (facts.media && type !== 'application/json' && type !== 'text/html') return answer.bytes;
  const { success, data } = fieldsOf(jsonIn(answer));
  if (success !== true || data === undefined) throw unreadable(access, answer);
  return data;
}

function pathOf(facts: OperationFacts, { path = {}, query = {} }: Call): string {
  const filled = facts.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return parameters.size > 0 ? `${filled}?${parameters.toString()}` : filled;
}

function contentOf({ body, file }: Call): Pick<Sent, 'headers' | 'body'> {
  if (file) return { headers: { 'content-type': file.type }, body: file.bytes };
  return body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly waitSeconds?: number | undefined;
  /** How long one try may take, with the body of its answer. */
  readonly timeoutMs?: number | undefined;
};

/** A report may be large and the connection slow. */
const downloadMs = 15 * 60_000;

/** @throws Failure if nobody answers */
export async function send(
  access: Access,
  address: string,
  { body, waitSeconds = 20, timeoutMs = 30_000, ...sent }: Sent,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${access.key}`,
    'user-agent': 'mps',
    // The one whose operations and fields it knows, whatever the app is pinned to.
    'service-version': registryVersion,
    ...sent.headers,
  };
  const given = typeof body === 'string' ? body : body && new Uint8Array(body);
  const request = new Request(address, {
    method: sent.method,
    redirect: 'manual',
    headers,
    ...(given !== undefined && { body: given }),
  });
  const transport = createTransport({
    maxRetries: 2,
    timeoutMs,
    longestWaitSeconds: waitSeconds,
    fetch: (each) => fetch(each),
  });
  const response = await transport(request).catch((error: unknown) => {
    const why = error instanceof NetworkError ? error.cause : error;
    throw new Failure(
      'network',
      `The service does not answer at ${access.baseUrl} (${reasonOf(why)}). Look: mps doctor`,
    );
  });
  const requestId = response.headers.get('x-request-id') ?? '-';
  if (access.options.verbose)
    say(`${sent.method} ${new URL(address).pathname} ${response.status} ${requestId}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, requestId, bytes };
}

/** `ECONNREFUSED`, say: the cause says more than "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code: unknown = error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined;
  return typeof code === 'string' ? code : error.message;
}
