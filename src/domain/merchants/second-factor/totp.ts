import { generateSecret, verifySync } from 'otplib';

/** What the seed of a merchant's one-time codes is sealed for. */
export const totpPurpose = 'totp-secret';

/** A new seed, as authenticator apps take it: 160 bits in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** A clock that is a step off, and a code that was typed at the end of its step, still pass. */
const toleranceSeconds = 30;

/**
 * The step of thirty seconds that a code is of; undefined when it is of none near the moment. Whether the step was spent
 * before is not asked here: only the row of the merchant can decide it, when two calls come at once.
 *
 * @param atSeconds real time, whatever the merchant's own clock says
 *
 * RFC 6238. Spec: "Authentication", rule 5.
 */
export function stepOfCode(secret: string, code: string, atSeconds: number): number | undefined {
  const found = verifySync({ secret, token: code, epoch: atSeconds, epochTolerance: toleranceSeconds });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
