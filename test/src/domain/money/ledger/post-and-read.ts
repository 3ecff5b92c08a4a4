import { DatabaseError } from 'pg';
import type { Movement } from '../../../../../src/domain/money/ledger/accounts.ts';
import { post } from '../../../../../src/domain/money/ledger/post.ts';
import type { Act, Context } from '../../../../../src/engine/context.ts';
import { type MerchantId, merchantId } from '../../../../../src/engine/principal.ts';
import { type Db, inTransaction } from '../../../../../src/platform/db/database.ts';
import { someDay } from './model.ts';

/** Posts movements as the service does: one transaction, one statement. Answers how many were new. */
export function postTo(db: Db, merchant: string, ...movements: readonly Movement[]): Promise<number> {
  return inTransaction(db, merchant, (tx) => post(actIn(tx, merchantId(merchant)), ...movements));
}

/** Posting needs nothing of the context but the time. */
function actIn(tx: Act['tx'], id: MerchantId): Act {
  const ctx: Pick<Context, 'now'> = { now: () => someDay };
  return { ctx: ctx as Context, tx, merchant: { id, clockOffsetMs: 0 } };
}

/** SQLSTATE and constraint of a refusal by PostgreSQL. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof DatabaseError)) throw error;
  return [error.code, error.constraint].filter((part) => part !== undefined).join(' ');
}

/** Every account of a merchant that was ever posted to, in hundredths: `available USD`. */
export async function balancesOf(db: Db, merchant: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('ledger_balances')
    .select(['code', 'currency', 'balance'])
    .where('merchant_id', '=', merchant)
    .execute();
  return new Map(rows.map(({ code, currency, balance }) => [`${code} ${currency}`, balance / 100n]));
}
