import type { Secrets } from '../../../platform/secrets.ts';
import type { TokenInstrument } from '../../money/gateways/port.ts';

/** Seals gateway tokens for one purpose, so that nothing else can open them. */
export const tokenPurpose = 'card-token';

export function sealToken(secrets: Secrets, token: string): string {
  return secrets.seal(token, tokenPurpose);
}

export function openToken(secrets: Secrets, sealed: string): TokenInstrument {
  return { type: 'token', token: secrets.open(sealed, tokenPurpose) };
}
