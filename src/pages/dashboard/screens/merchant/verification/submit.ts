import { submitAsOperator } from '../../../../../domain/merchants/onboarding/as-operator.ts';
import { problemWithFile, type Upload } from '../../../../../domain/merchants/onboarding/documents.ts';
import {
  documentKinds,
  formFields,
  type KycForm,
  readForm,
} from '../../../../../domain/merchants/onboarding/form.ts';
import type { Submitted } from '../../../../../domain/merchants/onboarding/submit-kyc.ts';
import { verificationWords as words } from '../../../../words/dashboard/merchant/verification.ts';
import { merchantOf } from '../../../requests/acting.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../../../requests/answers.ts';
import { fileName } from '../../../requests/form.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';

const tiers = [1, 2] as const;
const longestName = 120;

/** Hands in the form and the documents of the merchant, or what was asked for. */
export async function submit(visit: MerchantVisit): Promise<Answer> {
  if (visit.mode !== 'live') throw new Refusal(words.refused.live);
  const tier = tiers.find((one) => String(one) === visit.form.value('tier'));
  if (tier === undefined) throw new WrongFields({ tier: words.form.wrongTier });
  const wanted = { tier, form: formIn(visit), documents: documentsIn(visit) };
  const submitted = await submitAsOperator(visit.ctx, merchantOf(visit), wanted);
  if (submitted.kind !== 'submitted') refuse(submitted);
  return seeOther(`${visit.base}/verification?done=submitted`);
}

function formIn({ form }: MerchantVisit): KycForm {
  const given = formFields.map((name) => [name, form.value(name)] as const).filter(([, text]) => text !== '');
  const wrong = given.filter(([name, text]) => readForm({ [name]: text }).problems !== undefined);
  if (wrong.length > 0)
    throw new WrongFields(Object.fromEntries(wrong.map(([name]) => [name, words.form.wrongText])));
  return Object.fromEntries(given);
}

export const fieldOf = (kind: string): string => `document_${kind}`;

function documentsIn({ form }: MerchantVisit): readonly Upload[] {
  const uploads = documentKinds.flatMap((kind) => {
    const file = form.file(fieldOf(kind));
    return file ? [{ kind, name: fileName(file.name, longestName), content: file.content }] : [];
  });
  const wrong = uploads.flatMap((upload) => {
    const problem = problemWithFile(upload);
    return problem === undefined ? [] : [[fieldOf(upload.kind), `${problem}.`] as const];
  });
  if (wrong.length > 0) throw new WrongFields(Object.fromEntries(wrong));
  return uploads;
}

function refuse(refused: Exclude<Submitted, { kind: 'submitted' }>): never {
  switch (refused.kind) {
    case 'reached':
      throw new Refusal(words.refused.reached(refused.tier));
    case 'waiting':
      throw new Refusal(words.refused.waiting);
    case 'too many documents':
      throw new Refusal(words.refused.many(refused.most));
    case 'incomplete':
      throw new WrongFields(Object.fromEntries(refused.missing.map(missing)));
  }
}

/** @param named a field, or `document identity` */
function missing(named: string): readonly [string, string] {
  const { fields, kinds, missing: text, missingFile } = words.form;
  const kind = documentKinds.find((one) => named === `document ${one}`);
  if (kind) return [fieldOf(kind), missingFile(kinds[kind].label)];
  const field = formFields.find((one) => one === named);
  return [named, text(field ? fields[field].label : named)];
}
