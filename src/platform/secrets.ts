import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './ids.ts';

/** The key that seals, and further ones that open: the next key before it seals, or the one before until everything is sealed anew. */
export type SecretKeys = readonly [string, ...string[]];

/** One key may be given as it is. */
export type GivenKeys = string | SecretKeys;

/** All cryptography that uses the installation's secret keys. Each purpose has its own derived keys. Decision 0115. */
export type Secrets = {
  /** Encrypts and authenticates. A text sealed for one purpose does not open for another. */
  readonly seal: (text: string, purpose: string) => string;
  readonly open: (sealed: string, purpose: string) => string;
  /** Whether the first key opens it. */
  readonly isNewest: (sealed: string, purpose: string) => boolean;
  /** 64 hex digits, the same at every start. */
  readonly derive: (purpose: string) => string;
  /** Hex HMAC-SHA256. */
  readonly sign: (purpose: string, text: string) => string;
  /** Those of all keys, the newest first, to compare with one that may have been made before the key was changed. */
  readonly signatures: (purpose: string, text: string) => readonly [string, ...string[]];
};

const format = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;
const keysKept = 256;

export function createSecrets(secretKeys: GivenKeys): Secrets {
  const [first, ...others] = keysIn(secretKeys);
  const newest = keysOf(first);
  const older = others.map(keysOf);
  return {
    seal: (text, purpose) => seal(text, newest(`seal:${purpose}`)),
    open: (sealed, purpose) => openByAny(sealed, [newest, ...older], `seal:${purpose}`),
    isNewest: (sealed, purpose) => opens(sealed, newest(`seal:${purpose}`)),
    derive: (purpose) => newest(`derive:${purpose}`).toString('hex'),
    sign: (purpose, text) => signed(newest(`sign:${purpose}`), text),
    signatures: (purpose, text) => [
      signed(newest(`sign:${purpose}`), text),
      ...older.map((keyFor) => signed(keyFor(`sign:${purpose}`), text)),
    ],
  };
}

export function keysIn(secretKeys: GivenKeys): SecretKeys {
  return typeof secretKeys === 'string' ? [secretKeys] : secretKeys;
}

/** Whether one of the keys made this signature. */
export function isSigned(
  secrets: Pick<Secrets, 'signatures'>,
  { purpose, text, signature }: { purpose: string; text: string; signature: string },
): boolean {
  return secrets.signatures(purpose, text).some((ours) => equal(ours, signature));
}

type KeyFor = (info: string) => Buffer;

function keysOf(secretKey: string): KeyFor {
  if (secretKey === '') throw new Error('the secret key is empty');
  const keys = new Map<string, Buffer>();
  return (info) => {
    const known = keys.get(info);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', info, 32));
    // Purposes are few and fixed. The bound protects memory in case one is ever built from input.
    if (keys.size >= keysKept) keys.clear();
    keys.set(info, key);
    return key;
  };
}

function signed(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Newest first. When none opens it, the error is that of the last. */
function openByAny(sealed: string, [keyFor, ...others]: readonly KeyFor[], info: string): string {
  if (keyFor === undefined) throw new Error('there is no key');
  if (others.length === 0 || opens(sealed, keyFor(info))) return open(sealed, keyFor(info));
  return openByAny(sealed, others, info);
}

function opens(sealed: string, key: Buffer): boolean {
  try {
    open(sealed, key);
    return true;
  } catch {
    return false;
  }
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
