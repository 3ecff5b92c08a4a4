import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../contract.ts';
import type { Request } from '../requests.ts';

/** Where and as whom to call. */
export type Door = {
  readonly baseUrl: string;
  /** Undefined: without a key. */
  readonly key: string | undefined;
  readonly version?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** What is sent instead of the JSON of the request's body. */
export type Raw = { readonly text: string; readonly type: string };

export type Exchange = {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  readonly sent: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly began: Date;
  readonly tookMs: number;
};

/** Sends a request and reads the answer. Waits and sends it again where a service that is not ours limits the rate. */
export async function send(door: Door, operation: Operation, request: Request, raw?: Raw): Promise<Exchange> {
  const { method } = operation;
  const url = `${door.baseUrl}${pathOf(operation, request)}`;
  const body = raw ? raw.text : request.body === undefined ? undefined : JSON.stringify(request.body);
  const sent = {
    ...(door.version !== undefined && { 'Service-Version': door.version }),
    ...request.header,
    ...(body !== undefined && { 'Content-Type': raw?.type ?? 'application/json' }),
    ...(door.key !== undefined && { Authorization: `Bearer ${door.key}` }),
  };
  const began = new Date();
  const from = performance.now();
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: sent,
    ...(body !== undefined && { body }),
    ...(door.signal && { signal: door.signal }),
  });
  const text = await response.text();
  const { status, headers } = response;
  return {
    operation,
    method,
    url,
    sent,
    body,
    status,
    headers,
    text,
    began,
    tookMs: performance.now() - from,
  };
}

/** Like `send`, for a service whose rate limits we did not choose. */
export async function sendPatiently(door: Door, operation: Operation, request: Request): Promise<Exchange> {
  for (;;) {
    const exchange = await send(door, operation, request);
    if (exchange.status !== 429) return exchange;
    const seconds = Number(exchange.headers.get('retry-after') ?? 1);
    await delay(seconds * 1000, undefined, door.signal ? { signal: door.signal } : {});
  }
}

function pathOf({ path }: Operation, request: Request): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.path[name] ?? ''));
  const query = new URLSearchParams(request.query).toString();
  return query === '' ? named : `${named}?${query}`;
}

/** The parsed body; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A line for a shell. The key is left out: reports are passed around. */
export function curlOf({ method, url, sent, body }: Exchange): string {
  const headers = Object.entries(sent).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $KEY"' : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const data = body === undefined ? [] : [`--data-raw ${quoted(body)}`];
  return ['curl -i', `-X ${method}`, ...headers, ...data, quoted(url)].join(' ');
}
