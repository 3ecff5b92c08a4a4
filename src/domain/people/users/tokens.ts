import { randomBytes } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';

/** 32 random bytes as text for a cookie or a link. Only the hash is stored. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): Buffer {
  return sha256(token);
}
