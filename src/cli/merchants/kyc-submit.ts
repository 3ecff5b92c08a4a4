import { basename } from 'node:path';
import { submitAsOperator } from '../../domain/merchants/onboarding/as-operator.ts';
import { problemWithFile, type Upload } from '../../domain/merchants/onboarding/documents.ts';
import { documentKinds, type KycForm, readForm } from '../../domain/merchants/onboarding/form.ts';
import type { Submitted } from '../../domain/merchants/onboarding/submit-kyc.ts';
import { ApiError } from '../../platform/errors.ts';
import { showId } from '../../platform/ids.ts';
import { contextOf } from '../support/acting.ts';
import { readGiven, textOf } from '../support/files.ts';
import { onDatabases } from '../support/operator.ts';
import { merchantOf, modeOf, noMerchant, numberIn, type OfMerchant } from '../support/options.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { shownSubmission } from './kyc-lists.ts';

export type SubmitKycOptions = OfMerchant & {
  readonly tier: string;
  readonly form: string;
  readonly document?: readonly string[];
  readonly live?: true;
  readonly json?: true;
};

/** `mps kyc submit`: hands in what a merchant has sent. Decision 0077. */
export async function submitKycVerb(options: SubmitKycOptions): Promise<void> {
  const wanted = {
    tier: numberIn(options.tier, '--tier', { least: 1, most: 2 }),
    form: formIn(options.form),
    documents: (options.document ?? []).map(documentIn),
  };
  const submitted = await onDatabases(async (operator) => {
    const of = { merchantId: merchantOf(operator, options), by: operator.by };
    const ctx = await contextOf(operator, modeOf(options));
    return await submitAsOperator(ctx, of, wanted).catch(inWords);
  });
  if (submitted.kind !== 'submitted') throw new Failure('refused', refusalOf(submitted));
  printOne(shownSubmission(submitted.submission), options);
  say('Submitted. Decide it: npx mps kyc show, approve, reject or ask.');
}

function inWords(error: unknown): never {
  throw error instanceof ApiError && error.code === 'NOT_FOUND' ? noMerchant() : error;
}

function refusalOf(refused: Exclude<Submitted, { kind: 'submitted' }>): string {
  if (refused.kind === 'reached') return `This merchant has tier ${refused.tier} already.`;
  if (refused.kind === 'waiting')
    return `A submission is waiting for a decision: ${showId('kyc', refused.submission.id)}.`;
  if (refused.kind === 'incomplete') return `This is missing: ${refused.missing.join(', ')}.`;
  return `A submission has at most ${refused.most} documents.`;
}

function formIn(file: string): KycForm {
  const { form, problems } = readForm(parsed(readGiven(file, '--form'), file));
  if (form) return form;
  throw new Failure('usage', `The form in ${file} cannot be read: ${problems.join('; ')}.`);
}

function parsed(content: Buffer, file: string): unknown {
  const text = textOf(content, file);
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('usage', `${file} is not valid JSON.`);
  }
}

const fileName = /^[^\p{Cc}]{1,120}$/u;

function documentIn(text: string): Upload {
  const [named = '', ...rest] = text.split('=');
  const kind = documentKinds.find((one) => one === named);
  const file = rest.join('=');
  if (kind === undefined || file === '')
    throw new Failure('usage', `--document takes kind=file; the kinds are ${documentKinds.join(', ')}.`);
  const name = basename(file);
  if (!fileName.test(name))
    throw new Failure('usage', `The name of ${file} is longer than 120 characters, or not plain text.`);
  const content = readGiven(file, '--document');
  const problem = problemWithFile({ name, content });
  if (problem !== undefined) throw new Failure('refused', `${problem}.`);
  return { kind, name, content };
}
