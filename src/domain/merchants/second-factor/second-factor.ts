import { generateSecret, verifySync } from 'otplib';
import type { MerchantId } from '../../../engine/principal.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { countWrongCode, findTwoFactor, spendStep } from './queries.ts';

/** Spec: "Limits", TOTP. */
const limit = { most: 5, lockSeconds: 15 * 60 };

type Asking = {
  readonly platform: PlatformDb;
  readonly secrets: Secrets;
  readonly merchantId: MerchantId;
  /** Header X-TOTP-Code; undefined when it was not sent. */
  readonly code: string | undefined;
};

/**
 * Spends the code of an enrolled merchant; whoever is not enrolled needs none. The last check before an effect, so that a
 * refused request leaves its code good. It writes on the platform's own connection: a wrong code counts although its call
 * is undone, and a spent one stays spent.
 *
 * A code that was right and is spent is refused, but is no guess: sending a payout twice by mistake locks nobody.
 *
 * @throws TOTP_REQUIRED no code was sent
 * @throws TOTP_LOCKED   five wrong ones in a row lock for fifteen minutes of real time
 * @throws TOTP_INVALID  wrong, or spent
 *
 * Spec: "Authentication", rule 5. Decision 0006.
 */
export async function confirmSecondFactor({ platform, secrets, merchantId, code }: Asking): Promise<void> {
  const enrolled = await findTwoFactor(platform, merchantId);
  if (!enrolled) return;
  if (code === undefined) throw new ApiError('TOTP_REQUIRED');
  if (enrolled.locked) throw new ApiError('TOTP_LOCKED');
  const step = stepOfCode(secrets.open(enrolled.secret_sealed, totpPurpose), code, unixSeconds());
  if (step === undefined) await countWrongCode(platform, merchantId, limit);
  else if (await spendStep(platform, merchantId, step)) return;
  throw new ApiError('TOTP_INVALID');
}

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
