import { unixSeconds } from '../../../platform/clock.ts';
import type { PlatformDb } from '../../../platform/db/database.ts';
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

export type BegunFactor = { readonly secret: string; readonly address: string };

const codes = 10;

/**
 * The seed that a person is adding to their app: the one that was begun, or a new one.
 *
 * @returns undefined: they have a second factor
 * @throws SessionEnded
 */
export async function beginFactor({ platform, secrets }: Deps, own: Own): Promise<BegunFactor | undefined> {
  const known = await findFactorAcrossMerchants(platform, own.userId);
  const factor = known ?? (await changeOwn(platform, own, (tx) => begin(tx, secrets, own.userId)));
  if (factor.enrolled_at !== null) return undefined;
  const secret = secrets.open(factor.secret_sealed, factorPurpose);
  return { secret, address: totpAddress(secret, own.email) };
}

/** A new password forgets what was begun before. So whoever had the session until then must begin nothing after it. */
async function begin(tx: PlatformDb, secrets: Deps['secrets'], userId: string) {
  const known = await findFactorAcrossMerchants(tx, userId);
  if (known) return known;
  const sealed = secrets.seal(newTotpSecret(), factorPurpose);
  await writeBegunAcrossMerchants(tx, userId, sealed);
  return { secret_sealed: sealed, enrolled_at: null };
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
