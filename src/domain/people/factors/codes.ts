import { unixSeconds } from '../../../platform/clock.ts';
import { inPlatformTransaction } from '../../../platform/db/database.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { stepOfCode } from '../../merchants/second-factor/second-factor.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import {
  countGuessAcrossMerchants,
  findFactorAcrossMerchants,
  forgetGuessesAcrossMerchants,
  spendRecoveryCodeAcrossMerchants,
  spendStepAcrossMerchants,
} from './queries.ts';

/** The purpose under which the seed of a person's one-time codes is sealed. */
export const factorPurpose = 'user-factor';
const limit = { most: 5, lockSeconds: 15 * 60 };

/** `K7QF-9M2X-…` as a person types it: any case, with or without hyphens and spaces. */
export function hashOfRecoveryCode(code: string): Buffer {
  return sha256(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}

/** Spends a one-time code or a recovery code of a person. Five wrong ones in a row lock for fifteen minutes. */
export async function passCode(
  { platform, secrets }: Pick<PeopleDeps, 'platform' | 'secrets'>,
  userId: string,
  code: string,
): Promise<'right' | 'wrong' | 'locked'> {
  const factor = await findFactorAcrossMerchants(platform, userId);
  if (!factor || factor.enrolled_at === null) return 'wrong';
  if (!(await countGuessAcrossMerchants(platform, userId, limit))) return 'locked';
  if (!/^\d{6}$/.test(code)) return (await passRecoveryCode(platform, userId, code)) ? 'right' : 'wrong';
  const { secret_sealed: sealed } = factor;
  const step = stepOfCode(secrets.open(sealed, factorPurpose), code, unixSeconds());
  if (step === undefined) return 'wrong';
  return (await spendStepAcrossMerchants(platform, userId, { sealed, step })) ? 'right' : 'wrong';
}

function passRecoveryCode(platform: PeopleDeps['platform'], userId: string, code: string): Promise<boolean> {
  return inPlatformTransaction(platform, async (tx) => {
    const spent = await spendRecoveryCodeAcrossMerchants(tx, userId, hashOfRecoveryCode(code));
    if (spent) await forgetGuessesAcrossMerchants(tx, userId);
    return spent;
  });
}
