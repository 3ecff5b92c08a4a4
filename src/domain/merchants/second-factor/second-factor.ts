import { generateSecret, generateURI, verifySync } from 'otplib';
import type { MerchantId } from '../../../engine/principal.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { countWrongCode, findTwoFactor, spendStep } from './queries.ts';

/** The purpose under which the secret of a merchant's one-time codes is sealed. */
export const totpPurpose = 'totp-secret';

/** Spec: "Limits", TOTP. */
const limit = { most: 5, lockSeconds: 15 * 60 };

/** Accepts a clock that is one step off, and a code that was typed at the end of its step. */
const toleranceSeconds = 30;

type Attempt = {
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  readonly merchantId: MerchantId;
  /** Header X-TOTP-Code; undefined when it was not sent. */
  readonly code: string | undefined;
};

/**
 * Spends the one-time code of an enrolled merchant; a merchant that is not enrolled needs none. It is the last check before an
 * effect, so a call that is refused earlier does not spend its code. It writes on the platform's own connection, so a wrong code
 * is counted, and a right one stays spent, even if the call is rolled back.
 *
 * A right code that was spent before is refused but not counted as a guess, so sending a payout twice by mistake does not lock
 * the merchant.
 *
 * @throws TOTP_REQUIRED no code was sent
 * @throws VALIDATION_ERROR the code is not six digits; this is not counted as a guess
 * @throws TOTP_LOCKED   five wrong codes in a row lock for fifteen minutes of real time
 * @throws TOTP_INVALID  the code is wrong, or was spent before
 *
 * Spec: "Authentication", rule 5. Decision 0006.
 */
export async function confirmSecondFactor({ platform, secrets, merchantId, code }: Attempt): Promise<void> {
  const enrolled = await findTwoFactor(platform, merchantId);
  if (!enrolled) return;
  if (code === undefined) throw new ApiError('TOTP_REQUIRED');
  if (!/^[0-9]{6}$/.test(code)) throw notACode();
  if (enrolled.locked) throw new ApiError('TOTP_LOCKED');
  const { secret_sealed: secret } = enrolled;
  const step = stepOfCode(secrets.open(secret, totpPurpose), code, unixSeconds());
  if (step === undefined) await countWrongCode(platform, merchantId, limit);
  else if (await spendStep(platform, merchantId, { secret, step })) return;
  throw new ApiError('TOTP_INVALID');
}

/** Checked here and not by the contract, which does not know who is enrolled: any other merchant's header is ignored. */
function notACode(): ApiError {
  const error = {
    instancePath: '/header/x-totp-code',
    keyword: 'pattern',
    params: {},
    message: 'must be six digits',
  };
  return new ApiError('VALIDATION_ERROR', { errors: [error] });
}

/**
 * The step of thirty seconds that a code belongs to; undefined if it fits no step near the given time. Whether the step was
 * spent is decided by `spendStep`, since two calls may bring the same code at once.
 *
 * @param atSeconds real time, whatever the merchant's own clock says
 *
 * RFC 6238. Spec: "Authentication", rule 5.
 */
export function stepOfCode(secret: string, code: string, atSeconds: number): number | undefined {
  // Of a text that is no code, otplib throws.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const found = verifySync({ secret, token: code, epoch: atSeconds, epochTolerance: toleranceSeconds });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** A new secret, as authenticator apps take it: 160 bits in base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The address that an authenticator app takes a secret from, as a QR code. */
export function totpAddress(secret: string, label: string): string {
  return generateURI({ issuer: 'Merchant Payments', label, secret });
}
