import { mostBytes } from '../../../../../domain/payments/disputes/add-file.ts';
import { type DisputeFile, findFiles } from '../../../../../domain/payments/disputes/file-queries.ts';
import type { Dispute } from '../../../../../domain/payments/disputes/queries.ts';
import { showId } from '../../../../../platform/ids.ts';
import { type Html, html } from '../../../../html.ts';
import { showMoney } from '../../../../money.ts';
import { disputesWords } from '../../../../words/dashboard/money/disputes.ts';
import { radios } from '../../../parts/choices.ts';
import { fileField } from '../../../parts/file-field.ts';
import { buttonOf, buttonTo, formTo, textField } from '../../../parts/forms.ts';
import { screen } from '../../../parts/frame.ts';
import { notice } from '../../../parts/notices.ts';
import { disputeAddress, paymentAddress } from '../../../parts/payments.ts';
import { block, exact, link, moment, section } from '../../../parts/show.ts';
import { facts } from '../../../parts/tables.ts';
import { onceOf } from '../../../requests/acting.ts';
import type { Answer } from '../../../requests/answers.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { disputeIn, isOpen, standing } from './disputes.ts';

const { answer: words } = disputesWords;

/** One dispute: what it is about, the evidence and the files, and what the merchant can do. */
export async function showDispute(visit: MerchantVisit): Promise<Answer> {
  const dispute = await disputeIn(visit);
  const { amount, currency, status } = dispute;
  const files = await findFiles(visit.ctx.db, visit.merchantId, [dispute.id]);
  const mayAnswer = status === 'needs_response' && visit.may('refund');
  return screen(visit, {
    title: `${disputesWords.title}: ${showMoney(amount, currency)}`,
    up: { label: disputesWords.title, to: `${visit.base}/disputes` },
    done: disputesWords.done[visit.query.get('done') ?? ''],
    actions: standing(dispute),
    main: html`${status === 'warning' && notice('warn', words.warningText)}
${status === 'needs_response' && visit.suspended && notice('warn', words.suspended)}
${section(disputesWords.details, details(visit, dispute))}
${section(words.files, filesOf(visit, dispute, files, mayAnswer))}
${mayAnswer ? answerForm(visit, dispute, files) : dispute.evidence !== null && block(dispute.evidence, words.title)}
${mayAnswer && section(words.accept, html`<p>${words.acceptText}</p>${buttonTo(visit, { to: `${disputeAddress(visit, dispute.id)}/accept`, label: words.accept, look: 'danger', once: onceOf() })}`)}`,
  });
}

function details(visit: MerchantVisit, dispute: Dispute): Html {
  const { transaction_id: payment, submitted_at: submitted, resolved_at: resolved, resolution } = dispute;
  const { reinstated_at: reinstated } = dispute;
  return facts([
    [disputesWords.reason, disputesWords.reasons[dispute.reason]],
    [disputesWords.payment, link(paymentAddress(visit, payment), showId('txn', payment))],
    isOpen(dispute) && [disputesWords.due, moment(visit, dispute.evidence_due_at)],
    [disputesWords.opened, moment(visit, dispute.opened_at ?? dispute.created_at)],
    submitted !== null && [disputesWords.submitted, moment(visit, submitted)],
    resolved !== null && [disputesWords.resolved, moment(visit, resolved)],
    reinstated !== null && [disputesWords.reinstated, moment(visit, reinstated)],
    resolution !== null && [disputesWords.resolution, disputesWords.resolutions[resolution]],
    ['ID', exact(showId('dsp', dispute.id))],
  ]);
}

/** The files are added and removed with it, since what is typed in it must not be lost then. */
const answerId = 'answer';

function filesOf(
  visit: MerchantVisit,
  { id }: Dispute,
  files: readonly DisputeFile[],
  mayAnswer: boolean,
): Html {
  const address = `${disputeAddress(visit, id)}/files`;
  const remove = (file: DisputeFile) =>
    buttonOf({
      form: answerId,
      to: `${address}/${showId('file', file.id)}/remove`,
      label: words.remove,
      title: `${words.remove}: ${file.name}`,
    });
  const shown = (file: DisputeFile): Html =>
    html`<li><span dir="auto">${file.name}</span> <span class="small soft">${Math.ceil(file.size / 1024)} KiB</span> ${mayAnswer && remove(file)}</li>`;
  const field = {
    name: 'file',
    label: words.file,
    hint: words.fileHint,
    accept: '.pdf,.png,.jpg,.jpeg',
    most: mostBytes,
  };
  const upload =
    mayAnswer &&
    html`${fileField(visit, { ...field, form: answerId })}
<p class="buttons">${buttonOf({ form: answerId, to: address, label: words.upload })}</p>`;
  return html`${files.length === 0 ? html`<p>${words.noFiles}</p>` : html`<ul>${files.map(shown)}</ul>`}${upload}`;
}

/** What the form shows: the text, and the files that go with it. */
export const shownOf = (evidence: string | null, files: readonly DisputeFile[]) => ({
  evidence: evidence ?? '',
  files: files.map(({ name }) => name).join(', '),
});

function answerForm(visit: MerchantVisit, { id, evidence }: Dispute, files: readonly DisputeFile[]): Html {
  const options = [
    { value: 'draft', label: words.draft },
    { value: 'submit', label: words.submit, hint: words.once },
  ];
  return section(
    words.title,
    formTo(visit, {
      id: answerId,
      to: `${disputeAddress(visit, id)}/evidence`,
      button: words.button,
      files: true,
      once: onceOf(),
      seen: shownOf(evidence, files),
      fields: html`${textField(visit, { name: 'evidence', label: words.evidence, hint: words.evidenceHint, value: evidence ?? '', rows: 8, maxlength: 4000 })}
${radios(visit, { name: 'how', label: words.how, options, value: 'draft' })}`,
    }),
  );
}
