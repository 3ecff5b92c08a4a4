import { generateSecret } from 'otplib';

/** What the seed of a merchant's one-time codes is sealed for. */
export const totpPurpose = 'totp-secret';

/** A new seed, as authenticator apps take it: 160 bits in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}
