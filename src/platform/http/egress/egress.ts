import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { monotonicMs } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import { Recent } from '../../recent.ts';
import { type Cidr, cidrs, isPublic, isWithin } from '../public-address.ts';
import { codeOf, type EgressResult, failed } from './answer.ts';
import { KeptConnections } from './kept-connections.ts';
import { portOf, sendToFirst, type Target } from './sending.ts';

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

type Guard = { readonly allow: readonly Cidr[]; readonly ports: readonly number[] };

const longestUrl = 2048;
const resolveMs = 3000;
/** So many URLs are not parsed again for each delivery. Each is at most 2 KiB. */
const mostReceivers = 1000;

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
  const kept = new KeptConnections();
  const receivers = new Recent<Target>(mostReceivers);
  const receiverAt = (url: string) => {
    const target = receivers.get(url) ?? targetOf(url, guard, 'receiver');
    if (target) receivers.set(url, target);
    return target;
  };
  return {
    judge: (url, use = 'receiver') => (targetOf(url, guard, use) ? 'allowed' : 'refused'),
    async post(url, headers, body, { timeoutMs }) {
      const startedAt = monotonicMs();
      const deadline = startedAt + timeoutMs;
      const target = receiverAt(url);
      if (!target) return failed('address', 'not allowed', startedAt);
      const found = await addressesOf(target, guard, resolve, deadline);
      if ('failure' in found) return failed(found.failure, found.detail, startedAt);
      const sending = { headers, body: Buffer.from(body), startedAt, deadline, secureContext };
      return await sendToFirst(target, found, sending, kept);
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
  // Deliveries store and send the parsed text, which may be several times as long.
  if (!url || url.href.length > longestUrl || url.username !== '' || url.password !== '') return undefined;
  // The parser has already normalized 0x7f000001, 2130706433, 127.1 and full-width digits.
  const bare = url.hostname.toLowerCase().replace(/\.$/, '');
  const hostname = bare.replace(/^\[(.*)\]$/, '$1');
  return { url, hostname, literal: isIP(hostname) ? hostname : localhostOf(hostname, guard) };
}

/** The addresses of a name are checked when it is resolved. */
function isReachable({ hostname, literal }: Target): boolean {
  return literal === undefined ? !isLocalName(hostname) : isPublic(literal);
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

type NoAddress = { readonly failure: 'dns' | 'address' | 'timeout'; readonly detail: string };

/** The addresses to connect to: at least one. One forbidden address refuses the whole name. */
async function addressesOf(
  target: Target,
  guard: Guard,
  resolve: (hostname: string) => Promise<readonly string[]>,
  deadline: number,
): Promise<readonly string[] | NoAddress> {
  if (target.literal !== undefined) return [target.literal];
  const leftMs = deadline - monotonicMs();
  const found = await inTime(resolve(target.hostname), Math.min(resolveMs, leftMs));
  if (found === 'late' && leftMs < resolveMs) return { failure: 'timeout', detail: 'no address in time' };
  if (found === 'late') return { failure: 'dns', detail: 'no answer in time' };
  if (found instanceof Error) return { failure: 'dns', detail: codeOf(found) };
  if (found.length === 0) return { failure: 'dns', detail: 'no address' };
  const allowed = found.every((address) => isPublic(address) || isListed(address, guard));
  return allowed
    ? found
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
