import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressBucket, addressOf } from '../../../../src/platform/http/address.ts';

/** The bucket of a request whose address Express has taken from X-Forwarded-For. */
const bucketOf = (ip: string) => addressBucket({ ip } as unknown as IncomingMessage);

describe('the rate limit of callers without a key', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::', '2001:db8:1:2:0:1::'],
    ['2001:db8::1', '2001:db8::ffff:0:0:1'],
    ['2001:db8:0:0:1::', '2001:db8::'],
    ['::1', '::2:3:4:5'],
    ['2001:DB8:1:2::A', '2001:0db8:0001:0002::b'],
  ])('is one for the whole /64: %s and %s', (one, other) => {
    expect(bucketOf(one)).toBe(bucketOf(other));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::1', '2001:db8:2:2::1'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8:1::', '2001:db8:1:1::'],
    ['::1', '0:0:0:1::1'],
  ])('is another for a neighbouring /64: %s and %s', (one, other) => {
    expect(bucketOf(one)).not.toBe(bucketOf(other));
  });

  it.each(['::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])(
    'takes %s for the IPv4 address that it maps',
    (mapped) => {
      expect(bucketOf(mapped)).toBe(bucketOf('203.0.113.7'));
      expect(bucketOf(mapped)).not.toBe(bucketOf('203.0.113.8'));
    },
  );

  it.each([
    ['203.0.113.7:52100', '203.0.113.7'],
    ['[2001:db8:1:2::1]:52100', '2001:db8:1:2::1'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::1'],
    ['[::ffff:203.0.113.7]:52100', '203.0.113.7'],
  ])('leaves out the port that some proxies write: %s', (written, address) => {
    expect(bucketOf(written)).toBe(bucketOf(address));
    expect(addressOf({ ip: written } as unknown as IncomingMessage)).toBe(address);
  });

  it('takes the address of the connection where no proxy is trusted', () => {
    const req = { socket: { remoteAddress: '::ffff:203.0.113.7' } } as unknown as IncomingMessage;

    expect(addressBucket(req)).toBe(bucketOf('203.0.113.7'));
  });

  it('is one for all connections that are gone', () => {
    const gone = { socket: {} } as unknown as IncomingMessage;

    expect(addressBucket(gone)).toBe(addressBucket(gone));
  });
});
