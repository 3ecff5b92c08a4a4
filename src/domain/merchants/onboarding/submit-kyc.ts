import type { Act } from '../../../engine/context.ts';
import { recordEvent } from '../../../engine/recording/record.ts';
import { move } from '../../../engine/states/moves.ts';
import { newId } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { keepDocuments, kindsOf, mostDocuments, type Upload } from './documents.ts';
import { type KycForm, missingFor } from './form.ts';
import { kycTierOf } from './kyc.ts';
import { findOpenSubmission, insertSubmission, type KycSubmission, lockKyc } from './queries.ts';
import { kycMoves } from './states.ts';

export type WantedSubmission = {
  readonly tier: number;
  readonly form: KycForm;
  /** Judged before, by `problemWithFile`. */
  readonly documents: readonly Upload[];
  /** The tier that the merchant has in both modes, unless a mode overrides it. */
  readonly own: number;
  /** Who hands it in. */
  readonly by: string;
};

/** What became of a submission; only the first kind has stored anything. */
export type Submitted =
  | { readonly kind: 'submitted'; readonly submission: KycSubmission }
  /** The merchant has this tier already, or a higher one. */
  | { readonly kind: 'reached'; readonly tier: number }
  /** One is being looked at. */
  | { readonly kind: 'waiting'; readonly submission: KycSubmission }
  /** `missing` fields and documents. */
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] }
  | { readonly kind: 'too many documents'; readonly most: number };

export const formPurpose = 'kyc-form';

/**
 * A merchant asks to be verified for a tier, with a form and documents. If the operator has asked for a document, this completes the
 * same submission, and its form replaces the earlier one.
 *
 * Spec: "Events", merchant.onboarding.submitted. Decision 0077.
 */
export async function submitKyc(act: Act, wanted: WantedSubmission): Promise<Submitted> {
  const { tier, form, documents } = wanted;
  await lockKyc(act.tx, act.merchant.id);
  const reached = await kycTierOf(act.tx, act.merchant.id, wanted.own);
  if (tier <= reached) return { kind: 'reached', tier: reached };
  const open = await findOpenSubmission(act.tx, act.merchant.id);
  if (open?.status === 'submitted') return { kind: 'waiting', submission: open };
  const { kinds, files } = await kindsOf(act, open?.id, documents);
  if (files > mostDocuments) return { kind: 'too many documents', most: mostDocuments };
  const missing = missingFor(tier, form, kinds);
  if (missing.length > 0) return { kind: 'incomplete', missing };
  const submission = open ? await complete(act, open, wanted) : await begin(act, wanted);
  return { kind: 'submitted', submission };
}

async function begin(act: Act, wanted: WantedSubmission): Promise<KycSubmission> {
  const submission = await insertSubmission(act.tx, act.merchant.id, {
    id: newId(),
    status: 'submitted',
    created_at: act.ctx.now(act.merchant),
    ...filled(act, wanted),
  });
  await keepDocuments(act, submission.id, wanted.documents);
  await recordEvent(act, 'merchant.onboarding.submitted', submission);
  return submission;
}

async function complete(act: Act, open: KycSubmission, wanted: WantedSubmission): Promise<KycSubmission> {
  const set = { ...filled(act, wanted), decided_by: null, decided_at: null, note: null };
  const completed = await move(act, 'kyc_submissions', open.id, kycMoves.submitAgain, {
    set,
    effect: () => keepDocuments(act, open.id, wanted.documents),
  });
  return completed ?? open;
}

function filled(act: Act, { tier, form, by }: WantedSubmission) {
  const form_sealed = act.ctx.secrets.seal(JSON.stringify(form), formPurpose);
  return { tier, form_sealed, submitted_by: by };
}

/** The form of a submission; undefined if it has none. */
export function openForm(
  { secrets }: Pick<Act['ctx'], 'secrets'>,
  { form_sealed: sealed }: Pick<KycSubmission, 'form_sealed'>,
): KycForm | undefined {
  if (sealed === null) return undefined;
  const form: KycForm = JSON.parse(secrets.open(sealed, formPurpose));
  return form;
}

/** Another value each time the submission is handed in: the form is sealed anew, and documents come with it. */
export function versionOf({ tier, form_sealed }: Pick<KycSubmission, 'tier' | 'form_sealed'>): string {
  return sha256(`${tier} ${form_sealed ?? ''}`).toString('hex');
}
