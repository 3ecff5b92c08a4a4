import { unixSeconds } from '../../../platform/clock.ts';
import { inPlatformTransaction } from '../../../platform/db/database.ts';
import { randomBase58 } from '../../../platform/ids.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../../merchants/second-factor/second-factor.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { deleteFactorOfAcrossMerchants, endSessionsOfAcrossMerchants } from '../users/queries.ts';
import { factorPurpose, hashOfRecoveryCode } from './codes.ts';
import {
  countRecoveryCodesAcrossMerchants,
  findFactorAcrossMerchants,
  writeBegunAcrossMerchants,
  writeEnrolledAcrossMerchants,
  writeRecoveryCodesAcrossMerchants,
} from './queries.ts';

type Deps = Pick<PeopleDeps, 'platform' | 'secrets'>;
type Person = { readonly userId: string; readonly email: string };

export type BegunFactor = { readonly secret: string; readonly address: string };

const codes = 10;

/** The seed that a person is adding to their app: the one that was begun, or a new one. */
export async function beginFactor(
  { platform, secrets }: Deps,
  { userId, email }: Person,
): Promise<BegunFactor | undefined> {
  const known = await findFactorAcrossMerchants(platform, userId);
  if (known && known.enrolled_at !== null) return undefined;
  const secret = known ? secrets.open(known.secret_sealed, factorPurpose) : newTotpSecret();
  if (!known) await writeBegunAcrossMerchants(platform, userId, secrets.seal(secret, factorPurpose));
  return { secret, address: totpAddress(secret, email) };
}

/**
 * Finishes the enrolment with a code of the person's app. From now on they need one to sign in.
 *
 * @param but the session that stays; the others end, since they were begun without the factor
 * @returns the recovery codes, which are shown once; undefined: the code is wrong
 */
export async function finishFactor(
  { platform, secrets }: Deps,
  { userId }: Pick<Person, 'userId'>,
  { code, but }: { readonly code: string; readonly but: Buffer },
): Promise<readonly string[] | undefined> {
  const begun = await findFactorAcrossMerchants(platform, userId);
  if (!begun || begun.enrolled_at !== null) return undefined;
  const { secret_sealed: sealed } = begun;
  const step = stepOfCode(secrets.open(sealed, factorPurpose), code, unixSeconds());
  if (step === undefined) return undefined;
  const made = newCodes();
  return await inPlatformTransaction(platform, async (tx) => {
    if (!(await writeEnrolledAcrossMerchants(tx, userId, { sealed, step }))) return undefined;
    await writeRecoveryCodesAcrossMerchants(tx, userId, made.map(hashOfRecoveryCode));
    await endSessionsOfAcrossMerchants(tx, userId, but);
    return made;
  });
}

/** Ten new recovery codes; the old ones work no more. Shown once. */
export async function renewRecoveryCodes({ platform }: Deps, userId: string): Promise<readonly string[]> {
  const made = newCodes();
  await inPlatformTransaction(platform, (tx) =>
    writeRecoveryCodesAcrossMerchants(tx, userId, made.map(hashOfRecoveryCode)),
  );
  return made;
}

export async function removeFactor({ platform }: Deps, userId: string): Promise<void> {
  await inPlatformTransaction(platform, (tx) => deleteFactorOfAcrossMerchants(tx, userId));
}

/** Twelve characters in groups of four. Base58 in capitals: about 60 bits. */
function newCodes(): readonly string[] {
  return Array.from({ length: codes }, () => (randomBase58(12).toUpperCase().match(/.{4}/g) ?? []).join('-'));
}

/** How many recovery codes a person has left. */
export function countRecoveryCodes(platform: PeopleDeps['platform'], userId: string): Promise<number> {
  return countRecoveryCodesAcrossMerchants(platform, userId);
}
