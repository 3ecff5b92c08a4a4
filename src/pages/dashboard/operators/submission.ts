import { findMerchant } from '../../../domain/merchants/accounts/queries.ts';
import {
  type Decision,
  decideAsOperator,
  readAsOperator,
  SubmissionChanged,
} from '../../../domain/merchants/onboarding/as-operator.ts';
import { findDocuments } from '../../../domain/merchants/onboarding/document-queries.ts';
import { openName } from '../../../domain/merchants/onboarding/documents.ts';
import { formFields } from '../../../domain/merchants/onboarding/form.ts';
import {
  findSubmissionAcrossMerchants,
  type KycSubmission,
} from '../../../domain/merchants/onboarding/queries.ts';
import { openForm, versionOf } from '../../../domain/merchants/onboarding/submit-kyc.ts';
import type { Context } from '../../../engine/context.ts';
import { merchantId } from '../../../engine/principal.ts';
import { isUuid, notFound, readId, showId } from '../../../platform/ids.ts';
import { type Html, html } from '../../html.ts';
import { verificationWords } from '../../words/dashboard/merchant/verification.ts';
import { operatorsWords } from '../../words/dashboard/operators.ts';
import { radios } from '../parts/choices.ts';
import { formTo, textField } from '../parts/forms.ts';
import { exact, link, moment, section, state } from '../parts/show.ts';
import { facts, table } from '../parts/tables.ts';
import { type Answer, Refusal, seeOther, WrongFields } from '../requests/answers.ts';
import type { PersonVisit } from '../requests/visit.ts';
import { base, kycStates, noteIn, operatorScreen } from './operator-screen.ts';

const { kyc: words, health: healthWords } = operatorsWords;
const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

type Found = { readonly ctx: Context; readonly submission: KycSubmission };

/** The submission that the address names, in whichever mode it is. */
async function submissionIn({ office, params }: PersonVisit): Promise<Found> {
  const id = readId('kyc', params['submission'] ?? '');
  for (const ctx of [office.contexts.live, office.contexts.sandbox]) {
    const submission = await findSubmissionAcrossMerchants(ctx.db, id);
    if (submission) return { ctx, submission };
  }
  throw notFound('kyc');
}

const addressOf = (id: string): string => `${base}/kyc/${showId('kyc', id)}`;

/** A submission with its answers and documents, and the form that decides it. */
export async function showSubmission(visit: PersonVisit): Promise<Answer> {
  const { ctx, submission } = await submissionIn(visit);
  const of = merchantId(submission.merchant_id);
  const merchant = await findMerchant(visit.office.platform, of);
  const form = openForm(ctx, submission);
  const { fields } = verificationWords.form;
  return operatorScreen(visit, {
    title: words.submission(submission.tier),
    up: { label: words.title, to: `${base}/kyc` },
    done: words.done[visit.query.get('done') ?? ''],
    main: html`${section(
      merchant?.business_name ?? '',
      aboutIt(visit, ctx, submission),
      link(`${base}/merchants/${showId('mer', of)}`, words.merchant),
    )}
${section(
  words.form,
  form
    ? facts(formFields.map((name) => form[name] !== undefined && [fields[name].label, form[name]]))
    : html`<p>${submission.erased_at === null ? words.noForm : verificationWords.erased.text}</p>`,
)}
${section(words.documents, await documentsTable(ctx, submission))}
${decisionForm(visit, submission)}`,
  });
}

function aboutIt(visit: PersonVisit, { mode }: Context, submission: KycSubmission): Html {
  const { id, status, created_at, submitted_by, decided_at, decided_by, note, erased_at } = submission;
  return facts([
    ['ID', exact(showId('kyc', id))],
    [words.mode, healthWords.mode[mode]],
    [words.status, state(kycStates[status])],
    [words.submitted, moment(visit, created_at)],
    submitted_by !== null && [words.by, submitted_by],
    decided_at !== null && [words.decided, moment(visit, decided_at)],
    decided_by !== null && [words.decidedBy, decided_by],
    note !== null && [words.note, note],
    erased_at !== null && [verificationWords.erased.at, moment(visit, erased_at)],
  ]);
}

type Document = Awaited<ReturnType<typeof findDocuments>>[number];

async function documentsTable(ctx: Context, { id, merchant_id }: KycSubmission): Promise<Html> {
  return table<Document>({
    caption: words.documents,
    columns: [
      {
        title: words.file,
        cell: (row) =>
          link(
            `${addressOf(id)}/documents/${row.id}`,
            html`<span dir="auto">${openName(ctx.secrets, row)}</span>`,
          ),
      },
      { title: words.kind, cell: ({ kind }) => verificationWords.form.kinds[kind].label },
      { title: words.size, isNumber: true, cell: ({ size }) => words.kilobytes(size) },
    ],
    rows: await findDocuments(ctx.db, merchantId(merchant_id), id),
    empty: words.noDocuments,
  });
}

/** A document as a file to save. A name that came from outside is not the name of a file here. */
export async function download(visit: PersonVisit): Promise<Answer> {
  const { ctx, submission } = await submissionIn(visit);
  const of = merchantId(submission.merchant_id);
  const id = visit.params['document'] ?? '';
  const found = (await findDocuments(ctx.db, of, submission.id)).find((row) => isUuid(id) && row.id === id);
  if (!found) throw notFound('file');
  const content = await readAsOperator(ctx, submission, found, byOf(visit));
  const name = `${found.kind}-${showId('kyc', submission.id)}.${extensions[found.media_type]}`;
  return { kind: 'file', type: found.media_type, name, chunks: [content] };
}

const byOf = ({ doer }: PersonVisit) => ({ by: doer.email, from: { userId: doer.userId, ip: doer.ip } });

const decisions = ['approve', 'ask', 'reject'] as const;

/** A submission that waits for a document can only be rejected. */
function decisionForm(visit: PersonVisit, submission: KycSubmission): Html | false {
  const { status } = submission;
  if (status !== 'submitted' && status !== 'document_requested') return false;
  const possible = decisions.filter((value) => status === 'submitted' || value === 'reject');
  const options = possible.map((value) => ({ value, ...words.decisions[value] }));
  return section(
    words.decide,
    formTo(visit, {
      to: addressOf(submission.id),
      button: words.button,
      fields: html`<input type="hidden" name="read" value="${versionOf(submission)}">
${radios(visit, { name: 'decision', label: words.decision, options })}
${textField(visit, { name: 'note', label: words.note, hint: words.noteHint, maxlength: 500, rows: 4 })}`,
    }),
  );
}

export async function decide(visit: PersonVisit): Promise<Answer> {
  const { ctx, submission } = await submissionIn(visit);
  const { form } = visit;
  const chosen = decisions.find((one) => one === form.value('decision'));
  if (!chosen) throw new WrongFields({ decision: words.wrongDecision });
  const decision = { ...decisionOf(visit, chosen), ...byOf(visit), read: form.value('read') };
  const decided = await decideAsOperator(ctx, submission, decision).catch((error: unknown) => {
    throw error instanceof SubmissionChanged ? new Refusal(words.changed) : error;
  });
  if (!decided) throw new Refusal(words.changed);
  return seeOther(`${addressOf(submission.id)}?done=${chosen}`);
}

function decisionOf(visit: PersonVisit, chosen: (typeof decisions)[number]): Decision {
  if (chosen === 'approve') return { action: 'kyc.approved' };
  const note = noteIn(visit, 'note', words.wrongNote);
  return { action: chosen === 'ask' ? 'kyc.document-requested' : 'kyc.rejected', note };
}
