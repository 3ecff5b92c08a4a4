import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModeTables } from '../../../../generated/database.ts';
import type { MerchantId } from '../../../engine/principal.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { WantedRows } from '../../../platform/http/cursor.ts';
import { withinPeriod } from '../../../platform/http/period-queries.ts';

type Row = Selectable<ModeTables['virtual_terminal_sessions']>;

/** A session, and whether one of its attempts is undecided. */
export type Session = Row & { readonly attempt_pending: boolean };

export async function insertSession(
  tx: Tx,
  merchantId: MerchantId,
  session: Omit<Insertable<ModeTables['virtual_terminal_sessions']>, 'merchant_id'>,
): Promise<Session> {
  const row = await tx
    .insertInto('virtual_terminal_sessions')
    .values({ ...session, merchant_id: merchantId })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, attempt_pending: false };
}

export function findSession(db: Db, merchantId: MerchantId, id: string): Promise<Session | undefined> {
  return sessionsOf(db, merchantId).where('s.id', '=', id).executeTakeFirst();
}

function sessionsOf(db: Db, merchantId: MerchantId) {
  const pending = sql<boolean>`EXISTS (SELECT FROM transactions t WHERE t.merchant_id = ${merchantId}
    AND t.checkout_id = s.checkout_id AND t.type = 'payment' AND t.status = 'pending')`;
  return db
    .selectFrom('virtual_terminal_sessions as s')
    .selectAll('s')
    .select(pending.as('attempt_pending'))
    .where('s.merchant_id', '=', merchantId);
}

/** Stores why the last attempt on a session was declined. */
export async function keepLastError(
  tx: Tx,
  merchantId: MerchantId,
  id: string,
  failure: string,
): Promise<void> {
  await tx
    .updateTable('virtual_terminal_sessions')
    .set({ last_error: failure })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

type SessionFilters = {
  readonly status?: Row['status'] | undefined;
  readonly method?: Row['payment_method'] | undefined;
  readonly currency?: Row['currency'] | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
};

const listed = { table: 'virtual_terminal_sessions', id: 'id' };

/** Newest first: ids are UUIDv7, so their order is the order of creation. */
export async function findSessions(
  db: Db,
  merchantId: MerchantId,
  { status, method, currency, ...period }: SessionFilters,
  asked: WantedRows,
): Promise<Session[]> {
  const { page, above } = await withinPeriod(db, merchantId, listed, { period, page: asked });
  let sessions = sessionsOf(db, merchantId);
  if (status) sessions = sessions.where('s.status', '=', status);
  if (method) sessions = sessions.where('s.payment_method', '=', method);
  if (currency) sessions = sessions.where('s.currency', '=', currency);
  if (period.from) sessions = sessions.where('s.created_at', '>=', period.from);
  if (period.before) sessions = sessions.where('s.created_at', '<', period.before);
  if (above !== undefined) sessions = sessions.where('s.id', '>', above);
  if (page.after !== undefined) sessions = sessions.where('s.id', '<', page.after);
  return sessions.orderBy('s.id', 'desc').limit(page.rows).execute();
}
