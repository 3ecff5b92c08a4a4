import {
  type Decision,
  decideAsOperator,
  eraseAsOperator,
} from '../../domain/merchants/onboarding/as-operator.ts';
import { onDatabases } from '../support/operator.ts';
import { wordsIn } from '../support/options.ts';
import { Failure, printOne, say } from '../support/print.ts';
import { shownSubmission, submissionOf } from './kyc-lists.ts';

type Options = { readonly json?: true };
type Reasoned = Options & { readonly reason: string };

/** `mps kyc approve`: gives a merchant the tier of a submission. Decision 0077. */
export async function approveKycVerb(named: string, options: Options): Promise<void> {
  await decide(named, options, { action: 'kyc.approved' });
  say('Approved: the tier is theirs from now on, and their apps are told.');
}

/** `mps kyc reject`. Decision 0077. */
export async function rejectKycVerb(named: string, options: Reasoned): Promise<void> {
  await decide(named, options, { action: 'kyc.rejected', note: noteIn(options.reason) });
  say('Rejected: the tier stays as it is. The merchant reads the reason in their profile.');
}

/** `mps kyc ask`. Decision 0077. */
export async function askKycVerb(named: string, options: Reasoned): Promise<void> {
  await decide(named, options, { action: 'kyc.document-requested', note: noteIn(options.reason) });
  say('Asked: hand in the document with npx mps kyc submit.');
}

/** `mps kyc erase`: deletes what an operator need not know any longer. Decision 0077. */
export async function eraseKycVerb(named: string, options: Reasoned): Promise<void> {
  const reason = noteIn(options.reason);
  const erased = await onDatabases(async (operator) => {
    const { ctx, submission } = await submissionOf(operator, named);
    const after = await eraseAsOperator(ctx, submission, { reason, by: operator.by });
    if (after) return after;
    const { status, erased_at } = (await submissionOf(operator, named)).submission;
    const why =
      erased_at === null ? `is ${status}: only one that is decided can be erased` : 'was erased before';
    throw new Failure('refused', `This submission ${why}.`);
  });
  say('Erased. Backups keep it for as long as you keep them.');
  printOne(shownSubmission(erased), options);
}

async function decide(named: string, options: Options, decision: Decision): Promise<void> {
  const decided = await onDatabases(async (operator) => {
    const { ctx, submission } = await submissionOf(operator, named);
    const after = await decideAsOperator(ctx, submission, { ...decision, by: operator.by });
    if (after) return after;
    // Another operator may have decided while this command waited for the merchant.
    const { status } = (await submissionOf(operator, named)).submission;
    throw new Failure(
      'refused',
      `This submission is ${status}: only one that is submitted can be decided; one that waits for a document can be rejected.`,
    );
  });
  printOne(shownSubmission(decided), options);
}

const noteIn = (text: string): string => wordsIn(text, '--reason');
