import { createInvoice as create } from '../../../domain/billing/invoices/create-invoice.ts';
import { editInvoice } from '../../../domain/billing/invoices/edit-invoice.ts';
import { issueInvoice } from '../../../domain/billing/invoices/issue-invoice.ts';
import {
  findBilledPeriod,
  findItems,
  findWholeInvoice,
  findWholeInvoices,
} from '../../../domain/billing/invoices/item-queries.ts';
import type { Invoice } from '../../../domain/billing/invoices/queries.ts';
import type { Line } from '../../../domain/billing/invoices/totals.ts';
import { voidInvoice as voidOne } from '../../../domain/billing/invoices/void-invoice.ts';
import { parseAmount } from '../../../domain/money/amounts/amount.ts';
import type { Currency } from '../../../domain/money/amounts/currency.ts';
import { parsePercent } from '../../../domain/money/amounts/percent.ts';
import { storedMetadata } from '../../../domain/payments/checkouts/metadata.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import type { Act } from '../../../engine/context.ts';
import type { RequestOf } from '../../../platform/contract/types.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { invoiceView } from './view.ts';

export const createInvoice: Handler<'createInvoice'> = async (call) => {
  const { customer, customer_id, currency, items, due_date, send } = call.body;
  const { reference = null, notes = null, reminder_days: reminderDays = [] } = call.body;
  const { split_id: splitId, metadata = {} } = call.body;
  const invoice = await create(call, {
    appId: call.principal.appId,
    customer: { customer, customer_id },
    currency,
    lines: linesIn(items, currency),
    dueDate: due_date,
    reference,
    notes,
    splitId: splitId && readId('spl', splitId),
    reminderDays,
    metadata: storedMetadata(metadata),
    send,
  });
  return call.reply(201, await shown(call, invoice));
};

export const listInvoices: Handler<'listInvoices'> = async (call) => {
  const { status, customer_id, subscription_id } = call.query;
  const wanted = {
    status,
    customerId: customer_id && readId('cus', customer_id),
    subscriptionId: subscription_id && readId('sub', subscription_id),
  };
  const [found, { now }] = await Promise.all([
    findPage(call.query, async (page) => {
      const invoices = await findWholeInvoices(call.db, call.merchant.id, wanted, page);
      return invoices.map((whole) => ({ id: whole.invoice.id, whole }));
    }),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(
    200,
    showPage(found, ({ whole }) => invoiceView(call.ctx, whole, now)),
  );
};

export const getInvoice: Handler<'getInvoice'> = async (call) => {
  const [found, { now }] = await Promise.all([
    findWholeInvoice(call.db, call.merchant.id, readId('inv', call.params.id)),
    readClock(call.ctx, call.merchant.id),
  ]);
  if (!found) throw notFound('inv');
  return call.reply(200, invoiceView(call.ctx, found, now));
};

export const updateInvoice: Handler<'updateInvoice'> = async (call) => {
  const { customer, customer_id, currency, items, due_date, reference, notes, reminder_days } = call.body;
  const { split_id: splitId, metadata } = call.body;
  const isNamed = customer !== undefined || customer_id !== undefined;
  const invoice = await editInvoice(call, readId('inv', call.params.id), {
    customer: isNamed ? { customer, customer_id } : undefined,
    currency,
    lines: items && ((of) => linesIn(items, of)),
    dueDate: due_date,
    reference,
    notes,
    splitId: splitId && readId('spl', splitId),
    reminderDays: reminder_days,
    metadata: storedMetadata(metadata),
  });
  return call.reply(200, await shown(call, invoice));
};

export const sendInvoice: Handler<'sendInvoice'> = async (call) => {
  const invoice = await issueInvoice(call, readId('inv', call.params.id));
  return call.reply(200, await shown(call, invoice));
};

export const voidInvoice: Handler<'voidInvoice'> = async (call) => {
  const invoice = await voidOne(call, readId('inv', call.params.id));
  return call.reply(200, await shown(call, invoice));
};

function linesIn(items: RequestOf<'createInvoice'>['body']['items'], currency: Currency): Line[] {
  return items.map(({ description, quantity, unit_amount, tax_rate }) => ({
    description,
    quantity,
    unitAmount: parseAmount(unit_amount, currency),
    taxBasisPoints: tax_rate === undefined ? null : parsePercent(tax_rate),
  }));
}

async function shown(act: Act, invoice: Invoice) {
  const items = await findItems(act.tx, act.merchant.id, invoice.id);
  const period = await findBilledPeriod(act.tx, act.merchant.id, invoice);
  return invoiceView(act.ctx, { invoice, items, period }, act.ctx.now(act.merchant));
}
