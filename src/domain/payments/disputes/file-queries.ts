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

/** How many files a dispute has, with those whose upload is under way. */
export async function countFiles(tx: Tx, merchantId: MerchantId, disputeId: string): Promise<bigint> {
  const { files } = await tx
    .selectFrom('dispute_files')
    .select(sql<bigint>`count(*)`.as('files'))
    .where('merchant_id', '=', merchantId)
    .where('dispute_id', '=', disputeId)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow();
  return files;
}

export async function markFile(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  set: Pick<Partial<DisputeFile>, 'stored_at' | 'dropped_at'>,
): Promise<void> {
  await tx
    .updateTable('dispute_files')
    .set(set)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

export async function removeFile(tx: Tx, merchantId: MerchantId, id: string): Promise<void> {
  await tx.deleteFrom('dispute_files').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
}

function filesIn(db: Db, merchantId: MerchantId) {
  return db.selectFrom('dispute_files').selectAll().where('merchant_id', '=', merchantId);
}

/** Writes the bytes of a file that is still known: after a reset of the sandbox nothing of it may come back. */
export async function writeContent(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  content: Uint8Array,
): Promise<void> {
  await sql`
    INSERT INTO file_contents (merchant_id, file_id, content)
    SELECT merchant_id, id, ${Buffer.from(content)} FROM dispute_files WHERE merchant_id = ${merchantId} AND id = ${id}
    ON CONFLICT DO NOTHING`.execute(tx);
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
