import { createHash } from 'node:crypto';
import type { Act, Context, JobPayloads, PhasedJob } from '../../../engine/context.ts';
import { cancel, enqueue } from '../../../engine/jobs/enqueue.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId, notFound } from '../../../platform/ids.ts';
import { lockAnswerable } from './answer-dispute.ts';
import {
  claimRemoval,
  countFiles,
  type DisputeFile,
  findFile,
  insertFile,
  markDropped,
  markStored,
  removeFile,
} from './file-queries.ts';

declare module '../../../engine/context.ts' {
  interface JobPayloads {
    /** Removes a file that was deleted, or whose upload never ended. */
    'disputes.drop-file': { fileId: string };
  }
}

const mostFiles = 10;
/** Of a file. */
export const mostBytes = 5 * 1024 * 1024;
/** An hour longer than an idempotency key is known: until then a call that died may be repeated, and ends its upload. */
const uploadMs = 25 * 60 * 60 * 1000;
/** An upload that began before that no longer takes one of the places: without a key nobody can end it. */
const countedMs = 60 * 60 * 1000;

/** The first bytes of each type of file. */
const beginnings = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
] as const;

type Upload = { readonly disputeId: string; readonly name: string; readonly content: string };
/** A file between its row and its bytes. */
export type Uploading = Pick<DisputeFile, 'id'> & {
  readonly merchantId: MerchantId;
  readonly content: Buffer;
};

/**
 * Begins to add a file to the evidence of a dispute. The file store is asked after the commit; if this process dies before, a job
 * removes what is left.
 *
 * @param upload.content base64
 * @throws DISPUTE_CLOSED, FILE_NOT_SUPPORTED, TOO_MANY_FILES
 *
 * Decision 0073.
 */
export async function beginFile(act: Act, { disputeId, name, content: text }: Upload): Promise<Uploading> {
  const { dispute } = await lockAnswerable(act, disputeId);
  const content = Buffer.from(text, 'base64');
  const media_type = typeOf(content);
  if (media_type === undefined || content.length > mostBytes) throw new ApiError('FILE_NOT_SUPPORTED');
  const now = act.ctx.now(act.merchant);
  const counted = { disputeId: dispute.id, since: new Date(now.getTime() - countedMs) };
  if ((await countFiles(act.tx, act.merchant.id, counted)) >= BigInt(mostFiles))
    throw new ApiError('TOO_MANY_FILES', { details: { limit: mostFiles } });
  const { id } = await insertFile(act.tx, act.merchant.id, {
    id: newId(),
    dispute_id: dispute.id,
    name,
    media_type,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    created_at: now,
  });
  await enqueue(act, 'disputes.drop-file', {
    key: id,
    payload: { fileId: id },
    at: new Date(now.getTime() + uploadMs),
  });
  return { id, merchantId: act.merchant.id, content };
}

function typeOf(content: Buffer): DisputeFile['media_type'] | undefined {
  return beginnings.find(([, beginning]) => content.subarray(0, beginning.length).equals(beginning))?.[0];
}

export async function storeFile(ctx: Context, { id, merchantId, content }: Uploading): Promise<void> {
  await ctx.files.write(merchantId, id, content);
}

/**
 * Adds the stored file to the evidence, unless the evidence was submitted meanwhile.
 *
 * @throws NOT_FOUND the sandbox was reset meanwhile, or a job is removing the file
 * @throws DISPUTE_CLOSED
 */
export async function endFile(act: Act, disputeId: string, id: string): Promise<DisputeFile> {
  await lockAnswerable(act, disputeId);
  const file = await markStored(act.tx, act.merchant.id, id, act.ctx.now(act.merchant));
  if (!file) throw notFound('dsp');
  await cancel(act, 'disputes.drop-file', id);
  return file;
}

type Place = { readonly disputeId: string; readonly fileId: string };

/** @throws NOT_FOUND there is no such file, or it belongs to another dispute */
export async function findStoredFile(
  db: Context['db'],
  merchantId: MerchantId,
  { disputeId, fileId }: Place,
): Promise<DisputeFile> {
  const file = await findFile(db, merchantId, fileId);
  if (file?.dispute_id !== disputeId || !file.stored_at || file.dropped_at) throw notFound('file');
  return file;
}

/**
 * Takes a file out of the evidence before it is submitted. A job removes its bytes.
 *
 * @throws DISPUTE_CLOSED, NOT_FOUND
 */
export async function dropFile(act: Act, place: Place): Promise<void> {
  await lockAnswerable(act, place.disputeId);
  const { id } = await findStoredFile(act.tx, act.merchant.id, place);
  await markDropped(act.tx, act.merchant.id, id, act.ctx.now(act.merchant));
  await enqueue(act, 'disputes.drop-file', { key: id, payload: { fileId: id } });
}

/** Job `disputes.drop-file`: removes the bytes of a file, then its row. A file that is part of the evidence stays. */
export const removeDroppedFile: PhasedJob<JobPayloads['disputes.drop-file'], boolean> = {
  ask: async (ctx, merchant, { fileId }) => {
    // Claimed before the bytes go: an upload that ends at this moment either keeps them or is refused.
    if (!(await claimRemoval(ctx.db, merchant.id, fileId, ctx.now(merchant)))) return false;
    await ctx.files.remove(merchant.id, fileId);
    return true;
  },
  finish: async (act, { fileId }, isRemoved) => {
    if (isRemoved) await removeFile(act.tx, act.merchant.id, fileId);
  },
};
