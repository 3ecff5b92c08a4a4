import {
  answerMessageAcrossMerchants,
  noteCaptureAcrossMerchants,
  skipItemsAcrossMerchants,
} from '../../app/restored/open-queries.ts';
import { uuidIn } from '../../platform/ids.ts';
import { wordsIn } from '../support/options.ts';
import { Failure, printJson, say } from '../support/print.ts';
import { userName } from '../support/user.ts';
import { inOneTransaction, type RestoreOptions } from './restore.ts';

type AnswerOptions = RestoreOptions & {
  readonly gateway: string;
  readonly code: string;
  readonly authCode?: string;
  readonly note: string;
};

/**
 * Codes that do not say whether the amount was moved. The rail would reverse an approval of a part, and ask anew for a refund whose issuer
 * did not answer.
 */
const undecided: ReadonlySet<string> = new Set(['10', '19', '68', '91', '92', '96']);

/** `mps restore answer`. */
export async function answerVerb(reference: string, options: AnswerOptions): Promise<void> {
  const { gateway, code, authCode } = options;
  if (!/^[0-9]{12}$/.test(reference))
    throw new Failure('usage', `A retrieval reference number has 12 digits, unlike "${reference}".`);
  if (!/^[0-9A-Za-z]{2}$/.test(code)) throw new Failure('usage', '--code takes two characters, such as 00.');
  if (undecided.has(code))
    throw new Failure(
      'usage',
      `The code ${code} does not say whether the amount was moved. Find out, then give 00 or the code of a refusal.`,
    );
  if (authCode !== undefined && !/^[0-9A-Za-z]{1,6}$/.test(authCode))
    throw new Failure('usage', '--auth-code takes at most six letters and digits.');
  const note = wordsIn(options.note, '--note');
  const answer = { gateway, reference, code, authCode, note, by: userName() };
  const isTaken = await inOneTransaction(options, (owner, mode) =>
    answerMessageAcrossMerchants(owner, mode, answer),
  );
  if (!isTaken)
    throw new Failure('notFound', `${gateway} has no message ${reference} that is held and has no answer.`);
  if (options.json) printJson({ reference, gateway, code });
  say('Its payment or refund ends by this answer when the jobs are released.');
}

/** `mps restore capture`. */
export async function captureVerb(
  payment: string,
  options: RestoreOptions & { readonly amount?: string; readonly note: string },
): Promise<void> {
  const { amount } = options;
  const paymentId = payment.startsWith('txn_') ? uuidIn(payment) : undefined;
  if (paymentId === undefined)
    throw new Failure('usage', `Name a payment by an id such as txn_…, not "${payment}".`);
  if (amount !== undefined && !/^[0-9]{1,12}(?:[.][0-9]{1,2})?$/.test(amount))
    throw new Failure('usage', '--amount takes an amount such as 12.50.');
  const note = wordsIn(options.note, '--note');
  const wanted = { paymentId, amount, note, by: userName() };
  const isNoted = await inOneTransaction(options, (owner, mode) =>
    noteCaptureAcrossMerchants(owner, mode, wanted),
  );
  if (!isNoted)
    throw new Failure('notFound', `Of ${payment} nothing is on hold, or less, or its expiry is not held.`);
  if (options.json) printJson({ id: payment });
  say('Nobody asks the gateway for it. Settle it: npx mps payment settle');
}

/** `mps restore skip`. */
export async function skipVerb(
  batch: string,
  options: RestoreOptions & { readonly items: string; readonly note: string },
): Promise<void> {
  const batchId = batch.startsWith('pob_') ? uuidIn(batch) : undefined;
  if (batchId === undefined)
    throw new Failure('usage', `Name a batch by an id such as pob_…, not "${batch}".`);
  const positions = positionsIn(options.items);
  const note = wordsIn(options.note, '--note');
  const wanted = { batchId, positions, note, by: userName() };
  const skipped = await inOneTransaction(options, (owner, mode) =>
    skipItemsAcrossMerchants(owner, mode, wanted),
  );
  if (skipped === 0) throw new Failure('notFound', `${batch} is not held, or none of these items waits.`);
  if (options.json) printJson({ batch_id: batch, skipped });
  say(`${skipped} items become no payouts.`);
}

/** An item has a position up to this. */
const lastPosition = 1000;

function positionsIn(text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    const [, first = '', last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to < from || to > lastPosition)
      throw new Failure('usage', '--items takes positions such as 3 or 1-20,23.');
    return Array.from({ length: to - from + 1 }, (_none, at) => from + at);
  });
}
