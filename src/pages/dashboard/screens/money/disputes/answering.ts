import {
  beginFile,
  dropFile,
  endFile,
  mostBytes,
  storeFile,
} from '../../../../../domain/payments/disputes/add-file.ts';
import { acceptDispute, submitEvidence } from '../../../../../domain/payments/disputes/answer-dispute.ts';
import { findFiles } from '../../../../../domain/payments/disputes/file-queries.ts';
import type { Dispute } from '../../../../../domain/payments/disputes/queries.ts';
import { ApiError } from '../../../../../platform/errors.ts';
import { readId, showId } from '../../../../../platform/ids.ts';
import { disputesWords } from '../../../../words/dashboard/money/disputes.ts';
import { disputeAddress } from '../../../parts/payments.ts';
import { acting, afterAsking } from '../../../requests/acting.ts';
import { type Answer, seeOther, WrongFields } from '../../../requests/answers.ts';
import { fileName, formWithout } from '../../../requests/form.ts';
import { judged } from '../../../requests/judged.ts';
import { refuseChanged } from '../../../requests/seen.ts';
import type { MerchantVisit } from '../../../requests/visit.ts';
import { shownOf } from './dispute.ts';
import { disputeIn } from './disputes.ts';

const after = (visit: MerchantVisit, id: string, done: string): Answer =>
  seeOther(`${disputeAddress(visit, id)}?done=${done}`);

/** Judged by the contract of `submitDisputeEvidence`. */
export async function answerDispute(visit: MerchantVisit): Promise<Answer> {
  const { id } = await disputeIn(visit);
  if (visit.form.file('file')) throw new WrongFields({ file: disputesWords.answer.notAdded });
  const { evidence, submit } = evidenceIn(visit, visit.form.value('how') === 'submit');
  await acting(visit, submit ? 'dispute.answered' : 'dispute.drafted', async (act) => {
    await submitEvidence(act, { disputeId: id, evidence, submit }, async (dispute) => {
      const files = await findFiles(act.tx, visit.merchantId, [id]);
      refuseChanged(visit, { present: shownOf(dispute.evidence, files), wanted: { evidence } });
    });
    return { result: undefined, object: showId('dsp', id) };
  });
  return after(visit, id, submit ? 'submitted' : 'draft');
}

function evidenceIn({ form }: MerchantVisit, submit: boolean) {
  const given = { evidence: form.text('evidence').trim(), submit };
  return judged('submitDisputeEvidence', given, {}, disputesWords.answer.missing);
}

/** What was typed and not kept would be lost with the screen on which a file is added or removed. */
async function keepTyped(visit: MerchantVisit, dispute: Dispute): Promise<void> {
  const typed = visit.form.text('evidence').trim();
  if (typed === '' || typed === dispute.evidence) return;
  const { evidence, submit } = evidenceIn(visit, false);
  // What the form is for is done afterwards, once.
  const form = formWithout(visit.form, (name) => name === 'once');
  await acting({ ...visit, form }, 'dispute.drafted', async (act) => {
    await submitEvidence(act, { disputeId: dispute.id, evidence, submit }, async (found) =>
      refuseChanged(visit, { present: { evidence: found.evidence ?? '' }, wanted: { evidence } }),
    );
    return { result: undefined, object: showId('dsp', dispute.id) };
  });
}

export async function accept(visit: MerchantVisit): Promise<Answer> {
  const { id } = await disputeIn(visit);
  await acting(visit, 'dispute.accepted', async (act) => {
    await acceptDispute(act, id);
    return { result: undefined, object: showId('dsp', id) };
  });
  return after(visit, id, 'accepted');
}

/** The file store is asked with no transaction open. */
export async function uploadFile(visit: MerchantVisit): Promise<Answer> {
  const dispute = await disputeIn(visit);
  const { id } = dispute;
  await keepTyped(visit, dispute);
  const file = visit.form.file('file');
  if (!file?.content.length) throw new WrongFields({ file: disputesWords.answer.noFile });
  // The contract counts the letters of the file as base64.
  if (file.content.length > mostBytes) throw new WrongFields({ file: disputesWords.answer.wrongFile });
  const given = { name: fileName(file.name, 120), content: file.content.toString('base64') };
  const body = judged('uploadDisputeFile', given, { name: 'file', content: 'file' });
  const begun = await acting(visit, 'dispute.file-added', async (act) => {
    const result = await beginFile(act, { disputeId: id, ...body });
    return { result, object: showId('dsp', id), details: { file: showId('file', result.id) } };
  }).catch(saidAtFile);
  const done = await afterAsking<void, 'uploaded' | 'uploading'>(visit, {
    ask: () => storeFile(visit.ctx, begun),
    end: async (act) => {
      await endFile(act, id, begun.id);
      return 'uploaded';
    },
    otherwise: 'uploading',
  });
  return after(visit, id, done);
}

function saidAtFile(error: unknown): never {
  if (error instanceof ApiError && error.code === 'FILE_NOT_SUPPORTED')
    throw new WrongFields({ file: disputesWords.answer.wrongFile });
  throw error;
}

export async function removeFile(visit: MerchantVisit): Promise<Answer> {
  const dispute = await disputeIn(visit);
  const { id } = dispute;
  await keepTyped(visit, dispute);
  const fileId = readId('file', visit.params['file'] ?? '');
  await acting(visit, 'dispute.file-removed', async (act) => {
    await dropFile(act, { disputeId: id, fileId });
    return { result: undefined, object: showId('dsp', id), details: { file: showId('file', fileId) } };
  });
  return after(visit, id, 'removed');
}
