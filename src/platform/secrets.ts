import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './ids.ts';

/** All cryptography that uses the installation's secret key. Each purpose has its own derived key. */
export type Secrets = {
  /** Encrypts and authenticates. A text sealed for one purpose does not open for another. */
  readonly seal: (text: string, purpose: string) => string;
  readonly open: (sealed: string, purpose: string) => string;
  /** 64 hex digits, the same at every start. */
  readonly derive: (purpose: string) => string;
  /** Hex HMAC-SHA256. */
  readonly sign: (purpose: string, text: string) => string;
};

const format = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;
const keysKept = 256;

export function createSecrets(secretKey: string): Secrets {
  if (secretKey === '') throw new Error('the secret key is empty');
  const keys = new Map<string, Buffer>();

  function keyFor(info: string): Buffer {
    const known = keys.get(info);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', info, 32));
    // Purposes are few and fixed. The bound protects memory in case one is ever built from input.
    if (keys.size >= keysKept) keys.clear();
    keys.set(info, key);
    return key;
  }

  return {
    seal: (text, purpose) => seal(text, keyFor(`seal:${purpose}`)),
    open: (sealed, purpose) => open(sealed, keyFor(`seal:${purpose}`)),
    derive: (purpose) => keyFor(`derive:${purpose}`).toString('hex'),
    sign: (purpose, text) =>
      createHmac('sha256', keyFor(`sign:${purpose}`))
        .update(text)
        .digest('hex'),
  };
}

export function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer');
}

/** Compares in constant time. Compares hashes, because the timing-safe comparison needs equal lengths. */
export function equal(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const hidden = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return format + Buffer.concat(hidden).toString('base64url');
}

function open(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed.slice(format.length), 'base64url');
  if (!sealed.startsWith(format) || bytes.length < nonceBytes + tagBytes)
    throw new Error('not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const hidden = bytes.subarray(nonceBytes, -tagBytes);
  return decipher.update(hidden, undefined, 'utf8') + decipher.final('utf8');
}
