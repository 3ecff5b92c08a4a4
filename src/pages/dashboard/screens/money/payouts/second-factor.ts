import { findTwoFactor } from '../../../../../domain/merchants/second-factor/queries.ts';
import { confirmSecondFactor } from '../../../../../domain/merchants/second-factor/second-factor.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import type { Html } from '../../../../html.ts';
import { payoutsWords } from '../../../../words/dashboard/money/payouts.ts';
import { textField } from '../../../parts/forms.ts';
import { typedCode } from '../../../parts/typed.ts';
import { Refusal } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const { preview: words } = payoutsWords;

/** The field for the merchant's code, if they have enrolled codes for payouts. */
export async function codeField(visit: MerchantVisit): Promise<Html | false> {
  const enrolled = await findTwoFactor(visit.office.platform, visit.merchantId);
  return (
    enrolled !== undefined &&
    textField(visit, {
      name: 'code',
      label: words.code,
      hint: words.codeHint,
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: 12,
    })
  );
}

/** Once for a form: if the transaction runs again, the code that was spent is still taken. */
export function confirmation({ office, merchantId, form }: MerchantVisit): () => Promise<void> {
  const code = typedCode(form.value('code'));
  let given: Promise<void> | undefined;
  const { platform, secrets } = office;
  return () => {
    given ??= confirmSecondFactor({
      platform,
      secrets,
      merchantId,
      code: code === '' ? undefined : code,
    }).catch((error: unknown) => {
      // The words of the API for a code of other signs are about its request.
      const isNoCode = error instanceof ApiError && error.code === 'VALIDATION_ERROR';
      throw isNoCode ? new Refusal(words.wrongCode) : error;
    });
    return given;
  };
}
