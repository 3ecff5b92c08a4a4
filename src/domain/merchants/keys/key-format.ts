import { hash } from 'node:crypto';
import type { KeyKind, Mode } from '../../../engine/principal.ts';
import { randomBase62 } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';

const kinds = { sk: 'secret', rk: 'restricted', pk: 'public' } as const satisfies Record<string, KeyKind>;
export const keyKinds: readonly KeyKind[] = Object.values(kinds);

/** The longest time that a rolled key may stay valid: 30 days. */
export const mostHours = 720;
const shape = /^(sk|rk|pk)_(test|live)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new key: kind, mode, 32 random characters and a checksum. The checksum finds a mistyped key without a query. */
export function makeKey(kind: KeyKind, mode: Mode): string {
  const start = `${kind === 'secret' ? 'sk' : kind === 'restricted' ? 'rk' : 'pk'}_${mode === 'sandbox' ? 'test' : 'live'}_`;
  const random = randomBase62(32);
  return start + random + checksum(start + random);
}

/** The kind and mode that a key names; undefined if it is malformed. */
export function readKey(text: string): { kind: KeyKind; mode: Mode } | undefined {
  const found = shape.exec(text);
  const kind = kindOf(found?.[1]);
  if (!found || !kind || checksum(text.slice(0, -6)) !== found[4]) return undefined;
  return { kind, mode: found[2] === 'test' ? 'sandbox' : 'live' };
}

/** The mode that a header `Authorization` names. Nobody has checked the key. */
export function modeNamedBy(authorization: string | undefined): Mode {
  return authorization?.includes('k_live_') === true ? 'live' : 'sandbox';
}

/** The hash is stored, never the key. */
export function hashOfKey(key: string): Buffer {
  return sha256(key);
}

/** The hash in Base64. Each call needs it, and making a Buffer takes longer than hashing. */
export function base64HashOfKey(key: string): string {
  return hash('sha256', key, 'base64');
}

/** A key as logs may show it: the prefix and the last four characters. */
export function shownKey(prefix: string, last4: string): string {
  return `${prefix}…${last4}`;
}

function kindOf(prefix: string | undefined): KeyKind | undefined {
  return prefix === 'sk' || prefix === 'rk' || prefix === 'pk' ? kinds[prefix] : undefined;
}

function checksum(text: string): string {
  return sha256(text).toString('hex').slice(0, 6);
}
