import type { Handler } from '../../core/calls/handler.ts';
import { findTransaction } from '../../core/transactions/queries.ts';
import { transactionView } from '../../core/transactions/view.ts';
import { pageOf, readCursor } from '../../platform/http/cursor.ts';
import { firstMoment, momentAfter } from '../../platform/http/dates.ts';
import { notFound, readId } from '../../platform/ids.ts';
import { listTransactions as list } from './queries.ts';

export const listTransactions: Handler<'listTransactions'> = async (call) => {
  const { type, status, currency, gateway, search, from_date, to_date, cursor, limit } = call.query;
  const filters = {
    type,
    status,
    currency,
    gateway,
    search,
    from: from_date ? firstMoment(from_date) : undefined,
    before: to_date ? momentAfter(to_date) : undefined,
  };
  const rows = await list(call.db, call.merchant.id, filters, { after: cursor && readCursor(cursor), limit });
  return call.reply(
    200,
    pageOf(rows, limit, (row) => transactionView(call.ctx.mode, row)),
  );
};

export const getTransaction: Handler<'getTransaction'> = async (call) => {
  const row = await findTransaction(call.db, call.merchant.id, readId('txn', call.params.id));
  if (!row) throw notFound('txn');
  return call.reply(200, transactionView(call.ctx.mode, row));
};
