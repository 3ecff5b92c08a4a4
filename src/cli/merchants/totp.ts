import { enrolSecondFactor, removeSecondFactor } from '../../domain/merchants/second-factor/enrol.ts';
import { ApiError } from '../../platform/errors.ts';
import { showId } from '../../platform/ids.ts';
import { qrText } from '../../platform/qr.ts';
import { type Operator, onDatabases } from '../support/operator.ts';
import { merchantOf, noMerchant, type OfMerchant } from '../support/options.ts';
import { Failure, printOne, say } from '../support/print.ts';

type Options = OfMerchant & { readonly json?: true };

/** `mps totp enrol`: prints the secret of a merchant's one-time codes, which cannot be shown again. Spec: "Authentication", rule 5. */
export async function enrolTotpVerb(options: Options & { readonly again?: true }): Promise<void> {
  const enrolled = await onDatabases(async (operator) => {
    const of = ofOperator(operator, options);
    const { platform } = operator.databases;
    const made = await enrolSecondFactor(
      { platform, secrets: operator.secrets },
      of,
      options.again ?? false,
    ).catch(inWords);
    if (!made)
      throw new Failure(
        'refused',
        'This merchant is enrolled. If they lost the secret, replace it: --again. If they want no codes: npx mps totp remove',
      );
    return {
      merchant_id: showId('mer', of.merchantId),
      totp_secret: made.secret,
      otpauth_uri: made.address,
    };
  });
  printOne(enrolled, options);
  if (options.json) return;
  process.stdout.write(`\n${qrText(enrolled.otpauth_uri)}\n`);
  say(
    'Scan the code with an authenticator app. It is not shown again. From now on every payout of the merchant needs X-TOTP-Code.',
  );
}

/** `mps totp remove`: ends the one-time codes of a merchant. Spec: "Authentication", rule 5. */
export async function removeTotpVerb(options: Options): Promise<void> {
  const { merchant_id, removed } = await onDatabases(async (operator) => {
    const of = ofOperator(operator, options);
    const done = await removeSecondFactor(operator.databases.platform, of).catch(inWords);
    return { merchant_id: showId('mer', of.merchantId), removed: done };
  });
  printOne({ merchant_id, removed }, options);
  say(removed ? 'Removed: their payouts need no code any more.' : 'This merchant was not enrolled.');
}

function ofOperator(operator: Operator, options: Options) {
  return { merchantId: merchantOf(operator, options), by: operator.by };
}

function inWords(error: unknown): never {
  throw error instanceof ApiError && error.code === 'NOT_FOUND' ? noMerchant() : error;
}
