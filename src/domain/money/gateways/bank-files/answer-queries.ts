import { type Insertable, sql } from 'kysely';
import type { ModeTables } from '../../../../../generated/database.ts';
import type { Db, Tx } from '../../../../platform/db/database.ts';
import type { Row } from '../../../../platform/db/row.ts';
import { sentOf } from './file-queries.ts';

export type BankAnswer = Row<'bank_answers'>;

/** A file that came before, whatever its name was. */
export async function findAnswerAcrossMerchants(
  db: Db,
  { gateway, hash }: { readonly gateway: string; readonly hash: string },
): Promise<Pick<BankAnswer, 'state' | 'name'> | undefined> {
  return await db
    .selectFrom('bank_answers')
    .select(['state', 'name'])
    .where('gateway', '=', gateway)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

export async function insertAnswerAcrossMerchants(
  tx: Tx,
  answer: Insertable<ModeTables['bank_answers']>,
): Promise<void> {
  await tx
    .insertInto('bank_answers')
    .values(answer)
    .onConflict((once) => once.doNothing())
    .execute();
}

type WantedAnswers = { readonly gateway: string; readonly message: string; readonly since: string };

/** Files of one kind that were taken since the day before a day: a bank may be in an earlier time zone. Their bytes are read later. */
export async function findTakenAcrossMerchants(
  db: Db,
  { gateway, message, since }: WantedAnswers,
): Promise<readonly Pick<BankAnswer, 'name' | 'hash'>[]> {
  return await db
    .selectFrom('bank_answers')
    .select(['name', 'hash'])
    .where('gateway', '=', gateway)
    .where('state', '=', 'taken')
    .where('message', '=', message)
    .where(sql<boolean>`created_at >= ${`${since}T00:00:00Z`}::timestamptz - interval '1 day'`)
    .orderBy('created_at')
    .execute();
}

export async function findContentAcrossMerchants(
  db: Db,
  { gateway, hash }: { readonly gateway: string; readonly hash: string },
): Promise<string> {
  const { content_sealed: sealed } = await db
    .selectFrom('bank_answers')
    .select('content_sealed')
    .where('gateway', '=', gateway)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return sealed ?? '';
}

/** PostgreSQL takes at most 65,535 values in a statement, and a row has eleven. */
const rowsAtOnce = 1000;

export async function insertUnmatchedAcrossMerchants(
  tx: Tx,
  rows: readonly Insertable<ModeTables['bank_unmatched']>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('bank_unmatched')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((once) => once.doNothing())
      .execute();
}

type Unmatched = Row<'bank_unmatched'>;

/** What a bank has said of several transfers at once, and that fitted none of their sums. */
export type KeptSum = Pick<
  Unmatched,
  'hash' | 'position' | 'end_to_end_id' | 'reason' | 'bank_reference' | 'covers'
> & { readonly says: 'debited' | 'returned'; readonly amount: bigint; readonly stated_in: string };

type About = { readonly gateway: string; readonly files: readonly string[]; readonly ids: readonly string[] };

/** The kept sums of these files, and of the files that have these transfers, oldest first. */
export async function findKeptSumsAcrossMerchants(
  db: Db,
  { gateway, files, ids }: About,
): Promise<readonly KeptSum[]> {
  const { rows } = await sql<KeptSum>`
    WITH ${sentOf({ gateway, files: sql`SELECT unnest(${files}::text[])`, ids: sql`SELECT unnest(${ids}::text[])` })}
    SELECT u.hash, u.position, u.end_to_end_id, u.reason, u.bank_reference, u.covers, u.says, u.amount, u.stated_in
    FROM bank_unmatched u
    WHERE u.gateway = ${gateway} AND u.applied_at IS NULL AND u.says IN ('debited', 'returned')
      AND u.amount IS NOT NULL AND u.stated_in IS NOT NULL
      AND (u.end_to_end_id IN (SELECT message_id FROM sent) OR u.covers && ARRAY (SELECT end_to_end_id FROM sent))
    ORDER BY u.created_at, u.hash, u.position DESC`.execute(db);
  return rows;
}

export async function writeAppliedAcrossMerchants(
  tx: Tx,
  { gateway, hash, position }: { readonly gateway: string; readonly hash: string; readonly position: number },
): Promise<void> {
  await sql`
    UPDATE bank_unmatched SET applied_at = now()
    WHERE gateway = ${gateway} AND hash = ${hash} AND position = ${position} AND applied_at IS NULL`.execute(
    tx,
  );
}
