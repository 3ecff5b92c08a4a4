import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Groups calls without a key for rate limits: by IPv4 address, or by IPv6 /64, which one subscriber typically holds. */
export function addressBucket(req: IncomingMessage): string {
  const address = addressOf(req);
  if (!ipaddr.isValid(address)) return address;
  // IPv4 addresses also come in their IPv6-mapped form, and IPv6 addresses in several spellings.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Express takes `ip` from X-Forwarded-For if TRUST_PROXY names a proxy. */
function addressOf(req: IncomingMessage): string {
  return 'ip' in req && typeof req.ip === 'string' ? req.ip : (req.socket.remoteAddress ?? '');
}
