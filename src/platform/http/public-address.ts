import ipaddr from 'ipaddr.js';

/** Whether the address is on the public internet. We list the ranges ourselves, because libraries leave some out. */
export function isPublic(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return !within(ipaddr.IPv4.parse(address), denied4);
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return within(parsed, allowed6) && !within(parsed, denied6);
}

/** Networks that are not the public internet, and that another machine may be in. `isPublic` says of more than these that they are not public. */
const near = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Whether the address is this machine's or in a private network. It may be IPv4 in the spelling of IPv6. */
export function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && near.includes(ipaddr.process(address).range());
}

export type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

// All special ranges, and 168.63.129.16, a public address that serves a cloud's internal metadata.
const denied4 = cidrs(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'.split(
    ' ',
  ),
);
// Mapped, compatible, NAT64 and local addresses lie outside this range; Teredo, 6to4 and documentation are denied.
const allowed6 = cidrs(['2000::/3']);
const denied6 = cidrs(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

export function cidrs(list: readonly string[]): Cidr[] {
  return list.map((cidr) => ipaddr.parseCIDR(cidr));
}

/** `address` is a textual IPv4 or IPv6 address. */
export function isWithin(address: string, ranges: readonly Cidr[]): boolean {
  return within(ipaddr.parse(address), ranges);
}

/** Whether two addresses are equal. An IPv4 address equals its IPv6-mapped form. */
export function isSame(one: string, other: string): boolean {
  return one === other || ipaddr.process(one).toString() === ipaddr.process(other).toString();
}

/** The IPv4 address, or the /64 of an IPv6 address: the same for each spelling, and for the IPv6-mapped form of IPv4. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Cidr[]): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}
