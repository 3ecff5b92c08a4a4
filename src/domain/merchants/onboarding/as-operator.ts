import type { Act, Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newId, notFound, showId } from '../../../platform/ids.ts';
import { changeMerchant, type MerchantOf } from '../changes/change-merchant.ts';
import { type Action, insertOperatorChange } from '../changes/queries.ts';
import { approveKyc, askForDocument, eraseKyc, rejectKyc } from './decide-kyc.ts';
import { findDocumentContent } from './document-queries.ts';
import { openContent } from './documents.ts';
import type { KycSubmission } from './queries.ts';
import { type Submitted, submitKyc, versionOf, type WantedSubmission } from './submit-kyc.ts';

/**
 * Hands in a submission for a merchant, and remembers who did it.
 *
 * @throws NOT_FOUND there is no such merchant
 *
 * Decision 0077.
 */
export function submitAsOperator(
  ctx: Context,
  of: MerchantOf,
  wanted: Omit<WantedSubmission, 'own' | 'by'>,
): Promise<Submitted> {
  return asOperator(ctx, of, 'kyc.submitted', async (act, own) => {
    const result = await submitKyc(act, { ...wanted, own, by: of.by });
    return { result, changed: result.kind === 'submitted' ? result.submission : undefined };
  });
}

type By = Omit<MerchantOf, 'merchantId'>;

/** What an operator decides. `note` is for the merchant. */
export type Decision =
  | { readonly action: 'kyc.approved' }
  | { readonly action: 'kyc.rejected' | 'kyc.document-requested'; readonly note: string };

/** The submission was handed in again since the operator read it. */
export class SubmissionChanged extends Error {
  override name = 'SubmissionChanged';
}

/**
 * Decides a submission, and remembers who did it.
 *
 * @param read `versionOf` what the operator has read
 * @returns undefined if the submission is not being looked at
 * @throws SubmissionChanged
 *
 * Decision 0077.
 */
export function decideAsOperator(
  ctx: Context,
  submission: Pick<KycSubmission, 'id' | 'merchant_id'>,
  { by, from, read, ...decision }: Decision & By & { readonly read?: string },
): Promise<KycSubmission | undefined> {
  const of = { merchantId: merchantId(submission.merchant_id), by, ...(from && { from }) };
  return asOperator(ctx, of, decision.action, async (act) => {
    const changed = await decide(act, submission.id, { ...decision, by });
    // Only now is the row locked. What was decided is rolled back.
    if (changed && read !== undefined && read !== versionOf(changed)) throw new SubmissionChanged();
    return { result: changed, changed };
  });
}

/**
 * Erases the answers and documents of a decided submission, and remembers who did it.
 *
 * @param reason why; kept in the list of changes
 * @returns undefined if it is not decided, or was erased before
 *
 * Decision 0077.
 */
export function eraseAsOperator(
  ctx: Context,
  submission: Pick<KycSubmission, 'id' | 'merchant_id'>,
  { by, reason }: By & { readonly reason: string },
): Promise<KycSubmission | undefined> {
  const of = { merchantId: merchantId(submission.merchant_id), by };
  return asOperator(ctx, of, 'kyc.erased', async (act) => {
    const changed = await eraseKyc(act, submission.id);
    return { result: changed, changed, said: { reason } };
  });
}

/**
 * The content of a document. Who reads it is remembered first, and the merchant sees it.
 *
 * @throws NOT_FOUND its submission was erased meanwhile
 *
 * Decision 0077.
 */
export async function readAsOperator(
  ctx: Context,
  submission: Pick<KycSubmission, 'id' | 'merchant_id'>,
  { id, kind }: { readonly id: string; readonly kind: string },
  { by, from }: By,
): Promise<Buffer> {
  const of = merchantId(submission.merchant_id);
  const details = { mode: ctx.mode, submission: showId('kyc', submission.id), kind };
  await insertOperatorChange(ctx.platform, of, {
    changeId: newId(),
    action: 'kyc.document-read',
    details,
    by,
    from,
  });
  const found = await findDocumentContent(ctx.db, of, id);
  if (!found) throw notFound('file');
  return openContent(ctx.secrets, found);
}

function decide(act: Act, id: string, decision: Decision & { readonly by: string }) {
  if (decision.action === 'kyc.approved') return approveKyc(act, id, decision);
  if (decision.action === 'kyc.rejected') return rejectKyc(act, id, decision);
  return askForDocument(act, id, decision);
}

type Done<T> = {
  readonly result: T;
  readonly changed: KycSubmission | undefined;
  /** The operator's words; absent: those to the merchant. */
  readonly said?: { readonly reason: string };
};

/**
 * The submission is in the mode's tables and the list of changes in the platform's, and no transaction spans both. The mode commits
 * first: a crash between the two loses a line of the list, but the submission itself says who decided it.
 */
function asOperator<T>(
  ctx: Context,
  of: MerchantOf,
  action: Action,
  work: (act: Act, own: number) => Promise<Done<T>>,
): Promise<T> {
  // If the change runs again after a deadlock, the mode has committed already.
  let done: Done<T> | undefined;
  return changeMerchant(ctx.platform, of, async (_platform, merchant) => {
    done ??= await inTransaction(ctx.db, of.merchantId, (tx, clockOffsetMs) =>
      work({ ctx, tx, merchant: { id: of.merchantId, clockOffsetMs } }, merchant.kyc_tier),
    );
    const { result, changed } = done;
    if (!changed) return { result };
    const { id, tier, note } = changed;
    const said = done.said ?? (note === null ? {} : { note });
    const details = { mode: ctx.mode, submission: showId('kyc', id), tier, ...said };
    return { entry: { action, details }, result };
  });
}
