import { createReport as create } from '../../../domain/billing/reports/create-report.ts';
import { downloadOf } from '../../../domain/billing/reports/download-report.ts';
import { findReport, listReports as list } from '../../../domain/billing/reports/queries.ts';
import type { Handler } from '../../../engine/calls/handler.ts';
import { readClock } from '../../../engine/clock/read-clock.ts';
import { assert } from '../../../platform/assert.ts';
import { findPage, showPage } from '../../../platform/http/cursor.ts';
import { rangeOf } from '../../../platform/http/dates.ts';
import { notFound, readId } from '../../../platform/ids.ts';
import { reportView } from './view.ts';

export const createReport: Handler<'createReport'> = async (call) => {
  const { type, format } = call.body;
  const { from, before } = rangeOf(call.body);
  assert(from && before, 'the contract requires both dates');
  const report = await create(call, { appId: call.principal.appId, type, format, from, before });
  return call.reply(201, reportView(report, call.ctx.now(call.merchant)));
};

export const listReports: Handler<'listReports'> = async (call) => {
  const [rows, { now }] = await Promise.all([
    findPage(call.query, (page) => list(call.db, call.merchant.id, call.query.type, page)),
    readClock(call.ctx, call.merchant.id),
  ]);
  return call.reply(
    200,
    showPage(rows, (report) => reportView(report, now)),
  );
};

export const getReport: Handler<'getReport'> = async (call) => {
  const [report, { now }] = await Promise.all([
    findReport(call.db, call.merchant.id, readId('rpt', call.params.id)),
    readClock(call.ctx, call.merchant.id),
  ]);
  if (!report) throw notFound('rpt');
  return call.reply(200, reportView(report, now));
};

const mediaTypes = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

export const downloadReport: Handler<'downloadReport'> = async (call) => {
  const [report, { now }] = await Promise.all([
    findReport(call.db, call.merchant.id, readId('rpt', call.params.id)),
    readClock(call.ctx, call.merchant.id),
  ]);
  if (!report) throw notFound('rpt');
  return call.download(mediaTypes[report.format], downloadOf(call.db, call.merchant.id, { report, now }));
};
