import { createCipheriv, createHmac } from 'node:crypto';
import type { Mac } from './layout.ts';

export const macBytes = 8;

/** The message authentication code of these bytes, as agreed with whoever is at the other end. */
export function macOf({ algorithm, key }: Mac, bytes: Buffer): Buffer {
  const secret = Buffer.from(key, 'hex');
  return algorithm === 'x9.19'
    ? retailMac(secret, bytes)
    : createHmac('sha256', secret).update(bytes).digest().subarray(0, macBytes);
}

/**
 * ANSI X9.19: CBC with the first half of the key, and triple DES for the last block. Single DES is triple DES with one key three
 * times; OpenSSL has no other any more.
 */
function retailMac(key: Buffer, bytes: Buffer): Buffer {
  const [first, second] = [key.subarray(0, 8), key.subarray(8, 16)];
  const padded = Buffer.alloc(Math.max(8, Math.ceil(bytes.length / 8) * 8));
  bytes.copy(padded);
  const last = padded.subarray(-8);
  const chain = createCipheriv('des-ede3-cbc', Buffer.concat([first, first, first]), Buffer.alloc(8));
  chain.setAutoPadding(false);
  const before = Buffer.concat([Buffer.alloc(8), chain.update(padded.subarray(0, -8))]).subarray(-8);
  const block = Buffer.from(last.map((byte, at) => byte ^ (before[at] ?? 0)));
  const ending = createCipheriv('des-ede3', Buffer.concat([first, second, first]), null);
  ending.setAutoPadding(false);
  return ending.update(block);
}
