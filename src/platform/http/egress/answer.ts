import type { IncomingMessage } from 'node:http';
import { monotonicMs } from '../../clock.ts';

/** An answer whose headers came in time. The merchant's delivery log keeps it. */
type EgressAnswer = {
  readonly status: number;
  readonly headers: string;
  /** What arrived within a second, at most 4 KiB, without U+0000. */
  readonly body: string;
  readonly durationMs: number;
  readonly address: string;
};

export type EgressFailure = {
  /** What failed: DNS, our own check of the address, TCP, TLS, the deadline, or reading the answer. */
  readonly failure: 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'reset';
  readonly detail: string;
  readonly durationMs: number;
  readonly address?: string;
};

export type EgressResult = EgressAnswer | EgressFailure;

/** Of an answer's headers. An answer with more is not read. */
export const mostHeaderBytes = 8192;

const bodyMs = 1000;
const keptBytes = 4096;

/** Reads the body up to the limits of size and time. The status alone decides the outcome, so nothing here fails. */
export function startOfBody(response: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (): void => {
    clearTimeout(timer);
    resolve(plain(Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8')));
  };
  const timer = setTimeout(finish, bodyMs);
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length - chunk.length < keptBytes) chunks.push(chunk);
    if (length >= keptBytes) finish();
  });
  for (const over of ['end', 'error', 'close']) response.once(over, finish);
  return promise;
}

export function answered(
  response: IncomingMessage,
  body: string,
  durationMs: number,
  address: string,
): EgressAnswer {
  const raw = response.rawHeaders;
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${shown(name, raw[at + 1])}`] : []));
  const headers = plain(lines.join('\n')).slice(0, keptBytes);
  return { status: response.statusCode ?? 0, headers, body, durationMs, address };
}

/** Hides cookies and keys, since many people can read the delivery log. */
function shown(name: string, value = ''): string {
  return /cookie|auth|token|secret|session|api-?key/i.test(name) ? '[hidden]' : value;
}

/** PostgreSQL cannot store U+0000. */
function plain(text: string): string {
  return text.replaceAll('\0', '');
}

export function failed(
  failure: EgressFailure['failure'],
  detail: string,
  startedAt: number,
  address?: string,
): EgressFailure {
  const durationMs = monotonicMs() - startedAt;
  return { failure, detail, durationMs, ...(address !== undefined && { address }) };
}

/** The error's code, because its message may contain names and addresses. */
export function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
