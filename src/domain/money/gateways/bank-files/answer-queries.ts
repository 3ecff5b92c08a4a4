import { type Insertable, sql } from 'kysely';
import type { ModeTables } from '../../../../../generated/database.ts';
import type { Db, Tx } from '../../../../platform/db/database.ts';
import type { Row } from '../../../../platform/db/row.ts';

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

/** Files of one kind that were taken since the day before a day: a bank may be in an earlier time zone. */
export async function findTakenAcrossMerchants(
  db: Db,
  { gateway, message, since }: WantedAnswers,
): Promise<readonly Pick<BankAnswer, 'name' | 'content_sealed'>[]> {
  return await db
    .selectFrom('bank_answers')
    .select(['name', 'content_sealed'])
    .where('gateway', '=', gateway)
    .where('state', '=', 'taken')
    .where('message', '=', message)
    .where(sql<boolean>`created_at >= ${`${since}T00:00:00Z`}::timestamptz - interval '1 day'`)
    .orderBy('created_at')
    .execute();
}

export async function insertUnmatchedAcrossMerchants(
  tx: Tx,
  rows: readonly Insertable<ModeTables['bank_unmatched']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('bank_unmatched')
    .values([...rows])
    .onConflict((once) => once.doNothing())
    .execute();
}
