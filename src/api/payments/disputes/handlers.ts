import {
  beginFile,
  dropFile,
  endFile,
  findStoredFile,
  storeFile,
  type Uploading,
} from '../../../domain/payments/disputes/add-file.ts';
import { acceptDispute as accept, submitEvidence } from '../../../domain/payments/disputes/answer-dispute.ts';
import { findFiles } from '../../../domain/payments/disputes/file-queries.ts';
import { type Dispute, findDispute, findDisputes } from '../../../domain/payments/disputes/queries.ts';
import { type Handler, phased } from '../../../engine/calls/handler.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db } from '../../../platform/db/database.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { disputeView, fileView } from './view.ts';

export const listDisputes: Handler<'listDisputes'> = async (call) => {
  const { status, transaction_id } = call.query;
  const paymentId = transaction_id && readId('txn', transaction_id);
  const page = await findPage(call.query, (rows) =>
    findDisputes(call.db, call.merchant.id, { status, paymentId }, rows),
  );
  const ids = page.rows.map(({ id }) => id);
  const files = await findFiles(call.db, call.merchant.id, ids);
  return call.reply(
    200,
    showPage(page, (dispute) => disputeView(dispute, files)),
  );
};

export const getDispute: Handler<'getDispute'> = async (call) => {
  const dispute = await findDispute(call.db, call.merchant.id, readId('dsp', call.params.id));
  if (!dispute) throw notFound('dsp');
  return call.reply(200, await shown(call.db, call.merchant.id, dispute));
};

export const submitDisputeEvidence: Handler<'submitDisputeEvidence'> = async (call) => {
  const { evidence, submit } = call.body;
  const disputeId = readId('dsp', call.params.id);
  const dispute = await submitEvidence(call, { disputeId, evidence, submit });
  return call.reply(200, await shown(call.tx, call.merchant.id, dispute));
};

export const acceptDispute: Handler<'acceptDispute'> = async (call) => {
  const dispute = await accept(call, readId('dsp', call.params.id));
  return call.reply(200, await shown(call.tx, call.merchant.id, dispute));
};

async function shown(db: Db, merchantId: MerchantId, dispute: Dispute) {
  return disputeView(dispute, await findFiles(db, merchantId, [dispute.id]));
}

export const uploadDisputeFile = phased<'uploadDisputeFile', Uploading, void>({
  begin: (call) => beginFile(call, { disputeId: readId('dsp', call.params.id), ...call.body }),
  // The retry has the same body as the call that died.
  resume: async (call, id) => ({
    id,
    merchantId: call.merchant.id,
    content: Buffer.from(call.body.content, 'base64'),
  }),
  ask: storeFile,
  finish: async (call, { id }) =>
    call.reply(201, fileView(await endFile(call, readId('dsp', call.params.id), id))),
});

export const getDisputeFile: Handler<'getDisputeFile'> = async (call) => {
  const disputeId = readId('dsp', call.params.id);
  const fileId = readId('file', call.params.file_id);
  const file = await findStoredFile(call.db, call.merchant.id, { disputeId, fileId });
  const content = await call.ctx.files.read(call.merchant.id, fileId);
  if (!content) throw notFound('file');
  return call.reply(200, { ...fileView(file), content: Buffer.from(content).toString('base64') });
};

export const deleteDisputeFile: Handler<'deleteDisputeFile'> = async (call) => {
  const disputeId = readId('dsp', call.params.id);
  await dropFile(call, { disputeId, fileId: readId('file', call.params.file_id) });
  return call.reply(200, { deleted: true });
};
