import { listTransactions as list } from '../../../domain/payments/transactions/list-queries.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { pageOf, rowsOf } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { transactionView } from './view.ts';

export const listTransactions: Handler<'listTransactions'> = async (call) => {
  const { type, status, currency, gateway, search, limit } = call.query;
  const filters = { type, status, currency, gateway, search, ...rangeOf(call.query) };
  const rows = await list(call.db, call.merchant.id, filters, rowsOf(call.query));
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
