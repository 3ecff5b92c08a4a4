import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

export type DisputeFile = Selectable<ModeTables['dispute_files']>;
type NewFile = Omit<Insertable<ModeTables['dispute_files']>, 'merchant_id'>;

export function insertFile(tx: Tx, merchantId: MerchantId, file: NewFile): Promise<DisputeFile> {
  return tx
    .insertInto('dispute_files')
    .values({ ...file, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds files that are not stored yet, and those that were dropped. */
export function findFile(db: Db, merchantId: MerchantId, id: string): Promise<DisputeFile | undefined> {
  return filesIn(db, merchantId).where('id', '=', id).executeTakeFirst();
}

/** The files of these disputes that are stored, oldest first. */
export async function findFiles(
  db: Db,
  merchantId: MerchantId,
  disputeIds: readonly string[],
): Promise<DisputeFile[]> {
  if (disputeIds.length === 0) return [];
  return await filesIn(db, merchantId)
    .where('dispute_id', 'in', disputeIds)
    .where('stored_at', 'is not', null)
    .where('dropped_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** How many files a dispute has, with those whose upload began after `since` and may be under way. */
export async function countFiles(
  tx: Tx,
  merchantId: MerchantId,
  { disputeId, since }: { readonly disputeId: string; readonly since: Date },
): Promise<bigint> {
  const { files } = await tx
    .selectFrom('dispute_files')
    .select(sql<bigint>`count(*)`.as('files'))
    .where('merchant_id', '=', merchantId)
    .where('dispute_id', '=', disputeId)
    .where('dropped_at', 'is', null)
    .where((eb) => eb.or([eb('stored_at', 'is not', null), eb('created_at', '>', since)]))
    .executeTakeFirstOrThrow();
  return files;
}

/** Notes that the bytes of a file are stored. @returns undefined if there is no such file, or it is being removed */
export function markStored(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  storedAt: Date,
): Promise<DisputeFile | undefined> {
  return tx
    .updateTable('dispute_files')
    .set({ stored_at: storedAt })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('dropped_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function markDropped(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  droppedAt: Date,
): Promise<void> {
  await tx
    .updateTable('dispute_files')
    .set({ dropped_at: droppedAt })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/**
 * Claims a file that was dropped or whose upload never ended, to remove it: from then on no upload can end. A transaction of its own.
 *
 * @returns false if there is no such file, or it is stored and stays
 */
export async function claimRemoval(db: Db, merchantId: MerchantId, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows: claimed } = await db
    .updateTable('dispute_files')
    .set((eb) => ({ dropped_at: eb.fn.coalesce('dropped_at', eb.val(at)) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('stored_at', 'is', null), eb('dropped_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return claimed === 1n;
}

export async function removeFile(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx.deleteFrom('dispute_files').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

function filesIn(db: Db, merchantId: MerchantId) {
  return db.selectFrom('dispute_files').selectAll().where('merchant_id', '=', merchantId);
}

/** Writes the bytes of a file that is still wanted: after a reset of the sandbox, or while a job removes it, nothing may come back. */
export async function writeContent(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  content: Uint8Array,
): Promise<void> {
  // Locked, so that a removal that begins meanwhile finds the bytes.
  const wanted = await filesIn(tx, merchantId)
    .where('id', '=', id)
    .where('dropped_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!wanted) return;
  await tx
    .insertInto('file_contents')
    .values({ merchant_id: merchantId, file_id: id, content: Buffer.from(content) })
    .onConflict((once) => once.doNothing())
    .execute();
}

export async function readContent(
  db: Db,
  merchantId: MerchantId,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('file_contents')
    .select('content')
    .where('merchant_id', '=', merchantId)
    .where('file_id', '=', id)
    .executeTakeFirst();
  return row?.content;
}

export async function removeContent(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx
    .deleteFrom('file_contents')
    .where('merchant_id', '=', merchantId)
    .where('file_id', '=', id)
    .execute();
}
