import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { ModeTables } from '../../../../../generated/database.ts';
import type { Db, Tx } from '../../../../platform/db/database.ts';
import type { Row } from '../../../../platform/db/row.ts';

export type BankFile = Row<'bank_files'>;

/** True if this process alone makes files of the gateway until its transaction ends. */
export async function isOnlyMakerAcrossMerchants(tx: Tx, gateway: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('bank files of ' || ${gateway}, 0)) AS locked`.execute(
    tx,
  );
  return rows[0]?.locked === true;
}

type Place = Pick<BankFile, 'gateway' | 'currency' | 'cut_off'>;

export async function nextPartAcrossMerchants(
  tx: Tx,
  { gateway, currency, cut_off }: Place,
): Promise<number> {
  const { rows } = await sql<{ part: number }>`
    SELECT coalesce(max(part), 0) + 1 AS part FROM bank_files
    WHERE gateway = ${gateway} AND currency = ${currency} AND cut_off = ${cut_off}`.execute(tx);
  return rows[0]?.part ?? 1;
}

export async function insertFileAcrossMerchants(
  tx: Tx,
  file: Insertable<ModeTables['bank_files']>,
): Promise<void> {
  await tx.insertInto('bank_files').values(file).execute();
}

type Claim = { readonly gateway: string; readonly token: string; readonly except: readonly string[] };

/** Leases the oldest file that is not handed over and that no other process is handing over, except some. */
export async function claimFileAcrossMerchants(
  tx: Tx,
  { gateway, token, except }: Claim,
): Promise<BankFile | undefined> {
  const { rows } = await sql<BankFile>`
    WITH picked AS (
      SELECT id FROM bank_files WHERE gateway = ${gateway} AND state = 'made' AND (lease_until IS NULL OR lease_until < now())
        AND id <> ALL (${except}::uuid[])
      ORDER BY created_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE bank_files f SET lease_until = now() + interval '2 minutes', lease_token = ${token}
    FROM picked WHERE f.id = picked.id RETURNING f.*`.execute(tx);
  return rows[0];
}

/** Says that the bank has the file. Another process may have said so, if our lease was over. */
export async function writeHandedOverAcrossMerchants(tx: Tx, id: string): Promise<void> {
  await sql`
    UPDATE bank_files SET state = 'handed_over', handed_over_at = now(), lease_until = NULL, lease_token = NULL
    WHERE id = ${id} AND state = 'made'`.execute(tx);
}

/** Gives a lease back after a failure, so that the next attempt need not wait for its end. */
export async function giveFileBackAcrossMerchants(
  tx: Tx,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<void> {
  await sql`
    UPDATE bank_files SET lease_until = NULL, lease_token = NULL WHERE id = ${id} AND lease_token = ${token}`.execute(
    tx,
  );
}

export async function findFileAcrossMerchants(
  db: Db,
  { gateway, messageId }: { readonly gateway: string; readonly messageId: string },
): Promise<Pick<BankFile, 'id' | 'total'> | undefined> {
  return await db
    .selectFrom('bank_files')
    .select(['id', 'total'])
    .where('gateway', '=', gateway)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

export async function countToHandOverAcrossMerchants(db: Db, gateway: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM bank_files WHERE gateway = ${gateway} AND state = 'made'`.execute(db);
  return rows[0]?.count ?? 0;
}

type Named = {
  readonly gateway: string;
  /** Selects message ids of files. */
  readonly files: RawBuilder<unknown>;
  /** Selects end-to-end ids of transfers. */
  readonly ids: RawBuilder<unknown>;
};

/**
 * CTEs, of which the last is `sent`: the transfers that these files ask a bank for, and these transfers, each with the message id and
 * the gateway of its file. What merchants have is read by itself: on a cluster it is not where the files are, and is not joined with them.
 */
export const sentOf = ({ gateway, files, ids }: Named) => sql`
    named AS MATERIALIZED (SELECT id FROM bank_files WHERE gateway = ${gateway} AND message_id IN (${files})),
    filed AS MATERIALIZED (
      SELECT file_id, end_to_end_id, amount, currency, state FROM bank_transfers
      WHERE file_id IN (SELECT id FROM named) AND file_id IS NOT NULL
      UNION SELECT file_id, end_to_end_id, amount, currency, state FROM bank_transfers
      WHERE gateway = ${gateway} AND end_to_end_id IN (${ids})),
    sent AS MATERIALIZED (
      SELECT f.message_id, f.gateway, t.end_to_end_id, t.amount, t.currency, t.state FROM filed t JOIN bank_files f ON f.id = t.file_id)`;
