import { unixSeconds } from '../../../platform/clock.ts';
import { randomBase58 } from '../../../platform/ids.ts';
import { newTotpSecret, stepOfCode, totpAddress } from '../../merchants/second-factor/second-factor.ts';
import { sendLater } from '../mail/mails.ts';
import { mails } from '../mail/texts.ts';
import type { PeopleDeps } from '../roles/doer.ts';
import { changeOwn, type Own, rememberOwn } from '../users/own-account.ts';
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
 * Finishes the enrolment with a code of the person's app. From now on they need one to sign in. Their other sessions end, since
 * they were begun without the factor.
 *
 * @returns the recovery codes, which are shown once; undefined: the code is wrong
 * @throws SessionEnded
 */
export async function finishFactor(
  { platform, secrets }: Deps,
  own: Own,
  code: string,
): Promise<readonly string[] | undefined> {
  const { userId } = own;
  const begun = await findFactorAcrossMerchants(platform, userId);
  if (!begun || begun.enrolled_at !== null) return undefined;
  const { secret_sealed: sealed } = begun;
  const step = stepOfCode(secrets.open(sealed, factorPurpose), code, unixSeconds());
  if (step === undefined) return undefined;
  const made = newCodes();
  return await changeOwn(platform, own, async (tx) => {
    if (!(await writeEnrolledAcrossMerchants(tx, userId, { sealed, step }))) return undefined;
    await writeRecoveryCodesAcrossMerchants(tx, userId, made.map(hashOfRecoveryCode));
    await endSessionsOfAcrossMerchants(tx, userId, own.hash);
    await rememberOwn(tx, own, 'person.factor-on');
    return made;
  });
}

/**
 * Ten new recovery codes; the old ones work no more. Shown once.
 *
 * @throws SessionEnded
 */
export async function renewRecoveryCodes({ platform }: Deps, own: Own): Promise<readonly string[]> {
  const made = newCodes();
  await changeOwn(platform, own, async (tx) => {
    await writeRecoveryCodesAcrossMerchants(tx, own.userId, made.map(hashOfRecoveryCode));
    await rememberOwn(tx, own, 'person.codes-renewed');
  });
  return made;
}

/**
 * Turns the second factor off, and tells the person by mail.
 *
 * @throws SessionEnded
 */
export async function removeFactor({ platform, address }: PeopleDeps, own: Own): Promise<void> {
  await changeOwn(platform, own, async (tx) => {
    if (!(await deleteFactorOfAcrossMerchants(tx, own.userId))) return;
    await rememberOwn(tx, own, 'person.factor-off');
    await sendLater(tx, { to: own.email, ...mails.factorOff(address) });
  });
}

/** Twelve characters in groups of four. Base58 in capitals: about 60 bits. */
function newCodes(): readonly string[] {
  return Array.from({ length: codes }, () => (randomBase58(12).toUpperCase().match(/.{4}/g) ?? []).join('-'));
}

/** How many recovery codes a person has left. */
export function countRecoveryCodes(platform: PeopleDeps['platform'], userId: string): Promise<number> {
  return countRecoveryCodesAcrossMerchants(platform, userId);
}
