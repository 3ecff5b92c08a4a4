import type { IncomingMessage } from 'node:http';

/** Groups calls without a key for rate limits: by IPv4 address, or by IPv6 /64, which one subscriber typically holds. */
export function addressBucket(req: IncomingMessage): string {
  const address = addressOf(req);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const known = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return `${known.slice(0, 4).join(':')}::/64`;
}

/** The caller's address. Express takes `ip` from X-Forwarded-For if TRUST_PROXY names a proxy. */
export function addressOf(req: IncomingMessage): string {
  const address = 'ip' in req && typeof req.ip === 'string' ? req.ip : (req.socket.remoteAddress ?? '');
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
