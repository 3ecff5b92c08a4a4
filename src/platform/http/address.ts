import type { IncomingMessage } from 'node:http';
import { subscriberOf } from './public-address.ts';

/** Groups calls without a key for rate limits: by IPv4 address, or by IPv6 /64, which one subscriber typically holds. */
export function addressBucket(req: IncomingMessage): string {
  return subscriberOf(addressOf(req));
}

// Each connection of a caller has another port, so with it each would have a rate limit of its own.
const withoutPort = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i;

/**
 * The caller's address. Express takes `ip` from X-Forwarded-For if TRUST_PROXY names a proxy; some proxies write the port behind the
 * address.
 */
export function addressOf(req: IncomingMessage): string {
  // Read once: Express finds it anew each time.
  const ip = 'ip' in req ? req.ip : undefined;
  const said = typeof ip === 'string' ? ip : (req.socket.remoteAddress ?? '');
  const [, ipv6, ipv4] = withoutPort.exec(said) ?? [];
  const address = ipv6 ?? ipv4 ?? said;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
