import { createHmac } from 'node:crypto';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As RFC 6238 writes it. Written for the tests alone: it imports nothing of the product, so both sides must agree by the RFC. */
export function totpAt(secret: string, seconds: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The code that an authenticator app shows, or would show so many steps of thirty seconds from now. That of an earlier step is too old
 * if a step ends before it is used.
 */
export function totpNow(secret: string | undefined, steps = 0): string {
  if (secret === undefined) throw new Error('this merchant is not enrolled');
  return totpAt(secret, Date.now() / 1000 + steps * 30);
}

/** Six digits that are no code of the last or the next minutes. */
export function wrongTotp(secret: string | undefined): string {
  const right = [-3, -2, -1, 0, 1, 2, 3].map((steps) => totpNow(secret, steps));
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777', '888888'];
  const code = wrong.find((each) => !right.includes(each));
  if (code === undefined) throw new Error('seven right codes leave one wrong one');
  return code;
}

function bytesOf(secret: string): Buffer {
  const bits = secret
    .split('')
    .map((digit) => base32.indexOf(digit).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
