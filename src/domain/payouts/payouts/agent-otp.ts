import type { Act } from '../../../engine/context.ts';
import { randomDigits } from '../../../platform/ids.ts';
import { isSigned } from '../../../platform/secrets.ts';

/** The code with which the cash of a payout is collected. Only a keyed hash of it is stored. Decision 0076. */

const digits = 8;
const validMs = 72 * 60 * 60 * 1000;
const purpose = 'agent-otp';
/** The fifth wrong code in a row holds the payout. */
export const mostWrongCodes = 5;

type Otp = {
  readonly code: string | undefined;
  readonly columns: { readonly otp_hash: string | null; readonly otp_expires_at: Date | null };
};

export const noOtp: Otp = { code: undefined, columns: { otp_hash: null, otp_expires_at: null } };

export function newOtp(act: Act, payoutId: string, now: Date): Otp {
  const code = randomDigits(digits);
  const expires = new Date(now.getTime() + validMs);
  return { code, columns: { otp_hash: hashOf(act, payoutId, code), otp_expires_at: expires } };
}

/** Takes as long for a code that is nearly right as for any other. */
export function isOtp(
  act: Act,
  payout: { readonly id: string; readonly otp_hash: string | null },
  code: string,
): boolean {
  const { otp_hash: signature, id } = payout;
  return signature !== null && isSigned(act.ctx.secrets, { purpose, text: `${id}.${code}`, signature });
}

function hashOf({ ctx }: Act, payoutId: string, code: string): string {
  return ctx.secrets.sign(purpose, `${payoutId}.${code}`);
}
