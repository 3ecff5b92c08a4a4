import { Resolver } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { monotonicMs } from '../clock.ts';
import { type Cidr, cidrs, isPublic, isSame, isWithin } from './public-address.ts';

/** An answer whose headers came in time; what it said is kept for the merchant's delivery log. */
type EgressAnswer = {
  readonly status: number;
  readonly headers: string;
  /** The first 4 KiB that came within a second, without U+0000. */
  readonly body: string;
  readonly durationMs: number;
  readonly address: string;
};

type EgressFailure = {
  /** Which part did not work: the name, our own judgement of the address, TCP, TLS, time, or the answer. */
  readonly failure: 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'reset';
  readonly detail: string;
  readonly durationMs: number;
  readonly address?: string;
};

export type EgressResult = EgressAnswer | EgressFailure;

export type Egress = {
  /**
   * Whether an address that a merchant writes down may be kept. Names pass: what they stand for may change,
   * so it is asked at every send. A `return` address is opened by the customer's browser: any port will do.
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
  /** CIDRs that may be reached besides public addresses, there also by http and on any port. */
  readonly allow: readonly string[];
  readonly ports: readonly number[];
  /** Absent: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Roots to trust instead of the system's. */
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

/** The only way out to addresses that merchants give. */
export function createEgress(options: EgressOptions): Egress {
  const guard = { allow: cidrs(options.allow), ports: options.ports };
  const resolve = options.resolve ?? systemResolve;
  let made: SecureContext | undefined;
  // One for all connections: making it costs more than the rest of a connection, and its memory comes back late.
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

/** The URL taken apart, if nothing that it says itself speaks against it. */
function targetOf(text: string, guard: Guard, use: 'receiver' | 'return'): Target | undefined {
  const target = takenApart(text, guard);
  if (!target) return undefined;
  const { url, literal } = target;
  if (literal !== undefined && isListed(literal, guard))
    return /^https?:$/.test(url.protocol) ? target : undefined;
  const portAllowed = use === 'return' || guard.ports.includes(portOf(url));
  return portAllowed && url.protocol === 'https:' && isReachable(target) ? target : undefined;
}

function takenApart(text: string, guard: Guard): Target | undefined {
  const url = text.length <= longestUrl ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '') return undefined;
  // The parser has already folded 0x7f000001, 2130706433, 127.1 and full-width digits.
  const bare = url.hostname.toLowerCase().replace(/\.$/, '');
  const hostname = bare.replace(/^\[(.*)\]$/, '$1');
  return { url, hostname, literal: isIP(hostname) ? hostname : localhostOf(hostname, guard) };
}

/** A name is judged by its addresses, when they are asked for. */
function isReachable({ hostname, literal }: Target): boolean {
  return literal === undefined ? !isLocalName(hostname) : isPublic(literal);
}

function portOf(url: URL): number {
  const usual = url.protocol === 'http:' ? 80 : 443;
  return url.port === '' ? usual : Number(url.port);
}

/** Without a resolution, which might add `::1`. */
function localhostOf(hostname: string, guard: Guard): string | undefined {
  return hostname === 'localhost' && isListed('127.0.0.1', guard) ? '127.0.0.1' : undefined;
}

function isLocalName(hostname: string): boolean {
  return /^$|\.$|(^|\.)(localhost|local|internal)$/.test(hostname);
}

/**
 * Asks the name servers itself: `lookup` runs on the four threads that all files share, so a few names whose servers are
 * silent would hold up everybody's deliveries.
 */
async function systemResolve(hostname: string): Promise<readonly string[]> {
  // A lost question, or a server that is down, leaves time for another.
  const resolver = new Resolver({ timeout: resolveMs / 3, tries: 2 });
  // Some servers leave a question for IPv6 without any answer: it may not cost the other one's.
  const six = inTime(resolver.resolve6(hostname), resolveMs / 2);
  const [four, others] = await Promise.all([resolver.resolve4(hostname).catch(asError), six]);
  const found = [four, others].flatMap((each) => (Array.isArray(each) ? each : []));
  if (found.length === 0 && four instanceof Error) throw four;
  return found;
}

/** The one address to connect to; any forbidden one among a name's addresses refuses the name. */
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
  return allowed ? first : { failure: 'address', detail: 'the name stands for an address not allowed' };
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

/** One request on one connection of its own, to the vetted address. Redirects are answers like any other. */
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
    // An answer stays one, whatever happens to the rest of its body.
    if (!answering) end(failed(failure, detail, sending.startedAt, address));
  }

  // An idle timeout does not stop a slow drip; one deadline for all of it does.
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
    clearTimeout(timer);
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
  // The certificate must bear the URL's name, not the address that was connected to.
  const servername = isIP(hostname) ? '' : hostname;
  // Certificates are looked at whatever the environment says.
  const secure = { servername, secureContext: sending.secureContext(), rejectUnauthorized: true };
  return https.request({ ...options, ...secure });
}

function onConnected(socket: Socket, reached: (next: Stage) => void): void {
  const encrypted = 'encrypted' in socket;
  socket.once('connect', () => reached(encrypted ? 'tls' : 'reset'));
  if (encrypted) socket.once('secureConnect', () => reached('reset'));
}

/** As much as is kept, as far as it comes: the status has decided already. */
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

/** The log is read by more people than the receiver's cookies and keys are meant for. */
function shown(name: string, value = ''): string {
  return /cookie|auth|token|secret|session|api-?key/i.test(name) ? '[hidden]' : value;
}

/** PostgreSQL keeps no U+0000. */
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

/** A code, not the message: messages quote names and addresses. */
function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
