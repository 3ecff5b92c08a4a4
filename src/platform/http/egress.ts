import { Resolver } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { monotonicMs } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { type Cidr, cidrs, isPublic, isSame, isWithin } from './public-address.ts';

/** An answer whose headers came in time. The merchant's delivery log keeps it. */
type EgressAnswer = {
  readonly status: number;
  readonly headers: string;
  /** What arrived within a second, at most 4 KiB, without U+0000. */
  readonly body: string;
  readonly durationMs: number;
  readonly address: string;
};

type EgressFailure = {
  /** What failed: DNS, our own check of the address, TCP, TLS, the deadline, or reading the answer. */
  readonly failure: 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'reset';
  readonly detail: string;
  readonly durationMs: number;
  readonly address?: string;
};

export type EgressResult = EgressAnswer | EgressFailure;

export type Egress = {
  /**
   * Whether a merchant may save this URL. Host names pass here and are resolved and checked at every send, since DNS may change.
   * A `return` URL is opened by the customer's browser, so it may have any port.
   */
  readonly judge: (url: string, use?: 'receiver' | 'return') => 'allowed' | 'refused';
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    limits: { readonly timeoutMs: number },
  ) => Promise<EgressResult>;
};

type EgressOptions = {
  /** CIDRs allowed besides public addresses; for these, http and any port are allowed too. */
  readonly allow: readonly string[];
  readonly ports: readonly number[];
  /** Defaults to the system's name servers. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Root certificates to trust instead of the system's. */
  readonly ca?: string;
};

type Target = { readonly url: URL; readonly hostname: string; readonly literal: string | undefined };
type Guard = { readonly allow: readonly Cidr[]; readonly ports: readonly number[] };
type Vetted = { readonly target: Target; readonly address: string };
type Sending = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly startedAt: number;
  readonly deadline: number;
  readonly secureContext: () => SecureContext;
};

const longestUrl = 2048;
const resolveMs = 3000;
const bodyMs = 1000;
const keptBytes = 4096;
const mostHeaderBytes = 8192;
const mostInformation = 5;

/** The refusal of a URL that `judge` refused, by the field that holds it. */
export function addressNotAllowed(field: string): ApiError {
  return new ApiError('ADDRESS_NOT_ALLOWED', { details: { field, setting: 'EGRESS_ALLOW' } });
}

/** All requests to URLs that merchants provide go through here. */
export function createEgress(options: EgressOptions): Egress {
  const guard = { allow: cidrs(options.allow), ports: options.ports };
  const resolve = options.resolve ?? systemResolve;
  let made: SecureContext | undefined;
  // Shared by all connections: creating one costs more than the rest of a connection, and its memory is freed late.
  const secureContext = () => (made ??= createSecureContext({ ca: options.ca }));
  return {
    judge: (url, use = 'receiver') => (targetOf(url, guard, use) ? 'allowed' : 'refused'),
    async post(url, headers, body, { timeoutMs }) {
      const startedAt = monotonicMs();
      const deadline = startedAt + timeoutMs;
      const target = targetOf(url, guard, 'receiver');
      if (!target) return failed('address', 'not allowed', startedAt);
      const address = await addressOf(target, guard, resolve, deadline);
      if (typeof address !== 'string') return failed(address.failure, address.detail, startedAt);
      const sending = { headers, body: Buffer.from(body), startedAt, deadline, secureContext };
      return await send({ target, address }, sending);
    },
  };
}

function isListed(address: string, guard: Guard): boolean {
  return isIP(address) !== 0 && isWithin(address, guard.allow);
}

/** The parsed URL, if it is allowed as far as its text shows. */
function targetOf(text: string, guard: Guard, use: 'receiver' | 'return'): Target | undefined {
  const target = parsed(text, guard);
  if (!target) return undefined;
  const { url, literal } = target;
  if (literal !== undefined && isListed(literal, guard))
    return /^https?:$/.test(url.protocol) ? target : undefined;
  const portAllowed = use === 'return' || guard.ports.includes(portOf(url));
  return portAllowed && url.protocol === 'https:' && isReachable(target) ? target : undefined;
}

function parsed(text: string, guard: Guard): Target | undefined {
  const url = text.length <= longestUrl ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  // The parser has already normalized 0x7f000001, 2130706433, 127.1 and full-width digits.
  const bare = url.hostname.toLowerCase().replace(/\.$/, '');
  const hostname = bare.replace(/^\[(.*)\]$/, '$1');
  return { url, hostname, literal: isIP(hostname) ? hostname : localhostOf(hostname, guard) };
}

/** The addresses of a name are checked when it is resolved. */
function isReachable({ hostname, literal }: Target): boolean {
  return literal === undefined ? !isLocalName(hostname) : isPublic(literal);
}

function portOf(url: URL): number {
  const usual = url.protocol === 'http:' ? 80 : 443;
  return url.port === '' ? usual : Number(url.port);
}

/** Avoids resolving `localhost`, which might add `::1`. */
function localhostOf(hostname: string, guard: Guard): string | undefined {
  return hostname === 'localhost' && isListed('127.0.0.1', guard) ? '127.0.0.1' : undefined;
}

/** Public names have a dot. */
function isLocalName(hostname: string): boolean {
  return /^[^.]*$|\.$|(^|\.)(localhost|local|internal)$/.test(hostname);
}

/**
 * Queries the name servers directly. `lookup` runs on the four threads that file access shares, so a few names with silent servers
 * would delay everybody's deliveries.
 */
async function systemResolve(hostname: string): Promise<readonly string[]> {
  // Leaves time for a second try if a query is lost or a server is down.
  const resolver = new Resolver({ timeout: resolveMs / 3, tries: 2 });
  // Some servers never answer queries for IPv6; they must not delay the IPv4 result.
  const six = inTime(resolver.resolve6(hostname), resolveMs / 2);
  const [four, others] = await Promise.all([resolver.resolve4(hostname).catch(asError), six]);
  const found = [four, others].flatMap((each) => (Array.isArray(each) ? each : []));
  if (found.length === 0 && four instanceof Error) throw four;
  return found;
}

/** The address to connect to. One forbidden address refuses the whole name. */
async function addressOf(
  target: Target,
  guard: Guard,
  resolve: (hostname: string) => Promise<readonly string[]>,
  deadline: number,
): Promise<string | { failure: 'dns' | 'address' | 'timeout'; detail: string }> {
  if (target.literal !== undefined) return target.literal;
  const leftMs = deadline - monotonicMs();
  const found = await inTime(resolve(target.hostname), Math.min(resolveMs, leftMs));
  if (found === 'late' && leftMs < resolveMs) return { failure: 'timeout', detail: 'no address in time' };
  if (found === 'late') return { failure: 'dns', detail: 'no answer in time' };
  if (found instanceof Error) return { failure: 'dns', detail: codeOf(found) };
  const [first] = found;
  if (first === undefined) return { failure: 'dns', detail: 'no address' };
  const allowed = found.every((address) => isPublic(address) || isListed(address, guard));
  return allowed
    ? first
    : { failure: 'address', detail: 'the name resolves to an address that is not allowed' };
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T | Error | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, Math.max(0, ms), 'late');
  const first = await Promise.race([work.catch(asError), late]);
  clearTimeout(timer);
  return first;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('unknown');
}

type Stage = 'connect' | 'tls' | 'reset';

/** Sends one request on its own connection to the vetted address. Redirects are not followed. */
function send({ target, address }: Vetted, sending: Sending): Promise<EgressResult> {
  const { promise, resolve } = Promise.withResolvers<EgressResult>();
  const request = requestTo(target, address, sending);
  let stage: Stage = 'connect';
  let answering = false;

  function end(result: EgressResult): void {
    clearTimeout(timer);
    resolve(result);
    request.destroy();
  }
  function fail(failure: EgressFailure['failure'], detail: string): void {
    // Once headers have arrived the answer counts, even if the rest of its body fails.
    if (!answering) end(failed(failure, detail, sending.startedAt, address));
  }

  // One deadline for the whole request: an idle timeout does not stop a receiver that sends byte by byte.
  const leftMs = Math.max(0, sending.deadline - monotonicMs());
  const timer = setTimeout(fail, leftMs, 'timeout', 'no answer in time');
  request.on('socket', (socket) => {
    onConnected(socket, (next) => {
      stage = next;
      if (socket.remoteAddress === undefined) fail(next, 'closed at once');
      else if (!isSame(socket.remoteAddress, address)) fail('address', 'connected elsewhere');
    });
  });
  let early = 0;
  request.on('information', () => {
    early += 1;
    if (early > mostInformation) fail('reset', 'too many early answers');
  });
  request.on('response', (response) => {
    answering = true;
    const headMs = monotonicMs() - sending.startedAt;
    void startOfBody(response).then((body) => end(answered(response, body, headMs, address)));
  });
  request.on('error', (error) => fail(stage, codeOf(error)));
  request.on('close', () => fail(stage, 'closed without an answer'));
  request.end(sending.body);
  return promise;
}

function requestTo(target: Target, address: string, sending: Sending): http.ClientRequest {
  const { url, hostname } = target;
  const options = {
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    method: 'POST',
    agent: false,
    maxHeaderSize: mostHeaderBytes,
    headers: { ...sending.headers, host: url.host, 'content-length': sending.body.length },
  };
  if (url.protocol === 'http:') return http.request(options);
  // The certificate must match the URL's host name, not the address.
  const servername = isIP(hostname) ? '' : hostname;
  // Certificates are verified even if NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
  const secure = { servername, secureContext: sending.secureContext(), rejectUnauthorized: true };
  return https.request({ ...options, ...secure });
}

function onConnected(socket: Socket, reached: (next: Stage) => void): void {
  const encrypted = 'encrypted' in socket;
  socket.once('connect', () => reached(encrypted ? 'tls' : 'reset'));
  if (encrypted) socket.once('secureConnect', () => reached('reset'));
}

/** Reads the body up to the limits of size and time. The status alone decides the outcome, so nothing here fails. */
function startOfBody(response: http.IncomingMessage): Promise<string> {
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

function answered(
  response: http.IncomingMessage,
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

function failed(
  failure: EgressFailure['failure'],
  detail: string,
  startedAt: number,
  address?: string,
): EgressFailure {
  const durationMs = monotonicMs() - startedAt;
  return { failure, detail, durationMs, ...(address !== undefined && { address }) };
}

/** The error's code, because its message may contain names and addresses. */
function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
