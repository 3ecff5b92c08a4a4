import type { IncomingMessage } from 'node:http';

/** Whose calls without a key are counted together: an IPv4 address, or the /64 that one IPv6 subscriber holds. */
export function addressBucket(req: IncomingMessage): string {
  const address = addressOf(req);
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!mapped.includes(':')) return mapped;
  const [head = '', tail] = mapped.split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const known = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return `${known.slice(0, 4).join(':')}::/64`;
}

/** Express resolves `ip` from X-Forwarded-For where TRUST_PROXY names a proxy. */
function addressOf(req: IncomingMessage): string {
  return 'ip' in req && typeof req.ip === 'string' ? req.ip : (req.socket.remoteAddress ?? '');
}
