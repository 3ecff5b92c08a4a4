import { notThere } from '../../../domain/payments/transactions/archived.ts';
import { listTransactions as list } from '../../../domain/payments/transactions/list-queries.ts';
import { findTransaction } from '../../../domain/payments/transactions/queries.ts';
import { searchTransactions } from '../../../domain/payments/transactions/search.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { readId } from '../../../platform/ids.ts';
import { transactionView } from './view.ts';

export const listTransactions: Handler<'listTransactions'> = async (call) => {
  const { type, status, currency, gateway, search } = call.query;
  const filters = { type, status, currency, gateway, ...rangeOf(call.query) };
  const rows = await findPage(call.query, (page) =>
    search === undefined
      ? list(call.db, call.merchant.id, filters, page)
      : searchTransactions(call.db, call.merchant.id, { ...filters, search }, page),
  );
  return call.reply(
    200,
    showPage(rows, (row) => transactionView(call.ctx, row)),
  );
};

export const getTransaction: Handler<'getTransaction'> = async (call) => {
  const id = readId('txn', call.params.id);
  const row = await findTransaction(call.db, call.merchant.id, id);
  if (!row) throw await notThere(call.db, call.merchant.id, { prefix: 'txn', id });
  return call.reply(200, transactionView(call.ctx, row));
};
