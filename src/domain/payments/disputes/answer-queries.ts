import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Dispute } from './queries.ts';

type Stored = Selectable<ModeTables['dispute_answers']>;

/** An answer that an operator passes on, with its dispute. */
export type WaitingAnswer = Stored &
  Pick<
    Dispute,
    'transaction_id' | 'gateway_reference' | 'amount' | 'currency' | 'evidence' | 'evidence_due_at' | 'status'
  >;

/** Writes an answer once: one that is there stays as it is. */
export async function insertAnswer(
  tx: Tx,
  merchantId: MerchantId,
  answer: Omit<Insertable<ModeTables['dispute_answers']>, 'merchant_id'>,
): Promise<void> {
  await tx
    .insertInto('dispute_answers')
    .values({ ...answer, merchant_id: merchantId })
    .onConflict((once) => once.doNothing())
    .execute();
}

type Wanted = { readonly passedOn: boolean; readonly most: number };

/** Answers that wait, the longest first; or those that were passed on, the newest first. */
export async function findAnswersAcrossMerchants(
  db: Db,
  { passedOn, most }: Wanted,
): Promise<readonly WaitingAnswer[]> {
  return await answersIn(db)
    .where('a.passed_on_at', passedOn ? 'is not' : 'is', null)
    .orderBy(passedOn ? 'a.passed_on_at' : 'a.waiting_since', passedOn ? 'desc' : 'asc')
    .orderBy('a.dispute_id')
    .limit(most)
    .execute();
}

export async function findAnswerAcrossMerchants(
  db: Db,
  disputeId: string,
): Promise<WaitingAnswer | undefined> {
  return await answersIn(db).where('a.dispute_id', '=', disputeId).executeTakeFirst();
}

/** @returns false if there is no such answer, or it was passed on before: nothing is changed */
export async function writePassedOn(
  tx: Tx,
  merchantId: MerchantId,
  disputeId: string,
  { by, note }: { readonly by: string; readonly note: string | null },
): Promise<boolean> {
  const { numUpdatedRows: changed } = await tx
    .updateTable('dispute_answers')
    .set({ passed_on_at: sql`now()`, passed_on_by: by, note })
    .where('merchant_id', '=', merchantId)
    .where('dispute_id', '=', disputeId)
    .where('passed_on_at', 'is', null)
    .executeTakeFirstOrThrow();
  return changed === 1n;
}

function answersIn(db: Db) {
  return db
    .selectFrom('dispute_answers as a')
    .innerJoin('disputes as d', (join) =>
      join.onRef('d.merchant_id', '=', 'a.merchant_id').onRef('d.id', '=', 'a.dispute_id'),
    )
    .selectAll('a')
    .select([
      'd.transaction_id',
      'd.gateway_reference',
      'd.amount',
      'd.currency',
      'd.evidence',
      'd.evidence_due_at',
      'd.status',
    ]);
}
