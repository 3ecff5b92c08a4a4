import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEgress } from '../../../../../src/platform/http/egress/egress.ts';

const egress = createEgress({ allow: [], ports: [443, 8443] });
const development = createEgress({ allow: ['127.0.0.0/8'], ports: [443, 8443] });

const forbidden = [
  // IPv4: each range with its first and last addresses
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv4 in other notations
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0x0a000001',
  '%31%32%37.0.0.1',
  // IPv6: unspecified, loopback, local, multicast, documentation
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fdff::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[4000::1]',
  '[8000::1]',
  '[e000::1]',
  // IPv4 inside IPv6: mapped, compatible, ISATAP, NAT64, 6to4, Teredo
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:7f00:1]',
  '[fe80::5efe:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:0:1::1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:808:808::1]',
  '[2001:0:7f00:1::]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2620:4f:8000::1]',
  '[5f00::1]',
];

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]',
  '[2a00::1]',
  '[2003::1]',
  '[2620:4f:7fff::1]',
  '[3ffe:ffff::1]',
  '[2001:200::1]',
];

describe('a URL that a merchant sets', () => {
  it.each(forbidden)('is refused for the host %s', (host) => {
    expect(egress.judge(`https://${host}/hook`)).toBe('refused');
  });

  it.each(open)('is allowed for the host %s', (host) => {
    expect(egress.judge(`https://${host}/hook`)).toBe('allowed');
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost../',
    'https://a.localhost/',
    'https://printer.local/',
    'https://vault.internal/',
    'https://metadata.google.internal./',
    'http://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'gopher://shop.example/',
    'https://shop.example:22/',
    'https://shop.example:80/',
    'https://shop.example:9443/',
    'https://shop.example:0/',
    'https://user@shop.example/',
    'https://user:word@shop.example/',
    'https://:word@shop.example/',
    '',
    'shop.example',
    '//shop.example',
    'https://',
    'https:///',
    'https://.',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://256.1.1.1/',
    'https://a b/',
    `https://shop.example/${'a'.repeat(2048)}`,
    // Sent as %C3%A9 each time.
    `https://shop.example/${'é'.repeat(400)}`,
  ])('is refused when it reads %s', (url) => {
    expect(egress.judge(url)).toBe('refused');
  });

  it.each([
    'https://shop.example/hook',
    'https://shop.example:8443/',
    'https://SHOP.example./?a=1#b',
    'https://bücher.example/',
    `https://shop.example/${'é'.repeat(300)}`,
  ])('may be %s, since names are judged when they are sent to', (url) => {
    expect(egress.judge(url)).toBe('allowed');
  });

  it.each([
    'http://localhost:3000/docs/hook',
    'http://127.0.0.1:3000/',
    'https://127.9.9.9:1/',
    'http://2130706433:8080/',
  ])('may be %s where loopback is allowed', (url) => {
    expect(development.judge(url)).toBe('allowed');
    expect(development.judge(url, 'return')).toBe('allowed');
    expect(egress.judge(url)).toBe('refused');
    expect(egress.judge(url, 'return')).toBe('refused');
  });

  it.each([
    'http://[::1]:3000/',
    'http://10.0.0.1/',
    'http://shop.example/',
    'ftp://127.0.0.1/',
    'http://a.localhost:3000/',
  ])('is refused when it is %s, although loopback is allowed', (url) => {
    expect(development.judge(url)).toBe('refused');
  });

  it('may have any port when only the customer’s browser opens it', () => {
    expect(egress.judge('https://shop.example:9443/', 'return')).toBe('allowed');
    expect(egress.judge('https://10.0.0.1:9443/', 'return')).toBe('refused');
    expect(egress.judge('http://shop.example/', 'return')).toBe('refused');
  });
});

describe('10,000 generated addresses', () => {
  it('are judged like the table of first and last addresses, for IPv4', () => {
    const rims = closed4
      .flatMap(([first, last]) => [first - 1, first, last, last + 1])
      .filter((n) => n >= 0 && n < 2 ** 32);
    const numbers = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...rims), inside4);

    fc.assert(
      fc.property(numbers, (number) => {
        const isClosed = closed4.some(([first, last]) => number >= first && number <= last);
        expect(egress.judge(`https://${shown4(number)}/`)).toBe(isClosed ? 'refused' : 'allowed');
        expect(egress.judge(`https://0x${number.toString(16)}/`)).toBe(isClosed ? 'refused' : 'allowed');
        expect(egress.judge(`https://[::ffff:${shown4(number)}]/`)).toBe('refused');
      }),
      { numRuns: 5000 },
    );
  });

  it('are judged like the table of prefixes, for IPv6', () => {
    const starts = fc.constantFrom(
      ...'2000 2001 2001:0 2001:1 2001:200 2001:db8 2001:db9 2002 2003 2620:4f:8000 2620:4f:8001 3fff:0 3fff:fff 3fff:1000 3ffe 4000 1fff 64:ff9b 0 fe80 fc00 ff02'.split(
        ' ',
      ),
    );
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const any = fc.array(group, { minLength: 8, maxLength: 8 });
    const near = fc.tuple(starts, any).map(([start, rest]) => [...start.split(':'), ...rest].slice(0, 8));

    fc.assert(
      fc.property(fc.oneof(any, near), (groups) => {
        expect(egress.judge(`https://[${groups.join(':')}]/`)).toBe(isOpen6(groups) ? 'allowed' : 'refused');
      }),
      { numRuns: 5000 },
    );
  });
});

/** Python's own table of public addresses. It may contain more addresses than ours, never fewer. */
const othersTable = `
import ipaddress, sys
for line in sys.stdin:
    address = ipaddress.ip_address(line.strip())
    print('open' if address.is_global and not address.is_multicast and not address.is_reserved else 'closed')
`;
const python = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!python)('10,000 addresses (needs python3)', () => {
  it('are allowed only if Python’s table also calls them public', () => {
    const four = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), inside4).map(shown4);
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const start = fc.oneof(
      group,
      fc.constantFrom('2000', '2001', '2002', '2620', '3fff', '64', '0', 'fe80', 'fd00'),
    );
    const six = fc
      .tuple(start, fc.array(fc.oneof(group, fc.constant('0')), { minLength: 7, maxLength: 7 }))
      .map(([first, rest]) => [first, ...rest].join(':'));
    const addresses = fc.sample(fc.oneof(four, six), 10_000);

    const { stdout } = spawnSync('python3', ['-c', othersTable], {
      input: addresses.join('\n'),
      encoding: 'utf8',
    });
    const theirs = stdout.trim().split('\n');
    const ours = addresses.map((address) =>
      egress.judge(`https://${address.includes(':') ? `[${address}]` : address}/`),
    );

    expect(theirs).toHaveLength(10_000);
    expect(addresses.filter((_, at) => ours[at] === 'allowed' && theirs[at] === 'closed')).toEqual([]);
    expect(ours.filter((verdict) => verdict === 'allowed').length).toBeGreaterThan(1000);
  });
});

/** First and last addresses of ranges that are not globally reachable or are anycast services; written out, not computed. */
const closed4: (readonly [number, number])[] = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa83f8110, 0xa83f8110],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0000000, 0xc00000ff],
  [0xc0000200, 0xc00002ff],
  [0xc01fc400, 0xc01fc4ff],
  [0xc034c100, 0xc034c1ff],
  [0xc0586300, 0xc05863ff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc0af3000, 0xc0af30ff],
  [0xc6120000, 0xc613ffff],
  [0xc6336400, 0xc63364ff],
  [0xcb007100, 0xcb0071ff],
  [0xe0000000, 0xffffffff],
];

const inside4 = fc.constantFrom(...closed4).chain(([min, max]) => fc.integer({ min, max }));

function shown4(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');
}

/** The closed ranges within 2000::/3, by their first one or two groups: from and to. */
const closed6: (readonly [bigint, bigint])[] = [
  [0x2001_0000n, 0x2001_01ffn],
  [0x2001_0db8n, 0x2001_0db8n],
  [0x2002_0000n, 0x2002_ffffn],
  [0x3fff_0000n, 0x3fff_0fffn],
];

/** Uses the groups written out above: 2000 to 3fff, without Teredo and its neighbours, 6to4, AS112 and documentation. */
function isOpen6(groups: readonly string[]): boolean {
  const digits = groups.map((group) => group.padStart(4, '0')).join('');
  const first32 = BigInt(`0x${digits.slice(0, 8)}`);
  const isGlobal = first32 >= 0x2000_0000n && first32 <= 0x3fff_ffffn;
  const isClosed = closed6.some(([first, last]) => first32 >= first && first32 <= last);
  return isGlobal && !isClosed && !digits.startsWith('2620004f8000');
}
