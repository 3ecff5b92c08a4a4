import type { IncomingMessage } from 'node:http';
import { subscriberOf } from './public-address.ts';

/** Groups calls without a key for rate limits: by IPv4 address, or by IPv6 /64, which one subscriber typically holds. */
export function addressBucket(req: IncomingMessage): string {
  return subscriberOf(addressOf(req));
}

/** The caller's address. Express takes `ip` from X-Forwarded-For if TRUST_PROXY names a proxy. */
export function addressOf(req: IncomingMessage): string {
  // Read once: Express finds it anew each time.
  const ip = 'ip' in req ? req.ip : undefined;
  const address = typeof ip === 'string' ? ip : (req.socket.remoteAddress ?? '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
